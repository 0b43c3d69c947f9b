//! The levels that people choose from, and the methods of bots, each found by its name.

use game::{Hint, Observe, Worlds};

use crate::{
    AdvisedBot, BeginnerBot, Bot, Endings, Ismcts, Judging, LearnedBot, NetRollouts, Pimc, RandomBot, Rollouts, RuleBot,
};

/// A way to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// A random legal action.
    Random,
    /// Rules of thumb, with slips.
    Beginner,
    /// Rules of thumb.
    Club,
    /// Search with [`Simulations::expert`]. It takes less than a millisecond a decision (docs/bots/levels.md).
    Expert,
    /// Search with [`Simulations::master`]. It takes a millisecond or two a decision (docs/bots/levels.md).
    Master,
    /// The method [`Simulations::champion`] of the game; the same as `Master` in a game without one.
    Champion,
    /// `Champion` with this number of simulations.
    ChampionWith(u32),
    /// The action that the game's net prefers ([`LearnedBot`]). The same as `Club` in a game without a net.
    Net,
    /// [`NetRollouts`] with this number of simulations. The same as `Master` in a game whose net has not been loaded.
    NetRollouts(u32),
    /// [`Pimc`] with this number of simulations.
    Pimc(u32, Endings),
    /// `Pimc` on worlds resampled by the likelihood of the other seats' actions ([`game::Belief::CANDIDATES`]).
    Resampling(u32),
    /// `Resampling` with the game's full model of the other players ([`game::Belief::closely`]).
    Close(u32),
    /// [`Ismcts`] with this number of simulations. With [`Rollouts::Net`], the same as `Master` if the net has not been
    /// loaded.
    Ismcts(u32, Rollouts),
    /// [`AdvisedBot`] with this number of simulations: a player that takes the advice that the page gives.
    Advice(u32),
}

/// The number of deals that each level with search simulates for a decision. A level is never limited by time, so a bot
/// plays the same on every machine. The catalog has the numbers of each game. With the numbers of expert and master,
/// the steps in strength from club to champion are about equal (docs/measurements/strength.md).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simulations {
    /// The level `expert`.
    pub expert: u32,
    /// The level `master`.
    pub master: u32,
    /// The method of the level `champion`, with its number of simulations, if the game has that level.
    pub champion: Option<Level>,
}

impl Simulations {
    /// The numbers for games whose rollouts are fast.
    pub const USUAL: Simulations = Simulations { expert: 20, master: 200, champion: None };
    /// The numbers for games whose rule player is slower because it plans at every choice.
    pub const FEW: Simulations = Simulations { expert: 60, master: 150, champion: None };

    /// Returns the same numbers, with a level `champion` that plays by this method.
    #[must_use]
    pub const fn with_champion(self, method: Level) -> Simulations {
        Simulations { champion: Some(method), ..self }
    }

    /// Returns the method by which advice evaluates choices: the champion's method.
    pub fn judging(self) -> Judging {
        match self.champion {
            Some(Level::NetRollouts(_)) => Judging::Net,
            Some(Level::Close(_)) => Judging::RulesClosely,
            _ => Judging::Rules,
        }
    }

    /// Returns the levels that the bots of the game have.
    pub const fn levels(self) -> &'static [&'static str] {
        if self.champion.is_some() { LEVELS } else { LEVELS.split_at(LEVELS.len() - 1).0 }
    }
}

/// The levels by the names that pages and tables use, weakest first.
pub const LEVELS: &[&str] = &["random", "beginner", "club", "expert", "master", "champion"];

/// The names of methods that simulations accept in addition to the names of the levels.
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
    /// Returns the level or method of this name. `rule` is another name of `club`, and `net` is the game's net. The
    /// other methods end with their number of simulations a decision: `net-rollouts:50`, `pimc:500`, `pimc-exact:500`,
    /// `pimc-resampling:500`, `pimc-close:500`, `ismcts:2000`, `ismcts-random:2000`, `ismcts-net:300`, `advice:1200`.
    pub fn named(name: &str) -> Option<Level> {
        match name {
            "random" => Some(Level::Random),
            "beginner" => Some(Level::Beginner),
            "club" | "rule" => Some(Level::Club),
            "expert" => Some(Level::Expert),
            "master" => Some(Level::Master),
            "champion" => Some(Level::Champion),
            "net" => Some(Level::Net),
            // The module for browsers has the code of the levels alone.
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

    /// Returns true if the level simulates deals before it decides.
    pub fn searches(self) -> bool {
        !matches!(self, Level::Random | Level::Beginner | Level::Club | Level::Net)
    }

    /// Returns true for a method that needs the net. (`Champion` uses the method of [`Simulations::champion`].)
    pub fn needs_net(self) -> bool {
        matches!(self, Level::Net | Level::NetRollouts(_) | Level::Ismcts(_, Rollouts::Net))
    }

    /// Returns true if a clock can limit the level. Advice always has a fixed number of simulations.
    pub fn takes_time(self) -> bool {
        self.searches() && !matches!(self, Level::Advice(_))
    }

    /// Returns the same method with another number of simulations a decision, if it searches.
    #[must_use]
    pub fn with_simulations(self, simulations: u32) -> Level {
        match self {
            Level::Random | Level::Beginner | Level::Club | Level::Net => self,
            Level::Champion | Level::ChampionWith(_) => Level::ChampionWith(simulations),
            Level::NetRollouts(_) => Level::NetRollouts(simulations),
            Level::Close(_) => Level::Close(simulations),
            Level::Expert | Level::Master | Level::Resampling(_) => Level::Resampling(simulations),
            Level::Pimc(_, endings) => Level::Pimc(simulations, endings),
            Level::Ismcts(_, rollouts) => Level::Ismcts(simulations, rollouts),
            Level::Advice(_) => Level::Advice(simulations),
        }
    }
}

/// Creates a bot of this level. `seed` belongs to the bot and reveals nothing about shuffles.
///
/// The methods with search do not work in games of one seat, where `expert` and `master` play like `club`.
pub fn level<G: Hint + Observe + Worlds>(level: Level, simulations: Simulations, seed: u64) -> Box<dyn Bot<G>> {
    let alone = *G::seats().end() == 1;
    let in_browser = cfg!(target_family = "wasm");
    match level {
        Level::Random => Box::new(RandomBot::new(seed)),
        Level::Beginner => Box::new(BeginnerBot::new(seed)),
        Level::Club => Box::new(RuleBot::new(seed)),
        _ if alone && in_browser => Box::new(RuleBot::new(seed)),
        Level::Advice(_) | Level::Ismcts(..) if in_browser => unreachable!("no level has this method"),
        Level::Net => match LearnedBot::new::<G>(seed) {
            Some(bot) => Box::new(bot),
            None => Box::new(RuleBot::new(seed)),
        },
        // A web page that could not load the net plays without it.
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
