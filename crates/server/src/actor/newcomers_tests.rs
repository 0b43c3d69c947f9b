//! Tests of people who get a seat during a deal, without a network. The clock is virtual: it advances only while all
//! tasks wait.

use std::collections::BTreeSet;
use std::time::Duration;

use cards::Seed;
use game::{Seat, Viewer};
use protocol::{Command, MatchPhase, Message, Stage};
use room::{Input, Pace};
use serde_json::{Value, json};
use store::{EventStore, Session, SessionId};
use tokio::sync::oneshot;

use super::Mail;
use super::people_tests::{begun, changes, come_back, done, hang_up, people, play_a_deal, refusal, sit};
use super::tests::{TestConnection, TestTable, cards_in};
use crate::error::ApiError;

fn zoe() -> Session {
    Session { id: SessionId(50), name: "Zoe".to_owned() }
}

fn cmd(name: &str) -> String {
    name.to_owned()
}

/// Opens a table with three people and a bot in the last seat, and plays on to the middle of a deal.
async fn in_the_middle(mut asked: Value) -> TestTable {
    asked["game"] = json!("schwarze-dame");
    asked["bots"] = json!(["random"]);
    let mut room = begun(asked, 3).await;
    for step in 0..3 {
        while room.next().is_none() {
            room.wait(20).await;
        }
        let seat = room.next().expect("somebody's turn");
        let action = room.legal(seat)[0].clone();
        room.act(seat, &format!("m{step}"), &action).await;
        room.run_until_idle().await;
    }
    room
}

/// Requests a seat for a person, as a request over HTTP does.
async fn ask(room: &mut TestTable, session: &Session) -> Result<u8, ApiError> {
    let (reply, answer) = oneshot::channel();
    let (person, name) = (room::PersonId(session.id.0), session.name.clone());
    let sits = move |request| Input::Sit { request, person, name, network: None, link_ms: Some(i64::MAX) };
    let sits = Mail::Request { input: Box::new(sits), reply };
    assert!(room.mailbox().await.send(Box::new(sits)).await.is_ok());
    let seat = answer.await.expect("an answer");
    room.run_until_idle().await;
    seat
}

/// Requests a seat for a person and connects them. Returns the number of the guest.
async fn come(room: &mut TestTable, session: &Session) -> usize {
    ask(room, session).await.expect("a bot's seat");
    let guest = room.join_as(session.clone()).await.expect("it may look on");
    room.guests.push(guest);
    room.run_until_idle().await;
    room.guests.len() - 1
}

/// Checks that a person has received only cards that are open for everybody.
fn saw_nothing(guest: &TestConnection, deal: u32) {
    for (_, message) in &guest.inbox {
        let Message::Frame(frame) = message else { continue };
        if frame.deal != deal || frame.phase != MatchPhase::Deal {
            continue;
        }
        assert_eq!((frame.viewer, frame.legal.len(), frame.at), (None, 0, 0));
        assert!(frame.view["hands"].as_array().expect("hands").iter().all(Value::is_null), "{}", frame.view);
    }
}

/// Plays until the next deal has been dealt.
async fn next_deal(room: &mut TestTable) {
    play_a_deal(room).await;
    let deal = room.guests[0].frame.deal;
    for seat in 0..room.guests.len() {
        room.send(seat, Command::Next { cmd: format!("next{deal}") }).await;
    }
    room.run_until_idle().await;
    assert_eq!((room.guests[0].frame.phase, room.guests[0].frame.deal), (MatchPhase::Deal, deal + 1));
}

#[tokio::test(start_paused = true)]
async fn who_takes_a_bots_seat_sees_no_hand_before_the_next_deal() {
    for open in ["friends", "public"] {
        for watch in [true, false] {
            let mut room = in_the_middle(json!({"open": open, "watch": watch, "options": {"deals": 3}})).await;
            let newcomer = come(&mut room, &zoe()).await;
            assert_eq!((people(&room, newcomer).you, people(&room, newcomer).next_seat), (None, Some(3)));
            for guest in [0, newcomer] {
                let seat = &people(&room, guest).seats[3];
                assert_eq!((seat.next_name.as_deref(), seat.bot.as_deref()), (Some("Zoe"), Some("random")), "all know");
                assert_ne!(seat.name, "Zoe", "the bot keeps its own name");
            }
            // The newcomer's own commands reveal no cards either.
            for (name, command) in [
                ("act", Command::Act { cmd: cmd("act"), at: 1, action: "play Qs".into() }),
                ("why", Command::Why { cmd: cmd("why"), action: "play Qs".into() }),
                ("advise", Command::Advise { cmd: cmd("advise") }),
                ("arm", Command::Arm { cmd: cmd("arm"), action: "play Qs".into(), on: true }),
            ] {
                room.send(newcomer, command).await;
                room.run_until_idle().await;
                assert_eq!(refusal(&room, newcomer, name).key, "no_seat");
            }
            let (reply, answer) = oneshot::channel();
            let history = Mail::read(reply, |room| room.history(room::PersonId(zoe().id.0)));
            assert!(room.mailbox().await.send(Box::new(history)).await.is_ok());
            let history: Value = serde_json::from_str(&answer.await.unwrap().unwrap()).unwrap();
            let (mut of_history, mut public) = (BTreeSet::new(), BTreeSet::new());
            cards_in(&history, &mut of_history);
            let spectator = room.guests[newcomer].frame.view.clone();
            cards_in(&spectator, &mut public);
            assert!(of_history.is_subset(&public), "{history}");
            play_a_deal(&mut room).await;
            saw_nothing(&room.guests[newcomer], 0);
            let hands =
                |room: &TestTable| room.guests[newcomer].frame.view["hands"].as_array().cloned().expect("hands");
            assert!(hands(&room).iter().all(Value::is_array), "a finished deal lies open");
            next_deal(&mut room).await;
            let frame = &room.guests[newcomer].frame;
            assert_eq!(
                (frame.viewer, frame.seats[3].name.as_str(), frame.seats[3].bot.as_deref()),
                (Some(3), "Zoe", None)
            );
            assert!(hands(&room)[3].is_array() && hands(&room)[0].is_null(), "its own hand alone");
            assert_eq!(changes(&room, 0).last(), Some(&(Some(3), "joined".to_owned())));
            // The newcomer plays.
            while room.guests[0].frame.must != [3] {
                if let Some(seat) = room.next().filter(|seat| *seat < 3) {
                    let (action, name) = (room.legal(seat)[0].clone(), format!("p{}", room.guests[0].frame.n));
                    room.act(seat, &name, &action).await;
                }
                room.wait(20).await;
            }
            let action = room.legal(newcomer)[0].clone();
            room.act(newcomer, "mine", &action).await;
            room.run_until_idle().await;
            done(&room, newcomer, "mine");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_somebody_left_or_was_removed_from_waits_for_the_next_deal_too() {
    for removed in [false, true] {
        let mut room = in_the_middle(json!({"open": "friends", "options": {"deals": 2}})).await;
        match removed {
            true => room.send(0, Command::Unseat { cmd: cmd("off"), seat: 1 }).await,
            false => room.send(1, Command::Leave { cmd: cmd("bye") }).await,
        }
        room.run_until_idle().await;
        let event = if removed { "removed" } else { "left" };
        assert_eq!(changes(&room, 0), [(Some(1), event.to_owned())]);
        if removed {
            let gone = &room.guests[1];
            assert!(matches!(&gone.inbox.last().expect("words").1, Message::Error { key, .. } if key == "removed"));
            assert!(gone.outbox.is_closed(), "the line is cut");
        }
        let newcomer = come(&mut room, &zoe()).await;
        assert_eq!(people(&room, newcomer).next_seat, Some(1));
        room.wait(500).await;
        saw_nothing(&room.guests[newcomer], 0);
        // A player whom the host has removed can neither play nor watch again, even after a restart. A player who left
        // can do both.
        let former = Session { id: SessionId(2), name: "P1".to_owned() };
        let seat = ask(&mut room, &former).await;
        assert_eq!(seat.err(), Some(if removed { ApiError::Removed } else { ApiError::Full }));
        assert_eq!(room.join_as(former.clone()).await.err(), removed.then_some(ApiError::Removed));
        // A reloaded page requests the record. The error says why the player cannot see the table.
        assert_eq!(room.record_for(former.id).await.err(), removed.then_some(ApiError::Removed));
        if removed {
            let (store, id) = (room.store.clone(), room.id.clone());
            room.stop.cancel();
            room.run_until_idle().await;
            drop(room);
            let mut room = TestTable::of(store, id, 1, Pace::fixed(50)).await;
            assert_eq!(ask(&mut room, &former).await, Err(ApiError::Removed));
            assert_eq!(room.join_as(former).await.err(), Some(ApiError::Removed));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn ones_own_seat_is_given_back_at_once() {
    let mut room = in_the_middle(json!({"open": "friends", "grace_s": 30})).await;
    hang_up(&mut room, 1).await;
    room.wait(30_500).await;
    assert_eq!(changes(&room, 0), [(Some(1), "bot random".to_owned())]);
    assert_eq!(sit(&room, 2).await, Ok(1), "the link leads back");
    come_back(&mut room, 1).await;
    assert_eq!(changes(&room, 0).last(), Some(&(Some(1), "back".to_owned())));
    assert!(room.guests[1].frame.view["hands"][1].is_array());
}

#[tokio::test(start_paused = true)]
async fn a_newcomer_waits_as_long_as_spectators_do() {
    for watch in [true, false] {
        let asked = json!({"open": "friends", "watch": watch, "watch_delay_s": 60, "options": {"deals": 2}});
        let mut room = in_the_middle(asked).await;
        let newcomer = come(&mut room, &zoe()).await;
        let frames = |room: &TestTable| {
            let received = room.guests[newcomer].inbox.iter();
            received.filter(|(_, message)| matches!(message, Message::Frame(_))).count()
        };
        if !watch {
            assert_eq!(frames(&room), 0, "nothing yet");
            assert!(people(&room, newcomer).first_ms.is_some(), "and it is told for how long");
        }
        play_a_deal(&mut room).await;
        saw_nothing(&room.guests[newcomer], 0);
        let open = |room: &TestTable| {
            let received = room.guests[newcomer].inbox.iter();
            received
                .filter(|(_, message)| matches!(message, Message::Frame(frame) if frame.phase != MatchPhase::Deal))
                .count()
        };
        assert_eq!(open(&room), 0, "no open hands before the spectators see them");
        for seat in 0..3 {
            room.send(seat, Command::Next { cmd: cmd("n") }).await;
        }
        room.run_until_idle().await;
        let frame = &room.guests[newcomer].frame;
        assert_eq!((frame.deal, frame.viewer), (1, Some(3)), "and then it plays");
        let (reply, answer) = oneshot::channel();
        assert!(
            room.mailbox()
                .await
                .send(Box::new(Mail::read(reply, |room| room.history(room::PersonId(zoe().id.0)))))
                .await
                .is_ok()
        );
        let history: Value = serde_json::from_str(&answer.await.unwrap().unwrap()).unwrap();
        assert_eq!(history["deal"], 1);
    }
}

#[tokio::test(start_paused = true)]
async fn who_came_in_the_last_deal_plays_the_rematch() {
    let mut room = in_the_middle(json!({"open": "friends", "watch": false, "options": {"deals": 1}})).await;
    let newcomer = come(&mut room, &zoe()).await;
    play_a_deal(&mut room).await;
    assert_eq!(people(&room, newcomer).stage, Stage::Over);
    assert_eq!(people(&room, newcomer).next_seat, Some(3), "the place is kept for the rematch");
    room.send(newcomer, Command::Rematch { cmd: cmd("again") }).await;
    room.run_until_idle().await;
    done(&room, newcomer, "again");
    let next = people(&room, 0).rematch.clone().expect("a table");
    let setup = room.store.find(&next).await.expect("readable").expect("there").setup;
    assert_eq!((setup.seats[3].name.as_str(), setup.seats[3].session), ("Zoe", Some(zoe().id)));
}

#[tokio::test(start_paused = true)]
async fn a_newcomer_who_goes_leaves_the_bot_as_it_was() {
    let mut room = in_the_middle(json!({"open": "public", "options": {"deals": 4}})).await;
    let before = people(&room, 0).seats[3].clone();
    let newcomer = come(&mut room, &zoe()).await;
    room.send(newcomer, Command::Leave { cmd: cmd("bye") }).await;
    room.run_until_idle().await;
    done(&room, newcomer, "bye");
    assert_eq!(people(&room, 0).seats[3], before);
    let gone = room.guests.pop().expect("the newcomer").connection;
    assert!(
        room.mailbox()
            .await
            .send(Box::new(Mail::Leave { connection: gone, seen_at: tokio::time::Instant::now() }))
            .await
            .is_ok()
    );
    // If a newcomer is absent when a deal begins, the newcomer's claim to the seat lasts for one more deal. If the
    // newcomer is also absent when the next deal begins, the claim is lost.
    ask(&mut room, &zoe()).await.expect("a seat");
    assert!(people(&room, 0).seats[3].next_name.is_some());
    next_deal(&mut room).await;
    assert_eq!(people(&room, 0).seats[3].bot.as_deref(), Some("random"), "nobody waits for it");
    while room.next().is_none() {
        room.wait(20).await;
    }
    let seat = room.next().expect("somebody's turn");
    let action = room.legal(seat)[0].clone();
    room.act(seat, "first", &action).await;
    room.run_until_idle().await;
    let guest = room.join_as(zoe()).await.expect("it may look on");
    room.guests.push(guest);
    play_a_deal(&mut room).await;
    saw_nothing(&room.guests[3], 1);
    let gone = room.guests.pop().expect("the newcomer").connection;
    assert!(
        room.mailbox()
            .await
            .send(Box::new(Mail::Leave { connection: gone, seen_at: tokio::time::Instant::now() }))
            .await
            .is_ok()
    );
    next_deal(&mut room).await;
    play_a_deal(&mut room).await;
    assert_eq!(people(&room, 0).seats[3].next_name, None);
    assert_eq!(people(&room, 0).seats[3].name, before.name);
    assert!(!room.table_record().await.contains("Zoe"));
}

#[tokio::test(start_paused = true)]
async fn the_place_of_a_newcomer_survives_a_restart() {
    let mut room = in_the_middle(json!({"open": "friends", "options": {"deals": 2}})).await;
    come(&mut room, &zoe()).await;
    let stored = room.store.find(&room.id).await.expect("readable").expect("there");
    assert!(!stored.state.contains("Zoe"), "no name is kept for it: {}", stored.state);
    room.stop.cancel();
    room.run_until_idle().await;
    let (store, id) = (room.store.clone(), room.id.clone());
    drop(room);
    let mut room = TestTable::of(store, id, 3, Pace::fixed(50)).await;
    let guest = room.join_as(zoe()).await.expect("it may look on");
    room.guests.push(guest);
    room.run_until_idle().await;
    assert_eq!(people(&room, 3).next_seat, Some(3));
    play_a_deal(&mut room).await;
    saw_nothing(&room.guests[3], 0);
    for seat in 0..3 {
        room.send(seat, Command::Next { cmd: cmd("n") }).await;
    }
    room.run_until_idle().await;
    assert_eq!(room.guests[3].frame.viewer, Some(3));
}

#[tokio::test(start_paused = true)]
async fn a_spectator_of_a_public_table_can_take_a_bots_seat() {
    let mut room = in_the_middle(json!({"open": "public"})).await;
    let guest = room.join_as(zoe()).await.expect("anybody may watch");
    room.guests.push(guest);
    room.send(3, Command::Sit { cmd: cmd("taken"), seat: 0 }).await;
    room.send(3, Command::Sit { cmd: cmd("sit"), seat: 3 }).await;
    room.run_until_idle().await;
    assert_eq!(refusal(&room, 3, "taken").key, "full");
    done(&room, 3, "sit");
    assert_eq!((people(&room, 3).you, people(&room, 3).next_seat), (None, Some(3)));
    let mut private = in_the_middle(json!({"open": "friends"})).await;
    let guest = private.join_as(zoe()).await.expect("others may watch");
    private.guests.push(guest);
    private.send(3, Command::Sit { cmd: cmd("sit"), seat: 3 }).await;
    private.run_until_idle().await;
    assert_eq!(refusal(&private, 3, "sit").key, "by_invitation");
}

#[tokio::test(start_paused = true)]
async fn in_a_match_no_host_moves_to_another_hand_or_seats_a_bot() {
    for open in ["friends", "public"] {
        let mut room = in_the_middle(json!({"open": open})).await;
        let hand = room.guests[0].frame.view["hands"][0].clone();
        assert!(hand.is_array());
        room.send(0, Command::Swap { cmd: cmd("swap"), a: 0, b: 3 }).await;
        room.send(0, Command::Bot { cmd: cmd("bot"), seat: 3, level: "expert".to_owned() }).await;
        room.run_until_idle().await;
        for name in ["swap", "bot"] {
            assert_eq!(refusal(&room, 0, name).key, "begun", "{open}");
        }
        let frame = &room.guests[0].frame;
        assert_eq!((frame.viewer, &frame.view["hands"][0], &frame.view["hands"][3]), (Some(0), &hand, &Value::Null));
    }
}

#[tokio::test(start_paused = true)]
async fn at_a_public_table_no_host_removes_strangers_alone() {
    let mut room = in_the_middle(json!({"open": "public"})).await;
    room.send(0, Command::Unseat { cmd: cmd("off"), seat: 1 }).await;
    room.run_until_idle().await;
    assert_eq!(refusal(&room, 0, "off").key, "not_removable");
    hang_up(&mut room, 1).await;
    tokio::time::sleep(Duration::from_secs(59)).await;
    room.send(0, Command::Unseat { cmd: cmd("early"), seat: 1 }).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    room.send(0, Command::Unseat { cmd: cmd("late"), seat: 1 }).await;
    room.run_until_idle().await;
    assert_eq!(refusal(&room, 0, "early").key, "not_removable");
    done(&room, 0, "late");
    // Before the match begins, the host can remove a person who is present.
    let mut filling =
        TestTable::open(json!({"game": "kael", "seats": 4, "open": "public"}), 2, Seed::numbered(1), Pace::fixed(5))
            .await;
    filling.send(0, Command::Unseat { cmd: cmd("off"), seat: 1 }).await;
    filling.run_until_idle().await;
    done(&filling, 0, "off");
}

#[tokio::test(start_paused = true)]
async fn in_a_quick_match_nobody_who_is_there_is_removed() {
    let mut room = super::settings_tests::quick_match(2).await;
    room.send(0, Command::Unseat { cmd: cmd("off"), seat: 1 }).await;
    room.run_until_idle().await;
    assert_eq!(refusal(&room, 0, "off").key, "not_removable");
}

#[tokio::test(start_paused = true)]
async fn a_host_who_is_away_hands_the_table_on_and_does_not_take_it_back() {
    let asked = json!({"game": "schwarze-dame", "open": "friends"});
    let mut room = TestTable::open(asked, 3, Seed::numbered(1), Pace::fixed(50)).await;
    hang_up(&mut room, 0).await;
    room.wait(14_000).await;
    assert!(!people(&room, 1).hosting, "a reload hands nothing on");
    room.wait(1_500).await;
    assert!(people(&room, 1).hosting);
    assert_eq!(people(&room, 2).host, Some(1));
    come_back(&mut room, 0).await;
    assert!(!people(&room, 0).hosting && people(&room, 1).hosting);
    let stored = room.store.find(&room.id).await.expect("readable").expect("there");
    assert_eq!(stored.setup.host, Some(SessionId(2)), "it is stored");
    room.send(1, Command::Begin { cmd: cmd("begin") }).await;
    room.run_until_idle().await;
    done(&room, 1, "begin");
    // During a match, too, another person who is present becomes the host once the host has been absent for a minute.
    hang_up(&mut room, 0).await;
    hang_up(&mut room, 1).await;
    tokio::time::sleep(Duration::from_secs(61)).await;
    room.run_until_idle().await;
    assert_eq!(people(&room, 2).host, Some(2));
}

#[tokio::test(start_paused = true)]
async fn a_rematch_begins_without_a_host_who_never_comes() {
    let mut room = begun(json!({"game": "schwarze-dame", "open": "friends", "options": {"deals": 1}}), 3).await;
    play_a_deal(&mut room).await;
    room.send(0, Command::Rematch { cmd: cmd("again") }).await;
    room.run_until_idle().await;
    let next = people(&room, 1).rematch.clone().expect("a table");
    let mut again = TestTable::of(room.store.clone(), next, 0, Pace::fixed(50)).await;
    for seat in [1, 2] {
        let guest = again.join(Viewer::Seat(Seat::new(seat))).await;
        again.guests.push(guest);
    }
    again.wait(16_000).await;
    assert!(people(&again, 0).hosting, "the first who is there");
    again.send(0, Command::Unseat { cmd: cmd("off"), seat: 0 }).await;
    again.run_until_idle().await;
    done(&again, 0, "off");
    assert_eq!(sit(&again, 1).await, Ok(0), "who was only late is not kept out");
    again.send(0, Command::Unseat { cmd: cmd("off2"), seat: 0 }).await;
    again.send(0, Command::Begin { cmd: cmd("begin") }).await;
    again.run_until_idle().await;
    done(&again, 0, "begin");
    assert_eq!(people(&again, 1).stage, Stage::Playing);
}
