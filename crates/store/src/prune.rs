//! Deletes what nobody needs any more: guests who never came back, tables that nobody ever played at, old links, old tokens of
//! engines.

use rusqlite::{Connection, params};
use serde_json::Value;

use crate::event_store::{Stored, StoredSetup};
use crate::memory::MemoryStore;
use crate::person::{OF_A_MATCH, OF_A_SESSION};
use crate::sqlite::Sqlite;
use crate::writer::store_error;
use crate::{Pending, SessionId, StoreError, StoredRecord};

pub(crate) const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// A guest without a seat, a result or a record is deleted after this time without a visit; and so are a guest's records.
pub(crate) const IDLE_MS: i64 = 30 * DAY_MS;
/// A guest who came once and did nothing is deleted after this time.
pub(crate) const VISIT_MS: i64 = DAY_MS;
/// A guest who is last seen within this time of the first visit came once.
pub(crate) const ONCE_MS: i64 = 60 * 60 * 1000;
/// A table where nobody sits and no match began is deleted after this time.
pub(crate) const EMPTY_MS: i64 = DAY_MS;

/// The numbers of deleted rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pruned {
    /// Guests.
    pub sessions: u64,
    /// Tables without people whose match never began.
    pub tables: u64,
    /// Invitations and device links that had expired.
    pub links: u64,
    /// Tables where the hashes of engines' tokens had expired.
    pub passes: u64,
    /// Imported records of guests who do not come any more.
    pub records: u64,
}

impl Pruned {
    /// Returns whether the call found nothing to delete.
    pub fn is_nothing(self) -> bool {
        self == Pruned::default()
    }

    /// The sum of two calls.
    #[must_use]
    pub fn and(self, other: Pruned) -> Pruned {
        Pruned {
            sessions: self.sessions + other.sessions,
            tables: self.tables + other.tables,
            links: self.links + other.links,
            passes: self.passes + other.passes,
            records: self.records + other.records,
        }
    }
}

/// Deletes what nobody needs any more.
pub trait Pruning {
    /// Deletes at most `most` guests and at most `most` tables, all or nothing: guests who have no seat, no result, no record and no
    /// table, and were not seen for 30 days, or for a day if they came once; tables that are a day old, where nobody sits and
    /// no match began; invitations and device links that ended a day ago; at `most` further tables, the hashes of engines' tokens
    /// that ended a day ago; at most `most` records of guests who were not seen for 30 days. Call it again until it finds nothing: other writes go between two calls.
    ///
    /// # Errors
    /// If it cannot be written.
    fn prune(&self, now_ms: i64, most: u32) -> Pending<Pruned>;
}

/// Guests who can be deleted.
const SESSIONS: &str = "
    SELECT id FROM sessions
    WHERE max(seen_ms, (SELECT coalesce(max(devices.seen_ms), 0) FROM devices WHERE session = sessions.id))
            < ?1 - CASE WHEN seen_ms - created_ms < ?4 AND NOT EXISTS (SELECT 1 FROM devices WHERE session = sessions.id)
                THEN ?3 ELSE ?2 END
        AND NOT EXISTS (SELECT 1 FROM seats WHERE session = sessions.id)
        AND NOT EXISTS (SELECT 1 FROM played WHERE session = sessions.id)
        AND NOT EXISTS (SELECT 1 FROM results WHERE session = sessions.id)
        AND NOT EXISTS (SELECT 1 FROM records WHERE session = sessions.id)
        AND NOT EXISTS (SELECT 1 FROM matches WHERE host = sessions.id)
    LIMIT ?5";

/// Imported records that can be deleted: whoever imported them has not come for long.
const RECORDS: &str = "
    DELETE FROM records WHERE id IN (
        SELECT id FROM records
        WHERE at_ms < ?1 AND NOT EXISTS (SELECT 1 FROM sessions WHERE id = records.session AND (
            seen_ms >= ?1 OR EXISTS (SELECT 1 FROM devices WHERE session = sessions.id AND devices.seen_ms >= ?1)))
        LIMIT ?2)";

/// Tables that can be deleted.
const TABLES: &str = "
    SELECT id FROM matches
    WHERE started_ms IS NULL AND created_ms < ?1
        AND NOT EXISTS (SELECT 1 FROM seats WHERE match_id = matches.id AND session IS NOT NULL)
    LIMIT ?2";

/// Tables with a token of an engine, old or new. The texts are those of `room::EnginePass`; a hash that was deleted is empty.
const PASSES: &str = r#"
    SELECT id, state FROM matches WHERE instr(state, '"expires_ms":') > 0 AND state GLOB '*"hash":"[0-9a-f]*'"#;

/// Returns a table's state without the hashes of engines' tokens that ended before a moment; `None` if it has none. The
/// rest of a pass stays: it says from which entry of the log the engine has the seat (`room::EnginePass`).
pub(crate) fn without_old_passes(state: &str, before_ms: i64) -> Option<String> {
    let mut state: Value = serde_json::from_str(state).ok()?;
    let mut found = false;
    for pass in state.get_mut("engines")?.as_array_mut()? {
        let is_old = pass["expires_ms"].as_i64().is_some_and(|expires_ms| expires_ms < before_ms);
        if let Some(Value::String(hash)) = pass.get_mut("hash").filter(|_| is_old) {
            found |= !hash.is_empty();
            hash.clear();
        }
    }
    found.then(|| state.to_string())
}

/// The same of tables with their ids, for at most `most` of them.
fn with_old_passes(tables: impl Iterator<Item = (String, String)>, now_ms: i64, most: usize) -> Vec<(String, String)> {
    let old = tables.filter_map(|(id, state)| Some((id, without_old_passes(&state, now_ms - DAY_MS)?)));
    old.take(most).collect()
}

fn delete_old_passes(db: &Connection, now_ms: i64, most: u32) -> rusqlite::Result<u64> {
    let tables: Vec<(String, String)> =
        db.prepare_cached(PASSES)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    let old = with_old_passes(tables.into_iter(), now_ms, most as usize);
    for (id, state) in &old {
        db.prepare_cached("UPDATE matches SET state = ?2 WHERE id = ?1")?.execute([id, state])?;
    }
    Ok(old.len() as u64)
}

fn run(db: &Connection, now_ms: i64, most: u32) -> rusqlite::Result<Pruned> {
    let tables: Vec<String> = db
        .prepare_cached(TABLES)?
        .query_map(params![now_ms - EMPTY_MS, most], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for id in &tables {
        for sql in OF_A_MATCH {
            db.prepare_cached(sql)?.execute([id])?;
        }
    }
    let records = db.prepare_cached(RECORDS)?.execute(params![now_ms - IDLE_MS, most])? as u64;
    let limits = params![now_ms, IDLE_MS, VISIT_MS, ONCE_MS, most];
    let sessions: Vec<i64> =
        db.prepare_cached(SESSIONS)?.query_map(limits, |row| row.get(0))?.collect::<Result<_, _>>()?;
    for id in &sessions {
        for sql in OF_A_SESSION {
            db.prepare_cached(sql)?.execute([id])?;
        }
    }
    let mut links = 0;
    for sql in ["DELETE FROM invites WHERE expires_ms < ?1", "DELETE FROM device_links WHERE expires_ms < ?1"] {
        links += db.prepare_cached(sql)?.execute([now_ms - DAY_MS])?;
    }
    let passes = delete_old_passes(db, now_ms, most)?;
    Ok(Pruned { sessions: sessions.len() as u64, tables: tables.len() as u64, links: links as u64, passes, records })
}

impl Pruning for Sqlite {
    fn prune(&self, now_ms: i64, most: u32) -> Pending<Pruned> {
        self.writer.add(move |db| run(db, now_ms, most).map_err(store_error))
    }
}

/// Returns whether a table of the store in memory can be deleted.
fn is_empty(stored: &Stored, now_ms: i64) -> bool {
    let StoredSetup { started_ms, created_ms, seats, .. } = &stored.setup;
    started_ms.is_none() && *created_ms < now_ms - EMPTY_MS && seats.iter().all(|seated| seated.session.is_none())
}

impl Pruning for MemoryStore {
    fn prune(&self, now_ms: i64, most: u32) -> Pending<Pruned> {
        Box::pin(std::future::ready(Ok(self.prune_now(now_ms, most))))
    }
}

impl MemoryStore {
    fn prune_now(&self, now_ms: i64, most: u32) -> Pruned {
        let with_results: Vec<SessionId> = self.known_results().iter().map(|result| result.session).collect();
        let mut state = self.state();
        let state = &mut *state;
        let most = most as usize;
        let tables: Vec<String> = state
            .matches
            .iter()
            .filter(|(_, (stored, _))| is_empty(stored, now_ms))
            .map(|(id, _)| id.clone())
            .take(most)
            .collect();
        for id in &tables {
            state.matches.remove(id);
            state.invites.retain(|_, one| one.table != *id);
        }
        let before_ms = now_ms - IDLE_MS;
        let comes = |who: SessionId| {
            let first = state.session(who).and_then(|known| known.first.as_ref());
            let others = state.devices.values().filter(|(whose, _)| *whose == who).map(|(_, device)| device);
            first.into_iter().chain(others).any(|device| device.seen_ms >= before_ms)
        };
        let old = |(from, one): &(Option<SessionId>, StoredRecord)| one.at_ms < before_ms && !from.is_some_and(comes);
        let records = state.records.iter().filter(|(_, record)| old(record)).map(|(id, _)| id.clone()).take(most);
        let records: Vec<String> = records.collect();
        records.iter().for_each(|id| drop(state.records.remove(id)));
        let sessions: Vec<SessionId> = state
            .session_ids()
            .into_iter()
            .filter(|id| {
                let others: Vec<i64> =
                    state.devices.values().filter(|(who, _)| who == id).map(|(_, device)| device.seen_ms).collect();
                let Some(known) = state.session(*id) else { return false };
                let seen = known.first.as_ref().map_or(known.since_ms, |first| first.seen_ms);
                let once = others.is_empty() && seen - known.since_ms < ONCE_MS;
                let last = others.into_iter().fold(seen, i64::max);
                let has_table = state.matches.values().any(|(stored, _)| {
                    stored.setup.host == Some(*id)
                        || stored.setup.seats.iter().any(|seated| seated.session == Some(*id))
                });
                last < now_ms - if once { VISIT_MS } else { IDLE_MS }
                    && !has_table
                    && !state.played.iter().any(|(_, _, who)| who == id)
                    && !with_results.contains(id)
                    && !state.records.values().any(|(from, _)| *from == Some(*id))
            })
            .take(most)
            .collect();
        for id in &sessions {
            state.forget_session(*id);
        }
        let before = state.invites.len() + state.device_links.len();
        state.invites.retain(|_, one| one.expires_ms >= now_ms - DAY_MS);
        state.device_links.retain(|_, (_, expires_ms, _)| *expires_ms >= now_ms - DAY_MS);
        let links = before - state.invites.len() - state.device_links.len();
        let states = state.matches.iter().map(|(id, (stored, _))| (id.clone(), stored.state.clone()));
        let old = with_old_passes(states, now_ms, most);
        let passes = old.len() as u64;
        for (id, new) in old {
            if let Some((stored, _)) = state.matches.get_mut(&id) {
                stored.state = new;
            }
        }
        let [sessions, tables, links, records] = [sessions.len(), tables.len(), links, records.len()].map(|n| n as u64);
        Pruned { sessions, tables, links, passes, records }
    }
}

/// Checks the promises of [`Pruning`]; called by [`crate::conformance::check`].
pub(crate) async fn check_conformance(store: &dyn crate::EventStore) {
    use crate::conformance::setup;
    use crate::{Most, Seated};
    // Whatever the other parts of the suite left behind goes first.
    let long_ago = 1_000_000 * DAY_MS;
    while !store.prune(long_ago - 100 * DAY_MS, 100).await.expect("pruned").is_nothing() {}
    let begin = async |n: u8, at_ms: i64| store.begin_session([n; 32], "Guest", at_ms).await.expect("a session").id;
    let day = |days: i64| long_ago + days * DAY_MS;
    // Once and never again; came back; has a seat; has a record; another device came back.
    let once = begin(170, day(0)).await;
    let back = begin(171, day(0)).await;
    store.note_device([171; 32], day(2), "Firefox").await.expect("seen");
    let seated = begin(172, day(0)).await;
    store.create(setup("pruned-played", Some(seated), day(0))).await.expect("a match");
    let keeper = begin(173, day(0)).await;
    let record = StoredRecord { id: "pruned-record".to_owned(), line: "line".to_owned(), at_ms: day(0) };
    store.import_records(keeper, vec![record], Most { records: 1, bytes: 100 }).await.expect("a record");
    let gathering = |id: &str, session: Option<SessionId>| StoredSetup {
        started_ms: None,
        seats: vec![Seated { name: String::new(), session, bot: None }; 2],
        ..setup(id, session, day(0))
    };
    store.create(gathering("pruned-empty", None)).await.expect("a table");
    store.create(gathering("pruned-waiting", Some(seated))).await.expect("a table");
    store.invite("pruned-waiting", [174; 32], day(3), day(0), 9).await.expect("an invitation");
    let there = async |n: u8| store.session([n; 32]).await.expect("readable").is_some();

    assert_eq!(store.prune(day(1), 100).await, Ok(Pruned::default()), "a day has not passed");
    let found = store.prune(day(1) + 1, 100).await;
    assert_eq!(found, Ok(Pruned { sessions: 1, tables: 1, ..Pruned::default() }), "who came once, and the empty table");
    assert!(!there(170).await);
    assert_eq!(store.find("pruned-empty").await, Ok(None));
    assert!(store.find("pruned-waiting").await.expect("readable").is_some(), "somebody sits there");
    store.note_device([173; 32], day(4), "Firefox").await.expect("seen");
    let found = store.prune(day(4) + 1, 100).await;
    assert_eq!(found, Ok(Pruned { sessions: 0, tables: 0, links: 1, ..Pruned::default() }), "the invitation");
    assert!(there(171).await, "seen two days ago");
    let found = store.prune(day(32) + 1, 100).await;
    assert_eq!(found, Ok(Pruned { sessions: 1, tables: 0, ..Pruned::default() }), "not seen for 30 days");
    assert!(!there(171).await && there(172).await && there(173).await, "a seat and a record keep their owners");
    assert!(store.imported_record("pruned-record").await.expect("readable").is_some(), "its guest has come since");
    let found = store.prune(day(34), 100).await;
    assert_eq!(found, Ok(Pruned::default()), "the guest was there 30 days ago");
    let found = store.prune(day(34) + 1, 100).await;
    assert_eq!(found, Ok(Pruned { sessions: 1, records: 1, ..Pruned::default() }), "the record, and then its guest");
    assert_eq!(store.imported_record("pruned-record").await, Ok(None));
    let next = begin(175, day(40)).await;
    assert!(next != once && next != back, "a number is given out once");
    let late = [176, 177, 178];
    for n in late {
        begin(n, day(40)).await;
    }
    let found = store.prune(day(50), 3).await;
    assert_eq!(found, Ok(Pruned { sessions: 3, tables: 0, ..Pruned::default() }), "at most three at a time");
    assert_eq!(
        store.prune(day(50), 3).await,
        Ok(Pruned { sessions: 1, tables: 0, ..Pruned::default() }),
        "then the rest"
    );
    passes(store, day(60)).await;
}

/// Of an engine's token nothing stays that could let it in, a day after it ended. Everything else that a table keeps stays.
async fn passes(store: &dyn crate::EventStore, now_ms: i64) {
    use crate::Arrangement;
    use crate::conformance::setup;
    // As a room writes it (`room::EnginePass`), and in the order in which this crate writes it again.
    let state = |old: &str| {
        format!(
            r#"{{"engines":[{{"expires_ms":{},"from":2,"hash":"{old}","log":7,"seat":1}},{{"expires_ms":{},"from":0,"hash":"0c5f","log":0,"seat":0}}],"paused":true}}"#,
            now_ms - DAY_MS,
            now_ms - DAY_MS + 2
        )
    };
    let state_of = async |id: &str| store.find(id).await.expect("readable").expect("there").state;
    for id in ["pruned-engine", "pruned-engines"] {
        let setup = setup(id, None, now_ms);
        let (seats, started_ms) = (setup.seats.clone(), setup.started_ms);
        store.create(setup).await.expect("a match");
        store.arrange(id, Arrangement { seats, host: None, started_ms, state: state("0c5e") }).await.expect("engines");
    }
    assert_eq!(store.prune(now_ms, 100).await, Ok(Pruned::default()), "a day has not passed");
    assert_eq!(state_of("pruned-engine").await, state("0c5e"));
    let one = Ok(Pruned { passes: 1, ..Pruned::default() });
    assert_eq!(store.prune(now_ms + 1, 1).await, one, "at most one table at a time");
    assert_eq!(store.prune(now_ms + 1, 100).await, one, "then the rest");
    assert_eq!(store.prune(now_ms + 1, 100).await, Ok(Pruned::default()), "once");
    for id in ["pruned-engine", "pruned-engines"] {
        assert_eq!(state_of(id).await, state(""), "the other token is valid, and the seats stay what they are");
    }
}

/// Deletes everything that can be deleted, `most` guests and tables at a time.
///
/// # Errors
/// If it cannot be written.
pub async fn prune_all(store: &(impl Pruning + ?Sized), now_ms: i64, most: u32) -> Result<Pruned, StoreError> {
    let mut sum = Pruned::default();
    loop {
        let found = store.prune(now_ms, most).await?;
        if found.is_nothing() {
            return Ok(sum);
        }
        sum = sum.and(found);
    }
}
