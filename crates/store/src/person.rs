//! Everything that is kept about a person, and how it is deleted.

use std::sync::PoisonError;

use rusqlite::{OptionalExtension, params};

use crate::memory::MemoryStore;
use crate::sqlite::{Sqlite, stored, with_seats};
use crate::writer::store_error;
use crate::{Ending, Invited, Pending, Seated, SessionId, StoreError, Stored, TokenHash};

/// The data about a person beside name and results ([`crate::ResultStore::results_of`]).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PersonData {
    /// When the session began, in milliseconds since 1970.
    pub since_ms: i64,
    /// Every match in which the person has a seat, or had one during play; newest first.
    pub tables: Vec<Stored>,
    /// The invitations to tables that it runs.
    pub invites: Vec<Invited>,
    /// Imported records, by their ids, and when.
    pub records: Vec<(String, i64)>,
}

/// People and devices that are not known any more.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Departed {
    /// Devices that were logged out, or whose person was deleted.
    pub devices: Vec<TokenHash>,
    /// People who were deleted.
    pub people: Vec<SessionId>,
}

/// The data that a person can ask for about itself.
pub trait PersonStore {
    /// Everything that is kept about a person.
    ///
    /// # Errors
    /// If it cannot be read.
    fn held(&self, session: SessionId) -> Pending<PersonData>;

    /// Deletes a person, all or nothing: the session, its results, the records that it has imported, its unfinished
    /// matches in which no other person ever played, and invitations to tables that it hosts. Other matches stay. There
    /// a number replaces the name, a bot of level `stand_in` gets the seat of a match that goes on, and another person
    /// becomes the host. The number of the session is never used again.
    ///
    /// # Errors
    /// If it cannot be written.
    fn forget(&self, session: SessionId, stand_in: &str) -> Pending<()>;

    /// Deletes a match that is not over and in which no other person ever played. Returns whether it was one.
    ///
    /// # Errors
    /// If it cannot be written.
    fn drop_alone(&self, session: SessionId, table: &str) -> Pending<bool>;

    /// Which of these devices and people, all of which were known, are not known any more: other processes that share the data
    /// may have logged them out and deleted them. Nobody where no others can share the data.
    ///
    /// # Errors
    /// If it cannot be read.
    fn departed(&self, devices: Vec<TokenHash>, people: Vec<SessionId>) -> Pending<Departed> {
        let _ = (devices, people);
        Box::pin(std::future::ready(Ok(Departed::default())))
    }
}

/// Matches of a person alone that are not over.
const ALONE: &str = "
    SELECT DISTINCT seats.match_id FROM seats JOIN matches ON matches.id = seats.match_id
    WHERE seats.session = ?1 AND ended_ms IS NULL
        AND NOT EXISTS (SELECT 1 FROM seats AS other
            WHERE other.match_id = matches.id AND other.session <> ?1)
        AND NOT EXISTS (SELECT 1 FROM played WHERE played.match_id = matches.id AND played.session <> ?1)";

/// In this order nothing refers to what is gone.
pub(crate) const OF_A_MATCH: [&str; 5] = [
    "DELETE FROM events WHERE table_id = ?1",
    "DELETE FROM invites WHERE match_id = ?1",
    "DELETE FROM played WHERE match_id = ?1",
    "DELETE FROM seats WHERE match_id = ?1",
    "DELETE FROM matches WHERE id = ?1",
];

pub(crate) const OF_A_SESSION: [&str; 12] = [
    "DELETE FROM devices WHERE session = ?1",
    "DELETE FROM device_links WHERE session = ?1",
    "DELETE FROM invites WHERE match_id IN (SELECT id FROM matches WHERE host = ?1)",
    "UPDATE seats SET session = NULL, name = '' WHERE session = ?1",
    // Also of seats that it has left.
    "UPDATE seats SET name = 'Player ' || (seat + 1)
     WHERE session IS NULL AND (match_id, seat) IN (SELECT match_id, seat FROM played WHERE session = ?1)",
    "UPDATE matches SET host = (SELECT session FROM seats
         WHERE match_id = matches.id AND session IS NOT NULL ORDER BY seat LIMIT 1) WHERE host = ?1",
    "DELETE FROM played WHERE session = ?1",
    "DELETE FROM records WHERE session = ?1",
    "UPDATE reports SET reporter = NULL WHERE reporter = ?1",
    "DELETE FROM reports WHERE about = ?1",
    "DELETE FROM bans WHERE whom = 'guest ' || ?1",
    "DELETE FROM sessions WHERE id = ?1",
];

impl PersonStore for Sqlite {
    fn held(&self, session: SessionId) -> Pending<PersonData> {
        self.reader.add(move |db| {
            let since_ms = db
                .prepare_cached("SELECT created_ms FROM sessions WHERE id = ?1")
                .and_then(|mut select| select.query_row([session.0], |row| row.get(0)).optional())
                .map_err(store_error)?;
            let mut select = db
                .prepare_cached(
                    "SELECT * FROM matches WHERE id IN (SELECT match_id FROM seats WHERE session = ?1
                         UNION SELECT match_id FROM played WHERE session = ?1)
                     ORDER BY created_ms DESC, rowid DESC",
                )
                .map_err(store_error)?;
            let tables: Vec<Stored> =
                select.query_map([session.0], stored).and_then(Iterator::collect).map_err(store_error)?;
            let mut select = db
                .prepare_cached(
                    "SELECT match_id, expires_ms FROM invites JOIN matches ON matches.id = match_id WHERE host = ?1
                     ORDER BY expires_ms, match_id",
                )
                .map_err(store_error)?;
            let invites = select
                .query_map([session.0], |row| Ok(Invited { table: row.get(0)?, expires_ms: row.get(1)? }))
                .and_then(Iterator::collect)
                .map_err(store_error)?;
            let mut select = db
                .prepare_cached("SELECT id, at_ms FROM records WHERE session = ?1 ORDER BY at_ms, id")
                .map_err(store_error)?;
            let records = select
                .query_map([session.0], |row| Ok((row.get(0)?, row.get(1)?)))
                .and_then(Iterator::collect)
                .map_err(store_error)?;
            let tables = tables.into_iter().map(|stored| with_seats(db, stored)).collect::<Result<_, StoreError>>()?;
            Ok(PersonData { since_ms: since_ms.unwrap_or_default(), tables, invites, records })
        })
    }

    fn drop_alone(&self, session: SessionId, table: &str) -> Pending<bool> {
        let table = table.to_owned();
        self.writer.add(move |db| {
            let alone = db
                .prepare_cached(&format!("SELECT EXISTS ({ALONE} AND matches.id = ?2)"))
                .and_then(|mut select| select.query_row(params![session.0, table], |row| row.get(0)))
                .map_err(store_error)?;
            if alone {
                for sql in OF_A_MATCH {
                    db.prepare_cached(sql).and_then(|mut write| write.execute([&table])).map_err(store_error)?;
                }
            }
            Ok(alone)
        })
    }

    fn forget(&self, session: SessionId, stand_in: &str) -> Pending<()> {
        let stand_in = stand_in.to_owned();
        self.writer.add(move |db| {
            let write = |sql: &str, what: &dyn rusqlite::ToSql| {
                db.prepare_cached(sql).and_then(|mut write| write.execute([what])).map_err(store_error)
            };
            write("DELETE FROM results WHERE session = ?1", &session.0)?;
            let alone: Vec<String> = db
                .prepare_cached(ALONE)
                .and_then(|mut select| select.query_map([session.0], |row| row.get(0))?.collect())
                .map_err(store_error)?;
            for id in alone {
                for sql in OF_A_MATCH {
                    write(sql, &id)?;
                }
            }
            db.prepare_cached(
                "UPDATE seats SET bot = ?2 WHERE session = ?1 AND EXISTS (SELECT 1 FROM matches
                     WHERE id = match_id AND started_ms IS NOT NULL AND ended_ms IS NULL)",
            )
            .and_then(|mut update| update.execute(params![session.0, stand_in]))
            .map_err(store_error)?;
            for sql in OF_A_SESSION {
                write(sql, &session.0)?;
            }
            Ok(())
        })
    }
}

/// Returns whether a match is not over and one person has all the seats that people have.
fn is_alone(stored: &Stored, session: SessionId) -> bool {
    let mut seats = stored.setup.seats.iter().filter_map(|seated| seated.session).peekable();
    stored.ending.is_none() && seats.peek().is_some() && seats.all(|who| who == session)
}

impl PersonStore for MemoryStore {
    fn drop_alone(&self, session: SessionId, table: &str) -> Pending<bool> {
        let mut state = self.state();
        let state = &mut *state;
        let others = state.played.iter().any(|(of, _, who)| of == table && *who != session);
        let alone = !others && state.matches.get(table).is_some_and(|(stored, _)| is_alone(stored, session));
        if alone {
            state.matches.remove(table);
            state.invites.retain(|_, one| one.table != table);
            state.played.retain(|(of, _, _)| of != table);
        }
        Box::pin(std::future::ready(Ok(alone)))
    }

    fn held(&self, session: SessionId) -> Pending<PersonData> {
        let state = self.state();
        let played = |id: &str| state.played.iter().any(|(of, _, who)| of == id && *who == session);
        let mut tables: Vec<Stored> = state.matches.values().map(|(stored, _)| stored.clone()).collect();
        tables.retain(|stored| {
            stored.setup.seats.iter().any(|seated| seated.session == Some(session)) || played(&stored.setup.id)
        });
        tables.sort_by_key(|stored| std::cmp::Reverse(stored.setup.created_ms));
        let runs = |id: &str| state.matches.get(id).is_some_and(|(stored, _)| stored.setup.host == Some(session));
        let mut invites: Vec<Invited> = state.invites.values().filter(|one| runs(&one.table)).cloned().collect();
        invites.sort_by(|a, b| (a.expires_ms, &a.table).cmp(&(b.expires_ms, &b.table)));
        let own = state.records.values().filter(|(from, _)| *from == Some(session));
        let mut records: Vec<(String, i64)> = own.map(|(_, record)| (record.id.clone(), record.at_ms)).collect();
        records.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
        let since_ms = state.session(session).map_or(0, |known| known.since_ms);
        Box::pin(std::future::ready(Ok(PersonData { since_ms, tables, invites, records })))
    }

    fn forget(&self, session: SessionId, stand_in: &str) -> Pending<()> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner).retain(|result| result.session != session);
        let mut state = self.state();
        let state = &mut *state;
        let played = &state.played;
        state.matches.retain(|id, (stored, _)| {
            let others = played.iter().any(|(of, _, who)| of == id && *who != session);
            !is_alone(stored, session) || others
        });
        let gone = |id: &str, matches: &std::collections::BTreeMap<String, _>| !matches.contains_key(id);
        let (invites, matches) = (&mut state.invites, &state.matches);
        invites.retain(|_, one| !gone(&one.table, matches) && matches[&one.table].0.setup.host != Some(session));
        for (id, (stored, _)) in &mut state.matches {
            let goes_on = stored.setup.started_ms.is_some() && stored.ending.is_none();
            for (seat, seated) in (0_u8..).zip(&mut stored.setup.seats) {
                if seated.session == Some(session) {
                    let bot = goes_on.then(|| stand_in.to_owned());
                    *seated = Seated { name: String::new(), session: None, bot };
                }
                if seated.session.is_none() && state.played.contains(&(id.clone(), seat, session)) {
                    seated.name = format!("Player {}", seat + 1);
                }
            }
            if stored.setup.host == Some(session) {
                stored.setup.host = stored.setup.seats.iter().find_map(|seated| seated.session);
            }
        }
        state.played.retain(|(_, _, who)| *who != session);
        state.records.retain(|_, (from, _)| *from != Some(session));
        state.forget_session(session);
        Box::pin(std::future::ready(Ok(())))
    }
}

/// Checks the promises of [`PersonStore`]; called by [`crate::conformance::check`].
pub(crate) async fn check_conformance(store: &dyn crate::EventStore) {
    use crate::conformance::{event, setup};
    use crate::{Arrangement, Import, Most, StoredRecord, StoredSetup};
    let begin = async |n: u8, name: &str| store.begin_session([n; 32], name, 5).await.expect("a session").id;
    let (ann, bo) = (begin(60, "Ann").await, begin(61, "Bo").await);
    let both = vec![
        Seated { name: "Ann".to_owned(), session: Some(ann), bot: None },
        Seated { name: "Bo".to_owned(), session: Some(bo), bot: None },
    ];
    // Alone and not over; alone and over; with Bo: over, going on, left before the end, gathering.
    for (id, at) in [("p1", 1), ("p2", 2)] {
        store.create(setup(id, Some(ann), at)).await.expect("a match");
        store.append(id, 0, vec![event(0, Some("c"), "x")]).await.expect("an event");
    }
    for (id, at) in [("p3", 3), ("p4", 4), ("p5", 5)] {
        store.create(StoredSetup { seats: both.clone(), ..setup(id, Some(ann), at) }).await.expect("a match");
    }
    let gathering = StoredSetup { seats: both.clone(), started_ms: None, ..setup("p6", Some(bo), 6) };
    store.create(gathering).await.expect("a match");
    for id in ["p2", "p3"] {
        store.end(id, Ending { at_ms: 50, totals: vec![1, -1] }).await.expect("an ending");
    }
    let left = Arrangement {
        seats: vec![Seated { name: "Ann".to_owned(), session: None, bot: Some("club".to_owned()) }, both[1].clone()],
        host: Some(bo),
        started_ms: Some(5),
        state: "{}".to_owned(),
    };
    store.arrange("p5", left).await.expect("she leaves");
    store.invite("p4", [62; 32], 70, 0, 9).await.expect("an invitation");
    store.invite("p5", [63; 32], 70, 0, 9).await.expect("of another host");
    let record = StoredRecord { id: "p".to_owned(), line: "line".to_owned(), at_ms: 7 };
    store.import_records(ann, vec![record.clone()], Most { records: 1, bytes: 100 }).await.expect("a record");
    let his = StoredRecord { id: "q".to_owned(), ..record.clone() };
    store.import_records(bo, vec![his], Most { records: 1, bytes: 100 }).await.expect("a record");

    let held = store.held(ann).await.expect("readable");
    let ids: Vec<&str> = held.tables.iter().map(|stored| stored.setup.id.as_str()).collect();
    assert_eq!(ids, ["p6", "p5", "p4", "p3", "p2", "p1"], "every match, also one that was left");
    assert_eq!(held.invites, [Invited { table: "p4".to_owned(), expires_ms: 70 }]);
    assert_eq!((held.records, held.since_ms), (vec![("p".to_owned(), 7)], 5));

    for (id, alone) in [("p2", false), ("p3", false), ("p4", false), ("p5", false), ("p6", false), ("none", false)] {
        assert_eq!(store.drop_alone(ann, id).await, Ok(alone), "{id}");
    }
    store.create(setup("p7", Some(ann), 7)).await.expect("a match");
    store.append("p7", 0, vec![event(0, Some("c"), "x")]).await.expect("an event");
    assert_eq!(store.drop_alone(bo, "p7").await, Ok(false), "of somebody else");
    assert_eq!(store.drop_alone(ann, "p7").await, Ok(true));
    assert_eq!(store.find("p7").await, Ok(None));
    assert_eq!(store.events("p7").await, Ok(Vec::new()));

    store.forget(ann, "club").await.expect("forgotten");
    assert_eq!(store.session([60; 32]).await, Ok(None), "the session is gone");
    assert_eq!(store.held(ann).await, Ok(PersonData::default()), "nothing is stored");
    assert_eq!(store.find("p1").await, Ok(None), "what nobody else played and was not over is gone");
    assert_eq!(store.events("p1").await, Ok(Vec::new()));
    let seats = async |id: &str| store.find(id).await.expect("readable").expect("there").setup.seats;
    let nobody = |bot: Option<&str>| Seated { name: "Player 1".to_owned(), session: None, bot: bot.map(str::to_owned) };
    assert_eq!(seats("p2").await[0], nobody(None), "a finished match stays without the name");
    assert_eq!(store.events("p2").await.expect("readable").len(), 1);
    assert_eq!(seats("p3").await, [nobody(None), both[1].clone()], "others keep theirs");
    assert_eq!(seats("p4").await, [nobody(Some("club")), both[1].clone()], "a bot plays on");
    assert_eq!(store.find("p4").await.expect("readable").expect("there").setup.host, Some(bo), "the next one runs it");
    assert_eq!(seats("p5").await[0], nobody(Some("club")), "also where she had left");
    assert_eq!(seats("p6").await, [Seated::default(), both[1].clone()], "before a match the seat is free");
    assert_eq!(store.invited([62; 32]).await, Ok(None), "her invitations are");
    assert!(store.invited([63; 32]).await.expect("readable").is_some(), "not those of others");
    assert_eq!(store.imported_record("p").await, Ok(None), "the record that she brought is gone");
    assert_eq!(store.imported_record("q").await, Ok(Some("line".to_owned())), "what another one brought is not");
    assert_eq!(store.import_records(bo, vec![record], Most { records: 9, bytes: 100 }).await, Ok(Import::Stored));
    let cy = begin(64, "Cy").await;
    store.forget(cy, "club").await.expect("forgotten");
    assert_ne!(begin(65, "Di").await, cy, "a number is given out once");
    store.forget(cy, "club").await.expect("twice is once");
}
