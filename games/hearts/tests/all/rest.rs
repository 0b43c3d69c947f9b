//! Tests that a decided deal really is decided, by trying all plays in all deals that agree with the view.

use game::{Game, Rest, Rng, Seat, Viewer, laws};
use hearts::{Action, Hearts};

use crate::worlds::{enumerate, in_world, position};

fn legal(deal: &Hearts, seat: Seat) -> Vec<Action> {
    let mut legal = Vec::new();
    deal.legal(seat, &mut legal);
    legal
}

/// Returns true if `own`, seeing all cards, can take all remaining tricks after this action, whatever the others play.
fn keeps(deal: &Hearts, own: Seat, action: Action) -> bool {
    laws::takes_the_rest(deal, own, (own, action), &|view| !view.on_table && view.takers.last() != Some(&own))
}

/// Returns the number of actions before the first card of a trick. Gifts are actions too.
fn before_trick(number: u64, trick: u32) -> u32 {
    let gifts = if number / 4 % 4 == 3 { 0 } else { 4 };
    gifts + 4 * trick
}

#[test]
fn it_is_proven_where_all_deals_that_agree_say_so() {
    let (mut takes, mut harmless, mut open) = (0, 0, 0);
    for number in 1..=1_600u64 {
        // The position is in the twelfth trick (in every sixteenth deal, in the eleventh), after 0 to 3 of its cards.
        let trick = if number % 16 == 0 { 10 } else { 11 };
        let deal = position(number, before_trick(number, trick) + (number % 5) as u32 % 4, number % 2 == 0);
        let own = deal.turn().must().first().expect("it goes on");
        let view = deal.view(Viewer::Seat(own));
        let decided = Hearts::is_decided(&view);
        if view.harmless {
            assert!(decided, "deal {number}: no point is left");
            harmless += 1;
            continue;
        }
        let worlds = enumerate(&deal, &view);
        // One action must be right in all deals that agree with the view, because the seat does not know which of them
        // is the true one.
        let all = legal(&deal, own)
            .into_iter()
            .any(|action| worlds.iter().all(|hands| keeps(&in_world(&view, *hands).expect("it agrees"), own, action)));
        assert_eq!(decided, all, "deal {number}");
        takes += u32::from(all);
        open += u32::from(!all);
    }
    assert!(takes > 50 && harmless > 20 && open > 800, "{takes} take all, {harmless} without points, {open} open");
}

#[test]
fn once_it_is_offered_it_does_not_matter_what_the_others_play() {
    let mut rng = Rng::new(1);
    let (mut offered, mut early) = (0, 0);
    for number in 1..=6_000u64 {
        let deal = position(number, before_trick(number, 1) + (number % 47) as u32, number % 2 == 0);
        let Some(own) = deal.turn().must().first() else { continue };
        if laws::check_rest(&deal, own, 20, &mut rng) {
            offered += 1;
            early += u32::from(number % 47 < 36);
        }
    }
    assert!(offered > 100 && early > 10, "{offered}, {early} of them before the eleventh trick");
}

#[test]
fn nothing_is_decided_while_cards_are_given_or_in_the_first_trick() {
    for number in 1..=400u64 {
        let deal = position(number, (number % 8) as u32, true);
        if deal.view(Viewer::Public).takers.is_empty() {
            for seat in Seat::all(4) {
                assert!(!Hearts::is_decided(&deal.view(Viewer::Seat(seat))), "deal {number}");
            }
        }
    }
}
