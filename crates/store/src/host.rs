//! What a host asks of the store and writes into it: lists of tables and people, closed tables, bans, the log of what a
//! host did, reports by players, and how much room the data take.

use std::collections::BTreeMap;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};
use tokio::sync::oneshot;

use crate::event_store::{Ending, Stored};
use crate::memory::MemoryStore;
use crate::sqlite::{Sqlite, stored, with_seats};
use crate::writer::store_error;
use crate::{Pending, SessionId, StoreError};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// A report that was read is deleted after this time.
pub(crate) const READ_REPORT_MS: i64 = 30 * DAY_MS;
/// A report that nobody reads is deleted after this time.
pub(crate) const REPORT_MS: i64 = 180 * DAY_MS;

/// Which tables a host wants listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TablesWanted {
    /// All that are stored.
    All,
    /// Those whose match is not over.
    Unfinished,
}

/// A guest as a host sees one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuestLine {
    /// The number.
    pub id: SessionId,
    /// The name it goes by.
    pub name: String,
    /// When it came, in milliseconds since 1970.
    pub since_ms: i64,
    /// When one of its devices was last seen, to the day.
    pub seen_ms: i64,
    /// In how many unfinished matches it has a seat.
    pub playing: u32,
}

/// Somebody who may not use the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    /// `guest 12`, or a range of addresses as `203.0.113.0/24`.
    pub whom: String,
    /// Since when, in milliseconds since 1970.
    pub at_ms: i64,
    /// Until when; `None`: until it is lifted.
    pub until_ms: Option<i64>,
    /// Why, in the host's words.
    pub words: String,
}

/// Something that a host did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AdminAction {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Who: the user of the system.
    pub by: String,
    /// What.
    pub action: String,
}

/// What a player tells the host about another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Its number, from 1; 0 until it is stored.
    pub id: i64,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// At which table.
    pub table: String,
    /// By whom; `None` once that guest was deleted.
    pub by: Option<SessionId>,
    /// About whom.
    pub about: SessionId,
    /// The name that the other had then.
    pub name: String,
    /// What the reporter wrote.
    pub words: String,
    /// The last lines of talk that the reporter could read, as JSON.
    pub lines: String,
    /// When a host read it.
    pub read_ms: Option<i64>,
}

/// How much room a kind of data takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataPart {
    /// Which table of the database.
    pub name: String,
    /// How many rows.
    pub rows: u64,
    /// How many bytes, with indexes; `None` if the store cannot say.
    pub bytes: Option<u64>,
}

/// Where a host's wishes are kept.
pub trait HostStore {
    /// The newest tables, newest first.
    ///
    /// # Errors
    /// If they cannot be read.
    fn newest_tables(&self, wanted: TablesWanted, limit: u32) -> Pending<Vec<Stored>>;

    /// Closes a table for good: its match ends as it stands and cannot go on. Returns `false` if there is no such table or it
    /// was closed before.
    ///
    /// # Errors
    /// If it cannot be written.
    fn close_table(&self, table: &str, ending: Ending) -> Pending<bool>;

    /// Guests whose name, or the name on a seat of theirs, contains these words; the latest seen first. Letters of ASCII
    /// count as the same in large and small.
    ///
    /// # Errors
    /// If they cannot be read.
    fn find_guests(&self, words: &str, limit: u32) -> Pending<Vec<GuestLine>>;

    /// A guest by its number.
    ///
    /// # Errors
    /// If it cannot be read.
    fn guest(&self, id: SessionId) -> Pending<Option<GuestLine>>;

    /// Deletes an imported record. Returns whether there was one.
    ///
    /// # Errors
    /// If it cannot be written.
    fn remove_record(&self, id: &str) -> Pending<bool>;

    /// Bans somebody, or changes a ban.
    ///
    /// # Errors
    /// If it cannot be written.
    fn ban(&self, ban: Ban) -> Pending<()>;

    /// Lifts a ban. Returns whether there was one.
    ///
    /// # Errors
    /// If it cannot be written.
    fn lift_ban(&self, whom: &str) -> Pending<bool>;

    /// All bans, oldest first.
    ///
    /// # Errors
    /// If they cannot be read.
    fn bans(&self) -> Pending<Vec<Ban>>;

    /// Adds to the log of what hosts did.
    ///
    /// # Errors
    /// If it cannot be written.
    fn log_admin_action(&self, action: AdminAction) -> Pending<()>;

    /// The last entries of that log, oldest first.
    ///
    /// # Errors
    /// If they cannot be read.
    fn admin_actions(&self, limit: u32) -> Pending<Vec<AdminAction>>;

    /// Stores a report. Returns its number; `None` if the same guest has reported the same other one and nobody has read
    /// that yet.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if a guest that it names does not exist.
    fn report(&self, report: Report) -> Pending<Option<i64>>;

    /// The newest reports, newest first; those that nobody has read, or all.
    ///
    /// # Errors
    /// If they cannot be read.
    fn reports(&self, unread: bool, limit: u32) -> Pending<Vec<Report>>;

    /// A report, which is read at this moment.
    ///
    /// # Errors
    /// If it cannot be read or written.
    fn read_report(&self, id: i64, at_ms: i64) -> Pending<Option<Report>>;

    /// Deletes reports that were read 30 days ago or made 180 days ago. Returns how many.
    ///
    /// # Errors
    /// If it cannot be written.
    fn prune_reports(&self, now_ms: i64) -> Pending<u64>;

    /// How many bytes the data take.
    ///
    /// # Errors
    /// If it cannot be read.
    fn bytes(&self) -> Pending<u64>;

    /// How much room each kind of data takes. Takes a while: everything is counted, and nothing waits for it.
    ///
    /// # Errors
    /// If it cannot be read.
    fn data_parts(&self) -> Pending<Vec<DataPart>>;
}

/// What is counted by [`HostStore::data_parts`].
const PARTS: [&str; 12] = [
    "matches",
    "seats",
    "events",
    "played",
    "results",
    "sessions",
    "devices",
    "records",
    "invites",
    "reports",
    "bans",
    "admin_actions",
];

const GUEST: &str = "SELECT id, name, created_ms,
         max(seen_ms, (SELECT ifnull(max(devices.seen_ms), 0) FROM devices WHERE session = sessions.id)) AS seen,
         (SELECT count(*) FROM seats JOIN matches ON matches.id = match_id
             WHERE seats.session = sessions.id AND ended_ms IS NULL)
     FROM sessions";

fn guest(row: &Row<'_>) -> rusqlite::Result<GuestLine> {
    Ok(GuestLine {
        id: SessionId(row.get(0)?),
        name: row.get(1)?,
        since_ms: row.get(2)?,
        seen_ms: row.get(3)?,
        playing: row.get(4)?,
    })
}

const REPORT: &str = "SELECT id, at_ms, match_id, reporter, about, name, words, lines, read_ms FROM reports";

fn report(row: &Row<'_>) -> rusqlite::Result<Report> {
    Ok(Report {
        id: row.get(0)?,
        at_ms: row.get(1)?,
        table: row.get(2)?,
        by: row.get::<_, Option<i64>>(3)?.map(SessionId),
        about: SessionId(row.get(4)?),
        name: row.get(5)?,
        words: row.get(6)?,
        lines: row.get(7)?,
        read_ms: row.get(8)?,
    })
}

/// Words as a pattern of `LIKE … ESCAPE '\'` that finds them anywhere.
pub(crate) fn anywhere(words: &str) -> String {
    let mut pattern = String::from("%");
    for c in words.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

impl HostStore for Sqlite {
    fn newest_tables(&self, wanted: TablesWanted, limit: u32) -> Pending<Vec<Stored>> {
        self.reader.add(move |db| {
            let among = match wanted {
                TablesWanted::All => "",
                TablesWanted::Unfinished => "WHERE ended_ms IS NULL",
            };
            let sql = format!("SELECT * FROM matches {among} ORDER BY created_ms DESC, rowid DESC LIMIT ?1");
            let mut select = db.prepare(&sql).map_err(store_error)?;
            let found: Vec<Stored> =
                select.query_map([limit], stored).and_then(Iterator::collect).map_err(store_error)?;
            found.into_iter().map(|stored| with_seats(db, stored)).collect()
        })
    }

    fn close_table(&self, table: &str, ending: Ending) -> Pending<bool> {
        let table = table.to_owned();
        self.writer.add(move |db| {
            let totals: Vec<String> = ending.totals.iter().map(i32::to_string).collect();
            db.execute(
                "UPDATE matches SET closed_ms = ?2, totals = CASE WHEN ended_ms IS NULL THEN ?3 ELSE totals END,
                     ended_ms = ifnull(ended_ms, ?2) WHERE id = ?1 AND closed_ms IS NULL",
                params![table, ending.at_ms, totals.join(" ")],
            )
            .map(|changed| changed == 1)
            .map_err(store_error)
        })
    }

    fn find_guests(&self, words: &str, limit: u32) -> Pending<Vec<GuestLine>> {
        let pattern = anywhere(words);
        self.reader.add(move |db| {
            let sql = format!(
                r"{GUEST} WHERE name LIKE ?1 ESCAPE '\' OR id IN
                     (SELECT session FROM seats WHERE session IS NOT NULL AND name LIKE ?1 ESCAPE '\')
                 ORDER BY seen DESC, id DESC LIMIT ?2"
            );
            let mut select = db.prepare(&sql).map_err(store_error)?;
            select.query_map(params![pattern, limit], guest).and_then(Iterator::collect).map_err(store_error)
        })
    }

    fn guest(&self, id: SessionId) -> Pending<Option<GuestLine>> {
        self.reader.add(move |db| {
            let sql = format!("{GUEST} WHERE id = ?1");
            db.query_row(&sql, [id.0], guest).optional().map_err(store_error)
        })
    }

    fn remove_record(&self, id: &str) -> Pending<bool> {
        let id = id.to_owned();
        self.writer.add(move |db| {
            db.execute("DELETE FROM records WHERE id = ?1", [&id]).map(|gone| gone == 1).map_err(store_error)
        })
    }

    fn ban(&self, ban: Ban) -> Pending<()> {
        self.writer.add(move |db| {
            db.execute(
                "INSERT OR REPLACE INTO bans (whom, at_ms, until_ms, words) VALUES (?1, ?2, ?3, ?4)",
                params![ban.whom, ban.at_ms, ban.until_ms, ban.words],
            )
            .map(drop)
            .map_err(store_error)
        })
    }

    fn lift_ban(&self, whom: &str) -> Pending<bool> {
        let whom = whom.to_owned();
        self.writer.add(move |db| {
            db.execute("DELETE FROM bans WHERE whom = ?1", [&whom]).map(|gone| gone == 1).map_err(store_error)
        })
    }

    fn bans(&self) -> Pending<Vec<Ban>> {
        self.reader.add(|db| {
            let mut select = db
                .prepare("SELECT whom, at_ms, until_ms, words FROM bans ORDER BY at_ms, whom")
                .map_err(store_error)?;
            let read = |row: &Row<'_>| {
                Ok(Ban { whom: row.get(0)?, at_ms: row.get(1)?, until_ms: row.get(2)?, words: row.get(3)? })
            };
            select.query_map([], read).and_then(Iterator::collect).map_err(store_error)
        })
    }

    fn log_admin_action(&self, action: AdminAction) -> Pending<()> {
        self.writer.add(move |db| {
            let AdminAction { at_ms, by, action } = &action;
            db.execute("INSERT INTO admin_actions (at_ms, by, action) VALUES (?1, ?2, ?3)", params![at_ms, by, action])
                .map(drop)
                .map_err(store_error)
        })
    }

    fn admin_actions(&self, limit: u32) -> Pending<Vec<AdminAction>> {
        self.reader.add(move |db| {
            let mut select = db
                .prepare("SELECT at_ms, by, action FROM admin_actions ORDER BY id DESC LIMIT ?1")
                .map_err(store_error)?;
            let read = |row: &Row<'_>| Ok(AdminAction { at_ms: row.get(0)?, by: row.get(1)?, action: row.get(2)? });
            let mut found: Vec<AdminAction> =
                select.query_map([limit], read).and_then(Iterator::collect).map_err(store_error)?;
            found.reverse();
            Ok(found)
        })
    }

    fn report(&self, report: Report) -> Pending<Option<i64>> {
        self.writer.add(move |db| {
            let Report { id: _, at_ms, table, by, about, name, words, lines, read_ms } = &report;
            let stored = db.execute(
                "INSERT INTO reports (at_ms, match_id, reporter, about, name, words, lines, read_ms)
                 SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE NOT EXISTS
                     (SELECT 1 FROM reports WHERE reporter = ?3 AND about = ?4 AND read_ms IS NULL)",
                params![at_ms, table, by.map(|by| by.0), about.0, name, words, lines, read_ms],
            );
            Ok((stored.map_err(store_error)? == 1).then(|| db.last_insert_rowid()))
        })
    }

    fn reports(&self, unread: bool, limit: u32) -> Pending<Vec<Report>> {
        self.reader.add(move |db| {
            let among = if unread { "WHERE read_ms IS NULL" } else { "" };
            let mut select = db.prepare(&format!("{REPORT} {among} ORDER BY id DESC LIMIT ?1")).map_err(store_error)?;
            select.query_map([limit], report).and_then(Iterator::collect).map_err(store_error)
        })
    }

    fn read_report(&self, id: i64, at_ms: i64) -> Pending<Option<Report>> {
        self.writer.add(move |db| {
            db.execute("UPDATE reports SET read_ms = ifnull(read_ms, ?2) WHERE id = ?1", [id, at_ms])
                .map_err(store_error)?;
            db.query_row(&format!("{REPORT} WHERE id = ?1"), [id], report).optional().map_err(store_error)
        })
    }

    fn prune_reports(&self, now_ms: i64) -> Pending<u64> {
        self.writer.add(move |db| {
            db.execute(
                "DELETE FROM reports WHERE read_ms < ?1 OR at_ms < ?2",
                [now_ms - READ_REPORT_MS, now_ms - REPORT_MS],
            )
            .map(|gone| gone as u64)
            .map_err(store_error)
        })
    }

    fn bytes(&self) -> Pending<u64> {
        self.reader.add(|db| {
            let of = |name| db.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(store_error);
            Ok((of("page_count")? * of("page_size")?).cast_unsigned())
        })
    }

    fn data_parts(&self) -> Pending<Vec<DataPart>> {
        let path = self.reader.add(|db| Ok(db.path().unwrap_or_default().to_owned()));
        Box::pin(async move {
            let path = path.await?;
            let (reply, answer) = oneshot::channel();
            // A thread of its own: what people ask for does not wait until everything is counted.
            let counted = std::thread::Builder::new()
                .spawn(move || reply.send(count_parts(&path)))
                .map_err(|error| StoreError::Broken(error.to_string()));
            counted?;
            answer.await.unwrap_or(Err(StoreError::Closed))
        })
    }
}

fn count_parts(path: &str) -> Result<Vec<DataPart>, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(path, flags).map_err(store_error)?;
    let mut sizes: BTreeMap<String, u64> = BTreeMap::new();
    // An index counts for its table.
    let mut select = db
        .prepare(
            "SELECT ifnull(tbl_name, dbstat.name), sum(pgsize) FROM dbstat LEFT JOIN sqlite_schema USING (name) GROUP BY 1",
        )
        .map_err(store_error)?;
    let mut rows = select.query([]).map_err(store_error)?;
    while let Some(row) = rows.next().map_err(store_error)? {
        let (name, bytes): (String, i64) = (row.get(0).map_err(store_error)?, row.get(1).map_err(store_error)?);
        sizes.insert(name, bytes.cast_unsigned());
    }
    let count = |name: &&str| {
        let rows: i64 =
            db.query_row(&format!("SELECT count(*) FROM {name}"), [], |row| row.get(0)).map_err(store_error)?;
        Ok(DataPart { name: (*name).to_owned(), rows: rows.cast_unsigned(), bytes: sizes.get(*name).copied() })
    };
    PARTS.iter().map(count).collect()
}

/// What the store in memory keeps for hosts.
#[derive(Default)]
pub(crate) struct HostMemory {
    bans: Vec<Ban>,
    admin_actions: Vec<AdminAction>,
    reports: Vec<Report>,
    last_report: i64,
}

impl HostMemory {
    pub(crate) fn forget(&mut self, session: SessionId) {
        self.bans.retain(|ban| ban.whom != format!("guest {}", session.0));
        self.reports.retain(|report| report.about != session);
        for report in &mut self.reports {
            report.by.take_if(|by| *by == session);
        }
    }
}

fn now<T: Send + 'static>(result: Result<T, StoreError>) -> Pending<T> {
    Box::pin(std::future::ready(result))
}

impl MemoryStore {
    fn guest_lines(&self) -> Vec<GuestLine> {
        let state = self.state();
        let line = |id: SessionId| {
            let known = state.session(id)?;
            let others = state.devices.values().filter(|(who, _)| *who == id).map(|(_, device)| device.seen_ms);
            let seen = known.first.as_ref().map_or(known.since_ms, |first| first.seen_ms);
            let plays = |stored: &&Stored| {
                stored.ending.is_none() && stored.setup.seats.iter().any(|seated| seated.session == Some(id))
            };
            let playing = state.matches.values().map(|(stored, _)| stored).filter(plays).count() as u32;
            let (name, since_ms) = (known.name.clone(), known.since_ms);
            Some(GuestLine { id, name, since_ms, seen_ms: others.fold(seen, i64::max), playing })
        };
        let mut lines: Vec<GuestLine> = state.session_ids().into_iter().filter_map(line).collect();
        lines.sort_by_key(|line| std::cmp::Reverse((line.seen_ms, line.id)));
        lines
    }
}

impl HostStore for MemoryStore {
    fn newest_tables(&self, wanted: TablesWanted, limit: u32) -> Pending<Vec<Stored>> {
        let mut found: Vec<Stored> = self.state().matches.values().map(|(stored, _)| stored.clone()).collect();
        found.retain(|stored| wanted == TablesWanted::All || stored.ending.is_none());
        found.sort_by_key(|stored| std::cmp::Reverse(stored.setup.created_ms));
        found.truncate(limit as usize);
        now(Ok(found))
    }

    fn close_table(&self, table: &str, ending: Ending) -> Pending<bool> {
        let mut state = self.state();
        let open = state.matches.get_mut(table).filter(|(stored, _)| stored.closed_ms.is_none());
        let Some((stored, _)) = open else { return now(Ok(false)) };
        stored.closed_ms = Some(ending.at_ms);
        stored.ending.get_or_insert(ending);
        now(Ok(true))
    }

    fn find_guests(&self, words: &str, limit: u32) -> Pending<Vec<GuestLine>> {
        let words = words.to_ascii_lowercase();
        let has = |name: &str| name.to_ascii_lowercase().contains(&words);
        let mut found = self.guest_lines();
        let state = self.state();
        found.retain(|line| {
            let seats = state.matches.values().flat_map(|(stored, _)| &stored.setup.seats);
            has(&line.name) || seats.into_iter().any(|seated| seated.session == Some(line.id) && has(&seated.name))
        });
        found.truncate(limit as usize);
        now(Ok(found))
    }

    fn guest(&self, id: SessionId) -> Pending<Option<GuestLine>> {
        now(Ok(self.guest_lines().into_iter().find(|line| line.id == id)))
    }

    fn remove_record(&self, id: &str) -> Pending<bool> {
        now(Ok(self.state().records.remove(id).is_some()))
    }

    fn ban(&self, ban: Ban) -> Pending<()> {
        let bans = &mut self.state().host.bans;
        bans.retain(|other| other.whom != ban.whom);
        bans.push(ban);
        bans.sort_by(|a, b| (a.at_ms, &a.whom).cmp(&(b.at_ms, &b.whom)));
        now(Ok(()))
    }

    fn lift_ban(&self, whom: &str) -> Pending<bool> {
        let bans = &mut self.state().host.bans;
        let before = bans.len();
        bans.retain(|ban| ban.whom != whom);
        now(Ok(bans.len() < before))
    }

    fn bans(&self) -> Pending<Vec<Ban>> {
        now(Ok(self.state().host.bans.clone()))
    }

    fn log_admin_action(&self, action: AdminAction) -> Pending<()> {
        self.state().host.admin_actions.push(action);
        now(Ok(()))
    }

    fn admin_actions(&self, limit: u32) -> Pending<Vec<AdminAction>> {
        let admin_actions = self.state().host.admin_actions.clone();
        let first = admin_actions.len().saturating_sub(limit as usize);
        now(Ok(admin_actions[first..].to_vec()))
    }

    fn report(&self, mut report: Report) -> Pending<Option<i64>> {
        let mut state = self.state();
        let known = [Some(report.about), report.by].into_iter().flatten().all(|who| state.session(who).is_some());
        if !known {
            return now(Err(StoreError::Conflict));
        }
        let same = |other: &&Report| {
            other.read_ms.is_none() && other.by.is_some() && (other.by, other.about) == (report.by, report.about)
        };
        if state.host.reports.iter().find(same).is_some() {
            return now(Ok(None));
        }
        state.host.last_report += 1;
        report.id = state.host.last_report;
        let id = report.id;
        state.host.reports.push(report);
        now(Ok(Some(id)))
    }

    fn reports(&self, unread: bool, limit: u32) -> Pending<Vec<Report>> {
        let state = self.state();
        let wanted = state.host.reports.iter().rev().filter(|report| !unread || report.read_ms.is_none());
        now(Ok(wanted.take(limit as usize).cloned().collect()))
    }

    fn read_report(&self, id: i64, at_ms: i64) -> Pending<Option<Report>> {
        let mut state = self.state();
        let found = state.host.reports.iter_mut().find(|report| report.id == id);
        now(Ok(found.map(|report| {
            report.read_ms.get_or_insert(at_ms);
            report.clone()
        })))
    }

    fn prune_reports(&self, now_ms: i64) -> Pending<u64> {
        let reports = &mut self.state().host.reports;
        let before = reports.len();
        reports.retain(|report| {
            report.at_ms >= now_ms - REPORT_MS && report.read_ms.is_none_or(|read| read >= now_ms - READ_REPORT_MS)
        });
        now(Ok((before - reports.len()) as u64))
    }

    fn bytes(&self) -> Pending<u64> {
        now(Ok(0))
    }

    fn data_parts(&self) -> Pending<Vec<DataPart>> {
        let state = self.state();
        let part = |name: &str, rows: usize| DataPart { name: name.to_owned(), rows: rows as u64, bytes: None };
        let events = state.matches.values().map(|(_, log)| log.len()).sum();
        let sessions = state.session_ids().into_iter().filter(|id| state.session(*id).is_some()).count();
        now(Ok(vec![
            part("matches", state.matches.len()),
            part("events", events),
            part("sessions", sessions),
            part("records", state.records.len()),
        ]))
    }
}

/// What every store must do; called by [`crate::conformance::keep`].
pub(crate) async fn keep(store: &dyn crate::EventStore) {
    closed_tables(store).await;
    guests(store).await;
    bans_and_the_log(store).await;
    reports(store).await;
}

async fn closed_tables(store: &dyn crate::EventStore) {
    use crate::conformance::setup;
    // Newer than what the other parts of the suite have made.
    let late = 1 << 50;
    for (id, at) in [("h1", late), ("h2", late + 1), ("h3", late + 2)] {
        store.create(setup(id, None, at)).await.expect("a match");
    }
    store.end("h3", Ending { at_ms: late + 3, totals: vec![5, -5] }).await.expect("an ending");
    let listed = async |wanted, limit| -> Vec<String> {
        let found = store.newest_tables(wanted, limit).await.expect("readable");
        found.into_iter().map(|stored| stored.setup.id).collect()
    };
    assert_eq!(listed(TablesWanted::All, 3).await, ["h3", "h2", "h1"], "newest first");
    assert_eq!(listed(TablesWanted::Unfinished, 2).await, ["h2", "h1"], "without those that are over");
    let ending = |at_ms| Ending { at_ms, totals: vec![1, -1] };
    assert_eq!(store.close_table("none", ending(9)).await, Ok(false), "an unknown table");
    assert_eq!(store.close_table("h1", ending(late + 4)).await, Ok(true));
    assert_eq!(store.close_table("h1", ending(late + 5)).await, Ok(false), "once");
    let of = async |id: &str| store.find(id).await.expect("readable").expect("there");
    assert_eq!((of("h1").await.closed_ms, of("h1").await.ending), (Some(late + 4), Some(ending(late + 4))));
    assert_eq!(of("h2").await.closed_ms, None);
    store.reopen("h1").await.expect("nothing to do");
    store.end("h1", ending(late + 6)).await.expect("nothing to do");
    assert_eq!(of("h1").await.ending, Some(ending(late + 4)), "what is closed does not go on");
    assert_eq!(store.close_table("h3", ending(late + 7)).await, Ok(true), "what was over can be closed too");
    assert_eq!(of("h3").await.ending, Some(Ending { at_ms: late + 3, totals: vec![5, -5] }), "and ended as it did");
    assert_eq!(listed(TablesWanted::Unfinished, 1).await, ["h2"]);
    store.close_table("h2", ending(late + 8)).await.expect("closed");
}

async fn guests(store: &dyn crate::EventStore) {
    use crate::conformance::setup;
    let ann = store.begin_session([190; 32], "Zoë 100%", 500).await.expect("a session").id;
    let bo = store.begin_session([191; 32], "Zog", 600).await.expect("a session").id;
    store.note_device([190; 32], 900, "Firefox").await.expect("seen");
    store.create(setup("h4", Some(ann), 10)).await.expect("a match, where she is called Ann");
    let found = async |words: &str| -> Vec<SessionId> {
        store.find_guests(words, 9).await.expect("readable").into_iter().map(|line| line.id).collect()
    };
    assert_eq!(found("zo").await, [ann, bo], "the latest seen first, large and small alike");
    assert_eq!(found("0%").await, [ann], "a sign is a sign");
    assert!(found("Z_g").await.is_empty());
    assert!(found("ann").await.contains(&ann), "by the name on a seat");
    assert_eq!(store.find_guests("zo", 1).await.expect("readable").len(), 1);
    let line = GuestLine { id: ann, name: "Zoë 100%".to_owned(), since_ms: 500, seen_ms: 900, playing: 1 };
    assert_eq!(store.guest(ann).await, Ok(Some(line)));
    assert_eq!(store.guest(SessionId(i64::MAX)).await, Ok(None));
    let kept = crate::Kept { id: "h-record".to_owned(), line: "line".to_owned(), at_ms: 7 };
    store.keep_records(bo, vec![kept], crate::Most { records: 9, bytes: 100 }).await.expect("a record");
    assert_eq!(store.remove_record("h-record").await, Ok(true));
    assert_eq!(store.remove_record("h-record").await, Ok(false), "it is gone");
    assert_eq!(store.kept_record("h-record").await, Ok(None));
    let parts = store.data_parts().await.expect("counted");
    let rows = |name: &str| parts.iter().find(|part| part.name == name).map(|part| part.rows);
    assert!(
        rows("matches").is_some_and(|rows| rows >= 4) && rows("sessions").is_some_and(|rows| rows >= 2),
        "{parts:?}"
    );
}

async fn bans_and_the_log(store: &dyn crate::EventStore) {
    let cy = store.begin_session([192; 32], "Cy", 5).await.expect("a session").id;
    let ban = |whom: &str, until_ms| Ban { whom: whom.to_owned(), at_ms: 5, until_ms, words: "why".to_owned() };
    let guest = format!("guest {}", cy.0);
    store.ban(ban("203.0.113.0/24", None)).await.expect("banned");
    store.ban(ban(&guest, None)).await.expect("banned");
    store.ban(ban(&guest, Some(77))).await.expect("until then");
    assert_eq!(store.bans().await, Ok(vec![ban("203.0.113.0/24", None), ban(&guest, Some(77))]), "each once");
    assert_eq!(store.lift_ban("203.0.113.0/24").await, Ok(true));
    assert_eq!(store.lift_ban("203.0.113.0/24").await, Ok(false), "it is lifted");
    store.forget(cy, "club").await.expect("forgotten");
    assert_eq!(store.bans().await, Ok(Vec::new()), "who is deleted is not banned any more");
    let action = |at_ms| AdminAction { at_ms, by: "ann".to_owned(), action: format!("action {at_ms}") };
    for at_ms in 1..=3 {
        store.log_admin_action(action(at_ms)).await.expect("noted");
    }
    assert_eq!(store.admin_actions(2).await, Ok(vec![action(2), action(3)]), "the last ones, oldest first");
}

async fn reports(store: &dyn crate::EventStore) {
    let by = store.begin_session([193; 32], "Di", 5).await.expect("a session").id;
    let about = store.begin_session([194; 32], "Ed", 5).await.expect("a session").id;
    let report = |about| Report {
        id: 0,
        at_ms: DAY_MS,
        table: "t".to_owned(),
        by: Some(by),
        about,
        name: "Ed".to_owned(),
        words: "rude".to_owned(),
        lines: "[]".to_owned(),
        read_ms: None,
    };
    assert_eq!(store.report(report(SessionId(i64::MAX))).await, Err(StoreError::Conflict), "about nobody");
    let first = store.report(report(about)).await.expect("stored").expect("the first");
    assert_eq!(store.report(report(about)).await, Ok(None), "nobody has read the first one yet");
    let other = store.begin_session([196; 32], "Guy", 5).await.expect("a session").id;
    let second = store.report(Report { by: Some(other), ..report(about) }).await.expect("stored").expect("another's");
    assert!(first > 0 && second > first);
    let ids = async |unread| -> Vec<i64> {
        store.reports(unread, 9).await.expect("readable").into_iter().map(|report| report.id).collect()
    };
    assert_eq!(ids(true).await, [second, first], "newest first");
    let read = Report { id: first, read_ms: Some(2 * DAY_MS), ..report(about) };
    assert_eq!(store.read_report(first, 2 * DAY_MS).await, Ok(Some(read.clone())));
    assert_eq!(store.read_report(first, 3 * DAY_MS).await, Ok(Some(read)), "it was read when it was first read");
    assert_eq!(store.read_report(-1, 9).await, Ok(None));
    assert_eq!((ids(true).await, ids(false).await), (vec![second], vec![second, first]));
    assert_eq!(store.prune_reports(32 * DAY_MS).await, Ok(0), "30 days have not passed");
    assert_eq!(store.prune_reports(32 * DAY_MS + 1).await, Ok(1), "what was read");
    assert_eq!(ids(false).await, [second]);
    store.forget(other, "club").await.expect("forgotten");
    assert_eq!(store.reports(false, 9).await.expect("readable")[0].by, None, "a report stays without its reporter");
    store.forget(about, "club").await.expect("forgotten");
    assert!(ids(false).await.is_empty(), "what is kept about a person goes with the person");
    let late = store.begin_session([195; 32], "Fay", 5).await.expect("a session").id;
    store.report(Report { by: None, ..report(late) }).await.expect("stored").expect("new");
    assert_eq!(store.prune_reports(181 * DAY_MS + 1).await, Ok(1), "what nobody reads");
}
