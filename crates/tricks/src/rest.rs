//! Proves, from the knowledge of a seat, that it takes every trick that is left.

use cards::{Card, CardSet, Suit};
use game::Seat;

use crate::{Hidden, SEATS, Tricks};

/// The card that `own`, whose turn it is, plays to take every trick that is left: in every arrangement of the hidden cards, and whatever
/// the others play, as long as it plays each suit from the [`top`] once it leads. `None` if there is none.
///
/// It need not try arrangements or plays. A seat that takes all tricks leads all its cards. Take the card that it leads in round
/// `n` of a suit, from 0. Another seat beats it if it holds a higher card and at least `n` other cards of the suit: it follows to
/// the rounds before with those. In all other tricks it may discard what it likes, and there are no more of those than it holds other
/// cards, so it can keep the higher card. If it holds fewer cards of the suit, the rounds before have drawn them all. Another order
/// of the seat's own cards does not help: among its first `n + 1` cards of the suit there is always one that is no higher than the
/// `n + 1`-th from the top. The order of the suits does not matter.
///
/// Only in a trick that others have led is there a choice: a low card may be enough there, and a high one is kept. Each is tried.
///
/// The others must be free to play anything when they cannot follow suit, and must follow suit if they can.
pub fn takes_all(tricks: &Tricks, own: Seat, hand: CardSet, hidden: &Hidden) -> Option<Card> {
    if tricks.is_over() || tricks.next() != own {
        return None;
    }
    let unseen = !(tricks.gone() | hand);
    let beaten = |other: Seat, round: usize, card: Card| {
        let mut higher = unseen.of(card.suit()) & CardSet::above(card);
        higher.any(|card| hidden.most_with(other, card) as usize > round)
    };
    // With `now` in this trick, or on lead.
    let holds = |now: Option<Card>| {
        let rest = now.map_or(hand, |card| hand - CardSet::only(card));
        (1..SEATS).all(|step| {
            let other = own.after(step, SEATS);
            Suit::ALL.into_iter().all(|suit| {
                // A seat that has played to this trick follows to the rounds after it.
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

/// These cards of a suit, the highest first.
fn from_the_top(cards: CardSet) -> impl Iterator<Item = Card> {
    (0..cards.len()).rev().map(move |place| cards.nth(place))
}

/// The highest card of a suit of these, which are whole suits of a hand: what a seat plays that takes all tricks.
///
/// # Panics
/// If there is no card.
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

    /// Seat 0 leads with this hand. The others hold these cards, as many each, and cannot hold what is named for them.
    fn on_lead(hand: &str, others: &str, cannot: [CardSet; 4]) -> bool {
        let (hand, others) = (cards(hand), cards(others));
        let own = Seat::new(0);
        // The cards that are gone were played in tricks that seat 0 took, whoever held them.
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
        // King and 2 of spades in one hand: the ace draws the 2. In two hands: it draws both.
        let mut apart = no_spades_for(&[3]);
        apart[1] = cards("2s");
        apart[2] = cards("Ks");
        assert!(!on_lead("As Qs", "2s Ks 3c 3d 4d 5d", no_spades_for(&[3])));
        assert!(on_lead("As Qs", "2s Ks 3c 3d 4d 5d", apart));
    }
}
