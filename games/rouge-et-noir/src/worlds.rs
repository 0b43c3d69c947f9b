//! Deals that agree with everything that the player has seen. Only the order of the stock is hidden. So a sampled deal
//! has the unseen cards, in any order, at the places of the stock that the player does not know.
//!
//! All orders of the unseen cards are equally likely. Cards that were turned up before an undo are known, and no other
//! action reveals anything about deeper cards.

use cards::{Card, Rank};
use game::{Rng, Shuffles, Worlds};

use crate::position::{Position, TALON, TalonOrder};
use crate::state::{Last, Memory};
use crate::tableau::{Foundations, Tableau, value};
use crate::{RougeEtNoir, View};

/// The data from which worlds are drawn, computed once for a view.
pub struct Sampler {
    /// A world in which the unseen cards, in the order of the pack, fill the unknown places of the talon order.
    world: RougeEtNoir,
    /// The range of places that the player does not know.
    from: usize,
    to: usize,
}

impl Worlds for RougeEtNoir {
    type Sampler = Sampler;

    fn sampler(view: &View) -> Sampler {
        assert!(view.seat.is_some(), "worlds are sampled for a seat");
        let (world, known) = view.world();
        Sampler { from: known, to: view.talon_len(), world }
    }

    fn sample(sampler: &Sampler, rng: &mut Rng) -> RougeEtNoir {
        let mut world = sampler.world.clone();
        world.shuffles = Shuffles::of_world(rng.bits());
        rng.shuffle(&mut world.order[sampler.from..sampler.to]);
        world
    }
}

impl View {
    /// Returns the number of cards in discard pile, hand and stock.
    fn talon_len(&self) -> usize {
        self.discard.len() + usize::from(self.hand.is_some()) + usize::from(self.stock)
    }

    /// Returns one deal that agrees with this view, and the number of places of its talon order that the player knows.
    /// The unseen cards are in the order of the pack.
    pub(crate) fn world(&self) -> (RougeEtNoir, usize) {
        let mut foundations = Foundations::START;
        let mut unseen = Unseen::ALL;
        for top in self.foundations.iter().flatten() {
            for rank in 2..=value(*top) {
                let card = crate::tableau::card_of(rank, top.suit());
                foundations.put(card);
                unseen.see(card);
            }
        }
        let tableaus: [Tableau; 8] = std::array::from_fn(|spot| {
            let mut tableau = Tableau::EMPTY;
            for &card in &self.tableaus[spot] {
                tableau.push(card);
                unseen.see(card);
            }
            tableau
        });
        let mut order: TalonOrder = [Card::at(0); TALON];
        let open = self.discard.iter().chain(&self.hand).chain(&self.known);
        let mut known = 0;
        for (place, &card) in order.iter_mut().zip(open) {
            *place = card;
            unseen.see(card);
            known += 1;
        }
        let talon = self.talon_len();
        for (place, card) in order[..talon].iter_mut().skip(known).zip(unseen.cards()) {
            *place = card;
        }
        let counts = (self.discard.len(), self.hand.is_some(), usize::from(self.stock));
        let memory = Memory {
            seen: known as u8,
            moves: self.moves,
            since_turn: self.since_turn,
            redeals_used: self.redeals_used,
            last: self.last.as_ref().map(|last| {
                let mut filled = [None; 8];
                for filling in &last.filled {
                    filled[filling.tableau.index()] = Some(filling.origin);
                }
                Last { action: last.action, card: last.card, filled }
            }),
        };
        let world = RougeEtNoir {
            order,
            position: Position::of(tableaus, foundations, counts, self.redeals_left),
            memory,
            rules: self.rules,
            shuffles: Shuffles::of_world(0),
        };
        (world, known)
    }
}

/// The number of unseen copies of each card.
struct Unseen([u8; 52]);

impl Unseen {
    /// The counts before any card has been seen: two copies of each card, but no aces, which are face up from the
    /// beginning. The counts are a constant, because each sampler starts from them.
    const ALL: Unseen = {
        let mut counts = [2; 52];
        let mut i = 0;
        while i < counts.len() {
            if matches!(Card::at(i).rank(), Rank::Ace) {
                counts[i] = 0;
            }
            i += 1;
        }
        Unseen(counts)
    };

    fn see(&mut self, card: Card) {
        let count = &mut self.0[card.index()];
        *count = count.checked_sub(1).expect("a view shows each card at most as often as the pack has it");
    }

    /// Returns the unseen cards in the order of the pack.
    fn cards(&self) -> impl Iterator<Item = Card> {
        self.0.iter().enumerate().flat_map(|(i, &count)| (0..count).map(move |_| Card::at(i)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before_a_card_is_seen_all_of_the_pack_are_unseen() {
        let mut pack = crate::state::pack();
        pack.sort_unstable();
        assert_eq!(Unseen::ALL.cards().collect::<Vec<_>>(), pack);
    }
}
