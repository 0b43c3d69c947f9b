//! A short match, compared with a text that a person has checked. The text changes if a rule, the shuffle or the random
//! source changes. If such a change is intended, put the text that the test prints into `transcript.txt` and read it.

use std::fmt::Write as _;

use cards::Seed;
use game::{Game, Playout, Policy, Rng, Seat, Shuffles, Viewer};
use hearts::{Action, Hearts, Moon, Rules};

/// Plays a match to 30 with seed number 7. Gifts are random. Cards are random in the first deal, and chosen by the rule
/// player in the other deals.
fn transcript() -> String {
    let mut text = String::new();
    let rules = Rules::new(30, true, Moon::Others).unwrap();
    let mut standing = Hearts::start(&rules, 4).unwrap();
    let mut shuffles = Shuffles::from_seed(Seed::numbered(7));
    let mut rng = Rng::new(7);
    while Hearts::ranking(&rules, &standing).is_none() {
        let mut deal = Hearts::deal(&rules, &standing, shuffles);
        writeln!(text, "seat {} deals", Hearts::dealer(&standing)).unwrap();
        for (seat, hand) in Seat::all(4).zip(deal.view(Viewer::All).hands) {
            writeln!(text, "seat {seat} holds {}", hand.expect("all hands")).unwrap();
        }
        while let Some(seat) = deal.turn().must().first() {
            let mut legal = Vec::new();
            deal.legal(seat, &mut legal);
            let at_random = standing.played == 0 || legal.len() == 286;
            let action = if at_random { deal.random(seat, &mut rng) } else { deal.rollout(seat, &mut rng) };
            let action = action.expect("play waits for this seat");
            deal.apply(seat, action);
            writeln!(text, "{seat} {action} of {:2}", legal.len()).unwrap();
            let view = deal.view(Viewer::Public);
            if let (Action::Play(_), false, Some(taker)) = (action, view.on_table, view.takers.last()) {
                writeln!(text, "seat {taker} takes it · points {:?}", view.taken).unwrap();
            }
        }
        standing = deal.next_standing();
        shuffles = deal.shuffles().clone();
        writeln!(text, "totals {:?}\n", standing.totals).unwrap();
    }
    writeln!(text, "ranks {:?}", Hearts::ranking(&rules, &standing).expect("somebody has 30")).unwrap();
    text
}

#[test]
fn a_match_as_it_has_always_gone() {
    let found = transcript();
    assert!(found == include_str!("../transcript.txt"), "the transcript is now:\n{found}");
}
