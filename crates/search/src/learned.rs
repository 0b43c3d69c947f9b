//! A player that has learned: a net answers from what its seat observes.

use std::sync::{Arc, Mutex, PoisonError};

use game::{Choice, Observe, Rng, Seat, Worlds, width};
use net::{Net, Space};

use crate::{Ask, Bot};

/// Plays the action that its net likes best. It does not search.
pub struct LearnedBot {
    policy: Policy,
    rng: Rng,
}

impl LearnedBot {
    /// The player of a game that has a net ([`Observe::NET`]).
    pub fn new<G: Observe>(seed: u64) -> Option<LearnedBot> {
        Some(LearnedBot { policy: Policy::of::<G>()?, rng: Rng::new(seed) })
    }
}

impl<G: Observe + Worlds> Bot<G> for LearnedBot {
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action> {
        // Any deal that looks like this from the seat: the observation is the same in all of them.
        let world = G::sample(&G::sampler(ask.view), &mut self.rng);
        self.policy.choose(&world, ask.seat, ask.must, &mut Vec::new())
    }
}

/// What a net likes, with the space that its answers need.
pub(crate) struct Policy {
    net: Arc<Net>,
    space: Space,
    observation: Vec<i8>,
    mask: Vec<i8>,
}

impl Policy {
    /// That of a game that has a net.
    pub(crate) fn of<G: Observe>() -> Option<Policy> {
        let (observation, mask) = (vec![0; width(G::CHANNELS)], vec![0; G::ACTIONS]);
        Some(Policy { net: net_of::<G>()?, space: Space::default(), observation, mask })
    }

    /// What the net likes best of what a seat can do; `None` for "not now". It looks at what the seat observes, and at nothing
    /// else of the deal. `legal` is working space.
    pub(crate) fn choose<G: Observe>(
        &mut self,
        deal: &G,
        seat: Seat,
        must: bool,
        legal: &mut Vec<G::Action>,
    ) -> Option<G::Action> {
        let mut draft = G::Draft::default();
        loop {
            deal.mask(seat, draft, legal, &mut self.mask);
            if !must {
                self.mask[G::NOT_NOW.expect("a game with interrupts has a number for not now")] = 1;
            }
            let mut allowed = (0..G::ACTIONS).filter(|&number| self.mask[number] == 1);
            let first = allowed.next().expect("who is asked may choose something");
            let number = match allowed.next() {
                None => first,
                Some(second) => {
                    deal.observe(seat, draft, &mut self.observation);
                    let worth = self.net.answer(&self.observation, &mut self.space);
                    // Of equals the one with the lowest number.
                    let better = |best, next| if worth[next] > worth[best] { next } else { best };
                    allowed.fold(better(first, second), better)
                }
            };
            if !must && Some(number) == G::NOT_NOW {
                return None;
            }
            match deal.choose(seat, &mut draft, legal, number) {
                Choice::Act(action) => return Some(action),
                Choice::NotNow => return None,
                Choice::More => {}
            }
        }
    }

    /// What the net thinks of each choice of a seat, in parts of [`net::UNIT`]: of an action that is chosen in several steps, what
    /// it thinks of the first.
    pub(crate) fn worth<G: Observe>(
        &mut self,
        deal: &G,
        seat: Seat,
        choices: &[Option<G::Action>],
    ) -> Vec<(Option<G::Action>, i32)> {
        let draft = G::Draft::default();
        let mut legal = Vec::new();
        deal.mask(seat, draft, &mut legal, &mut self.mask);
        deal.observe(seat, draft, &mut self.observation);
        let worth = self.net.answer(&self.observation, &mut self.space);
        let number = |action: Option<G::Action>| match action {
            Some(action) => deal.number_of(seat, draft, &legal, action),
            None => G::NOT_NOW.expect("a game with interrupts has a number for not now"),
        };
        choices.iter().map(|&action| (action, worth[number(action)])).collect()
    }
}

/// The net of a game, read once.
///
/// # Panics
/// If its file does not fit the game. The tests of the catalog read them all.
pub fn net_of<G: Observe>() -> Option<Arc<Net>> {
    static READ: Mutex<Vec<(&'static [u8], Arc<Net>)>> = Mutex::new(Vec::new());
    let file = G::NET?;
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, net)) = read.iter().find(|(other, _)| std::ptr::eq(*other, file)) {
        return Some(net.clone());
    }
    let net = Arc::new(Net::read(file).expect("the game's net can be read"));
    assert_eq!(net.observation_version(), G::OBSERVATION_VERSION, "the net learned from these numbers");
    assert!(net.inputs() <= width(G::CHANNELS) && net.outputs() == G::ACTIONS, "the net fits the game's numbers");
    read.push((file, net.clone()));
    Some(net)
}
