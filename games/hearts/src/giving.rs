//! Passing: before play every player passes three cards to another player, all at the same time.

use game::{Refusal, Seat};
use serde::{Deserialize, Serialize};
use tricks::SEATS;

use crate::state::Phase;
use crate::{Gift, Hearts, Rules, Standing};

/// The direction in which cards are passed in a deal. [H3]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Giving {
    /// To the left neighbour, who plays next.
    Left,
    /// To the right neighbour.
    Right,
    /// Across the table.
    Across,
    /// Nobody gives anything.
    Nobody,
}

impl Giving {
    /// Returns the direction of passing in a deal: left, right, across, nobody, and then left again. [H3]
    pub(crate) fn of(rules: Rules, standing: &Standing) -> Giving {
        match standing.played % 4 {
            _ if !rules.giving => Giving::Nobody,
            0 => Giving::Left,
            1 => Giving::Right,
            2 => Giving::Across,
            _ => Giving::Nobody,
        }
    }

    /// Returns the number of seats, to the left, by which the cards are passed, or `None` if no cards are passed. [H3]
    const fn steps(self) -> Option<u8> {
        match self {
            Giving::Left => Some(1),
            Giving::Right => Some(3),
            Giving::Across => Some(2),
            Giving::Nobody => None,
        }
    }

    /// Returns the seat that receives the gift of `giver`.
    pub fn from(self, giver: Seat) -> Option<Seat> {
        self.steps().map(|steps| giver.after(steps, SEATS))
    }

    /// Returns the seat from which `receiver` receives a gift.
    pub fn to(self, receiver: Seat) -> Option<Seat> {
        self.steps().map(|steps| receiver.after(SEATS - steps, SEATS))
    }
}

impl Hearts {
    /// Puts the three cards of a gift aside. When the fourth seat has chosen, all gifts change hands. [H4]
    pub(crate) fn give(&mut self, seat: Seat, gift: Gift) {
        let hand = &mut self.hands[seat.index()];
        debug_assert!(hand.has_all(gift.set()), "cards are given from the hand");
        *hand = *hand - gift.set();
        self.gifts[seat.index()] = gift.set();
        self.public.chosen.insert(seat);
        if self.public.chosen.len() == u32::from(SEATS) {
            for giver in Seat::all(SEATS) {
                let receiver = self.public.giving.from(giver).expect("cards are given in this deal");
                let hand = &mut self.hands[receiver.index()];
                *hand = *hand | self.gifts[giver.index()];
            }
            self.begin_play();
        }
    }

    /// Returns why the seat may not pass these three cards now. The gift must be illegal. [H3] [H4]
    pub(crate) fn why_not_give(&self, seat: Seat, gift: Gift) -> Refusal {
        if self.phase() != Phase::Giving {
            return Refusal::NOT_NOW;
        }
        if self.public.chosen.has(seat) {
            return Refusal::rule("H4", "given", "You've already passed your three cards.");
        }
        debug_assert!(!self.hands[seat.index()].has_all(gift.set()), "any three cards of the hand may be given");
        Refusal::NOT_YOURS
    }
}
