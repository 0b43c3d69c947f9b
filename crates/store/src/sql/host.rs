//! The host's lists and decisions.

use rusqlite::params;

use super::matches::{MATCHES, stored, with_seats, words_of_totals};
use super::{Sql, SqlRow, SqlStore};
use crate::contract::{READ_REPORT_MS, REPORT_MS};
use crate::{
    AdminAction, Ban, Ending, GuestLine, HostStore, Pending, Report, SessionId, StoreError, Stored, TablesWanted,
};

/// The database tables that [`crate::StoreState::data_parts`] counts.
pub(crate) const PARTS: [&str; 15] = [
    "matches",
    "seats",
    "events",
    "played",
    "results",
    "mistakes",
    "days",
    "tries",
    "sessions",
    "devices",
    "records",
    "invites",
    "reports",
    "bans",
    "admin_actions",
];

const GUESTS: &str = "
    SELECT id, name, created_ms,
        (SELECT max(seen) FROM (SELECT sessions.seen_ms AS seen
            UNION ALL SELECT devices.seen_ms FROM devices WHERE session = sessions.id) AS of_each) AS seen,
        (SELECT count(*) FROM seats JOIN matches ON matches.id = match_id
            WHERE seats.session = sessions.id AND ended_ms IS NULL)
    FROM sessions";

fn guest(row: &SqlRow) -> Result<GuestLine, StoreError> {
    let (id, name, since_ms) = (row.get(0)?, row.get(1)?, row.get(2)?);
    Ok(GuestLine { id, name, since_ms, seen_ms: row.get(3)?, playing: row.get(4)? })
}

const REPORTS: &str = "SELECT id, at_ms, match_id, reporter, about, name, words, lines, read_ms FROM reports";

fn report(row: &SqlRow) -> Result<Report, StoreError> {
    Ok(Report {
        id: row.get(0)?,
        at_ms: row.get(1)?,
        table: row.get(2)?,
        by: row.get(3)?,
        about: row.get(4)?,
        name: row.get(5)?,
        words: row.get(6)?,
        lines: row.get(7)?,
        read_ms: row.get(8)?,
    })
}

fn ban(row: &SqlRow) -> Result<Ban, StoreError> {
    Ok(Ban { whom: row.get(0)?, at_ms: row.get(1)?, until_ms: row.get(2)?, words: row.get(3)? })
}

fn action(row: &SqlRow) -> Result<AdminAction, StoreError> {
    Ok(AdminAction { at_ms: row.get(0)?, by: row.get(1)?, action: row.get(2)? })
}

/// Returns a pattern of `LIKE … ESCAPE '\'` that finds `words` anywhere in a text.
fn anywhere(words: &str) -> String {
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

impl<S: SqlStore> HostStore for S {
    fn newest_tables(&self, wanted: TablesWanted, limit: u32) -> Pending<Vec<Stored>> {
        self.query(async move |db: &dyn Sql| {
            let among = match wanted {
                TablesWanted::All => "",
                TablesWanted::Unfinished => "WHERE ended_ms IS NULL",
            };
            let sql = format!("{MATCHES} {among} ORDER BY created_ms DESC, made DESC LIMIT ?1");
            with_seats(db, db.all(&sql, params![limit], stored).await?).await
        })
    }

    fn close_table(&self, table: &str, ending: Ending) -> Pending<bool> {
        let table = table.to_owned();
        self.change(async move |db: &dyn Sql| {
            let open = "SELECT 1 FROM matches WHERE id = ?1 AND closed_ms IS NULL";
            if db.rows(open, params![table]).await?.is_empty() {
                return Ok(false);
            }
            db.fence(&table).await?;
            let sql = "UPDATE matches SET closed_ms = ?2, totals = CASE WHEN ended_ms IS NULL THEN ?3 ELSE totals END,
                 ended_ms = coalesce(ended_ms, ?2) WHERE id = ?1 AND closed_ms IS NULL";
            Ok(db.execute(sql, params![table, ending.at_ms, words_of_totals(&ending)]).await? == 1)
        })
    }

    fn find_guests(&self, words: &str, limit: u32) -> Pending<Vec<GuestLine>> {
        let pattern = anywhere(words);
        self.query(async move |db: &dyn Sql| {
            let sql = format!(
                r"{GUESTS} WHERE lower(name) LIKE lower(CAST(?1 AS TEXT)) ESCAPE '\' OR id IN (SELECT session FROM seats
                     WHERE session IS NOT NULL AND lower(name) LIKE lower(CAST(?1 AS TEXT)) ESCAPE '\')
                 ORDER BY seen DESC, id DESC LIMIT ?2"
            );
            db.all(&sql, params![pattern, limit], guest).await
        })
    }

    fn guest(&self, id: SessionId) -> Pending<Option<GuestLine>> {
        self.query(async move |db: &dyn Sql| db.first(&format!("{GUESTS} WHERE id = ?1"), params![id], guest).await)
    }

    fn remove_record(&self, id: &str) -> Pending<bool> {
        let id = id.to_owned();
        self.change(async move |db: &dyn Sql| {
            Ok(db.execute("DELETE FROM records WHERE id = ?1", params![id]).await? == 1)
        })
    }

    fn ban(&self, ban: Ban) -> Pending<()> {
        self.change(async move |db: &dyn Sql| {
            let Ban { whom, at_ms, until_ms, words } = &ban;
            let sql = "INSERT INTO bans (whom, at_ms, until_ms, words) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (whom) DO UPDATE SET at_ms = ?2, until_ms = ?3, words = ?4";
            db.execute(sql, params![whom, at_ms, until_ms, words]).await?;
            db.hint().await
        })
    }

    fn lift_ban(&self, whom: &str) -> Pending<bool> {
        let whom = whom.to_owned();
        self.change(async move |db: &dyn Sql| {
            let lifted = db.execute("DELETE FROM bans WHERE whom = ?1", params![whom]).await? == 1;
            db.hint().await?;
            Ok(lifted)
        })
    }

    fn bans(&self) -> Pending<Vec<Ban>> {
        let sql = "SELECT whom, at_ms, until_ms, words FROM bans ORDER BY at_ms, whom";
        self.query(async move |db: &dyn Sql| db.all(sql, &[], ban).await)
    }

    fn log_admin_action(&self, action: AdminAction) -> Pending<()> {
        self.change(async move |db: &dyn Sql| {
            let AdminAction { at_ms, by, action } = &action;
            let sql = "INSERT INTO admin_actions (at_ms, by, action) VALUES (?1, ?2, ?3)";
            db.execute(sql, params![at_ms, by, action]).await.map(drop)
        })
    }

    fn admin_actions(&self, limit: u32) -> Pending<Vec<AdminAction>> {
        self.query(async move |db: &dyn Sql| {
            let sql = "SELECT at_ms, by, action FROM admin_actions ORDER BY id DESC LIMIT ?1";
            let mut found = db.all(sql, params![limit], action).await?;
            found.reverse();
            Ok(found)
        })
    }

    fn report(&self, report: Report) -> Pending<Option<i64>> {
        self.change(async move |db: &dyn Sql| {
            let Report { id: _, at_ms, table, by, about, name, words, lines, read_ms } = &report;
            let sql = "INSERT INTO reports (at_ms, match_id, reporter, about, name, words, lines, read_ms)
                 SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE NOT EXISTS
                     (SELECT 1 FROM reports WHERE reporter = ?3 AND about = ?4 AND read_ms IS NULL) RETURNING id";
            db.first(sql, params![at_ms, table, by, about, name, words, lines, read_ms], |row| row.get(0)).await
        })
    }

    fn reports(&self, unread: bool, limit: u32) -> Pending<Vec<Report>> {
        let among = if unread { "WHERE read_ms IS NULL" } else { "" };
        self.query(async move |db: &dyn Sql| {
            db.all(&format!("{REPORTS} {among} ORDER BY id DESC LIMIT ?1"), params![limit], report).await
        })
    }

    fn read_report(&self, id: i64, at_ms: i64) -> Pending<Option<Report>> {
        self.change(async move |db: &dyn Sql| {
            let sql = "UPDATE reports SET read_ms = coalesce(read_ms, ?2) WHERE id = ?1";
            db.execute(sql, params![id, at_ms]).await?;
            db.first(&format!("{REPORTS} WHERE id = ?1"), params![id], report).await
        })
    }

    fn prune_reports(&self, now_ms: i64) -> Pending<u64> {
        self.change(async move |db: &dyn Sql| {
            let sql = "DELETE FROM reports WHERE read_ms < ?1 OR at_ms < ?2";
            db.execute(sql, params![now_ms - READ_REPORT_MS, now_ms - REPORT_MS]).await
        })
    }
}
