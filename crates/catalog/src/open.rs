//! Tables and bots of any game, type-erased.

use std::fmt;

use cards::Seed;
use game::{Game, Observe, WrittenOptions, WrittenOptionsError, read_options};
use search::{LEVELS, Level, METHODS};
use serde_json::{Map, Value};
use table::{AnyBot, AnyTable, Setup, SetupError, Table};

use crate::erased::Erased;
use crate::{entries, entry, player, simulations};

/// Opens a table and deals the first deal.
///
/// # Errors
/// If there is no such game, or the setup does not fit it.
pub fn open(setup: Setup) -> Result<Box<dyn AnyTable>, CatalogError> {
    let opened = with_game!(setup.game, G => Table::<G>::new(setup).map(|table| Box::new(table) as Box<dyn AnyTable>))?;
    opened.map_err(|error| {
        let key = if matches!(error, SetupError::Closed(_)) { "closed_table" } else { "setup" };
        CatalogError::new(key, error)
    })
}

/// Returns a setup for [`open`]. Options that are left out get their defaults.
///
/// # Errors
/// If there is no such game, or the options or the number of names do not fit it.
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

/// Returns all options of a game: the chosen ones, and the defaults of the others.
///
/// # Errors
/// If there is no such game, an option is unknown or out of range, or the values do not go together.
pub fn options(game: &str, chosen: &Map<String, Value>) -> Result<Map<String, Value>, CatalogError> {
    let all = with_game!(game, G => read_options::<<G as Game>::Rules>(chosen).map(serde_json::to_value))?;
    match all.map_err(|error| CatalogError::new("options", error))? {
        Ok(Value::Object(all)) => Ok(all),
        _ => unreachable!("options are an object"),
    }
}

/// Converts options that were written under version `rules` to today's version.
///
/// # Errors
/// If there is no such game, the options do not fit that version, or today's rules cannot play them (`closed_table`).
pub fn todays_options(
    game: &str,
    rules: u32,
    written: &Map<String, Value>,
) -> Result<Map<String, Value>, CatalogError> {
    let today = with_game!(game, G => {
        let read = WrittenOptions::read::<G>(rules, written.clone());
        read.map(|(_, rules)| WrittenOptions::today::<G>(&rules).values().clone())
    })?;
    today.map_err(|error| {
        let key = if matches!(error, WrittenOptionsError::Wrong(_)) { "options" } else { "closed_table" };
        CatalogError::new(key, error)
    })
}

/// Returns a bot of a game. `seed` is the bot's own and must reveal nothing about shuffles.
///
/// # Errors
/// If there is no such game or no such level.
pub fn bot(game: &str, name: &str, seed: u64) -> Result<Box<dyn AnyBot>, CatalogError> {
    let level = level_of(game, name)?;
    with_game!(game, G => Box::new(Erased::<G>(player(level, seed))) as Box<dyn AnyBot>)
}

/// Returns the level or method of this name, if bots of the game have it.
///
/// # Errors
/// If there is no such game or level, if the level needs a net and there is none, or if the game has no champion.
pub fn level_of(game: &str, name: &str) -> Result<Level, CatalogError> {
    let level = Level::named(name).ok_or_else(|| CatalogError::unknown_level(name))?;
    if level == Level::Champion && simulations(game).champion.is_none() {
        return Err(CatalogError::new(
            "unknown_level",
            format_args!("{game} has no champion: its best level is master"),
        ));
    }
    let has_net = || with_game!(game, G => G::NET.is_some() || search::net_of::<G>().is_some());
    if level.needs_net() && !has_net()? {
        return Err(CatalogError::new(
            "unknown_level",
            format_args!("{game} has no net: cardroom arena takes one by --net FILE"),
        ));
    }
    Ok(level)
}

/// Loads the net of a game into a program that does not contain it.
///
/// # Errors
/// If there is no such game, or the file is not its net.
pub fn load_net(game: &str, file: &[u8]) -> Result<(), CatalogError> {
    with_game!(game, G => search::load_net::<G>(file))?.map_err(|error| CatalogError::new("net", error))
}

/// Returns whether a bot of this level needs the net of its game and the net is not loaded.
///
/// # Errors
/// If there is no such game or no such level.
pub fn lacks_net(game: &str, name: &str) -> Result<bool, CatalogError> {
    Ok(needs_net(game, name)? && with_game!(game, G => search::net_of::<G>().is_none())?)
}

/// Returns whether advice in a game uses its net ([`crate::advise`]) and the net is not loaded.
pub fn advice_lacks_net(game: &str) -> bool {
    // The advice of a game without a champion uses no net.
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

/// An error of the catalog: something does not exist or cannot be made. The text lists what exists.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{words}")]
pub struct CatalogError {
    /// The stable key: `unknown_game`, `unknown_level`, `not_solved`, `options`, `seats`, `setup`, `net`, `malformed`;
    /// `closed_table` for a table of rules that can no longer be played.
    pub key: &'static str,
    /// The error and its remedy in English.
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

    /// Returns the error for a malformed text.
    pub fn malformed(words: &str) -> CatalogError {
        CatalogError::new("malformed", words)
    }

    /// Returns the error for a bot that does not exist.
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
