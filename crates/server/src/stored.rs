//! Reads the settings, options, seats and log of a stored table.

use answers::statistics::PersonalResult;
use protocol::{ListedSeat, Settings, Stage};
use room::log_entry::LogEntry;
use room::{PersonId, Seated};
use serde::Serialize;
use store::{DealResult, Ending, SessionId, Stored, StoredSetup};
use table::AnyTable;

use crate::error::ApiError;
use crate::folding::FoldingPermit;
use crate::work::{NICE, in_background};

pub(crate) fn person(session: SessionId) -> PersonId {
    PersonId(session.0)
}

pub(crate) fn stored_seat(seated: Seated) -> store::Seated {
    let Seated { name, person, bot } = seated;
    store::Seated { name, session: person.map(|person| SessionId(person.0)), bot }
}

pub(crate) fn room_seat(seated: &store::Seated) -> Seated {
    let store::Seated { name, session, bot } = seated.clone();
    Seated { name, person: session.map(|session| PersonId(session.0)), bot }
}

pub(crate) fn stage_of(setup: &StoredSetup, ending: Option<&Ending>) -> Stage {
    match (setup.started_ms, ending) {
        (None, _) => Stage::Gathering,
        (Some(_), None) => Stage::Playing,
        (Some(_), Some(_)) => Stage::Over,
    }
}

pub(crate) fn listed_seats(setup: &StoredSetup) -> Vec<ListedSeat> {
    let seat = |seated: &store::Seated| {
        let free = room_seat(seated).is_free();
        ListedSeat { name: seated.name.clone(), bot: seated.bot.clone(), free }
    };
    setup.seats.iter().map(seat).collect()
}

/// Returns a stored table's options in today's version of the rules, or unchanged if that version cannot play them.
pub(crate) fn options_of(setup: &store::StoredSetup) -> serde_json::Map<String, serde_json::Value> {
    let written = serde_json::from_str(&setup.options).unwrap_or_default();
    catalog::todays_options(&setup.game, setup.rules, &written).unwrap_or(written)
}

pub(crate) fn settings_of(setup: &store::StoredSetup) -> Settings {
    serde_json::from_str(&setup.settings).unwrap_or_default()
}

pub(crate) fn set_daily(setup: &mut store::StoredSetup, date: u32) {
    setup.settings = json(&Settings { daily: Some(date), ..settings_of(setup) });
}

/// Returns the day whose deal a table plays, if it plays such a deal.
pub(crate) fn daily_of(setup: &store::StoredSetup) -> Option<u32> {
    settings_of(setup).daily
}

/// Makes the table of a stored match, in its state before the first event.
pub(crate) fn open(stored: &Stored) -> Result<Box<dyn AnyTable>, ApiError> {
    let setup = &stored.setup;
    #[cfg(test)]
    if let Some(table) = given::table(&setup.id) {
        return Ok(table);
    }
    let broken = |error: &dyn std::fmt::Display| {
        tracing::error!(table = setup.id, %error, "the setup of a stored table cannot be read");
        ApiError::BrokenTable
    };
    let state: room::KeptState = serde_json::from_str(&stored.state).unwrap_or_default();
    let (seed, attempts) = state.seed(setup.seed);
    let entry = catalog::entry(&setup.game).map_err(|_| ApiError::ClosedGame { game: setup.game.clone() })?;
    let opened = catalog::open(table::Setup {
        game: entry.id,
        rules: setup.rules,
        options: serde_json::from_str(&setup.options).map_err(|e| broken(&e))?,
        names: setup.seats.iter().map(|seated| seated.name.clone()).collect(),
        seed,
        number: setup.number,
    });
    let mut table = opened.map_err(|error| match error.key {
        "closed_table" => ApiError::ClosedTable { rules: setup.rules },
        _ => broken(&error),
    })?;
    table.shuffled_together(attempts);
    Ok(table)
}

/// A table in its state after all entries of its log, together with the log.
pub(crate) struct Folded {
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) log: Vec<LogEntry>,
}

/// Replays a stored log on a table, and applies a function to the table and its log. The work runs away from the async
/// threads, because the log of a long solitaire has thousands of entries. The work itself holds the permit of
/// [`Services::folding`](crate::actor::Services). So no other log is replayed too early if the client disconnects.
pub(crate) async fn fold<T: Send + 'static>(
    stored: Stored,
    events: Vec<store::LogEntry>,
    permit: FoldingPermit,
    then: impl FnOnce(Stored, Folded) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let is_long = permit.is_for_a_long_log();
    let read_back = move || {
        let log: Vec<LogEntry> = events.into_iter().map(log_entry).collect();
        let mut table = open(&stored)?;
        room::restore(table.as_mut(), &log).map_err(|(number, error)| {
            tracing::error!(table = stored.setup.id, number, error, "a stored entry cannot be read back");
            ApiError::BrokenTable
        })?;
        let made = then(stored, Folded { table, log });
        drop(permit);
        made
    };
    let folding =
        tokio::task::spawn_blocking(move || if is_long { in_background(NICE, read_back) } else { read_back() });
    // A join error means that the work panicked. The panic is already counted, and the stored game cannot be read.
    folding.await.unwrap_or(Err(ApiError::BrokenTable))
}

pub(crate) fn log_entry(event: store::LogEntry) -> LogEntry {
    let store::LogEntry { at_ms, seat, cmd, entry } = event;
    LogEntry { at_ms, seat, cmd, entry }
}

pub(crate) fn store_entry(entry: LogEntry) -> store::LogEntry {
    let LogEntry { at_ms, seat, cmd, entry } = entry;
    store::LogEntry { at_ms, seat, cmd, entry }
}

pub(crate) fn deal_result(result: DealResult) -> PersonalResult {
    let DealResult { table, game, rules, options, seats, level, points, won, took_ms, assisted, daily, .. } = result;
    PersonalResult { table, game, rules, options, seats, level, points, won, took_ms, assisted, daily }
}

pub(crate) fn json(thing: &impl Serialize) -> String {
    serde_json::to_string(thing).expect("options and settings are text, numbers and words")
}

/// Tables for `server::twin_tests`. Such a table is opened as the test says, and not from its seed.
#[cfg(test)]
pub(crate) mod given {
    use parking_lot::Mutex;
    use std::collections::BTreeMap;

    use table::AnyTable;

    type Opens = Box<dyn Fn() -> Box<dyn AnyTable> + Send>;

    static GIVEN: Mutex<BTreeMap<String, Opens>> = Mutex::new(BTreeMap::new());

    /// Sets the function that opens the table with this id from now on.
    pub(crate) fn give(id: &str, opens: Opens) {
        GIVEN.lock().insert(id.to_owned(), opens);
    }

    pub(super) fn table(id: &str) -> Option<Box<dyn AnyTable>> {
        GIVEN.lock().get(id).map(|opens| opens())
    }
}
