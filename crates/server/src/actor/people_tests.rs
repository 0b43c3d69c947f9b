//! Tests of people at a table, without a network. The clock is virtual: it advances only while all tasks wait.

use std::time::Duration;

use cards::Seed;
use game::{Seat, Viewer};
use protocol::{Command, MatchPhase, Message, People, Refusal, SeatInfo, Stage};
use room::{Input, Pace};
use serde_json::json;
use store::{EventStore, Session, SessionId};
use tokio::sync::oneshot;

use super::Mail;
use super::tests::TestTable;
use crate::error::ApiError;

pub(super) fn cmd(name: &str) -> String {
    name.to_owned()
}

pub(super) fn friends() -> serde_json::Value {
    json!({"game": "schwarze-dame", "open": "friends", "options": {"deals": 2}, "bots": ["random"]})
}

/// Returns the last list of people that a guest has received.
pub(super) fn people(room: &TestTable, guest: usize) -> &People {
    let rooms = room.guests[guest].inbox.iter().rev();
    rooms
        .filter_map(|(_, message)| match message {
            Message::Room(people) => Some(people.as_ref()),
            _ => None,
        })
        .next()
        .expect("everybody is answered")
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

/// Returns the messages that a guest has received about changes of the person or bot on a seat.
pub(super) fn changes(room: &TestTable, guest: usize) -> Vec<(Option<u8>, String)> {
    let messages = room.guests[guest].inbox.iter().filter_map(|(_, message)| match message {
        Message::Frame(frame) => Some(frame.since.iter()),
        _ => None,
    });
    let known = ["bot ", "back", "left", "removed", "joined"];
    let events = messages.flatten().filter(|event| known.iter().any(|word| event.action.starts_with(word)));
    events.map(|event| (event.seat, event.action.clone())).collect()
}

/// Returns the events that a guest has received about changes at a seat and about a bot's actions in place of a person.
pub(super) fn events_of(room: &TestTable, guest: usize) -> Vec<protocol::TableEvent> {
    let messages = room.guests[guest].inbox.iter().filter_map(|(_, message)| match message {
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
    let (person, name) = (room::PersonId(session.id.0), session.name);
    let sits = move |request| Input::Sit { request, person, name, network: None, link_ms: Some(i64::MAX) };
    let sits = Mail::Request { input: Box::new(sits), reply };
    assert!(room.mailbox().await.send(Box::new(sits)).await.is_ok());
    answer.await.expect("an answer")
}

pub(super) async fn hang_up(room: &mut TestTable, seat: usize) {
    let guest = room.guests[seat].connection;
    assert!(
        room.mailbox()
            .await
            .send(Box::new(Mail::Leave { connection: guest, seen_at: tokio::time::Instant::now() }))
            .await
            .is_ok()
    );
    room.run_until_idle().await;
}

pub(super) async fn come_back(room: &mut TestTable, seat: usize) {
    room.guests[seat] = room.join(Viewer::Seat(Seat::new(seat as u8))).await;
    room.run_until_idle().await;
}

/// Opens a table of four with this number of people, fills the other seats with bots, and begins the match.
pub(super) async fn begun(asked: serde_json::Value, people: usize) -> TestTable {
    let mut room = TestTable::open(asked, people, Seed::numbered(1), Pace::fixed(50)).await;
    room.send(0, Command::Begin { cmd: cmd("begin") }).await;
    room.run_until_idle().await;
    done(&room, 0, "begin");
    room
}

#[tokio::test(start_paused = true)]
async fn people_gather_without_a_card_and_the_host_begins_with_bots_on_the_free_seats() {
    let mut room = TestTable::open(friends(), 2, Seed::numbered(1), Pace::fixed(50)).await;
    for guest in &room.guests {
        assert!(
            !guest.inbox.iter().any(|(_, message)| matches!(message, Message::Frame(_))),
            "no card before the match"
        );
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
        room.run_until_idle().await;
        assert_eq!(refusal(&room, 0, &format!("x{n}")).key, "gathering");
    }
    room.send(1, Command::Begin { cmd: cmd("no") }).await;
    room.send(0, Command::Begin { cmd: cmd("yes") }).await;
    room.run_until_idle().await;
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
        room.run_until_idle().await;
        assert_eq!(refusal(&room, 1, name).key, "not_host");
        room.send(0, command).await;
        room.run_until_idle().await;
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
        room.run_until_idle().await;
        assert_eq!(refusal(&room, 1, &format!("k{n}")).key, key);
    }
    room.send(1, Command::Unseat { cmd: cmd("off"), seat: 3 }).await;
    room.run_until_idle().await;
    done(&room, 1, "off");
    assert!(people(&room, 0).seats[3].free);
    assert!(room.guests[2].outbox.is_closed(), "who is removed is shown out");
    let last = room.guests[2].inbox.last().map(|(_, message)| message.clone());
    assert!(matches!(last, Some(Message::Error { key, .. }) if key == "removed"), "and told so first");
    assert_eq!(sit(&room, 3).await, Err(ApiError::Removed), "for this match");
}

#[tokio::test(start_paused = true)]
async fn leaving_for_good_is_told_apart_from_losing_the_line() {
    let mut room = begun(friends(), 3).await;
    hang_up(&mut room, 1).await;
    room.wait(1500).await;
    room.send(0, Command::Frame {}).await;
    room.run_until_idle().await;
    let seat = &people(&room, 0).seats[1];
    assert!(!seat.here && seat.bot.is_none());
    assert!((1400..1700).contains(&seat.away_ms.expect("away")), "{seat:?}");
    assert!(changes(&room, 0).is_empty(), "among friends a seat waits");
    tokio::time::sleep(Duration::from_secs(250)).await;
    room.run_until_idle().await;
    assert!(changes(&room, 0).is_empty(), "for ever");
    come_back(&mut room, 1).await;
    assert_eq!(people(&room, 0).seats[1].away_ms, None);
    room.send(1, Command::Leave { cmd: cmd("bye") }).await;
    room.run_until_idle().await;
    done(&room, 1, "bye");
    assert_eq!(changes(&room, 0), [(Some(1), "left".to_owned())]);
    let seat = &people(&room, 0).seats[1];
    assert_eq!((seat.name.as_str(), seat.bot.as_deref()), ("Cleo", Some("random")), "a bot bears nobody's name");
    assert!(!room.table_record().await.contains("P1"), "nor does the record");
    let stored = room.store.find(&room.id).await.expect("readable").expect("there");
    assert_eq!(stored.setup.seats[1].session, None);
    // The host leaves, so the person who stays becomes the host.
    room.send(0, Command::Leave { cmd: cmd("bye") }).await;
    room.run_until_idle().await;
    assert!(people(&room, 2).hosting);
}

#[tokio::test(start_paused = true)]
async fn nobody_looks_into_two_hands() {
    let mut room = begun(friends(), 3).await;
    room.send(1, Command::Leave { cmd: cmd("bye") }).await;
    room.run_until_idle().await;
    // Seat 3 also belongs to a bot, but this person has seen the cards of seat 1 and so gets seat 1.
    assert_eq!(sit(&room, 2).await, Ok(1));
    assert_eq!(sit(&room, 2).await, Ok(1), "twice is once");
    room.run_until_idle().await;
    assert_eq!(changes(&room, 0), [(Some(1), "left".to_owned())], "it is let in with the next deal");
    assert_eq!(sit(&room, 9).await, Ok(3), "a stranger takes a bot's place, with the next deal");
    assert_eq!(sit(&room, 10).await, Err(ApiError::Full));
}

/// Plays a whole deal with people in all seats.
pub(super) async fn play_a_deal(room: &mut TestTable) {
    let mut n = 0;
    while room.guests[0].frame.phase == MatchPhase::Deal {
        match room.next() {
            Some(seat) => {
                let action = room.legal(seat)[0].clone();
                room.act(seat, &format!("d{}-{n}", room.guests[0].frame.deal), &action).await;
                room.run_until_idle().await;
            }
            None => room.wait(20).await,
        }
        n += 1;
    }
}

#[tokio::test(start_paused = true)]
async fn the_next_deal_comes_when_all_are_ready_or_after_a_short_time() {
    let asked = json!({"game": "schwarze-dame", "open": "friends", "clock": "relaxed", "options": {"deals": 3}});
    let mut room = begun(asked, 4).await;
    play_a_deal(&mut room).await;
    assert!(people(&room, 0).next_ms.is_some());
    for seat in 0..3 {
        room.send(seat, Command::Next { cmd: cmd("n") }).await;
        room.run_until_idle().await;
        done(&room, seat, "n");
        assert!(people(&room, 3).seats[seat].ready);
    }
    assert_eq!(room.guests[0].frame.phase, MatchPhase::Between);
    room.send(3, Command::Next { cmd: cmd("n") }).await;
    room.run_until_idle().await;
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
    room.run_until_idle().await;
    assert_eq!(refusal(&room, 0, "early").key, "match_goes_on");
    play_a_deal(&mut room).await;
    for seat in [1, 0] {
        room.send(seat, Command::Rematch { cmd: cmd("again") }).await;
        room.run_until_idle().await;
        done(&room, seat, "again");
    }
    let next = people(&room, 2).rematch.clone().expect("a table");
    assert_eq!(people(&room, 0).rematch.as_ref(), Some(&next), "one table for all");
    let mut again = TestTable::of(room.store.clone(), next, 2, Pace::fixed(50)).await;
    assert_eq!(people(&again, 0).stage, Stage::Gathering);
    let last = again.join(Viewer::Seat(Seat::new(2))).await;
    again.guests.push(last);
    again.run_until_idle().await;
    assert_eq!(
        (people(&again, 0).stage, people(&again, 0).begins_ms),
        (Stage::Gathering, Some(10_000)),
        "it counts down"
    );
    again.wait(10_000).await;
    assert_eq!(people(&again, 0).stage, Stage::Playing);
    assert_ne!(again.guests[0].frame.commitment, room.guests[0].frame.commitment, "with other cards");
}

#[tokio::test(start_paused = true)]
async fn words_are_phrases_unless_the_table_agreed_on_more_and_nobody_floods() {
    let mut room = begun(friends(), 2).await;
    room.send(0, Command::Say { cmd: cmd("s"), text: "Hello".into() }).await;
    room.send(0, Command::Phrase { cmd: cmd("p"), phrase: protocol::Phrase::Hello }).await;
    room.run_until_idle().await;
    assert_eq!(refusal(&room, 0, "s").key, "phrases_only");
    done(&room, 0, "p");
    let lines = |room: &TestTable, guest: usize| -> Vec<protocol::ChatLine> {
        let talk = room.guests[guest].inbox.iter().filter_map(|(_, message)| match message {
            Message::Talk { lines } => Some(lines.clone()),
            _ => None,
        });
        talk.flatten().collect()
    };
    assert_eq!(lines(&room, 1).len(), 1);
    assert_eq!((lines(&room, 1)[0].seat, lines(&room, 1)[0].phrase), (Some(0), Some(protocol::Phrase::Hello)));
    come_back(&mut room, 1).await;
    assert_eq!(lines(&room, 1).len(), 1, "who comes later hears it once");
    let asked = json!({"game": "schwarze-dame", "open": "friends", "chat": "free"});
    let mut room = begun(asked, 2).await;
    for (n, (text, key)) in
        [("  ", "empty"), (&*"x".repeat(201), "too_long"), ("\u{7}", "empty")].into_iter().enumerate()
    {
        room.send(0, Command::Say { cmd: format!("b{n}"), text: text.to_owned() }).await;
        room.run_until_idle().await;
        assert_eq!(refusal(&room, 0, &format!("b{n}")).key, key);
    }
    for n in 0..11 {
        room.send(0, Command::Say { cmd: format!("f{n}"), text: format!("<b>{n}</b>\n\u{1b}[31m") }).await;
    }
    room.run_until_idle().await;
    assert_eq!(refusal(&room, 0, "f10").key, "too_fast");
    assert_eq!(lines(&room, 1)[0].text.as_deref(), Some("<b>0</b> [31m"), "text, and no control characters");
    room.send(1, Command::Say { cmd: cmd("other"), text: "calm".into() }).await;
    tokio::time::sleep(Duration::from_secs(11)).await;
    room.send(0, Command::Say { cmd: cmd("later"), text: "again".into() }).await;
    room.run_until_idle().await;
    done(&room, 1, "other");
    done(&room, 0, "later");
}
