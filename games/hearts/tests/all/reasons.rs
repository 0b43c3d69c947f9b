//! Tests that each reason for a gift or a card is true.

use std::borrow::Cow;

use game::{Explain, Game, Seat, Viewer};
use hearts::Hearts;

use crate::table::{deal, nth_deal, trick};

fn reasons(deal: &Hearts, seat: u8, action: &str) -> Vec<Cow<'static, str>> {
    let view = deal.view(Viewer::Seat(Seat::new(seat)));
    let action = action.parse().expect("an action");
    Hearts::reasons(&view, Some(action)).into_iter().map(|reason| reason.key).collect()
}

const HANDS: [&str; 4] = ["KQ2c AKQJT98d AKQh", "AJTc 765432d 432h Qs", "98765c 9876h 5432s", "43c JT5h AKJT9876s"];

#[test]
fn h3_what_speaks_for_a_gift() {
    let deal = nth_deal(hearts::Rules::default(), 0, HANDS);
    assert_eq!(reasons(&deal, 1, "give Jc Ac Qs"), ["gift_queen", "gift_void"]);
    assert_eq!(reasons(&deal, 0, "give Qh Kh Ah"), ["gift_void", "gift_hearts"]);
    assert_eq!(reasons(&deal, 3, "give 3c Ks As"), ["gift_high_spade"]);
    assert!(reasons(&deal, 2, "give 5c 6c 7c").is_empty());
    assert_eq!(reasons(&deal, 1, "give Tc Jc 4h"), ["gift_high"], "where nothing weightier is to say");
}

#[test]
fn what_speaks_for_a_card() {
    let mut deal = deal(HANDS);
    trick(&mut deal, 0, "2c");
    assert_eq!(reasons(&deal, 1, "play Ac"), ["highest"]);
    assert_eq!(reasons(&deal, 1, "play Jc"), ["may_be_beaten"], "king and queen are out");
    trick(&mut deal, 1, "Ac 5c 3c");
    assert_eq!(reasons(&deal, 1, "play Qs"), ["higher_out", "last_spade"]);
    trick(&mut deal, 1, "Qs 2s");
    assert_eq!(reasons(&deal, 3, "play As"), ["highest"]);
    assert_eq!(reasons(&deal, 3, "play Js"), ["stays_under"]);
    trick(&mut deal, 3, "As");
    assert_eq!(reasons(&deal, 0, "play Ah"), ["gives_heart"]);
    assert_eq!(reasons(&deal, 0, "play Ad"), ["beats"], "seven diamonds are out");
}
