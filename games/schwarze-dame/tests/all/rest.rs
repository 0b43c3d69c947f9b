//! Tests that a decided deal really is decided, by trying all plays in all deals that agree with the view.

use game::{Game, Rest, Rng, Seat, Viewer, laws};
use schwarze_dame::{Action, SchwarzeDame};

use crate::worlds::{enumerate, position, replay};

fn legal(deal: &SchwarzeDame, seat: Seat) -> Vec<Action> {
    let mut legal = Vec::new();
    deal.legal(seat, &mut legal);
    legal
}

/// Returns true if `own`, seeing all cards, can take all remaining tricks after this action, whatever the others play.
fn keeps(deal: &SchwarzeDame, own: Seat, action: Action) -> bool {
    laws::takes_the_rest(deal, own, (own, action), &|view| !view.on_table && view.takers.last() != Some(&own))
}

#[test]
fn it_is_proven_where_all_deals_that_agree_say_so() {
    let (mut decided, mut open, mut hidden) = (0, 0, 0);
    for number in 1..=1_600u64 {
        // The position is in the twelfth trick (in every sixteenth deal, in the eleventh), after 0 to 3 of its cards.
        let trick = if number % 16 == 0 { 10 } else { 11 };
        let deal = position(number, 4 * trick + (number % 5) as u32 % 4, number % 2 == 0);
        let own = deal.turn().must().first().expect("it goes on");
        let view = deal.view(Viewer::Seat(own));
        let worlds = enumerate(&view);
        // One action must be right in all deals that agree with the view, because the seat does not know which of them
        // is the true one.
        let all = legal(&deal, own)
            .into_iter()
            .any(|action| worlds.iter().all(|hands| keeps(&replay(&view, *hands).expect("it agrees"), own, action)));
        assert_eq!(SchwarzeDame::is_decided(&view), all, "deal {number}");
        decided += u32::from(all);
        open += u32::from(!all);
        // Counts the decided deals in which the seat does not hold the highest remaining cards of its suits.
        hidden += u32::from(all && worlds.len() > 1 && !holds_the_highest(&deal, own));
    }
    assert!(decided > 60 && open > 600 && hidden > 3, "{decided} decided, {open} open, {hidden} by what is drawn");
}

/// Returns true if each card of the hand is higher than every card of its suit in another hand.
fn holds_the_highest(deal: &SchwarzeDame, own: Seat) -> bool {
    let hands = deal.view(Viewer::All).hands.map(|hand| hand.expect("all hands"));
    hands[own.index()].into_iter().all(|card| {
        let others = (0..4).filter(|seat| *seat != own.index()).flat_map(|seat| hands[seat].of(card.suit()));
        others.into_iter().all(|other| other < card)
    })
}

#[test]
fn once_it_is_offered_it_does_not_matter_what_the_others_play() {
    let mut rng = Rng::new(1);
    let (mut offered, mut early) = (0, 0);
    for number in 1..=6_000u64 {
        let deal = position(number, 16 + (number % 32) as u32, number % 2 == 0);
        let own = deal.turn().must().first().expect("it goes on");
        if laws::check_rest(&deal, own, 20, &mut rng) {
            offered += 1;
            early += u32::from(number % 32 < 20);
        }
    }
    assert!(offered > 100 && early > 3, "{offered}, {early} of them before the tenth trick");
}

#[test]
fn only_whose_turn_it_is_may_offer_and_not_with_its_last_card() {
    for number in 1..=400u64 {
        let deal = position(number, 40 + (number % 12) as u32, true);
        let next = deal.turn().must().first().expect("it goes on");
        for seat in Seat::all(4) {
            let view = deal.view(Viewer::Seat(seat));
            if seat != next || view.hand().len() < 2 {
                assert!(!SchwarzeDame::is_decided(&view), "deal {number}");
            }
        }
        assert!(
            !SchwarzeDame::is_decided(&deal.view(Viewer::Public)) && !SchwarzeDame::is_decided(&deal.view(Viewer::All))
        );
    }
}
