//! Fast random play.

use game::{Playout, Rng, Seat};

use crate::score::CALL_LIMIT;
use crate::state::Phase;
use crate::{Action, Kael, Source};

/// Plays at random, except for calls. A player that may call calls with 5 or less and never with more. Uniform play
/// would end most deals almost immediately by a mistake [K18]. On the player's own turn, all lays and a cut have equal
/// chances. Deck and pile have equal chances. Each possible claim (a cut out of turn or a good draw) has the same
/// chance as making no claim. A deal may last for ever [K22], but low hands occur often.
impl Playout for Kael {
    fn random(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        let hand = self.hands[seat.index()];
        if seat != self.next {
            return random_claim(self, seat, rng);
        }
        match self.phase {
            Phase::Deal => {
                let mut sizes = 0;
                let mut chosen = 2;
                for size in crate::state::SIZES {
                    if self.can_deal(size) {
                        sizes += 1;
                        if rng.below(sizes) == 0 {
                            chosen = size;
                        }
                    }
                }
                Some(Action::Deal(chosen))
            }
            Phase::Play => {
                if self.callable() && hand.value() <= CALL_LIMIT {
                    return Some(Action::Kael);
                }
                let lays = hand.size();
                if let Some((card, count)) = self.cut(seat)
                    && rng.below(lays + 1) == 0
                {
                    return Some(Action::Cut(card, count));
                }
                if lays == 0 {
                    return Some(random_draw(self, rng));
                }
                // Lays the chosen card and all cards of its value before it in the hand. So each possible lay belongs
                // to exactly one card of the hand, and all lays have equal chances.
                let (card, count) = hand.nth(rng.below(lays));
                Some(Action::Lay(card, count as u8))
            }
            Phase::Draw { .. } => Some(random_draw(self, rng)),
            Phase::Show => match self.cut(seat) {
                Some((card, count)) if rng.below(2) == 0 => Some(Action::Cut(card, count)),
                _ => Some(Action::Show),
            },
            Phase::Over => unreachable!("the deal goes on"),
        }
    }

    fn first_asked(&self) -> Seat {
        self.next
    }
}

/// Draws from the deck or the pile. If both are possible, they have equal chances.
fn random_draw(deal: &Kael, rng: &mut Rng) -> Action {
    let pile = deal.under().is_some() && rng.below(2) == 0;
    Action::Draw(if pile { Source::Pile } else { Source::Deck })
}

/// Chooses one of the claims of the seat, or "not now", with equal chances.
fn random_claim(deal: &Kael, seat: Seat, rng: &mut Rng) -> Option<Action> {
    let good = (deal.good() == Some(seat)).then_some(Action::Good);
    let cut = deal.cut(seat).map(|(card, count)| Action::Cut(card, count));
    match (good, cut) {
        (Some(good), Some(cut)) => [None, Some(good), Some(cut)][rng.below(3) as usize],
        (claim, None) | (None, claim) => claim.filter(|_| rng.below(2) == 0),
    }
}
