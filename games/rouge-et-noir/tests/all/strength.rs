//! The share of deals that the rule player wins from its view alone. The player was tuned on numbered deals from
//! 1,000,001 upwards and is measured on the first deals. `RN_DEALS=2000 cargo test --release -p rouge-et-noir --test
//! all strength -- --nocapture` plays the deals 1 to 2,000. Without the variable, the test plays fewer deals, and only
//! checks that the player has not become worse.

use cards::Seed;
use game::{Game, Policy, Rng, Shuffles, Viewer};
use rouge_et_noir::{FillEmpty, RougeEtNoir, Rules};

use crate::table::SEAT;

/// Plays the numbered deals from 1 on and returns how many of 1,000 are won.
fn won(fill: FillEmpty, redeals: Option<u8>, deals: u64, cap: u32) -> u64 {
    let rules = Rules::new(fill, redeals).unwrap();
    let deals = std::env::var("RN_DEALS").map_or(deals, |n| n.parse().expect("a number of deals"));
    let standing = RougeEtNoir::start(&rules, 1).unwrap();
    let (mut won, mut actions) = (0, 0);
    for number in 1..=deals {
        let mut deal = RougeEtNoir::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)));
        let mut rng = Rng::new(number);
        let mut legal = Vec::new();
        for _ in 0..cap {
            if deal.turn().is_over() {
                break;
            }
            legal.clear();
            deal.legal(SEAT, &mut legal);
            let action = RougeEtNoir::suggest(&deal.view(Viewer::Seat(SEAT)), &legal, true, &mut rng);
            deal.apply(SEAT, action.expect("it must act"));
            actions += 1;
        }
        won += u64::from(deal.view(Viewer::Public).won);
    }
    let share = won as f64 / deals as f64;
    println!(
        "{fill:?}, redeals {redeals:?}: {won} of {deals} won, {:.1} %, {} actions a deal",
        share * 100.0,
        actions / deals
    );
    won * 1000 / deals
}

#[test]
fn r10_with_one_redeal_it_wins_nearly_always() {
    assert!(won(FillEmpty::Choice, Some(1), 60, 5_000) >= 950);
}

#[test]
fn r10_with_redeals_without_end_it_always_wins() {
    assert_eq!(won(FillEmpty::Choice, None, 20, 20_000), 1000);
    assert_eq!(won(FillEmpty::AtOnce, None, 20, 20_000), 1000);
}

#[test]
fn r9_at_once_it_wins_nearly_always_too() {
    assert!(won(FillEmpty::AtOnce, Some(1), 40, 5_000) >= 900);
}

/// A lost deal is not over as long as any action is legal, so the player gives up at the cap.
#[test]
fn r10_without_redeal_it_wins_one_in_eight() {
    assert!(won(FillEmpty::Choice, Some(0), 60, 900) >= 80);
}
