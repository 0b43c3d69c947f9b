//! The levels that people choose from, and the methods by name.

use game::{Hint, Observe, Worlds};

use crate::{
    AdvisedBot, BeginnerBot, Bot, Endings, Ismcts, Judging, LearnedBot, NetRollouts, Pimc, RandomBot, Rollouts, RuleBot,
};

/// A way to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Any legal action.
    Random,
    /// Rules of thumb, with slips.
    Beginner,
    /// Rules of thumb.
    Club,
    /// Search with [`Simulations::expert`], under a millisecond a decision (docs/bots.md).
    Expert,
    /// Search with [`Simulations::master`], a millisecond or two a decision (docs/bots.md).
    Master,
    /// The method [`Simulations::champion`] of the game; the same as `Master` in a game without one.
    Champion,
    /// `Champion` with this number of simulations.
    ChampionWith(u32),
    /// The action that the game's net prefers ([`LearnedBot`]); rules of thumb in a game without a net.
    Net,
    /// [`NetRollouts`] with this number of simulations; `Master` in a game whose net is not there.
    NetRollouts(u32),
    /// [`Pimc`] with this number of simulations.
    Pimc(u32, Endings),
    /// [`Pimc`] with this number of simulations, on worlds resampled by the likelihood of the others' actions ([`game::Belief::CANDIDATES`]).
    Resampling(u32),
    /// `Resampling` with the game's full model of the others ([`game::Belief::closely`]).
    Close(u32),
    /// [`Ismcts`] with this number of simulations; with [`Rollouts::Net`] `Master` in a game whose net is not there.
    Ismcts(u32, Rollouts),
    /// [`AdvisedBot`] with this number of simulations: a player that follows the advice of the page.
    Advice(u32),
}

/// How many simulated deals the levels that search use for a decision. They are numbers of deals, never times, so a
/// bot plays the same on every machine. The catalog has those of each game. Expert and master have so many that the steps from
/// club to champion are about equal (docs/strength.md).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simulations {
    /// The level `expert`.
    pub expert: u32,
    /// The level `master`.
    pub master: u32,
    /// The method of the level `champion`, with its simulations, if the game has that level.
    pub champion: Option<Level>,
}

impl Simulations {
    /// For games whose rollouts are fast.
    pub const USUAL: Simulations = Simulations { expert: 20, master: 200, champion: None };
    /// For games whose rule player plans at every choice, which is slower.
    pub const FEW: Simulations = Simulations { expert: 60, master: 150, champion: None };

    /// The same, and the level `champion` plays by this method.
    #[must_use]
    pub const fn with_champion(self, method: Level) -> Simulations {
        Simulations { champion: Some(method), ..self }
    }

    /// The method by which advice judges choices: that of the champion.
    pub fn judging(self) -> Judging {
        match self.champion {
            Some(Level::NetRollouts(_)) => Judging::Net,
            Some(Level::Close(_)) => Judging::RulesClosely,
            _ => Judging::Rules,
        }
    }

    /// The levels that bots of the game have.
    pub const fn levels(self) -> &'static [&'static str] {
        if self.champion.is_some() { LEVELS } else { LEVELS.split_at(LEVELS.len() - 1).0 }
    }
}

/// The levels, weakest first, by the names that pages and tables use.
pub const LEVELS: &[&str] = &["random", "beginner", "club", "expert", "master", "champion"];

/// The methods by the names that simulations take beside the levels.
pub const METHODS: &[&str] = &[
    "net",
    "net-rollouts:SIMULATIONS",
    "pimc:SIMULATIONS",
    "pimc-exact:SIMULATIONS",
    "pimc-resampling:SIMULATIONS",
    "pimc-close:SIMULATIONS",
    "ismcts:SIMULATIONS",
    "ismcts-random:SIMULATIONS",
    "ismcts-net:SIMULATIONS",
    "advice:SIMULATIONS",
];

impl Level {
    /// The level or method of that name: `rule` is another name of `club`; `net` is the game's net; `net-rollouts:50`,
    /// `pimc:500`, `pimc-exact:500`, `pimc-resampling:500`, `pimc-close:500`, `ismcts:2000`,
    /// `ismcts-random:2000`, `ismcts-net:300` and `advice:1200` are methods with their simulations a decision.
    pub fn named(name: &str) -> Option<Level> {
        match name {
            "random" => Some(Level::Random),
            "beginner" => Some(Level::Beginner),
            "club" | "rule" => Some(Level::Club),
            "expert" => Some(Level::Expert),
            "master" => Some(Level::Master),
            "champion" => Some(Level::Champion),
            "net" => Some(Level::Net),
            // A module for browsers has the levels alone: it does without the code of other methods.
            _ if cfg!(target_family = "wasm") => None,
            _ => {
                let (method, simulations) = name.split_once(':')?;
                let simulations = simulations.parse().ok().filter(|n| (1..=10_000_000).contains(n))?;
                match method {
                    "net-rollouts" => Some(Level::NetRollouts(simulations)),
                    "pimc" => Some(Level::Pimc(simulations, Endings::Rule)),
                    "pimc-exact" => Some(Level::Pimc(simulations, Endings::Exact)),
                    "pimc-resampling" => Some(Level::Resampling(simulations)),
                    "pimc-close" => Some(Level::Close(simulations)),
                    "ismcts" => Some(Level::Ismcts(simulations, Rollouts::Rule)),
                    "ismcts-random" => Some(Level::Ismcts(simulations, Rollouts::Random)),
                    "advice" => Some(Level::Advice(simulations)),
                    "ismcts-net" => Some(Level::Ismcts(simulations, Rollouts::Net)),
                    _ => None,
                }
            }
        }
    }

    /// True if it simulates deals before it decides.
    pub fn searches(self) -> bool {
        match self {
            Level::Random | Level::Beginner | Level::Club | Level::Net => false,
            Level::NetRollouts(_)
            | Level::Champion
            | Level::ChampionWith(_)
            | Level::Close(_)
            | Level::Expert
            | Level::Master
            | Level::Pimc(..)
            | Level::Resampling(_)
            | Level::Ismcts(..)
            | Level::Advice(_) => true,
        }
    }

    /// True for a method that needs the game's net. (The level `champion` is the method of [`Simulations::champion`].)
    pub fn needs_net(self) -> bool {
        matches!(self, Level::Net | Level::NetRollouts(_) | Level::Ismcts(_, Rollouts::Net))
    }

    /// True if a clock can limit it. Advice always has its number of simulations.
    pub fn takes_time(self) -> bool {
        self.searches() && !matches!(self, Level::Advice(_))
    }

    /// The same way to search with another number of simulations a decision; a level that does not search stays as it is.
    #[must_use]
    pub fn with_simulations(self, simulations: u32) -> Level {
        match self {
            Level::Random | Level::Beginner | Level::Club | Level::Net => self,
            Level::Champion | Level::ChampionWith(_) => Level::ChampionWith(simulations),
            Level::NetRollouts(_) => Level::NetRollouts(simulations),
            Level::Close(_) => Level::Close(simulations),
            Level::Expert | Level::Master => Level::Resampling(simulations),
            Level::Pimc(_, endings) => Level::Pimc(simulations, endings),
            Level::Resampling(_) => Level::Resampling(simulations),
            Level::Ismcts(_, rollouts) => Level::Ismcts(simulations, rollouts),
            Level::Advice(_) => Level::Advice(simulations),
        }
    }
}

/// A bot of this level. Its seed is its own and reveals nothing about shuffles.
///
/// These methods do not search games for one: there `expert` and `master` play like `club`.
pub fn level<G: Hint + Observe + Worlds>(level: Level, simulations: Simulations, seed: u64) -> Box<dyn Bot<G>> {
    let alone = *G::seats().end() == 1;
    if cfg!(target_family = "wasm") && alone {
        return match level {
            Level::Random => Box::new(RandomBot::new(seed)),
            Level::Beginner => Box::new(BeginnerBot::new(seed)),
            Level::Advice(number) => Box::new(AdvisedBot::new(seed, simulations.judging(), number)),
            _ => Box::new(RuleBot::new(seed)),
        };
    }
    match level {
        Level::Random => Box::new(RandomBot::new(seed)),
        Level::Beginner => Box::new(BeginnerBot::new(seed)),
        Level::Club => Box::new(RuleBot::new(seed)),
        Level::Net => match LearnedBot::new::<G>(seed) {
            Some(bot) => Box::new(bot),
            None => Box::new(RuleBot::new(seed)),
        },
        // A page that could not load the net plays on without it.
        Level::NetRollouts(number) => match NetRollouts::new::<G>(seed, number) {
            Some(bot) => Box::new(bot),
            None => self::level::<G>(Level::Master, simulations, seed),
        },
        Level::Expert | Level::Master | Level::Champion if alone => Box::new(RuleBot::new(seed)),
        Level::Champion => self::level::<G>(simulations.champion.unwrap_or(Level::Master), simulations, seed),
        Level::ChampionWith(number) => {
            let method = simulations.champion.unwrap_or(Level::Master).with_simulations(number);
            self::level::<G>(method, simulations, seed)
        }
        Level::Close(simulations) => Box::new(Pimc::new(seed, simulations, Endings::Rule).with_full_belief::<G>()),
        Level::Expert => Box::new(Pimc::new(seed, simulations.expert, Endings::Rule).with_belief::<G>()),
        Level::Master => Box::new(Pimc::new(seed, simulations.master, Endings::Rule).with_belief::<G>()),
        Level::Pimc(simulations, endings) => Box::new(Pimc::new(seed, simulations, endings)),
        Level::Resampling(simulations) => Box::new(Pimc::new(seed, simulations, Endings::Rule).with_belief::<G>()),
        Level::Ismcts(..) if cfg!(target_family = "wasm") => self::level::<G>(Level::Master, simulations, seed),
        Level::Ismcts(number, Rollouts::Net) => match Ismcts::with_net(seed, number) {
            Some(bot) => Box::new(bot),
            None => self::level::<G>(Level::Master, simulations, seed),
        },
        Level::Advice(number) => Box::new(AdvisedBot::new(seed, simulations.judging(), number)),
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
        assert_eq!(Level::named("net"), Some(Level::Net));
        assert_eq!(Level::named("net-rollouts:50"), Some(Level::NetRollouts(50)));
        assert_eq!(Level::named("pimc:500"), Some(Level::Pimc(500, Endings::Rule)));
        assert_eq!(Level::named("pimc-exact:500"), Some(Level::Pimc(500, Endings::Exact)));
        assert_eq!(Level::named("pimc-resampling:9"), Some(Level::Resampling(9)));
        assert_eq!(Level::named("pimc-close:9"), Some(Level::Close(9)));
        assert_eq!(Level::named("ismcts:2000"), Some(Level::Ismcts(2000, Rollouts::Rule)));
        assert_eq!(Level::named("ismcts-random:20"), Some(Level::Ismcts(20, Rollouts::Random)));
        assert_eq!(Level::named("advice:20"), Some(Level::Advice(20)));
        assert_eq!(Level::named("ismcts-net:20"), Some(Level::Ismcts(20, Rollouts::Net)));
        assert_eq!(Level::Expert.with_simulations(7), Level::Resampling(7), "the method of the level");
        assert_eq!(Level::Club.with_simulations(7), Level::Club);
        for wrong in ["", "pimc", "pimc:", "pimc:0", "pimc:-1", "pimc:1e3", "uct:5", "Master", "net:5"] {
            assert_eq!(Level::named(wrong), None, "{wrong}");
        }
    }
}
