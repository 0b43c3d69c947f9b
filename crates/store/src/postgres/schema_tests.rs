//! Tests of migration steps in a database that servers share, and of the versions that can share it. These tests add a
//! step to those of this program.

use std::time::{Duration, Instant};

use super::*;
use crate::conformance::{event, setup};
use crate::{ClusterStore, Database, EventStore, Postgres};

#[path = "../../tests/all/postgres_server.rs"]
#[allow(dead_code, reason = "other tests need more of it")]
mod postgres_server;

use postgres_server::PostgresServer;

/// A step that the next version could have.
const NEXT: &str =
    "ALTER TABLE matches ADD COLUMN place TEXT NOT NULL DEFAULT 'here'; UPDATE matches SET place = 'table ' || id;";

async fn open(postgres: &PostgresServer) -> Result<Postgres, String> {
    let database = Database::new(&postgres.address(), None, None, |_| None).expect("an address");
    Postgres::open(database, None).await.map_err(|error| error.to_string())
}

/// Migrates the database like a program that has these additional steps.
async fn bring(postgres: &PostgresServer, more: &[&str]) -> Result<(), String> {
    let steps: Vec<String> = steps().into_iter().chain(more.iter().map(|step| (*step).to_owned())).collect();
    let config = format!("host={} port={} user=house dbname=house", postgres.folder.path().display(), postgres.port);
    let (mut client, connection) = tokio_postgres::connect(&config, tokio_postgres::NoTls).await.expect("it connects");
    tokio::spawn(connection);
    migrate(&mut client, &steps, "house").await.map_err(|error| error.to_string())
}

/// Stores a match in the database, and returns the store whose node owns its table.
async fn data(postgres: &PostgresServer) -> Postgres {
    let store = open(postgres).await.expect("the store opens");
    store.create(setup("t", None, 1)).await.expect("a match");
    store.append("t", 0, vec![event(0, Some("c"), "x")]).await.expect("an event");
    store
}

/// Servers of one version share a database. A server of a version that changes the tables refuses to start until all
/// older servers have stopped. Once it has started, older servers refuse the data.
#[tokio::test]
async fn a_step_is_carried_out_when_no_older_server_lives_and_none_starts_afterwards() {
    let postgres = PostgresServer::start();
    let older = data(&postgres).await;
    let other = open(&postgres).await.expect("one of the same version");
    let words = bring(&postgres, &[NEXT]).await.expect_err("servers live");
    let expected =
        "servers of an older cardroom use it (version 3, this one has 4). Stop all of them, then start this one";
    assert!(words.contains(expected), "{words}");
    older.append("t", 1, vec![event(0, Some("d"), "x")]).await.expect("they play on");
    drop((older, other));

    bring(&postgres, &[NEXT]).await.expect("the next program opens it");
    bring(&postgres, &[NEXT]).await.expect("nothing is left to do");
    let found = "SELECT found, (SELECT place FROM matches), (SELECT count(*) FROM events) FROM version";
    assert_eq!(postgres.cardroom(found), "4|table t|2");
    let words = open(&postgres).await.err().expect("it must not open");
    assert!(
        words.contains("a newer cardroom wrote it (version 4, this one knows up to 3). Use that cardroom"),
        "{words}"
    );
}

/// A server whose lease ended while it had no network may still be running when the next version migrates the tables.
/// It no longer owns any tables.
#[tokio::test]
async fn an_older_server_that_has_lost_its_lease_does_not_begin_again() {
    let postgres = PostgresServer::start();
    let older = data(&postgres).await;
    // All changes are one transaction, so that the server cannot begin another node in between.
    postgres.cardroom(&format!("UPDATE nodes SET ended = true; {NEXT} UPDATE version SET found = 4"));
    let began = Instant::now();
    while older.lease().is_some() {
        assert!(began.elapsed() < Duration::from_secs(60), "it never notices");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let answer = older.append("t", 1, vec![event(0, Some("d"), "x")]).await;
    assert!(answer.is_err(), "{answer:?}");
    assert_eq!(postgres.cardroom("SELECT (SELECT count(*) FROM nodes), (SELECT count(*) FROM events)"), "1|1");
}

#[tokio::test]
async fn steps_are_carried_out_all_or_none() {
    let postgres = PostgresServer::start();
    drop(data(&postgres).await);
    let fails = [NEXT, "CREATE TABLE places (id TEXT); INSERT INTO nowhere VALUES (1);"];
    let words = bring(&postgres, &fails).await.expect_err("it fails");
    assert!(words.contains("nowhere"), "{words}");
    let store = open(&postgres).await.expect("as before");
    assert_eq!(store.events("t").await.expect("readable").len(), 1);
    assert_eq!(postgres.cardroom("SELECT found, to_regclass('places') IS NULL FROM version"), "3|t");
}
