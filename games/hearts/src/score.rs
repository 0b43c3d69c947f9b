//! The penalties of cards, the points of a deal, and the match.

use cards::{Card, CardSet, Rank, Suit};
use game::{Data, PerSeat, Seat, SeatsError};
use serde::{Deserialize, Serialize};
use tricks::SEATS;

use crate::state::Public;
use crate::{Hearts, Moon, Rules};

/// [H11] The queen of spades.
pub(crate) const QUEEN: Card = Card::new(Rank::Queen, Suit::Spades);

/// [H11] The cards that count.
pub(crate) const POINTS: CardSet = CardSet::from_bits(CardSet::suit(Suit::Hearts).bits() | CardSet::only(QUEEN).bits());

/// [H11] All points of a deal.
pub(crate) const ALL: u8 = 26;

/// [H11] What a card costs the seat that takes it: a heart 1, the queen of spades 13, other cards nothing.
pub const fn penalty(card: Card) -> u8 {
    PENALTY[card.bit() as usize]
}

/// The penalty of each card of a trick.
pub(crate) fn costs(cards: &[Card]) -> Vec<i16> {
    cards.iter().map(|&card| penalty(card).into()).collect()
}

/// [H11] The penalty of each card, by its bit.
const PENALTY: [u8; 64] = {
    let mut table = [0; 64];
    let mut rank = 0;
    while rank < 13 {
        table[Card::new(Rank::ALL[rank], Suit::Hearts).bit() as usize] = 1;
        rank += 1;
    }
    table[QUEEN.bit() as usize] = 13;
    table
};

/// [H11] 26 points in a deal.
const _: () = {
    let mut sum = 0;
    let mut i = 0;
    while i < 52 {
        sum += penalty(Card::at(i));
        i += 1;
    }
    assert!(sum == ALL && ALL == 13 + 13);
};

impl Public {
    /// The seat that has taken every point.
    pub(crate) fn shooter(&self) -> Option<Seat> {
        Seat::all(SEATS).find(|seat| self.taken[seat.index()] == ALL)
    }

    /// The points of the deal as it stands. [H11] [H12]
    pub(crate) fn points(&self, moon: Moon) -> [i16; 4] {
        let shooter = self.shooter();
        std::array::from_fn(|i| match (shooter, moon) {
            (None, _) => self.taken[i].into(),
            (Some(seat), Moon::Others) => {
                if seat.index() == i {
                    0
                } else {
                    ALL.into()
                }
            }
            (Some(seat), Moon::Own) => {
                if seat.index() == i {
                    -i16::from(ALL)
                } else {
                    0
                }
            }
        })
    }
}

/// The state that one deal passes to the next.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Standing {
    /// The dealer of the next deal.
    pub dealer: Seat,
    /// How many deals have been played.
    pub played: u16,
    /// The points so far: few are good.
    pub totals: [i16; 4],
}

impl Standing {
    /// [H2] Seat 0 deals first.
    pub(crate) fn start(seats: u8) -> Result<Standing, SeatsError> {
        SeatsError::check::<Hearts>(seats)?;
        Ok(Standing { dealer: Seat::new(0), played: 0, totals: [0; 4] })
    }

    /// [H2] The deal passes clockwise.
    pub(crate) fn after(mut self, points: [i16; 4]) -> Standing {
        self.dealer = self.dealer.after(1, SEATS);
        self.played += 1;
        for (total, points) in self.totals.iter_mut().zip(points) {
            *total += points;
        }
        self
    }

    /// [H13] When a total has reached the limit the lowest one wins, equal ones together.
    pub(crate) fn ranking(&self, rules: &Rules) -> Option<PerSeat<u8>> {
        self.totals.iter().any(|&total| total >= rules.to().into()).then(|| {
            PerSeat::from_fn(SEATS, |seat| {
                self.totals.iter().filter(|&&total| total < self.totals[seat.index()]).count() as u8
            })
        })
    }
}

/// A standing can be stored and sent: it holds nothing that is hidden.
const fn _standing_is_data<T: Data>() {}
const _: () = _standing_is_data::<Standing>();
