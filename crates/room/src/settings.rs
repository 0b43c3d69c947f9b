//! The agreed settings of a table, and their limits. The host can change the settings while people gather. This file
//! also contains the facts of a table that never change.

use std::time::Duration;

use protocol::{NewSettings, Refusal, Settings};
use serde_json::{Map, Value};

use crate::shuffle::KeptShuffle;
use crate::wire::refusal;

/// The longest time for which the seat of an absent person is held.
pub const MAX_GRACE_S: u32 = 24 * 60 * 60;

/// The longest delay of spectators.
pub const MAX_DELAY_S: u32 = 600;

/// The countdown to a rematch of friends, and to a match with changed terms. In this time people can read the terms.
pub(crate) const TIME_TO_READ: Duration = Duration::from_secs(10);

/// The terms of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The agreed settings, without the options of the game.
    pub settings: Settings,
    /// The version of the rules.
    pub rules: u32,
    /// All options of the game.
    pub options: Map<String, Value>,
}

/// Facts of a table that do not change after its match has begun.
#[derive(Clone, Debug)]
pub(crate) struct TableFacts {
    pub(crate) id: String,
    pub(crate) settings: Settings,
    /// The time when the table was made, as RFC 3339.
    pub(crate) created: String,
    /// The hash of the sealed seed, or of the secret of the last attempt to shuffle together.
    pub(crate) commitment: String,
    pub(crate) shuffle: KeptShuffle,
}

/// The reason why a setting is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingsError {
    /// A seat would be held too long.
    #[error("A seat is kept for {MAX_GRACE_S} seconds at most; 0: without limit.")]
    Grace,
    /// Spectators would be too far behind.
    #[error("The spectator delay is at most {MAX_DELAY_S} seconds.")]
    Delay,
}

impl From<SettingsError> for Refusal {
    fn from(error: SettingsError) -> Refusal {
        let words = error.to_string();
        match error {
            SettingsError::Grace => refusal("grace_s", words),
            SettingsError::Delay => refusal("watch_delay_s", words),
        }
    }
}

/// Returns the stored form of the grace time. 0 seconds become `None`, which means "no limit".
///
/// # Errors
/// If there are too many seconds.
pub fn grace(asked_s: u32) -> Result<Option<u32>, SettingsError> {
    if asked_s > MAX_GRACE_S { Err(SettingsError::Grace) } else { Ok((asked_s > 0).then_some(asked_s)) }
}

/// Returns the spectators' delay that was asked for.
///
/// # Errors
/// If it is too long.
pub fn delay(asked_s: u32) -> Result<u32, SettingsError> {
    if asked_s > MAX_DELAY_S { Err(SettingsError::Delay) } else { Ok(asked_s) }
}

/// Returns the terms after the host's change.
///
/// # Errors
/// If a setting is not possible. Nothing changes then.
pub(crate) fn changed(agreed: Terms, setup: &table::Setup, asked: &NewSettings) -> Result<Terms, Refusal> {
    let Terms { mut settings, mut rules, mut options } = agreed;
    if let Some(chosen) = &asked.options {
        let new = catalog::setup(setup.game, chosen, setup.names.clone(), setup.seed)
            .and_then(|new| catalog::open(new.clone()).map(|_| new))
            .map_err(|error| refusal("options", format!("These house rules can't be had: {error}.")))?;
        (rules, options) = (new.rules, new.options);
    }
    if let Some(level) = &asked.level {
        let known = catalog::entry(setup.game).is_ok_and(|entry| entry.levels.contains(&level.as_str()));
        if !known {
            return Err(refusal("unknown_level", "This bot level doesn't exist."));
        }
        settings.level.clone_from(level);
    }
    if let Some(grace_s) = asked.grace_s {
        settings.grace_s = grace(grace_s)?;
    }
    if let Some(delay_s) = asked.watch_delay_s {
        settings.watch_delay_s = delay(delay_s)?;
    }
    settings.races = asked.races.unwrap_or(settings.races);
    settings.clock = asked.clock.unwrap_or(settings.clock);
    settings.watch = asked.watch.unwrap_or(settings.watch);
    settings.chat = asked.chat.unwrap_or(settings.chat);
    settings.advice = asked.advice.unwrap_or(settings.advice);
    settings.one_per_network = asked.one_per_network.unwrap_or(settings.one_per_network);
    Ok(Terms { settings, rules, options })
}
