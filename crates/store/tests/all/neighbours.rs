//! Nodes of two neighbouring versions share one database: the tables of the database are migrated while older nodes play, and all
//! nodes write what the oldest can read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use store::conformance::{event, keep, setup};
use store::{EventStore, FORMAT, HostStore, NodeIdentity, Postgres, StoreError};
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error, NoTls, Statement};

use crate::postgres::{database, open, refused, until};
use crate::postgres_server::{PASSWORD, PostgresServer};

/// A database as the version before this one left it.
const BEFORE: &str = include_str!("../versions/postgres-3.sql");
/// In that database: a match that is over, one that goes on, and how many entries they have.
const TABLES: [(&str, i64); 2] = [("3ci67w4muyh8arqw", 52), ("nhhqk2btsj743yb6", 10)];

/// A node of the version before: its own statements, prepared before the database is migrated.
struct NodeBefore {
    client: Client,
    id: i64,
    renew: Statement,
    fence: Statement,
    append: Statement,
    count: Statement,
}

impl NodeBefore {
    /// Begins, and takes a table.
    async fn begin(postgres: &PostgresServer, table: &str) -> NodeBefore {
        let address = format!("postgres://house:{PASSWORD}@127.0.0.1:{}/house", postgres.port);
        let (client, connection) = tokio_postgres::connect(&address, NoTls).await.expect("it connects");
        tokio::spawn(connection);
        client.batch_execute("SET search_path = cardroom; SET lock_timeout = '1s'").await.expect("settings");
        let begun = client
            .query_one(
                "WITH begun AS (INSERT INTO nodes (name, lease_until, address, url, format)
                     VALUES ('before', clock_timestamp() + interval '1 minute', NULL, NULL, 1) RETURNING id),
                 counted AS (INSERT INTO batches (node, last) SELECT id, 0 FROM begun)
                 SELECT id FROM begun",
                &[],
            )
            .await
            .expect("it begins");
        let id: i64 = begun.get(0);
        client
            .execute("UPDATE owners SET node = $2, epoch = epoch + 1 WHERE table_id = $1", &[&table, &id])
            .await
            .expect("it takes the table");
        let prepare = async |sql: &str| client.prepare(sql).await.expect("a statement");
        let renew = prepare(
            "UPDATE nodes SET lease_until = clock_timestamp() + interval '1 minute'
             WHERE id = $1 AND NOT ended AND lease_until > clock_timestamp() RETURNING (SELECT format FROM house)",
        )
        .await;
        let fence = prepare("SELECT node, epoch FROM owners WHERE table_id = $1 FOR SHARE").await;
        let append =
            prepare("INSERT INTO events (table_id, seq, at_ms, seat, cmd, entry) VALUES ($1, $2, 0, 0, $3, $4)").await;
        let count = prepare("UPDATE batches SET last = $2 WHERE node = $1").await;
        NodeBefore { client, id, renew, fence, append, count }
    }

    /// Renews its lease and appends an entry, as the version before does. Whether it is there: a wait for a lock is bounded, and then
    /// the move is refused and sent again.
    async fn play(&mut self, table: &str, seq: i64) -> bool {
        match self.renew_and_append(table, seq).await {
            Ok(()) => true,
            Err(error) if error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE) => false,
            Err(error) => panic!("{error:?}"),
        }
    }

    async fn renew_and_append(&mut self, table: &str, seq: i64) -> Result<(), Error> {
        let format: i64 = self.client.query_opt(&self.renew, &[&self.id]).await?.expect("its lease is good").get(0);
        assert_eq!(format, 1, "it can read what is written");
        let tx = self.client.transaction().await?;
        tx.execute(&self.count, &[&self.id, &(seq + 1)]).await?;
        let owner: Option<i64> = tx.query_one(&self.fence, &[&table]).await?.get(0);
        assert_eq!(owner, Some(self.id), "nobody has taken the table");
        tx.execute(&self.append, &[&table, &seq, &format!("before{seq}"), &"x"]).await?;
        tx.commit().await
    }
}

/// The first node of this version migrates the database while one of the version before plays. That one notices nothing, and its
/// table is taken over when it has ended, with everything it wrote.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_of_the_version_before_is_migrated_while_its_node_plays() {
    let postgres = PostgresServer::start();
    postgres.sql("house", BEFORE);
    let (table, length) = TABLES[1];
    let mut before = NodeBefore::begin(&postgres, table).await;
    assert!(before.play(table, length).await);
    let (enough, played) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let playing = tokio::spawn({
        let (enough, played) = (enough.clone(), played.clone());
        async move {
            let mut seq = length + 1;
            while !enough.load(Ordering::Relaxed) {
                if before.play(table, seq).await {
                    seq += 1;
                    played.fetch_add(1, Ordering::Relaxed);
                }
            }
            (before, seq)
        }
    });
    let plays_on = async |more: u64| {
        let goal = played.load(Ordering::Relaxed) + more;
        until(async || {
            assert!(!playing.is_finished(), "the node of the version before has failed");
            (played.load(Ordering::Relaxed) >= goal).then_some(())
        })
        .await;
    };
    plays_on(20).await;
    let store = reader_of(&postgres, &["kael 1"]).await.expect("the store opens");
    assert_eq!(postgres.cardroom("SELECT readable_from <= 3 AND found > 3 FROM version"), "t");
    plays_on(20).await;
    assert_eq!(store.format(), 1, "what the version before can read");
    assert!(store.all_read("kael 1"), "the version before knows the rules that it had");
    // The row of the table may be locked for a while.
    let owns =
        async || until(async || Some(store.own(table).await).filter(|owns| *owns != Err(StoreError::Away))).await;
    assert_eq!(owns().await, Err(StoreError::Elsewhere), "it lives");
    // What was there is there.
    let (over, entries) = TABLES[0];
    assert!(store.find(over).await.unwrap().is_some_and(|stored| stored.ending.is_some()));
    assert_eq!(store.events(over).await.unwrap().len() as i64, entries);
    store.create(setup("new", None, 1)).await.unwrap();
    store.append("new", 0, vec![event(0, Some("c0"), "x")]).await.unwrap();
    plays_on(20).await;
    enough.store(true, Ordering::Relaxed);
    let (before, seq) = playing.await.expect("the node of the version before plays on");
    let ended = before.client.execute("UPDATE nodes SET ended = true WHERE id = $1", &[&before.id]).await;
    assert_eq!(ended.expect("it ends"), 1);
    assert_eq!(owns().await, Ok(true));
    let events = store.events(table).await.unwrap();
    assert_eq!(events.len() as i64, seq, "everything that it wrote");
    assert_eq!(events.last().and_then(|event| event.cmd.clone()), Some(format!("before{}", seq - 1)));
    store.append(table, seq as u64, vec![event(0, Some("after"), "x")]).await.unwrap();
}

/// A node of this version plays on while the next version migrates: that adds columns to every table, and removes nothing. Statements
/// that were prepared before still work, and another node of this version can begin.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_plays_on_while_the_next_version_migrates() {
    let postgres = PostgresServer::start();
    let store = Arc::new(open(&postgres).await);
    // Prepares its statements.
    keep(&*store).await;
    store.create(setup("busy", None, 1)).await.unwrap();
    let (enough, played) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let migrates = Arc::new(AtomicBool::new(false));
    let playing = tokio::spawn({
        let (store, enough, played) = (store.clone(), enough.clone(), played.clone());
        let migrates = migrates.clone();
        async move {
            let mut seq = 0;
            while !enough.load(Ordering::Relaxed) {
                let before = migrates.load(Ordering::SeqCst);
                match store.append("busy", seq, vec![event(0, Some(&format!("c{seq}")), "x")]).await {
                    Ok(()) => seq += 1,
                    // While the tables are locked, and only then: a wait for a lock is bounded, and the move is sent again.
                    Err(StoreError::Away) if before || migrates.load(Ordering::SeqCst) => continue,
                    Err(error) => panic!("{error:?}"),
                }
                assert_eq!(store.length("busy").await, Ok(seq));
                played.store(seq, Ordering::Relaxed);
            }
            seq
        }
    });
    let plays_until = async |goal: u64| {
        until(async || {
            assert!(!playing.is_finished(), "the node has failed");
            (played.load(Ordering::Relaxed) >= goal).then_some(())
        })
        .await;
    };
    plays_until(20).await;
    let lease = store.lease();
    let tables = postgres.sql("house", "SELECT tablename FROM pg_tables WHERE schemaname = 'cardroom'");
    let steps: Vec<String> = tables
        .lines()
        .filter(|table| *table != "version")
        .map(|table| format!("ALTER TABLE {table} ADD COLUMN of_tomorrow BIGINT NOT NULL DEFAULT 7;"))
        .collect();
    assert!(steps.len() > 15, "{tables}");
    migrates.store(true, Ordering::SeqCst);
    postgres.cardroom(&format!("BEGIN; {} UPDATE version SET found = found + 1; COMMIT", steps.concat()));
    migrates.store(false, Ordering::SeqCst);
    plays_until(played.load(Ordering::Relaxed) + 20).await;
    enough.store(true, Ordering::Relaxed);
    let seq = playing.await.expect("it plays on");
    assert_eq!(store.events("busy").await.unwrap().len() as u64, seq);
    assert_eq!(store.find("busy").await.unwrap().map(|stored| stored.setup.id), Some("busy".to_owned()));
    assert_eq!(store.nodes().await.unwrap().len(), 1);
    assert_eq!(store.lease(), lease, "it has lost nothing");
    let other = open(&postgres).await;
    assert_eq!(other.own("busy").await, Err(StoreError::Elsewhere));
}

/// While an older node lives, all write what it can read; when the last has ended, they go over to the newer format and words, and an
/// older one cannot begin any more.
#[tokio::test]
async fn all_nodes_write_what_the_oldest_can_read() {
    let postgres = PostgresServer::start();
    drop(reader_of(&postgres, &["kael 1"]).await.expect("the store opens"));
    let older = FORMAT - 1;
    // A node of the version before words says nothing of them; the third says what it knows.
    postgres.cardroom(&format!(
        "UPDATE house SET format = {older};
         INSERT INTO nodes (name, lease_until, format, reads) VALUES
             ('silent', clock_timestamp() + interval '1 hour', {older}, NULL),
             ('older', clock_timestamp() + interval '1 hour', {FORMAT}, '{{hearts 1,kael 1}}')"
    ));
    let first = reader_of(&postgres, &["hearts 1", "kael 1", "kael 2"]).await.expect("the store opens");
    let second = reader_of(&postgres, &["hearts 1", "kael 1", "kael 2", "bridge 1"]).await.expect("the store opens");
    let known = |store: &Postgres| {
        let words = ["hearts 1", "kael 1", "kael 2", "bridge 1"].into_iter().filter(|word| store.all_read(word));
        (store.format(), words.collect::<Vec<&str>>())
    };
    let before = (older, vec!["hearts 1", "kael 1"]);
    assert_eq!((known(&first), known(&second)), (before.clone(), before.clone()), "from their beginning");
    let nodes: Vec<i64> = second.nodes().await.unwrap().iter().map(|node| node.format).collect();
    assert_eq!(nodes.iter().min(), Some(&older), "{nodes:?}");
    // A renewal later it is still so.
    let others = "name NOT IN ('silent', 'older')";
    let renewed = postgres.cardroom(&format!("SELECT max(lease_until) FROM nodes WHERE {others}"));
    let renewal =
        format!("SELECT 1 FROM nodes WHERE {others} AND lease_until > '{renewed}'::timestamptz + interval '2 s'");
    until(async || Some(postgres.cardroom(&renewal)).filter(|found| !found.is_empty())).await;
    assert_eq!((known(&first), known(&second)), (before.clone(), before));
    postgres.cardroom("UPDATE nodes SET ended = true WHERE name = 'older'");
    until(async || first.all_read("kael 2").then_some(())).await;
    assert_eq!(known(&first), (older, vec!["hearts 1", "kael 1", "kael 2"]), "the format is the silent node's");
    postgres.cardroom("UPDATE nodes SET ended = true WHERE name = 'silent'");
    until(async || (first.format() == FORMAT && second.format() == FORMAT).then_some(())).await;
    assert_eq!(known(&second), (FORMAT, vec!["hearts 1", "kael 1", "kael 2"]), "the first does not know the rest");
    assert_eq!(
        postgres.cardroom("SELECT format, reads FROM house"),
        format!("{FORMAT}|{{\"hearts 1\",\"kael 1\",\"kael 2\"}}")
    );
    drop(first);
    until(async || second.all_read("bridge 1").then_some(())).await;
    // A program that lacks a word does not begin, whether or not another node lives.
    let words = reader_of(&postgres, &["hearts 1", "kael 1", "kael 2"]).await.err().map(|error| error.to_string());
    let expected = "(this one does not know \"bridge 1\"): use that cardroom";
    assert!(words.as_ref().is_some_and(|words| words.contains(expected)), "{words:?}");
    drop(second);
}

/// A node that has lost its lease does not begin again on data that it cannot read meanwhile: it owns nothing, and takes nothing.
#[tokio::test]
async fn an_older_node_that_has_lost_its_lease_owns_nothing_any_more() {
    let postgres = PostgresServer::start();
    let older = reader_of(&postgres, &["kael 1"]).await.expect("the store opens");
    older.create(setup("t", None, 1)).await.unwrap();
    postgres.cardroom("UPDATE nodes SET ended = true; UPDATE house SET reads = array_append(reads, 'kael 2')");
    until(async || older.lease().is_none().then_some(())).await;
    let newer = reader_of(&postgres, &["kael 1", "kael 2"]).await.expect("the store opens");
    assert_eq!(newer.own("t").await, Ok(true));
    newer.append("t", 0, vec![event(0, Some("c0"), "x")]).await.unwrap();
    // It asks again and again, and is refused each time.
    let nodes = postgres.cardroom("SELECT count(*) FROM nodes");
    assert_eq!(nodes, "2");
    assert!(older.append("t", 1, vec![event(0, Some("c1"), "x")]).await.is_err());
    assert_eq!((older.lease(), newer.length("t").await), (None, Ok(1)));
}

/// A program that is too old for the format, or two formats newer than a node that lives, does not begin.
#[tokio::test]
async fn a_node_of_a_distant_version_does_not_begin() {
    let postgres = PostgresServer::start();
    drop(open(&postgres).await);
    postgres.cardroom(&format!("UPDATE house SET format = {}", FORMAT + 1));
    let words = refused(&postgres.address()).await;
    let newer = FORMAT + 1;
    assert!(words.contains(&format!("(format {newer}, this one knows up to {FORMAT}): use that cardroom")), "{words}");
    postgres.cardroom(&format!(
        "UPDATE house SET format = {FORMAT};
         INSERT INTO nodes (name, lease_until, format) VALUES ('older', clock_timestamp() + interval '1 hour', {})",
        FORMAT - 2
    ));
    let words = refused(&postgres.address()).await;
    assert!(words.contains("a much older cardroom uses the database"), "{words}");
}

/// A node of a program that can read these words.
async fn reader_of(postgres: &PostgresServer, words: &[&str]) -> Result<Postgres, StoreError> {
    let reads = words.iter().map(|word| (*word).to_owned()).collect();
    let node = NodeIdentity { reads, ..NodeIdentity::default() };
    Postgres::open(database(&postgres.address()).used_by(node), None).await
}

/// Several nodes that begin at once wait for each other, and all of them begin.
#[tokio::test]
async fn a_node_that_begins_waits_for_another_that_does() {
    let postgres = PostgresServer::start();
    drop(open(&postgres).await);
    let stores: Vec<Postgres> = futures_util::future::join_all((0..4).map(|_| open(&postgres))).await;
    assert!(stores.iter().all(|store| store.format() == FORMAT && store.lease().is_some()));
    let lasting = tokio::time::timeout(Duration::from_secs(60), stores[3].create(setup("t", None, 1))).await;
    assert_eq!(lasting, Ok(Ok(())));
}
