//! Exact play of the end of a deal with all cards open, for any game in which the seats act one after the other.

use crate::{Game, PerSeat, Seat, Turn};

/// The companion of [`Game`] that plays the end of a deal exactly.
pub trait Endgame: Game {
    /// If the end is near enough for exact search, plays a complete deal to its end. Otherwise does nothing. Each seat
    /// plays as well as possible with all cards open. Returns the number of rollouts that take about the same time.
    fn play_out(&mut self) -> Option<u32> {
        None
    }
}

/// Plays a deal to its end (max^n, Luckhardt and Irani 1986). Each action is the best for the team of the seat that
/// acts. Of equally good actions, chooses the first. If the search takes more than `most` positions or several seats
/// can act at the same time, does not change the deal. Returns the number of positions searched.
///
/// The search follows every line. A game that players can prolong without limit must call it only near the end.
pub fn best_play<G: Game>(deal: &mut G, most: u32) -> Option<u32> {
    let mut search = BestPlay { left: most, line: Vec::new() };
    search.best(deal)?;
    for (seat, action) in search.line.into_iter().rev() {
        deal.apply(seat, action);
    }
    Some(most - search.left)
}

/// The actions of a line of play, in reverse order.
type Variation<G> = Vec<(Seat, <G as Game>::Action)>;

struct BestPlay<G: Game> {
    /// The number of positions that may still be searched.
    left: u32,
    /// The best line from the last searched position, in reverse order.
    line: Variation<G>,
}

impl<G: Game> BestPlay<G> {
    fn best(&mut self, deal: &G) -> Option<PerSeat<f32>> {
        self.left = self.left.checked_sub(1)?;
        let (must, may) = match deal.turn() {
            Turn::Over => {
                self.line.clear();
                return Some(G::value(deal.rules(), &deal.next_standing()));
            }
            Turn::Open { must, may } => (must, may),
        };
        if must.len() != 1 || !may.is_empty() {
            return None;
        }
        let seat = must.first().expect("one seat");
        let sum = |values: &PerSeat<f32>| -> f32 {
            G::team(deal.rules(), values.seats(), seat).into_iter().map(|partner| values[partner]).sum()
        };
        let mut legal = Vec::new();
        deal.legal(seat, &mut legal);
        let mut best: Option<(PerSeat<f32>, Variation<G>)> = None;
        for action in legal {
            let mut next = deal.clone();
            next.apply(seat, action);
            let values = self.best(&next)?;
            if best.as_ref().is_none_or(|(most, _)| sum(&values) > sum(most)) {
                self.line.push((seat, action));
                best = Some((values, std::mem::take(&mut self.line)));
            }
        }
        let (values, line) = best.expect("a seat that must act has an action");
        self.line = line;
        Some(values)
    }
}
