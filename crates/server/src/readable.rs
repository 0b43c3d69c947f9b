//! What all servers that share a store can read. While one is upgraded after the other, the older ones lack new games, rules and levels of
//! bots. What needs them is refused until the last older server has ended: a table can move to any of them.

use std::collections::BTreeSet;

use room::Write;
use store::{EventStore, StoredSetup};

use crate::error::ApiError;
use crate::stored::settings_of;

/// The words for everything that this server can read in matches: for `store::NodeIdentity`. Rules of which it knows no more than their
/// number are among them: their matches are closed everywhere.
pub fn readable() -> BTreeSet<String> {
    let words = |entry: catalog::GameEntry| {
        let rules = (1..=entry.rules).map(move |rules| rules_of(entry.id, rules));
        rules.chain(entry.levels.iter().map(move |level| level_of(entry.id, level)))
    };
    catalog::entries().into_iter().flat_map(words).collect()
}

fn rules_of(game: &str, rules: u32) -> String {
    format!("{game} rules {rules}")
}

fn level_of(game: &str, level: &str) -> String {
    format!("{game} level {level}")
}

/// Whether all servers can read this table.
///
/// # Errors
/// [`ApiError::Upgrading`] if one cannot.
pub(crate) fn check_table(store: &dyn EventStore, setup: &StoredSetup) -> Result<(), ApiError> {
    check_rules(store, &setup.game, setup.rules)?;
    check_bots(store, &setup.game, setup.seats.iter().map(|seated| seated.bot.as_deref()))?;
    check_word(store, &level_of(&setup.game, &settings_of(setup).level))
}

/// Whether all servers can read what a table of the game writes.
///
/// # Errors
/// [`ApiError::Upgrading`] if one cannot.
pub(crate) fn check_write(store: &dyn EventStore, game: &str, write: &Write) -> Result<(), ApiError> {
    if let Some(terms) = &write.terms {
        check_rules(store, game, terms.rules)?;
        check_word(store, &level_of(game, &terms.settings.level))?;
    }
    let seats = write.arrangement.as_ref().map_or(&[][..], |arrangement| &arrangement.seats);
    check_bots(store, game, seats.iter().map(|seated| seated.bot.as_deref()))
}

/// Whether all servers know a version of a game's rules.
///
/// # Errors
/// [`ApiError::Upgrading`] if one does not.
pub(crate) fn check_rules(store: &dyn EventStore, game: &str, rules: u32) -> Result<(), ApiError> {
    check_word(store, &rules_of(game, rules))
}

fn check_bots<'a>(
    store: &dyn EventStore,
    game: &str,
    bots: impl Iterator<Item = Option<&'a str>>,
) -> Result<(), ApiError> {
    let levels = bots.flatten().filter(|level| *level != room::ENGINE);
    levels.map(|level| level_of(game, level)).try_for_each(|word| check_word(store, &word))
}

fn check_word(store: &dyn EventStore, word: &str) -> Result<(), ApiError> {
    if store.all_read(word) { Ok(()) } else { Err(ApiError::Upgrading) }
}
