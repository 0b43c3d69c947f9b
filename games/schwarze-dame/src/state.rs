//! The state of a deal, with all cards face up.

use cards::CardSet;
use game::{Seat, Shuffles};
use tricks::Tricks;

use crate::score::TRICK;
use crate::{Rules, Standing};

/// One deal of Schwarze Dame.
#[derive(Clone)]
pub struct SchwarzeDame {
    pub(crate) hands: [CardSet; 4],
    pub(crate) public: Public,
    pub(crate) standing: Standing,
    pub(crate) rules: Rules,
    pub(crate) shuffles: Shuffles,
}

/// The public state: the open cards and everything that all viewers have seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Public {
    pub(crate) tricks: Tricks,
    /// The current worth of the trick on the table: 10 minus the penalties of its cards.
    pub(crate) worth: i16,
    pub(crate) points: [i16; 4],
}

impl Public {
    /// Returns the state before the first card. Forehand leads. [S2]
    pub(crate) const fn new(forehand: Seat) -> Public {
        Public { tricks: Tricks::new(forehand), worth: TRICK, points: [0; 4] }
    }
}
