//! Tests of the store in PostgreSQL. The store must pass the conformance suite. It must also cope with faults that only
//! a shared database can have: fences, leases, takeovers, a database that becomes unreachable, and commits without an
//! answer. All tests use a real server.

use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use store::conformance::{a_deleted_person_gets_no_seat, check, event, setup};
use store::{
    Ban, ClusterStore, Database, Departed, DeviceStore, EventStore, HostStore, NodeIdentity, PersonStore, Postgres,
    StoreError, StoreState, TokenHash,
};

use crate::postgres_server::{PASSWORD, PostgresServer, percent};
use crate::proxy::{NextCommit, Proxy};

pub fn database(address: &str) -> Database {
    Database::new(address, None, None, |_| None).expect("an address")
}

/// Opens a store with its own node.
pub async fn open(postgres: &PostgresServer) -> Postgres {
    Postgres::open(database(&postgres.address()), None).await.expect("the store opens")
}

/// Starts a server, and opens a store whose node owns a table.
async fn with_table() -> (PostgresServer, Postgres) {
    let postgres = PostgresServer::start();
    let store = open(&postgres).await;
    store.create(setup("t", None, 1)).await.unwrap();
    (postgres, store)
}

/// Returns the error of a store that must not open.
fn why(opened: Result<Postgres, StoreError>) -> String {
    opened.err().expect("the store must not open").to_string()
}

pub async fn refused(address: &str) -> String {
    why(Postgres::open(database(address), None).await)
}

/// Repeats a question until it has an answer. The limit only keeps a failing test from running for ever.
pub async fn until<T>(mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = ask().await {
            return found;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "it never becomes so");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn keeps_the_suite() {
    let postgres = PostgresServer::start();
    let store = open(&postgres).await;
    check(&store).await;
    a_deleted_person_gets_no_seat(&store).await;
}

/// A text that PostgreSQL cannot store is refused alone: another job in the same commit is stored, and so is the
/// table's next write.
#[tokio::test]
async fn what_a_text_cannot_hold_is_refused_and_nothing_else() {
    let (_postgres, store) = with_table().await;
    store.create(setup("u", None, 1)).await.unwrap();
    let hostile = store.append("t", 0, vec![event(0, Some("c\0"), "x")]);
    let neighbour = store.append("u", 0, vec![event(0, Some("c"), "x")]);
    assert_eq!((hostile.await, neighbour.await), (Err(StoreError::Malformed), Ok(())));
    assert_eq!(store.carried_out("t", 0, "c\0").await, Err(StoreError::Malformed));
    assert_eq!(store.append("t", 0, vec![event(0, Some("c"), "x")]).await, Ok(()));
}

/// A server finds out which of its devices were logged out and which of its people were deleted by another server.
#[tokio::test]
async fn who_was_logged_out_or_deleted_by_another_server_is_found() {
    let postgres = PostgresServer::start();
    let [here, there] = [open(&postgres).await, open(&postgres).await];
    let devices: [TokenHash; 4] = [1, 2, 3, 4].map(|n| [n; 32]);
    let ann = here.begin_session(devices[0], "Ann", 5).await.unwrap().id;
    here.link_device(ann, [9; 32], 100).await.unwrap();
    here.use_device_link([9; 32], devices[1], 10).await.unwrap();
    let bo = here.begin_session(devices[2], "Bo", 5).await.unwrap().id;
    let cy = here.begin_session(devices[3], "Cy", 5).await.unwrap().id;
    let departed = async || here.departed(devices.to_vec(), vec![ann, bo, cy]).await.unwrap();
    assert_eq!(departed().await, Departed::default());
    // The first device of a person and a later one are stored in different tables.
    there.log_out(ann, vec![devices[0]]).await.unwrap();
    assert_eq!(departed().await, Departed { devices: vec![devices[0]], people: Vec::new() });
    there.log_out(ann, vec![devices[1]]).await.unwrap();
    there.forget(cy, "club").await.unwrap();
    let mut found = departed().await;
    found.devices.sort_unstable();
    assert_eq!(found, Departed { devices: vec![devices[0], devices[1], devices[3]], people: vec![cy] });
    assert_eq!(here.departed(Vec::new(), Vec::new()).await.unwrap(), Departed::default());
}

/// Returns the variables of the environment that a connection over TCP needs.
fn password(name: &str) -> Option<String> {
    (name == "PGPASSWORD").then(|| PASSWORD.to_owned())
}

/// Opens a store whose connections go through a network that the test can cut.
async fn open_through(proxy: &Proxy) -> Postgres {
    let address = format!("postgres://house@127.0.0.1:{}/house", proxy.port);
    let database = Database::new(&address, None, None, password).expect("an address");
    Postgres::open(database, None).await.expect("the store opens")
}

fn entries(events: &[store::LogEntry]) -> Vec<&str> {
    events.iter().map(|event| event.entry.as_str()).collect()
}

#[tokio::test]
async fn many_tables_share_a_commit() {
    let postgres = PostgresServer::start();
    let store = Arc::new(open(&postgres).await);
    for table in 0..40 {
        store.create(setup(&format!("t{table}"), None, 1)).await.unwrap();
    }
    let before: u64 = postgres.cardroom("SELECT max(last) FROM batches").parse().unwrap();
    let began = Instant::now();
    let playing: Vec<_> = (0..40)
        .map(|table| {
            let store = store.clone();
            tokio::spawn(async move {
                for seq in 0..50 {
                    let cmd = format!("c{seq}");
                    store.append(&format!("t{table}"), seq, vec![event(0, Some(&cmd), "x")]).await.expect("appended");
                }
            })
        })
        .collect();
    for table in playing {
        table.await.expect("no panic");
    }
    println!("{:.0} appends a second", 2000.0 / began.elapsed().as_secs_f64());
    let commits = postgres.cardroom("SELECT max(last) FROM batches").parse::<u64>().unwrap() - before;
    assert!(commits < 1000, "{commits} commits for 2000 appends");
    assert_eq!(postgres.cardroom("SELECT count(*), count(DISTINCT (table_id, seq)) FROM events"), "2000|2000");
}

/// A node does not know yet that its lease has ended in the database. Its write to the lost table is refused, but its
/// write to another table in the same transaction is stored.
#[tokio::test]
async fn a_fenced_writer_loses_and_its_neighbours_do_not() {
    let postgres = PostgresServer::start();
    let (old, new) = (open(&postgres).await, open(&postgres).await);
    for table in ["t", "u"] {
        old.create(setup(table, None, 1)).await.unwrap();
        old.append(table, 0, vec![event(0, Some("c0"), "old")]).await.unwrap();
    }
    assert_eq!(new.own("t").await, Err(StoreError::Elsewhere), "its owner is alive");
    assert_eq!(
        new.append("t", 1, vec![event(0, None, "new")]).await,
        Err(StoreError::Elsewhere),
        "nor may it be written"
    );
    postgres.cardroom(
        "UPDATE nodes SET lease_until = clock_timestamp() WHERE id = (SELECT node FROM owners WHERE table_id = 't')",
    );
    assert_eq!(new.own("t").await, Ok(true), "the lease has run out");
    let (fenced, neighbour) =
        (old.append("t", 1, vec![event(0, Some("c1"), "old")]), old.append("u", 1, vec![event(0, Some("c1"), "old")]));
    assert_eq!((fenced.await, neighbour.await), (Err(StoreError::Elsewhere), Ok(())));
    new.append("t", 1, vec![event(0, Some("c1"), "new")]).await.unwrap();
    assert_eq!(entries(&new.events("t").await.unwrap()), ["old", "new"], "no fork");
    assert_eq!(old.own("t").await, Err(StoreError::Elsewhere));
    // The old node notices its loss and begins again with a new lease. Once the new node has ended, the old one gets
    // the table.
    let mut losses = old.losses().expect("a shared store");
    losses.wait_for(|losses| *losses == 1).await.expect("it is told");
    drop(new);
    until(async || old.own("t").await.ok()).await;
    old.append("t", 2, vec![event(0, Some("c2"), "old")]).await.unwrap();
    assert_eq!(entries(&old.events("t").await.unwrap()), ["old", "new", "old"]);
}

/// A node that is cut off keeps its tables only as long as its lease. Its unfinished write is not stored twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_is_cut_off_loses_its_tables_and_knows_it_first() {
    let postgres = PostgresServer::start();
    let proxy = Proxy::to(postgres.port).await;
    let (old, new) = (open_through(&proxy).await, open(&postgres).await);
    old.create(setup("t", None, 1)).await.unwrap();
    old.append("t", 0, vec![event(0, Some("c0"), "old")]).await.unwrap();
    let mut losses = old.losses().expect("a shared store");
    let lease = old.lease().expect("it is good");
    proxy.cut();
    let cut = Instant::now();
    let under_way = old.append("t", 1, vec![event(0, Some("c1"), "old")]);
    let lost = tokio::spawn(async move {
        losses.wait_for(|losses| *losses == 1).await.expect("it is told");
        Instant::now()
    });
    let taken = until(async || new.own("t").await.ok()).await;
    assert_eq!(old.lease(), None, "nobody had to tell it");
    let (took, lost) = (cut.elapsed(), lost.await.expect("no panic"));
    assert!(taken && lost.duration_since(cut) < took, "the old node stops before the new one begins");
    assert!(took > Duration::from_millis(3_500) && took < Duration::from_secs(10), "{took:?}");
    println!("lost after {:?}, taken after {took:?}", lost.duration_since(cut));
    assert_eq!(new.events("t").await.unwrap().len(), 1, "read after it was taken");
    new.append("t", 1, vec![event(0, Some("c1"), "new")]).await.unwrap();
    proxy.heal();
    let answer = under_way.await;
    assert!(answer.is_err(), "{answer:?}");
    let answer = until(async || match old.append("t", 2, vec![event(0, Some("c2"), "old")]).await {
        Err(StoreError::Away) => None,
        answer => Some(answer),
    })
    .await;
    assert_eq!(answer, Err(StoreError::Elsewhere), "it is back, and owns nothing");
    assert!(old.lease().is_some_and(|now| now > lease), "on another lease");
    assert_eq!(entries(&new.events("t").await.unwrap()), ["old", "new"]);
}

/// A node does not wait for a table whose row in `owners` is locked. A write waits for a bounded time and then fails
/// with an error.
#[tokio::test]
async fn waiting_for_a_lock_is_bounded() {
    let (postgres, old) = with_table().await;
    let new = open(&postgres).await;
    drop(old);
    let postgres = Arc::new(postgres);
    let hold = |how: &str| {
        let sql = format!("BEGIN; SELECT 1 FROM owners WHERE table_id = 't' FOR {how}; SELECT pg_sleep(3)");
        let postgres = postgres.clone();
        tokio::task::spawn_blocking(move || postgres.cardroom(&sql))
    };
    let asleep = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    let holds = async || until(async || Some(postgres.sql("postgres", asleep)).filter(|found| !found.is_empty())).await;
    // The lock has the same mode as that of an unfinished write by the previous owner.
    let holder = hold("SHARE");
    holds().await;
    assert_eq!(new.own("t").await, Err(StoreError::Elsewhere));
    assert!(!holder.is_finished(), "it did not wait");
    holder.await.expect("no panic");
    // The backend may end a moment after psql, so ask until the table is free.
    assert!(until(async || new.own("t").await.ok()).await, "now it is free");

    let holder = hold("UPDATE");
    holds().await;
    let began = Instant::now();
    assert_eq!(new.append("t", 0, vec![event(0, Some("c"), "new")]).await, Err(StoreError::Away));
    assert!(began.elapsed() < Duration::from_millis(2_900), "{:?}", began.elapsed());
    holder.await.expect("no panic");
    assert_eq!(new.append("t", 0, vec![event(0, Some("c"), "new")]).await, Ok(()));
}

/// The connection breaks at COMMIT: either before the server receives it, or before its answer arrives. In both cases
/// the store's answer is correct.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_without_an_answer_is_read_back_before_anybody_is_told() {
    let postgres = PostgresServer::start();
    let proxy = Proxy::to(postgres.port).await;
    let store = open_through(&proxy).await;
    store.create(setup("t", None, 1)).await.unwrap();
    let mut there = 0;
    for round in 0..10 {
        let becomes = if round % 2 == 0 { NextCommit::IsLost } else { NextCommit::HasNoAnswer };
        proxy.next_commit(becomes);
        let cmd = format!("c{there}");
        let answer = store.append("t", there, vec![event(0, Some(&cmd), &cmd)]).await;
        let found = store.carried_out("t", 0, &cmd).await.unwrap();
        assert_eq!(answer.is_ok(), found, "{becomes:?}: {answer:?}");
        if becomes == NextCommit::IsLost {
            assert_eq!(answer, Err(StoreError::Away));
            store.append("t", there, vec![event(0, Some(&cmd), &cmd)]).await.expect("again");
        }
        there += 1;
    }
    assert_eq!(store.events("t").await.unwrap().len() as u64, there, "each once");
}

/// Selects the writer's connection while it waits in its COMMIT for a standby. A node that begins may also wait for the
/// standby, so connections that write to `nodes` are left out.
const WAITS_FOR_STANDBY: &str = "
    SELECT pid FROM pg_stat_activity AS one WHERE wait_event = 'SyncRep' AND query = 'COMMIT' AND NOT EXISTS (
        SELECT 1 FROM pg_locks WHERE pid = one.pid AND relation = 'cardroom.nodes'::regclass AND mode = 'RowExclusiveLock')";

/// Makes all further commits wait for a standby that never comes. The server applies the setting a moment later, so
/// this function probes with commits until one of them waits.
fn waits_for_nobody(postgres: &PostgresServer) {
    postgres.alter("SET synchronous_standby_names = 'nobody'");
    let cancel =
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE 'COMMENT%'";
    let mut waited = false;
    while !waited {
        let mut probe = postgres.psql("postgres", "COMMENT ON DATABASE postgres IS 'probe'");
        let mut probe = probe.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("psql runs");
        while probe.try_wait().expect("psql runs").is_none() {
            waited |= postgres.sql("postgres", cancel) == "t";
        }
    }
}

/// The backend is terminated while its commit waits for a standby. The transaction is committed, but the client gets no
/// answer.
#[tokio::test]
async fn a_backend_that_is_ended_in_the_middle_of_its_commit_has_committed() {
    let (postgres, store) = with_table().await;
    waits_for_nobody(&postgres);
    let mut answer = store.append("t", 0, vec![event(0, Some("c0"), "x")]);
    let pid = until(async || Some(postgres.sql("house", WAITS_FOR_STANDBY)).filter(|pid| !pid.is_empty())).await;
    postgres.sql("postgres", &format!("SELECT pg_terminate_backend({pid})"));
    // The store has found the entry with a new connection. The append is not answered yet, because the commit of the
    // new connection waits for the standby, too.
    until(async || Some(postgres.sql("house", WAITS_FOR_STANDBY)).filter(|other| !other.is_empty() && *other != pid))
        .await;
    assert_eq!(postgres.cardroom("SELECT count(*) FROM events"), "1");
    assert_eq!((&mut answer).now_or_never(), None);
    postgres.alter("RESET synchronous_standby_names");
    assert_eq!(answer.await, Ok(()), "it was there all the time");
    assert_eq!(store.carried_out("t", 0, "c0").await, Ok(true));
}

/// A host or a timeout cancels the wait for the standby. COMMIT then succeeds with a warning, and nobody knows whether
/// the standby has the entry. The store answers only after a commit that was not cancelled has confirmed the entry.
#[tokio::test]
async fn a_commit_that_did_not_wait_for_its_standby_is_read_back_before_anybody_is_told() {
    let (postgres, store) = with_table().await;
    waits_for_nobody(&postgres);
    let waits = async |before: &[String]| {
        until(async || {
            let pid = postgres.sql("house", WAITS_FOR_STANDBY);
            (!pid.is_empty() && !before.contains(&pid)).then_some(pid)
        })
        .await
    };
    let warned_before = warnings(&postgres);
    let mut answer = store.append("t", 0, vec![event(0, Some("c0"), "x")]);
    let mut cancelled: Vec<String> = Vec::new();
    // Three commits are cancelled: the append's own, and then two that read it back, each on a new connection.
    for _ in 0..3 {
        let pid = waits(&cancelled).await;
        assert_eq!((&mut answer).now_or_never(), None, "nothing is told");
        assert_eq!(postgres.sql("postgres", &format!("SELECT pg_cancel_backend({pid})")), "t");
        cancelled.push(pid);
    }
    waits(&cancelled).await;
    assert_eq!(warnings(&postgres) - warned_before, 3, "{}", postgres.log());
    assert_eq!(postgres.cardroom("SELECT count(*) FROM events"), "1", "it is here, and nobody knows where else");
    assert_eq!((&mut answer).now_or_never(), None, "nothing is told");
    postgres.alter("RESET synchronous_standby_names");
    assert_eq!(answer.await, Ok(()), "it was there all the time");
    assert_eq!(store.carried_out("t", 0, "c0").await, Ok(true));
    // The table may have been lost during the test, because the lease could not be renewed.
    until(async || store.own("t").await.ok()).await;
    store.append("t", 1, vec![event(0, Some("c1"), "x")]).await.expect("play goes on");
    assert_eq!(store.events("t").await.unwrap().len(), 2, "each once");
}

/// Cancels every wait for a standby, as a host or a timeout does. The waiting commits succeed with a warning.
fn cancel_waiting(postgres: &PostgresServer) {
    postgres.sql("postgres", "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
}

/// Returns the number of cancelled waits for a standby.
fn warnings(postgres: &PostgresServer) -> usize {
    postgres.log().matches("WARNING:  canceling wait for synchronous replication due to user request").count()
}

/// If it is unknown whether a standby has a lease, the lease does not count. A promoted standby without the lease would
/// give the tables to another node.
#[tokio::test]
async fn a_lease_that_did_not_wait_for_its_standby_does_not_count() {
    let postgres = PostgresServer::start();
    // With this setting of the database, the server would send no warnings. The store overrides it.
    postgres.sql("postgres", "ALTER DATABASE house SET client_min_messages = error");
    let store = open(&postgres).await;
    store.create(setup("t", None, 1)).await.unwrap();
    let losses = store.losses().expect("a shared store");
    waits_for_nobody(&postgres);
    let before = warnings(&postgres);
    until(async || {
        cancel_waiting(&postgres);
        (*losses.borrow() == 1).then_some(())
    })
    .await;
    let renewed = warnings(&postgres);
    assert!(renewed >= before + 2, "the renewals of a whole lease: {}", renewed - before);
    // The lease of a new node does not count either, so the node does not start.
    let opening = tokio::spawn(Postgres::open(database(&postgres.address()), None));
    until(async || {
        cancel_waiting(&postgres);
        assert_eq!(store.lease(), None);
        (warnings(&postgres) >= renewed + 5 && opening.is_finished()).then_some(())
    })
    .await;
    assert_eq!(opening.await.expect("no panic").err(), Some(StoreError::Away), "it must not start");
    postgres.alter("RESET synchronous_standby_names");
    until(async || store.lease()).await;
    until(async || store.own("t").await.ok()).await;
    store.append("t", 0, vec![event(0, Some("c0"), "x")]).await.expect("play goes on");
    open(&postgres).await;
}

/// The settings of a standby name no other standby, so after its promotion it waits for none. The store notices that.
#[tokio::test]
async fn a_promoted_server_that_waits_for_no_standby_is_noticed() {
    let mut primary = PostgresServer::start();
    let standby = primary.standby("s1");
    let address = format!("postgres://house@{},{}/house", primary.host(), standby.host());
    let store = Postgres::open(database(&address), None).await.expect("the store opens");
    assert!(!store.waits_for_standby());
    primary.alter("SET synchronous_standby_names = 'ANY 1 (s1)'");
    until(async || store.waits_for_standby().then_some(())).await;
    primary.stop("QUIT");
    standby.promote();
    until(async || (!store.waits_for_standby()).then_some(())).await;
}

/// A dead machine may still accept connections, but never answers. The store connects to the later hosts in the address
/// without a delay.
#[tokio::test]
async fn a_host_that_answers_nothing_holds_up_no_other() {
    let postgres = PostgresServer::start();
    let silent = tempfile::tempdir().expect("a folder");
    let _takes_connections =
        std::os::unix::net::UnixListener::bind(silent.path().join(format!(".s.PGSQL.{}", postgres.port)))
            .expect("ours");
    let hosts = [silent.path(), postgres.folder.path()].map(|folder| format!("{}:{}", percent(folder), postgres.port));
    let opening = Postgres::open(database(&format!("postgres://house@{}/house", hosts.join(","))), None);
    let store = tokio::time::timeout(Duration::from_secs(60), opening).await.expect("it is not kept waiting");
    store.expect("the store opens").create(setup("t", None, 1)).await.unwrap();
}

#[tokio::test]
async fn what_cannot_be_used_is_said_in_a_line_with_what_to_do() {
    let postgres = PostgresServer::start();
    let words = refused("postgres://house@%2Fnowhere/house").await;
    assert!(words.starts_with("The database /nowhere/house cannot be used: "), "{words}");
    let words = refused(&postgres.address().replace("/house", "/other").replace("/other@", "/house@")).await;
    assert!(words.contains("database \"other\" does not exist"), "{words}");
    let address = format!("postgres://house@127.0.0.1:{}/house", postgres.port);
    let wrong = Database::new(&address, None, None, |name| (name == "PGPASSWORD").then(|| "wrong-horse".to_owned()));
    let words = why(Postgres::open(wrong.expect("an address"), None).await);
    assert!(words.contains("password authentication failed") && !words.contains("wrong-horse"), "{words}");
    drop(open(&postgres).await);
    postgres.cardroom("UPDATE version SET found = 99");
    let words = refused(&postgres.address()).await;
    assert!(
        words.contains("a newer cardroom wrote it (version 99, this one knows up to 3). Use that cardroom"),
        "{words}"
    );
    postgres.sql("house", "DROP SCHEMA cardroom CASCADE; CREATE SCHEMA cardroom");
    let words = refused(&postgres.address()).await;
    assert!(words.contains("not of this program"), "{words}");
    assert_eq!(postgres.sql("house", "SELECT count(*) FROM pg_tables WHERE schemaname = 'cardroom'"), "0");
}

#[tokio::test]
async fn nodes_that_start_at_once_make_the_tables_once() {
    let postgres = PostgresServer::start();
    let (a, b, c) = tokio::join!(open(&postgres), open(&postgres), open(&postgres));
    a.create(setup("t", None, 1)).await.unwrap();
    for other in [b, c] {
        assert!(other.find("t").await.unwrap().is_some());
    }
}

/// A killed process immediately leaves its tables to the next process in its folder, because the free lock of the
/// folder proves that it is dead.
#[tokio::test]
async fn a_folder_gives_its_next_node_the_tables_of_the_last() {
    let postgres = PostgresServer::start();
    let folder = tempfile::tempdir().expect("a folder");
    let in_folder = async || Postgres::open(database(&postgres.address()), Some(folder.path())).await;
    let first = in_folder().await.expect("the store opens");
    first.create(setup("t", None, 1)).await.unwrap();
    assert!(matches!(in_folder().await, Err(StoreError::InUse { .. })), "two processes in one folder");
    // The test imitates `kill -9`: the folder still has the node's key, and the database does not know that the node
    // has ended.
    let key = std::fs::read_to_string(folder.path().join("cardroom.node")).expect("a key");
    first.append("t", 0, vec![event(0, Some("c0"), "x")]).await.unwrap();
    drop(first);
    assert_eq!(postgres.cardroom("SELECT count(*) FROM nodes WHERE NOT ended"), "0", "who stops says so");
    std::fs::write(folder.path().join("cardroom.node"), &key).expect("ours");
    postgres.cardroom("UPDATE nodes SET ended = false, lease_until = clock_timestamp() + interval '1 hour'");
    let next = in_folder().await.expect("the store opens");
    assert_eq!(next.own("t").await, Ok(true));
    assert_eq!(next.events("t").await.unwrap().len(), 1, "what was answered is there");
}

/// Another machine must prove that it is the database, with a certificate for its name from a trusted authority.
#[tokio::test]
async fn an_encrypted_connection_needs_the_right_name() {
    let mut postgres = PostgresServer::start();
    let mut authority = rcgen::CertificateParams::new(Vec::new()).expect("parameters");
    authority.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let authority_key = rcgen::KeyPair::generate().expect("a key");
    let root = authority.self_signed(&authority_key).expect("a certificate");
    let issuer = rcgen::Issuer::new(authority, authority_key);
    let key = rcgen::KeyPair::generate().expect("a key");
    let params = rcgen::CertificateParams::new(vec!["localhost".to_owned()]).expect("parameters");
    let certificate = params.signed_by(&key, &issuer).expect("a certificate");
    let ca = postgres.socket().join("ca.pem");
    std::fs::write(&ca, root.pem()).expect("a file");
    postgres.encrypt(&certificate.pem(), &key.serialize_pem());
    let open = async |host: &str, ca: Option<&std::path::Path>| {
        let address = format!("postgres://house@{host}:{}/house?sslmode=require", postgres.port);
        let database = Database::new(&address, None, ca, password)?;
        Postgres::open(database, None).await
    };
    let store = open("localhost", Some(&ca)).await.expect("the right name");
    let encrypted = "SELECT count(*) > 2 AND bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE application_name = 'cardroom'";
    store.create(setup("t", None, 1)).await.unwrap();
    store.find("t").await.unwrap();
    assert_eq!(postgres.cardroom(encrypted), "t");
    drop(store);
    for (host, ca, reason) in [("127.0.0.1", Some(&*ca), "not valid for name"), ("localhost", None, "UnknownIssuer")] {
        let words = why(open(host, ca).await);
        assert!(words.contains(reason), "{words}");
    }
}

#[tokio::test]
async fn two_servers_with_one_name_do_not_run_at_once() {
    let postgres = PostgresServer::start();
    let open = async |folder: Option<&std::path::Path>| {
        let identity = NodeIdentity { name: "one".to_owned(), address: None };
        Postgres::open(database(&postgres.address()).used_by(identity), folder).await.map_err(|error| error.to_string())
    };
    let folder = tempfile::tempdir().unwrap();
    let first = open(Some(folder.path())).await.unwrap();
    let words = open(None).await.err().expect("it must not open");
    assert!(
        words.starts_with("A server that runs is called one already. Give each its own name with --node."),
        "{words}"
    );
    // The same server starts again after a crash.
    let key = std::fs::read(folder.path().join("cardroom.node")).unwrap();
    let again = tempfile::tempdir().unwrap();
    std::fs::write(again.path().join("cardroom.node"), key).unwrap();
    open(Some(again.path())).await.expect("its predecessor is known to have stopped");
    drop(first);
}

/// Other nodes can read what one node has published, and get a hint when it changes. The published tables disappear
/// with the lease of their node.
#[tokio::test]
async fn nodes_read_what_others_say() {
    let postgres = PostgresServer::start();
    let named = async |address: &str| {
        let identity = NodeIdentity { address: Some(address.to_owned()), ..NodeIdentity::default() };
        Postgres::open(database(&postgres.address()).used_by(identity), None).await.expect("the store opens")
    };
    let (one, two) = (named("key1@one:1").await, named("key2@two:2").await);
    let living = async |store: &Postgres| {
        let nodes = store.living_nodes().await.unwrap();
        assert!(nodes.iter().all(|node| (Duration::from_millis(1)..=node::GRANTED).contains(&node.lease_left)));
        nodes.into_iter().map(|node| (node.address, node.is_draining)).collect::<Vec<_>>()
    };
    let line = |address: &str, is_draining| (address.to_owned(), is_draining);
    assert_eq!(living(&one).await, [line("key1@one:1", false), line("key2@two:2", false)]);
    two.set_draining(true).await.unwrap();
    assert_eq!(living(&one).await[1], line("key2@two:2", true));

    let list = |id: &str, text: Option<&str>| vec![(id.to_owned(), text.map(str::to_owned))];
    one.list_tables(list("a", Some("first"))).await.unwrap();
    one.list_tables([list("a", Some("second")), list("b", Some("other"))].concat()).await.unwrap();
    assert_eq!(two.listed_elsewhere().await, Ok(vec!["second".to_owned(), "other".to_owned()]));
    assert_eq!(one.listed_elsewhere().await, Ok(Vec::new()), "its own it knows");
    one.list_tables(list("b", None)).await.unwrap();
    assert_eq!(two.listed_elsewhere().await, Ok(vec!["second".to_owned()]));

    let mut changes = two.changes().expect("it is shared");
    let who = one.begin_session([1; 32], "Ann", 5).await.unwrap().id;
    let ban = Ban { whom: "203.0.113.0/24".to_owned(), at_ms: 1, until_ms: None, words: String::new() };
    for round in 0..5 {
        changes.mark_unchanged();
        match round {
            0 => one.set_notice("Tea").await.unwrap(),
            1 => one.ban(ban.clone()).await.unwrap(),
            2 => assert_eq!(one.lift_ban(&ban.whom).await, Ok(true)),
            3 => one.log_out(who, vec![[1; 32]]).await.unwrap(),
            _ => one.forget(who, "club").await.unwrap(),
        }
        let hinted = tokio::time::timeout(Duration::from_secs(60), changes.changed()).await;
        assert!(matches!(hinted, Ok(Ok(()))), "nothing is hinted in round {round}");
    }
    assert_eq!(two.notice().await.as_deref(), Ok("Tea"));

    drop(one);
    assert_eq!(two.listed_elsewhere().await, Ok(Vec::new()));
    assert_eq!(living(&two).await, [line("key2@two:2", true)]);
}

/// The primary crashes and its standby is promoted: the standby has everything that the store has confirmed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_standby_that_is_promoted_has_everything_that_was_answered() {
    let mut primary = PostgresServer::start();
    let standby = primary.standby("s1");
    primary.alter("SET synchronous_standby_names = 'ANY 1 (s1)'");
    let synchronous = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum'";
    until(async || Some(primary.sql("postgres", synchronous)).filter(|count| count == "1")).await;
    // The standby comes first in the address. The store skips it, because it does not accept writes.
    let address = format!("postgres://house@{},{}/house", standby.host(), primary.host());
    let store = Arc::new(Postgres::open(database(&address), None).await.expect("the store opens"));
    store.create(setup("t", None, 1)).await.unwrap();
    let enough = Arc::new(AtomicBool::new(false));
    let playing = tokio::spawn({
        let (store, enough) = (store.clone(), enough.clone());
        async move {
            let (mut answered, mut refused) = (0, 0);
            while !enough.load(Ordering::Relaxed) {
                match store.append("t", answered, vec![event(0, Some(&format!("c{answered}")), "x")]).await {
                    Ok(()) => answered += 1,
                    Err(StoreError::Away) => {
                        refused += 1;
                        tokio::time::sleep(Duration::from_millis(20)).await;
                    }
                    // The lease has run out meanwhile.
                    Err(StoreError::Elsewhere) => drop(store.own("t").await),
                    Err(error) => panic!("{error}"),
                }
            }
            println!("{answered} were answered, {refused} refused");
            answered
        }
    });
    let reaches =
        async |length: u64| until(async || store.length("t").await.ok().filter(|found| *found > length)).await;
    let before = reaches(50).await;
    primary.stop("QUIT");
    standby.promote();
    reaches(before + 100).await;
    enough.store(true, Ordering::Relaxed);
    let answered = playing.await.expect("no panic");
    assert_eq!(store.length("t").await, Ok(answered));
    assert_eq!(store.events("t").await.unwrap().len() as u64, answered);
}

#[tokio::test]
async fn a_database_that_stops_refuses_in_words_and_play_goes_on_afterwards() {
    for signal in ["INT", "QUIT"] {
        let (mut postgres, store) = with_table().await;
        for seq in 0..3 {
            store.append("t", seq, vec![event(0, Some(&format!("c{seq}")), "x")]).await.unwrap();
        }
        postgres.stop(signal);
        let error = store.append("t", 3, vec![event(0, Some("c3"), "x")]).await.expect_err("nobody is there");
        assert_eq!(error, StoreError::Away);
        assert!(error.to_string().contains("Nothing was lost"), "{error}");
        assert_eq!(store.find("t").await, Err(StoreError::Away));
        assert_eq!(store.writable().await, Err(StoreError::Away));
        postgres.run();
        until(async || store.writable().await.ok()).await;
        assert_eq!(store.events("t").await.unwrap().len(), 3, "{signal}: what was refused is not there");
        // If the database was away for longer than the lease, the node must own the table again before it can append.
        let again = async || {
            store.own("t").await.ok()?;
            store.append("t", 3, vec![event(0, Some("c3"), "x")]).await.ok()
        };
        until(again).await;
        assert_eq!(store.events("t").await.unwrap().len(), 4);
    }
}

#[tokio::test]
async fn what_was_answered_is_there_after_opening_again() {
    let postgres = PostgresServer::start();
    for round in 0..5 {
        let store = open(&postgres).await;
        if round == 0 {
            store.create(setup("t", None, 1)).await.unwrap();
        } else {
            assert_eq!(store.own("t").await, Ok(true), "a node that ended leaves its tables at once");
        }
        assert_eq!(store.events("t").await.unwrap().len(), round as usize);
        store.append("t", round, vec![event(0, Some(&format!("c{round}")), "x")]).await.unwrap();
    }
    assert_eq!(postgres.cardroom("SELECT count(*) FROM nodes WHERE NOT ended"), "0");
}
