//! A player that has learned: a net answers from what its seat observes.

use std::sync::{Arc, Mutex, PoisonError};

use game::{Choice, Observe, Rng, Worlds, width};
use net::{Net, Space};

use crate::{Ask, Bot};

/// Plays the action that its net likes best. It does not search.
pub struct LearnedBot {
    net: Arc<Net>,
    space: Space,
    rng: Rng,
    observation: Vec<i8>,
    mask: Vec<i8>,
}

impl LearnedBot {
    /// The player of a game that has a net ([`Observe::NET`]).
    pub fn new<G: Observe>(seed: u64) -> Option<LearnedBot> {
        let net = net_of::<G>()?;
        let (observation, mask) = (vec![0; width(G::CHANNELS)], vec![0; G::ACTIONS]);
        Some(LearnedBot { net, space: Space::default(), rng: Rng::new(seed), observation, mask })
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

impl<G: Observe + Worlds> Bot<G> for LearnedBot {
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action> {
        // Any deal that looks like this from the seat: the observation is the same in all of them.
        let world = G::sample(&G::sampler(ask.view), &mut self.rng);
        let (mut draft, mut legal) = (G::Draft::default(), Vec::new());
        loop {
            world.mask(ask.seat, draft, &mut legal, &mut self.mask);
            if !ask.must {
                self.mask[G::NOT_NOW.expect("a game with interrupts has a number for not now")] = 1;
            }
            let mut allowed = (0..G::ACTIONS).filter(|&number| self.mask[number] == 1);
            let first = allowed.next().expect("who is asked may choose something");
            let number = match allowed.next() {
                None => first,
                Some(second) => {
                    world.observe(ask.seat, draft, &mut self.observation);
                    let worth = self.net.answer(&self.observation, &mut self.space);
                    // Of equals the one with the lowest number.
                    let better = |best, next| if worth[next] > worth[best] { next } else { best };
                    allowed.fold(better(first, second), better)
                }
            };
            if !ask.must && Some(number) == G::NOT_NOW {
                return None;
            }
            match world.choose(ask.seat, &mut draft, &legal, number) {
                Choice::Act(action) => return Some(action),
                Choice::NotNow => return None,
                Choice::More => {}
            }
        }
    }
}
