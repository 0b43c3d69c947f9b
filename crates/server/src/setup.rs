//! Makes the setup of a new table from a request.

use answers::new_table::{self, TableSetup};
use cards::Seed;
use protocol::NewTable;
use room::PersonId;
use store::Session;

use crate::error::ApiError;
use crate::ids::{new_id, random};
use crate::stored::{json, stored_seat};
use crate::time::now_ms;

/// Makes the setup of a table that a person has requested. That person gets seat 0.
pub(crate) fn new_setup(asked: &NewTable, session: &Session) -> Result<store::StoredSetup, ApiError> {
    let asker = (PersonId(session.id.0), session.name.as_str());
    Ok(stored_setup(new_table::setup(asked, asker, || Seed::new(random()))?, session))
}

/// Returns the setup in the form in which the store keeps it. The host is this person.
pub(crate) fn stored_setup(setup: TableSetup, session: &Session) -> store::StoredSetup {
    let TableSetup { table: table::Setup { game, rules, options, seed, number, .. }, settings, seats, begins } = setup;
    let now = now_ms();
    store::StoredSetup {
        id: new_id(),
        game: game.to_owned(),
        rules,
        options: json(&options),
        settings: json(&settings),
        seed,
        number,
        seats: seats.into_iter().map(stored_seat).collect(),
        host: Some(session.id),
        created_ms: now,
        started_ms: begins.then_some(now),
    }
}

pub(crate) fn name(words: &str) -> Result<String, ApiError> {
    Ok(new_table::name(words)?)
}
