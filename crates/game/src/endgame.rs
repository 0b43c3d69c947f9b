//! The end of a deal with all cards open, exactly, for any game in which one seat after the other acts.

use crate::{Game, PerSeat, Seat, Turn};

/// Plays a deal to its end, each action the best for the team of the seat that acts (max^n, Luckhardt and Irani 1986);
/// of equally good ones the first. If that takes more than `most` positions, or several seats could act at once, the deal
/// stays as it is. Returns how many positions were looked at.
///
/// A game that never ends unless somebody wants it to must see to it that its ends are near: this follows every line.
pub fn best_play<G: Game>(deal: &mut G, most: u32) -> Option<u32> {
    let mut search = Search { left: most, line: Vec::new() };
    search.best(deal)?;
    for (seat, action) in search.line.into_iter().rev() {
        deal.apply(seat, action);
    }
    Some(most - search.left)
}

/// Who does what, one after the other.
type Line<G> = Vec<(Seat, <G as Game>::Action)>;

struct Search<G: Game> {
    /// How many more positions may be looked at.
    left: u32,
    /// The best line from the position that was looked at last, backwards.
    line: Line<G>,
}

impl<G: Game> Search<G> {
    fn best(&mut self, deal: &G) -> Option<PerSeat<f32>> {
        self.left = self.left.checked_sub(1)?;
        let (must, may) = match deal.turn() {
            Turn::Over => {
                self.line.clear();
                return Some(G::value(deal.rules(), &deal.settle()));
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
        let mut best: Option<(PerSeat<f32>, Line<G>)> = None;
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
