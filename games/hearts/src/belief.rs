//! Inferences about the cards that other players hold, from the cards that they have played.

use cards::CardSet;
use game::{Belief, Seat};
use tricks::Tricks;

use crate::hint::{gift, regret};
use crate::play::playable;
use crate::state::{Phase, Public};
use crate::{Action, Hearts, View};

/// The distance below the best weight, in 1/64 of a point, at which a choice is half as likely as the best choice.
const HALF: f32 = 64.0;
/// The same constant for [`Belief::closely`].
const HALF_CLOSELY: f32 = 32.0;

/// The factor by which each card that the rule player would not have passed lowers the likelihood of a gift.
const OTHER_GIFT: f32 = 0.25;

impl Belief for Hearts {
    const POOL: u32 = 128;
    const CLOSE_POOL: u32 = 1024;
    const REPLAYS: bool = true;

    /// Assumes that the other players choose as the rule player does. The further the weight of a played card is below
    /// the best weight, the less likely is the hand.
    fn likelihood(view: &View, world: &Hearts) -> f32 {
        plays(view, world, HALF)
    }

    /// Returns a likelihood in which bad choices count more than in `likelihood`. It includes the gift that the
    /// viewer's seat received.
    fn closely(view: &View, world: &Hearts) -> f32 {
        plays(view, world, HALF_CLOSELY) * gift_got(view, world)
    }

    /// Replays only the played cards, because the gifts between other seats are random in a world.
    fn replay(view: &View, world: &Hearts, each: &mut dyn FnMut(&Hearts, Seat, Action)) {
        if world.public.phase != Phase::Play {
            return;
        }
        let mut deal = world.clone();
        let plays = || world.public.tricks.plays();
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

/// Returns the likelihood of the cards that the other players have played. If the weight of a choice is `half` below
/// the best weight, the choice is half as likely as the best one.
fn plays(view: &View, world: &Hearts, half: f32) -> f32 {
    let mut likely = 1.0;
    Hearts::replay(view, world, &mut |deal, seat, action| {
        if let Action::Play(card) = action {
            likely *= half / (half + regret(&deal.public, seat, deal.hands[seat.index()], card) as f32);
        }
    });
    likely
}

/// Returns the likelihood of the gift that the viewer's seat received, given the hand from which it was chosen in this
/// world.
fn gift_got(view: &View, world: &Hearts) -> f32 {
    let own = view.seat.expect("beliefs are a seat's");
    let Some(giver) = view.giving.to(own).filter(|_| world.public.phase == Phase::Play) else { return 1.0 };
    let mut hand = world.hands[giver.index()];
    world.public.tricks.plays().filter(|(seat, _)| *seat == giver).for_each(|(_, card)| hand.insert(card));
    let got = view.giving.to(giver).map_or(CardSet::EMPTY, |seat| world.gifts[seat.index()]);
    let gave = world.gifts[giver.index()];
    let same = (gift((hand - got) | gave).set() & gave).len();
    (same..3).fold(1.0, |likely, _| likely * OTHER_GIFT)
}
