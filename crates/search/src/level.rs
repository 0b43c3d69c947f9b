//! The levels that people choose from, and the methods behind them by name.

use game::{Hint, Playout, Worlds};

use crate::{BeginnerBot, Bot, Endings, Ismcts, Pimc, RandomBot, Rollouts, RuleBot};

/// A way to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Any legal action.
    Random,
    /// Rules of thumb, with slips.
    Beginner,
    /// Rules of thumb.
    Club,
    /// Search, a few milliseconds a decision (docs/bots.md).
    Expert,
    /// Search, up to a tenth of a second a decision (docs/bots.md).
    Master,
    /// [`Pimc`] with so many simulations.
    Pimc(u32, Endings),
    /// [`Pimc`] with so many simulations, on worlds weighed by what the others did ([`Hint::BELIEF`]).
    Believing(u32),
    /// [`Ismcts`] with so many simulations.
    Ismcts(u32, Rollouts),
}

/// The levels, weakest first, by the names that pages and tables use.
pub const LEVELS: &[&str] = &["random", "beginner", "club", "expert", "master"];

/// The methods by the names that simulations take beside the levels.
pub const METHODS: &[&str] = &[
    "pimc:SIMULATIONS",
    "pimc-exact:SIMULATIONS",
    "pimc-believing:SIMULATIONS",
    "ismcts:SIMULATIONS",
    "ismcts-random:SIMULATIONS",
];

impl Level {
    /// The level or method of that name: `rule` is another name of `club`; `pimc:500`, `pimc-exact:500`, `pimc-believing:500`,
    /// `ismcts:2000` and `ismcts-random:2000` are methods with their simulations a decision.
    pub fn named(name: &str) -> Option<Level> {
        match name {
            "random" => Some(Level::Random),
            "beginner" => Some(Level::Beginner),
            "club" | "rule" => Some(Level::Club),
            "expert" => Some(Level::Expert),
            "master" => Some(Level::Master),
            _ => {
                let (method, simulations) = name.split_once(':')?;
                let simulations = simulations.parse().ok().filter(|n| *n > 0)?;
                match method {
                    "pimc" => Some(Level::Pimc(simulations, Endings::Rule)),
                    "pimc-exact" => Some(Level::Pimc(simulations, Endings::Exact)),
                    "pimc-believing" => Some(Level::Believing(simulations)),
                    "ismcts" => Some(Level::Ismcts(simulations, Rollouts::Rule)),
                    "ismcts-random" => Some(Level::Ismcts(simulations, Rollouts::Random)),
                    _ => None,
                }
            }
        }
    }

    /// Whether it simulates deals before it decides.
    pub fn searches(self) -> bool {
        match self {
            Level::Random | Level::Beginner | Level::Club => false,
            Level::Expert | Level::Master | Level::Pimc(..) | Level::Believing(_) | Level::Ismcts(..) => true,
        }
    }

    /// The same way to search with so many simulations a decision; a level that does not search stays as it is.
    #[must_use]
    pub fn with_simulations(self, simulations: u32) -> Level {
        match self {
            Level::Random | Level::Beginner | Level::Club => self,
            Level::Expert | Level::Master => Level::Believing(simulations),
            Level::Pimc(_, endings) => Level::Pimc(simulations, endings),
            Level::Believing(_) => Level::Believing(simulations),
            Level::Ismcts(_, rollouts) => Level::Ismcts(simulations, rollouts),
        }
    }
}

/// A bot of this level. Its seed is its own: it says nothing of a shuffle.
///
/// Games for one are not searched by these methods: their expert and master are the club's player.
pub fn level<G: Hint + Playout + Worlds>(level: Level, seed: u64) -> Box<dyn Bot<G>> {
    let alone = *G::seats().end() == 1;
    match level {
        Level::Random => Box::new(RandomBot::new(seed)),
        Level::Beginner => Box::new(BeginnerBot::new(seed)),
        Level::Club => Box::new(RuleBot::new(seed)),
        Level::Expert | Level::Master if alone => Box::new(RuleBot::new(seed)),
        Level::Expert => Box::new(Pimc::new(seed, G::SIMULATIONS.expert, Endings::Rule).believing(G::BELIEF)),
        Level::Master => Box::new(Pimc::new(seed, G::SIMULATIONS.master, Endings::Rule).believing(G::BELIEF)),
        Level::Pimc(simulations, endings) => Box::new(Pimc::new(seed, simulations, endings)),
        Level::Believing(simulations) => Box::new(Pimc::new(seed, simulations, Endings::Rule).believing(G::BELIEF)),
        Level::Ismcts(simulations, rollouts) => Box::new(Ismcts::new(seed, simulations, rollouts)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_that_is_offered_has_its_name() {
        for name in LEVELS {
            assert!(Level::named(name).is_some(), "{name}");
        }
        assert_eq!(Level::named("rule"), Level::named("club"));
        assert_eq!(Level::named("pimc:500"), Some(Level::Pimc(500, Endings::Rule)));
        assert_eq!(Level::named("pimc-exact:500"), Some(Level::Pimc(500, Endings::Exact)));
        assert_eq!(Level::named("pimc-believing:9"), Some(Level::Believing(9)));
        assert_eq!(Level::named("ismcts:2000"), Some(Level::Ismcts(2000, Rollouts::Rule)));
        assert_eq!(Level::named("ismcts-random:20"), Some(Level::Ismcts(20, Rollouts::Random)));
        assert_eq!(Level::Expert.with_simulations(7), Level::Believing(7), "the method of the level");
        assert_eq!(Level::Club.with_simulations(7), Level::Club);
        for wrong in ["", "pimc", "pimc:", "pimc:0", "pimc:-1", "pimc:1e3", "uct:5", "Master"] {
            assert_eq!(Level::named(wrong), None, "{wrong}");
        }
    }
}
