//! Refusals of actions and commands.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// The reason why an action or a command was refused. A refusal changes nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Refusal {
    /// The stable key: `follow_suit`, `stale`, `notation`, … The page has its text, `refusal.<key>`.
    pub key: Cow<'static, str>,
    /// The number of the broken rule in the game's RULES.md, if a rule is the reason.
    pub rule: Option<Cow<'static, str>>,
    /// The reason and the remedy in English.
    pub words: Cow<'static, str>,
}

impl Refusal {
    /// Returns a refusal by a rule of the game.
    pub const fn rule(rule: &'static str, key: &'static str, words: &'static str) -> Refusal {
        Refusal { key: Cow::Borrowed(key), rule: Some(Cow::Borrowed(rule)), words: Cow::Borrowed(words) }
    }

    /// Returns a refusal without a rule of a game.
    pub fn new(key: impl Into<Cow<'static, str>>, words: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal { key: key.into(), rule: None, words: words.into() }
    }

    /// Returns a refusal without a rule, for constants.
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
