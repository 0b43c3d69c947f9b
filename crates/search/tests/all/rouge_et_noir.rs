//! Tests of the results of searches in Rouge et Noir.

use std::sync::atomic::AtomicBool;

use cards::Seed;
use game::{Game, Puzzle, Rng, Seat, Shuffles, Turn, Viewer};
use rouge_et_noir::solve::{Talon, small, written};
use rouge_et_noir::{FillEmpty, RougeEtNoir, Rules};
use search::solve::{Blind, Budget, Exhausted, SolveResult, Thoughtful, difficulty, exhaust, solve, trial};

static GO_ON: AtomicBool = AtomicBool::new(false);

fn deal(rules: &Rules, number: u64) -> RougeEtNoir {
    let standing = RougeEtNoir::start(rules, 1).unwrap();
    RougeEtNoir::deal(rules, &standing, Shuffles::from_seed(Seed::numbered(number)))
}

/// Counts the deals that can be won. `solve` itself replays each winning line by the rules.
fn won(fill: FillEmpty, redeals: Option<u8>, deals: std::ops::Range<u64>, budget: &Budget) -> usize {
    let rules = Rules::new(fill, redeals).unwrap();
    deals
        .filter(|&number| matches!(solve(&rules, &deal(&rules, number), budget, &GO_ON).result, SolveResult::Won(_)))
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

/// Tests a deal with a full line and a shortened line. In the full line, a turn discards a card. In the shortened line,
/// this card falls into a space before that turn. [R9]
#[test]
fn a_shorter_line_may_fill_a_space_earlier() {
    assert_eq!(won(FillEmpty::AtOnce, Some(1), 1839..1840, &Budget::usual().up_to(64)), 1);
}

#[test]
fn some_deals_without_a_redeal_are_won() {
    let budget = Budget { exact: 2_000, ..Budget::usual().up_to(64) };
    assert!(won(FillEmpty::Choice, Some(0), 1..13, &budget) > 2);
}

/// Returns a position with five ranks, two columns and no redeal, in which a 3d may go up to a foundation. It is a
/// counterexample to the safety rule for games with one pack.
fn counterexample(columns: [&str; 2], diamonds: [u8; 2]) -> Talon {
    let found = [[3, 3], diamonds, [2, 4], [3, 4]];
    written(&columns, found, ["5h 5d 4c 4s 5d 3h 5h 4d 4h 5s 2d 5c 5c 4d 5s", ""], FillEmpty::Choice)
}

fn can_be_won(puzzle: &Talon) -> bool {
    match exhaust(puzzle, u64::MAX, &GO_ON).0 {
        Exhausted::Won(_) => true,
        Exhausted::Lost => false,
        Exhausted::Limit => unreachable!("there is no limit"),
    }
}

#[test]
fn with_two_packs_the_rule_for_one_is_wrong() {
    let before = counterexample(["3d", "4c 3d"], [1, 2]);
    for puzzle in [before.clone(), before.clone().without_dominance()] {
        assert!(can_be_won(&puzzle));
    }
    // Only one of the two 3d fits on a foundation. One 3d covers nothing; if this one goes up, the deal is lost. The
    // other 3d covers the 4c; if this one goes up, the deal can be won.
    assert!(!can_be_won(&counterexample(["", "4c 3d"], [1, 3])));
    assert!(!can_be_won(&counterexample(["", "4c 3d"], [1, 3]).without_dominance()));
    assert!(can_be_won(&counterexample(["3d", "4c"], [1, 3])));
    // The rule for one pack calls the 3d safe, because all cards that could be placed on it could go up. The rule for
    // two packs does not call the 3d safe, because the second 3d cannot go up yet.
    assert_eq!(before.safe(&before.start()), None);
}

#[test]
fn where_spaces_fill_themselves_nothing_is_safe() {
    let mut rng = Rng::new(9);
    for _ in 0..2_000 {
        let puzzle = small(&mut rng, FillEmpty::AtOnce);
        assert_eq!(puzzle.safe(&puzzle.start()), None, "[R9]");
    }
}

/// Checks 20,000 random positions. `cardroom solve dominance` checks millions of such positions.
#[test]
fn what_is_left_out_loses_no_win() {
    let mut won = 0;
    for number in 0..20_000 {
        let trial = trial::<RougeEtNoir>(1, number);
        assert!(trial.agrees, "position {number}");
        won += u32::from(trial.won);
    }
    assert!((2_000..19_000).contains(&won), "{won} can be won: both kinds are tried");
}

#[test]
fn without_a_redeal_a_deal_is_harder_and_the_answer_is_always_the_same() {
    let rate = |redeals, number, cancel: bool| {
        let rules = Rules::new(FillEmpty::Choice, Some(redeals)).unwrap();
        let budget = Budget { exact: 2_000, ..Budget::usual().up_to(64) };
        difficulty(&rules, &deal(&rules, number), (&budget, 10), number, &AtomicBool::new(cancel))
    };
    let easy = rate(1, 3, false).expect("nobody cancels it");
    assert_eq!(easy.thoughtful, Thoughtful::Beam(1));
    assert!(easy.won >= 9, "{easy:?}");
    let hard = rate(0, 1, false).expect("nobody cancels it");
    assert!(hard.thoughtful > easy.thoughtful && hard.won <= 6, "{hard:?}");
    assert_eq!(rate(0, 1, false), Some(hard));
    assert_eq!(rate(0, 1, true), None, "who cancels gets no answer");
}

#[test]
fn a_player_without_the_stock_wins_every_fourth_deal_or_more_in_one_pass() {
    let rules = Rules::new(FillEmpty::Choice, Some(0)).unwrap();
    let (seat, mut won) = (Seat::new(0), 0);
    for number in 1_000_001..1_000_061 {
        let mut deal = deal(&rules, number);
        let mut player = Blind::<RougeEtNoir>::new(Budget::quick());
        let mut legal = Vec::new();
        for _ in 0..1_000 {
            if deal.turn() == Turn::Over {
                break;
            }
            legal.clear();
            deal.legal(seat, &mut legal);
            let action = player.choose(&deal.view(Viewer::Seat(seat)), &legal, &mut Rng::new(number), &GO_ON);
            deal.play(seat, action).expect("it plays what is legal");
        }
        won += u32::from(RougeEtNoir::ranking(&rules, &deal.next_standing()).is_some_and(|ranks| ranks[seat] == 0));
    }
    assert!(won >= 15, "{won} of 60");
}

#[test]
fn lost_is_said_by_two_searches_or_not_at_all() {
    // The test uses late positions of hopeless play, in which the player has only turned and discarded until the end.
    let rules = Rules::new(FillEmpty::Choice, Some(0)).unwrap();
    let (mut lost, mut nodes) = (0, 0);
    for number in 1..30 {
        let mut deal = deal(&rules, number);
        while let Some(action) = ["turn", "hand discard"].iter().find_map(|a| {
            let action = a.parse().unwrap();
            deal.play(Seat::new(0), action).is_ok().then_some(action)
        }) {
            let _: rouge_et_noir::Action = action;
        }
        let solution = solve(&rules, &deal, &Budget::quick(), &GO_ON);
        nodes += solution.nodes;
        lost += u32::from(solution.result == SolveResult::Lost);
    }
    assert!(lost > 0, "{nodes} positions");
}
