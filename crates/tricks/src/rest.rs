//! A proof, from the view of a seat, that the seat takes every remaining trick.

use cards::{Card, CardSet, Suit};
use game::Seat;

use crate::{Hidden, SEATS, Tricks};

/// Returns a card with which `own`, whose turn it is, is certain to take every remaining trick. After this card, `own`
/// has to lead each suit from the [`top`]. The result holds for every arrangement of the hidden cards, whatever the
/// other seats play. Returns `None` if there is no such card.
///
/// The proof needs no search. A seat that takes all tricks leads all its cards. Consider the card that it leads in
/// round `n` of a suit, counted from 0. Another seat can beat this card if it holds a higher card and at least `n`
/// other cards of the suit. It plays these other cards in the earlier rounds. In all other tricks this seat may discard
/// anything. It has enough other cards for these tricks, so it can keep the higher card. If it holds fewer than `n`
/// other cards of the suit, it must have played the higher card in an earlier round.
///
/// It does not help `own` to lead the cards of a suit in another order. Among any `n + 1` of its cards of the suit
/// there is one that is no higher than the `n + 1`-th from the top. The order of the suits does not matter.
///
/// There is a choice only if another seat has led the current trick. In that case, a low card may win this trick and
/// save a high card. So all cards that win the trick are tried.
///
/// The proof holds in games in which the other seats must follow suit if they can, and may otherwise play anything.
pub fn takes_all(tricks: &Tricks, own: Seat, hand: CardSet, hidden: &Hidden) -> Option<Card> {
    if tricks.is_over() || tricks.next() != own {
        return None;
    }
    let unseen = !(tricks.gone() | hand);
    let beaten = |other: Seat, round: usize, card: Card| {
        let mut higher = unseen.of(card.suit()) & CardSet::above(card);
        higher.any(|card| hidden.most_with(other, card) as usize > round)
    };
    // `now` is the card that `own` plays to a trick that another seat has led. It is `None` if `own` leads.
    let holds = |now: Option<Card>| {
        let rest = now.map_or(hand, |card| hand - CardSet::only(card));
        (1..SEATS).all(|step| {
            let other = own.after(step, SEATS);
            Suit::ALL.into_iter().all(|suit| {
                // A seat that has already played to this trick cannot beat `now`, so for this seat only the later
                // rounds count.
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

/// Returns the highest card of the first suit in `legal`, which must contain whole suits. A seat that takes all tricks
/// leads this card.
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

    /// Returns true if seat 0, which leads with this hand, takes every trick. The other seats hold the cards in
    /// `others`, in equal numbers and within their limits.
    fn on_lead(hand: &str, others: &str, cannot: [CardSet; 4]) -> bool {
        let (hand, others) = (cards(hand), cards(others));
        let own = Seat::new(0);
        // Seat 0 took the tricks with all other cards. It does not matter which seats held these cards.
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
        // If the king and the 2 are in different hands, the ace draws both. If they are in one hand, the ace draws only
        // the 2.
        let mut apart = no_spades_for(&[3]);
        apart[1] = cards("2s");
        apart[2] = cards("Ks");
        assert!(!on_lead("As Qs", "2s Ks 3c 3d 4d 5d", no_spades_for(&[3])));
        assert!(on_lead("As Qs", "2s Ks 3c 3d 4d 5d", apart));
    }
}
