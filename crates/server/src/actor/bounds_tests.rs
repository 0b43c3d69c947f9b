//! Tests of the limits on the cost of one table, and of a table's behaviour after a fault.

use std::time::Duration;

use cards::Seed;
use game::{Seat, Viewer};
use protocol::{Command, MatchPhase, Message};
use room::Pace;
use serde_json::json;
use store::{EventStore, LogEntry, SessionId};
use table::record::Raw;
use table::{Entry, Why};
use tokio::sync::{mpsc, oneshot};

use super::Mail;
use super::people_tests::{come_back, hang_up};
use super::tests::TestTable;
use crate::turns::JobOwner;

async fn solitaire() -> TestTable {
    TestTable::open(json!({"game": "rouge-et-noir"}), 1, Seed::numbered(8), Pace::fixed(0)).await
}

/// Returns a solitaire with a long log. The player does and undoes the same action again and again, each time with a
/// new command id.
async fn long_solitaire(entries: u64) -> TestTable {
    let room = solitaire().await;
    let act = Entry::Act { seat: Seat::new(0), action: room.legal(0)[0].clone() };
    with_log(room, entries, |n| if n.is_multiple_of(2) { act.clone() } else { Entry::Undo { n: 1 } }).await
}

/// Returns a match of Kaël with a long log. A bot takes the first seat and gives it back, again and again.
async fn long_match(entries: u64) -> TestTable {
    let asked = json!({"game": "kael", "bots": ["random"]});
    let room = TestTable::open(asked, 1, Seed::numbered(8), Pace::fixed(50)).await;
    assert_eq!(room.guests[0].frame.must, [0], "nobody has acted");
    let bot = |n: u64| n.is_multiple_of(2).then(|| "random".to_owned());
    let why = Why::Away;
    with_log(room, entries, |n| Entry::TookOver { seat: Seat::new(0), bot: bot(n), why }).await
}

/// Returns the same table with this number of entries in its log, each with its own command id. `entry` returns the
/// entry at a position of the log.
async fn with_log(mut room: TestTable, entries: u64, entry: impl Fn(u64) -> Entry) -> TestTable {
    let event = |n: u64| LogEntry {
        at_ms: 1,
        seat: Some(0),
        cmd: Some(format!("old{n}")),
        entry: serde_json::to_string(&entry(n)).expect("an entry"),
    };
    // Nobody is connected while the log is written.
    room.guests.clear();
    room.stop.cancel();
    while room.tables.is_awake(&room.id) {
        tokio::task::yield_now().await;
    }
    let length = room.store.length(&room.id).await.expect("readable");
    for n in length..entries {
        room.store.append(&room.id, n, vec![event(n - length)]).await.expect("room");
    }
    TestTable::of(room.store.clone(), room.id.clone(), 1, Pace::fixed(50)).await
}

async fn answered(room: &mut TestTable, name: &str) -> Message {
    loop {
        room.run_until_idle().await;
        if let Some(answer) = room.answer(0, name) {
            return answer.clone();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_table_whose_lease_is_over_tells_nothing_more() {
    let mut room = solitaire().await;
    let mailbox = room.mailbox().await;
    let before = room.guests[0].frame.n;
    // The lease has ended, but the table does not know it yet, as in a process that was paused.
    room.store.end_lease();
    room.send(0, Command::Frame {}).await;
    let (reply, answer) = oneshot::channel();
    mailbox.send(Box::new(Mail::read(reply, |room| room.record(None)))).await.expect("it runs");
    assert!(!matches!(answer.await, Ok(Ok(_))), "no record");
    room.run_until_idle().await;
    assert_eq!(room.guests[0].frame.n, before, "no frame");
    assert!(!room.tables.is_awake(&room.id), "it is dropped");
    // A person who connects now finds the table loaded again.
    let again = room.join(Viewer::Seat(Seat::new(0))).await;
    assert_eq!(again.frame.n, 1);
}

#[tokio::test(start_paused = true)]
async fn a_solitaire_takes_so_many_events_and_can_then_be_given_up() {
    let mut room = long_solitaire(room::MOST_ENTRIES).await;
    room.act(0, "one more", &room.legal(0)[0].clone()).await;
    let Message::Refused { refusal, .. } = answered(&mut room, "one more").await else { panic!("it was done") };
    assert_eq!(refusal.key, "too_many_events");
    assert!(refusal.words.contains("give it up"), "{}", refusal.words);
    assert_eq!(room.store.length(&room.id).await, Ok(room::MOST_ENTRIES), "nothing was stored");
    room.send(0, Command::GiveUp { cmd: "enough".to_owned() }).await;
    assert!(matches!(answered(&mut room, "enough").await, Message::Done { .. }));
}

#[tokio::test(start_paused = true)]
async fn who_has_questions_at_other_tables_waits_for_their_answers() {
    let asked = json!({"game": "schwarze-dame", "bots": ["random"]});
    let mut room = TestTable::open(asked, 1, Seed::numbered(4), Pace::fixed(50)).await;
    while room.next() != Some(0) {
        room.wait(60).await;
    }
    let ask = || JobOwner::guest(SessionId(1), None);
    let elsewhere = [(), ()].map(|()| room.tables.work().advice.place(ask()).expect("two may wait"));
    room.send(0, Command::Advise { cmd: "third".to_owned() }).await;
    let Message::Refused { refusal, .. } = answered(&mut room, "third").await else { panic!("it is worked out") };
    assert_eq!(refusal.key, "too_many_questions");
    drop(elsewhere);
    let others = room.tables.work().advice.place(ask());
    assert!(others.is_ok(), "what was refused is not counted");
}

/// Checks that a match ends when its log becomes too long. No rule of Kaël ends a match (K22).
#[tokio::test(start_paused = true)]
async fn a_match_that_grows_without_end_ends_without_winners() {
    let mut room = long_match(room::MOST_MATCH_ENTRIES - 1).await;
    assert_eq!(room.guests[0].frame.phase, MatchPhase::Deal);
    room.act(0, "the last", &room.legal(0)[0].clone()).await;
    assert!(matches!(answered(&mut room, "the last").await, Message::Done { .. }));
    for loaded_again in [false, true] {
        if loaded_again {
            room = TestTable::of(room.store.clone(), room.id.clone(), 1, Pace::fixed(50)).await;
        }
        let frame = &room.guests[0].frame;
        assert_eq!((frame.phase, &frame.winners), (MatchPhase::Over, &None));
        assert_eq!((frame.must.len(), frame.legal.len()), (0, 0), "nobody is waited for");
        assert_eq!(frame.view["hands"][1]["cards"], serde_json::Value::Null, "hidden cards stay hidden");
        let name = format!("one more {loaded_again}");
        room.act(0, &name, "lay 1").await;
        let Message::Refused { refusal, .. } = answered(&mut room, &name).await else { panic!("it was done") };
        assert_eq!(refusal.key, "match_over");
        // The bot is not asked, and no clock runs, although a minute passes.
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert_eq!(room.store.length(&room.id).await, Ok(room::MOST_MATCH_ENTRIES), "nothing was stored");
        let stored = room.store.find(&room.id).await.expect("readable").expect("there");
        assert!(stored.ending.is_some(), "lists have it as over");
        // The table has committed to its seed, so the record must contain the seed and be valid.
        let record = room.table_record().await;
        let raw = Raw::read(&record).expect("a record");
        assert!(raw.seed().expect("a text").is_some());
        catalog::check(&raw).expect("what was played follows from it");
    }
    room.send(0, Command::Rematch { cmd: "again".to_owned() }).await;
    assert!(matches!(answered(&mut room, "again").await, Message::Done { .. }));
}

#[tokio::test(start_paused = true)]
async fn a_command_that_was_carried_out_long_ago_is_done_and_does_nothing() {
    let mut room = long_solitaire(3001).await;
    room.send(0, Command::Undo { cmd: "old0".to_owned(), n: 1 }).await;
    assert!(matches!(answered(&mut room, "old0").await, Message::Done { .. }));
    assert_eq!(room.store.length(&room.id).await, Ok(3001));
    room.send(0, Command::Undo { cmd: "new".to_owned(), n: 1 }).await;
    assert!(matches!(answered(&mut room, "new").await, Message::Done { .. }));
    assert_eq!(room.store.length(&room.id).await, Ok(3002));
}

#[tokio::test(start_paused = true)]
async fn where_nobody_is_the_bots_stand_still_until_somebody_comes() {
    let asked = json!({"game": "schwarze-dame", "bots": ["random"], "options": {"deals": 1}});
    let mut room = TestTable::open(asked, 1, Seed::numbered(4), Pace::fixed(50)).await;
    // A bot is about to act.
    let mut plays = 0;
    while room.guests[0].frame.must == [0] || plays == 0 {
        if room.guests[0].frame.must == [0] {
            let action = room.legal(0)[0].clone();
            plays += 1;
            room.act(0, &format!("c{plays}"), &action).await;
        }
        room.wait(1).await;
    }
    let guest = room.guests[0].connection;
    assert!(
        room.mailbox()
            .await
            .send(Box::new(Mail::Leave { connection: guest, seen_at: tokio::time::Instant::now() }))
            .await
            .is_ok()
    );
    room.run_until_idle().await;
    let before = room.store.length(&room.id).await.expect("readable");
    tokio::time::sleep(Duration::from_secs(60)).await;
    let after = room.store.length(&room.id).await.expect("readable");
    assert!(after <= before + 1, "what was being thought may still be done: {before} {after}");
    // The table is unloaded, although it waits for a bot.
    tokio::time::sleep(Duration::from_secs(300)).await;
    assert!(!room.tables.is_awake(&room.id));
    room.guests[0] = room.join(Viewer::Seat(Seat::new(0))).await;
    while room.store.length(&room.id).await.expect("readable") == after {
        room.wait(1).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_is_given_up_while_it_is_made_keeps_no_table_awake() {
    let mut room = solitaire().await;
    let guest = room.guests.remove(0).connection;
    let mailbox = room.mailbox().await;
    let session = store::Session { id: store::SessionId(1), name: "Ann".to_owned() };
    for stage in 0..3 {
        let (outbox, messages) = mpsc::channel(9);
        let (reply, answer) = oneshot::channel();
        // In the first round, the client gives up before the table knows the connection. In the second, it gives up
        // after the table has answered, and in the third, after it has read the answer.
        let answer = (stage > 0).then_some(answer);
        assert!(
            mailbox
                .send(Box::new(Mail::Join { session: session.clone(), network: None, shuffles: false, outbox, reply }))
                .await
                .is_ok()
        );
        room.run_until_idle().await;
        if let Some(answer) = answer.filter(|_| stage > 1) {
            assert!(answer.await.is_ok_and(|arrived| arrived.is_ok()));
        }
        drop(messages);
    }
    assert!(
        mailbox.send(Box::new(Mail::Leave { connection: guest, seen_at: tokio::time::Instant::now() })).await.is_ok()
    );
    drop(mailbox);
    tokio::time::sleep(Duration::from_secs(301)).await;
    assert!(!room.tables.is_awake(&room.id));
}

#[tokio::test(start_paused = true)]
async fn a_table_that_meets_a_bug_is_loaded_again_and_its_people_come_back() {
    let mut room = solitaire().await;
    room.act(0, "before", &room.legal(0)[0].clone()).await;
    assert!(matches!(answered(&mut room, "before").await, Message::Done { .. }));
    room.bugs = 1;
    assert!(room.mailbox().await.send(Box::new(Mail::Panic)).await.is_ok());
    let mut guest = room.guests.remove(0);
    while guest.outbox.recv().await.is_some() {}
    let again = room.join(Viewer::Seat(Seat::new(0))).await;
    assert_eq!((again.frame.undo, &again.frame.view), (1, &guest.frame.view), "where they were");
}

/// Checks that a person who keeps reconnecting does not make the log endless. After a second of absence a bot gets the
/// seat. In each deal, the log records at most forty changes between person and bot. After the fortieth change the bot
/// plays the deal to its end. The person gets the seat back with the next deal.
#[tokio::test(start_paused = true)]
async fn a_connection_that_comes_and_goes_makes_no_endless_log() {
    let asked = json!({"game": "schwarze-dame", "open": "friends", "grace_s": 1, "options": {"deals": 2}});
    let mut room = TestTable::open(asked, 4, Seed::numbered(4), Pace::fixed(50)).await;
    room.send(0, Command::Begin { cmd: "begin".to_owned() }).await;
    room.run_until_idle().await;
    // Play waits for another player, who takes no action.
    let away = (room.next().expect("a turn") + 1) % 4;
    for _ in 0..20 {
        hang_up(&mut room, away).await;
        tokio::time::sleep(Duration::from_millis(1_100)).await;
        room.run_until_idle().await;
        come_back(&mut room, away).await;
    }
    let length = room.store.length(&room.id).await.expect("readable");
    assert_eq!(length, 40, "twenty times away and back, and no more");
    assert!(room.guests[away].frame.seats[away].stand_in.is_none(), "it ended with the person back");
    for again in [false, false, true, false] {
        if again {
            // The number of changes survives a restart of the server.
            room = TestTable::of(room.store.clone(), room.id.clone(), 4, Pace::fixed(50)).await;
        }
        hang_up(&mut room, away).await;
        tokio::time::sleep(Duration::from_millis(1_100)).await;
        room.run_until_idle().await;
        come_back(&mut room, away).await;
    }
    assert_eq!(room.store.length(&room.id).await, Ok(length + 1), "one bot more, which stays");
    assert!(room.guests[away].frame.seats[away].stand_in.is_some());
    // The deal goes on. The next deal begins with people in all seats.
    for step in 0..400 {
        if room.guests[0].frame.deal == 1 {
            break;
        }
        let others = (0..4).filter(|seat| *seat != away);
        for seat in others {
            let frame = &room.guests[seat].frame;
            if frame.phase == protocol::MatchPhase::Between {
                room.send(seat, Command::Next { cmd: format!("n{step}") }).await;
            } else if frame.must.contains(&(seat as u8)) {
                room.act(seat, &format!("a{step}"), &room.legal(seat)[0].clone()).await;
            }
            room.run_until_idle().await;
        }
        room.wait(60).await;
    }
    assert_eq!(room.guests[away].frame.deal, 1);
    assert!(room.guests[away].frame.seats[away].stand_in.is_none(), "a new deal is its person's own");
}
