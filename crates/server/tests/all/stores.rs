//! Tests that the server works with any store: with the store in memory, and with one that only this test has.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use game::Rng;
use serde_json::json;
use server::{Config, Limits, Pace};
use store::{
    AdminAction, Ban, ClusterStore, DataPart, DayStore, DayStored, DayTry, DealResult, DeviceLink, DeviceStore,
    Devices, Ending, EventStore, GuestLine, HostStore, Import, Invited, LogEntry, MemoryStore, Most, NewTry, Pending,
    PersonData, PersonStore, Pruned, Pruning, Report, ResultStore, Session, SessionId, StoreError, StoreState, Stored,
    StoredMistake, StoredRecord, StoredSetup, TablesWanted, TokenHash, Write,
};

use crate::client::Client;
use crate::test_server::{TestServer, refused};

/// Starts a server with a store that the test has made.
async fn over(store: Arc<dyn EventStore>) -> TestServer {
    let data = tempfile::tempdir().expect("a folder");
    let limits = Limits { commands_per_s: 0, ..Limits::default() };
    let config = Config::new("127.0.0.1:0".parse().expect("an address"), data.path().to_owned());
    TestServer::over(store, data, Config { pace: Pace::fixed(0), limits, ..config }).await
}

#[tokio::test]
async fn a_store_in_memory_keeps_what_a_server_leaves_to_the_next_one() {
    let store = Arc::new(MemoryStore::default());
    let mut server = over(store.clone()).await;
    let table = json!({"game": "schwarze-dame", "options": {"deals": 1}, "bots": ["random", "random", "random"]});
    let finished = server.client.open(table.clone()).await;
    server.client.sit(&finished).await.play_to_the_end(&mut Rng::new(3), 0).await;
    let record = server.client.get(&format!("/api/v1/tables/{finished}/record")).await;
    assert_eq!(record.status, 200, "{record:?}");
    let begun = server.client.open(table).await;
    let mut socket = server.client.sit(&begun).await;
    while !socket.must_act() {
        socket.frame().await;
    }
    let seen = (socket.frame["view"].clone(), socket.frame["at"].clone(), socket.legal());
    assert!(seen.0.is_object() && !seen.2.is_empty(), "{seen:?}");
    let cookie = server.client.cookie.clone();
    drop(socket);
    let data = server.close().await;
    assert!(!data.path().join("cardroom.sqlite").exists(), "nothing is in a file");

    let mut server = over(store).await;
    server.client = Client { cookie, ..server.client };
    let again = server.client.get(&format!("/api/v1/tables/{finished}/record")).await;
    assert_eq!(again.body, record.body);
    let mut socket = server.client.sit(&begun).await;
    let again = (socket.frame["view"].clone(), socket.frame["at"].clone(), socket.legal());
    assert_eq!(again, seen, "the match goes on");
    socket.play_to_the_end(&mut Rng::new(4), 0).await;
    server.close().await;
}

#[tokio::test]
async fn a_store_of_ones_own_is_asked_for_every_write_and_may_refuse_it() {
    let store = Arc::new(OwnStore::default());
    let mut server = over(store.clone()).await;
    let bots = ["random", "random", "random"];
    let id = server.client.open(json!({"game": "schwarze-dame", "options": {"deals": 1}, "bots": bots})).await;
    let mut socket = server.client.sit(&id).await;
    while !socket.must_act() {
        socket.frame().await;
    }
    // The table waits for this seat, so nothing else is written during the comparison.
    let before = store.events(&id).await.expect("readable").len();
    assert_eq!(store.entries.load(Ordering::Relaxed), before, "each entry came with a write that was counted");
    let action = socket.legal()[0].clone();
    let command = socket.act(&action);
    store.refuse(Some(StoreError::Full));
    assert_eq!(server.client.get("/healthz").await.status, 503);
    let answer = socket.command(&command).await.expect("the server goes on");
    refused(&answer, "disk_full", "disk of the server is full");
    assert_eq!(store.events(&id).await.expect("readable").len(), before, "nothing was written");
    store.refuse(None);
    assert_eq!(server.client.get("/healthz").await.status, 200);
    let answer = socket.command(&command).await.expect("the server goes on");
    assert_eq!(answer["t"], "done", "the same command again: {answer}");
    let log = store.events(&id).await.expect("readable");
    let cmd = command["cmd"].as_str();
    assert_eq!(log.iter().filter(|entry| entry.cmd.as_deref() == cmd).count(), 1, "once");
    socket.play_to_the_end(&mut Rng::new(5), 0).await;
    let length = store.events(&id).await.expect("readable").len();
    assert_eq!(store.entries.load(Ordering::Relaxed), length);
    assert_eq!(store.waiting_results.lock().expect("no panic").len(), 1, "sent to the store before the end was shown");
    let statistics = server.client.get("/api/v1/me/statistics").await.json();
    assert_eq!(statistics["games"][0]["own"]["matches"], 1, "and counted for whoever asks: {statistics}");
    server.close().await;
}

#[tokio::test]
async fn a_value_that_the_store_does_not_take_is_its_senders_fault_and_reloads_no_table() {
    let store = Arc::new(OwnStore::default());
    let mut server = over(store.clone()).await;
    let id = server.client.open(json!({"game": "rouge-et-noir"})).await;
    let (mut socket, mut beside) = (server.client.sit(&id).await, server.client.sit(&id).await);
    let action = socket.legal()[0].clone();
    let command = socket.act(&action);
    store.refuse(Some(StoreError::Malformed));
    refused(&socket.command(&command).await.expect("the connection stays"), "malformed", "can't be stored");
    store.refuse(None);
    assert_eq!(socket.command(&command).await.expect("the connection stays")["t"], "done");
    let ask = json!({"t": "why", "cmd": beside.new_cmd(), "action": "turn"});
    assert_eq!(beside.command(&ask).await.expect("nor is anybody else cut off")["t"], "answer");
    server.close().await;
}

/// A store that counts writes and can refuse them. It delays results: they are stored only at the next call of
/// `note_results` without results. All other work is done by a store in memory.
#[derive(Default)]
struct OwnStore {
    inner: MemoryStore,
    refuses: Mutex<Option<StoreError>>,
    entries: AtomicUsize,
    waiting_results: Mutex<Vec<DealResult>>,
}

impl OwnStore {
    fn refuse(&self, error: Option<StoreError>) {
        *self.refuses.lock().expect("no panic") = error;
    }
}

/// Implements methods by calling the store in memory.
macro_rules! forward {
    ($($name:ident($($arg:ident: $kind:ty),*) -> $answer:ty;)*) => {
        $(fn $name(&self, $($arg: $kind),*) -> Pending<$answer> {
            self.inner.$name($($arg),*)
        })*
    };
}

impl ClusterStore for OwnStore {}

impl EventStore for OwnStore {
    fn write(&self, table: &str, write: Write) -> Pending<()> {
        if let Some(error) = self.refuses.lock().expect("no panic").clone() {
            return Box::pin(std::future::ready(Err(error)));
        }
        self.entries.fetch_add(write.events.len(), Ordering::Relaxed);
        self.inner.write(table, write)
    }

    forward! {
        create_with_log(setup: StoredSetup, log: Vec<LogEntry>) -> ();
        end(table: &str, ending: Ending) -> ();
        invite(table: &str, token: TokenHash, expires_ms: i64, now_ms: i64, most: u32) -> bool;
        invited(token: TokenHash) -> Option<Invited>;
        revoke_invites(table: &str) -> ();
        find(table: &str) -> Option<Stored>;
        events(table: &str) -> Vec<LogEntry>;
        tables_of(session: SessionId, limit: u32) -> Vec<Stored>;
        length(table: &str) -> u64;
        carried_out(table: &str, seat: u8, cmd: &str) -> bool;
        runs(session: SessionId, left_since_ms: i64) -> u32;
        begin_session(token: TokenHash, name: &str, at_ms: i64) -> Session;
        session(token: TokenHash) -> Option<Session>;
        rename(session: SessionId, name: &str) -> ();
        import_records(session: SessionId, records: Vec<StoredRecord>, most: Most) -> Import;
        imported_record(id: &str) -> Option<String>;
    }
}

impl ResultStore for OwnStore {
    fn note_results(&self, results: Vec<DealResult>) -> Pending<()> {
        let mut waiting = self.waiting_results.lock().expect("no panic");
        if results.is_empty() {
            return self.inner.note_results(std::mem::take(&mut *waiting));
        }
        waiting.extend(results);
        Box::pin(std::future::ready(Ok(())))
    }

    forward! {
        results_of(session: SessionId) -> Vec<DealResult>;
        forget_results(session: SessionId) -> ();
        unjudged(session: SessionId, limit: u32) -> Vec<DealResult>;
        note_mistakes(session: SessionId, table: &str, deal: u32, found: Vec<StoredMistake>, most: Most) -> bool;
        mistakes_of(session: SessionId, with_texts: bool) -> Vec<StoredMistake>;
        mistake(session: SessionId, id: &str) -> Option<StoredMistake>;
        answer_mistake(session: SessionId, from: u8, mistake: StoredMistake) -> ();
        forget_mistakes(session: SessionId) -> ();
        reopen(table: &str) -> ();
    }
}

impl DayStore for OwnStore {
    forward! {
        secret(name: &str, new: [u8; 32]) -> [u8; 32];
        begin_try(setup: StoredSetup, new: NewTry) -> DayTry;
        end_try(table: &str, points: i32, moves: String, until_ms: i64) -> ();
        tries_of(session: SessionId, from_day: u32) -> Vec<DayTry>;
        day_results(day: u32, game: &str, deals: u8, most: u32) -> DayStored;
        claim_day(day: u32, game: &str, now_ms: i64, since_ms: i64) -> bool;
        store_day(day: u32, game: &str, matches: String, par: Option<i64>) -> ();
    }
}

impl PersonStore for OwnStore {
    forward! {
        held(session: SessionId) -> PersonData;
        forget(session: SessionId, stand_in: &str) -> ();
        drop_alone(session: SessionId, table: &str) -> bool;
    }
}

impl DeviceStore for OwnStore {
    forward! {
        link_device(session: SessionId, link: TokenHash, expires_ms: i64) -> ();
        device_link(link: TokenHash, now_ms: i64) -> DeviceLink;
        use_device_link(link: TokenHash, device: TokenHash, now_ms: i64) -> DeviceLink;
        unlink_device(session: SessionId) -> ();
        devices(session: SessionId, now_ms: i64) -> Devices;
        note_device(device: TokenHash, seen_ms: i64, browser: &str) -> ();
        log_out(session: SessionId, devices: Vec<TokenHash>) -> ();
    }
}

impl HostStore for OwnStore {
    forward! {
        newest_tables(wanted: TablesWanted, limit: u32) -> Vec<Stored>;
        close_table(table: &str, ending: Ending) -> bool;
        find_guests(words: &str, limit: u32) -> Vec<GuestLine>;
        guest(id: SessionId) -> Option<GuestLine>;
        remove_record(id: &str) -> bool;
        ban(ban: Ban) -> ();
        lift_ban(whom: &str) -> bool;
        bans() -> Vec<Ban>;
        log_admin_action(action: AdminAction) -> ();
        admin_actions(limit: u32) -> Vec<AdminAction>;
        report(report: Report) -> Option<i64>;
        reports(unread: bool, limit: u32) -> Vec<Report>;
        read_report(id: i64, at_ms: i64) -> Option<Report>;
        prune_reports(now_ms: i64) -> u64;
    }
}

impl StoreState for OwnStore {
    fn writable(&self) -> Pending<()> {
        Box::pin(std::future::ready(self.refuses.lock().expect("no panic").clone().map_or(Ok(()), Err)))
    }

    fn waiting(&self) -> usize {
        self.inner.waiting()
    }

    forward! {
        bytes() -> u64;
        data_parts() -> Vec<DataPart>;
    }
}

impl Pruning for OwnStore {
    forward! {
        prune(now_ms: i64, most: u32) -> Pruned;
    }
}
