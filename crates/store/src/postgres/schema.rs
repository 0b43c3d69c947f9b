//! The tables in PostgreSQL, version by version. A published version is never changed; a new one is added.

use tokio_postgres::Client;

use super::link::words;
use crate::StoreError;

/// The number of the lock that migrations hold: "card" in ASCII.
const LOCK: i64 = 0x6361_7264;

/// A step, and the oldest version of the program that can use the database after it. Nodes of two neighbouring versions share
/// one database, so a step only adds; what it makes superfluous goes with the next version.
struct SchemaStep {
    sql: &'static str,
    readable_from: i64,
}

/// Entry n leads from version n to n + 1.
const STEPS: [SchemaStep; 5] = [
    SchemaStep {
        readable_from: 1,
        // Ids are compared byte by byte (`COLLATE "C"`), as in SQLite. Events do not refer to their match: an append locks the
        // row in `owners`, without which a match cannot go.
        sql: r#"
    CREATE TABLE sessions (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        hash BYTEA UNIQUE,
        name TEXT NOT NULL,
        created_ms BIGINT NOT NULL,
        seen_ms BIGINT NOT NULL,
        browser TEXT NOT NULL DEFAULT ''
    );
    CREATE TABLE devices (
        hash BYTEA PRIMARY KEY,
        session BIGINT NOT NULL REFERENCES sessions,
        since_ms BIGINT NOT NULL,
        seen_ms BIGINT NOT NULL,
        browser TEXT NOT NULL DEFAULT ''
    );
    CREATE INDEX devices_of_session ON devices (session);
    CREATE TABLE device_links (
        session BIGINT PRIMARY KEY REFERENCES sessions,
        hash BYTEA NOT NULL UNIQUE,
        expires_ms BIGINT NOT NULL,
        used BOOLEAN NOT NULL DEFAULT false
    );
    CREATE TABLE matches (
        id TEXT COLLATE "C" PRIMARY KEY,
        made BIGINT GENERATED ALWAYS AS IDENTITY,
        game TEXT NOT NULL,
        rules BIGINT NOT NULL,
        options TEXT NOT NULL,
        settings TEXT NOT NULL,
        seed BYTEA NOT NULL,
        number BIGINT,
        created_ms BIGINT NOT NULL,
        started_ms BIGINT,
        ended_ms BIGINT,
        totals TEXT,
        host BIGINT REFERENCES sessions,
        state TEXT NOT NULL DEFAULT '{}',
        closed_ms BIGINT
    );
    CREATE INDEX matches_of_host ON matches (host) WHERE host IS NOT NULL;
    CREATE INDEX matches_gathering ON matches (created_ms) WHERE started_ms IS NULL;
    CREATE TABLE seats (
        match_id TEXT COLLATE "C" NOT NULL REFERENCES matches,
        seat SMALLINT NOT NULL,
        name TEXT NOT NULL,
        session BIGINT REFERENCES sessions,
        bot TEXT,
        PRIMARY KEY (match_id, seat)
    );
    CREATE INDEX seats_of_session ON seats (session) WHERE session IS NOT NULL;
    CREATE TABLE events (
        table_id TEXT COLLATE "C" NOT NULL,
        seq BIGINT NOT NULL,
        at_ms BIGINT NOT NULL,
        seat SMALLINT,
        cmd TEXT,
        entry TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    );
    CREATE UNIQUE INDEX events_cmd ON events (table_id, seat, cmd) WHERE cmd IS NOT NULL;
    CREATE TABLE invites (
        hash BYTEA PRIMARY KEY,
        match_id TEXT COLLATE "C" NOT NULL REFERENCES matches,
        expires_ms BIGINT NOT NULL
    );
    CREATE INDEX invites_of_match ON invites (match_id);
    CREATE TABLE records (
        id TEXT COLLATE "C" PRIMARY KEY,
        line TEXT NOT NULL,
        session BIGINT REFERENCES sessions,
        at_ms BIGINT NOT NULL
    );
    CREATE INDEX records_of_session ON records (session) WHERE session IS NOT NULL;
    CREATE TABLE results (
        match_id TEXT COLLATE "C" NOT NULL REFERENCES matches,
        deal BIGINT NOT NULL,
        seat SMALLINT NOT NULL,
        assisted BOOLEAN NOT NULL,
        session BIGINT NOT NULL REFERENCES sessions,
        game TEXT NOT NULL,
        rules BIGINT NOT NULL,
        options TEXT NOT NULL,
        seats SMALLINT NOT NULL,
        points INTEGER,
        won BOOLEAN,
        took_ms BIGINT,
        daily BIGINT,
        at_ms BIGINT NOT NULL,
        PRIMARY KEY (match_id, deal, seat, assisted)
    );
    CREATE INDEX results_of_session ON results (session, at_ms);
    CREATE TABLE played (
        match_id TEXT COLLATE "C" NOT NULL REFERENCES matches,
        seat SMALLINT NOT NULL,
        session BIGINT NOT NULL REFERENCES sessions,
        PRIMARY KEY (match_id, seat, session)
    );
    CREATE INDEX played_of_session ON played (session);
    CREATE TABLE bans (
        whom TEXT COLLATE "C" PRIMARY KEY,
        at_ms BIGINT NOT NULL,
        until_ms BIGINT,
        words TEXT NOT NULL
    );
    CREATE TABLE admin_actions (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at_ms BIGINT NOT NULL,
        by TEXT NOT NULL,
        action TEXT NOT NULL
    );
    CREATE TABLE reports (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at_ms BIGINT NOT NULL,
        match_id TEXT NOT NULL,
        reporter BIGINT REFERENCES sessions,
        about BIGINT NOT NULL REFERENCES sessions,
        name TEXT NOT NULL,
        words TEXT NOT NULL,
        lines TEXT NOT NULL,
        read_ms BIGINT
    );
    CREATE INDEX reports_about ON reports (about);
    CREATE INDEX reports_by ON reports (reporter);
    CREATE TABLE nodes (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key UUID NOT NULL UNIQUE DEFAULT gen_random_uuid(),
        name TEXT NOT NULL,
        lease_until TIMESTAMPTZ NOT NULL,
        ended BOOLEAN NOT NULL DEFAULT false
    );
    CREATE TABLE batches (
        node BIGINT PRIMARY KEY REFERENCES nodes ON DELETE CASCADE,
        last BIGINT NOT NULL
    ) WITH (fillfactor = 20);
    CREATE TABLE owners (
        table_id TEXT COLLATE "C" PRIMARY KEY REFERENCES matches,
        node BIGINT REFERENCES nodes,
        epoch BIGINT NOT NULL
    );
    CREATE INDEX owners_of_node ON owners (node);
    "#,
    },
    SchemaStep {
        readable_from: 1,
        // Where other nodes and people reach a node; and the id of the cluster (`house`), with which the subjects of a bus begin.
        sql: r#"
    ALTER TABLE nodes ADD COLUMN address TEXT;
    ALTER TABLE nodes ADD COLUMN url TEXT;
    CREATE TABLE house (id UUID PRIMARY KEY DEFAULT gen_random_uuid());
    INSERT INTO house DEFAULT VALUES;
    "#,
    },
    SchemaStep {
        readable_from: 1,
        // Which format a node can read, and in which all write (`format.rs`).
        sql: r#"
    ALTER TABLE nodes ADD COLUMN format BIGINT NOT NULL DEFAULT 1;
    ALTER TABLE house ADD COLUMN format BIGINT NOT NULL DEFAULT 1;
    "#,
    },
    SchemaStep {
        readable_from: 1,
        // What matches a node can read (null: an older node, which does not say), and what all may write (`format.rs`).
        sql: r#"
    ALTER TABLE nodes ADD COLUMN reads TEXT[] COLLATE "C";
    ALTER TABLE house ADD COLUMN reads TEXT[] COLLATE "C" NOT NULL DEFAULT '{}';
    "#,
    },
    SchemaStep {
        readable_from: 1,
        // Whether a node hands its tables over; the line for everybody; and the public tables of each node.
        sql: r#"
    ALTER TABLE nodes ADD COLUMN draining BOOLEAN NOT NULL DEFAULT false;
    ALTER TABLE house ADD COLUMN notice TEXT NOT NULL DEFAULT '';
    CREATE TABLE lobby (
        node BIGINT NOT NULL REFERENCES nodes ON DELETE CASCADE,
        table_id TEXT COLLATE "C" NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (node, table_id)
    );
    "#,
    },
];

/// The version that this program writes.
const VERSION: i64 = STEPS.len() as i64;

/// The oldest version of the program that can use the database after all of these steps: a step does not give back what one before it
/// has taken from older programs.
fn oldest_reader(steps: &[SchemaStep]) -> i64 {
    steps.iter().map(|step| step.readable_from).max().unwrap_or_default()
}

/// Brings the database to [`VERSION`], or makes all tables, in one transaction. Of several nodes that start at once one does
/// it, and the others wait for it.
pub(super) async fn migrate(db: &mut Client, name: &str) -> Result<(), StoreError> {
    let broken = |error: tokio_postgres::Error| cannot(name, &words(&error));
    let tx = db.transaction().await.map_err(broken)?;
    tx.batch_execute("SET LOCAL lock_timeout = '1min'").await.map_err(broken)?;
    tx.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(broken)?;
    let there: bool = tx
        .query_one("SELECT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = 'cardroom')", &[])
        .await
        .and_then(|row| row.try_get(0))
        .map_err(broken)?;
    let ours: bool = tx
        .query_one("SELECT to_regclass('cardroom.version') IS NOT NULL", &[])
        .await
        .and_then(|row| row.try_get(0))
        .map_err(broken)?;
    if there && !ours {
        return Err(cannot(name, "it has a schema \"cardroom\" that is not of this program. Choose another database"));
    }
    if !there {
        let made = "CREATE SCHEMA cardroom; CREATE TABLE cardroom.version (found BIGINT NOT NULL, readable_from BIGINT NOT NULL);
                    INSERT INTO cardroom.version VALUES (0, 0)";
        tx.batch_execute(made).await.map_err(broken)?;
    }
    let row = tx.query_one("SELECT found, readable_from FROM cardroom.version", &[]).await.map_err(broken)?;
    let (found, readable_from): (i64, i64) = (row.get(0), row.get(1));
    if readable_from > VERSION {
        let words =
            format!("a newer cardroom wrote it (version {found}, this one knows up to {VERSION}). Use that cardroom");
        return Err(cannot(name, &words));
    }
    // No version of ours is negative.
    let done =
        usize::try_from(found).map_err(|_| cannot(name, "it is not of this program. Choose another database"))?;
    for step in STEPS.iter().skip(done) {
        tx.batch_execute(&format!("SET LOCAL search_path = cardroom; {}", step.sql)).await.map_err(broken)?;
    }
    if found < VERSION {
        tx.execute("UPDATE cardroom.version SET found = $1, readable_from = $2", &[&VERSION, &oldest_reader(&STEPS)])
            .await
            .map_err(broken)?;
    }
    tx.commit().await.map_err(broken)
}

/// The database cannot be used at all.
pub(super) fn cannot(name: &str, words: &str) -> StoreError {
    StoreError::Database(format!("The database {name} cannot be used: {words}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_lets_no_older_program_in_than_the_steps_before_it() {
        let steps = |all: &[i64]| -> Vec<SchemaStep> {
            all.iter().map(|readable_from| SchemaStep { sql: "", readable_from: *readable_from }).collect()
        };
        for (all, oldest) in [(&[1, 1][..], 1), (&[1, 3, 1], 3), (&[1, 2, 3], 3), (&[3, 1, 2], 3)] {
            assert_eq!(oldest_reader(&steps(all)), oldest, "{all:?}");
        }
    }

    /// What a node of the version before may read or write is not taken away from it.
    #[test]
    fn a_step_that_older_nodes_live_through_only_adds() {
        for (version, step) in (0_i64..).zip(&STEPS).skip(1) {
            if step.readable_from > version {
                continue;
            }
            for statement in step.sql.split(';').map(str::to_uppercase) {
                let takes = ["DROP ", "RENAME ", " TYPE ", "DELETE ", "TRUNCATE ", "SET NOT NULL"];
                let found: Vec<&str> = takes.into_iter().filter(|word| statement.contains(word)).collect();
                assert_eq!(found, Vec::<&str>::new(), "the step to version {}: {statement}", version + 1);
                let demands = statement.contains("ADD COLUMN") && statement.contains("NOT NULL");
                assert!(!demands || statement.contains("DEFAULT"), "an older node does not fill it: {statement}");
            }
        }
    }
}
