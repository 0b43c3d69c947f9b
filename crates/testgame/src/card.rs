//! The cards of the test games.

use std::fmt;
use std::str::FromStr;

use cards::NotationError;

/// A card with a number from 1 to 20.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(pub(crate) u8);

impl Card {
    pub(crate) const HIGHEST: u8 = 20;
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Card {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Card, NotationError> {
        let number =
            text.parse().ok().filter(|number| (1..=Card::HIGHEST).contains(number) && !text.starts_with(['0', '+']));
        number.map(Card).ok_or_else(|| NotationError::new("a card from 1 to 20", text))
    }
}

cards::serde_as_notation!(Card);
