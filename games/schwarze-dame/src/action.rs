//! The only action of a seat: it plays a card.

use std::fmt;
use std::str::FromStr;

use cards::{Card, NotationError};
use serde::{Deserialize, Serialize};

/// Plays a card: `play Qs`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action(pub Card);

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "play {}", self.0)
    }
}

impl FromStr for Action {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Action, NotationError> {
        match text.strip_prefix("play ") {
            Some(card) => card.parse().map(Action),
            None => Err(NotationError::new("an action of Schwarze Dame, as \"play Qs\"", text)),
        }
    }
}

cards::serde_as_notation!(Action);

/// Public facts of a legal action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Facts {
    /// The card that the action plays.
    pub card: Card,
}
