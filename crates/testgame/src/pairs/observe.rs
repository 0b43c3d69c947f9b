//! A deal as numbers.

use game::{Channel, Channels, Chosen, Observe, Seat};

use super::{Action, PACK, Pairs, SEATS, cards_of};
use crate::Card;

const CHANNELS: &[Channel] = &[
    Channel::bits("hand", PACK as usize, "P1", "the cards in the hand"),
    Channel::bits("played", PACK as usize, "P1", "the cards played so far"),
    Channel::numbers("winning", 1, (0, PACK as i8), "P1", "the highest card of the trick on the table"),
    Channel::bits("winner", SEATS as usize, "P1", "who has played it, own seat first"),
];

const ROW: &[Channel] = &[Channel::numbers("card", 1, (1, PACK as i8), "P1", "the card")];

/// The numbers are those of the cards, from 0.
impl Observe for Pairs {
    const OBSERVATION_VERSION: u32 = 1;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const ACTIONS: usize = PACK as usize;
    const ROW: &'static [Channel] = ROW;
    type Draft = ();

    fn observe(&self, seat: Seat, (): (), out: &mut [i8]) {
        let bits = |cards: u32| u64::from(cards >> 1);
        let mut out = Channels::new(out);
        out.bits(bits(self.hands[seat.index()]), PACK.into());
        let played = self.played[..usize::from(self.count)].iter().fold(0, |set, card| set | 1 << card.0);
        out.bits(bits(played), PACK.into());
        let winning = self.winning();
        out.number(winning.map_or(0, |(_, card)| card.0 as i8));
        let steps = |other: Seat| (other.index() + usize::from(SEATS) - seat.index()) % usize::from(SEATS);
        out.one_of(SEATS.into(), winning.map(|(winner, _)| steps(winner)));
        out.end();
    }

    fn mask(&self, seat: Seat, (): (), _: &mut Vec<Action>, mask: &mut [i8]) {
        mask.fill(0);
        cards_of(self.hands[seat.index()]).for_each(|card| mask[usize::from(card.0) - 1] = 1);
    }

    fn choose(&self, _: Seat, (): &mut (), _: &[Action], number: usize) -> Chosen<Action> {
        Chosen::Act(Action(Card(number as u8 + 1)))
    }

    fn number_of(&self, _: Seat, (): (), _: &[Action], Action(card): Action) -> usize {
        usize::from(card.0) - 1
    }

    fn row(&self, _: Seat, (): (), _: &[Action], number: usize, out: &mut [i8]) {
        out[0] = number as i8 + 1;
    }
}
