//! The penalties of cards, and the points of a deal.

use cards::{Card, CardSet, Rank, Suit};
use game::Seat;
use tricks::SEATS;

use crate::Moon;
use crate::state::Public;

/// [H11] The queen of spades.
pub(crate) const QUEEN: Card = Card::new(Rank::Queen, Suit::Spades);

/// [H11] The cards that cost points.
pub(crate) const POINTS: CardSet = CardSet::from_bits(CardSet::suit(Suit::Hearts).bits() | CardSet::only(QUEEN).bits());

/// [H11] The sum of all points of a deal.
pub(crate) const ALL: u8 = 26;

/// Returns the points that a card costs the seat that takes it: a heart 1, the queen of spades 13, other cards 0. [H11]
pub const fn penalty(card: Card) -> u8 {
    PENALTY[card.bit() as usize]
}

pub(crate) fn costs(cards: &[Card]) -> Vec<i16> {
    cards.iter().map(|&card| penalty(card).into()).collect()
}

/// [H11] The penalty of each card, indexed by the bit of the card.
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

/// [H11] Checks that the penalties of a deal add up to 26.
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
    /// Returns the seat that has taken all 26 points, if there is one.
    pub(crate) fn shooter(&self) -> Option<Seat> {
        Seat::all(SEATS).find(|seat| self.taken[seat.index()] == ALL)
    }

    /// Returns the points of the deal so far. [H11] [H12]
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
