//! Test data that the other modules write to the store.

use cards::Seed;

use crate::{LogEntry, Seated, SessionId, StoredSetup};

/// Makes a setup for tests: a table with two seats, the first of which belongs to `session`.
pub fn setup(id: &str, session: Option<SessionId>, created_ms: i64) -> StoredSetup {
    StoredSetup {
        id: id.to_owned(),
        game: "schwarze-dame".to_owned(),
        rules: 1,
        options: r#"{"deals":1}"#.to_owned(),
        settings: "{}".to_owned(),
        seed: Seed::new([7; 32]),
        number: Some(u64::MAX),
        seats: vec![
            Seated { name: "Ann".to_owned(), session, bot: None },
            Seated { name: "Bo".to_owned(), session: None, bot: Some("club".to_owned()) },
        ],
        host: session,
        created_ms,
        started_ms: Some(created_ms),
    }
}

/// Makes an event for tests.
pub fn event(seat: u8, cmd: Option<&str>, entry: &str) -> LogEntry {
    LogEntry { at_ms: 5, seat: Some(seat), cmd: cmd.map(str::to_owned), entry: entry.to_owned() }
}
