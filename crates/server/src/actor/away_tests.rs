//! Tests of people who are away, slow, or out of time, and of pauses. The clock is virtual: it advances only while all
//! tasks wait.

use std::time::Duration;

use protocol::{Command, Message};
use room::{Pace, by_bots};
use serde_json::json;
use store::EventStore;

use super::Mail;
use super::people_tests::{begun, changes, cmd, come_back, done, events_of, friends, hang_up, people, refusal};
use super::tests::{TestTable, logged};

#[tokio::test(start_paused = true)]
async fn after_the_grace_a_bot_plays_until_its_person_is_back() {
    let asked = json!({"game": "schwarze-dame", "open": "friends", "grace_s": 30, "bots": ["random"]});
    let mut room = begun(asked, 2).await;
    hang_up(&mut room, 1).await;
    room.wait(29_900).await;
    assert!(changes(&room, 0).is_empty());
    room.wait(400).await;
    assert_eq!(changes(&room, 0), [(Some(1), "bot random".to_owned())]);
    assert_eq!(people(&room, 0).seats[1].stand_in.as_deref(), Some("random"));
    // Play goes on without the absent person.
    for step in 0..5 {
        while room.next() != Some(0) {
            room.wait(50).await;
        }
        let action = room.legal(0)[0].clone();
        room.act(0, &format!("s{step}"), &action).await;
        room.wait(50).await;
    }
    come_back(&mut room, 1).await;
    assert_eq!(changes(&room, 0).last(), Some(&(Some(1), "back".to_owned())));
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
    // The stored events name the players.
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
    assert!(changes(&room, 0).is_empty());
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
    assert!(changes(&room, 0).is_empty());
    room.wait(400).await;
    let who = Some(seat as u8);
    assert_eq!(changes(&room, 0), [(who, "bot random".to_owned()), (who, "back".to_owned())]);
    // Everybody is present. So the events must name the timeout as the reason for the bot's actions, both in frames and
    // in the log.
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
    assert_eq!(changes(&room, other), [(Some(seat as u8), "bot random".to_owned())]);
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
    // The connection has failed without being closed; the server gives it up 13 s later.
    let seen_at = tokio::time::Instant::now();
    tokio::time::sleep(Duration::from_secs(13)).await;
    let guest = room.guests[1].connection;
    assert!(room.mailbox().await.send(Box::new(Mail::Leave { connection: guest, seen_at })).await.is_ok());
    room.run_until_idle().await;
    let away_ms = people(&room, 0).seats[1].away_ms.expect("away");
    assert!((13_000..13_100).contains(&away_ms), "{away_ms}");
    room.wait(16_500).await;
    assert!(changes(&room, 0).is_empty());
    room.wait(1_000).await;
    assert_eq!(changes(&room, 0), [(Some(1), "bot random".to_owned())]);
}

/// Sets the measured latency of a seat's connection.
async fn set_latency(room: &mut TestTable, seat: usize, ms: u64) {
    let (connection, latency) = (room.guests[seat].connection, Duration::from_millis(ms));
    let note = Mail::Input(room::Input::Latency { connection, latency });
    assert!(room.mailbox().await.send(Box::new(note)).await.is_ok());
    room.run_until_idle().await;
}

#[tokio::test(start_paused = true)]
async fn a_slow_line_takes_nothing_from_a_clock_and_pretending_little() {
    for (ms, credited) in [(400, 400), (30_000, 1000)] {
        let asked = json!({"game": "schwarze-dame", "open": "friends", "clock": "fast", "bots": ["random"]});
        let mut room = begun(asked, 4).await;
        for seat in 0..4 {
            set_latency(&mut room, seat, ms).await;
        }
        // The measured latency does not apply to the current decision, but from the next decision on.
        let first = room.next().expect("somebody's turn");
        let action = room.legal(first)[0].clone();
        room.act(first, "first", &action).await;
        room.run_until_idle().await;
        let seat = room.next().expect("the next one's turn");
        let clock = room.guests[0].frame.clock.clone().expect("a clock");
        assert_eq!(clock.left_ms[seat], Some(15_000), "what is shown is what one has");
        room.wait(15_000 + credited - 10).await;
        assert!(changes(&room, 0).is_empty(), "{ms}");
        room.wait(60).await;
        assert!(!changes(&room, 0).is_empty(), "{ms}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_line_is_shown_when_it_becomes_slow_and_when_it_is_not_any_more() {
    let mut room = begun(friends(), 2).await;
    let rooms = |room: &TestTable| {
        let messages = room.guests[1].inbox.iter();
        messages.filter(|(_, message)| matches!(message, Message::Room(_))).count()
    };
    let before = rooms(&room);
    for (ms, shown, news) in [(9, None, 0), (250, None, 0), (350, Some(350), 1), (900, Some(350), 1), (40, Some(40), 2)]
    {
        set_latency(&mut room, 0, ms).await;
        assert_eq!((people(&room, 1).seats[0].lag_ms, rooms(&room) - before), (shown, news), "{ms} ms");
    }
    room.send(1, Command::Frame {}).await;
    room.run_until_idle().await;
    assert_eq!(people(&room, 1).seats[0].lag_ms, Some(40));
    set_latency(&mut room, 0, 9).await;
    room.send(1, Command::Frame {}).await;
    room.run_until_idle().await;
    assert_eq!(people(&room, 1).seats[0].lag_ms, None, "less than ten milliseconds are none");
}

#[tokio::test(start_paused = true)]
async fn the_time_in_which_the_server_restarts_counts_for_nobody() {
    for (played, left) in [(50_000, 10_000), (59_900, 5_000)] {
        let mut room = begun(json!({"game": "schwarze-dame", "open": "friends", "clock": "relaxed"}), 4).await;
        let seat = room.next().expect("somebody's turn");
        room.wait(played).await;
        room.stop.cancel();
        room.run_until_idle().await;
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
async fn after_a_crash_a_clock_goes_on_with_what_was_stored_last() {
    let asked = json!({"game": "schwarze-dame", "open": "friends", "clock": "relaxed"});
    let mut room = begun(asked, 4).await;
    let seat = room.next().expect("somebody's turn");
    room.wait(50_000).await;
    let left = room.guests[0].frame.clock.clone().expect("a clock").left_ms[seat];
    assert!(left.is_some());
    // The server stops for an hour. After that, another server loads the table.
    let (store, id) = (room.store.clone(), room.id.clone());
    drop(room);
    tokio::time::sleep(Duration::from_secs(3600)).await;
    let mut room = TestTable::of(store, id, 4, Pace::fixed(50)).await;
    // The player has 10 s left or up to 5 s more, because the remaining time is stored only every 5 s.
    room.wait(4_000).await;
    assert!(changes(&room, 0).is_empty(), "nobody loses time because of us");
    room.wait(13_000).await;
    assert_eq!(changes(&room, 0).len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_pause_needs_everybody_and_its_end_needs_one() {
    let asked = json!({"game": "schwarze-dame", "open": "friends", "clock": "relaxed"});
    let mut room = begun(asked, 2).await;
    while room.next().is_none() {
        room.wait(50).await;
    }
    room.send(0, Command::Pause { cmd: cmd("p0"), on: true }).await;
    room.run_until_idle().await;
    assert_eq!((people(&room, 1).paused, &people(&room, 1).pause_votes), (false, &vec![0]));
    room.send(1, Command::Pause { cmd: cmd("p1"), on: true }).await;
    room.run_until_idle().await;
    assert!(people(&room, 0).paused);
    room.wait(100_000).await;
    assert!(changes(&room, 0).is_empty(), "the clocks stand still");
    room.send(1, Command::Pause { cmd: cmd("p2"), on: false }).await;
    room.run_until_idle().await;
    assert_eq!((people(&room, 0).paused, people(&room, 0).pause_votes.len()), (false, 0));
    room.wait(61_000).await;
    assert!(!changes(&room, 0).is_empty(), "and run on");
    let mut fast = begun(json!({"game": "schwarze-dame", "open": "friends", "clock": "fast"}), 2).await;
    fast.send(0, Command::Pause { cmd: cmd("p0"), on: true }).await;
    fast.run_until_idle().await;
    assert_eq!(refusal(&fast, 0, "p0").key, "no_pause");
}

#[tokio::test(start_paused = true)]
async fn while_the_store_is_away_no_clock_runs_out() {
    let asked = json!({"game": "schwarze-dame", "open": "friends", "clock": "fast", "bots": ["random"]});
    let mut room = begun(asked, 4).await;
    let seat = room.next().expect("somebody's turn");
    let action = room.legal(seat)[0].clone();
    room.wait(5_000).await;
    room.store.set_away(true);
    room.act(seat, "refused", &action).await;
    room.run_until_idle().await;
    assert_eq!(refusal(&room, seat, "refused").key, "store_away");
    let stands = room.guests[0].frame.clock.clone().expect("a clock");
    assert!(stands.paused, "everybody is told");
    room.wait(60_000).await;
    assert!(changes(&room, 0).is_empty(), "nobody loses time because of us");
    room.store.set_away(false);
    while room.guests[0].frame.clock.as_ref().is_some_and(|clock| clock.paused) {
        room.wait(50).await;
    }
    let goes_on = room.guests[0].frame.clock.clone().expect("a clock");
    assert_eq!(goes_on.left_ms, stands.left_ms);
    room.act(seat, "stored", &action).await;
    room.run_until_idle().await;
    done(&room, seat, "stored");
    assert!(changes(&room, 0).is_empty());
}
