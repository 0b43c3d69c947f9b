//! The value of a choice in one world: the choice is made, and a rollout policy plays the rest of the deal.

use game::{Game, Hint, LONGEST_ROLLOUT, Observe, Playout, Rng, Seat, Turn, play_by, rollout};

use crate::learned::NetPolicy;
use crate::utility::utility;

/// The way in which a simulated deal is played near its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endings {
    /// By rules of thumb to the last card.
    Rule,
    /// All seats see all cards, and each seat plays its best ([`game::Endgame::play_out`]). Such a deal counts as the
    /// number of rule-player simulations that take the same time.
    Exact,
}

/// The player of all seats in a rollout.
pub(crate) enum RolloutPolicy<G: Game> {
    Rules(Endings),
    /// The game's net. `legal` is working space.
    Net {
        policy: Box<NetPolicy>,
        legal: Vec<G::Action>,
    },
}

impl<G: Playout + Hint + Observe> RolloutPolicy<G> {
    pub(crate) fn net(policy: NetPolicy) -> RolloutPolicy<G> {
        RolloutPolicy::Net { policy: Box::new(policy), legal: Vec::new() }
    }

    /// Returns the seat's utility after a choice, and the number of simulations that this simulation counts as. The
    /// same seed gives the same random choices.
    pub(crate) fn value(&mut self, world: &G, seat: Seat, action: Option<G::Action>, seed: u64) -> (f64, u32) {
        let mut deal = world.clone();
        let spent = match self {
            RolloutPolicy::Rules(endings) => play_by_rules(&mut deal, seat, action, *endings, seed),
            RolloutPolicy::Net { policy, legal } => {
                play_by_net(&mut deal, seat, action, policy, legal);
                1
            }
        };
        (utility(&deal, seat), spent)
    }
}

fn play_by_rules<G: Playout + Hint>(
    deal: &mut G,
    seat: Seat,
    action: Option<G::Action>,
    endings: Endings,
    seed: u64,
) -> u32 {
    let mut rng = Rng::new(seed);
    match action {
        Some(action) => deal.apply(seat, action),
        None => let_pass(deal, seat, &mut rng),
    }
    let played_out = if endings == Endings::Exact { deal.play_out() } else { None };
    played_out.unwrap_or_else(|| {
        rollout(deal, &mut rng, LONGEST_ROLLOUT);
        1
    })
}

/// Continues after `seat` has declined to cut in. All seats that were asked before `seat` have declined, too. Either a
/// later seat cuts in, or play goes on.
fn let_pass<G: Playout + Hint>(deal: &mut G, seat: Seat, rng: &mut Rng) {
    let Turn::Open { must, may } = deal.turn() else { return };
    let mut behind =
        may.from_seat(deal.first_asked(), game::MAX_SEATS as u8).skip_while(|other| *other != seat).skip(1);
    let cut = behind.find_map(|other| deal.rollout(other, rng).map(|action| (other, action)));
    let (actor, action) = cut.unwrap_or_else(|| {
        let first = must.first().expect("an open turn waits for somebody");
        (first, deal.rollout(first, rng).expect("a seat that must act has an action"))
    });
    deal.apply(actor, action);
}

fn play_by_net<G: Playout + Observe>(
    deal: &mut G,
    seat: Seat,
    action: Option<G::Action>,
    policy: &mut NetPolicy,
    legal: &mut Vec<G::Action>,
) {
    // A seat that does not cut in is not asked again before another seat has acted.
    let mut passes = action.is_none();
    if let Some(action) = action {
        deal.apply(seat, action);
    }
    play_by(deal, LONGEST_ROLLOUT, |deal, asked, must| {
        if passes && asked == seat && !must {
            return None;
        }
        let answer = policy.choose(deal, asked, must, legal);
        passes &= answer.is_none();
        answer
    });
}
