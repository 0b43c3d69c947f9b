//! Reasons for passed cards or for a card, from the hand and the visible cards.

use cards::{Card, CardSet, Rank, Suit};
use game::{Explain, Reason};

use crate::hint::HIGH_SPADES;
use crate::play::HEARTS;
use crate::score::{QUEEN, penalty};
use crate::{Action, Hearts, View};

impl Explain for Hearts {
    fn reasons(view: &View, action: Option<Action>) -> Vec<Reason> {
        let mut reasons = match action {
            Some(Action::Give(gift)) => given(view.hand(), gift.set()),
            Some(Action::Play(card)) => played(view, card),
            None => Vec::new(),
        };
        reasons.truncate(3);
        reasons
    }
}

/// Reasons for giving these three cards. [H3]
fn given(hand: CardSet, gift: CardSet) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if gift.has(QUEEN) {
        reasons.push(Reason::new("gift_queen", "passes the queen of spades"));
    }
    if !(gift & HIGH_SPADES).is_empty() && !(hand - gift).has(QUEEN) {
        reasons.push(Reason::new("gift_high_spade", "passes a spade that could catch the queen"));
    }
    if Suit::ALL.into_iter().any(|suit| !gift.of(suit).is_empty() && (hand - gift).of(suit).is_empty()) {
        reasons.push(Reason::new("gift_void", "empties a suit"));
    }
    if (gift & HEARTS).into_iter().filter(|&card| card.rank() >= Rank::Jack).count() >= 2 {
        reasons.push(Reason::new("gift_hearts", "passes high hearts"));
    }
    let high = gift.into_iter().filter(|card| card.rank() >= Rank::Ten).count() as i32;
    if reasons.is_empty() && high > 0 {
        let words = if high == 1 { "passes a high card".to_owned() } else { format!("passes {high} high cards") };
        reasons.push(Reason::new("gift_high", words).n(high));
    }
    reasons
}

/// Reasons for playing this card, the weightiest first.
fn played(view: &View, card: Card) -> Vec<Reason> {
    let public = view.public();
    let hand = view.hand();
    let unseen = !(public.tricks.gone() | hand);
    let suit = card.suit();
    let higher = (unseen.of(suit) & CardSet::above(card)).len() as i32;
    let takes = public.tricks.takes(card);
    let mut reasons = Vec::new();
    match public.tricks.led() {
        None => reasons.push(tricks::lead(higher)),
        Some(led) if led.suit() != suit => reasons.extend(match penalty(card) {
            0 => thrown(card, unseen),
            1 => Some(Reason::new("gives_heart", "gets rid of a heart")),
            _ => Some(Reason::new("gives_queen", "passes the queen of spades")),
        }),
        Some(_) if !takes => reasons.push(match penalty(card) {
            13 => Reason::new("gives_queen", "passes the queen of spades"),
            _ => Reason::new("stays_under", "can't take the trick"),
        }),
        Some(_) if public.tricks.behind() == 0 => {
            let points = i32::from(public.worth + penalty(card));
            let words = if points == 1 { "1 point".to_owned() } else { format!("{points} points") };
            reasons.push(Reason::new("takes_for", format!("takes the trick with {words}")).n(points));
        }
        Some(_) if higher == 0 => reasons.push(Reason::new("highest", "can't be beaten")),
        Some(_) => reasons.push(Reason::new("may_be_beaten", "can still be beaten").n(higher)),
    }
    reasons.extend(tricks::last_of_suit(hand, card));
    if view.harmless && takes {
        reasons.push(Reason::new("harmless", "risks nothing: no points left"));
    }
    reasons
}

/// A card of another suit than the one led that costs nothing: what it might have taken later.
fn thrown(card: Card, unseen: CardSet) -> Option<Reason> {
    if HIGH_SPADES.has(card) && unseen.has(QUEEN) {
        return Some(Reason::new("rid_of_high_spade", "gets rid of a spade that could catch the queen"));
    }
    match unseen.of(card.suit()).len() as i32 - (unseen.of(card.suit()) & CardSet::above(card)).len() as i32 {
        0 => None,
        1 => Some(Reason::new("beats", "gets rid of a card that beats one card still in play").n(1)),
        n => Some(Reason::new("beats", format!("gets rid of a card that beats {n} cards still in play")).n(n)),
    }
}
