//! Reasons for an action, in a few words.

use std::fmt::Display;

/// The companion of [`Game`](crate::Game) that gives reasons for an action.
pub trait Explain: crate::Game {
    /// Reasons for this action, from the view of the seat that would do it: true, few, the most important first.
    /// `None` is "not now". They do not say whether it is the best choice.
    fn reasons(_view: &Self::View, _action: Option<Self::Action>) -> Vec<Reason> {
        Vec::new()
    }
}

/// A reason for an action, true in the view of the seat that would do it: a key for the words in the reader's language,
/// and its facts.
///
/// ```
/// use game::Reason;
///
/// let reason = Reason::new("takes_for").n(10);
/// assert_eq!((reason.key, reason.n, reason.card), ("takes_for", Some(10), None));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// Stable key: `reason.<key>` in the game's language files.
    pub key: &'static str,
    /// The number in the words, `{n}` in the language files.
    pub n: Option<i32>,
    /// The card in the words, in notation; `{card}` in the language files.
    pub card: Option<String>,
}

impl Reason {
    /// A reason without facts.
    pub fn new(key: &'static str) -> Reason {
        Reason { key, n: None, card: None }
    }

    /// With the number that it speaks of.
    #[must_use]
    pub fn n(self, n: i32) -> Reason {
        Reason { n: Some(n), ..self }
    }

    /// With the card that it speaks of.
    #[must_use]
    pub fn card(self, card: impl Display) -> Reason {
        Reason { card: Some(card.to_string()), ..self }
    }
}
