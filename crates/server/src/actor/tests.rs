//! Tests of a table without a network: the messages that each seat receives, and their times. The clock is virtual: it
//! advances only while all tasks wait.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use cards::{Card, Seed};
use game::{Rng, Seat, Viewer};
use protocol::{Command, Frame, Message, NewTable};
use serde_json::{Value, json};
use store::{EventStore, MemoryStore, Seated, Session, SessionId};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use room::{ConnectionId, Input, Pace};

use super::{Mail, Script};
use crate::error::ApiError;
use crate::metrics::Metrics;
use crate::setup::new_setup;
use crate::stored::person;
use crate::tables::Tables;

/// A table with people in the first seats and bots in the others.
pub(super) struct TestTable {
    pub(super) tables: Arc<Tables>,
    pub(super) store: Arc<MemoryStore>,
    pub(super) id: String,
    pub(super) guests: Vec<TestConnection>,
    began: Instant,
    /// The number of bugs that the test has caused on purpose.
    pub(super) bugs: u64,
    pub(super) stop: CancellationToken,
    pub(super) metrics: Arc<Metrics>,
}

/// A person's connection, and all messages that were sent over it, with their times.
pub(super) struct TestConnection {
    pub(super) connection: ConnectionId,
    pub(super) outbox: mpsc::Receiver<Utf8Bytes>,
    pub(super) inbox: Vec<(Duration, Message)>,
    pub(super) frame: Box<Frame>,
}

/// Reports a panic in a table's task. Without this report nobody would notice the panic, because the table is loaded
/// again. Panics are counted for the whole process. Under nextest, each process runs only one test. Under another
/// runner, the panics of one test would also count in other tests.
impl Drop for TestTable {
    fn drop(&mut self) {
        if !std::thread::panicking() && std::env::var_os("NEXTEST").is_some() {
            assert_eq!(crate::panics::panics(), self.bugs, "the table met a bug: see what was written above");
        }
    }
}

impl TestTable {
    pub(super) async fn open(asked: Value, people: usize, seed: Seed, pace: Pace) -> TestTable {
        let (store, id) = TestTable::stored(asked, people, seed).await;
        TestTable::of(store, id, people, pace).await
    }

    /// Opens a table whose bots follow a script.
    pub(super) async fn scripted(asked: Value, people: usize, seed: Seed, pace: Pace, script: Script) -> TestTable {
        let (store, id) = TestTable::stored(asked, people, seed).await;
        TestTable::with(store, id, people, pace, |tables| tables.scripted(script)).await
    }

    pub(super) async fn stored(asked: Value, people: usize, seed: Seed) -> (Arc<MemoryStore>, String) {
        let asked: NewTable = serde_json::from_value(asked).expect("a request");
        let session = Session { id: SessionId(1), name: "Ann".to_owned() };
        let mut setup = new_setup(&asked, &session).expect("a table");
        setup.seed = seed;
        for seat in 1..people {
            setup.seats[seat] =
                Seated { name: format!("P{seat}"), session: Some(SessionId(seat as i64 + 1)), bot: None };
        }
        let id = setup.id.clone();
        let store = Arc::new(MemoryStore::default());
        // The tests identify people by their numbers, from 1.
        for number in 0..100 {
            store.begin_session([number; 32], "Guest", 0).await.expect("a session");
        }
        store.create(setup).await.expect("room");
        (store, id)
    }

    pub(super) async fn of(store: Arc<MemoryStore>, id: String, people: usize, pace: Pace) -> TestTable {
        TestTable::with(store, id, people, pace, |tables| tables).await
    }

    pub(super) async fn with(
        store: Arc<MemoryStore>,
        id: String,
        people: usize,
        pace: Pace,
        tables: impl FnOnce(Arc<Tables>) -> Arc<Tables>,
    ) -> TestTable {
        crate::panics::count();
        let stop = CancellationToken::new();
        let metrics = Arc::new(Metrics::new(0.0));
        let tables = tables(Tables::new(
            store.clone(),
            pace,
            (metrics.clone(), Arc::default(), Arc::default()),
            None,
            stop.clone(),
        ));
        let mut room =
            TestTable { tables, store, id, guests: Vec::new(), began: Instant::now(), bugs: 0, stop, metrics };
        for seat in 0..people {
            let guest = room.join(Viewer::Seat(Seat::new(seat as u8))).await;
            room.guests.push(guest);
        }
        room.run_until_idle().await;
        room
    }

    pub(super) async fn mailbox(&self) -> mpsc::Sender<Box<Mail>> {
        self.tables.wake(self.store.find(&self.id).await.expect("readable").expect("there"))
    }

    pub(super) async fn join(&self, viewer: Viewer) -> TestConnection {
        self.join_from(viewer, None).await
    }

    /// Connects a person from a network.
    pub(super) async fn join_from(&self, viewer: Viewer, network: Option<IpAddr>) -> TestConnection {
        let (outbox, mut messages) = mpsc::channel(1000);
        let (reply, answer) = oneshot::channel();
        assert!(
            self.mailbox()
                .await
                .send(Box::new(Mail::Join { session: who(viewer), network, shuffles: false, outbox, reply }))
                .await
                .is_ok()
        );
        let Ok(arrived) = answer.await.expect("an answer") else { panic!("no seat") };
        let guest = arrived.stays();
        let first = messages.recv().await.expect("a first message");
        let first: Message = serde_json::from_str(&first).expect("a message");
        // Before the match begins there is no frame.
        let frame = match &first {
            Message::Frame(frame) => frame.clone(),
            _ => no_frame(),
        };
        let inbox = vec![(self.began.elapsed(), first)];
        TestConnection { connection: guest, outbox: messages, inbox, frame }
    }

    /// Returns the record that everybody can read now.
    pub(super) async fn table_record(&self) -> String {
        self.record_for(SessionId(1)).await.expect("a record")
    }

    /// Returns the record, if this person may read it.
    pub(super) async fn record_for(&self, session: SessionId) -> Result<String, ApiError> {
        let (reply, answer) = oneshot::channel();
        assert!(
            self.mailbox()
                .await
                .send(Box::new(Mail::read(reply, move |room| room.record(Some(person(session))))))
                .await
                .is_ok()
        );
        answer.await.expect("an answer")
    }

    /// Connects a person with a given session.
    pub(super) async fn join_as(&self, session: Session) -> Result<TestConnection, ApiError> {
        let (outbox, messages) = mpsc::channel(1000);
        let (reply, answer) = oneshot::channel();
        assert!(
            self.mailbox()
                .await
                .send(Box::new(Mail::Join { session, network: None, shuffles: false, outbox, reply }))
                .await
                .is_ok()
        );
        Ok(TestConnection {
            connection: answer.await.expect("an answer")?.stays(),
            outbox: messages,
            inbox: Vec::new(),
            frame: no_frame(),
        })
    }

    pub(super) async fn send(&self, seat: usize, command: Command) {
        let guest = self.guests[seat].connection;
        assert!(
            self.mailbox()
                .await
                .send(Box::new(Mail::Input(Input::Command { connection: guest, command })))
                .await
                .is_ok()
        );
    }

    pub(super) async fn act(&self, seat: usize, cmd: &str, action: &str) {
        let at = self.guests[seat].frame.at;
        self.send(seat, Command::Act { cmd: cmd.to_owned(), at, action: action.to_owned() }).await;
    }

    /// Makes the table handle all waiting mail, and reads the table's messages. No time passes.
    pub(super) async fn run_until_idle(&mut self) {
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        let now = self.began.elapsed();
        for guest in &mut self.guests {
            while let Ok(text) = guest.outbox.try_recv() {
                let message: Message = serde_json::from_str(&text).expect("a message");
                if let Message::Frame(frame) = &message {
                    assert_eq!(frame.n, guest.frame.n + 1, "frames are numbered without gaps");
                    guest.frame = frame.clone();
                }
                guest.inbox.push((now, message));
            }
        }
    }

    /// Advances the clock one millisecond at a time. So every message is received in the millisecond in which it was
    /// sent.
    pub(super) async fn wait(&mut self, ms: u64) {
        for _ in 0..ms {
            tokio::time::sleep(Duration::from_millis(1)).await;
            self.run_until_idle().await;
        }
    }

    pub(super) fn legal(&self, seat: usize) -> Vec<String> {
        legal(&self.guests[seat].frame)
    }

    /// Returns the seat of a person for whom play waits.
    pub(super) fn next(&self) -> Option<usize> {
        let sits = |seat: &u8| {
            let guest = self.guests.get(usize::from(*seat));
            guest.is_some_and(|guest| {
                guest.frame.viewer.is_none_or(|viewer| viewer == *seat) && !guest.frame.legal.is_empty()
            })
        };
        self.guests[0].frame.must.iter().find(|seat| sits(seat)).map(|seat| usize::from(*seat))
    }

    pub(super) fn answer(&self, seat: usize, name: &str) -> Option<&Message> {
        self.guests[seat].inbox.iter().map(|(_, message)| message).find(|message| match message {
            Message::Done { cmd } | Message::Refused { cmd, .. } | Message::Answer { cmd, .. } => cmd == name,
            _ => false,
        })
    }
}

/// Returns a placeholder for the time before the first frame.
fn no_frame() -> Box<Frame> {
    let frame = json!({
        "n": 0, "table": "", "game": "", "board": "plain", "options": {}, "seats": [], "viewer": null, "at": 0, "phase": "between", "deal": 0,
        "dealer": 0, "view": null, "must": [], "legal": [], "since": [], "past": 0, "totals": [], "deals": [], "winners": null, "undo": 0,
        "redo": 0, "assist": false, "assisted": false, "advice": false, "advised": [],
        "commitment": "", "number": null, "window": null, "held": null, "played_ms": 0
    });
    serde_json::from_value(frame).expect("a frame")
}

/// Converts the stored log to the form in which a room reads it.
pub(super) fn logged(events: &[store::LogEntry]) -> Vec<room::log_entry::LogEntry> {
    events.iter().cloned().map(crate::stored::log_entry).collect()
}

/// Returns the person of a seat, or a person without a seat.
fn who(viewer: Viewer) -> Session {
    let number = viewer.seat().map_or(99, |seat| seat.index() as i64 + 1);
    Session { id: SessionId(number), name: format!("P{}", number - 1) }
}

fn legal(frame: &Frame) -> Vec<String> {
    frame.legal.iter().map(|legal| legal["action"].as_str().expect("notation").to_owned()).collect()
}

/// Adds to `found` all cards of a 52-card pack that are named by texts in a value.
pub(super) fn cards_in(value: &Value, found: &mut BTreeSet<Card>) {
    match value {
        Value::String(text) => found.extend(text.split(' ').filter_map(|word| word.parse::<Card>().ok())),
        Value::Array(items) => items.iter().for_each(|item| cards_in(item, found)),
        Value::Object(items) => items.values().for_each(|item| cards_in(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[tokio::test(start_paused = true)]
async fn a_seat_hears_of_no_card_before_it_may_know_it() {
    for number in 0..3 {
        let seed = Seed::numbered(number);
        let asked = json!({"game": "schwarze-dame", "options": {"deals": 2}});
        let mut room = TestTable::open(asked, 4, seed, Pace::fixed(5)).await;
        let mut rng = Rng::new(number);
        let mut known: Vec<BTreeSet<Card>> = vec![BTreeSet::new(); 4];
        let mut dealt = 0;
        let mut scanned = [0; 4];
        while room.guests[0].frame.phase != protocol::MatchPhase::Over {
            match room.next() {
                Some(seat) => {
                    let legal = room.legal(seat);
                    let action = &legal[rng.below(legal.len() as u32) as usize];
                    let cmd = format!("c{}", room.guests[seat].inbox.len());
                    room.act(seat, &cmd, action).await;
                }
                None => {
                    for seat in 0..4 {
                        room.send(seat, Command::Next { cmd: format!("n{dealt}") }).await;
                    }
                }
            }
            room.run_until_idle().await;
            for seat in 0..4 {
                let guest = &room.guests[seat];
                for (_, message) in &guest.inbox[scanned[seat]..] {
                    let Message::Frame(frame) = message else { continue };
                    if frame.since.iter().any(|event| event.action == "deal") || frame.n == 1 {
                        // In a new deal the seat knows only its own hand.
                        known[seat] = serde_json::from_value(frame.view["hands"][seat].clone()).expect("a hand");
                        assert_eq!(known[seat].len(), 13);
                        dealt += 1;
                    }
                    for event in &frame.since {
                        known[seat]
                            .extend(event.action.strip_prefix("play ").and_then(|card| card.parse::<Card>().ok()));
                    }
                    let mut found = BTreeSet::new();
                    cards_in(&serde_json::to_value(message).expect("JSON"), &mut found);
                    assert!(!found.is_empty() || frame.phase != protocol::MatchPhase::Deal);
                    let secret: Vec<&Card> = found.difference(&known[seat]).collect();
                    assert!(secret.is_empty(), "seat {seat} is told of {secret:?}");
                }
                scanned[seat] = guest.inbox.len();
            }
        }
        // Every seat must have received all events of all seats at the same times, in the same number of frames.
        let frames = |seat: usize| -> Vec<(Duration, Vec<protocol::TableEvent>)> {
            let frames = room.guests[seat].inbox.iter().filter_map(|(at, message)| match message {
                // The first frames are left out. They differ because the guests took their seats one after the other.
                Message::Frame(frame) if !frame.since.is_empty() => Some((*at, frame.since.clone())),
                _ => None,
            });
            frames.collect()
        };
        assert_eq!(frames(0).len(), 2 * 52 + 1);
        for seat in 1..4 {
            assert_eq!(frames(seat), frames(0), "seat {seat}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_table_that_nobody_looks_at_is_let_go_and_comes_back() {
    let asked = json!({"game": "schwarze-dame", "options": {"deals": 1}});
    let mut room = TestTable::open(asked, 4, Seed::numbered(1), Pace::fixed(5)).await;
    let seat = room.next().expect("somebody's turn");
    let action = room.legal(seat)[0].clone();
    room.act(seat, "c1", &action).await;
    room.run_until_idle().await;
    for guest in std::mem::take(&mut room.guests) {
        assert!(
            room.mailbox()
                .await
                .send(Box::new(Mail::Leave { connection: guest.connection, seen_at: Instant::now() }))
                .await
                .is_ok()
        );
    }
    room.run_until_idle().await;
    assert!(room.tables.is_awake(&room.id));
    tokio::time::sleep(Duration::from_secs(301)).await;
    room.run_until_idle().await;
    assert!(!room.tables.is_awake(&room.id));
    let back = room.join(Viewer::Seat(Seat::new(seat as u8))).await;
    assert_eq!(back.frame.view["held"][seat], 12, "the card is played");
}

#[tokio::test(start_paused = true)]
async fn people_see_who_is_there() {
    let asked = json!({"game": "schwarze-dame"});
    let mut room = TestTable::open(asked, 2, Seed::numbered(1), Pace::fixed(5_000)).await;
    let here = |room: &TestTable| -> Vec<bool> { room.guests[0].frame.seats.iter().map(|seat| seat.here).collect() };
    assert_eq!(here(&room), [true, true, true, true]);
    let guest = room.guests[1].connection;
    assert!(
        room.mailbox().await.send(Box::new(Mail::Leave { connection: guest, seen_at: Instant::now() })).await.is_ok()
    );
    room.run_until_idle().await;
    assert_eq!(here(&room), [true, false, true, true]);
    room.guests[1] = room.join(Viewer::Seat(Seat::new(1))).await;
    room.run_until_idle().await;
    assert_eq!(here(&room), [true, true, true, true]);
}

#[tokio::test(start_paused = true)]
async fn a_spectator_is_shown_no_hand_and_offered_nothing() {
    let asked = json!({"game": "schwarze-dame", "watch": true});
    let room = TestTable::open(asked, 4, Seed::numbered(1), Pace::fixed(5)).await;
    let spectator = room.join(Viewer::Public).await;
    assert_eq!(spectator.frame.viewer, None);
    assert!(spectator.frame.legal.is_empty());
    let mut found = BTreeSet::new();
    cards_in(&serde_json::to_value(&spectator.frame.view).expect("JSON"), &mut found);
    assert!(found.is_empty(), "{found:?}");
}

#[tokio::test(start_paused = true)]
async fn a_guest_who_cannot_keep_up_is_hung_up_on() {
    let asked = json!({"game": "schwarze-dame"});
    let room = TestTable::open(asked, 4, Seed::numbered(1), Pace::fixed(5)).await;
    let (outbox, mut messages) = mpsc::channel(2);
    let (reply, answer) = oneshot::channel();
    assert!(
        room.mailbox()
            .await
            .send(Box::new(Mail::Join {
                session: who(Viewer::Seat(Seat::new(0))),
                network: None,
                shuffles: false,
                outbox,
                reply
            }))
            .await
            .is_ok()
    );
    let guest = answer.await.expect("an answer").expect("a seat").stays();
    for _ in 0..3 {
        assert!(
            room.mailbox()
                .await
                .send(Box::new(Mail::Input(Input::Command { connection: guest, command: Command::Frame {} })))
                .await
                .is_ok()
        );
    }
    let mut received = 0;
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
    while messages.recv().await.is_some() {
        received += 1;
    }
    assert_eq!(received, 2, "what fitted, then the end");
}
