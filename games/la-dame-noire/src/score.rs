//! The worth of cards, and the points of a deal.

use cards::{CardSet, Rank, Suit};
use serde::{Deserialize, Serialize};

use crate::combination::QUEEN_OF_SPADES;
use crate::state::{Phase, Public};

/// Returns the worth of cards: each spade 1, each queen 5, but the queen of spades 10. [D18]
pub const fn worth(cards: CardSet) -> u8 {
    let bits = cards.bits();
    let spades = (bits & CardSet::suit(Suit::Spades).bits()).count_ones();
    let queens = (bits & CardSet::rank(Rank::Queen).bits()).count_ones();
    // The queen of spades already counts 6: 1 as a spade and 5 as a queen.
    (spades + 5 * queens + 4 * cards.has(QUEEN_OF_SPADES) as u32) as u8
}

/// [D18] The worth of all cards: 12 spades, three queens and the queen of spades.
const TOTAL: u8 = 37;
const _: () = assert!(worth(CardSet::FULL) == TOTAL && 12 + 15 + 10 == TOTAL);

/// [D20] The bonuses of the first, second, third and last seat to go out.
pub(crate) const BONUS: [i16; 4] = [20, 10, 5, 0];

/// The parts of a seat's points.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Award {
    /// The points in the seat's pile.
    pub pile: i16,
    /// The part of `pile` that does not count because the seat is last. [D19]
    pub trashed: i16,
    /// The gain of a coup: the points in the pile of the last seat. [D19]
    pub coup: i16,
    /// The bonus for going out. [D20]
    pub bonus: i16,
    /// The points of the bet that the seat has won or lost. [D21]
    pub bet: i16,
}

impl Award {
    /// Returns the sum of the parts.
    pub fn points(self) -> i16 {
        self.pile - self.trashed + self.coup + self.bonus + self.bet
    }
}

impl Public {
    /// Returns the awards of the deal. During the deal, these are the awards so far: the piles, the bonuses and, once a
    /// seat is out, the bet. The last seat loses the points of its pile only at the end.
    pub(crate) fn awards(&self) -> [Award; 4] {
        let mut awards = self.piles.map(|pile| Award { pile: worth(pile).into(), ..Award::default() });
        let Some(first) = self.out.first() else { return awards };
        for (seat, bonus) in self.out.seats().iter().zip(BONUS) {
            awards[seat.index()].bonus = bonus;
        }
        if let Some((holder, points)) = self.bet {
            // [D21] The holder of the bet gains it if it went out first, and loses it otherwise.
            let points = i16::from(points);
            awards[holder.index()].bet = if holder == first { points } else { -points };
        }
        if self.phase == Phase::Over {
            let last = self.out.seats()[3];
            let pile = awards[last.index()].pile;
            // [D19] The last seat's pile scores nothing. After a coup on that seat, the first seat gets the points of
            // the pile.
            awards[last.index()].trashed = pile;
            if self.coup == Some(last) {
                awards[first.index()].coup = pile;
            }
        }
        awards
    }
}
