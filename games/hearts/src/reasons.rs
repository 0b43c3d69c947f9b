//! Reasons for a gift or for a card, and the themes of puzzles, from the hand and the visible cards.

use cards::{Card, CardSet, Rank, Suit};
use game::{Explain, Reason};

use crate::hint::HIGH_SPADES;
use crate::play::HEARTS;
use crate::score::{QUEEN, penalty};
use crate::{Action, Hearts, View};

impl Explain for Hearts {
    const THEMES: &'static [&'static str] =
        &["pass", "lead", "discard", "take", "duck", "void", "count", "queen", "moon"];

    fn themes(view: &View, action: Option<Action>) -> Vec<&'static str> {
        let public = view.public();
        let (mut themes, spades) = match action {
            Some(Action::Give(gift)) => (vec!["pass"], !gift.set().of(Suit::Spades).is_empty()),
            Some(Action::Play(card)) => {
                (tricks::themes(&public.tricks, view.hand(), card), card.suit() == Suit::Spades)
            }
            None => return Vec::new(),
        };
        if spades && !public.tricks.gone().has(QUEEN) {
            themes.push("queen");
        }
        let total: u8 = view.taken.iter().sum();
        if total >= MOON_LOOMS && view.taken.contains(&total) {
            themes.push("moon");
        }
        themes
    }

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

/// The number of points that one seat alone must have taken before a puzzle is about shooting the moon. [H12]
const MOON_LOOMS: u8 = 6;

/// Returns the reasons for passing these three cards. [H3]
fn given(hand: CardSet, gift: CardSet) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if gift.has(QUEEN) {
        reasons.push(Reason::new("gift_queen"));
    }
    if !(gift & HIGH_SPADES).is_empty() && !(hand - gift).has(QUEEN) {
        reasons.push(Reason::new("gift_high_spade"));
    }
    if Suit::ALL.into_iter().any(|suit| !gift.of(suit).is_empty() && (hand - gift).of(suit).is_empty()) {
        reasons.push(Reason::new("gift_void"));
    }
    if (gift & HEARTS).into_iter().filter(|&card| card.rank() >= Rank::Jack).count() >= 2 {
        reasons.push(Reason::new("gift_hearts"));
    }
    let high = gift.into_iter().filter(|card| card.rank() >= Rank::Ten).count() as i32;
    if reasons.is_empty() && high > 0 {
        reasons.push(Reason::new("gift_high").n(high));
    }
    reasons
}

/// Returns the reasons for playing this card, the most important first.
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
            1 => Some(Reason::new("gives_heart")),
            _ => Some(Reason::new("gives_queen")),
        }),
        Some(_) if !takes => reasons.push(match penalty(card) {
            13 => Reason::new("gives_queen"),
            _ => Reason::new("stays_under"),
        }),
        Some(_) if public.tricks.behind() == 0 => {
            let points = i32::from(public.worth + penalty(card));
            reasons.push(Reason::new("takes_for").n(points));
        }
        Some(_) if higher == 0 => reasons.push(Reason::new("highest")),
        Some(_) => reasons.push(Reason::new("may_be_beaten").n(higher)),
    }
    reasons.extend(tricks::last_of_suit(hand, card));
    if view.harmless && takes {
        reasons.push(Reason::new("harmless"));
    }
    reasons
}

/// Returns the reason for discarding a card that costs nothing: it is a high spade, or it could have beaten unseen
/// cards.
fn thrown(card: Card, unseen: CardSet) -> Option<Reason> {
    if HIGH_SPADES.has(card) && unseen.has(QUEEN) {
        return Some(Reason::new("rid_of_high_spade"));
    }
    match unseen.of(card.suit()).len() as i32 - (unseen.of(card.suit()) & CardSet::above(card)).len() as i32 {
        0 => None,
        n => Some(Reason::new("beats").n(n)),
    }
}
