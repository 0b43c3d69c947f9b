//! The state of a deal, with all cards face up, and the start of a deal.

use cards::CardSet;
use game::{Seat, Shuffles};
use tricks::{SEATS, Trick, Tricks};

use crate::score::{TRICK, worth_in_parts};
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

impl SchwarzeDame {
    /// Shuffles and deals one card at a time, beginning with forehand. [S8]
    pub(crate) fn new(rules: Rules, standing: Standing, mut shuffles: Shuffles) -> SchwarzeDame {
        let forehand = standing.dealer.after(1, SEATS);
        let hands = tricks::deal(&mut shuffles, forehand);
        SchwarzeDame { hands, public: Public::new(forehand), standing, rules, shuffles }
    }
}

impl Public {
    /// Returns the state before the first card. Forehand leads. [S2]
    pub(crate) const fn new(forehand: Seat) -> Public {
        Public { tricks: Tricks::new(forehand), worth: TRICK, points: [0; 4] }
    }

    /// Returns the tricks so far, including an unfinished trick on the table.
    pub(crate) fn trick_views(&self) -> Vec<Trick> {
        self.tricks
            .iter()
            .map(|(leader, cards)| Trick { leader, cards: cards.to_vec(), parts: worth_in_parts(cards) })
            .collect()
    }
}
