//! Reasons for an action, and the themes of puzzles, from the hand and the visible cards.

use game::{Explain, Reason};

use crate::score::CALL_LIMIT;
use crate::{Action, Card, Hand, Kael, Source, Step, View};

impl Explain for Kael {
    const THEMES: &'static [&'static str] = &["deal", "lay", "draw", "cut", "good", "call"];

    fn themes(view: &View, action: Option<Action>) -> Vec<&'static str> {
        let turn = view.next == view.seat;
        let mut themes = match action {
            Some(Action::Deal(_)) => vec!["deal"],
            Some(Action::Lay(..)) => vec!["lay"],
            Some(Action::Draw(_)) => vec!["draw"],
            Some(Action::Good) => vec!["good"],
            Some(Action::Cut(..)) => vec!["cut"],
            None if !turn && view.good.is_some() => vec!["good"],
            None if !turn => vec!["cut"],
            Some(Action::Kael | Action::Show) | None => Vec::new(),
        };
        // If the seat could call without a mistake and does not, the call is a theme as well.
        if action == Some(Action::Kael) || turn && view.callable && view.call_is_mistake == Some(false) {
            themes.push("call");
        }
        themes
    }

    /// The action `None` means that the seat does not use its chance to claim.
    fn reasons(view: &View, action: Option<Action>) -> Vec<Reason> {
        let hand = view.hand();
        let mut reasons = match action {
            Some(Action::Lay(card, count)) => laid(view, hand, card, count),
            Some(Action::Cut(card, count)) => vec![out_of_turn(card.value() * i32::from(count))],
            Some(Action::Good) => view.good.map(|card| out_of_turn(card.value())).into_iter().collect(),
            Some(Action::Draw(source)) => drawn(view, hand, source),
            Some(Action::Kael) => called(view, hand),
            Some(Action::Deal(_) | Action::Show) | None => Vec::new(),
        };
        reasons.truncate(3);
        reasons
    }
}

/// Returns the reasons for laying these cards. [K4]
fn laid(view: &View, hand: Hand, card: Card, count: u8) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let on_top = view.top().map_or(0, |(top, run)| if top == card { run } else { 0 });
    if card == Card::X {
        reasons.push(Reason::new("x_passes"));
    } else if on_top + count == 4 {
        reasons.push(Reason::new("square"));
    } else if count > 1 {
        let n = i32::from(count);
        reasons.push(Reason::new("several").n(n));
    }
    let highest = hand.kinds().last() == Some(card);
    if highest && card != Card::X && hand.size() > u32::from(count) {
        reasons.push(Reason::new("highest"));
    }
    let left = hand - Hand::of(card, count.into());
    let n = left.value();
    if n <= CALL_LIMIT && !left.is_empty() {
        reasons.push(Reason::new("low_rest").n(n));
    } else {
        reasons.push(Reason::new("rest").n(n));
    }
    reasons
}

/// Returns the reason for a claim: the value of the cards that the seat lays out of turn. [K9] [K10]
fn out_of_turn(n: i32) -> Reason {
    Reason::new("out_of_turn").n(n)
}

fn drawn(view: &View, hand: Hand, source: Source) -> Vec<Reason> {
    let Some(open) = view.under.map(|place| view.pile[usize::from(place)]) else { return Vec::new() };
    let n = open.value();
    let mut reasons = Vec::new();
    match source {
        Source::Pile => {
            if open.is_number() && hand.has(open) {
                reasons.push(Reason::new("mate").card(open));
            }
            reasons.push(Reason::new("known").n(n));
        }
        Source::Deck => {
            // The unseen cards: the cards of the deck, and the cards of other hands that are not known.
            let seen: Hand = view.pile.iter().copied().collect();
            let known = view.known.iter().fold(Hand::EMPTY, |all, cards| all + *cards);
            let own_known = view.seat.map_or(Hand::EMPTY, |seat| view.known[seat]);
            let unseen = Hand::PACK - seen - hand - (known - own_known);
            let (sum, count) = unseen.kinds().fold((0, 0), |(sum, count), card| {
                let of = unseen.count(card) as i32;
                (sum + of * card.value(), count + of)
            });
            if count > 0 && sum < n * count {
                reasons.push(Reason::new("deck_is_lower").n(n));
            }
        }
    }
    reasons
}

/// Returns the reasons for saying Kaël. [K13]
fn called(view: &View, hand: Hand) -> Vec<Reason> {
    let n = hand.value();
    let mut reasons = vec![Reason::new("calls_with").n(n)];
    if n > CALL_LIMIT {
        reasons = vec![Reason::new("calls_too_high").n(n)];
    }
    let others = view.standing.playing().into_iter().filter(|seat| Some(*seat) != view.seat);
    let fewest = others.map(|seat| view.held[seat]).min().unwrap_or(0);
    if view.step == Step::Play && fewest >= 3 {
        let n = i32::from(fewest);
        reasons.push(Reason::new("others_hold").n(n));
    }
    reasons
}
