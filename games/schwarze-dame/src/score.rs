//! The penalties of cards, and the awards of a deal.

use cards::{Card, Rank, Suit};

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
