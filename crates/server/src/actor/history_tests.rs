//! Checks that a player who comes back gets exactly the history that the players who stayed have seen.

use std::time::Duration;

use cards::Seed;
use game::{Rng, Seat, Viewer};
use protocol::{Command, MatchPhase, Message, PastStep, TableEvent};
use serde_json::{Value, json};
use store::EventStore;
use tokio::sync::oneshot;

use super::tests::{TestConnection, TestTable};
use super::timing_tests::until;
use room::{Pace, by_bots};

use super::Mail;
use super::tests::logged;
use crate::error::ApiError;

const WATCHER: i64 = 99;

async fn history(room: &TestTable, session: i64) -> Result<protocol::DealHistory, ApiError> {
    let (reply, answer) = oneshot::channel();
    let note = Mail::read(reply, move |room| room.history(room::PersonId(session)));
    assert!(room.mailbox().await.send(Box::new(note)).await.is_ok());
    answer.await.expect("an answer").map(|history| serde_json::from_str(&history).expect("a history"))
}

/// Returns the current deal as a connection has seen it, frame by frame.
fn seen(guest: &TestConnection) -> Vec<PastStep> {
    let mut steps = Vec::new();
    let mut deal = None;
    for (_, message) in &guest.inbox {
        let Message::Frame(frame) = message else { continue };
        if deal != Some(frame.deal) {
            deal = Some(frame.deal);
            steps.clear();
            steps.push(PastStep { since: Vec::new(), view: frame.view.clone() });
        } else if !frame.since.is_empty() {
            steps.push(PastStep { since: frame.since.clone(), view: frame.view.clone() });
        }
    }
    steps
}

/// Compares two lists of messages about the current deal: the history that one person gets now, and the messages that
/// another person has received since the deal began.
async fn compare(room: &mut TestTable, session: i64, stayed: usize, what: &str) {
    let mut past = history(room, session).await;
    // A bot that thinks on another thread may act between the reading of the history and the reading of the messages.
    for _ in 0..20 {
        room.run_until_idle().await;
        let frame = &room.guests[stayed].frame;
        if past.as_ref().is_ok_and(|past| (past.deal, past.steps.len()) == (frame.deal, frame.past as usize + 1)) {
            break;
        }
        past = history(room, session).await;
    }
    let stayed = &room.guests[stayed];
    let past = match past {
        Ok(past) => past,
        Err(ApiError::UnknownDeal) => {
            assert_eq!(stayed.frame.n, 0, "{what}: what somebody has seen can be told");
            return;
        }
        Err(fault) => panic!("{what}: {fault:?}"),
    };
    assert_eq!(past.deal, stayed.frame.deal, "{what}");
    assert_eq!(past.first, 0);
    assert_eq!(past.steps.len(), stayed.frame.past as usize + 1, "{what}");
    let seen = seen(stayed);
    assert_eq!(past.steps.len(), seen.len(), "{what}");
    for (n, (past, seen)) in past.steps.iter().zip(&seen).enumerate() {
        assert_eq!(past, seen, "{what}, step {n}");
    }
}

/// Plays with people in the first three seats and a spectator. The second player (P1) loses the connection and later
/// comes back.
async fn play(game: &str, watch_delay_s: u32) {
    let what = format!("{game}, {watch_delay_s} s");
    let asked = json!({
        "game": game, "open": "friends", "bots": ["random"], "grace_s": 30, "watch": true, "watch_delay_s": watch_delay_s,
    });
    let mut room = TestTable::open(asked, 3, Seed::numbered(3), Pace::fixed(5)).await;
    room.send(0, Command::Begin { cmd: "begin".to_owned() }).await;
    room.run_until_idle().await;
    let spectator = room.join(Viewer::Public).await;
    room.guests.push(spectator);
    room.run_until_idle().await;
    let mut rng = Rng::new(7);
    let (mut deals, mut away) = (0, false);
    for step in 0..200 {
        if step == 8 {
            let guest = room.guests[1].connection;
            assert!(
                room.mailbox()
                    .await
                    .send(Box::new(Mail::Leave { connection: guest, seen_at: tokio::time::Instant::now() }))
                    .await
                    .is_ok()
            );
            tokio::time::sleep(Duration::from_secs(31)).await;
            room.run_until_idle().await;
            away = true;
        }
        if step == 40 {
            room.guests[1] = room.join(Viewer::Seat(Seat::new(1))).await;
            room.run_until_idle().await;
            away = false;
            let past = history(&room, 2).await.expect("a history");
            let since: Vec<TableEvent> = past.steps.into_iter().flat_map(|step| step.since).collect();
            assert_eq!(since.last().map(|event| event.action.as_str()), Some("back"), "{what}");
            let began = since.iter().any(|event| event.action == "bot random");
            assert!(began || past.deal > 0, "{what}: {since:?}");
        }
        for seat in (0..3).filter(|seat| !away || *seat != 1) {
            let legal = room.legal(seat);
            let frame = &room.guests[seat].frame;
            if frame.phase == MatchPhase::Between {
                room.send(seat, Command::Next { cmd: format!("n{step}") }).await;
            } else if frame.must.contains(&(seat as u8)) && !legal.is_empty() {
                let action = &legal[rng.below(legal.len() as u32) as usize];
                room.act(seat, &format!("a{step}"), action).await;
            }
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        room.run_until_idle().await;
        deals = deals.max(room.guests[0].frame.deal);
        if step % 5 == 0 {
            compare(&mut room, 1, 0, &format!("{what}: Ann after {step}")).await;
            compare(&mut room, 3, 2, &format!("{what}: P2 after {step}")).await;
            compare(&mut room, WATCHER, 3, &format!("{what}: who watches after {step}")).await;
        }
        if room.guests[0].frame.phase == MatchPhase::Over {
            break;
        }
    }
    let frames = room.guests[0].inbox.iter().filter_map(|(_, message)| match message {
        Message::Frame(frame) => Some(&frame.since),
        _ => None,
    });
    let marked: Vec<&TableEvent> = frames.flatten().filter(|event| event.bot).collect();
    assert!(!marked.is_empty() && marked.iter().all(|event| event.seat == Some(1)), "{what}: a bot has played for P1");
    // The log also says which actions a bot did in place of a person, for people who replay the deals.
    let events = room.store.events(&room.id).await.expect("readable");
    let of_log = (0..=deals).flat_map(|deal| by_bots(&logged(&events), deal)).filter(|by| by.bot).count();
    assert_eq!(of_log, marked.len(), "{what}");
    // After a restart the history is the same, including the margins of claims.
    let before = history(&room, 1).await.expect("a history");
    room.stop.cancel();
    room.run_until_idle().await;
    let room = TestTable::of(room.store.clone(), room.id.clone(), 1, Pace::fixed(5)).await;
    let after = history(&room, 1).await.expect("a history");
    // The new history may be longer, because bots may have played on until the server stopped.
    assert_eq!((after.deal, after.first), (before.deal, before.first), "{what}");
    assert!(after.steps.starts_with(&before.steps), "{what}: {before:?} {after:?}");
}

#[tokio::test(start_paused = true)]
async fn whoever_comes_back_is_told_what_those_have_seen_who_stayed() {
    for entry in catalog::entries().iter().filter(|entry| *entry.seats.end() > 3) {
        play(entry.id, 0).await;
    }
}

#[tokio::test(start_paused = true)]
async fn spectators_who_are_behind_are_told_no_more_than_they_have_seen() {
    for entry in catalog::entries().iter().filter(|entry| *entry.seats.end() > 3) {
        play(entry.id, 20).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_solitaire_is_told_with_what_was_taken_back() {
    let mut room = TestTable::open(json!({"game": "rouge-et-noir"}), 1, Seed::numbered(4), Pace::fixed(5)).await;
    for step in 0..12 {
        let action = room.legal(0)[0].clone();
        room.act(0, &format!("a{step}"), &action).await;
        room.run_until_idle().await;
        if step % 4 == 3 {
            room.send(0, Command::Undo { cmd: format!("u{step}"), n: 2 }).await;
            room.run_until_idle().await;
            room.send(0, Command::Redo { cmd: format!("r{step}"), n: 1 }).await;
            room.run_until_idle().await;
        }
        compare(&mut room, 1, 0, &format!("after {step}")).await;
    }
    assert!(seen(&room.guests[0]).len() > 16);
    assert!(matches!(history(&room, 2).await, Err(ApiError::NotYourTable)));
    let past: Value = serde_json::to_value(history(&room, 1).await.expect("a history")).expect("JSON");
    assert!(past["steps"][1]["since"][0].get("bot").is_none(), "{past}");
}

/// Checks a player who undoes and repeats actions for hours. The history must contain only the latest steps, and the
/// deal must go on.
#[tokio::test(start_paused = true)]
async fn of_a_deal_without_end_the_latest_steps_are_told() {
    let mut room = TestTable::open(json!({"game": "rouge-et-noir"}), 1, Seed::numbered(4), Pace::fixed(5)).await;
    for step in 0..30 {
        let action = room.legal(0)[0].clone();
        room.act(0, &format!("a{step}"), &action).await;
        room.run_until_idle().await;
    }
    let mut longest = 0;
    for step in 0..120 {
        room.send(0, Command::Undo { cmd: format!("u{step}"), n: 20 }).await;
        room.run_until_idle().await;
        room.send(0, Command::Redo { cmd: format!("r{step}"), n: 20 }).await;
        room.run_until_idle().await;
        if step % 17 > 0 {
            continue;
        }
        let past = history(&room, 1).await.expect("a history");
        assert_eq!(past.first as usize + past.steps.len(), room.guests[0].frame.past as usize + 1);
        longest = longest.max(past.steps.len());
        let seen = seen(&room.guests[0]);
        assert_eq!(past.steps.last().expect("a step").view, seen.last().expect("a frame").view, "after {step}");
        let end: Vec<&PastStep> = past.steps.iter().rev().take(40).collect();
        assert!(end.into_iter().eq(seen.iter().rev().take(40)), "after {step}");
    }
    assert!(room.guests[0].frame.past > 2000 && longest == 500, "{longest}");
}

/// Checks that if a player acts between the timeout and the bot's decision, everybody sees the action as the player's
/// own.
#[tokio::test(start_paused = true)]
async fn who_is_faster_than_the_bot_that_was_called_has_acted() {
    let asked = json!({"game": "schwarze-dame", "open": "friends", "clock": "fast", "bots": ["random"]});
    let mut room = TestTable::open(asked, 4, Seed::numbered(1), Pace::fixed(5_000)).await;
    room.send(0, Command::Begin { cmd: "begin".to_owned() }).await;
    room.run_until_idle().await;
    let seat = room.next().expect("somebody's turn");
    let action = room.legal(seat)[0].clone();
    tokio::time::sleep(Duration::from_millis(15_500)).await;
    room.run_until_idle().await;
    assert!(
        room.guests[seat].frame.since.iter().any(|event| event.action == "bot random"),
        "{:?}",
        room.guests[seat].frame
    );
    room.act(seat, "late", &action).await;
    room.run_until_idle().await;
    let past = history(&room, 1).await.expect("a history");
    let acts: Vec<&TableEvent> =
        past.steps.iter().flat_map(|step| &step.since).filter(|event| event.action == action).collect();
    let [act] = acts[..] else { panic!("{past:?}") };
    assert_eq!((act.seat, act.bot), (Some(seat as u8), false));
    compare(&mut room, 1, 0, "who stayed was told so").await;
    let events = room.store.events(&room.id).await.expect("readable");
    assert!(by_bots(&logged(&events), 0).iter().all(|by| !by.bot));
}

/// Checks that others see that a seat was advised with the seat's next action, and in no earlier frame. An earlier
/// frame would show that the seat has something to decide. Out of turn, such a decision can only be a claim.
#[tokio::test(start_paused = true)]
async fn others_see_who_was_advised_when_it_acts() {
    let mut room = TestTable::open(
        json!({"game": "schwarze-dame", "open": "friends", "advice": true}),
        4,
        Seed::numbered(1),
        Pace::fixed(50),
    )
    .await;
    room.send(0, Command::Begin { cmd: "begin".to_owned() }).await;
    room.run_until_idle().await;
    let seat = room.next().expect("somebody's turn");
    let other = (seat + 1) % 4;
    let received = room.guests[other].inbox.len();
    room.send(seat, Command::Advise { cmd: "advise".to_owned() }).await;
    until(&mut room, |room| room.answered_advice(seat, "advise")).await;
    assert_eq!(room.guests[seat].frame.advised, [seat as u8]);
    assert_eq!(room.guests[other].inbox.len(), received, "nothing has happened");
    // A frame for a person who connects now, or after a restart, does not reveal it either.
    assert_eq!(room.join(Viewer::Seat(Seat::new(other as u8))).await.frame.advised, [0; 0]);
    room.stop.cancel();
    room.run_until_idle().await;
    let mut room = TestTable::of(room.store.clone(), room.id.clone(), 4, Pace::fixed(50)).await;
    assert_eq!(
        (&room.guests[seat].frame.advised[..], &room.guests[other].frame.advised[..]),
        (&[seat as u8][..], &[][..])
    );
    let action = room.legal(seat)[0].clone();
    room.act(seat, "act", &action).await;
    room.run_until_idle().await;
    assert_eq!(room.guests[other].frame.advised, [seat as u8]);
}
