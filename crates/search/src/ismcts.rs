//! Information-set Monte Carlo tree search with a single observer (Cowling, Powley and Whitehouse 2012).
//!
//! One tree contains the decisions of all seats. Every simulation samples a new world that agrees with the view. It
//! descends the tree in this world, and chooses by UCB among the actions that are legal in the world. UCB uses the
//! number of visits at which an action was legal. Seats that may cut in are asked in order. For each of these seats,
//! "not now" is one more choice.
//!
//! If several seats choose simultaneously, the tree has only the searcher's own choice. The rollout policy chooses for
//! the other seats. So no decision later in the tree depends on their hidden choices.
//!
//! With a net ([`Rollouts::Net`]) the choices that the net prefers are tried first and most often (PUCT, Rosin 2011).
//! The net also plays simulated deals to their end. Its model of the other players weights the worlds.

use std::sync::atomic::Ordering;

use game::{
    Hint, LONGEST_ROLLOUT, Observe, PerSeat, Playout, Rng, Seat, Turn, Worlds, play_by, playout, rollout,
    sort_compactly,
};

use crate::learned::NetPolicy;
use crate::utility::utilities;
use crate::weighted_worlds::{BeliefModel, NET_POOL, WeightedWorlds};
use crate::{Ask, Bot, Estimate};

/// The exploration constant of UCB, relative to the spread of the values so far.
const EXPLORATION: f64 = 0.35;

/// The exploration constant of PUCT, relative to the spread of the values so far.
const NET_EXPLORATION: f64 = 0.3;

/// The number of choices that a tree with a net tries: those that the net prefers.
const PREFERRED: usize = 8;

/// The player that plays simulated deals to their end, from a leaf of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rollouts {
    /// Random legal actions.
    Random,
    /// The rule player.
    Rule,
    /// The game's net, which also selects the choices that are tried.
    Net,
}

/// A net that guides the search of a decision.
trait Guide<G: Playout + Worlds>: Send {
    /// Returns the worlds that are possible at this decision, each with a weight.
    fn worlds(&mut self, ask: &Ask<'_, G>, simulations: u32, rng: &mut Rng) -> WeightedWorlds<G>;

    fn preferred(&mut self, deal: &G, seat: Seat, must: bool) -> Vec<(Option<G::Action>, f64)>;

    fn choose(&mut self, deal: &G, seat: Seat, must: bool) -> Option<G::Action>;
}

struct NetGuide<G: Playout> {
    policy: NetPolicy,
    legal: Vec<G::Action>,
}

impl<G: Playout + Worlds + Hint + Observe> Guide<G> for NetGuide<G> {
    fn worlds(&mut self, ask: &Ask<'_, G>, simulations: u32, rng: &mut Rng) -> WeightedWorlds<G> {
        WeightedWorlds::by_net(ask, G::sampler(ask.view), NET_POOL.min(simulations), &mut self.policy, rng)
    }

    fn preferred(&mut self, deal: &G, seat: Seat, must: bool) -> Vec<(Option<G::Action>, f64)> {
        self.policy.preferred(deal, seat, must, PREFERRED)
    }

    fn choose(&mut self, deal: &G, seat: Seat, must: bool) -> Option<G::Action> {
        self.policy.choose(deal, seat, must, &mut self.legal)
    }
}

/// A tree searcher with a fixed number of simulations a decision.
pub struct Ismcts<G: Playout + Worlds> {
    rng: Rng,
    simulations: u32,
    rollouts: Rollouts,
    spent: u32,
    tree: Vec<TreeNode<G>>,
    path: Vec<u32>,
    legal: Vec<G::Action>,
    options: Vec<Option<G::Action>>,
    guide: Option<Box<dyn Guide<G>>>,
    /// For each option, the probability that the net gives it.
    chances: Vec<f64>,
    /// The lowest and the highest value so far that a deal had for any seat.
    least: f64,
    most: f64,
}

/// A choice that was tried: the edge to a node, and the node itself.
struct TreeNode<G: Playout> {
    actor: Seat,
    choice: Option<G::Action>,
    visits: u32,
    /// The number of simulations in which the choice was legal.
    available: u32,
    /// The sum of the values for the actor, and the sum of their squares.
    total: f64,
    squares: f64,
    /// The indices of the first child and of the next sibling; 0 for none.
    below: u32,
    beside: u32,
}

impl<G: Playout + Worlds + Hint> Ismcts<G> {
    /// Creates a player with its own random numbers. For [`Rollouts::Net`] use [`Ismcts::with_net`].
    pub fn new(seed: u64, simulations: u32, rollouts: Rollouts) -> Ismcts<G> {
        Ismcts {
            rng: Rng::new(seed),
            simulations,
            rollouts,
            spent: 0,
            tree: Vec::new(),
            path: Vec::new(),
            legal: Vec::new(),
            options: Vec::new(),
            guide: None,
            chances: Vec::new(),
            least: f64::INFINITY,
            most: f64::NEG_INFINITY,
        }
    }

    /// Creates a player with its own random numbers that is guided by the game's net. `None` if the game has no net.
    pub fn with_net(seed: u64, simulations: u32) -> Option<Ismcts<G>>
    where
        G: Observe,
        G::Action: Send,
    {
        let guide = NetGuide { policy: NetPolicy::of::<G>()?, legal: Vec::new() };
        Some(Ismcts { guide: Some(Box::new(guide)), ..Ismcts::new(seed, simulations, Rollouts::Net) })
    }

    /// Searches. Returns false if there was nothing to search, or if the search was cancelled before its first
    /// simulation.
    fn search(&mut self, ask: &Ask<'_, G>) -> bool {
        self.spent = 0;
        if ask.must && ask.legal.len() == 1 {
            return false;
        }
        self.tree.clear();
        self.tree.push(TreeNode::new(ask.seat, None));
        (self.least, self.most) = (f64::INFINITY, f64::NEG_INFINITY);
        let worlds = match &mut self.guide {
            Some(guide) => guide.worlds(ask, self.simulations, &mut self.rng),
            None => WeightedWorlds::resampled(G::sampler(ask.view), 1, BeliefModel::Fast),
        };
        while self.spent < self.simulations && !ask.cancel.load(Ordering::Relaxed) {
            let world = worlds.draw(ask.view, &mut self.rng);
            self.simulate(world, ask.seat, ask.must);
            self.spent += 1;
        }
        self.spent > 0
    }

    fn simulate(&mut self, mut deal: G, me: Seat, must: bool) {
        self.path.clear();
        // Seats that come before the seat that is asked have declined.
        let may = deal.turn().may();
        let mut passed = may.from_seat(deal.first_asked(), MOST).take_while(|seat| must || *seat != me).count();
        let mut node = 0;
        while let Turn::Open { must, may } = deal.turn() {
            let cutter = if may.is_empty() { None } else { may.from_seat(deal.first_asked(), MOST).nth(passed) };
            let actor = cutter.unwrap_or_else(|| match must.has(me) {
                // The seats choose simultaneously: the searcher's own choice comes first in the tree.
                true => me,
                false => must.first().expect("an open turn waits for somebody"),
            });
            let (choice, is_new) = if actor != me && deal.is_sealed() {
                (self.rollout_action(&deal, actor, cutter.is_none()), false)
            } else {
                self.consider_options(&deal, actor, cutter.is_none());
                let (next, is_new) = match self.guide {
                    Some(_) => self.step_guided(node, actor),
                    None => self.step(node, actor),
                };
                self.path.push(next);
                node = next;
                (self.tree[next as usize].choice, is_new)
            };
            match choice {
                Some(action) => {
                    deal.apply(actor, action);
                    passed = 0;
                }
                None => {
                    assert!(cutter.is_some(), "a seat that must act has an action");
                    passed += 1;
                }
            }
            if is_new {
                break;
            }
        }
        self.ask_those_behind(&mut deal, passed);
        match (self.rollouts, &mut self.guide) {
            (Rollouts::Random, _) => playout(&mut deal, &mut self.rng, LONGEST_ROLLOUT),
            (Rollouts::Net, Some(guide)) => {
                play_by(&mut deal, LONGEST_ROLLOUT, |deal, seat, must| guide.choose(deal, seat, must))
            }
            (Rollouts::Rule | Rollouts::Net, _) => rollout(&mut deal, &mut self.rng, LONGEST_ROLLOUT),
        };
        self.back_up(utilities(&deal));
    }

    /// Asks the remaining seats, in order, after a seat has declined to cut in ("not now"). If they all decline, play
    /// goes on. `passed` is the number of seats that have declined already.
    fn ask_those_behind(&mut self, deal: &mut G, mut passed: usize) {
        while passed > 0
            && let Turn::Open { must, may } = deal.turn()
        {
            match may.from_seat(deal.first_asked(), MOST).nth(passed) {
                Some(seat) => match self.rollout_action(deal, seat, false) {
                    Some(action) => {
                        deal.apply(seat, action);
                        passed = 0;
                    }
                    None => passed += 1,
                },
                None => {
                    let seat = must.first().expect("an open turn waits for somebody");
                    let action = self.rollout_action(deal, seat, true).expect("a seat that must act has an action");
                    deal.apply(seat, action);
                    passed = 0;
                }
            }
        }
    }

    fn rollout_action(&mut self, deal: &G, seat: Seat, must: bool) -> Option<G::Action> {
        match (self.rollouts, &mut self.guide) {
            (Rollouts::Random, _) => deal.random(seat, &mut self.rng),
            (Rollouts::Net, Some(guide)) => guide.choose(deal, seat, must),
            (Rollouts::Rule | Rollouts::Net, _) => deal.rollout(seat, &mut self.rng),
        }
    }

    /// Collects the choices of a seat in a world. With a net, collects only those that the net prefers.
    fn consider_options(&mut self, deal: &G, actor: Seat, must: bool) {
        self.options.clear();
        if let Some(guide) = &mut self.guide {
            let preferred = guide.preferred(deal, actor, must);
            self.options.extend(preferred.iter().map(|(option, _)| *option));
            self.chances.clear();
            self.chances.extend(preferred.iter().map(|(_, chance)| *chance));
            return;
        }
        self.legal.clear();
        deal.legal(actor, &mut self.legal);
        self.options.extend(self.legal.iter().copied().map(Some));
        if !must {
            self.options.push(None);
        }
    }

    /// Selects a child by the probabilities that the net gives. A choice without a visit counts with the mean value of
    /// its siblings that have visits.
    fn step_guided(&mut self, node: u32, actor: Seat) -> (u32, bool) {
        let spread = (self.most - self.least).max(1e-9);
        let mut tried: Vec<Option<u32>> = vec![None; self.options.len()];
        let (mut visits, mut total) = (0, 0.0);
        let mut child = self.tree[node as usize].below;
        while child != 0 {
            let at = &self.tree[child as usize];
            if at.actor == actor
                && let Some(index) = self.options.iter().position(|choice| *choice == at.choice)
            {
                tried[index] = Some(child);
                visits += at.visits;
                total += at.total;
            }
            child = at.beside;
        }
        let usual = total / f64::from(visits.max(1)) / spread;
        let exploration = NET_EXPLORATION * f64::from(visits.max(1)).sqrt();
        let mut best = (f64::NEG_INFINITY, 0);
        for (index, child) in tried.iter().enumerate() {
            let (mean, times) = child.map_or((usual, 0), |child| {
                let at = &self.tree[child as usize];
                (at.total / f64::from(at.visits) / spread, at.visits)
            });
            let bound = mean + exploration * self.chances[index] / f64::from(1 + times);
            if bound > best.0 {
                best = (bound, index);
            }
        }
        match tried[best.1] {
            Some(child) => {
                self.tree[child as usize].available += 1;
                (child, false)
            }
            None => (self.add_child(node, actor, self.options[best.1]), true),
        }
    }

    fn add_child(&mut self, node: u32, actor: Seat, choice: Option<G::Action>) -> u32 {
        let new = self.tree.len() as u32;
        let beside = self.tree[node as usize].below;
        self.tree.push(TreeNode { beside, available: 1, ..TreeNode::new(actor, choice) });
        self.tree[node as usize].below = new;
        new
    }

    /// Selects the child to visit, among those that are legal in this world. Returns the child and whether it is new.
    fn step(&mut self, node: u32, actor: Seat) -> (u32, bool) {
        let spread = (self.most - self.least).max(1e-9);
        let mut best: Option<(f64, u32)> = None;
        let mut child = self.tree[node as usize].below;
        while child != 0 {
            let at = &mut self.tree[child as usize];
            if at.actor == actor
                && let Some(index) = self.options.iter().position(|choice| *choice == at.choice)
            {
                self.options.swap_remove(index);
                at.available += 1;
                let visits = f64::from(at.visits);
                let mean = at.total / visits / spread;
                let bound = mean + EXPLORATION * (ln(at.available) / visits).sqrt();
                if best.is_none_or(|(most, _)| bound > most) {
                    best = Some((bound, child));
                }
            }
            child = at.beside;
        }
        // The options that are left have no child yet, because they have not been tried.
        if self.options.is_empty() {
            return (best.expect("there is always a choice").1, false);
        }
        let choice = self.rng.pick(&self.options);
        (self.add_child(node, actor, choice), true)
    }

    fn back_up(&mut self, utilities: PerSeat<f64>) {
        for utility in utilities.iter() {
            self.least = self.least.min(*utility);
            self.most = self.most.max(*utility);
        }
        for index in 0..self.path.len() {
            let node = &mut self.tree[self.path[index] as usize];
            let utility = utilities[node.actor];
            node.visits += 1;
            node.total += utility;
            node.squares += utility * utility;
        }
    }

    fn children(&self) -> impl Iterator<Item = &TreeNode<G>> {
        let mut child = self.tree[0].below;
        std::iter::from_fn(move || {
            let node = (child != 0).then(|| &self.tree[child as usize])?;
            child = node.beside;
            Some(node)
        })
    }
}

const MOST: u8 = game::MAX_SEATS as u8;

/// Returns the natural logarithm of a positive number, exact to ten places. It uses only sums and products, which are
/// the same on every machine. The last place of the standard library's logarithm differs between machines.
fn ln(n: u32) -> f64 {
    let bits = f64::from(n).to_bits();
    // n = 2^power · part, where part is from 1 to 2. Its first seven binary places are the index into the table.
    let power = (bits >> 52) as i32 - 1023;
    let part = f64::from_bits(bits & ((1 << 52) - 1) | 1f64.to_bits());
    let (log, inverse) = PLACES[(bits >> 45) as usize % PLACES.len()];
    let rest = part * inverse - 1.0;
    let series = rest * (1.0 - rest * (1.0 / 2.0 - rest * (1.0 / 3.0 - rest * (1.0 / 4.0))));
    f64::from(power) * std::f64::consts::LN_2 + log + series
}

/// The values of ln(x) and 1 / x for x = 1, 1 + 1/128, …, computed by ln(x) = 2 artanh((x − 1) / (x + 1)).
static PLACES: [(f64, f64); 128] = {
    let mut places = [(0.0, 1.0); 128];
    let mut index = 1;
    while index < places.len() {
        let x = 1.0 + index as f64 / 128.0;
        let tan = (x - 1.0) / (x + 1.0);
        let (mut sum, mut odd) = (0.0, 33);
        while odd > 0 {
            sum = sum * tan * tan + 2.0 / odd as f64;
            odd -= 2;
        }
        places[index] = (sum * tan, 1.0 / x);
        index += 1;
    }
    places
};

impl<G: Playout> TreeNode<G> {
    fn new(actor: Seat, choice: Option<G::Action>) -> TreeNode<G> {
        TreeNode { actor, choice, visits: 0, available: 0, total: 0.0, squares: 0.0, below: 0, beside: 0 }
    }
}

impl<G: Playout + Worlds + Hint> Bot<G> for Ismcts<G> {
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action> {
        if !self.search(&ask) {
            return G::suggest(ask.view, ask.legal, ask.must, &mut self.rng);
        }
        let most = self.children().max_by_key(|node| (node.visits, node.choice)).expect("something was tried");
        most.choice
    }

    fn consider(&mut self, ask: Ask<'_, G>) -> Vec<Estimate<G::Action>> {
        if !self.search(&ask) {
            return Vec::new();
        }
        let mut tried: Vec<&TreeNode<G>> = self.children().collect();
        sort_compactly(&mut tried, |one, other| (other.visits, other.choice).cmp(&(one.visits, one.choice)));
        tried.into_iter().map(TreeNode::estimate).collect()
    }

    fn spent(&self) -> u32 {
        self.spent
    }
}

impl<G: Playout> TreeNode<G> {
    fn estimate(&self) -> Estimate<G::Action> {
        let n = f64::from(self.visits);
        let points = self.total / n;
        let spread = (self.squares / n - points * points).max(0.0);
        let error = if self.visits < 2 { f64::INFINITY } else { (spread / (n - 1.0)).sqrt() };
        Estimate { action: self.choice, points, error, simulations: self.visits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Seed;
    use game::{Game, Policy, Shuffles, Viewer};
    use hearts::Hearts;
    use la_dame_noire::LaDameNoire;
    use std::sync::atomic::AtomicBool;

    fn deal<G: Playout>(number: u64) -> G {
        let rules = G::Rules::default();
        let standing = G::start(&rules, 4).expect("four can play");
        G::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(number)))
    }

    /// Returns for each node of the tree its path from the root: the seats and their choices.
    fn lines<G: Playout + Worlds + Hint>(deal: &G, me: Seat, simulations: u32) -> Vec<Vec<(Seat, Option<G::Action>)>> {
        let mut bot = Ismcts::<G>::new(5, simulations, Rollouts::Random);
        let mut legal = Vec::new();
        deal.legal(me, &mut legal);
        let (view, cancel) = (deal.view(Viewer::Seat(me)), AtomicBool::new(false));
        let must = deal.turn().must().has(me);
        assert!(bot.search(&Ask { seat: me, view: &view, legal: &legal, must, cancel: &cancel }));
        let mut lines = vec![Vec::new(); bot.tree.len()];
        for node in 0..bot.tree.len() {
            let mut child = bot.tree[node].below as usize;
            while child != 0 {
                lines[child] = lines[node].clone();
                lines[child].push((bot.tree[child].actor, bot.tree[child].choice));
                child = bot.tree[child].beside as usize;
            }
        }
        lines.split_off(1)
    }

    #[test]
    fn in_hearts_nobody_sees_what_another_gives() {
        use hearts::Action;
        let mut given: Hearts = deal(3);
        let first_given = given.clone();
        let mut gifts = Vec::new();
        given.legal(Seat::new(2), &mut gifts);
        given.apply(Seat::new(2), gifts[7]);
        // The loop searches three positions. In the first position, nobody has given yet. In the second, three seats
        // have yet to give. In the third, two seats have yet to give. The searcher is among them each time.
        let mut last = given.clone();
        last.apply(Seat::new(0), last.random(Seat::new(0), &mut Rng::new(1)).expect("a gift"));
        for deal in [first_given, given, last] {
            let mut led = 0;
            for line in lines(&deal, Seat::new(1), 2_000) {
                let gave =
                    |(seat, choice): &(Seat, _)| *seat != Seat::new(1) && matches!(choice, Some(Action::Give(_)));
                assert!(!line.iter().any(gave), "{line:?}");
                // The next action leads the two of clubs, which all seats see.
                if let Some((_, choice)) = line.get(1) {
                    assert_eq!(choice.expect("a lead").to_string(), "play 2c", "{line:?}");
                    led += 1;
                }
            }
            assert!(led > 100, "{led}");
        }
    }

    #[test]
    fn in_la_dame_noire_nobody_sees_what_another_puts() {
        use la_dame_noire::Action;
        let (me, mut rng) = (Seat::new(1), Rng::new(2));
        let mut seen = [0; 4];
        for number in 1..60 {
            let mut deal: LaDameNoire = deal(number);
            while deal.turn().must().len() == 1 {
                let seat = deal.turn().must().first().expect("somebody");
                deal.apply(seat, deal.rollout(seat, &mut rng).expect("an action"));
            }
            let Turn::Open { must, .. } = deal.turn() else { continue };
            assert_eq!(must.len(), 4, "the first trade");
            // The deal is either in its first exchange or in its second. In the second exchange a seat may call stop
            // [D7]. Up to two seats have put down a card in the current exchange.
            let exchanges = number % 2;
            for _ in 0..exchanges * 4 {
                let seat = deal.turn().must().first().expect("somebody");
                put(&mut deal, seat);
            }
            for seat in [3, 0].into_iter().take((number % 3) as usize) {
                put(&mut deal, Seat::new(seat));
            }
            // Every seat except the searcher puts down a card. The searcher has not put one down, and so may still call
            // stop.
            if exchanges == 1 && number % 5 == 0 {
                for seat in [0, 1, 3]
                    .map(Seat::new)
                    .into_iter()
                    .filter(|seat| deal.turn().must().has(*seat))
                    .collect::<Vec<_>>()
                {
                    put(&mut deal, seat);
                }
            }
            let mut stopped = deal.clone();
            for seat in Seat::all(if exchanges == 0 { 4 } else { 0 }) {
                if deal.turn().must().has(seat) {
                    put(&mut stopped, seat);
                }
            }
            stopped.apply(me, Action::Stop);
            let leader = stopped.turn().must().first().expect("somebody leads");
            for line in lines(&deal, me, 800) {
                let trades = |choice: &Option<Action>| matches!(choice, None | Some(Action::Trade(_) | Action::Stop));
                let showdown = line.iter().position(|(_, choice)| !trades(choice)).unwrap_or(line.len());
                assert!(line[..showdown].iter().all(|(seat, _)| *seat == me), "{line:?}");
                // The tree contains the first lead after the exchanges, whichever seat called stop.
                if let Some((seat, _)) = line.get(showdown) {
                    assert_eq!(*seat, leader, "{number}: {line:?}");
                    seen[seat.index()] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&lines| lines > 100), "{seen:?}");
    }

    /// Puts any legal card face down.
    fn put(deal: &mut LaDameNoire, seat: Seat) {
        let mut legal = Vec::new();
        deal.legal(seat, &mut legal);
        deal.apply(seat, legal[0]);
    }

    #[test]
    fn logarithms_are_right_to_ten_places() {
        assert_eq!(ln(1), 0.0);
        for n in (1..100_000).chain((0..2_000).map(|i| u32::MAX - i * 2_000_003)) {
            assert!((ln(n) - f64::from(n).ln()).abs() < 1e-10, "{n}: {}", ln(n));
            assert!(n == 1 || ln(n) > ln(n - 1), "{n}");
        }
    }
}
