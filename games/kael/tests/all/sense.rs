//! Tests that the rule player plays sensibly, on seeds that were not used to tune it.

use cards::Seed;
use game::{Game, Playout, Policy, Rng, Seat, Shuffles, Turn, Viewer};
use kael::{Action, CallOutcome, Kael, Rules};

use crate::common::Table;

fn suggests(table: &Table, seat: u8) -> String {
    let mut legal = Vec::new();
    table.deal.legal(Seat::new(seat), &mut legal);
    let must = table.deal.turn().must().has(Seat::new(seat));
    match Kael::suggest(&table.view(seat), &legal, must, &mut Rng::new(1)) {
        Some(action) => action.to_string(),
        None => "not now".to_owned(),
    }
}

#[test]
fn it_lays_high_pairs_takes_low_cards_cuts_and_lays_good_draws() {
    let mut table = Table::new(&["12 12 4", "11 11 2", "3 5 7"], "1", "9");
    assert_eq!(suggests(&table, 1), "lay 11 11");
    table.play("1 lay 11 11");
    assert_eq!(suggests(&table, 1), "draw pile", "a one");
    let mut table = Table::new(&["12 12 4", "12 12 2", "3 5 7"], "9", "8");
    table.play("1 lay 12 12");
    assert_eq!(suggests(&table, 0), "cut 12 12");
    assert_eq!(suggests(&table, 1), "draw deck");
    let mut table = Table::new(&["2 3", "12 4"], "9", "12");
    table.play("1 lay 12; 1 draw deck");
    assert_eq!(suggests(&table, 1), "good");
}

#[test]
fn it_calls_with_little_and_not_with_much() {
    let mut table = Table::new(&["13 12 11 9 8", "-1 0 1 7 7", "10 10 9 8 7"], "13", "2 6 6 5 5 5");
    table.play("1 lay 7 7; 1 draw deck; 2 lay 9; 2 draw deck; 0 lay 13; 0 draw deck");
    assert_eq!(suggests(&table, 1), "kael");
    let mut table = Table::new(&["13 12 11 9 8", "4 0 1 7 7", "10 10 9 8 7"], "13", "2 6 6 5 5 5");
    table.play("1 lay 7 7; 1 draw deck; 2 lay 9; 2 draw deck; 0 lay 13; 0 draw deck");
    assert_ne!(suggests(&table, 1), "kael", "seven would be a mistake [K18]");
}

/// Plays matches. Seat 0 and `rule` further seats are rule players. The other seats choose legal actions at random.
/// Returns the share of matches that seat 0 wins, the calls of seat 0 per deal, and the share of these calls that
/// succeed.
fn matches(rule: usize, number: u64) -> (f64, f64, f64) {
    let rules = Rules::default();
    let (mut wins, mut deals, mut calls, mut good, mut played) = (0u32, 0u32, 0u32, 0u32, 0u32);
    for index in 0..number {
        let seed = Seed::padded("5e45e").unwrap().of_match(index);
        let mut rng = Rng::stream(0x5e45e, index);
        let mut standing = Kael::start(&rules, 4).unwrap();
        let mut shuffles = Shuffles::from_seed(seed);
        let ranks = loop {
            if let Some(ranks) = Kael::ranking(&rules, &standing) {
                break ranks;
            }
            let mut deal = Kael::deal(&rules, &standing, shuffles.clone());
            let mut acts = 0;
            while let Turn::Open { must, may } = deal.turn() {
                let mut asked = may.from_seat(deal.first_asked(), 4).chain(must);
                let (seat, action) = asked.find_map(|seat| Some((seat, answer(&deal, seat, rule, &mut rng)?))).unwrap();
                deal.apply(seat, action);
                acts += 1;
                assert!(acts < 5_000, "[K22] rule players come to an end");
            }
            let outcome = deal.view(Viewer::Public).outcome.unwrap();
            deals += 1;
            if outcome.caller == Seat::new(0) {
                calls += 1;
                good += u32::from(outcome.count == CallOutcome::Success);
            }
            standing = deal.next_standing();
            shuffles = deal.shuffles().clone();
        };
        played += 1;
        wins += u32::from(ranks[Seat::new(0)] == 0);
    }
    let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole.max(1));
    (share(wins, played), share(calls, deals), share(good, calls))
}

fn answer(deal: &Kael, seat: Seat, rule: usize, rng: &mut Rng) -> Option<Action> {
    let mut legal = Vec::new();
    deal.legal(seat, &mut legal);
    let must = deal.turn().must().has(seat);
    if seat.index() <= rule {
        return Kael::suggest(&deal.view(Viewer::Seat(seat)), &legal, must, rng);
    }
    legal.get(rng.below(legal.len() as u32 + u32::from(!must)) as usize).copied()
}

#[test]
fn it_beats_random_players() {
    let (wins, calls, success) = matches(0, 300);
    assert!(
        wins >= 0.6 && calls >= 0.2 && success >= 0.8,
        "wins {wins}, calls a deal {calls}, of which good {success}"
    );
}

#[test]
fn among_its_like_calls_succeed_and_deals_end() {
    let (wins, calls, success) = matches(3, 40);
    assert!((0.05..0.5).contains(&wins) && calls >= 0.15 && success >= 0.7, "{wins} {calls} {success}");
}
