//! The player of a net, which decides from the observation of its seat.

use std::sync::{Arc, Mutex, PoisonError};

use game::{Chosen, NetFile, Observe, Rng, Seat, Worlds, sort_compactly, width};
use net::{Net, NetError, Space, UNIT};

use crate::{Ask, Bot};

/// Plays the action that its net prefers, without search.
pub struct LearnedBot {
    policy: NetPolicy,
    rng: Rng,
}

impl LearnedBot {
    /// Creates a player. `None` if the game has no net ([`Observe::NET`]).
    pub fn new<G: Observe>(seed: u64) -> Option<LearnedBot> {
        Some(LearnedBot { policy: NetPolicy::of::<G>()?, rng: Rng::new(seed) })
    }
}

impl<G: Observe + Worlds> Bot<G> for LearnedBot {
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action> {
        // Any deal that agrees with the view can be used, because the observation is the same in all of them.
        let world = G::sample(&G::sampler(ask.view), &mut self.rng);
        self.policy.choose(&world, ask.seat, ask.must, &mut Vec::new())
    }
}

/// A net's preferences, with the working space for its answers.
#[derive(Clone)]
pub(crate) struct NetPolicy {
    net: Arc<Net>,
    space: Space,
    observation: Vec<i8>,
    mask: Vec<i8>,
    row: Vec<i8>,
    /// The value of each number that the mask allows.
    values: Vec<i32>,
}

impl NetPolicy {
    /// Returns the policy of a game; `None` if the game has no net.
    pub(crate) fn of<G: Observe>() -> Option<NetPolicy> {
        is_compiled::<G>().then_some(())?;
        Some(NetPolicy::with::<G>(net_of::<G>()?))
    }

    /// Returns the policy of a net that fits the game's action numbers.
    fn with<G: Observe>(net: Arc<Net>) -> NetPolicy {
        NetPolicy {
            net,
            space: Space::default(),
            observation: vec![0; const { width(G::CHANNELS) }],
            mask: vec![0; G::ACTIONS],
            row: vec![0; const { width(G::ROW) }],
            values: vec![0; G::ACTIONS],
        }
    }

    /// Asks the net for the value of each number that the mask allows. `legal` must be as [`Observe::mask`] has written
    /// it.
    fn ask<G: Observe>(&mut self, deal: &G, seat: Seat, draft: G::Draft, legal: &[G::Action]) {
        deal.observe(seat, draft, &mut self.observation);
        let answer = self.net.answer(&self.observation, &mut self.space);
        if !G::NET_BY_ROW {
            self.values.copy_from_slice(answer);
            return;
        }
        for number in 0..G::ACTIONS {
            if self.mask[number] == 1 {
                self.row.fill(0);
                deal.row(seat, draft, legal, number, &mut self.row);
                self.values[number] = product(&self.row, answer);
            }
        }
    }

    /// Returns the action that the net prefers for a seat; `None` for "not now". The choice depends only on the seat's
    /// observation. `legal` is working space.
    pub(crate) fn choose<G: Observe>(
        &mut self,
        deal: &G,
        seat: Seat,
        must: bool,
        legal: &mut Vec<G::Action>,
    ) -> Option<G::Action> {
        assert!(is_compiled::<G>());
        let mut draft = G::Draft::default();
        loop {
            deal.mask(seat, draft, legal, &mut self.mask);
            if !must {
                self.mask[G::NOT_NOW.expect("a game with interrupts has a number for not now")] = 1;
            }
            let first = self.allowed().next().expect("a seat that is asked may choose something");
            let number = if self.allowed().nth(1).is_none() {
                first
            } else {
                self.ask(deal, seat, draft, legal);
                // If several numbers have the greatest value, the lowest of them is chosen.
                let better = |best, next| if self.values[next] > self.values[best] { next } else { best };
                self.allowed().fold(first, better)
            };
            if !must && Some(number) == G::NOT_NOW {
                return None;
            }
            match deal.choose(seat, &mut draft, legal, number) {
                Chosen::Act(action) => return Some(action),
                Chosen::NotNow | Chosen::GiveUp => return None,
                Chosen::More => {}
            }
        }
    }

    /// Returns at most `most` actions that the net prefers, each with its probability, the likeliest first. If an
    /// action has several steps, at most `most` unfinished actions are continued after each step. The steps of an
    /// action can have several orders. The probability of the action is the sum over all these orders.
    pub(crate) fn preferred<G: Observe>(
        &mut self,
        deal: &G,
        seat: Seat,
        must: bool,
        most: usize,
    ) -> Vec<(Option<G::Action>, f64)> {
        assert!(is_compiled::<G>());
        let (mut whole, mut legal) = (Vec::new(), Vec::new());
        let mut parts = vec![(G::Draft::default(), 1.0)];
        while !parts.is_empty() {
            let mut longer = Vec::new();
            for (draft, chance) in parts {
                for (number, part) in self.chances(deal, seat, draft, must, &mut legal) {
                    let (mut draft, likely) = (draft, chance * part);
                    if !must && Some(number) == G::NOT_NOW {
                        add(&mut whole, None, likely);
                        continue;
                    }
                    match deal.choose(seat, &mut draft, &legal, number) {
                        Chosen::Act(action) => add(&mut whole, Some(action), likely),
                        Chosen::NotNow | Chosen::GiveUp => add(&mut whole, None, likely),
                        Chosen::More => add(&mut longer, draft, likely),
                    }
                }
            }
            retain_likeliest(&mut longer, most);
            parts = longer;
        }
        retain_likeliest(&mut whole, most);
        whole
    }

    /// Returns the probability of each number that the mask allows, in the order of the numbers. Overwrites `legal`
    /// with the actions that [`Observe::mask`] writes.
    pub(crate) fn chances<G: Observe>(
        &mut self,
        deal: &G,
        seat: Seat,
        draft: G::Draft,
        must: bool,
        legal: &mut Vec<G::Action>,
    ) -> Vec<(usize, f64)> {
        assert!(is_compiled::<G>());
        deal.mask(seat, draft, legal, &mut self.mask);
        if !must {
            self.mask[G::NOT_NOW.expect("a game with interrupts has a number for not now")] = 1;
        }
        self.ask(deal, seat, draft, legal);
        let most =
            self.allowed().map(|number| self.values[number]).max().expect("a seat that is asked may choose something");
        let weight = |number: usize| exp(f64::from(self.values[number].saturating_sub(most)) / f64::from(UNIT));
        let all: f64 = self.allowed().map(weight).sum();
        self.allowed().map(|number| (number, weight(number) / all)).collect()
    }

    fn allowed(&self) -> impl Iterator<Item = usize> {
        self.mask.iter().enumerate().filter(|(_, allowed)| **allowed == 1).map(|(number, _)| number)
    }
}

/// Returns true if the program has code for a net of the game. The module for browsers has it for [`Observe::NET`]
/// alone.
fn is_compiled<G: Observe>() -> bool {
    !cfg!(target_family = "wasm") || G::NET.is_some()
}

/// Returns the value of an action: the product of its row and the net's answer, limited to 32 bits.
fn product(row: &[i8], answer: &[i32]) -> i32 {
    let sum: i64 = row.iter().zip(answer).map(|(&row, &answer)| i64::from(row) * i64::from(answer)).sum();
    sum.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// Adds `chance` to the chance of an item.
fn add<T: PartialEq>(among: &mut Vec<(T, f64)>, item: T, chance: f64) {
    match among.iter_mut().find(|(other, _)| *other == item) {
        Some((_, all)) => *all += chance,
        None => among.push((item, chance)),
    }
}

/// Sorts by chance, the likeliest first, and keeps only the first `most`. Items with the same chance keep their order.
fn retain_likeliest<T>(among: &mut Vec<(T, f64)>, most: usize) {
    sort_compactly(among, |(_, one), (_, other)| other.total_cmp(one));
    among.truncate(most);
}

/// Returns the exponential function of a number that is not positive. The relative error is at most two hundredths if
/// the result is greater than a hundredth. Only sums and products are used, so the result is the same on every machine.
fn exp(x: f64) -> f64 {
    let mut power = (1.0 + x / 1024.0).max(0.0);
    for _ in 0..10 {
        power *= power;
    }
    power
}

/// The nets that have been read, by game.
static READ: Mutex<Vec<(&'static str, Arc<Net>)>> = Mutex::new(Vec::new());

/// Returns the net of a game; the file is read only once. `None` if the net is neither part of the program nor loaded.
///
/// # Panics
/// If the file in the program does not fit the game. The tests of the catalog read all these files.
pub fn net_of<G: Observe>() -> Option<Arc<Net>> {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, net)) = read.iter().find(|(game, _)| *game == G::ID) {
        return Some(net.clone());
    }
    let NetFile::Embedded(file) = G::NET? else { return None };
    let net = Arc::new(fitting::<G>(file).expect("the game's net can be read"));
    read.push((G::ID, net.clone()));
    Some(net)
}

/// Loads the net of a game that is not in the program.
///
/// # Errors
/// If `file` is not a net of this game.
pub fn load_net<G: Observe>(file: &[u8]) -> Result<(), LoadNetError> {
    let net = Arc::new(fitting::<G>(file)?);
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.retain(|(game, _)| *game != G::ID);
    read.push((G::ID, net));
    Ok(())
}

fn fitting<G: Observe>(file: &[u8]) -> Result<Net, LoadNetError> {
    let net = Net::read(file)?;
    let fits = net.observation_version() == G::OBSERVATION_VERSION
        && net.inputs() <= const { width(G::CHANNELS) }
        && net.outputs() == if G::NET_BY_ROW { const { width(G::ROW) } } else { G::ACTIONS };
    if fits { Ok(net) } else { Err(LoadNetError::Other(G::ID)) }
}

/// The reason why a net cannot be loaded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadNetError {
    /// The file cannot be read as a net.
    #[error(transparent)]
    Unreadable(#[from] NetError),
    /// The net is of another game or of another version.
    #[error("this net does not fit today's {0}")]
    Other(&'static str),
}

#[cfg(test)]
mod tests {
    use cards::{Card, Seed};
    use game::{Game, Shuffles, Turn};
    use hearts::{Action, Hearts, Rules};

    use super::*;

    /// Returns a net that ignores its input and prefers the cards that come later in the pack.
    fn likes_late_cards(step: i32) -> Net {
        let words = |numbers: &[i32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let likes: Vec<i32> = (0..52).map(|card| card * step).collect();
        let mut file = b"cardnet1".to_vec();
        file.extend(words(&[Hearts::OBSERVATION_VERSION as i32]));
        file.extend([0; 32]);
        file.extend(words(&[2, 1, 1, 52]));
        // The only input has weight 0, so each sum is its bias.
        file.extend([0, 0]);
        file.extend([words(&[0]), words(&[2]), vec![1]].concat());
        file.extend([vec![0; 52], words(&likes), words(&[2; 52]), vec![1]].concat());
        Net::read(&file).expect("a net")
    }

    fn deal() -> (Hearts, Seat) {
        let rules = Rules::default();
        let standing = Hearts::start(&rules, 4).expect("four play");
        let deal = Hearts::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(3)));
        let Turn::Open { must, .. } = deal.turn() else { panic!("it begins") };
        (deal, must.first().expect("somebody gives"))
    }

    #[test]
    fn a_gift_is_as_likely_as_the_ways_to_it_together() {
        let (deal, seat) = deal();
        let mut policy = NetPolicy::with::<Hearts>(Arc::new(likes_late_cards(UNIT / 8)));
        let preferred = policy.preferred(&deal, seat, true, 20);
        assert_eq!(preferred.len(), 20);
        assert!(preferred.is_sorted_by(|(_, one), (_, other)| one >= other), "{preferred:?}");
        let mut legal = Vec::new();
        deal.legal(seat, &mut legal);
        assert!(preferred.iter().all(|(gift, _)| legal.contains(&gift.expect("a gift"))), "each is legal");
        // The thirteen cards of the hand, each with its probability of being chosen first.
        let mut mask = vec![0; 52];
        deal.mask(seat, Default::default(), &mut Vec::new(), &mut mask);
        let weight = |card: usize| (card as f64 / 8.0).exp();
        let hand: Vec<usize> = (0..52).filter(|&card| mask[card] == 1).collect();
        let all: f64 = hand.iter().map(|&card| weight(card)).sum();
        let [.., c, b, a] = hand[..] else { panic!("thirteen cards") };
        let Some(Action::Give(best)) = preferred[0].0 else { panic!("a gift") };
        assert_eq!(best.set(), [a, b, c].map(Card::at).into_iter().collect(), "the three that it likes best");
        let ways = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
        let way = |[first, second, third]: [usize; 3]| {
            let (one, two, three) = (weight(first), weight(second), weight(third));
            one / all * two / (all - one) * three / (all - one - two)
        };
        let exact: f64 = ways.into_iter().map(way).sum();
        assert!((preferred[0].1 / exact - 1.0).abs() < 0.03, "{} for {exact}", preferred[0].1);
    }

    #[test]
    fn what_a_net_likes_best_is_what_it_chooses() {
        let (mut deal, _) = deal();
        let mut policy = NetPolicy::with::<Hearts>(Arc::new(likes_late_cards(UNIT)));
        while let Turn::Open { must, .. } = deal.turn() {
            let seat = must.first().expect("somebody plays");
            let chosen = policy.choose(&deal, seat, true, &mut Vec::new());
            let preferred = policy.preferred(&deal, seat, true, 6);
            assert_eq!(preferred[0].0, chosen);
            assert!(
                preferred.len() <= 6 && preferred.iter().all(|(_, chance)| (0.0..=1.0).contains(chance)),
                "{preferred:?}"
            );
            deal.play(seat, chosen.expect("who must act acts")).expect("it is legal");
        }
    }

    #[test]
    fn the_exponential_function_is_near_enough() {
        for (x, within) in [(0.0, 1e-12), (-0.5, 0.001), (-2.0, 0.003), (-4.6, 0.02)] {
            assert!((exp(x) / f64::exp(x) - 1.0).abs() < within, "{x}");
        }
        assert_eq!(exp(-5000.0), 0.0);
    }
}
