//! Positions of a deal, legal actions and their effects.

use super::{Action, CARDS, PILES, Source, View};

/// The places of the cards. A card is represented by its number, and 0 means no card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StairsState {
    /// The top card of the stairs.
    pub(super) stairs: u8,
    pub(super) hand: u8,
    piles: [[u8; CARDS]; PILES],
    lengths: [u8; PILES],
    pub(super) turned: u8,
}

impl StairsState {
    pub(super) const START: StairsState =
        StairsState { stairs: 0, hand: 0, piles: [[0; CARDS]; PILES], lengths: [0; PILES], turned: 0 };

    /// Returns the cards of a pile, from the bottom to the top.
    pub(super) fn pile(&self, pile: u8) -> &[u8] {
        let pile = usize::from(pile);
        &self.piles[pile][..usize::from(self.lengths[pile])]
    }

    /// Visits every legal action of a deal with this number of piles, in ascending order.
    pub(super) fn legal(&self, piles: u8, mut visit: impl FnMut(Action)) {
        if self.hand > 0 {
            (0..piles).for_each(|pile| visit(Action::Place(pile)));
        } else if usize::from(self.turned) < CARDS {
            visit(Action::Turn);
        }
        let next = self.stairs + 1;
        for pile in (0..piles).filter(|pile| self.pile(*pile).last() == Some(&next)) {
            visit(Action::Up(Source::Pile(pile)));
        }
        if self.hand == next {
            visit(Action::Up(Source::Hand));
        }
    }

    pub(super) fn apply(&mut self, order: &[u8; CARDS], action: Action) {
        match action {
            Action::Turn => {
                self.hand = order[usize::from(self.turned)];
                self.turned += 1;
            }
            Action::Place(pile) => {
                let pile = usize::from(pile);
                self.piles[pile][usize::from(self.lengths[pile])] = std::mem::take(&mut self.hand);
                self.lengths[pile] += 1;
            }
            Action::Up(from) => {
                self.stairs += 1;
                match from {
                    Source::Hand => self.hand = 0,
                    Source::Pile(pile) => {
                        let pile = usize::from(pile);
                        self.lengths[pile] -= 1;
                        self.piles[pile][usize::from(self.lengths[pile])] = 0;
                    }
                }
            }
        }
    }

    /// Returns a hash of the places of the cards.
    pub(super) fn signature(&self) -> u64 {
        let cards = self.piles.iter().flatten().chain([&self.stairs, &self.hand, &self.turned]);
        cards.fold(0xcbf2_9ce4_8422_2325, |hash, card| (hash ^ u64::from(*card)).wrapping_mul(0x0100_0000_01b3))
    }

    pub(super) fn of(view: &View) -> StairsState {
        let mut state = StairsState { stairs: view.stairs, ..StairsState::START };
        state.hand = view.hand.map_or(0, |card| card.0);
        state.turned = CARDS as u8 - view.stock;
        for (pile, cards) in view.piles.iter().enumerate() {
            for (place, card) in cards.iter().enumerate() {
                state.piles[pile][place] = card.0;
            }
            state.lengths[pile] = cards.len() as u8;
        }
        state
    }
}
