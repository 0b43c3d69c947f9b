//! The state of a deal, with all cards face up, and the start of play.

use cards::CardSet;
use game::{Seat, SeatSet, Shuffles};
use serde::{Deserialize, Serialize};
use tricks::Tricks;

use crate::play::TWO_OF_CLUBS;
use crate::{Giving, Rules, Standing};

/// One deal of Hearts.
#[derive(Clone)]
pub struct Hearts {
    /// The hand of each seat. Cards that are put aside to be passed are not included.
    pub(crate) hands: [CardSet; 4],
    /// The cards that each seat has passed or has put aside to be passed.
    pub(crate) gifts: [CardSet; 4],
    pub(crate) public: Public,
    pub(crate) standing: Standing,
    pub(crate) rules: Rules,
    pub(crate) shuffles: Shuffles,
}

/// The part of the deal that is being played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// All players choose three cards to pass.
    Giving,
    /// The tricks are played.
    Play,
    /// All thirteen tricks are taken.
    Over,
}

/// The public state: the open cards and everything that all viewers have seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Public {
    pub(crate) tricks: Tricks,
    /// The phase. It is never [`Phase::Over`], because the end of the deal follows from `tricks`.
    pub(crate) phase: Phase,
    pub(crate) giving: Giving,
    pub(crate) chosen: SeatSet,
    /// True once a heart has been played.
    pub(crate) broken: bool,
    /// The points of the trick on the table.
    pub(crate) worth: u8,
    /// `queen_lies` is true if the queen of spades is in the trick on the table. `queen` is the seat that has taken
    /// her.
    pub(crate) queen_lies: bool,
    pub(crate) queen: Option<Seat>,
    /// The points that each seat has taken.
    pub(crate) taken: [u8; 4],
}

impl Hearts {
    /// Returns the phase, which is `Over` if all tricks have been played.
    pub(crate) const fn phase(&self) -> Phase {
        if self.public.tricks.is_over() { Phase::Over } else { self.public.phase }
    }

    /// Starts play. The seat that holds the two of clubs leads. [H5]
    pub(crate) fn begin_play(&mut self) {
        let leader = self.hands.iter().position(|hand| hand.has(TWO_OF_CLUBS)).expect("somebody holds it");
        self.public.phase = Phase::Play;
        self.public.tricks = Tricks::new(Seat::new(leader as u8));
    }
}

impl Public {
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
}
