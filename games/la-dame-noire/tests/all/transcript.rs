//! Tests that every action of a recorded deal is legal, and that the deal ends with the recorded points. [D19] [D20]

use game::{Game, Seat, Shuffles};
use la_dame_noire::{Action, LaDameNoire};

use crate::table::rules;

#[test]
fn a_deal_with_a_coup() {
    let rules = rules("{}");
    let standing = LaDameNoire::start(&rules, 4).unwrap();
    let mut deal = LaDameNoire::deal(&rules, &standing, Shuffles::from_seed(cards::Seed::numbered(27)));
    let mut lines = include_str!("../transcript.txt").lines().filter(|line| !line.starts_with('#')).peekable();
    while let Some(line) = lines.next_if(|line| !line.starts_with("points")) {
        let (seat, action) = line.split_once(' ').unwrap();
        let (seat, action): (Seat, Action) = (Seat::new(seat.parse().unwrap()), action.parse().unwrap());
        deal.play(seat, action).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    assert!(deal.turn().is_over());
    let points: Vec<i32> = deal.points().iter().map(|points| points.unwrap()).collect();
    assert_eq!(format!("points {points:?}"), lines.next().unwrap());
}
