//! The actions of a seat: first it passes three cards, and then it plays cards.

use std::fmt;
use std::str::FromStr;

use cards::{Card, CardSet, NotationError};
use game::{Rng, Seat};
use serde::{Deserialize, Serialize};

/// One decision of a seat. Actions compare in the order in which `legal` returns them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// `give Kh Ah Qs` passes three cards to another player. They are written in the order of the pack. [H3]
    Give(Gift),
    /// `play Qs` plays a card.
    Play(Card),
}

/// The three cards that a seat passes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Gift {
    /// The cards in ascending order.
    cards: [Card; 3],
}

impl Gift {
    /// Returns the gift of these cards, or `None` if there are not exactly three.
    pub fn new(cards: CardSet) -> Option<Gift> {
        (cards.len() == 3).then(|| Gift { cards: [0, 1, 2].map(|n| cards.nth(n)) })
    }

    /// Returns the cards in canonical order.
    pub const fn cards(self) -> [Card; 3] {
        self.cards
    }

    /// Returns the cards as a set.
    pub fn set(self) -> CardSet {
        self.cards.into_iter().collect()
    }

    /// Returns all gifts that a hand can make, in ascending order.
    pub(crate) fn all(hand: CardSet) -> impl Iterator<Item = Gift> {
        hand.flat_map(move |first| {
            let rest = hand & CardSet::above(first);
            rest.flat_map(move |second| {
                (rest & CardSet::above(second)).map(move |third| Gift { cards: [first, second, third] })
            })
        })
    }

    /// Draws three cards of the hand as a gift. All gifts have the same chance.
    pub(crate) fn random(hand: CardSet, rng: &mut Rng) -> Gift {
        let mut set = CardSet::EMPTY;
        for _ in 0..3 {
            set.insert(rng.card(hand - set));
        }
        Gift::new(set).expect("three different cards")
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Give(Gift { cards: [first, second, third] }) => write!(f, "give {first} {second} {third}"),
            Action::Play(card) => write!(f, "play {card}"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Action, NotationError> {
        let wrong = || NotationError::new("an action of Hearts, as \"give Kh Ah Qs\" or \"play 2c\"", text);
        match text.split_once(' ') {
            Some(("play", card)) => card.parse().map(Action::Play),
            Some(("give", cards)) => {
                // `Display` writes the cards in the order of the pack, but any order is accepted here.
                let cards = cards.split(' ').map(str::parse).collect::<Result<Vec<Card>, _>>()?;
                let gift = Gift::new(cards.iter().copied().collect()).filter(|_| cards.len() == 3);
                gift.map(Action::Give).ok_or_else(wrong)
            }
            _ => Err(wrong()),
        }
    }
}

cards::serde_as_notation!(Action);

/// Public facts of a legal action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Facts {
    /// The cards that the action names: one card to play, or three cards to pass.
    pub cards: Vec<Card>,
    /// The seat that receives the gift, or `None` if the action plays a card.
    pub to: Option<Seat>,
}
