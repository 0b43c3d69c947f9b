//! [`HostStore`] for SQLite.

use std::collections::BTreeMap;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};
use tokio::sync::oneshot;

use super::{
    AdminAction, Ban, DataPart, GuestLine, HostStore, READ_REPORT_MS, REPORT_MS, Report, TablesWanted, anywhere,
};
use crate::event_store::{Ending, Stored};
use crate::sqlite::{Sqlite, stored, with_seats};
use crate::writer::store_error;
use crate::{Pending, SessionId, StoreError};

/// The tables of [`HostStore::data_parts`].
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

    fn waiting(&self) -> usize {
        self.writer.waiting() + self.reader.waiting()
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
