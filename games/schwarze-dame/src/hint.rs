//! How a sensible player plays, by rules of thumb, from its own hand and what lies open.
//!
//! A trick is worth ten, so harmless tricks are wanted and costly ones are not: take what gains, duck what costs, and
//! throw the dearest cards on tricks that somebody else takes.

use cards::{Card, CardSet, Rank, Suit};
use game::Rng;

use crate::play::{highest, playable};
use crate::score::{TRICK, penalty};
use crate::state::Public;
use crate::{Action, SchwarzeDame, View};

const QUEEN: Card = Card::new(Rank::Queen, Suit::Spades);

impl View {
    /// The public part of a deal, from the view.
    pub(crate) fn public(&self) -> Public {
        let mut public = Public::new(self.standing.dealer.after(1, crate::state::SEATS));
        for card in self.tricks.iter().flat_map(|trick| &trick.cards) {
            public.put(*card);
        }
        public
    }
}

/// The choice at the table.
pub(crate) fn suggest(view: &View) -> Action {
    Action(choose(&view.public(), view.hand()))
}

/// The choice in a rollout.
pub(crate) fn rollout(deal: &SchwarzeDame, rng: &mut Rng) -> Action {
    let hand = deal.hands[deal.public.next().index()];
    // One choice in ten at random: rollouts that never err believe too much in their own plan.
    if rng.below(10) == 0 {
        let legal = playable(&deal.public, hand);
        return Action(legal.nth(rng.below(legal.len())));
    }
    Action(choose(&deal.public, hand))
}

fn choose(public: &Public, hand: CardSet) -> Card {
    let legal = playable(public, hand);
    if legal.len() == 1 {
        return legal.first().expect("one card");
    }
    let table = public.on_table();
    match table.first() {
        None => lead(public, hand),
        Some(led) if hand.of(led.suit()).is_empty() => discard(public, hand),
        Some(_) => follow(public, legal),
    }
}

/// Leads the card whose trick promises most: low hearts and safe suits, not spades above the queen while she is out.
fn lead(public: &Public, hand: CardSet) -> Card {
    let unseen = !(public.gone() | hand);
    let queen_out = unseen.has(QUEEN);
    best(hand, |card| {
        let suit = unseen.of(card.suit());
        let higher = suit.filter(|other| *other > card).count() as i32;
        let lower = suit.len() as i32 - higher;
        match card.suit() {
            // A heart that somebody must take higher costs nothing; one that all duck under costs the trick's hearts.
            Suit::Hearts => higher * 6 - lower * 8 - if higher == 0 { 40 } else { 0 },
            Suit::Spades if card == QUEEN => -90 + higher * 20,
            Suit::Spades if queen_out && card > QUEEN => -60,
            Suit::Spades if queen_out => 22 + lower,
            // Early in a suit everybody follows and the trick is ten points.
            _ if suit.len() >= 6 => 20 + lower * 2 - hand.of(card.suit()).len() as i32,
            _ => 6 + higher * 2 - lower * 3,
        }
    })
}

/// Follows suit: takes what gains, else ducks with the highest card that does not take.
fn follow(public: &Public, legal: CardSet) -> Card {
    let table = public.on_table();
    let winner = table[highest(table)];
    let last = table.len() == 3;
    let cost: i16 = table.iter().map(|&card| penalty(card)).sum();
    let below: CardSet = legal.filter(|card| *card < winner).collect();
    let above = legal - below;
    // The queen of spades goes as soon as she does not take the trick.
    if below.has(QUEEN) {
        return QUEEN;
    }
    let spades_with_queen_out = winner.suit() == Suit::Spades && !public.gone().has(QUEEN) && !table.contains(&QUEEN);
    let safe = above - CardSet::only(QUEEN);
    if last && !safe.is_empty() && TRICK - cost - penalty(safe.first().expect("not empty")) > 0 {
        // The trick gains and nobody follows: take it with the highest card, in hearts with the cheapest that takes.
        return if winner.suit() == Suit::Hearts { safe.first() } else { safe.last() }.expect("not empty");
    }
    if !last && cost == 0 && winner.suit() != Suit::Hearts {
        let early = public.gone().of(winner.suit()).len() < 5;
        if early && !spades_with_queen_out && !safe.is_empty() {
            return safe.last().expect("not empty");
        }
        if early && spades_with_queen_out {
            let low: CardSet = legal.filter(|card| *card < QUEEN).collect();
            if let Some(card) = low.last() {
                return card;
            }
        }
    }
    match below.last() {
        Some(card) => card,
        None if last => safe.last().or(legal.last()).expect("some card is legal"),
        None => (legal - CardSet::only(QUEEN)).first().unwrap_or(QUEEN),
    }
}

/// Throws away what costs most or endangers most.
fn discard(public: &Public, hand: CardSet) -> Card {
    let unseen = !(public.gone() | hand);
    best(hand, |card| {
        let higher = unseen.of(card.suit()).filter(|other| *other > card).count() as i32;
        let lower = unseen.of(card.suit()).len() as i32 - higher;
        match card {
            QUEEN => 1000,
            _ if card.suit() == Suit::Spades && card > QUEEN && unseen.has(QUEEN) => {
                60 - hand.of(Suit::Spades).len() as i32 * 5
            }
            _ if card.suit() == Suit::Hearts => 20 + i32::from(penalty(card)) * 4 + lower,
            _ => i32::from(card.rank() as u8) + lower * 2 - higher - hand.of(card.suit()).len() as i32 * 2,
        }
    })
}

fn best(cards: CardSet, mut worth: impl FnMut(Card) -> i32) -> Card {
    cards.max_by_key(|&card| worth(card)).expect("a player who must act holds a card")
}
