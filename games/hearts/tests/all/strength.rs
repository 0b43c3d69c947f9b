//! The strength of the rule player against three random players. The weights were tuned on deals 1,000,001 and up. The
//! test plays other deals, 1 to 2,000. The rule player has each seat in turn, and each direction of passing occurs in
//! turn.

use cards::Seed;
use game::{Game, Playout, Policy, Rng, Seat, Shuffles, Viewer};
use hearts::{Hearts, Rules, Standing};

#[test]
fn the_rule_player_takes_less_than_two_points_a_deal_where_others_take_eight() {
    let found: Vec<[f64; 2]> = (1..=2_000).map(points).collect();
    let deals = found.len() as f64;
    let mean = |i: usize| found.iter().map(|points| points[i]).sum::<f64>() / deals;
    let (own, others) = (mean(0), mean(1));
    let variance = found.iter().map(|[own, others]| (own - others - mean(0) + mean(1)).powi(2)).sum::<f64>();
    let interval = 1.96 * (variance / (deals - 1.0) / deals).sqrt();
    println!(
        "the rule player {own:.2} points a deal, three random players {others:.2}; ± {interval:.2}, {deals} deals"
    );
    assert!(others - own - interval >= 6.0, "{own:.2} against {others:.2} ± {interval:.2}");
}

/// Returns the points of the rule player in a deal, and the mean points of the three other players.
fn points(number: u64) -> [f64; 2] {
    let rules = Rules::default();
    let standing = Standing { played: (number / 4 % 4) as u16, ..Hearts::start(&rules, 4).unwrap() };
    let mut deal = Hearts::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
    let mut rng = Rng::new(number);
    let mut legal = Vec::new();
    let player = Seat::new((number % 4) as u8);
    while let Some(seat) = deal.turn().must().first() {
        let action = if seat == player {
            legal.clear();
            deal.legal(seat, &mut legal);
            Hearts::suggest(&deal.view(Viewer::Seat(seat)), &legal, true, &mut rng)
        } else {
            deal.random(seat, &mut rng)
        };
        deal.apply(seat, action.expect("play waits for this seat"));
    }
    let own = deal.points()[player].expect("all four play");
    let all: i32 = deal.points().iter().flatten().sum();
    [own.into(), f64::from(all - own) / 3.0]
}
