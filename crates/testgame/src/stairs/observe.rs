//! A deal as numbers.

use game::{Channel, Channels, Chosen, Observe, Seat};

use super::{Action, CARDS, PILES, Source, Stairs};

impl Observe for Stairs {
    const OBSERVATION_VERSION: u32 = 1;
    const CHANNELS: &'static [Channel] = &[
        Channel::numbers("stairs", 1, (0, CARDS as i8), "T1", "the top card of the stairs"),
        Channel::numbers("hand", 1, (0, CARDS as i8), "T1", "the card in hand"),
        Channel::numbers("piles", PILES * CARDS, (0, CARDS as i8), "T1", "the piles, each from the bottom to the top"),
        Channel::numbers("stock", 1, (0, CARDS as i8), "T1", "how many cards the stock has"),
        Channel::numbers("known", CARDS, (0, CARDS as i8), "T1", "the cards of the stock that were seen"),
    ];
    const ACTIONS: usize = 2 * PILES + 2;
    const ROW: &'static [Channel] = &[Channel::bits("action", 2 * PILES + 2, "", "the action")];
    type Draft = ();

    fn observe(&self, _: Seat, (): (), out: &mut [i8]) {
        let mut out = Channels::new(out);
        let state = &self.state;
        out.number(state.stairs as i8);
        out.number(state.hand as i8);
        for pile in 0..PILES as u8 {
            let mut cards = [0; CARDS];
            cards.iter_mut().zip(state.pile(pile)).for_each(|(to, card)| *to = *card as i8);
            out.numbers(&cards);
        }
        out.number(CARDS as i8 - state.turned as i8);
        let (turned, seen) = (usize::from(state.turned), usize::from(self.seen));
        let mut known = [0; CARDS];
        known.iter_mut().zip(&self.order[turned..seen]).for_each(|(to, card)| *to = *card as i8);
        out.numbers(&known);
        out.end();
    }

    fn mask(&self, seat: Seat, (): (), legal: &mut Vec<Action>, mask: &mut [i8]) {
        game::mask_legal(self, seat, legal, mask, number);
    }

    fn choose(&self, _: Seat, (): &mut (), legal: &[Action], chosen: usize) -> Chosen<Action> {
        let action = legal.iter().copied().find(|action| number(*action) == chosen);
        Chosen::Act(action.expect("a number of the mask is a legal action"))
    }

    fn number_of(&self, _: Seat, (): (), _: &[Action], action: Action) -> usize {
        number(action)
    }

    fn row(&self, _: Seat, (): (), _: &[Action], number: usize, out: &mut [i8]) {
        out[number] = 1;
    }
}

/// Returns the number of an action. The numbers are in the order of the actions.
const fn number(action: Action) -> usize {
    match action {
        Action::Place(pile) => pile as usize,
        Action::Turn => PILES,
        Action::Up(Source::Pile(pile)) => PILES + 1 + pile as usize,
        Action::Up(Source::Hand) => 2 * PILES + 1,
    }
}
