//! Why an action is not possible.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// Why an action or a command was refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Refusal {
    /// Stable: `follow_suit`, `stale`, `notation`, `not_your_turn`, `disk_full`, … The page has words for it, `refusal.<key>`.
    pub key: Cow<'static, str>,
    /// The rule, if one is concerned: its number in the game's RULES.md.
    pub rule: Option<Cow<'static, str>>,
    /// English: why, and what to do.
    pub words: Cow<'static, str>,
}

impl Refusal {
    /// A refusal by a rule of the game.
    pub const fn rule(rule: &'static str, key: &'static str, words: &'static str) -> Refusal {
        Refusal { key: Cow::Borrowed(key), rule: Some(Cow::Borrowed(rule)), words: Cow::Borrowed(words) }
    }

    /// A refusal that no rule of a game gives.
    pub fn new(key: impl Into<Cow<'static, str>>, words: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal { key: key.into(), rule: None, words: words.into() }
    }

    /// The same, for constants.
    pub const fn fixed(key: &'static str, words: &'static str) -> Refusal {
        Refusal { key: Cow::Borrowed(key), rule: None, words: Cow::Borrowed(words) }
    }

    /// It is not this seat's turn.
    pub const NOT_YOUR_TURN: Refusal = Refusal::fixed("not_your_turn", "It isn't your turn.");
    /// The deal is over.
    pub const OVER: Refusal = Refusal::fixed("over", "The deal is over.");
    /// The card is not in the hand.
    pub const NOT_YOURS: Refusal = Refusal::fixed("not_yours", "You don't have that card.");
    /// The action belongs to another moment of the game.
    pub const NOT_NOW: Refusal = Refusal::fixed("not_now", "You can't do that now.");
}
