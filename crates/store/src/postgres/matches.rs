//! Matches and their events, sessions, invitations and imported records.

use std::sync::atomic::Ordering;

use cards::Seed;
use tokio_postgres::Row;

use super::Postgres;
use super::append::{self, Append};
use super::job::Scope;
use super::link::Link;
use super::ownership::acquire;
use crate::event_store::EventStore;
use crate::{
    Arrangement, DeviceStore, Ending, Import, Invited, Later, LogEntry, Most, Pending, ResultStore, Seated, Session,
    SessionId, StoreError, Stored, StoredRecord, StoredSetup, Terms, TokenHash, Write,
};

impl EventStore for Postgres {
    fn own(&self, table: &str) -> Pending<bool> {
        let table = table.to_owned();
        Postgres::write(self, async move |scope: &Scope<'_>| acquire(scope.link, scope.owned, scope.node, &table).await)
    }

    fn lease(&self) -> Option<u64> {
        self.lease.current()
    }

    fn losses(&self) -> Option<tokio::sync::watch::Receiver<u64>> {
        Some(self.losses.clone())
    }

    fn waits_for_standby(&self) -> bool {
        self.standby.load(Ordering::Relaxed)
    }

    fn owner(&self, table: &str) -> Pending<Option<String>> {
        let table = table.to_owned();
        self.read(async move |link: &Link| {
            let sql = "SELECT address FROM owners JOIN nodes ON nodes.id = owners.node
                 WHERE table_id = $1 AND NOT ended AND lease_until > clock_timestamp() AND address IS NOT NULL";
            Ok(link.row(sql, &[&table]).await?.map(|row| row.get(0)))
        })
    }

    fn create(&self, setup: StoredSetup) -> Pending<()> {
        Postgres::write(self, async move |scope: &Scope<'_>| create(scope, &setup).await)
    }

    fn write(&self, table: &str, write: Write) -> Pending<()> {
        let table = table.to_owned();
        let Write { arrangement, terms, first, events, clocks } = write;
        let append = Append { table, first, events, clocks };
        if arrangement.is_none() && terms.is_none() {
            return self.append_events(append);
        }
        Postgres::write(self, async move |scope: &Scope<'_>| {
            scope.fence(&append.table).await?;
            if let Some(terms) = &terms {
                agree(scope, &append.table, terms).await?;
            }
            if let Some(arrangement) = &arrangement {
                arrange(scope, &append.table, arrangement).await?;
            }
            let any = !append.events.is_empty() || append.clocks.is_some();
            if any { append::one(scope, &append).await } else { Ok(()) }
        })
    }

    fn enqueue(&self, later: Later) {
        // A job that was added is done, also where nobody waits for its answer.
        drop(match later {
            Later::Ended { table, ending } => self.end(&table, ending),
            Later::Reopened { table } => self.reopen(&table),
            Later::Results(results) => self.note_results(results),
            Later::DeviceSeen { device, seen_ms, browser } => self.note_device(device, seen_ms, &browser),
        });
    }

    fn end(&self, table: &str, ending: Ending) -> Pending<()> {
        let table = table.to_owned();
        let totals: Vec<String> = ending.totals.iter().map(i32::to_string).collect();
        let totals = totals.join(" ");
        Postgres::write(self, async move |scope: &Scope<'_>| {
            scope.fence(&table).await?;
            let sql = "UPDATE matches SET ended_ms = $2, totals = $3 WHERE id = $1 AND closed_ms IS NULL";
            scope.link.execute(sql, &[&table, &ending.at_ms, &totals]).await.map(drop)
        })
    }

    fn invite(&self, table: &str, token: TokenHash, expires_ms: i64, now_ms: i64, most: u32) -> Pending<bool> {
        let table = table.to_owned();
        Postgres::write(self, async move |scope: &Scope<'_>| {
            let (link, token) = (scope.link, token.as_slice());
            // Several servers may be asked at once: one counts after the other.
            let there = link.row("SELECT id FROM matches WHERE id = $1 FOR NO KEY UPDATE", &[&table]).await?;
            if there.is_none() {
                return Err(StoreError::Conflict);
            }
            let sql = "SELECT count(*) FROM invites WHERE match_id = $1 AND expires_ms > $2";
            let live = link.row(sql, &[&table, &now_ms]).await?.map_or(0, |row| row.get::<_, i64>(0));
            if live >= i64::from(most) {
                return Ok(false);
            }
            let sql = "INSERT INTO invites (hash, match_id, expires_ms) VALUES ($1, $2, $3)";
            link.execute(sql, &[&token, &table, &expires_ms]).await.map(|_| true)
        })
    }

    fn invited(&self, token: TokenHash) -> Pending<Option<Invited>> {
        self.read(async move |link: &Link| {
            let sql = "SELECT match_id, expires_ms FROM invites WHERE hash = $1";
            let row = link.row(sql, &[&token.as_slice()]).await?;
            Ok(row.map(|row| Invited { table: row.get(0), expires_ms: row.get(1) }))
        })
    }

    fn revoke_invites(&self, table: &str) -> Pending<()> {
        let table = table.to_owned();
        Postgres::write(self, async move |scope: &Scope<'_>| {
            scope.link.execute("DELETE FROM invites WHERE match_id = $1", &[&table]).await.map(drop)
        })
    }

    fn find(&self, table: &str) -> Pending<Option<Stored>> {
        let table = table.to_owned();
        self.read(async move |link: &Link| {
            let sql =
                "SELECT id, game, rules, options, settings, seed, number, created_ms, started_ms, ended_ms, totals,
                 host, state, closed_ms FROM matches WHERE id = $1";
            let found: Vec<Stored> = link.query(sql, &[&table]).await?.iter().map(stored).collect();
            Ok(with_seats(link, found).await?.pop())
        })
    }

    fn events(&self, table: &str) -> Pending<Vec<LogEntry>> {
        let table = table.to_owned();
        self.read(async move |link: &Link| {
            let sql = "SELECT at_ms, seat, cmd, entry, seq FROM events WHERE table_id = $1 ORDER BY seq";
            let rows = link.query(sql, &[&table]).await?;
            // Events after a gap cannot be played from the position before it.
            if (0..).zip(&rows).any(|(number, row)| row.get::<_, i64>(4) != number) {
                return Err(StoreError::Broken(format!("events of table {table} are missing. Put a backup back")));
            }
            Ok(rows
                .iter()
                .map(|row| LogEntry {
                    at_ms: row.get(0),
                    seat: row.get::<_, Option<i16>>(1).map(seat),
                    cmd: row.get(2),
                    entry: row.get(3),
                })
                .collect())
        })
    }

    fn tables_of(&self, session: SessionId, limit: u32) -> Pending<Vec<Stored>> {
        self.read(async move |link: &Link| {
            let sql =
                "SELECT id, game, rules, options, settings, seed, number, created_ms, started_ms, ended_ms, totals,
                 host, state, closed_ms FROM matches WHERE id IN (SELECT match_id FROM seats WHERE session = $1)
                 ORDER BY created_ms DESC, made DESC LIMIT $2";
            let found = link.query(sql, &[&session.0, &i64::from(limit)]).await?.iter().map(stored).collect();
            with_seats(link, found).await
        })
    }

    fn length(&self, table: &str) -> Pending<u64> {
        let table = table.to_owned();
        self.read(async move |link: &Link| {
            let row = link.row("SELECT max(seq) + 1 FROM events WHERE table_id = $1", &[&table]).await?;
            Ok(row.and_then(|row| row.get::<_, Option<i64>>(0)).unwrap_or_default().cast_unsigned())
        })
    }

    fn carried_out(&self, table: &str, seat: u8, cmd: &str) -> Pending<bool> {
        let (table, cmd) = (table.to_owned(), cmd.to_owned());
        self.read(async move |link: &Link| {
            let sql = "SELECT 1 FROM events WHERE table_id = $1 AND seat = $2 AND cmd = $3";
            Ok(link.row(sql, &[&table, &i16::from(seat), &cmd]).await?.is_some())
        })
    }

    fn runs(&self, session: SessionId, left_since_ms: i64) -> Pending<u32> {
        self.read(async move |link: &Link| {
            let sql = "SELECT count(*) FROM (
                     SELECT matches.id FROM seats JOIN matches ON matches.id = seats.match_id
                     WHERE seats.session = $1 AND matches.host = $1 AND matches.ended_ms IS NULL
                     UNION SELECT matches.id FROM played JOIN matches ON matches.id = played.match_id
                     WHERE played.session = $1 AND matches.ended_ms IS NULL AND matches.created_ms > $2
                         AND NOT EXISTS (SELECT 1 FROM seats
                             WHERE seats.match_id = matches.id AND seats.session IS NOT NULL)) AS run";
            let row = link.row(sql, &[&session.0, &left_since_ms]).await?;
            Ok(row.map_or(0, |row| row.get::<_, i64>(0) as u32))
        })
    }

    fn writable(&self) -> Pending<()> {
        // Its transaction writes its number.
        Postgres::write(self, async |_: &Scope<'_>| Ok(()))
    }

    fn begin_session(&self, token: TokenHash, name: &str, at_ms: i64) -> Pending<Session> {
        let name = name.to_owned();
        Postgres::write(self, async move |scope: &Scope<'_>| {
            // A number of a sequence is given out once, also when its person is deleted.
            let sql = "INSERT INTO sessions (hash, name, created_ms, seen_ms) VALUES ($1, $2, $3, $3) RETURNING id";
            let row = scope.link.row(sql, &[&token.as_slice(), &name, &at_ms]).await?;
            let id = row.map(|row| row.get(0)).ok_or(StoreError::Conflict)?;
            Ok(Session { id: SessionId(id), name: name.clone() })
        })
    }

    fn session(&self, token: TokenHash) -> Pending<Option<Session>> {
        self.read(async move |link: &Link| {
            let sql = "SELECT id, name FROM sessions WHERE hash = $1
                 UNION ALL SELECT id, name FROM devices JOIN sessions ON id = session WHERE devices.hash = $1";
            let row = link.row(sql, &[&token.as_slice()]).await?;
            Ok(row.map(|row| Session { id: SessionId(row.get(0)), name: row.get(1) }))
        })
    }

    fn rename(&self, session: SessionId, name: &str) -> Pending<()> {
        let name = name.to_owned();
        Postgres::write(self, async move |scope: &Scope<'_>| {
            scope.link.execute("UPDATE sessions SET name = $2 WHERE id = $1", &[&session.0, &name]).await.map(drop)
        })
    }

    fn import_records(&self, session: SessionId, records: Vec<StoredRecord>, most: Most) -> Pending<Import> {
        Postgres::write(self, async move |scope: &Scope<'_>| import_records(scope, session, &records, most).await)
    }

    fn imported_record(&self, id: &str) -> Pending<Option<String>> {
        let id = id.to_owned();
        self.read(async move |link: &Link| {
            Ok(link.row("SELECT line FROM records WHERE id = $1", &[&id]).await?.map(|row| row.get(0)))
        })
    }
}

fn seat(seat: i16) -> u8 {
    u8::try_from(seat).unwrap_or(u8::MAX)
}

async fn create(scope: &Scope<'_>, setup: &StoredSetup) -> Result<(), StoreError> {
    let link = scope.link;
    let sql = "INSERT INTO matches (id, game, rules, options, settings, seed, number, created_ms, started_ms, host)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let seed = setup.seed.bytes().to_vec();
    let number = setup.number.map(u64::cast_signed);
    link.execute(
        sql,
        &[
            &setup.id,
            &setup.game,
            &i64::from(setup.rules),
            &setup.options,
            &setup.settings,
            &seed,
            &number,
            &setup.created_ms,
            &setup.started_ms,
            &setup.host.map(|host| host.0),
        ],
    )
    .await?;
    let (names, sessions, bots) = columns(&setup.seats);
    let sql = "INSERT INTO seats (match_id, seat, name, session, bot)
         SELECT $1, seat - 1, name, session, bot FROM unnest($2::text[], $3::bigint[], $4::text[])
             WITH ORDINALITY AS s (name, session, bot, seat)";
    link.execute(sql, &[&setup.id, &names, &sessions, &bots]).await?;
    // One of several nodes leaves it to the node to which its people come.
    let sql = "INSERT INTO owners (table_id, node, epoch)
         SELECT $1, CASE WHEN address IS NULL THEN id END, CASE WHEN address IS NULL THEN 1 ELSE 0 END
         FROM nodes WHERE id = $2 RETURNING node";
    let row = link.row(sql, &[&setup.id, &scope.node.0]).await?;
    if row.is_some_and(|row| row.get::<_, Option<i64>>(0).is_some()) {
        scope.owned.own(&setup.id, 1);
    }
    if setup.started_ms.is_some() { note_who_plays(scope, &setup.id).await } else { Ok(()) }
}

type SeatColumns<'a> = (Vec<&'a str>, Vec<Option<i64>>, Vec<Option<&'a str>>);

fn columns(seats: &[Seated]) -> SeatColumns<'_> {
    let names = seats.iter().map(|seated| seated.name.as_str()).collect();
    let sessions = seats.iter().map(|seated| seated.session.map(|session| session.0)).collect();
    (names, sessions, seats.iter().map(|seated| seated.bot.as_deref()).collect())
}

async fn arrange(scope: &Scope<'_>, table: &str, arrangement: &Arrangement) -> Result<(), StoreError> {
    let Arrangement { seats, host, started_ms, state } = arrangement;
    let link = scope.link;
    let sql = "UPDATE matches SET host = $2, started_ms = $3, state = $4 WHERE id = $1";
    let found = link.execute(sql, &[&table, &host.map(|host| host.0), started_ms, state]).await;
    let found = found.map_err(StoreError::of_a_person)?;
    let (names, sessions, bots) = columns(seats);
    let sql = "UPDATE seats SET name = s.name, session = s.session, bot = s.bot
         FROM unnest($2::text[], $3::bigint[], $4::text[]) WITH ORDINALITY AS s (name, session, bot, place)
         WHERE match_id = $1 AND seat = s.place - 1";
    let changed = link.execute(sql, &[&table, &names, &sessions, &bots]).await.map_err(StoreError::of_a_person)?;
    let all = link.row("SELECT count(*) FROM seats WHERE match_id = $1", &[&table]).await?;
    let all = all.map_or(0, |row| row.get::<_, i64>(0).cast_unsigned());
    if found != 1 || changed != seats.len() as u64 || all != changed {
        return Err(StoreError::Conflict);
    }
    if started_ms.is_some() { note_who_plays(scope, table).await } else { Ok(()) }
}

/// Sets the terms of a match, which are fixed once it begins.
async fn agree(scope: &Scope<'_>, table: &str, terms: &Terms) -> Result<(), StoreError> {
    let Terms { rules, options, settings } = terms;
    let sql = "UPDATE matches SET rules = $2, options = $3, settings = $4 WHERE id = $1 AND started_ms IS NULL";
    let changed = scope.link.execute(sql, &[&table, &i64::from(*rules), options, settings]).await?;
    if changed == 1 { Ok(()) } else { Err(StoreError::Conflict) }
}

/// Keeps who has a seat of a match that has begun, also when it leaves.
async fn note_who_plays(scope: &Scope<'_>, table: &str) -> Result<(), StoreError> {
    let sql = "INSERT INTO played (match_id, seat, session)
         SELECT match_id, seat, session FROM seats WHERE match_id = $1 AND session IS NOT NULL ON CONFLICT DO NOTHING";
    scope.link.execute(sql, &[&table]).await.map(drop)
}

async fn import_records(
    scope: &Scope<'_>,
    session: SessionId,
    records: &[StoredRecord],
    most: Most,
) -> Result<Import, StoreError> {
    let link = scope.link;
    // Several servers may be asked at once: one counts after the other.
    link.row("SELECT id FROM sessions WHERE id = $1 FOR NO KEY UPDATE", &[&session.0]).await?;
    let ids: Vec<&str> = records.iter().map(|record| record.id.as_str()).collect();
    let known = link.query("SELECT id FROM records WHERE id = ANY($1)", &[&ids]).await?;
    let known: Vec<&str> = known.iter().map(|row| row.get(0)).collect();
    let mut new: Vec<&StoredRecord> = Vec::new();
    for record in records {
        if !known.contains(&record.id.as_str()) && new.iter().all(|other| other.id != record.id) {
            new.push(record);
        }
    }
    if new.is_empty() {
        return Ok(Import::Stored);
    }
    let sql = "SELECT count(*), coalesce(sum(octet_length(line)), 0)::bigint FROM records WHERE session = $1";
    let row = link.row(sql, &[&session.0]).await?;
    let (brought, bytes) = row.map_or((0, 0), |row| (row.get::<_, i64>(0), row.get::<_, i64>(1)));
    let more: u64 = new.iter().map(|record| record.line.len() as u64).sum();
    let outcome = most.allows(brought.cast_unsigned() + new.len() as u64, bytes.cast_unsigned() + more);
    if outcome != Import::Stored {
        return Ok(outcome);
    }
    // Somebody else may have brought one of them since: it stays as it is.
    let sql = "INSERT INTO records (id, line, session, at_ms)
         SELECT id, line, $3, at_ms FROM unnest($1::text[], $2::text[], $4::bigint[]) AS r (id, line, at_ms)
         ON CONFLICT DO NOTHING";
    let ids: Vec<&str> = new.iter().map(|record| record.id.as_str()).collect();
    let lines: Vec<&str> = new.iter().map(|record| record.line.as_str()).collect();
    let times: Vec<i64> = new.iter().map(|record| record.at_ms).collect();
    link.execute(sql, &[&ids, &lines, &session.0, &times]).await?;
    Ok(Import::Stored)
}

/// A match without its seats.
pub(super) fn stored(row: &Row) -> Stored {
    let totals: Option<&str> = row.get(10);
    let totals = totals.map(|all| all.split_whitespace().filter_map(|total| total.parse().ok()).collect());
    let at_ms: Option<i64> = row.get(9);
    let seed: &[u8] = row.get(5);
    let mut bytes = [0; 32];
    // A seed of another length is nobody's: the table is then refused by its commitment.
    if seed.len() == bytes.len() {
        bytes.copy_from_slice(seed);
    }
    Stored {
        setup: StoredSetup {
            id: row.get(0),
            game: row.get(1),
            rules: u32::try_from(row.get::<_, i64>(2)).unwrap_or_default(),
            options: row.get(3),
            settings: row.get(4),
            seed: Seed::new(bytes),
            number: row.get::<_, Option<i64>>(6).map(i64::cast_unsigned),
            seats: Vec::new(),
            host: row.get::<_, Option<i64>>(11).map(SessionId),
            created_ms: row.get(7),
            started_ms: row.get(8),
        },
        ending: at_ms.zip(totals).map(|(at_ms, totals)| Ending { at_ms, totals }),
        state: row.get(12),
        closed_ms: row.get(13),
    }
}

/// Adds the seats of matches, with one question for all.
pub(super) async fn with_seats(link: &Link, mut all: Vec<Stored>) -> Result<Vec<Stored>, StoreError> {
    if all.is_empty() {
        return Ok(all);
    }
    let ids: Vec<&str> = all.iter().map(|stored| stored.setup.id.as_str()).collect();
    let sql = "SELECT match_id, name, session, bot FROM seats WHERE match_id = ANY($1) ORDER BY match_id, seat";
    let rows = link.query(sql, &[&ids]).await?;
    let mut seats = std::collections::HashMap::<String, Vec<Seated>>::new();
    for row in rows {
        let session: Option<i64> = row.get(2);
        let seated = Seated { name: row.get(1), session: session.map(SessionId), bot: row.get(3) };
        seats.entry(row.get(0)).or_default().push(seated);
    }
    for stored in &mut all {
        stored.setup.seats = seats.remove(&stored.setup.id).unwrap_or_default();
    }
    Ok(all)
}
