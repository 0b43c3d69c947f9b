//! A proof, from the view of a seat, that the seat takes every trick that is left.

use cards::{Card, CardSet, Suit};
use game::Seat;

use crate::{Hidden, SEATS, Tricks};

/// Returns a card with which `own`, whose turn it is, takes every trick that is left, in every arrangement of the
/// hidden cards and whatever the others play, if it then leads each suit from the [`top`]. `None` if there is none.
///
/// The proof needs no search. A seat that takes all tricks leads all its cards. Take the card that it leads in round
/// `n` of a suit, from 0. Another seat beats this card if it holds a higher card and at least `n` other cards of the
/// suit, which it plays in the rounds before. In all other tricks it may discard anything, and it has enough other
/// cards for them, so it can keep the higher card. If it holds fewer cards of the suit, the earlier rounds have drawn
/// them all. Another order of the own cards does not help: of any `n + 1` cards of the suit, one is no higher than the
/// `n + 1`-th from the top. The order of the suits does not matter.
///
/// Only a trick that another seat has led leaves a choice: a low card may win it and save a high one. All are tried.
///
/// This needs a game in which the others must follow suit if they can, and may otherwise play anything.
pub fn takes_all(tricks: &Tricks, own: Seat, hand: CardSet, hidden: &Hidden) -> Option<Card> {
    if tricks.is_over() || tricks.next() != own {
        return None;
    }
    let unseen = !(tricks.gone() | hand);
    let beaten = |other: Seat, round: usize, card: Card| {
        let mut higher = unseen.of(card.suit()) & CardSet::above(card);
        higher.any(|card| hidden.most_with(other, card) as usize > round)
    };
    // `now` is the card for this trick; `None` if `own` leads.
    let holds = |now: Option<Card>| {
        let rest = now.map_or(hand, |card| hand - CardSet::only(card));
        (1..SEATS).all(|step| {
            let other = own.after(step, SEATS);
            Suit::ALL.into_iter().all(|suit| {
                // A seat that has played to this trick does not follow to `now`, but to the later rounds.
                let this_round = now.filter(|card| card.suit() == suit && step <= tricks.behind());
                let mut order = this_round.into_iter().chain(from_the_top(rest.of(suit))).enumerate();
                !order.any(|(round, card)| beaten(other, round, card))
            })
        })
    };
    match tricks.led() {
        None => holds(None).then(|| top(hand)),
        Some(led) => hand.of(led.suit()).find(|card| tricks.takes(*card) && holds(Some(*card))),
    }
}

/// Returns these cards of a suit, the highest first.
fn from_the_top(cards: CardSet) -> impl Iterator<Item = Card> {
    (0..cards.len()).rev().map(move |place| cards.nth(place))
}

/// Returns the highest card of a suit of `legal`, which has whole suits: the card of a seat that takes all tricks.
///
/// # Panics
/// If `legal` is empty.
pub fn top(legal: CardSet) -> Card {
    let first = legal.first().expect("a player who must act holds a card");
    legal.of(first.suit()).last().expect("its suit has a card")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> CardSet {
        text.split(' ').map(|card| card.parse().expect("a card")).collect()
    }

    /// Tests seat 0 on lead with this hand. The others hold these cards in equal numbers, within their limits.
    fn on_lead(hand: &str, others: &str, cannot: [CardSet; 4]) -> bool {
        let (hand, others) = (cards(hand), cards(others));
        let own = Seat::new(0);
        // The cards that are gone were played in tricks that seat 0 took. Their holders do not matter.
        let gone: Vec<Card> = (!(hand | others)).collect();
        let mut tricks = Tricks::new(own);
        let mut order = gone;
        while !order.is_empty() {
            let lead = order.iter().position(|card| card.suit() == order[0].suit()).expect("the first");
            let suit = order[lead].suit();
            let best = order.iter().filter(|card| card.suit() == suit).max().copied().expect("the first");
            order.retain(|card| *card != best);
            tricks.put(best);
            for _ in 0..3 {
                let next = order.remove(0);
                tricks.put(next);
            }
            assert_eq!(tricks.next(), own);
        }
        let each = (others.len() / 3) as u8;
        assert_eq!(u32::from(each), hand.len());
        let hidden = Hidden::new(own, others, [0, each, each, each], cannot);
        takes_all(&tricks, own, hand, &hidden).is_some()
    }

    #[test]
    fn the_highest_cards_take_all() {
        let free = [CardSet::EMPTY; 4];
        assert!(on_lead("As Ks", "2s 3s 2d 3d 4d 5d", free));
        assert!(!on_lead("As Qs", "2s Ks 3s 3d 4d 5d", free), "the king is kept with a small spade");
        assert!(on_lead("As Qs", "2c Ks 3c 3d 4d 5d", free), "the king has to follow to the ace");
        assert!(!on_lead("As 2h", "2c Ks 3c 3d 4d 5h", free), "somebody keeps a higher heart");
        assert!(on_lead("As 2h", "2c Ks 3c 3d 4d 5c", free), "nobody has a heart");
    }

    #[test]
    fn what_the_others_cannot_hold_counts() {
        let no_spades_for = |seats: &[usize]| {
            let mut cannot = [CardSet::EMPTY; 4];
            for seat in seats {
                cannot[*seat] = CardSet::suit(Suit::Spades);
            }
            cannot
        };
        // The ace draws both the king and the 2 if two hands hold them, but only the 2 if one hand holds both.
        let mut apart = no_spades_for(&[3]);
        apart[1] = cards("2s");
        apart[2] = cards("Ks");
        assert!(!on_lead("As Qs", "2s Ks 3c 3d 4d 5d", no_spades_for(&[3])));
        assert!(on_lead("As Qs", "2s Ks 3c 3d 4d 5d", apart));
    }
}
