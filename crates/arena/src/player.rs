//! The players of a match, and their time limits.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use catalog::{CardGame, CatalogError, GameEntry, player};
use game::{Rng, Seat};
use search::{Ask, Bot, Level};
use table::Match;

use crate::engine::{Conduct, ExternalEngine, Program};
use crate::error::{SimulateError, usage};
use crate::policy::ExternalPolicy;

/// The budget for a decision of a bot that searches. As text: `400` simulations, or `50ms`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecisionBudget {
    /// A number of simulated deals.
    Simulations(NonZeroU32),
    /// As many simulated deals as fit into this time.
    Time(Duration),
}

impl FromStr for DecisionBudget {
    type Err = BudgetError;

    fn from_str(text: &str) -> Result<DecisionBudget, BudgetError> {
        let budget = match text.strip_suffix("ms") {
            Some(ms) => ms.parse().ok().map(|ms| DecisionBudget::Time(Duration::from_millis(ms))),
            None => text.parse().ok().map(DecisionBudget::Simulations),
        };
        // The memory that a search uses grows with its budget, so too large a budget is refused.
        let makes_sense = |budget: &DecisionBudget| match budget {
            DecisionBudget::Simulations(simulations) => simulations.get() <= 10_000_000,
            DecisionBudget::Time(time) => (1..=3_600_000).contains(&time.as_millis()),
        };
        budget.filter(makes_sense).ok_or(BudgetError)
    }
}

impl fmt::Display for DecisionBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecisionBudget::Simulations(simulations) => simulations.fmt(f),
            DecisionBudget::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

/// A text that is not a budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a budget is a number of simulations, as 400, or a time, as 50ms; 10000000 or an hour at most")]
pub struct BudgetError;

/// A bot, by the name that commands use.
#[derive(Clone, Debug)]
pub struct Entrant {
    name: String,
    kind: PlayerKind,
    /// The bot's thinking time, if a clock limits it.
    time: Option<Duration>,
    /// True if the bot was named as a level with a budget. In games of several seats it searches like that level.
    is_level_with_budget: bool,
}

#[derive(Clone, Debug)]
enum PlayerKind {
    Level(Level),
    Program(Arc<Program>),
    Policy(Arc<dyn ExternalPolicy>),
}

impl Entrant {
    /// Returns the bot of this name. A bot that searches may have a budget of its own, as in `expert@400` or
    /// `pimc@50ms`. Without one, it uses the budget `usual`. `pimc`, `ismcts` and `ismcts-random` need no number in
    /// their names if there is a budget. `cmd:python3 mybot.py` is an external engine with the time limit `clock` for
    /// each answer.
    ///
    /// # Errors
    /// If there is no such bot or budget (the error lists the existing ones), or if the budget of `advice` is a time.
    pub fn named(name: &str, usual: Option<DecisionBudget>, clock: Duration) -> Result<Entrant, SimulateError> {
        if let Some(program) = Program::named(name, clock) {
            return Ok(Entrant::of(name, PlayerKind::Program(Arc::new(program?))));
        }
        let (plain, budget) = match name.split_once('@') {
            Some((plain, budget)) => (plain, Some(budget.parse().map_err(usage)?)),
            None => (name, usual),
        };
        let level = Level::named(plain).or_else(|| budget.and_then(|_| Level::named(&format!("{plain}:1"))));
        let level = level.ok_or_else(|| {
            usage(format_args!("{}, or an engine: cmd:\"python3 mybot.py\"", CatalogError::unknown_level(plain)))
        })?;
        let Some(budget) = budget.filter(|_| level.searches()) else {
            return Ok(Entrant::of(plain, PlayerKind::Level(level)));
        };
        let (simulations, time) = match budget {
            DecisionBudget::Simulations(simulations) => (simulations.get(), None),
            DecisionBudget::Time(time) if level.takes_time() => (u32::MAX, Some(time)),
            DecisionBudget::Time(_) => {
                return Err(usage(format_args!("{plain} takes no time, only a number of simulations: {plain}@1200")));
            }
        };
        let kind = PlayerKind::Level(level.with_simulations(simulations));
        let is_level_with_budget = matches!(level, Level::Expert | Level::Master | Level::Champion);
        Ok(Entrant { name: format!("{plain}@{budget}"), kind, time, is_level_with_budget })
    }

    /// Creates an external player that is asked by numbers.
    pub fn policy(name: &str, policy: Arc<dyn ExternalPolicy>) -> Entrant {
        Entrant::of(name, PlayerKind::Policy(policy))
    }

    fn of(name: &str, kind: PlayerKind) -> Entrant {
        Entrant { name: name.to_owned(), kind, time: None, is_level_with_budget: false }
    }

    pub(crate) fn as_policy(&self) -> Option<&Arc<dyn ExternalPolicy>> {
        match &self.kind {
            PlayerKind::Policy(policy) => Some(policy),
            PlayerKind::Level(_) | PlayerKind::Program(_) => None,
        }
    }

    /// Returns the bot's name, with its own budget if it has one.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the thinking time, if a clock limits it.
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// Checks that a game has this bot.
    ///
    /// # Errors
    /// If the bot is a level with a budget and the game has one seat. The expert and the master of a game with one seat
    /// are its solver, which has no budget. Also if the bot is the net and the game has no net, or if the bot is the
    /// champion and the game has no champion.
    pub(crate) fn check(&self, game: &GameEntry) -> Result<(), SimulateError> {
        if self.is_level_with_budget && game.numbered {
            let (name, game) = (&self.name, game.id);
            return Err(usage(format_args!(
                "{name}: expert and master are {game}'s own player, which takes no budget"
            )));
        }
        let needed = match self.kind {
            PlayerKind::Level(level) if level.needs_net() => "net",
            PlayerKind::Level(Level::Champion | Level::ChampionWith(_)) => "champion",
            _ => return Ok(()),
        };
        catalog::level_of(game.id, needed)?;
        Ok(())
    }

    /// Starts the external engine, if the bot is one.
    ///
    /// # Errors
    /// If the engine cannot be started.
    pub(crate) fn start(&self) -> Result<(), SimulateError> {
        self.program().map_or(Ok(()), Program::try_out)
    }

    /// Returns the conduct of the external engine, if the bot is one.
    pub(crate) fn conduct(&self) -> Option<Conduct> {
        self.program().map(|program| program.count.so_far())
    }

    fn program(&self) -> Option<&Program> {
        match &self.kind {
            PlayerKind::Program(program) => Some(program),
            PlayerKind::Level(_) | PlayerKind::Policy(_) => None,
        }
    }

    /// Creates a player for one match. Returns `None` for a policy, because policies are asked in batches. The player
    /// gets its own seed. This seed reveals nothing about shuffles.
    pub(crate) fn sit<G: CardGame>(&self, seed: u64) -> Option<Box<dyn Player<G>>> {
        Some(match (&self.kind, self.time) {
            (PlayerKind::Level(level), Some(time)) if searches_in_rounds(*level) => {
                Box::new(Paced { level: *level, time, dice: Rng::new(seed), spent: 0 })
            }
            (PlayerKind::Level(level), _) => Box::new(BotPlayer(player::<G>(*level, seed))),
            (PlayerKind::Program(program), _) => Box::new(ExternalEngine::<G>::new(program.clone(), seed)),
            (PlayerKind::Policy(_), _) => return None,
        })
    }
}

/// The player of one seat in a match. It gets all events before it is asked. If a bot's questions contain everything
/// that the bot needs, the bot ignores the events.
pub(crate) trait Player<G: CardGame>: Send {
    fn on_deal(&mut self, _course: &Match<G>, _seat: Seat) {}

    /// Called before the seat `actor` does `action` in `deal`. The implementation decides what `seat` may know of the
    /// action.
    fn on_action(&mut self, _deal: &G, _seat: Seat, _actor: Seat, _action: G::Action) {}

    /// Called when the deal is over.
    fn on_score(&mut self, _course: &Match<G>, _seat: Seat) {}

    /// Decides as [`Bot::decide`] does. `clock` is the clock of the contest, if it has one.
    fn decide(&mut self, ask: Ask<'_, G>, clock: Option<&dyn TimeSource>) -> Option<G::Action>;

    /// Returns the same as [`Bot::spent`].
    fn spent(&self) -> u32;

    /// Called when the match is over or was broken off.
    fn on_end(&mut self, _course: &Match<G>, _seat: Seat) {}
}

struct BotPlayer<G: CardGame>(Box<dyn Bot<G>>);

impl<G: CardGame> Player<G> for BotPlayer<G> {
    fn decide(&mut self, ask: Ask<'_, G>, _: Option<&dyn TimeSource>) -> Option<G::Action> {
        self.0.decide(ask)
    }

    fn spent(&self) -> u32 {
        self.0.spent()
    }
}

/// Returns true if the search drops candidates round by round. This kind of search needs the total number of
/// simulations in advance. A tree search does not.
fn searches_in_rounds(level: Level) -> bool {
    level.searches() && !matches!(level, Level::Ismcts(..))
}

/// A bot that searches in rounds within a time limit. A search in rounds needs the total number of simulations in
/// advance. So the bot first times a short search, and then does the real search. If no time is left, the short search
/// decides.
struct Paced {
    level: Level,
    time: Duration,
    dice: Rng,
    spent: u32,
}

/// The number of simulations that are timed before a decision.
const TIMED: u32 = 64;

/// The fraction of the time that is planned for simulations. If the decision still takes too long, the alarm ends it.
const PLANNED: f64 = 0.95;

impl<G: CardGame> Player<G> for Paced {
    fn decide(&mut self, ask: Ask<'_, G>, clock: Option<&dyn TimeSource>) -> Option<G::Action> {
        let clock = clock.expect("a contest with times has a clock");
        let Ask { seat, view, legal, must, cancel } = ask;
        let began = clock.now();
        let mut first = player::<G>(self.level.with_simulations(TIMED), self.dice.bits());
        let answer = first.decide(Ask { seat, view, legal, must, cancel });
        let took = clock.now().saturating_sub(began);
        self.spent = first.spent();
        let left = self.time.as_secs_f64() * PLANNED - took.as_secs_f64();
        let simulations = left / took.as_secs_f64().max(1e-9) * f64::from(self.spent);
        // If there is no time for more simulations than the short search made, a second search would be no stronger.
        if simulations <= f64::from(self.spent) {
            return answer;
        }
        let mut bot = player::<G>(self.level.with_simulations(simulations.min(1e9) as u32), self.dice.bits());
        let answer = bot.decide(Ask { seat, view, legal, must, cancel });
        self.spent = bot.spent();
        answer
    }

    fn spent(&self) -> u32 {
        self.spent
    }
}

/// A clock that measures decisions and ends them in time. The binary provides the clock, because this crate reads no
/// clock.
pub trait TimeSource: Sync {
    /// Returns the time since a fixed moment.
    fn now(&self) -> Duration;

    /// Sets `stop` after this time, unless the decision has ended by then.
    fn alarm(&self, after: Duration, stop: &Arc<AtomicBool>);
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use cards::Seed;
    use game::{Shuffles, Viewer};

    use super::*;

    #[test]
    fn budgets_in_words() {
        assert_eq!("50ms".parse(), Ok(DecisionBudget::Time(Duration::from_millis(50))));
        assert_eq!("400".parse::<DecisionBudget>().unwrap().to_string(), "400");
        for wrong in ["", "0", "0ms", "ms", "-5", "1e3", "50 ms", "50s"] {
            assert_eq!(wrong.parse::<DecisionBudget>(), Err(BudgetError), "{wrong}");
        }
    }

    #[test]
    fn names_carry_the_budget_of_those_who_search() {
        let usual = "400".parse().ok();
        for (name, is) in
            [("expert", "expert@400"), ("pimc@7", "pimc@7"), ("rule", "rule"), ("ismcts@5ms", "ismcts@5ms")]
        {
            assert_eq!(Entrant::named(name, usual, Duration::ZERO).unwrap().name(), is);
        }
        assert_eq!(Entrant::named("pimc:30", None, Duration::ZERO).unwrap().name(), "pimc:30");
        let own = Entrant::named("pimc@30", None, Duration::ZERO).unwrap();
        assert!(matches!(own.kind, PlayerKind::Level(Level::Pimc(30, _))), "{own:?}");
        for wrong in ["pimc", "genius", "expert@soon", "expert@", "advice@50ms"] {
            assert!(Entrant::named(wrong, None, Duration::ZERO).is_err(), "{wrong}");
        }
    }

    /// A clock by which each decision so far took a millisecond.
    struct Millisecond(AtomicU32);

    impl TimeSource for Millisecond {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed).into())
        }

        fn alarm(&self, _: Duration, _: &Arc<AtomicBool>) {}
    }

    /// Checks one decision of each bot that searches in rounds.
    struct DecidesInTime;
    impl catalog::Visit for DecidesInTime {
        type Output = ();
        fn visit<G: CardGame>(self) {
            let rules = G::Rules::default();
            let standing = G::start(&rules, 4).expect("four play");
            let deal = G::deal(&rules, &standing, Shuffles::from_seed(Seed::numbered(1)));
            let seat = deal.turn().must().first().expect("somebody leads");
            let (view, mut legal, cancel) = (deal.view(Viewer::Seat(seat)), Vec::new(), AtomicBool::new(false));
            deal.legal(seat, &mut legal);
            for name in ["expert", "master", "champion", "net-rollouts", "pimc", "pimc-exact", "pimc-close"] {
                let entrant = Entrant::named(&format!("{name}@20ms"), None, Duration::ZERO).expect("a bot");
                let mut player = entrant.sit::<G>(1).expect("no policy");
                let ask = Ask { seat, view: &view, legal: &legal, must: true, cancel: &cancel };
                let answer = player.decide(ask, Some(&Millisecond(AtomicU32::new(0)))).expect("it must act");
                assert!(legal.contains(&answer), "{name}");
                // Of the 20 ms, 19 are planned. The 64 timed simulations took 1 ms, so 18 · 64 = 1152 more are planned.
                // The number can be greater, because every candidate is simulated in each world of a round.
                let spent = player.spent();
                assert!((1_152..1_300).contains(&spent), "{name}: {spent}");
            }
        }
    }

    #[test]
    fn a_budget_in_time_becomes_a_number_of_simulations_for_all_who_search_in_rounds() {
        catalog::visit("schwarze-dame", DecidesInTime).unwrap();
    }

    #[test]
    fn a_net_sits_only_where_there_is_one() {
        let [with, without] = ["schwarze-dame", "rouge-et-noir"].map(|game| catalog::entry(game).unwrap());
        for method in ["net", "net-rollouts:9", "ismcts-net:9"] {
            let entrant = Entrant::named(method, None, Duration::ZERO).unwrap();
            assert!(entrant.check(&with).is_ok(), "{method}");
            let error = entrant.check(&without).unwrap_err();
            assert!(error.to_string().contains("rouge-et-noir has no net"), "{method}: {error}");
        }
    }
}
