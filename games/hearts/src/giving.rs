//! Passing: before play everybody gives three cards to another player, all at the same time.

use game::{Refusal, Seat};
use serde::{Deserialize, Serialize};
use tricks::SEATS;

use crate::state::Phase;
use crate::{Gift, Hearts, Rules, Standing};

/// To whom cards are given in a deal. [H3]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Giving {
    /// To the left neighbour, the next to play.
    Left,
    /// To the right neighbour.
    Right,
    /// Across the table.
    Across,
    /// Nobody gives anything.
    Nobody,
}

impl Giving {
    /// [H3] Left, right, across, nobody, and again.
    pub(crate) fn of(rules: Rules, standing: &Standing) -> Giving {
        match standing.played % 4 {
            _ if !rules.giving() => Giving::Nobody,
            0 => Giving::Left,
            1 => Giving::Right,
            2 => Giving::Across,
            _ => Giving::Nobody,
        }
    }

    /// How many seats to the left the cards go; `None` if nothing is given. [H3]
    const fn steps(self) -> Option<u8> {
        match self {
            Giving::Left => Some(1),
            Giving::Right => Some(3),
            Giving::Across => Some(2),
            Giving::Nobody => None,
        }
    }

    /// The seat that gets the gift of `giver`.
    pub fn from(self, giver: Seat) -> Option<Seat> {
        self.steps().map(|steps| giver.after(steps, SEATS))
    }

    /// The seat whose gift `receiver` gets.
    pub fn to(self, receiver: Seat) -> Option<Seat> {
        self.steps().map(|steps| receiver.after(SEATS - steps, SEATS))
    }
}

impl Hearts {
    /// [H4] Three cards are put aside; when the fourth seat has chosen, all change hands.
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

    /// Why the seat may not give these three now. Called only for a gift that is not legal. [H3] [H4]
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
