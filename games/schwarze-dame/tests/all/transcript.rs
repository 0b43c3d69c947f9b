//! Two whole deals, compared with a text that a person has checked. The text changes if a rule, the shuffle or the
//! random source changes. If such a change is intended, put the text that the test prints into `transcript.txt` and
//! read it.

use std::fmt::Write as _;

use cards::Seed;
use game::{Game, Playout, Rng, Seat, Shuffles, Viewer};
use schwarze_dame::{Rules, SchwarzeDame};

/// Plays a match of two deals with seed number 7. Every card is drawn at random.
fn transcript() -> String {
    let mut text = String::new();
    let rules = Rules::new(2).unwrap();
    let mut standing = SchwarzeDame::start(&rules, 4).unwrap();
    let mut shuffles = Shuffles::from_seed(Seed::numbered(7));
    let mut rng = Rng::new(7);
    while SchwarzeDame::ranking(&rules, &standing).is_none() {
        let mut deal = SchwarzeDame::deal(&rules, &standing, shuffles);
        writeln!(text, "seat {} deals", SchwarzeDame::dealer(&standing)).unwrap();
        for (seat, hand) in Seat::all(4).zip(deal.view(Viewer::All).hands) {
            writeln!(text, "seat {seat} holds {}", hand.expect("all hands")).unwrap();
        }
        while let Some(seat) = deal.turn().must().first() {
            let mut legal = Vec::new();
            deal.legal(seat, &mut legal);
            let action = deal.random(seat, &mut rng).expect("play waits for this seat");
            deal.apply(seat, action);
            writeln!(text, "{seat} {action:<7} of {:2}", legal.len()).unwrap();
            let view = deal.view(Viewer::Public);
            if let (false, Some(taker)) = (view.on_table, view.takers.last()) {
                writeln!(text, "seat {taker} takes it · points {:?}", view.points).unwrap();
            }
        }
        standing = deal.next_standing();
        shuffles = deal.shuffles().clone();
        writeln!(text, "totals {:?}\n", standing.totals).unwrap();
    }
    writeln!(text, "ranks {:?}", SchwarzeDame::ranking(&rules, &standing).expect("two deals")).unwrap();
    text
}

#[test]
fn a_match_as_it_has_always_gone() {
    let found = transcript();
    assert!(found == include_str!("../transcript.txt"), "the transcript is now:\n{found}");
}
