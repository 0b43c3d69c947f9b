//! The view of a seat, and deals that agree with it.

use game::{PerSeat, Rng, Seat, Shuffles, Standing, Viewer, Worlds};
use serde::{Deserialize, Serialize};

use super::{PACK, Pairs, Rules, SEATS, SIZE, cards_of};
use crate::Card;

/// The view of one viewer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    /// House rules.
    pub rules: Rules,
    /// The standing before this deal.
    pub standing: Standing,
    /// The viewer's seat, if it has one.
    pub seat: Option<Seat>,
    /// The hands that this viewer sees.
    pub hands: PerSeat<Option<u32>>,
    /// All cards played in this deal, in order.
    pub played: Vec<Card>,
    /// The seat that led the trick on the table.
    pub leader: Seat,
    /// The number of tricks that each seat has taken in this deal.
    pub points: PerSeat<i16>,
}

impl View {
    pub(super) fn of(deal: &Pairs, viewer: Viewer) -> View {
        View {
            rules: deal.rules,
            standing: deal.standing,
            seat: viewer.seat(),
            hands: PerSeat::from_fn(SEATS, |seat| viewer.sees(seat).then_some(deal.hands[seat.index()])),
            played: deal.played[..usize::from(deal.count)].to_vec(),
            leader: deal.leader,
            points: deal.points,
        }
    }
}

/// A deal without the hands of the other seats, and the cards that these seats can have.
pub struct Sampler {
    base: Pairs,
    me: Seat,
    unseen: Vec<Card>,
}

impl Worlds for Pairs {
    type Sampler = Sampler;

    fn sampler(view: &View) -> Sampler {
        let me = view.seat.expect("the viewer has a seat");
        let own = view.hands[me].expect("a seat sees its hand");
        let seen = view.played.iter().fold(own, |seen, card| seen | 1 << card.0);
        let mut played = [Card(0); SEATS as usize * SIZE];
        played[..view.played.len()].copy_from_slice(&view.played);
        let mut base = Pairs {
            rules: view.rules,
            standing: view.standing,
            shuffles: Shuffles::of_world(0),
            hands: [0; SEATS as usize],
            played,
            count: view.played.len() as u8,
            leader: view.leader,
            points: view.points,
        };
        base.hands[me.index()] = own;
        Sampler { base, me, unseen: cards_of(!seen & ((1 << (PACK + 1)) - 2)).collect() }
    }

    fn sample(sampler: &Sampler, rng: &mut Rng) -> Pairs {
        let mut world = sampler.base.clone();
        world.shuffles = Shuffles::of_world(rng.bits());
        let mut unseen = sampler.unseen.clone();
        rng.shuffle(&mut unseen);
        let mut unseen = unseen.into_iter();
        let (tricks, in_trick) = (world.count / SEATS, world.count % SEATS);
        for seat in Seat::all(SEATS).filter(|seat| *seat != sampler.me) {
            let steps = (seat.index() as u8 + SEATS - world.leader.index() as u8) % SEATS;
            let has_played = usize::from(tricks) + usize::from(steps < in_trick);
            let hand = unseen.by_ref().take(SIZE - has_played);
            world.hands[seat.index()] = hand.fold(0, |hand, card| hand | 1 << card.0);
        }
        world
    }
}
