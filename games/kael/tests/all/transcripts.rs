//! Whole deals whose course and result must stay the same: rule players at a table of four, and at a table of eight
//! with new decks (K8).

use cards::Seed;
use game::{Game, Seat, Shuffles};
use kael::{Action, Kael, Rules};

use crate::common;

/// Checks the lines of a transcript. The first is `deal N seats S`. After it come lines `SEAT ACTION`, with
/// `* shuffles CARDS` before each draw that needs a new deck. The last line has the points.
fn check(text: &str) {
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let (number, seats) = (head[1].parse().unwrap(), head[3].parse().unwrap());
    let shuffles = Shuffles::from_seed(Seed::numbered(number));
    let mut deal = Kael::deal(&Rules::default(), &common::standing(seats), shuffles);
    let mut shuffled = None;
    for line in lines {
        if let Some(cards) = line.strip_prefix("* shuffles ") {
            shuffled = Some(cards.to_owned());
        } else if let Some(points) = line.strip_prefix("points ") {
            let found: Vec<String> = deal.points().iter().flatten().map(i32::to_string).collect();
            assert_eq!(found.join(" "), points);
            assert!(deal.turn().is_over());
            return;
        } else {
            let (seat, action) = line.split_once(' ').unwrap();
            let (seat, action): (_, Action) = (Seat::new(seat.parse().unwrap()), action.parse().unwrap());
            assert_eq!(deal.shuffled_by(seat, action).map(|cards| cards::join(&cards)), shuffled.take());
            deal.play(seat, action).unwrap();
        }
    }
    panic!("a transcript ends with the points");
}

#[test]
fn four_seats() {
    check(include_str!("../transcripts/four-seats.txt"));
}

#[test]
fn eight_seats_with_new_decks() {
    let text = include_str!("../transcripts/eight-seats.txt");
    assert!(text.matches("* shuffles").count() >= 2 && text.contains(" cut "));
    check(text);
}
