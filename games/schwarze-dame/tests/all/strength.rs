//! The strength of the rule player against three random players, about +14 points a deal. The weights were tuned on
//! deals 1,000,001 and up. The test plays other deals, 1 to 2,000. The rule player has each seat in turn.

use cards::Seed;
use game::{Game, Playout, Policy, Rng, Shuffles, Viewer};
use schwarze_dame::{Rules, SchwarzeDame};

#[test]
fn the_rule_player_gains_ten_points_a_deal() {
    let points: Vec<f64> = (1..=2_000).map(|number| points(number).into()).collect();
    let deals = points.len() as f64;
    let mean = points.iter().sum::<f64>() / deals;
    let variance = points.iter().map(|p| (p - mean).powi(2)).sum::<f64>() / (deals - 1.0);
    let interval = 1.96 * (variance / deals).sqrt();
    println!("the rule player against three random players: {mean:+.2} ± {interval:.2} points a deal, {deals} deals");
    assert!(mean - interval >= 10.0, "{mean:+.2} ± {interval:.2}");
    // A result clearly below that of the tuned weights shows that something is broken.
    assert!(mean + interval >= 14.0, "{mean:+.2} ± {interval:.2}");
}

/// Returns the points of the rule player in a deal.
fn points(number: u64) -> i32 {
    let rules = Rules::default();
    let standing = SchwarzeDame::start(&rules, 4).unwrap();
    let mut deal = SchwarzeDame::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
    let mut rng = Rng::new(number);
    let mut legal = Vec::new();
    let player = game::Seat::new((number % 4) as u8);
    while let Some(seat) = deal.turn().must().first() {
        let action = if seat == player {
            legal.clear();
            deal.legal(seat, &mut legal);
            SchwarzeDame::suggest(&deal.view(Viewer::Seat(seat)), &legal, true, &mut rng)
        } else {
            deal.random(seat, &mut rng)
        };
        deal.apply(seat, action.expect("play waits for this seat"));
    }
    deal.points()[player].expect("all four play")
}
