//! People at a table, without a network, in time that stands still until everybody waits.

use std::time::Duration;

use cards::Seed;
use game::{Seat, Viewer};
use protocol::{Command, MatchPhase, Message, People, Refusal, SeatInfo, Stage};
use serde_json::json;
use store::{EventStore, Session, SessionId};
use tokio::sync::oneshot;

use super::tests::TestTable;
use room::by_bots;

use super::tests::logged;
use super::{Mail, Pace};
use crate::error::ApiError;

fn cmd(name: &str) -> String {
    name.to_owned()
}

fn friends() -> serde_json::Value {
    json!({"game": "schwarze-dame", "open": "friends", "options": {"deals": 2}, "bots": ["random"]})
}

/// The last that a guest was told of the people.
pub(super) fn people(room: &TestTable, guest: usize) -> &People {
    let rooms = room.guests[guest].heard.iter().rev();
    rooms
        .filter_map(|(_, message)| match message {
            Message::Room(people) => Some(people.as_ref()),
            _ => None,
        })
        .next()
        .expect("everybody is told at the door")
}

pub(super) fn refusal(room: &TestTable, guest: usize, name: &str) -> Refusal {
    match room.answer(guest, name) {
        Some(Message::Refused { refusal, .. }) => refusal.clone(),
        other => panic!("{name}: {other:?}"),
    }
}

pub(super) fn done(room: &TestTable, guest: usize, name: &str) {
    assert_eq!(room.answer(guest, name), Some(&Message::Done { cmd: name.to_owned() }));
}

/// What guests have heard of who plays a seat.
pub(super) fn told(room: &TestTable, guest: usize) -> Vec<(Option<u8>, String)> {
    let messages = room.guests[guest].heard.iter().filter_map(|(_, message)| match message {
        Message::Frame(frame) => Some(frame.since.iter()),
        _ => None,
    });
    let known = ["bot ", "back", "left", "removed", "joined"];
    let events = messages.flatten().filter(|event| known.iter().any(|word| event.action.starts_with(word)));
    events.map(|event| (event.seat, event.action.clone())).collect()
}

/// What a guest has heard of changes at a seat and of what bots did in somebody's place.
fn events_of(room: &TestTable, guest: usize) -> Vec<protocol::TableEvent> {
    let messages = room.guests[guest].heard.iter().filter_map(|(_, message)| match message {
        Message::Frame(frame) => Some(frame.since.iter()),
        _ => None,
    });
    let known = ["bot ", "back", "left"];
    let about = |event: &&protocol::TableEvent| event.bot || known.iter().any(|word| event.action.starts_with(word));
    messages.flatten().filter(about).cloned().collect()
}

pub(super) async fn sit(room: &TestTable, number: i64) -> Result<u8, ApiError> {
    let session = Session { id: SessionId(number), name: "Guest".to_owned() };
    let (reply, answer) = oneshot::channel();
    assert!(room.mailbox().await.send(Box::new(Mail::Sit { session, reply })).await.is_ok());
    answer.await.expect("an answer")
}

pub(super) async fn hang_up(room: &mut TestTable, seat: usize) {
    let guest = room.guests[seat].connection;
    assert!(
        room.mailbox()
            .await
            .send(Box::new(Mail::Leave { connection: guest, heard: tokio::time::Instant::now() }))
            .await
            .is_ok()
    );
    room.settle().await;
}

pub(super) async fn come_back(room: &mut TestTable, seat: usize) {
    room.guests[seat] = room.join(Viewer::Seat(Seat::new(seat as u8))).await;
    room.settle().await;
}

/// A table of four people, or fewer and bots, at which the match has begun.
pub(super) async fn begun(asked: serde_json::Value, people: usize) -> TestTable {
    let mut room = TestTable::open(asked, people, Seed::numbered(1), Pace::fixed(50)).await;
    room.send(0, Command::Begin { cmd: cmd("begin") }).await;
    room.settle().await;
    done(&room, 0, "begin");
    room
}

#[tokio::test(start_paused = true)]
async fn people_gather_without_a_card_and_the_host_begins_with_bots_on_the_free_seats() {
    let mut room = TestTable::open(friends(), 2, Seed::numbered(1), Pace::fixed(50)).await;
    for ear in &room.guests {
        assert!(!ear.heard.iter().any(|(_, message)| matches!(message, Message::Frame(_))), "no card before the match");
    }
    let first = people(&room, 0);
    assert_eq!((first.stage, first.you, first.hosting, first.host), (Stage::Gathering, Some(0), true, Some(0)));
    assert_eq!(first.seats[2], SeatInfo { free: true, ..SeatInfo::default() });
    assert_eq!((people(&room, 1).hosting, people(&room, 1).you), (false, Some(1)));
    for (n, command) in [
        Command::Act { cmd: cmd("x0"), at: 1, action: "play Qs".into() },
        Command::Next { cmd: cmd("x1") },
        Command::Arm { cmd: cmd("x2"), action: "good".into(), on: true },
    ]
    .into_iter()
    .enumerate()
    {
        room.send(0, command).await;
        room.settle().await;
        assert_eq!(refusal(&room, 0, &format!("x{n}")).key, "gathering");
    }
    room.send(1, Command::Begin { cmd: cmd("no") }).await;
    room.send(0, Command::Begin { cmd: cmd("yes") }).await;
    room.settle().await;
    assert_eq!(refusal(&room, 1, "no").key, "not_host");
    done(&room, 0, "yes");
    assert_eq!(people(&room, 1).stage, Stage::Playing);
    let bots: Vec<Option<&str>> = room.guests[1].frame.seats.iter().map(|seat| seat.bot.as_deref()).collect();
    assert_eq!(bots, [None, None, Some("random"), Some("random")]);
    assert!(room.guests[1].frame.view["hands"][1].is_array() && room.guests[1].frame.view["hands"][0].is_null());
    let stored = room.store.find(&room.id).await.expect("readable").expect("there");
    assert!(stored.setup.started_ms.is_some(), "it is stored");
    assert_eq!(stored.setup.seats[2].bot.as_deref(), Some("random"));
}

#[tokio::test(start_paused = true)]
async fn a_guest_takes_a_free_seat_until_there_is_none() {
    let room = TestTable::open(friends(), 2, Seed::numbered(1), Pace::fixed(50)).await;
    assert_eq!(sit(&room, 2).await, Ok(1), "who sits there sits there");
    assert_eq!(sit(&room, 8).await, Ok(2));
    assert_eq!(sit(&room, 9).await, Ok(3));
    assert_eq!(sit(&room, 10).await, Err(ApiError::Full));
    let stored = room.store.find(&room.id).await.expect("readable").expect("there");
    let names: Vec<&str> = stored.setup.seats.iter().map(|seated| seated.name.as_str()).collect();
    assert_eq!(names, ["Ann", "P1", "Guest", "Guest 2"], "two of one name are told apart");
}

#[tokio::test(start_paused = true)]
async fn the_host_seats_unseats_and_hands_over() {
    let mut room = TestTable::open(friends(), 3, Seed::numbered(1), Pace::fixed(50)).await;
    for (name, command) in [
        ("bot", Command::Bot { cmd: cmd("bot"), seat: 3, level: "club".into() }),
        ("swap", Command::Swap { cmd: cmd("swap"), a: 2, b: 3 }),
        ("over", Command::HandOver { cmd: cmd("over"), seat: 1 }),
    ] {
        room.send(1, command.clone()).await;
        room.settle().await;
        assert_eq!(refusal(&room, 1, name).key, "not_host");
        room.send(0, command).await;
        room.settle().await;
        done(&room, 0, name);
    }
    let seats = &people(&room, 0).seats;
    assert_eq!(seats[2].bot.as_deref(), Some("club"));
    assert_eq!(seats[3].name, "P2", "they have changed places");
    assert_eq!(people(&room, 2).you, Some(3));
    assert_eq!((people(&room, 0).hosting, people(&room, 1).hosting), (false, true));
    for (n, (command, key)) in [
        (Command::Bot { cmd: cmd("k0"), seat: 0, level: "club".into() }, "taken"),
        (Command::Bot { cmd: cmd("k1"), seat: 2, level: "grandmaster".into() }, "unknown_level"),
        (Command::Bot { cmd: cmd("k2"), seat: 9, level: "club".into() }, "unknown_seat"),
        (Command::HandOver { cmd: cmd("k3"), seat: 2 }, "no_person"),
        (Command::Unseat { cmd: cmd("k4"), seat: 1 }, "host"),
    ]
    .into_iter()
    .enumerate()
    {
        room.send(1, command).await;
        room.settle().await;
        assert_eq!(refusal(&room, 1, &format!("k{n}")).key, key);
    }
    room.send(1, Command::Unseat { cmd: cmd("off"), seat: 3 }).await;
    room.settle().await;
    done(&room, 1, "off");
    assert!(people(&room, 0).seats[3].free);
    assert!(room.guests[2].outbox.is_closed(), "who is removed is shown out");
    let last = room.guests[2].heard.last().map(|(_, message)| message.clone());
    assert!(matches!(last, Some(Message::Error { key, .. }) if key == "removed"), "and told so first");
    assert_eq!(sit(&room, 3).await, Err(ApiError::Removed), "for this match");
}

#[tokio::test(start_paused = true)]
async fn leaving_for_good_is_told_apart_from_losing_the_line() {
    let mut room = begun(friends(), 3).await;
    hang_up(&mut room, 1).await;
    room.wait(1500).await;
    room.send(0, Command::Frame {}).await;
    room.settle().await;
    let seat = &people(&room, 0).seats[1];
    assert!(!seat.here && seat.bot.is_none());
    assert!((1400..1700).contains(&seat.away_ms.expect("away")), "{seat:?}");
    assert!(told(&room, 0).is_empty(), "among friends a seat waits");
    tokio::time::sleep(Duration::from_secs(250)).await;
    room.settle().await;
    assert!(told(&room, 0).is_empty(), "for ever");
    come_back(&mut room, 1).await;
    assert_eq!(people(&room, 0).seats[1].away_ms, None);
    room.send(1, Command::Leave { cmd: cmd("bye") }).await;
    room.settle().await;
    done(&room, 1, "bye");
    assert_eq!(told(&room, 0), [(Some(1), "left".to_owned())]);
    let seat = &people(&room, 0).seats[1];
    assert_eq!((seat.name.as_str(), seat.bot.as_deref()), ("Cleo", Some("random")), "a bot bears nobody's name");
    assert!(!room.table_record().await.contains("P1"), "nor does the record");
    let stored = room.store.find(&room.id).await.expect("readable").expect("there");
    assert_eq!(stored.setup.seats[1].session, None);
    // The host leaves: the table goes to who is left.
    room.send(0, Command::Leave { cmd: cmd("bye") }).await;
    room.settle().await;
    assert!(people(&room, 2).hosting);
}

#[tokio::test(start_paused = true)]
async fn nobody_looks_into_two_hands() {
    let mut room = begun(friends(), 3).await;
    room.send(1, Command::Leave { cmd: cmd("bye") }).await;
    room.settle().await;
    // Seat 3 is a bot's too, but this person has seen seat 1.
    assert_eq!(sit(&room, 2).await, Ok(1));
    assert_eq!(sit(&room, 2).await, Ok(1), "twice is once");
    room.settle().await;
    assert_eq!(told(&room, 0), [(Some(1), "left".to_owned())], "it is let in with the next deal");
    assert_eq!(sit(&room, 9).await, Ok(3), "a stranger takes a bot's place, with the next deal");
    assert_eq!(sit(&room, 10).await, Err(ApiError::Full));
}

#[tokio::test(start_paused = true)]
async fn after_the_grace_a_bot_plays_until_its_person_is_back() {
    let asked = json!({"game": "schwarze-dame", "open": "friends", "grace_s": 30, "bots": ["random"]});
    let mut room = begun(asked, 2).await;
    hang_up(&mut room, 1).await;
    room.wait(29_900).await;
    assert!(told(&room, 0).is_empty());
    room.wait(400).await;
    assert_eq!(told(&room, 0), [(Some(1), "bot random".to_owned())]);
    assert_eq!(people(&room, 0).seats[1].stand_in.as_deref(), Some("random"));
    // Play goes on without it.
    for step in 0..5 {
        while room.next() != Some(0) {
            room.wait(50).await;
        }
        let action = room.legal(0)[0].clone();
        room.act(0, &format!("s{step}"), &action).await;
        room.wait(50).await;
    }
    come_back(&mut room, 1).await;
    assert_eq!(told(&room, 0).last(), Some(&(Some(1), "back".to_owned())));
    assert_eq!(people(&room, 0).seats[1].stand_in, None);
    while room.guests[0].frame.must != [1] {
        if room.next() == Some(0) {
            let action = room.legal(0)[0].clone();
            let name = format!("t{}", room.guests[0].frame.n);
            room.act(0, &name, &action).await;
        }
        room.wait(20).await;
    }
    room.wait(3_000).await;
    assert_eq!(room.guests[0].frame.must, [1], "the person decides again");
    // What is stored says who played.
    let events = room.store.events(&room.id).await.expect("readable");
    let took: Vec<&str> =
        events.iter().map(|event| event.entry.as_str()).filter(|entry| entry.contains("took_over")).collect();
    assert_eq!(took.len(), 2, "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn when_everybody_is_away_nobody_is_replaced() {
    let asked = json!({"game": "schwarze-dame", "open": "friends", "grace_s": 30});
    let mut room = begun(asked, 2).await;
    hang_up(&mut room, 0).await;
    hang_up(&mut room, 1).await;
    tokio::time::sleep(Duration::from_secs(200)).await;
    come_back(&mut room, 0).await;
    assert!(told(&room, 0).is_empty());
    assert_eq!(people(&room, 0).seats[1].stand_in, None);
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_runs_out_lets_a_bot_decide_once() {
    let asked = json!({"game": "schwarze-dame", "open": "friends", "clock": "fast", "bots": ["random"]});
    let mut room = begun(asked, 4).await;
    let seat = room.next().expect("somebody's turn");
    let clock = room.guests[0].frame.clock.clone().expect("a clock");
    assert_eq!((clock.ms, clock.left_ms[seat]), (15_000, Some(15_000)));
    assert_eq!(clock.left_ms.iter().flatten().count(), 1, "one clock runs");
    room.wait(14_900).await;
    assert!(told(&room, 0).is_empty());
    room.wait(400).await;
    let who = Some(seat as u8);
    assert_eq!(told(&room, 0), [(who, "bot random".to_owned()), (who, "back".to_owned())]);
    // Everybody is there: it is told as what it was, in frames and in the log.
    let events = events_of(&room, 0);
    assert!(events.iter().all(|event| event.time_up), "{events:?}");
    assert_eq!(events.iter().filter(|event| event.bot).count(), 1, "{events:?}");
    let log = room.store.events(&room.id).await.expect("readable");
    assert_eq!(log.iter().filter(|event| event.entry.contains(r#""why":"clock""#)).count(), 2);
    assert!(by_bots(&logged(&log), 0).iter().all(|by| by.bot && by.time_up));
    assert!(!people(&room, 0).seats[seat].time_up, "and it is over");
    let next = room.next().expect("the game goes on");
    assert_ne!(next, seat);
    let left = room.guests[0].frame.clock.clone().expect("a clock").left_ms;
    assert!(left[next].is_some() && left[seat].is_none());
}

#[tokio::test(start_paused = true)]
async fn a_bot_plays_on_for_somebody_who_is_away_when_the_clock_runs_out() {
    let asked = json!({"game": "schwarze-dame", "open": "friends", "clock": "fast", "bots": ["random"]});
    let mut room = begun(asked, 4).await;
    let seat = room.next().expect("somebody's turn");
    let other = (seat + 1) % 4;
    hang_up(&mut room, seat).await;
    room.wait(15_500).await;
    let events = events_of(&room, other);
    assert_eq!(told(&room, other), [(Some(seat as u8), "bot random".to_owned())]);
    assert!(events.iter().all(|event| !event.time_up), "absence is the reason: {events:?}");
    assert_eq!(people(&room, other).seats[seat].stand_in.as_deref(), Some("random"));
    come_back(&mut room, seat).await;
    assert_eq!(
        events_of(&room, other).last().map(|event| (event.action.as_str(), event.time_up)),
        Some(("back", false))
    );
}

#[tokio::test(start_paused = true)]
async fn the_grace_counts_from_the_last_sign_of_life() {
    let asked = json!({"game": "schwarze-dame", "open": "friends", "grace_s": 30, "bots": ["random"]});
    let mut room = begun(asked, 2).await;
    // The line froze; the server gives it up 13 s later.
    let heard = tokio::time::Instant::now();
    tokio::time::sleep(Duration::from_secs(13)).await;
    let guest = room.guests[1].connection;
    assert!(room.mailbox().await.send(Box::new(Mail::Leave { connection: guest, heard })).await.is_ok());
    room.settle().await;
    let away_ms = people(&room, 0).seats[1].away_ms.expect("away");
    assert!((13_000..13_100).contains(&away_ms), "{away_ms}");
    room.wait(16_500).await;
    assert!(told(&room, 0).is_empty());
    room.wait(1_000).await;
    assert_eq!(told(&room, 0), [(Some(1), "bot random".to_owned())]);
}

/// A round trip was measured on the line of a seat.
async fn lag(room: &mut TestTable, seat: usize, ms: u64) {
    let note = Mail::Latency { connection: room.guests[seat].connection, latency: Duration::from_millis(ms) };
    assert!(room.mailbox().await.send(Box::new(note)).await.is_ok());
    room.settle().await;
}

#[tokio::test(start_paused = true)]
async fn a_slow_line_takes_nothing_from_a_clock_and_pretending_little() {
    for (ms, credited) in [(400, 400), (30_000, 1000)] {
        let asked = json!({"game": "schwarze-dame", "open": "friends", "clock": "fast", "bots": ["random"]});
        let mut room = begun(asked, 4).await;
        for seat in 0..4 {
            lag(&mut room, seat, ms).await;
        }
        // The next decision is the first that begins on a slow line.
        let first = room.next().expect("somebody's turn");
        let action = room.legal(first)[0].clone();
        room.act(first, "first", &action).await;
        room.settle().await;
        let seat = room.next().expect("the next one's turn");
        let clock = room.guests[0].frame.clock.clone().expect("a clock");
        assert_eq!(clock.left_ms[seat], Some(15_000), "what is shown is what one has");
        room.wait(15_000 + credited - 10).await;
        assert!(told(&room, 0).is_empty(), "{ms}");
        room.wait(60).await;
        assert!(!told(&room, 0).is_empty(), "{ms}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_line_is_shown_when_it_becomes_slow_and_when_it_is_not_any_more() {
    let mut room = begun(friends(), 2).await;
    let rooms = |room: &TestTable| {
        let messages = room.guests[1].heard.iter();
        messages.filter(|(_, message)| matches!(message, Message::Room(_))).count()
    };
    let before = rooms(&room);
    for (ms, shown, news) in [(9, None, 0), (250, None, 0), (350, Some(350), 1), (900, Some(350), 1), (40, Some(40), 2)]
    {
        lag(&mut room, 0, ms).await;
        assert_eq!((people(&room, 1).seats[0].lag_ms, rooms(&room) - before), (shown, news), "{ms} ms");
    }
    room.send(1, Command::Frame {}).await;
    room.settle().await;
    assert_eq!(people(&room, 1).seats[0].lag_ms, Some(40));
    lag(&mut room, 0, 9).await;
    room.send(1, Command::Frame {}).await;
    room.settle().await;
    assert_eq!(people(&room, 1).seats[0].lag_ms, None, "less than ten milliseconds are none");
}

#[tokio::test(start_paused = true)]
async fn the_time_in_which_the_server_restarts_counts_for_nobody() {
    for (played, left) in [(50_000, 10_000), (59_900, 5_000)] {
        let mut room = begun(json!({"game": "schwarze-dame", "open": "friends", "clock": "relaxed"}), 4).await;
        let seat = room.next().expect("somebody's turn");
        room.wait(played).await;
        room.stop.cancel();
        room.settle().await;
        let (store, id) = (room.store.clone(), room.id.clone());
        drop(room);
        tokio::time::sleep(Duration::from_secs(3600)).await;
        let room = TestTable::of(store, id, 4, Pace::fixed(50)).await;
        let clock = room.guests[0].frame.clock.clone().expect("a clock");
        let now = clock.left_ms[seat].expect("it runs");
        assert!(now.abs_diff(left) < 200, "{now} of {left} ms after {played} ms");
    }
}

#[tokio::test(start_paused = true)]
async fn a_crash_gives_every_clock_its_whole_time_again() {
    let asked = json!({"game": "schwarze-dame", "open": "friends", "clock": "relaxed"});
    let mut room = begun(asked, 4).await;
    let seat = room.next().expect("somebody's turn");
    room.wait(50_000).await;
    let left = room.guests[0].frame.clock.clone().expect("a clock").left_ms[seat];
    assert!(left.is_some());
    // The machine stands still for an hour, then another server loads the table.
    let (store, id) = (room.store.clone(), room.id.clone());
    drop(room);
    tokio::time::sleep(Duration::from_secs(3600)).await;
    let mut room = TestTable::of(store, id, 4, Pace::fixed(50)).await;
    room.wait(55_000).await;
    assert!(told(&room, 0).is_empty(), "nobody loses time because of us");
    room.wait(6_000).await;
    assert_eq!(told(&room, 0).len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_pause_needs_everybody_and_its_end_needs_one() {
    let asked = json!({"game": "schwarze-dame", "open": "friends", "clock": "relaxed"});
    let mut room = begun(asked, 2).await;
    while room.next().is_none() {
        room.wait(50).await;
    }
    room.send(0, Command::Pause { cmd: cmd("p0"), on: true }).await;
    room.settle().await;
    assert_eq!((people(&room, 1).paused, &people(&room, 1).pause_votes), (false, &vec![0]));
    room.send(1, Command::Pause { cmd: cmd("p1"), on: true }).await;
    room.settle().await;
    assert!(people(&room, 0).paused);
    room.wait(100_000).await;
    assert!(told(&room, 0).is_empty(), "the clocks stand still");
    room.send(1, Command::Pause { cmd: cmd("p2"), on: false }).await;
    room.settle().await;
    assert_eq!((people(&room, 0).paused, people(&room, 0).pause_votes.len()), (false, 0));
    room.wait(61_000).await;
    assert!(!told(&room, 0).is_empty(), "and run on");
    let mut fast = begun(json!({"game": "schwarze-dame", "open": "friends", "clock": "fast"}), 2).await;
    fast.send(0, Command::Pause { cmd: cmd("p0"), on: true }).await;
    fast.settle().await;
    assert_eq!(refusal(&fast, 0, "p0").key, "no_pause");
}

/// Plays a whole deal with people on all seats.
pub(super) async fn play_a_deal(room: &mut TestTable) {
    let mut n = 0;
    while room.guests[0].frame.phase == MatchPhase::Deal {
        match room.next() {
            Some(seat) => {
                let action = room.legal(seat)[0].clone();
                room.act(seat, &format!("d{}-{n}", room.guests[0].frame.deal), &action).await;
                room.settle().await;
            }
            None => room.wait(20).await,
        }
        n += 1;
    }
}

#[tokio::test(start_paused = true)]
async fn the_next_deal_comes_when_all_are_ready_or_after_a_short_time() {
    let mut room = begun(json!({"game": "schwarze-dame", "open": "friends", "options": {"deals": 3}}), 4).await;
    play_a_deal(&mut room).await;
    assert!(people(&room, 0).next_ms.is_some());
    for seat in 0..3 {
        room.send(seat, Command::Next { cmd: cmd("n") }).await;
        room.settle().await;
        done(&room, seat, "n");
        assert!(people(&room, 3).seats[seat].ready);
    }
    assert_eq!(room.guests[0].frame.phase, MatchPhase::Between);
    room.send(3, Command::Next { cmd: cmd("n") }).await;
    room.settle().await;
    assert_eq!((room.guests[0].frame.phase, room.guests[0].frame.deal), (MatchPhase::Deal, 1));
    assert!(people(&room, 3).seats.iter().all(|seat| !seat.ready));
    play_a_deal(&mut room).await;
    room.wait(29_000).await;
    assert_eq!(room.guests[0].frame.phase, MatchPhase::Between);
    room.wait(1_500).await;
    assert_eq!(room.guests[0].frame.phase, MatchPhase::Deal);
}

#[tokio::test(start_paused = true)]
async fn the_same_people_play_again_at_a_table_that_begins_when_all_have_come() {
    let mut room = begun(json!({"game": "schwarze-dame", "open": "friends", "options": {"deals": 1}}), 3).await;
    room.send(0, Command::Rematch { cmd: cmd("early") }).await;
    room.settle().await;
    assert_eq!(refusal(&room, 0, "early").key, "match_goes_on");
    play_a_deal(&mut room).await;
    for seat in [1, 0] {
        room.send(seat, Command::Rematch { cmd: cmd("again") }).await;
        room.settle().await;
        done(&room, seat, "again");
    }
    let next = people(&room, 2).rematch.clone().expect("a table");
    assert_eq!(people(&room, 0).rematch.as_ref(), Some(&next), "one table for all");
    let mut again = TestTable::of(room.store.clone(), next, 2, Pace::fixed(50)).await;
    assert_eq!(people(&again, 0).stage, Stage::Gathering);
    let last = again.join(Viewer::Seat(Seat::new(2))).await;
    again.guests.push(last);
    again.settle().await;
    assert_eq!(people(&again, 0).stage, Stage::Playing);
    assert_ne!(again.guests[0].frame.commitment, room.guests[0].frame.commitment, "with other cards");
}

#[tokio::test(start_paused = true)]
async fn words_are_phrases_unless_the_table_agreed_on_more_and_nobody_floods() {
    let mut room = begun(friends(), 2).await;
    room.send(0, Command::Say { cmd: cmd("s"), text: "Hello".into() }).await;
    room.send(0, Command::Phrase { cmd: cmd("p"), phrase: protocol::Phrase::Hello }).await;
    room.settle().await;
    assert_eq!(refusal(&room, 0, "s").key, "phrases_only");
    done(&room, 0, "p");
    let lines = |room: &TestTable, guest: usize| -> Vec<protocol::ChatLine> {
        let talk = room.guests[guest].heard.iter().filter_map(|(_, message)| match message {
            Message::Talk { lines } => Some(lines.clone()),
            _ => None,
        });
        talk.flatten().collect()
    };
    assert_eq!(lines(&room, 1).len(), 1);
    assert_eq!((lines(&room, 1)[0].seat, lines(&room, 1)[0].phrase), (0, Some(protocol::Phrase::Hello)));
    come_back(&mut room, 1).await;
    assert_eq!(lines(&room, 1).len(), 1, "who comes later hears it once");
    let asked = json!({"game": "schwarze-dame", "open": "friends", "chat": "free"});
    let mut room = begun(asked, 2).await;
    for (n, (text, key)) in
        [("  ", "empty"), (&*"x".repeat(201), "too_long"), ("\u{7}", "empty")].into_iter().enumerate()
    {
        room.send(0, Command::Say { cmd: format!("b{n}"), text: text.to_owned() }).await;
        room.settle().await;
        assert_eq!(refusal(&room, 0, &format!("b{n}")).key, key);
    }
    for n in 0..11 {
        room.send(0, Command::Say { cmd: format!("f{n}"), text: format!("<b>{n}</b>\n\u{1b}[31m") }).await;
    }
    room.settle().await;
    assert_eq!(refusal(&room, 0, "f10").key, "too_fast");
    assert_eq!(lines(&room, 1)[0].text.as_deref(), Some("<b>0</b> [31m"), "text, and no control characters");
    room.send(1, Command::Say { cmd: cmd("other"), text: "calm".into() }).await;
    tokio::time::sleep(Duration::from_secs(11)).await;
    room.send(0, Command::Say { cmd: cmd("later"), text: "again".into() }).await;
    room.settle().await;
    done(&room, 1, "other");
    done(&room, 0, "later");
}

#[tokio::test(start_paused = true)]
async fn watchers_see_no_hand_before_the_deal_is_over_and_all_of_them_then() {
    let mut room = begun(json!({"game": "schwarze-dame", "open": "friends", "options": {"deals": 2}}), 4).await;
    let watcher = room.join(Viewer::Public).await;
    room.guests.push(watcher);
    room.settle().await;
    assert_eq!(people(&room, 0).watchers, 1);
    let people_count = 4;
    while room.guests[0].frame.phase == MatchPhase::Deal {
        let frame = &room.guests[people_count].frame;
        assert_eq!(frame.viewer, None);
        assert!(frame.legal.is_empty() && frame.held.is_none() && frame.armed.is_empty());
        assert!(frame.view["hands"].as_array().expect("hands").iter().all(serde_json::Value::is_null));
        let seat = usize::from(room.guests[0].frame.must[0]);
        let action = room.legal(seat)[0].clone();
        room.act(seat, &format!("w{}", room.guests[0].frame.n), &action).await;
        room.settle().await;
    }
    let frame = &room.guests[people_count].frame;
    assert!(frame.view["hands"].as_array().expect("hands").iter().all(serde_json::Value::is_array), "all hands now");
    for (n, command) in [
        Command::Act { cmd: cmd("v0"), at: 1, action: "play Qs".into() },
        Command::Next { cmd: cmd("v1") },
        Command::Phrase { cmd: cmd("v2"), phrase: protocol::Phrase::Hello },
        Command::Begin { cmd: cmd("v3") },
        Command::Rematch { cmd: cmd("v4") },
    ]
    .into_iter()
    .enumerate()
    {
        room.send(people_count, command).await;
        room.settle().await;
        assert_eq!(refusal(&room, people_count, &format!("v{n}")).key, "no_seat");
    }
    // Where nobody may watch, nobody does.
    let shut = begun(json!({"game": "schwarze-dame", "open": "friends", "watch": false}), 2).await;
    let (outbox, _messages) = tokio::sync::mpsc::channel(9);
    let (reply, answer) = oneshot::channel();
    let session = Session { id: SessionId(77), name: "Guest".to_owned() };
    assert!(shut.mailbox().await.send(Box::new(Mail::Join { session, outbox, reply })).await.is_ok());
    assert_eq!(answer.await.expect("an answer"), Err(ApiError::NotYourTable));
}

#[tokio::test(start_paused = true)]
async fn watchers_are_behind_by_the_delay_of_the_table() {
    let mut room = begun(json!({"game": "schwarze-dame", "open": "friends", "watch_delay_s": 60}), 4).await;
    let (outbox, mut messages) = tokio::sync::mpsc::channel(999);
    let (reply, answer) = oneshot::channel();
    let session = Session { id: SessionId(77), name: "Guest".to_owned() };
    assert!(room.mailbox().await.send(Box::new(Mail::Join { session, outbox, reply })).await.is_ok());
    let _stays = answer.await.expect("an answer").expect("a place to watch from");
    let mut frames = Vec::new();
    let mut waits = Vec::new();
    let mut hear = |frames: &mut Vec<protocol::Frame>| {
        while let Ok(text) = messages.try_recv() {
            match serde_json::from_str(&text).expect("a message") {
                Message::Frame(frame) => frames.push(*frame),
                Message::Room(people) => waits.push(people.first_ms),
                _ => {}
            }
        }
    };
    hear(&mut frames);
    let seat = room.next().expect("a turn");
    let action = room.legal(seat)[0].clone();
    room.act(seat, "a", &action).await;
    room.wait(59_000).await;
    hear(&mut frames);
    assert!(frames.is_empty(), "nothing before its time");
    room.wait(1_500).await;
    hear(&mut frames);
    assert!(frames[0].since.is_empty(), "the beginning, then what happened");
    for frame in &frames {
        assert!(
            frame.seats.iter().all(|seat| !seat.name.is_empty()),
            "the people who play, not the seats while they were free"
        );
    }
    let said: Vec<&str> = frames.iter().flat_map(|frame| &frame.since).map(|event| event.action.as_str()).collect();
    assert_eq!(said, [action.as_str()]);
    assert_eq!(frames.iter().map(|frame| frame.n).collect::<Vec<_>>(), (1..=frames.len() as u64).collect::<Vec<_>>());
    assert!(waits[0].is_some_and(|ms| (59_000..=60_000).contains(&ms)), "it is told how long it waits: {waits:?}");
    assert_eq!(people(&room, 0).first_ms, None, "who plays waits for nothing");
    // Who comes now has something to see at once.
    let late = room.join(Viewer::Public).await;
    assert!(matches!(late.heard[0].1, Message::Frame(_)));
}

/// What a guest has read, in order.
fn lines(room: &TestTable, guest: usize) -> Vec<String> {
    let talk = room.guests[guest].heard.iter().filter_map(|(_, message)| match message {
        Message::Talk { lines } => Some(lines.iter()),
        _ => None,
    });
    talk.flatten().filter_map(|said| said.text.clone()).collect()
}

#[tokio::test(start_paused = true)]
async fn what_players_say_reaches_watchers_with_the_picture_it_speaks_of() {
    let asked = json!({"game": "schwarze-dame", "open": "public", "chat": "free", "watch_delay_s": 120});
    let mut room = TestTable::open(asked, 2, Seed::numbered(1), Pace::fixed(50)).await;
    let watcher = room.join(Viewer::Public).await;
    room.guests.push(watcher);
    room.send(0, Command::Say { cmd: cmd("early"), text: "Hello".into() }).await;
    room.settle().await;
    assert_eq!(lines(&room, 2), ["Hello"], "before the match nothing is secret");
    room.send(0, Command::Begin { cmd: cmd("begin") }).await;
    room.wait(1_000).await;
    room.send(0, Command::Say { cmd: cmd("queen"), text: "I have the queen of spades".into() }).await;
    room.wait(30_000).await;
    room.send(1, Command::Say { cmd: cmd("late"), text: "Have you".into() }).await;
    room.wait(80_000).await;
    assert_eq!(lines(&room, 1).len(), 3, "players read at once");
    assert_eq!(lines(&room, 2), ["Hello"], "nothing before its time");
    // Who comes to watch now reads no more than who watched all the time.
    let late = room.join(Viewer::Public).await;
    room.guests.push(late);
    room.settle().await;
    assert_eq!(lines(&room, 3), ["Hello"]);
    room.wait(12_000).await;
    for guest in [2, 3] {
        assert_eq!(lines(&room, guest), ["Hello", "I have the queen of spades"]);
    }
    room.wait(30_000).await;
    assert_eq!(lines(&room, 2).last().map(String::as_str), Some("Have you"));
    // The picture of the moment at which it was said came with it.
    let heard = &room.guests[2].heard;
    let at = |wanted: &str| {
        let index = heard.iter().position(|(_, message)| match message {
            Message::Talk { lines } => lines.iter().any(|said| said.text.as_deref() == Some(wanted)),
            _ => false,
        });
        index.expect("it was read")
    };
    let frames = heard[..at("I have the queen of spades")].iter();
    assert!(frames.filter(|(_, message)| matches!(message, Message::Frame(_))).count() > 0, "not ahead of the picture");
}

#[tokio::test(start_paused = true)]
async fn watchers_who_are_behind_see_nothing_while_people_gather() {
    let asked = json!({"game": "schwarze-dame", "open": "public", "watch_delay_s": 20});
    let mut room = TestTable::open(asked, 2, Seed::numbered(1), Pace::fixed(50)).await;
    let watcher = room.join(Viewer::Public).await;
    room.guests.push(watcher);
    room.wait(21_000).await;
    assert!(room.guests[2].heard.iter().all(|(_, message)| matches!(message, Message::Room(_))));
    assert_eq!(people(&room, 2).first_ms, None);
    room.send(0, Command::Begin { cmd: cmd("begin") }).await;
    room.settle().await;
    assert_eq!(people(&room, 2).first_ms, Some(20_000));
}
