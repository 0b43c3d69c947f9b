//! Everything that is kept about a person, and how it is deleted.

use super::Postgres;
use super::job::Scope;
use super::link::Link;
use super::matches::{stored, with_seats};
use crate::{Departed, Invited, Pending, PersonData, PersonStore, SessionId, StoreError, TokenHash};

/// Matches of a person alone that are not over.
const ALONE: &str = "
    SELECT DISTINCT seats.match_id FROM seats JOIN matches ON matches.id = seats.match_id
    WHERE seats.session = $1 AND ended_ms IS NULL
        AND NOT EXISTS (SELECT 1 FROM seats AS other
            WHERE other.match_id = matches.id AND other.session <> $1)
        AND NOT EXISTS (SELECT 1 FROM played WHERE played.match_id = matches.id AND played.session <> $1)
    ORDER BY seats.match_id";

/// In this order nothing refers to what is gone. The row of the owner goes first: whoever writes to the table holds it, and
/// finds it gone afterwards.
const OF_A_MATCH: [&str; 6] = [
    "DELETE FROM owners WHERE table_id = $1",
    "DELETE FROM events WHERE table_id = $1",
    "DELETE FROM invites WHERE match_id = $1",
    "DELETE FROM played WHERE match_id = $1",
    "DELETE FROM seats WHERE match_id = $1",
    "DELETE FROM matches WHERE id = $1",
];

const OF_A_SESSION: [&str; 12] = [
    "DELETE FROM bans WHERE whom = 'guest ' || $1::BIGINT",
    "UPDATE reports SET reporter = NULL WHERE reporter = $1",
    "DELETE FROM reports WHERE about = $1",
    "DELETE FROM devices WHERE session = $1",
    "DELETE FROM device_links WHERE session = $1",
    "DELETE FROM invites WHERE match_id IN (SELECT id FROM matches WHERE host = $1)",
    "UPDATE seats SET session = NULL, name = '' WHERE session = $1",
    // Also of seats that it has left.
    "UPDATE seats SET name = 'Player ' || (seat + 1)
     WHERE session IS NULL AND (match_id, seat) IN (SELECT match_id, seat FROM played WHERE session = $1)",
    "UPDATE matches SET host = (SELECT session FROM seats
         WHERE match_id = matches.id AND session IS NOT NULL ORDER BY seat LIMIT 1) WHERE host = $1",
    "DELETE FROM played WHERE session = $1",
    "DELETE FROM records WHERE session = $1",
    "DELETE FROM sessions WHERE id = $1",
];

/// Deletes a match with all that refers to it.
pub(super) async fn delete_match(link: &Link, id: &str) -> Result<(), StoreError> {
    for sql in OF_A_MATCH {
        link.execute(sql, &[&id]).await?;
    }
    Ok(())
}

/// Deletes a session with all that refers to it.
pub(super) async fn delete_session(link: &Link, id: i64) -> Result<(), StoreError> {
    for sql in OF_A_SESSION {
        link.execute(sql, &[&id]).await?;
    }
    Ok(())
}

impl PersonStore for Postgres {
    fn held(&self, session: SessionId) -> Pending<PersonData> {
        self.read(async move |link: &Link| {
            let since = link.row("SELECT created_ms FROM sessions WHERE id = $1", &[&session.0]).await?;
            let sql =
                "SELECT id, game, rules, options, settings, seed, number, created_ms, started_ms, ended_ms, totals,
                 host, state, closed_ms FROM matches WHERE id IN (SELECT match_id FROM seats WHERE session = $1
                     UNION SELECT match_id FROM played WHERE session = $1)
                 ORDER BY created_ms DESC, made DESC";
            let tables = link.query(sql, &[&session.0]).await?.iter().map(stored).collect();
            let sql = "SELECT match_id, expires_ms FROM invites JOIN matches ON matches.id = match_id WHERE host = $1
                 ORDER BY expires_ms, match_id";
            let invites = link.query(sql, &[&session.0]).await?;
            let sql = "SELECT id, at_ms FROM records WHERE session = $1 ORDER BY at_ms, id";
            let records = link.query(sql, &[&session.0]).await?;
            Ok(PersonData {
                since_ms: since.map_or(0, |row| row.get(0)),
                tables: with_seats(link, tables).await?,
                invites: invites.iter().map(|row| Invited { table: row.get(0), expires_ms: row.get(1) }).collect(),
                records: records.iter().map(|row| (row.get(0), row.get(1))).collect(),
            })
        })
    }

    fn forget(&self, session: SessionId, stand_in: &str) -> Pending<()> {
        let stand_in = stand_in.to_owned();
        self.write(async move |scope: &Scope<'_>| {
            let link = scope.link;
            link.execute("DELETE FROM results WHERE session = $1", &[&session.0]).await?;
            for row in link.query(ALONE, &[&session.0]).await? {
                delete_match(link, row.get(0)).await?;
                scope.owned.disown(row.get(0));
            }
            let sql = "UPDATE seats SET bot = $2 WHERE session = $1 AND EXISTS (SELECT 1 FROM matches
                     WHERE id = match_id AND started_ms IS NOT NULL AND ended_ms IS NULL)";
            link.execute(sql, &[&session.0, &stand_in]).await?;
            delete_session(link, session.0).await?;
            scope.hint().await
        })
    }

    fn drop_alone(&self, session: SessionId, table: &str) -> Pending<bool> {
        let table = table.to_owned();
        self.write(async move |scope: &Scope<'_>| {
            let alone = scope.link.query(ALONE, &[&session.0]).await?.iter().any(|row| row.get::<_, &str>(0) == table);
            if alone {
                delete_match(scope.link, &table).await?;
                scope.owned.disown(&table);
            }
            Ok(alone)
        })
    }

    fn departed(&self, devices: Vec<TokenHash>, people: Vec<SessionId>) -> Pending<Departed> {
        self.read(async move |link: &Link| {
            let devices: Vec<&[u8]> = devices.iter().map(TokenHash::as_slice).collect();
            let people: Vec<i64> = people.iter().map(|person| person.0).collect();
            let sql = "SELECT device, NULL::BIGINT FROM unnest($1::BYTEA[]) AS device
                     WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE hash = device)
                         AND NOT EXISTS (SELECT 1 FROM devices WHERE hash = device)
                 UNION ALL SELECT NULL, person FROM unnest($2::BIGINT[]) AS person
                     WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE id = person)";
            let mut departed = Departed::default();
            for row in link.query(sql, &[&devices, &people]).await? {
                let device = row.get::<_, Option<&[u8]>>(0).and_then(|hash| TokenHash::try_from(hash).ok());
                departed.devices.extend(device);
                departed.people.extend(row.get::<_, Option<i64>>(1).map(SessionId));
            }
            Ok(departed)
        })
    }
}
