//! Tests that each reason for a card is true.

use game::{Explain, Game, Reason, Viewer};
use schwarze_dame::{Action, SchwarzeDame};

use crate::table::{deal, play, trick};

/// Returns the key of a reason and its facts, separated by spaces.
fn told(reason: Reason) -> String {
    let facts = reason.n.map(|n| n.to_string()).into_iter().chain(reason.card);
    facts.fold(reason.key.into_owned(), |text, fact| format!("{text} {fact}"))
}

/// Returns the reasons for this card of the seat to play.
fn said(deal: &SchwarzeDame, card: &str) -> Vec<String> {
    let seat = deal.turn().must().first().expect("the deal goes on");
    let view = deal.view(Viewer::Seat(seat));
    let action = Action(card.parse().expect("a card"));
    SchwarzeDame::reasons(&view, Some(action)).into_iter().map(told).collect()
}

/// Returns a deal in which seat 1 leads.
fn dealt() -> SchwarzeDame {
    deal([
        "AK2c 54d A98h QT987s", // the queen of spades
        "53c AKQJT9d KQJh AKs",
        "QJT4c 8763d T76h 65s",
        "9876c 2d 5432h J432s",
    ])
}

#[test]
fn a_lead_says_how_many_can_go_over_it() {
    let deal = dealt();
    assert_eq!(said(&deal, "Ad"), ["highest"]);
    assert_eq!(said(&deal, "Kh"), ["higher_out 1"]);
    assert_eq!(said(&deal, "9d"), ["highest"], "the higher ones are in the same hand");
    assert_eq!(said(&deal, "5c"), ["higher_out 9"]);
    assert_eq!(said(&deal, "As"), ["highest"]);
}

#[test]
fn who_follows_stays_under_or_takes() {
    let mut deal = dealt();
    play(&mut deal, 1, "Kd").unwrap();
    assert_eq!(said(&deal, "8d"), ["stays_under"]);
    play(&mut deal, 2, "8d").unwrap();
    assert_eq!(said(&deal, "2d"), ["stays_under", "last_diamond"]);
    let mut deal = dealt();
    trick(&mut deal, 1, "5c 4c 9c");
    // The trick brings ten points, no card in it costs anything, and the seat plays last.
    assert_eq!(said(&deal, "Kc"), ["takes_for 10"]);
    assert_eq!(said(&deal, "2c"), ["stays_under"]);
    let mut deal = dealt();
    trick(&mut deal, 1, "5c 4c");
    assert_eq!(said(&deal, "9c"), ["may_be_beaten 5"]);
}

#[test]
fn what_is_thrown_away_goes_to_somebody_else() {
    let mut deal = dealt();
    trick(&mut deal, 1, "Kd 8d 2d 4d");
    trick(&mut deal, 1, "Qd 7d");
    assert_eq!(said(&deal, "5h"), ["gives_points 5"]);
    assert_eq!(said(&deal, "9c"), [""; 0], "nothing is to be said for it");
    trick(&mut deal, 3, "5h 5d");
    trick(&mut deal, 1, "Jd 6d 4h");
    assert_eq!(said(&deal, "Qs"), ["gives_queen 26"]);
}

#[test]
fn a_high_spade_goes_before_the_queen_falls_under_it() {
    let mut deal = dealt();
    trick(&mut deal, 1, "5c 4c 9c Ac");
    trick(&mut deal, 0, "Kc 3c Jc 8c");
    trick(&mut deal, 0, "2c");
    assert_eq!(said(&deal, "As"), ["rid_of_high_spade As"]);
    assert_eq!(said(&deal, "Ks"), ["rid_of_high_spade Ks"]);
}

#[test]
fn nothing_is_said_of_letting_a_chance_pass() {
    let deal = dealt();
    let view = deal.view(Viewer::Seat(deal.turn().must().first().unwrap()));
    assert_eq!(SchwarzeDame::reasons(&view, None), []);
}
