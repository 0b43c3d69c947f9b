//! What a deal that was played out is worth to those who searched it.

use game::{Game, PerSeat, Seat};

/// A rollout that takes longer than this counts as worth nothing to anybody.
pub(crate) const LONGEST_ROLLOUT: u32 = 5_000;

/// What the deal is worth to a seat: [`Game::value`] of its standing after the deal against the mean of the others'.
pub(crate) fn worth<G: Game>(deal: &G, seat: Seat) -> f64 {
    if !deal.turn().is_over() {
        return 0.0;
    }
    against_the_others(&G::value(deal.rules(), &deal.settle()), seat)
}

/// The same for every seat.
pub(crate) fn worths<G: Game>(deal: &G) -> PerSeat<f64> {
    if !deal.turn().is_over() {
        return PerSeat::new(deal.points().seats(), 0.0);
    }
    let values = G::value(deal.rules(), &deal.settle());
    PerSeat::from_fn(values.seats(), |seat| against_the_others(&values, seat))
}

/// A value against the mean of the others': how [`Estimate`](crate::Estimate) counts.
pub fn against_the_others(values: &PerSeat<f32>, seat: Seat) -> f64 {
    let own = f64::from(values[seat]);
    let all: f64 = values.iter().map(|value| f64::from(*value)).sum();
    match values.seats() {
        1 => own,
        seats => own - (all - own) / f64::from(seats - 1),
    }
}
