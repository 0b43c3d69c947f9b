//! Checks the times at which bots act. These times must not reveal how many legal actions a bot has, how long it
//! thinks, or which work the server does for others. The clock is virtual: it advances only while all tasks wait.

use std::cmp;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use cards::Seed;
use game::Rng;
use protocol::{Command, Frame, MatchPhase, Message};
use room::Pace;
use serde_json::json;
use store::SessionId;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::Mail;
use super::script::{Script, Scripted};
use super::tests::TestTable;
use crate::metrics::Sampled;
use crate::turns::JobOwner;
use crate::work::Cancel;

/// A decision of a bot: the number of legal actions, and the time that the other players waited for the decision.
struct Timed {
    legal: usize,
    waited: Duration,
}

/// Returns the thinking time of a bot of a level: usually as measured in docs/bots/levels.md, and sometimes longer.
fn thinks(level: &str, legal: usize, rng: &mut Rng) -> Duration {
    let (least, most) = match (level, legal) {
        (_, 1) => (0, 1),
        ("master" | "champion", _) => (40, 900),
        ("expert", _) => (3, 300),
        _ => (0, 2),
    };
    Duration::from_millis(least + u64::from(rng.below((most - least) as u32 + 1)))
}

/// Makes bots that choose at random. A bot thinks for the time that `thinks` returns for its level and its number of
/// legal actions. Records the questions to the bots.
fn script(
    seed: u64,
    asked: Arc<Mutex<Vec<usize>>>,
    thinks: impl Fn(&str, usize, &mut Rng) -> Duration + Send + Sync + 'static,
) -> Script {
    let rng = Mutex::new(Rng::new(seed));
    Arc::new(move |table, seat, level| {
        let mut rng = rng.lock().expect("no panic");
        let legal = table.legal(seat);
        asked.lock().expect("no panic").push(legal.len());
        let thinks = thinks(level, legal.len(), &mut rng);
        Scripted { thinks, action: Some(legal[rng.below(legal.len() as u32) as usize].clone()) }
    })
}

/// Plays a match of Schwarze Dame: a person against three bots of one level. The person plays each card immediately.
/// Returns the decisions of the bots.
async fn timed(level: &str, deals: u32, seed: u64, pace: Pace) -> Vec<Timed> {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let table = json!({"game": "schwarze-dame", "options": {"deals": deals}, "bots": [level, level, level]});
    let mut room = TestTable::scripted(table, 1, Seed::numbered(seed), pace, script(seed, asked.clone(), thinks)).await;
    let mut frame = room.guests[0].frame.clone();
    let mut before = Instant::now();
    let mut waited = Vec::new();
    for step in 0.. {
        let cmd = format!("c{step}");
        if frame.phase == MatchPhase::Between {
            room.send(0, Command::Next { cmd }).await;
        } else if frame.must.contains(&0) {
            let action = frame.legal[0]["action"].as_str().expect("notation").to_owned();
            room.send(0, Command::Act { cmd, at: frame.at, action }).await;
        }
        frame = next_frame(&mut room.guests[0].outbox).await;
        if frame.since.iter().any(|event| event.seat.is_some_and(|seat| seat != 0)) {
            waited.push(before.elapsed());
        }
        before = Instant::now();
        if frame.phase == MatchPhase::Over {
            break;
        }
    }
    let legal = std::mem::take(&mut *asked.lock().expect("no panic"));
    assert_eq!(legal.len(), waited.len(), "every decision is asked once");
    legal.into_iter().zip(waited).map(|(legal, waited)| Timed { legal, waited }).collect()
}

pub(super) async fn next_frame(outbox: &mut mpsc::Receiver<Utf8Bytes>) -> Box<Frame> {
    loop {
        let text = outbox.recv().await.expect("the table goes on");
        if let Message::Frame(frame) = serde_json::from_str(&text).expect("a message") {
            return frame;
        }
    }
}

/// Returns how well the time reveals a forced decision: 0.5 means not at all, 0 or 1 means always. This is the area
/// under the curve (AUC).
fn area_under_the_curve(decisions: &[Timed]) -> f64 {
    let (forced, free): (Vec<&Timed>, Vec<&Timed>) = decisions.iter().partition(|decision| decision.legal == 1);
    let [forced, free] = [forced, free].map(|all| all.iter().map(|decision| decision.waited).collect::<Vec<_>>());
    pairs_with_a_longer(&free, &forced) / (forced.len() * free.len()) as f64
}

/// Counts the pairs (a time from `first`, a time from `second`) in which the time from `first` is longer. A pair of
/// equal times counts half.
pub(super) fn pairs_with_a_longer(first: &[Duration], second: &[Duration]) -> f64 {
    let pairs = first.iter().flat_map(|first| second.iter().map(move |second| first.cmp(second)));
    let counts = pairs.map(|order| match order {
        cmp::Ordering::Greater => 1.0,
        cmp::Ordering::Equal => 0.5,
        cmp::Ordering::Less => 0.0,
    });
    counts.sum()
}

#[tokio::test(start_paused = true)]
async fn a_forced_move_takes_as_long_as_a_free_one_at_every_level() {
    let levels = catalog::entry("schwarze-dame").expect("there").levels;
    assert!(levels.contains(&"master") && levels.contains(&"champion"));
    for &level in levels {
        let mut decisions = Vec::new();
        for seed in 0.. {
            decisions.extend(timed(level, 8, seed, Pace::NATURAL).await);
            if decisions.len() >= 2000 {
                break;
            }
        }
        let forced = decisions.iter().filter(|decision| decision.legal == 1).count();
        assert!(forced > 300 && decisions.len() - forced > 300, "{level}: {forced} of {}", decisions.len());
        let area = area_under_the_curve(&decisions);
        assert!((0.45..=0.55).contains(&area), "{level}: {area}");
        let longest = if ["master", "champion"].contains(&level) { 2000 } else { 1200 };
        let late = decisions.iter().filter(|decision| decision.waited.as_millis() > longest).count();
        assert_eq!(late, 0, "{level}");
    }
}

/// Returns the settings of a table with three bots that think as long as masters. Nobody claims at this table, because
/// another rule determines the pauses before claims. `claims_tests` checks that rule.
fn against_masters(game: &str) -> serde_json::Value {
    let mut table = json!({"game": game, "bots": ["master"], "races": "strict"});
    if catalog::entry(game).expect("there").seats.contains(&4) {
        table["seats"] = json!(4);
    }
    table
}

/// Plays until `least` decisions of bots are timed. More than 300 of these decisions are forced, and more than 300 are
/// free. The time of a decision begins when the seat has to act.
async fn timed_turns(game: &str, least: usize) -> Vec<Timed> {
    let mut timed: Vec<Timed> = Vec::new();
    let enough = |timed: &[Timed]| {
        let forced = timed.iter().filter(|decision| decision.legal == 1).count();
        timed.len() >= least && forced > 300 && timed.len() - forced > 300
    };
    for seed in 0.. {
        let asked: Arc<Mutex<HashMap<usize, usize>>> = Arc::default();
        let (notes, rng) = (asked.clone(), Mutex::new(Rng::new(seed)));
        let chances = Arc::new(AtomicBool::new(false));
        let chance = chances.clone();
        let script: Script = Arc::new(move |table, seat, level| {
            let mut rng = rng.lock().expect("no panic");
            let legal = table.legal(seat);
            // A seat with more choices thinks longer.
            let thinks = thinks(level, legal.len(), &mut rng) * legal.len().min(8) as u32 / 8;
            if !table.must().has(seat) {
                chance.store(true, Ordering::Relaxed);
                return Scripted { thinks, action: None };
            }
            notes.lock().expect("no panic").insert(seat.index(), legal.len());
            let quiet: Vec<&String> = legal.iter().filter(|action| is_quiet(action)).collect();
            let chosen = quiet.get(rng.below(quiet.len().max(1) as u32) as usize).copied().or(legal.first());
            Scripted { thinks, action: chosen.cloned() }
        });
        let mut room = TestTable::scripted(against_masters(game), 1, Seed::numbered(seed), Pace::NATURAL, script).await;
        let mut frame = room.guests[0].frame.clone();
        let mut since = [None; 8];
        let mut answered = (u32::MAX, u32::MAX);
        for step in 0..4000 {
            let now = Instant::now();
            for seat in frame.since.iter().filter_map(|event| event.seat).map(usize::from).filter(|seat| *seat != 0) {
                if let Some(began) = since[seat].take() {
                    let had_a_chance = chances.swap(false, Ordering::Relaxed);
                    let legal = match game {
                        "kael" => 1 + usize::from(had_a_chance),
                        _ => asked.lock().expect("no panic")[&seat],
                    };
                    timed.push(Timed { legal, waited: now - began });
                }
            }
            for (seat, since) in since.iter_mut().enumerate() {
                *since = frame.must.contains(&(seat as u8)).then(|| since.unwrap_or(now));
            }
            if frame.phase == MatchPhase::Over || enough(&timed) {
                break;
            }
            let cmd = format!("c{step}");
            if frame.phase == MatchPhase::Between && answered.1 != frame.deal {
                answered.1 = frame.deal;
                room.send(0, Command::Next { cmd }).await;
            } else if frame.must.contains(&0) && answered.0 != frame.at {
                answered.0 = frame.at;
                let legal: Vec<&str> = frame.legal.iter().filter_map(|legal| legal["action"].as_str()).collect();
                let action = legal.iter().find(|action| is_quiet(action)).unwrap_or(&legal[0]);
                room.send(0, Command::Act { cmd, at: frame.at, action: (*action).to_owned() }).await;
            }
            frame = next_frame(&mut room.guests[0].outbox).await;
        }
        if enough(&timed) {
            return timed;
        }
    }
    unreachable!("there is always another seed")
}

pub(super) fn is_quiet(action: &str) -> bool {
    !["kael", "cut", "good"].iter().any(|claim| action.starts_with(claim))
}

/// Checks that forced decisions take as long as free ones in the other games with several seats (2,000 decisions each,
/// 4,000 in a long run). In Kaël a player who must act always has a choice. So in Kaël, turns in which another bot
/// thinks about a claim are compared with turns in which no bot does.
#[tokio::test(start_paused = true)]
async fn a_forced_move_takes_as_long_as_a_free_one_in_every_game() {
    let games = catalog::entries().into_iter().filter(|game| *game.seats.end() > 1 && game.id != "schwarze-dame");
    for game in games {
        let least = if std::env::var_os("CARDROOM_LONG").is_some() { 4000 } else { 2000 };
        let decisions = timed_turns(game.id, least).await;
        let forced = decisions.iter().filter(|decision| decision.legal == 1).count();
        let area = area_under_the_curve(&decisions);
        assert!((0.45..=0.55).contains(&area), "{}: {area}", game.id);
        println!("{}: {forced} of {} decisions, area {area:.3}", game.id, decisions.len());
    }
}

/// Checks a bot that thinks longer than its pause. It must act as soon as it has decided, because the pause is not
/// added to the thinking time.
#[tokio::test(start_paused = true)]
async fn a_bot_that_overruns_acts_at_once_and_is_counted() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let slow = script(1, asked, |_, _, _| Duration::from_millis(3000));
    let table = json!({"game": "schwarze-dame", "options": {"deals": 1}, "bots": ["club"]});
    let mut room = TestTable::scripted(table, 1, Seed::numbered(2), Pace::NATURAL, slow).await;
    let mut bots = 0;
    let mut before = Instant::now();
    let mut frame = room.guests[0].frame.clone();
    for step in 0..20 {
        if frame.must.contains(&0) {
            let action = frame.legal[0]["action"].as_str().expect("notation").to_owned();
            room.send(0, Command::Act { cmd: format!("c{step}"), at: frame.at, action }).await;
        }
        frame = next_frame(&mut room.guests[0].outbox).await;
        if frame.since.iter().any(|event| event.seat.is_some_and(|seat| seat != 0)) {
            assert_eq!(before.elapsed().as_millis(), 3000);
            bots += 1;
        }
        before = Instant::now();
    }
    assert!(bots >= 10);
    assert_eq!(room.metrics.late_bots(), bots, "counted, if not shown yet");
}

/// Checks that nobody notices that a seat is advised. With and without advice, bots act at the same times, and
/// everything that other players or a host can count is the same.
#[tokio::test(start_paused = true)]
async fn that_another_seat_is_advised_shows_nowhere() {
    let mut runs = Vec::new();
    for advised in [false, true] {
        let table = json!({"game": "schwarze-dame", "options": {"deals": 1}, "bots": ["club"], "open": "friends", "advice": true});
        let asked = Arc::new(Mutex::new(Vec::new()));
        let script = script(3, asked, |_, legal, _| Duration::from_millis(if legal == 1 { 1 } else { 200 }));
        let mut room = TestTable::scripted(table, 2, Seed::numbered(4), Pace::NATURAL, script).await;
        room.send(0, Command::Begin { cmd: "begin".to_owned() }).await;
        room.run_until_idle().await;
        for step in 0..24 {
            let acts = |room: &TestTable, seat: usize| room.guests[seat].frame.must.contains(&(seat as u8));
            if advised && acts(&room, 1) {
                room.send(1, Command::Advise { cmd: format!("a{step}") }).await;
                until(&mut room, |room| room.answered_advice(1, &format!("a{step}"))).await;
            }
            for seat in 0..2 {
                if acts(&room, seat) {
                    let action = room.legal(seat)[0].clone();
                    room.act(seat, &format!("c{step}"), &action).await;
                }
            }
            room.wait(400).await;
        }
        let advices = room.guests[1].inbox.iter().filter(|(_, m)| matches!(m, Message::Advised { .. })).count();
        assert_eq!(advices > 2, advised);
        let metrics = room.metrics.text(&Sampled::default()).expect("text");
        let counts: Vec<String> = metrics
            .lines()
            .filter(|line| !line.contains("_seconds_sum") && !line.contains("_bucket"))
            .map(str::to_owned)
            .collect();
        let received: Vec<(Duration, String)> = room.guests[0]
            .inbox
            .iter()
            .map(|(at, message)| {
                // The advised seat's next action shows everybody that the seat was advised, so `advised` is not
                // compared.
                let mut message = serde_json::to_value(message).expect("JSON");
                for changing in ["server_ms", "played_ms", "table", "advised"] {
                    message.as_object_mut().expect("an object").remove(changing);
                }
                (*at, message.to_string())
            })
            .collect();
        runs.push((received, counts));
    }
    assert_eq!(runs[0], runs[1]);
}

/// Checks that the table answers others even while the store is slow to record that a seat was advised, because a delay
/// would reveal the advice. Only the advice itself waits for the store.
#[tokio::test(start_paused = true)]
async fn a_table_does_not_wait_for_the_store_to_note_an_advice() {
    let table = json!({"game": "schwarze-dame", "options": {"deals": 1}, "open": "friends", "advice": true});
    let mut room = TestTable::open(table, 4, Seed::numbered(4), Pace::fixed(5)).await;
    room.send(0, Command::Begin { cmd: "begin".to_owned() }).await;
    room.run_until_idle().await;
    let seat = room.next().expect("somebody's turn");
    let other = (seat + 1) % 4;
    room.store.hold_answers(true);
    room.send(seat, Command::Advise { cmd: "a".to_owned() }).await;
    room.send(other, Command::Why { cmd: "w".to_owned(), action: "play Qs".to_owned() }).await;
    room.run_until_idle().await;
    assert!(room.answer(other, "w").is_some(), "it is answered at once");
    assert!(!room.answered_advice(seat, "a"));
    assert!(room.guests[seat].frame.advised.is_empty(), "nothing leaves before it is stored");
    room.store.hold_answers(false);
    until(&mut room, |room| room.answered_advice(seat, "a")).await;
    assert_eq!(room.guests[seat].frame.advised, [seat as u8]);
}

/// Waits until work on real threads has finished, while the virtual clock stands still.
pub(super) async fn until(room: &mut TestTable, done: impl Fn(&TestTable) -> bool) {
    for _ in 0..100_000 {
        room.run_until_idle().await;
        if done(room) {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("it never happens");
}

impl TestTable {
    pub(super) fn answered_advice(&self, seat: usize, name: &str) -> bool {
        self.guests[seat]
            .inbox
            .iter()
            .any(|(_, message)| matches!(message, Message::Advised { cmd, .. } if cmd == name))
    }
}

/// Checks that bots act on time even if work for people fills every pool.
#[tokio::test(start_paused = true)]
async fn no_work_for_people_keeps_a_bot_waiting() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let table = json!({"game": "schwarze-dame", "options": {"deals": 1}, "bots": ["club"]});
    let quick = script(5, asked, |_, _, _| Duration::from_millis(1));
    let mut room = TestTable::scripted(table, 1, Seed::numbered(6), Pace::fixed(700), quick).await;
    let mut busy = Vec::new();
    for guest in 100..170 {
        for pool in room.tables.work().pools() {
            let place = pool.place(JobOwner::guest(SessionId(guest), None)).expect("its first");
            busy.push(tokio::spawn(async move { place.hold(&Cancel::default()).await }));
        }
    }
    while !room.tables.work().pools().iter().all(|pool| pool.free() == 0) {
        tokio::task::yield_now().await;
    }
    let mut before = Instant::now();
    let mut frame = room.guests[0].frame.clone();
    for step in 0..40 {
        if frame.must.contains(&0) {
            let action = frame.legal[0]["action"].as_str().expect("notation").to_owned();
            room.send(0, Command::Act { cmd: format!("c{step}"), at: frame.at, action }).await;
        }
        frame = next_frame(&mut room.guests[0].outbox).await;
        if frame.since.iter().any(|event| event.seat.is_some_and(|seat| seat != 0)) {
            assert_eq!(before.elapsed().as_millis(), 700);
        }
        before = Instant::now();
    }
    busy.iter().for_each(tokio::task::JoinHandle::abort);
}

/// Checks that a bot that would think for an hour stops when its table ends.
#[tokio::test(start_paused = true)]
async fn a_bot_stops_thinking_when_its_table_ends() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let table = json!({"game": "hearts", "bots": ["club"]});
    let slow = script(7, asked, |_, _, _| Duration::from_secs(3600));
    let mut room = TestTable::scripted(table, 1, Seed::numbered(7), Pace::NATURAL, slow).await;
    let turns = room.tables.work().bots.clone();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    room.wait(5).await;
    assert_eq!(turns.free(), cores.saturating_sub(3), "three think about what to give");
    room.stop.cancel();
    room.wait(1).await;
    assert_eq!(turns.free(), cores);
}

/// Checks that work for a person ends when the person leaves the table: a long analysis, and a search for the turning
/// point.
#[tokio::test]
async fn who_leaves_a_table_is_worked_for_no_more() {
    let mut room = TestTable::open(
        json!({"game": "schwarze-dame", "options": {"deals": 1}}),
        4,
        Seed::numbered(1),
        Pace::fixed(5),
    )
    .await;
    for step in 0..52 {
        let seat = room.next().expect("somebody's turn");
        let action = room.legal(seat)[0].clone();
        room.act(seat, &format!("c{step}"), &action).await;
        while room.answer(seat, &format!("c{step}")).is_none() {
            room.run_until_idle().await;
        }
    }
    let analyses = || room.tables.work().analyses.jobs();
    for seat in 0..2 {
        room.send(seat, Command::Analyse { cmd: "a".to_owned(), deal: 0 }).await;
    }
    while analyses() < 2 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let began = Instant::now();
    for seat in 0..2 {
        let guest = room.guests[seat].connection;
        let leave = Mail::Leave { connection: guest, seen_at: Instant::now() };
        assert!(room.mailbox().await.send(Box::new(leave)).await.is_ok());
    }
    while analyses() > 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert!(began.elapsed() < Duration::from_secs(30), "not at its ceiling");

    let alone = json!({"game": "rouge-et-noir", "assist": true});
    let room = TestTable::open(alone, 1, Seed::numbered(2), Pace::fixed(5)).await;
    room.send(0, Command::TurningPoint { cmd: "t".to_owned() }).await;
    room.send(0, Command::Verdict { cmd: "v".to_owned() }).await;
    let guest = room.guests[0].connection;
    assert!(
        room.mailbox().await.send(Box::new(Mail::Leave { connection: guest, seen_at: Instant::now() })).await.is_ok()
    );
    while room.tables.work().jobs() > 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Checks several seats that choose simultaneously. The choice of one seat must cause no new question to the others,
/// and each bot must act at its own time.
#[tokio::test(start_paused = true)]
async fn a_sealed_choice_of_another_makes_nobody_think_again() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let script = script(8, asked.clone(), |_, _, _| Duration::from_millis(400));
    let table = json!({"game": "hearts", "bots": ["club"]});
    let mut room = TestTable::scripted(table, 1, Seed::numbered(9), Pace::NATURAL, script).await;
    assert_eq!(room.guests[0].frame.must, [0, 1, 2, 3]);
    let began = Instant::now();
    let mut acted = Vec::new();
    while acted.len() < 3 {
        let frame = next_frame(&mut room.guests[0].outbox).await;
        acted.extend(frame.since.iter().map(|event| (event.seat, began.elapsed().as_millis())));
    }
    assert_eq!(asked.lock().expect("no panic").len(), 3, "each was asked once: {acted:?}");
    assert!(acted.iter().all(|(_, at)| (500..=1200).contains(at)), "{acted:?}");
}

/// Checks that no message and no count reveals that a bot thinks about a chance to claim.
#[tokio::test(start_paused = true)]
async fn that_a_bot_has_a_chance_is_counted_nowhere() {
    let mut chances = 0;
    for seed in 0..200 {
        let asked: Arc<Mutex<Vec<bool>>> = Arc::default();
        let notes = asked.clone();
        let rng = Mutex::new(Rng::new(seed));
        let script: Script = Arc::new(move |table, seat, _| {
            let must = table.must().has(seat);
            notes.lock().expect("no panic").push(must);
            let legal = table.legal(seat);
            let plain: Vec<&String> =
                legal.iter().filter(|action| !table.is_claim(action) && *action != "kael").collect();
            let action = plain.get(rng.lock().expect("no panic").below(plain.len().max(1) as u32) as usize);
            let action = if must { action.map(|action| (*action).clone()).or(legal.first().cloned()) } else { None };
            Scripted { thinks: Duration::from_millis(20), action }
        });
        let table = json!({"game": "kael", "seats": 4, "races": "strict", "bots": ["master"]});
        let mut room = TestTable::scripted(table, 1, Seed::numbered(seed), Pace::fixed(50), script).await;
        for step in 0..100 {
            let before = asked.lock().expect("no panic").len();
            room.wait(10).await;
            if asked.lock().expect("no panic")[before..].iter().any(|must| !must) {
                // The bot thinks, and passes.
                let (counted, received) = (counts(&room), room.guests[0].inbox.len());
                room.wait(25).await;
                if room.guests[0].inbox.len() == received {
                    assert_eq!(counts(&room), counted);
                    chances += 1;
                }
            }
            if room.guests[0].frame.must.contains(&0) {
                let legal = room.legal(0);
                let quiet = legal.iter().find(|a| !["kael", "cut", "good"].iter().any(|claim| a.starts_with(claim)));
                let Some(action) = quiet.cloned() else { break };
                room.act(0, &format!("c{step}"), &action).await;
            }
            if room.guests[0].frame.phase != MatchPhase::Deal {
                break;
            }
        }
        if chances >= 3 {
            return;
        }
    }
    panic!("{chances} chances in 200 deals");
}

fn counts(room: &TestTable) -> String {
    room.metrics.text(&Sampled::default()).expect("text")
}
