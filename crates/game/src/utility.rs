//! The utility that search and arena maximise.

use crate::{Game, PerSeat, Seat, SeatSet};

/// Returns the utility of a standing for a seat: the mean [`Game::value`] of its team minus the mean of all other
/// seats. In a game of one seat or of one team it is the mean of the team.
pub fn utility<G: Game>(rules: &G::Rules, standing: &G::Standing, seat: Seat) -> f64 {
    let values = G::value(rules, standing);
    relative_utility(values.seats(), G::team(rules, values.seats(), seat), |seat| values[seat].into())
}

/// Returns the utility of a standing for every seat.
pub fn utilities<G: Game>(rules: &G::Rules, standing: &G::Standing) -> PerSeat<f64> {
    let values = G::value(rules, standing);
    let seats = values.seats();
    PerSeat::from_fn(seats, |seat| relative_utility(seats, G::team(rules, seats, seat), |seat| values[seat].into()))
}

/// Returns the mean of a team's numbers minus the mean of all other seats' numbers.
pub fn relative_utility(seats: u8, team: SeatSet, number: impl Fn(Seat) -> f64) -> f64 {
    let own: f64 = team.into_iter().map(&number).sum();
    let all: f64 = Seat::all(seats).map(&number).sum();
    let mean = own / f64::from(team.len());
    match u32::from(seats) - team.len() {
        0 => mean,
        others => mean - (all - own) / f64::from(others),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_partner_is_no_opponent() {
        let numbers = [10.0, 1.0, 20.0, 3.0];
        let of = |team: SeatSet| relative_utility(4, team, |seat| numbers[seat.index()]);
        let first = SeatSet::only(Seat::new(0));
        assert_eq!(of(first), 10.0 - 24.0 / 3.0);
        assert_eq!(of(first | SeatSet::only(Seat::new(2))), 15.0 - 2.0);
        assert_eq!(relative_utility(1, first, |_| 7.0), 7.0);
        assert_eq!(of(SeatSet::all(4)), 8.5, "one team has no opponent");
    }
}
