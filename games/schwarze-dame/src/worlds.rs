//! Deals that agree with everything that a seat has seen. The seat has seen its own hand and the cards played. By not
//! following suit, other seats have shown which suits they lack. All such deals are equally likely.

use cards::CardSet;
use game::{Rng, Shuffles, Worlds};
use tricks::{Hidden, cannot_hold};

use crate::{SchwarzeDame, View};

/// The data from which worlds are drawn, computed once for a view.
pub struct Sampler {
    /// The deal with only the viewer's own hand.
    known: SchwarzeDame,
    hidden: Hidden,
}

impl Worlds for SchwarzeDame {
    type Sampler = Sampler;

    fn sampler(view: &View) -> Sampler {
        let seat = view.seat.expect("worlds are sampled for a seat");
        let public = view.public();
        let hidden = hidden(view, public.tricks.gone());
        let mut hands = [CardSet::EMPTY; 4];
        hands[seat.index()] = view.hand();
        let shuffles = Shuffles::of_world(0);
        let known = SchwarzeDame { hands, public, standing: view.standing, rules: view.rules, shuffles };
        Sampler { known, hidden }
    }

    fn sample(sampler: &Sampler, rng: &mut Rng) -> SchwarzeDame {
        let mut world = sampler.known.clone();
        world.shuffles = Shuffles::of_world(rng.bits());
        sampler.hidden.deal(&mut world.hands, rng);
        world
    }
}

/// Returns the cards that the viewer's seat does not see, and which seats cannot hold them. `gone` are the cards
/// played.
pub(crate) fn hidden(view: &View, gone: CardSet) -> Hidden {
    let seat = view.seat.expect("worlds are those of a seat");
    let unseen = !(gone | view.hand());
    // [S3] A seat that did not follow suit has no card of the suit led.
    Hidden::new(seat, unseen, view.held, cannot_hold(&view.tricks))
}
