//! Verdicts on Rouge et Noir.

use std::sync::atomic::AtomicBool;

use cards::Seed;
use game::{Game, Shuffles};
use rouge_et_noir::{FillEmpty, RougeEtNoir, Rules};
use solve::{Budget, Verdict, solve};

static GO_ON: AtomicBool = AtomicBool::new(false);

fn deal(rules: &Rules, number: u64) -> RougeEtNoir {
    let standing = RougeEtNoir::start(rules, 1).unwrap();
    RougeEtNoir::deal(rules, &standing, Shuffles::from_seed(Seed::numbered(number)))
}

/// `solve` itself plays every line through by the rules.
fn won(fill: FillEmpty, redeals: Option<u8>, deals: std::ops::Range<u64>, budget: &Budget) -> usize {
    let rules = Rules::new(fill, redeals).unwrap();
    deals
        .filter(|&number| matches!(solve(&rules, &deal(&rules, number), budget, &GO_ON).verdict, Verdict::Won(_)))
        .count()
}

#[test]
fn deals_with_redeals_are_won() {
    let budget = Budget::usual().up_to(512);
    for fill in [FillEmpty::Choice, FillEmpty::AtOnce] {
        for redeals in [Some(1), Some(2), Some(3), None] {
            assert_eq!(won(fill, redeals, 1..21, &budget), 20, "{fill:?}, {redeals:?} redeals [R8] [R9] [R10]");
        }
    }
}

#[test]
fn some_deals_without_a_redeal_are_won() {
    let budget = Budget::usual().up_to(64);
    assert!(won(FillEmpty::Choice, Some(0), 1..21, &budget) > 3);
}
