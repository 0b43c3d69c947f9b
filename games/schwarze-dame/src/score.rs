//! The penalties of cards, the awards of a deal, and the match.

use cards::{Card, Rank, Suit};
use game::{Data, PerSeat, Seat, SeatsError};
use serde::{Deserialize, Serialize};
use tricks::SEATS;

use crate::{Rules, SchwarzeDame};

/// [S5] What each trick awards.
pub(crate) const TRICK: i16 = 10;

/// [S5] The queen of spades.
const QUEEN_OF_SPADES: Card = Card::new(Rank::Queen, Suit::Spades);

/// [S5] What a card costs the seat that takes it: a heart what stands on it (jack 11, queen 12, king 13, ace 14), the
/// queen of spades 26, other cards nothing.
pub const fn penalty(card: Card) -> i16 {
    PENALTY[card.bit() as usize]
}

/// [S5] The worth of a trick as a sum: ten, then less what each card costs.
pub(crate) fn worth_in_parts(cards: &[Card]) -> Vec<i16> {
    std::iter::once(TRICK).chain(cards.iter().map(|&card| -penalty(card))).collect()
}

/// [S5] The penalty of each card, by its bit.
const PENALTY: [i16; 64] = {
    let mut table = [0; 64];
    let mut rank = 0;
    while rank < 13 {
        table[Card::new(Rank::ALL[rank], Suit::Hearts).bit() as usize] = rank as i16 + 2;
        rank += 1;
    }
    table[QUEEN_OF_SPADES.bit() as usize] = 26;
    table
};

/// [S5] 130 points plus and 130 points minus.
const _: () = {
    let mut sum = 0;
    let mut i = 0;
    while i < 52 {
        sum += penalty(Card::at(i));
        i += 1;
    }
    assert!(sum == 13 * TRICK && sum == 130);
};

/// The state that one deal passes to the next.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Standing {
    /// The dealer of the next deal.
    pub dealer: Seat,
    /// How many deals have been played.
    pub played: u8,
    /// The balances so far.
    pub totals: [i16; 4],
}

impl Standing {
    /// [S7] Seat 0 deals first.
    pub(crate) fn start(seats: u8) -> Result<Standing, SeatsError> {
        SeatsError::check::<SchwarzeDame>(seats)?;
        Ok(Standing { dealer: Seat::new(0), played: 0, totals: [0; 4] })
    }

    /// [S6] The deal passes clockwise.
    pub(crate) fn after(mut self, points: [i16; 4]) -> Standing {
        self.dealer = self.dealer.after(1, SEATS);
        self.played += 1;
        for (total, points) in self.totals.iter_mut().zip(points) {
            *total += points;
        }
        self
    }

    /// [S6] After the last deal the best total wins, equal ones together.
    pub(crate) fn ranking(&self, rules: &Rules) -> Option<PerSeat<u8>> {
        (self.played >= rules.deals()).then(|| {
            PerSeat::from_fn(SEATS, |seat| {
                self.totals.iter().filter(|&&total| total > self.totals[seat.index()]).count() as u8
            })
        })
    }
}

/// A standing can be stored and sent: it holds nothing that is hidden.
const fn _standing_is_data<T: Data>() {}
const _: () = _standing_is_data::<Standing>();
