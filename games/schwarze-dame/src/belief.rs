//! What the cards that the others have played say of those they still hold.

use tricks::SEATS;

use crate::hint::regret;
use crate::play::playable;
use crate::state::Public;
use crate::{SchwarzeDame, View};

/// A choice that promised so much less than the best, in sixteenths of a point, is half as likely. Found with
/// `cardroom arena`, seed a7, among 3, 8, 16.
const HALF: f32 = 16.0;

/// How likely the others would have played as they did with the hands they have in this world, up to a constant.
///
/// Whoever had a choice may be thought to have made it as the rule player does: the less a card was worth to it than the
/// card that it would have played, the less likely is the hand.
pub(crate) fn likelihood(view: &View, world: &SchwarzeDame) -> f32 {
    let mut hands = world.hands;
    let tricks = &world.public.tricks;
    let plays = || {
        tricks.iter().flat_map(|(leader, cards)| {
            cards.iter().zip(0..).map(move |(card, step)| (leader.after(step, SEATS), *card))
        })
    };
    for (seat, card) in plays() {
        hands[seat.index()].insert(card);
    }
    let mut public = Public::new(world.standing.dealer.after(1, SEATS));
    let mut likely = 1.0;
    for (seat, card) in plays() {
        let hand = &mut hands[seat.index()];
        if view.seat != Some(seat) && playable(&public, *hand).len() > 1 {
            likely *= HALF / (HALF + regret(&public, *hand, card) as f32);
        }
        hand.remove(card);
        public.put(card);
    }
    likely
}
