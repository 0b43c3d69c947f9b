//! Inferences about the cards that other players hold, from the cards that they have played.

use game::{Belief, Seat};
use tricks::SEATS;

use crate::hint::regret;
use crate::play::playable;
use crate::state::Public;
use crate::{Action, SchwarzeDame, View};

/// The distance below the best weight, in 1/16 of a point, at which a choice is half as likely as the best choice. It
/// was chosen from 3, 8 and 16 with `cardroom arena`, seed a7.
const HALF: f32 = 16.0;

impl Belief for SchwarzeDame {
    const CANDIDATES: u32 = 16;
    const REPLAYS: bool = true;

    /// Assumes that the other players choose as the rule player does. The further the weight of a played card is below
    /// the best weight, the less likely is the hand.
    fn likelihood(view: &View, world: &SchwarzeDame) -> f32 {
        let mut likely = 1.0;
        SchwarzeDame::replay(view, world, &mut |deal, seat, Action(card)| {
            likely *= HALF / (HALF + regret(&deal.public, deal.hands[seat.index()], card) as f32);
        });
        likely
    }

    fn replay(view: &View, world: &SchwarzeDame, each: &mut dyn FnMut(&SchwarzeDame, Seat, Action)) {
        let mut deal = world.clone();
        let plays = || world.public.tricks.plays();
        for (seat, card) in plays() {
            deal.hands[seat.index()].insert(card);
        }
        deal.public = Public::new(world.standing.dealer.after(1, SEATS));
        for (seat, card) in plays() {
            if view.seat != Some(seat) && playable(&deal.public, deal.hands[seat.index()]).len() > 1 {
                each(&deal, seat, Action(card));
            }
            deal.put(seat, card);
        }
    }
}
