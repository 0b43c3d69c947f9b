//! Reasons for an action, in a few words.

use std::borrow::Cow;
use std::fmt::Display;

use serde::{Deserialize, Serialize};

/// The companion of [`Game`](crate::Game) that gives reasons for an action.
pub trait Explain: crate::Game {
    /// The themes of puzzles: `theme.<key>` in the game's language files. A file of puzzles stores their places, so a
    /// new theme is added at the end.
    const THEMES: &'static [&'static str] = &[];

    /// Returns true reasons for this action, from the view of the seat that would act: few, the most important first.
    /// `None` is "not now". The reasons do not say whether the action is the best choice.
    fn reasons(_view: &Self::View, _action: Option<Self::Action>) -> Vec<Reason> {
        Vec::new()
    }

    /// Returns the themes of a decision in this view in which `action` is the best choice. Each is one of `THEMES`.
    fn themes(_view: &Self::View, _action: Option<Self::Action>) -> Vec<&'static str> {
        Vec::new()
    }
}

/// A reason for an action, true in the view of the seat that would act: a key of the text in the language files, and
/// the facts in the text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Reason {
    /// Stable key: `reason.<key>` in the game's language files.
    pub key: Cow<'static, str>,
    /// The number in the words, `{n}` in the language files.
    pub n: Option<i32>,
    /// The card in the words, in notation; `{card}` in the language files.
    pub card: Option<String>,
}

impl Reason {
    /// Returns a reason without facts.
    pub fn new(key: &'static str) -> Reason {
        Reason { key: Cow::Borrowed(key), n: None, card: None }
    }

    /// Returns the reason with the number in its text.
    #[must_use]
    pub fn n(self, n: i32) -> Reason {
        Reason { n: Some(n), ..self }
    }

    /// Returns the reason with the card in its text.
    #[must_use]
    pub fn card(self, card: impl Display) -> Reason {
        Reason { card: Some(card.to_string()), ..self }
    }
}
