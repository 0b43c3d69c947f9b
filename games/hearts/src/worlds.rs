//! Deals that agree with everything that a seat has seen. The seat knows its own hand, the cards played, the cards that
//! it passed and received, and cards that other players cannot hold. All such deals are equally likely.
//!
//! A player who does not follow suit has no card of the suit led [H6]. A player who plays a card with points on the
//! first trick holds only such cards [H7]. A player who leads the heart that breaks hearts holds only hearts [H8]. A
//! card that the seat passed stays with its receiver until it is played. Before the first lead, the two of clubs is
//! with the player who is to lead [H5].
//!
//! The gifts between other seats are also part of the deal. A seat's gift may be any three of the thirteen cards with
//! which the receiver began to play, whatever else is known. These gifts are drawn after the hands.

use cards::{CardSet, Suit};
use game::{Rng, Seat, Shuffles, Worlds};
use tricks::{Hidden, SEATS, cannot_hold};

use crate::play::{HEARTS, TWO_OF_CLUBS};
use crate::score::POINTS;
use crate::state::Phase;
use crate::{Gift, Hearts, View};

/// The data from which worlds are drawn, computed once for a view.
pub struct Sampler {
    /// The deal with only the hands and gifts that the viewer knows.
    known: Hearts,
    hidden: Hidden,
    played: [CardSet; 4],
    /// The seats whose gift the viewer does not know, each with the receiver of the gift, or `None` if the gift is
    /// still put aside.
    gifts: Vec<(Seat, Option<Seat>)>,
}

impl Worlds for Hearts {
    type Sampler = Sampler;

    fn sampler(view: &View) -> Sampler {
        let own = view.seat.expect("worlds are sampled for a seat");
        let public = view.public();
        let hidden = hidden(view, public.tricks.gone());
        let mut hands = [CardSet::EMPTY; 4];
        hands[own.index()] = view.hand();
        let giving = view.phase == Phase::Giving;
        let mut played = [CardSet::EMPTY; 4];
        for (seat, card) in view.tricks.iter().flat_map(|trick| trick.plays()) {
            played[seat.index()].insert(card);
        }
        let gifts = view
            .chosen
            .filter(|giver| view.gifts[giver.index()].is_none())
            .map(|giver| (giver, view.giving.from(giver).filter(|_| !giving)))
            .collect();
        let known = Hearts {
            hands,
            gifts: view.gifts.map(|gift| gift.unwrap_or(CardSet::EMPTY)),
            public,
            standing: view.standing,
            rules: view.rules,
            shuffles: Shuffles::of_world(0),
        };
        Sampler { known, hidden, played, gifts }
    }

    fn sample(sampler: &Sampler, rng: &mut Rng) -> Hearts {
        let mut world = sampler.known.clone();
        world.shuffles = Shuffles::of_world(rng.bits());
        sampler.hidden.deal(&mut world.hands, rng);
        for &(giver, receiver) in &sampler.gifts {
            let from = match receiver {
                Some(receiver) => world.hands[receiver.index()] | sampler.played[receiver.index()],
                None => world.hands[giver.index()],
            };
            let gift = Gift::random(from, rng).set();
            world.gifts[giver.index()] = gift;
            if receiver.is_none() {
                let hand = &mut world.hands[giver.index()];
                *hand = *hand - gift;
            }
        }
        world
    }
}

/// Returns the cards that the viewer's seat does not see, and which seats cannot hold them. `gone` are the cards
/// played.
pub(crate) fn hidden(view: &View, gone: CardSet) -> Hidden {
    let own = view.seat.expect("worlds are those of a seat");
    let gave = view.gifts[own.index()].unwrap_or(CardSet::EMPTY);
    let mut seen = gone | view.hand();
    let mut held = view.held;
    if view.phase == Phase::Giving {
        seen = seen | gave;
        // A gift that is put aside is drawn as a part of its giver's hand.
        for seat in view.chosen {
            held[seat.index()] += 3;
        }
    }
    Hidden::new(own, !seen, held, limits(view, own, gave))
}

/// Returns the cards that each seat cannot hold.
fn limits(view: &View, own: Seat, gave: CardSet) -> [CardSet; 4] {
    // [H6]
    let mut cannot = cannot_hold(&view.tricks);
    let mut broken = false;
    for (number, trick) in view.tricks.iter().enumerate() {
        for (i, (seat, card)) in trick.plays().enumerate() {
            let limit = match card {
                _ if number == 0 && POINTS.has(card) => !POINTS,                  // [H7]
                _ if i == 0 && card.suit() == Suit::Hearts && !broken => !HEARTS, // [H8]
                _ => CardSet::EMPTY,
            };
            cannot[seat.index()] = cannot[seat.index()] | limit;
            broken |= card.suit() == Suit::Hearts;
        }
    }
    if view.phase != Phase::Giving {
        for seat in Seat::all(SEATS) {
            // [H4] The cards that the viewer's seat passed are with their receiver.
            if view.giving.from(own) != Some(seat) {
                cannot[seat.index()] = cannot[seat.index()] | gave;
            }
            // [H5]
            if view.next != Some(seat) && view.tricks.is_empty() {
                cannot[seat.index()].insert(TWO_OF_CLUBS);
            }
        }
    }
    cannot
}
