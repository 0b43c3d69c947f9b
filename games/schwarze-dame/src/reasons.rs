//! Reasons for a card, and the themes of puzzles, from the hand and the visible cards.

use cards::{Card, CardSet, Suit};
use game::{Explain, Reason};

use crate::hint::QUEEN;
use crate::score::penalty;
use crate::{Action, SchwarzeDame, View};

impl Explain for SchwarzeDame {
    const THEMES: &'static [&'static str] = &["lead", "discard", "take", "duck", "void", "count", "queen"];

    fn themes(view: &View, action: Option<Action>) -> Vec<&'static str> {
        let Some(Action(card)) = action else { return Vec::new() };
        let public = view.public();
        let mut themes = tricks::themes(&public.tricks, view.hand(), card);
        if card.suit() == Suit::Spades && !public.tricks.gone().has(QUEEN) {
            themes.push("queen");
        }
        themes
    }

    fn reasons(view: &View, action: Option<Action>) -> Vec<Reason> {
        let Some(Action(card)) = action else { return Vec::new() };
        let public = view.public();
        let hand = view.hand();
        let unseen = !(public.tricks.gone() | hand);
        let suit = card.suit();
        let higher = (unseen.of(suit) & CardSet::above(card)).len() as i32;
        let takes = public.tricks.takes(card);
        let mut reasons = Vec::new();
        match public.tricks.led() {
            None => reasons.push(tricks::lead(higher)),
            Some(led) if led.suit() != suit => reasons.extend(thrown(card)),
            Some(_) if !takes => reasons.push(Reason::new("stays_under")),
            Some(_) => {
                let worth = i32::from(public.worth - penalty(card));
                if public.tricks.behind() == 0 {
                    reasons.push(Reason::new("takes_for").n(worth));
                } else if higher == 0 {
                    reasons.push(Reason::new("highest"));
                } else {
                    reasons.push(Reason::new("may_be_beaten").n(higher));
                }
            }
        }
        let high_spade = suit == Suit::Spades && card > QUEEN;
        if high_spade && unseen.has(QUEEN) && !takes {
            reasons.push(Reason::new("rid_of_high_spade").card(card));
        }
        reasons.extend(tricks::last_of_suit(hand, card));
        if view.harmless && takes {
            reasons.push(Reason::new("harmless"));
        }
        reasons.truncate(3);
        reasons
    }
}

/// Returns the reason for discarding a card on a trick that another seat takes. [S3] [S4]
fn thrown(card: Card) -> Option<Reason> {
    match i32::from(penalty(card)) {
        0 => None,
        _ if card == QUEEN => Some(Reason::new("gives_queen").n(penalty(card).into())),
        n => Some(Reason::new("gives_points").n(n)),
    }
}
