//! How a sensible player plays, random play, worlds that agree with a view, and a deal as numbers.

use game::{
    Belief, Channel, Channels, Chosen, Endgame, Explain, Observe, Playout, Policy, Rng, Seat, Shuffles, Solve, Worlds,
};

use super::solve::StairsState;
use super::{Action, CARDS, PILES, Source, Stairs, View};

impl Belief for Stairs {}
impl Endgame for Stairs {}
impl Explain for Stairs {}

impl Playout for Stairs {
    /// Uniform over the legal actions.
    fn random(&self, _: Seat, rng: &mut Rng) -> Option<Action> {
        let mut legal = Vec::new();
        self.state.legal(self.rules.piles, |action| legal.push(action));
        Some(legal[rng.below(legal.len() as u32) as usize])
    }
}

/// Up if a card fits, else onto the pile whose top is the lowest above the card, else onto an empty one or the lowest.
fn choose(state: &StairsState, legal: &[Action]) -> Option<Action> {
    let rank = |action: &Action| match action {
        Action::Up(_) => 0,
        Action::Turn => 1,
        Action::Place(pile) => match state.pile(*pile).last() {
            Some(top) if *top > state.hand => 10 + *top,
            None => 30,
            Some(top) => 60 - *top,
        },
    };
    legal.iter().copied().min_by_key(rank)
}

impl Policy for Stairs {
    fn suggest(view: &View, legal: &[Action], _: bool, _: &mut Rng) -> Option<Action> {
        choose(&StairsState::of(view), legal)
    }

    fn rollout(&self, _: Seat, _: &mut Rng) -> Option<Action> {
        let mut legal = Vec::new();
        self.state.legal(self.rules.piles, |action| legal.push(action));
        choose(&self.state, &legal)
    }
}

/// A world with the unseen cards in some order, and how many places of the order are known.
pub struct Sampler {
    world: Stairs,
    known: usize,
}

impl Worlds for Stairs {
    type Sampler = Sampler;

    fn sampler(view: &View) -> Sampler {
        let world = Stairs::guess(view);
        Sampler { known: usize::from(world.seen), world }
    }

    fn sample(sampler: &Sampler, rng: &mut Rng) -> Stairs {
        let mut world = sampler.world.clone();
        world.shuffles = Shuffles::of_world(rng.bits());
        rng.shuffle(&mut world.order[sampler.known..]);
        world
    }
}

/// The numbers of the actions, in their order.
const fn number(action: Action) -> usize {
    match action {
        Action::Place(pile) => pile as usize,
        Action::Turn => PILES,
        Action::Up(Source::Pile(pile)) => PILES + 1 + pile as usize,
        Action::Up(Source::Hand) => 2 * PILES + 1,
    }
}

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
        known.iter_mut().zip(&self.order[turned..seen.max(turned)]).for_each(|(to, card)| *to = *card as i8);
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

#[cfg(test)]
mod tests {
    use game::laws::{Case, keep, keep_observing};
    use game::{Game, Viewer};

    use super::super::Rules;
    use super::*;

    /// A card that was not seen is turned up.
    fn reveals(deal: &Stairs, _: Seat, _: Seat, action: Action) -> bool {
        action == Action::Turn && deal.view(Viewer::Seat(Seat::new(0))).known.is_empty()
    }

    #[test]
    fn laws() {
        for piles in 1..=3 {
            let check = |deal: &Stairs| {
                let view = deal.view(Viewer::All);
                let open = view.piles.iter().flatten().count() + view.hand.iter().count() + view.known.len();
                assert_eq!(open + usize::from(view.stairs), CARDS, "cards are conserved");
            };
            let case = Case { rules: Rules::new(piles), seats: 1, first: 1, matches: 60, cap: 100, check, reveals };
            keep(&case);
            keep_observing(&case);
        }
    }
}
