//! [`HostStore`] for PostgreSQL.

use tokio_postgres::Row;

use super::Postgres;
use super::job::Scope;
use super::link::Link;
use super::matches::{stored, with_seats};
use crate::event_store::{Ending, Stored};
use crate::host::{READ_REPORT_MS, REPORT_MS, anywhere};
use crate::{AdminAction, Ban, DataPart, GuestLine, HostStore, NodeLine, Pending, Report, SessionId, TablesWanted};

/// Guests, and which of them. Statements are prepared once, by their text: it is known when this is compiled.
macro_rules! guests {
    ($which:literal) => {
        concat!(
            "SELECT id, name, created_ms,
                 greatest(seen_ms, (SELECT max(devices.seen_ms) FROM devices WHERE session = sessions.id)) AS seen,
                 (SELECT count(*) FROM seats JOIN matches ON matches.id = match_id
                     WHERE seats.session = sessions.id AND ended_ms IS NULL)
             FROM sessions ",
            $which
        )
    };
}

fn guest(row: &Row) -> GuestLine {
    GuestLine {
        id: SessionId(row.get(0)),
        name: row.get(1),
        since_ms: row.get(2),
        seen_ms: row.get(3),
        playing: u32::try_from(row.get::<_, i64>(4)).unwrap_or(u32::MAX),
    }
}

/// Reports, and which of them.
macro_rules! reports {
    ($which:literal) => {
        concat!("SELECT id, at_ms, match_id, reporter, about, name, words, lines, read_ms FROM reports ", $which)
    };
}

fn report(row: &Row) -> Report {
    Report {
        id: row.get(0),
        at_ms: row.get(1),
        table: row.get(2),
        by: row.get::<_, Option<i64>>(3).map(SessionId),
        about: SessionId(row.get(4)),
        name: row.get(5),
        words: row.get(6),
        lines: row.get(7),
        read_ms: row.get(8),
    }
}

/// The newest tables among some.
macro_rules! tables {
    ($among:literal) => {
        concat!(
            "SELECT id, game, rules, options, settings, seed, number, created_ms, started_ms, ended_ms, totals,
                 host, state, closed_ms FROM matches ",
            $among,
            " ORDER BY created_ms DESC, made DESC LIMIT $1"
        )
    };
}

/// The tables that are counted, each with its statement.
macro_rules! counts {
    ($($name:literal),*) => {
        [$(($name, concat!("SELECT count(*), pg_total_relation_size('", $name, "'::regclass) FROM ", $name))),*]
    };
}

const COUNTS: [(&str, &str); 12] = counts![
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
    "admin_actions"
];

impl HostStore for Postgres {
    fn nodes(&self) -> Pending<Vec<NodeLine>> {
        self.read(async move |link: &Link| {
            let sql = "SELECT name, address, owned, lease_ms FROM (
                     SELECT id, name, address, (SELECT count(*) FROM owners WHERE node = nodes.id) AS owned,
                         (extract(epoch FROM lease_until - clock_timestamp()) * 1000)::bigint AS lease_ms
                     FROM nodes WHERE NOT ended) AS known
                 WHERE lease_ms > 0 OR owned > 0 ORDER BY name, id";
            let line = |row: &Row| NodeLine {
                name: row.get(0),
                address: row.get(1),
                tables: row.get::<_, i64>(2).cast_unsigned(),
                lease_ms: row.get(3),
            };
            Ok(link.query(sql, &[]).await?.iter().map(line).collect())
        })
    }

    fn newest_tables(&self, wanted: TablesWanted, limit: u32) -> Pending<Vec<Stored>> {
        self.read(async move |link: &Link| {
            let sql = match wanted {
                TablesWanted::All => tables!(""),
                TablesWanted::Unfinished => tables!("WHERE ended_ms IS NULL"),
            };
            let found = link.query(sql, &[&i64::from(limit)]).await?.iter().map(stored).collect();
            with_seats(link, found).await
        })
    }

    fn close_table(&self, table: &str, ending: Ending) -> Pending<bool> {
        let table = table.to_owned();
        let totals: Vec<String> = ending.totals.iter().map(i32::to_string).collect();
        let totals = totals.join(" ");
        self.write(async move |scope: &Scope<'_>| {
            let open = "SELECT 1 FROM matches WHERE id = $1 AND closed_ms IS NULL";
            if scope.link.row(open, &[&table]).await?.is_none() {
                return Ok(false);
            }
            scope.fence(&table).await?;
            let sql = "UPDATE matches SET closed_ms = $2, totals = CASE WHEN ended_ms IS NULL THEN $3 ELSE totals END,
                 ended_ms = coalesce(ended_ms, $2) WHERE id = $1 AND closed_ms IS NULL";
            Ok(scope.link.execute(sql, &[&table, &ending.at_ms, &totals]).await? == 1)
        })
    }

    fn find_guests(&self, words: &str, limit: u32) -> Pending<Vec<GuestLine>> {
        let pattern = anywhere(words);
        self.read(async move |link: &Link| {
            let sql = guests!(
                r"WHERE name ILIKE $1 ESCAPE '\' OR id IN
                     (SELECT session FROM seats WHERE session IS NOT NULL AND name ILIKE $1 ESCAPE '\')
                 ORDER BY seen DESC, id DESC LIMIT $2"
            );
            Ok(link.query(sql, &[&pattern, &i64::from(limit)]).await?.iter().map(guest).collect())
        })
    }

    fn guest(&self, id: SessionId) -> Pending<Option<GuestLine>> {
        self.read(async move |link: &Link| Ok(link.row(guests!("WHERE id = $1"), &[&id.0]).await?.as_ref().map(guest)))
    }

    fn remove_record(&self, id: &str) -> Pending<bool> {
        let id = id.to_owned();
        self.write(async move |scope: &Scope<'_>| {
            Ok(scope.link.execute("DELETE FROM records WHERE id = $1", &[&id]).await? == 1)
        })
    }

    fn ban(&self, ban: Ban) -> Pending<()> {
        self.write(async move |scope: &Scope<'_>| {
            let Ban { whom, at_ms, until_ms, words } = &ban;
            let sql = "INSERT INTO bans (whom, at_ms, until_ms, words) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (whom) DO UPDATE SET at_ms = $2, until_ms = $3, words = $4";
            scope.link.execute(sql, &[whom, at_ms, until_ms, words]).await?;
            scope.hint().await
        })
    }

    fn lift_ban(&self, whom: &str) -> Pending<bool> {
        let whom = whom.to_owned();
        self.write(async move |scope: &Scope<'_>| {
            let lifted = scope.link.execute("DELETE FROM bans WHERE whom = $1", &[&whom]).await? == 1;
            scope.hint().await?;
            Ok(lifted)
        })
    }

    fn bans(&self) -> Pending<Vec<Ban>> {
        self.read(async move |link: &Link| {
            let sql = "SELECT whom, at_ms, until_ms, words FROM bans ORDER BY at_ms, whom";
            let ban = |row: &Row| Ban { whom: row.get(0), at_ms: row.get(1), until_ms: row.get(2), words: row.get(3) };
            Ok(link.query(sql, &[]).await?.iter().map(ban).collect())
        })
    }

    fn log_admin_action(&self, action: AdminAction) -> Pending<()> {
        self.write(async move |scope: &Scope<'_>| {
            let AdminAction { at_ms, by, action } = &action;
            let sql = "INSERT INTO admin_actions (at_ms, by, action) VALUES ($1, $2, $3)";
            scope.link.execute(sql, &[at_ms, by, action]).await.map(drop)
        })
    }

    fn admin_actions(&self, limit: u32) -> Pending<Vec<AdminAction>> {
        self.read(async move |link: &Link| {
            let sql = "SELECT at_ms, by, action FROM admin_actions ORDER BY id DESC LIMIT $1";
            let action = |row: &Row| AdminAction { at_ms: row.get(0), by: row.get(1), action: row.get(2) };
            Ok(link.query(sql, &[&i64::from(limit)]).await?.iter().rev().map(action).collect())
        })
    }

    fn report(&self, report: Report) -> Pending<Option<i64>> {
        self.write(async move |scope: &Scope<'_>| {
            let Report { id: _, at_ms, table, by, about, name, words, lines, read_ms } = &report;
            let by = by.map(|by| by.0);
            let sql = "INSERT INTO reports (at_ms, match_id, reporter, about, name, words, lines, read_ms)
                 SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE NOT EXISTS
                     (SELECT 1 FROM reports WHERE reporter = $3 AND about = $4 AND read_ms IS NULL) RETURNING id";
            let row = scope.link.row(sql, &[at_ms, table, &by, &about.0, name, words, lines, read_ms]).await?;
            Ok(row.map(|row| row.get(0)))
        })
    }

    fn reports(&self, unread: bool, limit: u32) -> Pending<Vec<Report>> {
        self.read(async move |link: &Link| {
            let sql = match unread {
                true => reports!("WHERE read_ms IS NULL ORDER BY id DESC LIMIT $1"),
                false => reports!("ORDER BY id DESC LIMIT $1"),
            };
            Ok(link.query(sql, &[&i64::from(limit)]).await?.iter().map(report).collect())
        })
    }

    fn read_report(&self, id: i64, at_ms: i64) -> Pending<Option<Report>> {
        self.write(async move |scope: &Scope<'_>| {
            let sql = "UPDATE reports SET read_ms = coalesce(read_ms, $2) WHERE id = $1";
            scope.link.execute(sql, &[&id, &at_ms]).await?;
            let row = scope.link.row(reports!("WHERE id = $1"), &[&id]).await?;
            Ok(row.as_ref().map(report))
        })
    }

    fn prune_reports(&self, now_ms: i64) -> Pending<u64> {
        self.write(async move |scope: &Scope<'_>| {
            let sql = "DELETE FROM reports WHERE read_ms < $1 OR at_ms < $2";
            scope.link.execute(sql, &[&(now_ms - READ_REPORT_MS), &(now_ms - REPORT_MS)]).await
        })
    }

    fn waiting(&self) -> usize {
        self.waiting.count()
    }

    fn bytes(&self) -> Pending<u64> {
        self.read(async move |link: &Link| {
            let row = link.row("SELECT pg_database_size(current_database())", &[]).await?;
            Ok(row.map_or(0, |row| row.get::<_, i64>(0).cast_unsigned()))
        })
    }

    fn data_parts(&self) -> Pending<Vec<DataPart>> {
        self.read(async move |link: &Link| {
            let mut parts = Vec::new();
            for (name, sql) in COUNTS {
                if let Some(row) = link.row(sql, &[]).await? {
                    let (rows, bytes): (i64, i64) = (row.get(0), row.get(1));
                    let (rows, bytes) = (rows.cast_unsigned(), Some(bytes.cast_unsigned()));
                    parts.push(DataPart { name: name.to_owned(), rows, bytes });
                }
            }
            Ok(parts)
        })
    }
}
