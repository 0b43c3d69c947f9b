//! The penalties of cards, and the awards of a deal.

use cards::{Card, Rank, Suit};

/// [S5] The points that a trick awards.
pub(crate) const TRICK: i16 = 10;

/// [S5] The queen of spades.
const QUEEN_OF_SPADES: Card = Card::new(Rank::Queen, Suit::Spades);

/// Returns the points that a card costs the seat that takes it. A heart costs its rank (jack 11, queen 12, king 13, ace
/// 14), the queen of spades 26, and other cards 0. [S5]
pub const fn penalty(card: Card) -> i16 {
    PENALTY[card.bit() as usize]
}

/// Returns the terms whose sum is the worth of a trick: ten, and the negated penalty of each card. [S5]
pub(crate) fn worth_in_parts(cards: &[Card]) -> Vec<i16> {
    std::iter::once(TRICK).chain(cards.iter().map(|&card| -penalty(card))).collect()
}

/// [S5] The penalty of each card, indexed by the bit of the card.
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

/// [S5] Checks that the tricks award 130 points and that the cards cost 130.
const _: () = {
    let mut sum = 0;
    let mut i = 0;
    while i < 52 {
        sum += penalty(Card::at(i));
        i += 1;
    }
    assert!(sum == 13 * TRICK && sum == 130);
};
