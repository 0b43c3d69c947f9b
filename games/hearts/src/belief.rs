//! What the cards that the others have played reveal about those that they still hold.

use cards::CardSet;
use game::{Belief, Seat};
use tricks::{SEATS, Tricks};

use crate::hint::regret;
use crate::play::playable;
use crate::state::{Phase, Public};
use crate::{Action, Hearts, View};

/// A choice that is this much worse than the best, in sixty-fourths of a point, is half as likely.
const HALF: f32 = 64.0;

impl Belief for Hearts {
    const POOL: u32 = 128;
    const REPLAYS: bool = true;

    /// Whoever had a choice may be thought to have made it as the rule player does: the less a card was worth to it than the
    /// card that it would have played, the less likely is the hand.
    fn likelihood(view: &View, world: &Hearts) -> f32 {
        let mut likely = 1.0;
        Hearts::replay(view, world, &mut |deal, seat, action| {
            if let Action::Play(card) = action {
                likely *= HALF / (HALF + regret(&deal.public, seat, deal.hands[seat.index()], card) as f32);
            }
        });
        likely
    }

    /// What the others passed is not gone through: a world has their gifts at random.
    fn replay(view: &View, world: &Hearts, each: &mut dyn FnMut(&Hearts, Seat, Action)) {
        if world.public.phase != Phase::Play {
            return;
        }
        let mut deal = world.clone();
        let plays = || {
            world.public.tricks.iter().flat_map(|(leader, cards)| {
                cards.iter().zip(0..).map(move |(card, step)| (leader.after(step, SEATS), *card))
            })
        };
        let Some((leader, _)) = plays().next() else { return };
        for (seat, card) in plays() {
            deal.hands[seat.index()].insert(card);
        }
        deal.public = Public { chosen: world.public.chosen, phase: Phase::Play, ..Public::new(world.public.giving) };
        deal.public.tricks = Tricks::new(leader);
        for (seat, card) in plays() {
            let legal: CardSet = playable(&deal.public, deal.hands[seat.index()]);
            if view.seat != Some(seat) && legal.len() > 1 {
                each(&deal, seat, Action::Play(card));
            }
            deal.put(seat, card);
        }
    }
}
