//! Type-erased tables and bots of any game.

use std::fmt;

use cards::Seed;
use game::{WrittenOptions, WrittenOptionsError, read_options};
use search::{LEVELS, Level, LoadNetError, METHODS};
use serde_json::{Map, Value};
use table::{AnyBot, AnyTable, Setup, SetupError, Table};

use crate::erased::Erased;
use crate::{CardGame, Visit, entries, entry, player, simulations, visit};

/// Opens a table and deals the first deal.
///
/// # Errors
/// If there is no such game, or the setup is not one of it.
pub fn open(setup: Setup) -> Result<Box<dyn AnyTable>, CatalogError> {
    struct OpenTable(Setup);
    impl Visit for OpenTable {
        type Output = Result<Box<dyn AnyTable>, CatalogError>;
        fn visit<G: CardGame>(self) -> Self::Output {
            match Table::<G>::new(self.0) {
                Ok(table) => Ok(Box::new(table)),
                Err(error @ SetupError::Closed(_)) => Err(CatalogError::new("closed_table", error)),
                Err(error @ SetupError::Wrong(_)) => Err(CatalogError::new("setup", error)),
            }
        }
    }
    visit(setup.game, OpenTable(setup))?
}

/// A setup for [`open`]: options that are left out keep their defaults.
///
/// # Errors
/// If there is no such game, or the options or the number of names are not ones of it.
pub fn setup(game: &str, options: &Map<String, Value>, names: Vec<String>, seed: Seed) -> Result<Setup, CatalogError> {
    let options = self::options(game, options)?;
    let entry = entry(game)?;
    check_seats(game, u8::try_from(names.len()).unwrap_or(u8::MAX))?;
    Ok(Setup { game: entry.id, rules: entry.rules, options, names, seed, number: None })
}

/// Checks a number of seats.
///
/// # Errors
/// If there is no such game, or it cannot have that number of seats.
pub fn check_seats(game: &str, asked: u8) -> Result<(), CatalogError> {
    let entry = entry(game)?;
    if entry.seats.contains(&asked) {
        return Ok(());
    }
    Err(CatalogError::new("seats", game::SeatsError { game: entry.id, seats: entry.seats, asked }))
}

/// All options of a game: those chosen, and the defaults of the others.
///
/// # Errors
/// If there is no such game, an option is unknown or out of range, or the values do not go together.
pub fn options(game: &str, chosen: &Map<String, Value>) -> Result<Map<String, Value>, CatalogError> {
    struct All<'a>(&'a Map<String, Value>);
    impl Visit for All<'_> {
        type Output = Result<Map<String, Value>, CatalogError>;
        fn visit<G: CardGame>(self) -> Self::Output {
            let rules: G::Rules = read_options(self.0).map_err(|error| CatalogError::new("options", error))?;
            match serde_json::to_value(rules) {
                Ok(Value::Object(all)) => Ok(all),
                _ => unreachable!("options are an object"),
            }
        }
    }
    visit(game, All(chosen))?
}

/// Options that were written under `rules`, as today's rules have them.
///
/// # Errors
/// If there is no such game, they are not options of that version, or today's rules cannot play them (`closed_table`).
pub fn todays_options(
    game: &str,
    rules: u32,
    written: &Map<String, Value>,
) -> Result<Map<String, Value>, CatalogError> {
    struct Today<'a>(u32, &'a Map<String, Value>);
    impl Visit for Today<'_> {
        type Output = Result<Map<String, Value>, CatalogError>;
        fn visit<G: CardGame>(self) -> Self::Output {
            match WrittenOptions::read::<G>(self.0, self.1.clone()) {
                Ok((_, rules)) => Ok(WrittenOptions::today::<G>(&rules).values().clone()),
                Err(error @ WrittenOptionsError::Wrong(_)) => Err(CatalogError::new("options", error)),
                Err(error) => Err(CatalogError::new("closed_table", error)),
            }
        }
    }
    visit(game, Today(rules, written))?
}

/// A bot of a game. `seed` is its own and must reveal nothing about shuffles.
///
/// # Errors
/// If there is no such game or no such level.
pub fn bot(game: &str, name: &str, seed: u64) -> Result<Box<dyn AnyBot>, CatalogError> {
    struct MakeBot(Level, u64);
    impl Visit for MakeBot {
        type Output = Box<dyn AnyBot>;
        fn visit<G: CardGame>(self) -> Self::Output {
            Box::new(Erased::<G>::new(player(self.0, self.1)))
        }
    }
    visit(game, MakeBot(level_of(game, name)?, seed))
}

/// The level or method of this name, if bots of the game have it.
///
/// # Errors
/// If there is no such game or no such level, or the level needs a net and there is none, or the game has no champion.
pub fn level_of(game: &str, name: &str) -> Result<Level, CatalogError> {
    struct HasNet;
    impl Visit for HasNet {
        type Output = bool;
        fn visit<G: CardGame>(self) -> bool {
            G::NET.is_some() || search::net_of::<G>().is_some()
        }
    }
    let level = Level::named(name).ok_or_else(|| CatalogError::unknown_level(name))?;
    if level == Level::Champion && simulations(game).champion.is_none() {
        return Err(CatalogError::new(
            "unknown_level",
            format_args!("{game} has no champion: its best level is master"),
        ));
    }
    if level.needs_net() && !visit(game, HasNet)? {
        return Err(CatalogError::new(
            "unknown_level",
            format_args!("{game} has no net: cardroom arena takes one by --net FILE"),
        ));
    }
    Ok(level)
}

/// Loads the net of a game, where the program does not contain it.
///
/// # Errors
/// If there is no such game, or this is not its net.
pub fn load_net(game: &str, file: &[u8]) -> Result<(), NetRefused> {
    struct Load<'a>(&'a [u8]);
    impl Visit for Load<'_> {
        type Output = Result<(), LoadNetError>;
        fn visit<G: CardGame>(self) -> Self::Output {
            search::load_net::<G>(self.0)
        }
    }
    Ok(visit(game, Load(file))??)
}

/// Why a net cannot be loaded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetRefused {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] CatalogError),
    /// It is no net of the game.
    #[error(transparent)]
    Net(#[from] LoadNetError),
}

/// Returns whether a bot of this level needs the net of its game, and the net has not been loaded.
///
/// # Errors
/// If there is no such game or no such level.
pub fn lacks_net(game: &str, name: &str) -> Result<bool, CatalogError> {
    struct LacksNet;
    impl Visit for LacksNet {
        type Output = bool;
        fn visit<G: CardGame>(self) -> bool {
            search::net_of::<G>().is_none()
        }
    }
    Ok(needs_net(game, name)? && visit(game, LacksNet)?)
}

/// Returns whether advice in a game is given with its net ([`crate::advise`]), and the net has not been loaded.
pub fn advice_lacks_net(game: &str) -> bool {
    // A game without a champion has no such advice.
    lacks_net(game, "champion").unwrap_or(false)
}

/// Returns whether a bot of this level plays with the net of its game.
///
/// # Errors
/// If there is no such game or no such level.
pub fn needs_net(game: &str, name: &str) -> Result<bool, CatalogError> {
    let method = match level_of(game, name)? {
        Level::Champion | Level::ChampionWith(_) => simulations(game).champion,
        level => Some(level),
    };
    Ok(method.is_some_and(Level::needs_net))
}

/// An error of the catalog: something was not found or cannot be made. The text lists what exists.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{words}")]
pub struct CatalogError {
    /// Stable key: `unknown_game`, `unknown_level`, `not_solved`, `options`, `seats`, `setup`; `closed_table` for a table of rules
    /// that can no longer be played.
    pub key: &'static str,
    /// English: what is wrong and what to do.
    pub words: String,
}

impl CatalogError {
    pub(crate) fn new(key: &'static str, words: impl fmt::Display) -> CatalogError {
        CatalogError { key, words: words.to_string() }
    }

    pub(crate) fn not_solved(id: &str) -> CatalogError {
        let solitaires = entries().into_iter().filter(|entry| entry.solved);
        let solitaires: Vec<&str> = solitaires.map(|entry| entry.id).collect();
        CatalogError::new("not_solved", format_args!("{id} cannot be solved: only {} can", solitaires.join(", ")))
    }

    pub(crate) fn unknown_game(id: &str) -> CatalogError {
        let id: String = id.chars().take(40).collect();
        let games: Vec<&str> = crate::entries().iter().map(|entry| entry.id).collect();
        CatalogError::new("unknown_game", format!("there is no game {id:?}; the games are {}", games.join(", ")))
    }

    /// The error for a malformed text.
    pub fn malformed(words: &str) -> CatalogError {
        CatalogError::new("malformed", words)
    }

    /// There is no bot of that name.
    pub fn unknown_level(name: &str) -> CatalogError {
        let name: String = name.chars().take(40).collect();
        CatalogError::new(
            "unknown_level",
            format!(
                "there is no bot {name:?}; the bots are {} (rule is club) and, in simulations, {}",
                LEVELS.join(", "),
                METHODS.join(", ")
            ),
        )
    }
}
