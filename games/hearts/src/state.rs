//! A deal, with all cards face up, and how it begins.

use cards::CardSet;
use game::{Seat, SeatSet, Shuffles};
use serde::{Deserialize, Serialize};
use tricks::{SEATS, Trick, Tricks};

use crate::play::TWO_OF_CLUBS;
use crate::score::costs;
use crate::{Giving, Rules, Standing};

/// One deal of Hearts.
#[derive(Clone)]
pub struct Hearts {
    /// A card that was put aside to be given is in nobody's hand.
    pub(crate) hands: [CardSet; 4],
    /// The cards that each seat gave away, or has chosen to give.
    pub(crate) gifts: [CardSet; 4],
    pub(crate) public: Public,
    pub(crate) standing: Standing,
    pub(crate) rules: Rules,
    pub(crate) shuffles: Shuffles,
}

/// The part of the deal that is being played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Everybody chooses three cards to give away.
    Giving,
    /// The tricks.
    Play,
    /// All thirteen tricks are taken.
    Over,
}

/// The open cards and all that everybody has seen: the same for all.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Public {
    pub(crate) tricks: Tricks,
    /// Never [`Phase::Over`]: that follows from `tricks`.
    pub(crate) phase: Phase,
    /// To whom cards are given in this deal.
    pub(crate) giving: Giving,
    /// The seats that have chosen their gift.
    pub(crate) chosen: SeatSet,
    /// True once a heart has been played.
    pub(crate) broken: bool,
    /// The points of the trick on the table.
    pub(crate) worth: u8,
    /// True if the queen of spades lies there; `queen`: the seat that took her.
    pub(crate) queen_lies: bool,
    pub(crate) queen: Option<Seat>,
    /// The points that each seat has taken.
    pub(crate) taken: [u8; 4],
}

impl Hearts {
    /// Shuffles and deals one card at a time, beginning with the seat after the dealer. [H2]
    pub(crate) fn new(rules: Rules, standing: Standing, mut shuffles: Shuffles) -> Hearts {
        let hands = tricks::deal(&mut shuffles, standing.dealer.after(1, SEATS));
        let public = Public::new(Giving::of(rules, &standing));
        let mut deal = Hearts { hands, gifts: [CardSet::EMPTY; 4], public, standing, rules, shuffles };
        if deal.public.giving == Giving::Nobody {
            deal.begin_play();
        }
        deal
    }

    /// The phase. That the deal is over follows from its tricks.
    pub(crate) const fn phase(&self) -> Phase {
        if self.public.tricks.is_over() { Phase::Over } else { self.public.phase }
    }

    /// [H5] Whoever holds the two of clubs leads.
    pub(crate) fn begin_play(&mut self) {
        let leader = self.hands.iter().position(|hand| hand.has(TWO_OF_CLUBS)).expect("somebody holds it");
        self.public.phase = Phase::Play;
        self.public.tricks = Tricks::new(Seat::new(leader as u8));
    }
}

impl Public {
    /// Before anything has been chosen or played.
    pub(crate) const fn new(giving: Giving) -> Public {
        Public {
            tricks: Tricks::new(Seat::new(0)),
            phase: Phase::Giving,
            giving,
            chosen: SeatSet::EMPTY,
            broken: false,
            worth: 0,
            queen_lies: false,
            queen: None,
            taken: [0; 4],
        }
    }

    /// The tricks so far, the one on the table included if a card lies there.
    pub(crate) fn trick_views(&self) -> Vec<Trick> {
        self.tricks.iter().map(|(leader, cards)| Trick { leader, cards: cards.to_vec(), parts: costs(cards) }).collect()
    }
}
