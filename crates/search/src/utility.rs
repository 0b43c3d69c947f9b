//! The utility of a finished playout for the seats of a search.

use game::{Game, PerSeat, Seat};

/// Returns the utility of a finished deal for a seat ([`game::utility`]). The utility of an unfinished deal is 0.
pub(crate) fn utility<G: Game>(deal: &G, seat: Seat) -> f64 {
    if deal.turn().is_over() { game::utility::<G>(deal.rules(), &deal.next_standing(), seat) } else { 0.0 }
}

pub(crate) fn utilities<G: Game>(deal: &G) -> PerSeat<f64> {
    if deal.turn().is_over() {
        game::utilities::<G>(deal.rules(), &deal.next_standing())
    } else {
        PerSeat::new(deal.points().seats(), 0.0)
    }
}
