//! Tests of the view of spectators and its delay. The clock is virtual: it advances only while all tasks wait.

use std::time::Duration;

use cards::Seed;
use game::Viewer;
use protocol::{Command, MatchPhase, Message};
use room::Pace;
use serde_json::json;
use store::{Session, SessionId};
use tokio::sync::oneshot;

use super::Mail;
use super::people_tests::{begun, cmd, people, play_a_deal, refusal};
use super::tests::TestTable;
use crate::error::ApiError;

#[tokio::test(start_paused = true)]
async fn spectators_see_no_hand_before_the_deal_is_over_and_all_of_them_then() {
    let mut room = begun(json!({"game": "schwarze-dame", "open": "friends", "options": {"deals": 2}}), 4).await;
    let spectator = room.join(Viewer::Public).await;
    room.guests.push(spectator);
    room.run_until_idle().await;
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
        room.run_until_idle().await;
    }
    let frame = &room.guests[people_count].frame;
    assert!(frame.view["hands"].as_array().expect("hands").iter().all(serde_json::Value::is_array), "all hands now");
    for (n, command) in [
        Command::Act { cmd: cmd("v0"), at: 1, action: "play Qs".into() },
        Command::Next { cmd: cmd("v1") },
        Command::Begin { cmd: cmd("v2") },
        Command::Rematch { cmd: cmd("v3") },
    ]
    .into_iter()
    .enumerate()
    {
        room.send(people_count, command).await;
        room.run_until_idle().await;
        assert_eq!(refusal(&room, people_count, &format!("v{n}")).key, "no_seat");
    }
    // A table that may not be watched refuses spectators.
    let shut = begun(json!({"game": "schwarze-dame", "open": "friends", "watch": false}), 2).await;
    let (outbox, _messages) = tokio::sync::mpsc::channel(9);
    let (reply, answer) = oneshot::channel();
    let session = Session { id: SessionId(77), name: "Guest".to_owned() };
    assert!(
        shut.mailbox()
            .await
            .send(Box::new(Mail::Join { session, network: None, shuffles: false, outbox, reply }))
            .await
            .is_ok()
    );
    assert_eq!(answer.await.expect("an answer"), Err(ApiError::NotYourTable));
}

#[tokio::test(start_paused = true)]
async fn spectators_are_behind_by_the_delay_of_the_table() {
    let mut room = begun(json!({"game": "schwarze-dame", "open": "friends", "watch_delay_s": 60}), 4).await;
    let (outbox, mut messages) = tokio::sync::mpsc::channel(999);
    let (reply, answer) = oneshot::channel();
    let session = Session { id: SessionId(77), name: "Guest".to_owned() };
    assert!(
        room.mailbox()
            .await
            .send(Box::new(Mail::Join { session, network: None, shuffles: false, outbox, reply }))
            .await
            .is_ok()
    );
    let _stays = answer.await.expect("an answer").expect("a place to watch from");
    let mut frames = Vec::new();
    let mut waits = Vec::new();
    let mut receive = |frames: &mut Vec<protocol::Frame>| {
        while let Ok(text) = messages.try_recv() {
            match serde_json::from_str(&text).expect("a message") {
                Message::Frame(frame) => frames.push(*frame),
                Message::Room(people) => waits.push(people.first_ms),
                _ => {}
            }
        }
    };
    receive(&mut frames);
    let seat = room.next().expect("a turn");
    let action = room.legal(seat)[0].clone();
    room.act(seat, "a", &action).await;
    room.wait(59_000).await;
    receive(&mut frames);
    assert!(frames.is_empty(), "nothing before its time");
    room.wait(1_500).await;
    receive(&mut frames);
    assert!(frames[0].since.is_empty(), "the beginning, then what happened");
    for frame in &frames {
        assert!(
            frame.seats.iter().all(|seat| !seat.name.is_empty()),
            "the people who play, not the seats while they were free"
        );
    }
    let actions: Vec<&str> = frames.iter().flat_map(|frame| &frame.since).map(|event| event.action.as_str()).collect();
    assert_eq!(actions, [action.as_str()]);
    assert_eq!(frames.iter().map(|frame| frame.n).collect::<Vec<_>>(), (1..=frames.len() as u64).collect::<Vec<_>>());
    assert!(waits[0].is_some_and(|ms| (59_000..=60_000).contains(&ms)), "it is told how long it waits: {waits:?}");
    assert_eq!(people(&room, 0).first_ms, None, "who plays waits for nothing");
    // A spectator who connects now gets a frame immediately.
    let late = room.join(Viewer::Public).await;
    assert!(matches!(late.inbox[0].1, Message::Frame(_)));
}

/// Returns the number of a deal's frames for a spectator who connects before (`early`) or after the deal.
async fn frames_of_a_deal(early: bool) -> usize {
    let asked = json!({"game": "schwarze-dame", "open": "friends", "watch_delay_s": 600, "options": {"deals": 2}});
    let mut room = begun(asked, 4).await;
    if early {
        let spectator = room.join(Viewer::Public).await;
        room.guests.push(spectator);
    }
    play_a_deal(&mut room).await;
    if !early {
        let spectator = room.join(Viewer::Public).await;
        room.guests.push(spectator);
    }
    tokio::time::sleep(Duration::from_secs(601)).await;
    room.run_until_idle().await;
    let received = &room.guests[4].inbox;
    received.iter().filter(|(_, message)| matches!(message, Message::Frame(frame) if frame.deal == 0)).count()
}

#[tokio::test(start_paused = true)]
async fn frames_are_kept_one_by_one_only_where_somebody_watches() {
    assert!(frames_of_a_deal(true).await > 50, "each card");
    assert!((1..=9).contains(&frames_of_a_deal(false).await), "a few for the whole delay");
}

/// Returns the lines of chat that a guest has read, in order.
fn lines(room: &TestTable, guest: usize) -> Vec<String> {
    let talk = room.guests[guest].inbox.iter().filter_map(|(_, message)| match message {
        Message::Talk { lines } => Some(lines.iter()),
        _ => None,
    });
    talk.flatten().filter_map(|line| line.text.clone()).collect()
}

#[tokio::test(start_paused = true)]
async fn what_players_say_reaches_spectators_with_the_picture_it_speaks_of() {
    let asked = json!({"game": "schwarze-dame", "open": "public", "chat": "free", "watch_delay_s": 120});
    let mut room = TestTable::open(asked, 2, Seed::numbered(1), Pace::fixed(50)).await;
    let spectator = room.join(Viewer::Public).await;
    room.guests.push(spectator);
    room.send(0, Command::Say { cmd: cmd("early"), text: "Hello".into() }).await;
    room.run_until_idle().await;
    assert_eq!(lines(&room, 2), ["Hello"], "before the match nothing is secret");
    room.send(0, Command::Begin { cmd: cmd("begin") }).await;
    room.wait(1_000).await;
    room.send(0, Command::Say { cmd: cmd("queen"), text: "I have the queen of spades".into() }).await;
    room.wait(30_000).await;
    room.send(1, Command::Say { cmd: cmd("late"), text: "Have you".into() }).await;
    room.wait(80_000).await;
    assert_eq!(lines(&room, 1).len(), 3, "players read at once");
    assert_eq!(lines(&room, 2), ["Hello"], "nothing before its time");
    // A spectator who connects now can read exactly as much as a spectator who has watched all the time.
    let late = room.join(Viewer::Public).await;
    room.guests.push(late);
    room.run_until_idle().await;
    assert_eq!(lines(&room, 3), ["Hello"]);
    room.wait(12_000).await;
    for guest in [2, 3] {
        assert_eq!(lines(&room, guest), ["Hello", "I have the queen of spades"]);
    }
    room.wait(30_000).await;
    assert_eq!(lines(&room, 2).last().map(String::as_str), Some("Have you"));
    // The line of chat arrived together with the frame that was current when the line was sent.
    let received = &room.guests[2].inbox;
    let at = |wanted: &str| {
        let index = received.iter().position(|(_, message)| match message {
            Message::Talk { lines } => lines.iter().any(|line| line.text.as_deref() == Some(wanted)),
            _ => false,
        });
        index.expect("it was read")
    };
    let frames = received[..at("I have the queen of spades")].iter();
    assert!(frames.filter(|(_, message)| matches!(message, Message::Frame(_))).count() > 0, "not ahead of the picture");
}

#[tokio::test(start_paused = true)]
async fn spectators_who_are_behind_see_nothing_while_people_gather() {
    let asked = json!({"game": "schwarze-dame", "open": "public", "watch_delay_s": 20});
    let mut room = TestTable::open(asked, 2, Seed::numbered(1), Pace::fixed(50)).await;
    let spectator = room.join(Viewer::Public).await;
    room.guests.push(spectator);
    room.wait(21_000).await;
    assert!(room.guests[2].inbox.iter().all(|(_, message)| matches!(message, Message::Room(_))));
    assert_eq!(people(&room, 2).first_ms, None);
    room.send(0, Command::Begin { cmd: cmd("begin") }).await;
    room.run_until_idle().await;
    assert_eq!(people(&room, 2).first_ms, Some(20_000));
}
