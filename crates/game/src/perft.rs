//! Counts of action sequences from a position, the shortest test that shows a change of the rules.
//!
//! A perft file has a line for each position, and comments about the origin of the counts. The line `deal 7 seats 4
//! {"deals":1} | 1 13 38 122` means: from numbered deal 7 there are 1, 13, 38 and 122 sequences of 0, 1, 2 and 3
//! actions by seats in `must` and in `may`.

use serde_json::Value;

use crate::{Game, Seat, Shuffles, read_options};

/// Returns the number of action sequences of this length from a position. Sequences that end earlier are not counted.
pub fn perft<G: Game>(deal: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let turn = deal.turn();
    let mut count = 0;
    let mut actions = Vec::new();
    for seat in turn.must() | turn.may() {
        actions.clear();
        deal.legal(seat, &mut actions);
        for &action in &actions {
            if depth == 1 {
                count += 1;
                continue;
            }
            let mut next = deal.clone();
            next.apply(seat, action);
            count += perft(&next, depth - 1);
        }
    }
    count
}

/// Checks every line of a perft file.
///
/// # Panics
/// If a count differs, or a line cannot be read.
pub fn check<G: Game>(file: &str) {
    let mut checked = 0;
    for line in file.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let (position, counts) = line.split_once('|').expect("position | counts");
        let deal = read::<G>(position.trim());
        let counts: Vec<u64> = counts.split_whitespace().map(|n| n.parse().expect("a count")).collect();
        let found: Vec<u64> = (0..counts.len()).map(|depth| perft(&deal, depth as u32)).collect();
        assert_eq!(found, counts, "{line}");
        checked += 1;
    }
    assert!(checked > 0, "a perft file has at least a line");
}

/// Reads `deal N seats S {options}`, with further actions after semicolons: `; 0 deal 5; 1 draw deck`.
fn read<G: Game>(text: &str) -> G {
    let mut parts = text.split(';').map(str::trim);
    let head = parts.next().expect("a position");
    let mut words = head.splitn(5, ' ');
    let mut number = |name| {
        assert_eq!(words.next(), Some(name), "{text}");
        words.next().and_then(|n| n.parse::<u64>().ok()).expect("a number")
    };
    let (number, seats) = (number("deal"), number("seats"));
    let options = match serde_json::from_str(words.next().unwrap_or("{}")) {
        Ok(Value::Object(options)) => options,
        other => panic!("{text}: expected options, found {other:?}"),
    };
    let rules = read_options::<G::Rules>(&options).expect("options of the game");
    let standing = G::start(&rules, seats as u8).expect("seats of the game");
    let mut deal = G::deal(&rules, &standing, Shuffles::from_seed(cards::Seed::numbered(number)));
    for action in parts {
        let (seat, action) = action.split_once(' ').expect("seat and action");
        let seat = Seat::new(seat.parse().expect("a seat"));
        deal.play(seat, action.parse().expect("an action")).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
    deal
}
