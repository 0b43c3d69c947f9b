//! Small positions of small packs, in which tests can try every line.

use cards::{Card, split};
use game::Rng;

use super::SUITS;
use super::position::Face;
use super::puzzle::Talon;
use crate::FillEmpty;

/// Returns a random position from the middle of a deal with few ranks and columns. It is so small that an exhaustive
/// search visits only some hundred positions. `fill` is the option of the rules. There are 0 or 1 redeals.
pub fn small(rng: &mut Rng, fill: FillEmpty) -> Talon {
    let ranks = 5 + rng.below(3) as u8;
    let width = 1 + rng.below(3) as usize;
    let redeals = u8::from(rng.chance(0.25));
    // The foundations are raised until only about `cards` cards are left for columns and talon.
    let cards = 8 + rng.below(12) as usize;
    let mut found = [0x11u8; 4];
    let mut left = 8 * (usize::from(ranks) - 1);
    while left > cards {
        let suit = rng.below(4) as usize;
        let (high, low) = (found[suit] >> 4, found[suit] & 15);
        if rng.chance(0.5) && high < ranks {
            found[suit] += 16;
            left -= 1;
        } else if low < high {
            found[suit] += 1;
            left -= 1;
        }
    }
    let mut deck = Vec::new();
    for suit in 0..4u8 {
        let f = found[usize::from(suit)];
        for top in [f >> 4, f & 15] {
            deck.extend((top + 1..=ranks).map(|rank| Face::new(rank, suit)));
        }
    }
    rng.shuffle(&mut deck);
    // Columns contain only cards that fit on each other, as in play.
    let mut columns: Vec<Vec<Face>> = Vec::new();
    for _ in 0..width {
        let Some(base) = deck.pop() else { break };
        let mut column = vec![base];
        let wanted = rng.below(4) as usize;
        while column.len() <= wanted {
            let top = column[column.len() - 1];
            let fits = |face: &Face| face.rank() + 1 == top.rank() && face.colour() != top.colour();
            let Some(at) = deck.iter().position(fits) else { break };
            column.push(deck.swap_remove(at));
        }
        if fill == FillEmpty::Choice && rng.chance(0.2) {
            deck.append(&mut column);
        }
        columns.push(column);
    }
    rng.shuffle(&mut deck);
    let turned = rng.below(deck.len() as u32 + 1) as u8;
    Talon::new(deck, turned, &columns, found, fill, Some(redeals))
}

/// Returns a position from text. `columns` and the discard pile are written from the bottom up, the stock from its top.
/// `found` has the tops of the two foundations of clubs, diamonds, hearts and spades, the lower one first.
///
/// # Panics
/// If the text is not a position.
pub fn written(columns: &[&str], found: [[u8; 2]; 4], [discard, stock]: [&str; 2], fill: FillEmpty) -> Talon {
    let faces = |text: &str| -> Vec<Face> {
        split::<Card>(text).expect("cards are written").into_iter().map(Face::from).collect()
    };
    let columns: Vec<Vec<Face>> = columns.iter().map(|text| faces(text)).collect();
    let turned = faces(discard).len() as u8;
    let found = SUITS.map(|suit| {
        let [low, high] = found[suit as usize];
        high << 4 | low
    });
    Talon::new([faces(discard), faces(stock)].concat(), turned, &columns, found, fill, Some(0))
}
