//! Tests of races (K12): claim windows after actions, claims within the windows, armed and late claims, slow
//! connections, and close races.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use answers::replays::{Beside, WantedReplay, replay};
use cards::Seed;
use game::{Rng, Seat, Viewer};
use protocol::{Command, Message, Races};
use room::Pace;
use serde_json::json;
use store::EventStore;
use tokio::sync::oneshot;

use super::Mail;
use super::tests::TestTable;

/// Plays Kaël with people in all seats until `found` returns `true`. The players act immediately, never claim, and
/// never call Kaël. They do not look at their cards: they deal as many cards as possible, and choose everything else at
/// random.
async fn kael_until(races: Races, seed: u64, mut found: impl FnMut(&TestTable) -> bool) -> Option<TestTable> {
    let asked = json!({"game": "kael", "races": races});
    let mut room = TestTable::open(asked, 4, Seed::numbered(seed), Pace::fixed(5)).await;
    play_kael(&mut room, seed, &mut found).await.then_some(room)
}

/// Plays on from the present state of a table until `found` returns `true`. Returns whether it did.
async fn play_kael(room: &mut TestTable, seed: u64, mut found: impl FnMut(&TestTable) -> bool) -> bool {
    let mut rng = Rng::new(seed);
    for step in 0..120 {
        if found(room) {
            return true;
        }
        let Some(seat) = room.next() else { return false };
        let plain: Vec<String> = room
            .legal(seat)
            .into_iter()
            .filter(|action| !["kael", "cut", "good"].iter().any(|claim| action.starts_with(claim)))
            .collect();
        // Dealing as many cards as possible makes claims likelier.
        let many = plain.iter().rev().find(|action| action.starts_with("deal"));
        let Some(action) = many.or(plain.get(rng.below(plain.len().max(1) as u32) as usize)).cloned() else {
            return false;
        };
        room.act(seat, &format!("k{step}"), &action).await;
        room.run_until_idle().await;
        if room.guests[seat].frame.held.is_some() {
            let left = room.guests[seat].frame.window.expect("something is waited for").left_ms;
            tokio::time::sleep(Duration::from_millis(u64::from(left) + 2)).await;
            room.run_until_idle().await;
        }
    }
    false
}

/// Returns a seat that could cut out of turn while a claim window is open, and the cut.
fn cutter(room: &TestTable) -> Option<(usize, String)> {
    room.guests[0].frame.window?;
    (0..4).filter(|seat| !room.guests[0].frame.must.contains(&(*seat as u8))).find_map(|seat| {
        room.legal(seat).into_iter().find(|action| action.starts_with("cut")).map(|action| (seat, action))
    })
}

#[tokio::test(start_paused = true)]
async fn the_next_move_waits_for_claims_and_only_its_owner_knows() {
    let mut room = None;
    for seed in 0..20 {
        room = kael_until(Races::Normal, seed, |room| {
            let frame = &room.guests[0].frame;
            let turn = room.next();
            frame.window.is_some() && turn.is_some_and(|seat| !room.legal(seat).iter().any(|a| a.starts_with("draw")))
        })
        .await;
        if room.is_some() {
            break;
        }
    }
    let mut room = room.expect("a window opens in one of twenty deals");
    let seat = room.next().expect("somebody's turn");
    let before: Vec<u64> = room.guests.iter().map(|guest| guest.frame.n).collect();
    let window = room.guests[0].frame.window.expect("open");
    let action = room.legal(seat).into_iter().find(|action| action.starts_with("lay")).expect("a card to lay");
    room.act(seat, "held", &action).await;
    room.run_until_idle().await;
    assert_eq!(room.guests[seat].frame.held.as_deref(), Some(action.as_str()));
    assert!(room.answer(seat, "held").is_none(), "it is not done yet");
    room.act(seat, "again", &action).await;
    room.act(seat, "held", &action).await;
    room.run_until_idle().await;
    let Some(Message::Refused { refusal, .. }) = room.answer(seat, "again") else { panic!("two moves wait") };
    assert_eq!(refusal.key, "held");
    for other in (0..4).filter(|other| *other != seat) {
        assert_eq!(room.guests[other].frame.n, before[other], "seat {other} is told nothing");
    }
    room.wait(u64::from(window.ms) - 20).await;
    assert!(room.answer(seat, "held").is_none(), "the window is open to its end");
    room.wait(40).await;
    assert_eq!(room.answer(seat, "held"), Some(&Message::Done { cmd: "held".to_owned() }));
    for guest in &room.guests {
        let last = guest.frame.since.last().expect("it was told");
        assert_eq!((last.seat, &last.action), (Some(seat as u8), &action));
        assert_eq!(guest.frame.held, None);
    }
}

#[tokio::test(start_paused = true)]
async fn a_claim_in_the_window_goes_before_the_move_that_waits() {
    let mut tried = 0;
    let (mut done, mut refused) = (0, 0);
    for seed in 0..400 {
        let Some(mut room) = kael_until(Races::Normal, seed, |room| {
            cutter(room).is_some_and(|(cutter, _)| room.next().is_some_and(|seat| seat != cutter))
        })
        .await
        else {
            continue;
        };
        let (claimant, cut) = cutter(&room).expect("found");
        let seat = room.next().expect("found");
        let action = room.legal(seat).into_iter().next_back().expect("a move");
        room.act(seat, "first", &action).await;
        room.run_until_idle().await;
        if room.guests[seat].frame.held.is_none() {
            // The seat that is to act opened the window itself, so its move is not held.
            continue;
        }
        tried += 1;
        room.act(claimant, "claim", &cut).await;
        room.run_until_idle().await;
        assert_eq!(room.answer(claimant, "claim"), Some(&Message::Done { cmd: "claim".to_owned() }), "at once");
        tokio::time::sleep(Duration::from_millis(2100)).await;
        room.run_until_idle().await;
        match room.answer(seat, "first").expect("judged when the window closed") {
            Message::Done { .. } => done += 1,
            Message::Refused { refusal, .. } => {
                assert_ne!(refusal.key, "stale", "a held move is judged by legality alone");
                refused += 1;
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(room.guests[seat].frame.held, None);
        let events: Vec<String> = room.guests[0]
            .inbox
            .iter()
            .filter_map(|(_, message)| match message {
                Message::Frame(frame) => Some(frame.since.iter().map(|event| event.action.clone())),
                _ => None,
            })
            .flatten()
            .collect();
        assert!(events.contains(&cut));
        if tried == 5 {
            break;
        }
    }
    assert!(tried >= 1, "nobody could cut in 400 deals");
    assert!(done + refused == tried);
}

#[tokio::test(start_paused = true)]
async fn an_armed_claim_is_made_the_moment_it_can_be_and_nobody_knew() {
    let (seed, claimant, cut) = a_deal_with_a_cut(Races::TurnBased).await;
    // The same cards and actions are played again, but this time the claim is armed before the first card is played.
    let asked = json!({"game": "kael", "races": "turn_based"});
    let mut room = TestTable::open(asked, 4, Seed::numbered(seed), Pace::fixed(5)).await;
    let before: Vec<u64> = room.guests.iter().map(|guest| guest.frame.n).collect();
    room.send(claimant, arm("draw deck", "no", true)).await;
    room.send(claimant, arm("good", "put away", true)).await;
    room.send(claimant, arm("good", "put away again", false)).await;
    room.send(claimant, arm(&cut, "armed", true)).await;
    room.run_until_idle().await;
    let Some(Message::Refused { refusal, .. }) = room.answer(claimant, "no") else { panic!("a draw is no claim") };
    assert_eq!(refusal.key, "no_claim");
    assert_eq!(room.answer(claimant, "armed"), Some(&Message::Done { cmd: "armed".to_owned() }));
    assert_eq!(room.guests[claimant].frame.armed, std::slice::from_ref(&cut));
    for other in (0..4).filter(|other| *other != claimant) {
        assert_eq!(room.guests[other].frame.n, before[other], "seat {other} is told nothing");
    }
    let made = |room: &TestTable| past(room).into_iter().find(|event| event.action == cut);
    assert!(play_kael(&mut room, seed, |room| made(room).is_some()).await, "it is made without anybody asking");
    let event = made(&room).expect("told");
    assert_eq!(event.seat, Some(claimant as u8));
    let margin = event.margin.expect("how close it was");
    assert!(margin.of_ms == 1000 && margin.after_ms < 50, "{margin:?}");
    assert!(room.guests[claimant].frame.armed.is_empty(), "once");
}

/// Returns the events of a table, as its first seat received them.
fn past(room: &TestTable) -> Vec<protocol::TableEvent> {
    let frames = room.guests[0].inbox.iter().filter_map(|(_, message)| match message {
        Message::Frame(frame) => Some(frame.since.clone()),
        _ => None,
    });
    frames.flatten().collect()
}

fn arm(action: &str, cmd: &str, on: bool) -> Command {
    Command::Arm { cmd: cmd.to_owned(), action: action.to_owned(), on }
}

/// Finds a deal in which somebody could cut out of turn. Returns its seed, the seat and the cut.
async fn a_deal_with_a_cut(races: Races) -> (u64, usize, String) {
    for seed in 0..400 {
        if let Some(room) = kael_until(races, seed, |room| cutter(room).is_some()).await {
            let (claimant, cut) = cutter(&room).expect("found");
            return (seed, claimant, cut);
        }
    }
    panic!("nobody could cut in 400 deals");
}

#[tokio::test(start_paused = true)]
async fn what_is_armed_outlives_the_server_and_a_table_that_is_let_go() {
    let (seed, claimant, cut) = a_deal_with_a_cut(Races::TurnBased).await;
    for restarts in [true, false] {
        let asked = json!({"game": "kael", "races": "turn_based"});
        let mut room = TestTable::open(asked, 4, Seed::numbered(seed), Pace::fixed(5)).await;
        room.send(claimant, arm(&cut, "armed", true)).await;
        room.send(claimant, arm("good", "put away", true)).await;
        room.send(claimant, arm("good", "put away again", false)).await;
        room.run_until_idle().await;
        let (store, id) = (room.store.clone(), room.id.clone());
        if restarts {
            room.stop.cancel();
            room.run_until_idle().await;
            drop(room);
            room = TestTable::of(store.clone(), id.clone(), 4, Pace::fixed(5)).await;
        } else {
            for guest in std::mem::take(&mut room.guests) {
                assert!(
                    room.mailbox()
                        .await
                        .send(Box::new(Mail::Leave {
                            connection: guest.connection,
                            seen_at: tokio::time::Instant::now()
                        }))
                        .await
                        .is_ok()
                );
            }
            room.run_until_idle().await;
            tokio::time::sleep(Duration::from_secs(301)).await;
            room.run_until_idle().await;
            assert!(!room.tables.is_awake(&id));
            for seat in 0..4 {
                let guest = room.join(Viewer::Seat(Seat::new(seat))).await;
                room.guests.push(guest);
            }
            room.run_until_idle().await;
        }
        for (seat, guest) in room.guests.iter().enumerate() {
            let own = if seat == claimant { std::slice::from_ref(&cut) } else { &[] };
            assert_eq!(guest.frame.armed, own, "seat {seat}");
        }
        let made = |room: &TestTable| past(room).iter().filter(|event| event.action == cut).count();
        assert!(play_kael(&mut room, seed, |room| made(room) > 0).await, "it is made without anybody asking");
        // The stored state still contains the armed claim, but the log says that the claim was made. So the claim is
        // not made a second time.
        let stored = store.find(&id).await.expect("readable").expect("there");
        assert!(stored.state.contains(&cut), "{}", stored.state);
        room.stop.cancel();
        room.run_until_idle().await;
        drop(room);
        let room = TestTable::of(store, id, 4, Pace::fixed(5)).await;
        assert!(room.guests[claimant].frame.armed.is_empty(), "once");
    }
}

#[tokio::test(start_paused = true)]
async fn a_seat_can_have_eight_claims_armed() {
    let asked = json!({"game": "kael", "races": "turn_based"});
    let mut room = TestTable::open(asked, 4, Seed::numbered(1), Pace::fixed(5)).await;
    let cuts: Vec<String> = (1..=9).map(|value| format!("cut {value} {value}")).collect();
    for cut in &cuts {
        room.send(0, arm(cut, cut, true)).await;
    }
    room.send(0, arm(&cuts[0], "again", true)).await;
    room.run_until_idle().await;
    let Some(Message::Refused { refusal, .. }) = room.answer(0, &cuts[8]) else { panic!("a ninth") };
    assert_eq!((&*refusal.key, refusal.words.contains("Cancel one")), ("armed", true));
    assert_eq!(room.answer(0, "again"), Some(&Message::Done { cmd: "again".to_owned() }), "it is armed");
    assert_eq!(room.guests[0].frame.armed, cuts[..8]);
    room.send(0, arm(&cuts[3], "away", false)).await;
    room.send(0, arm(&cuts[8], "now", true)).await;
    room.send(1, arm(&cuts[8], "another's", true)).await;
    room.run_until_idle().await;
    assert_eq!(room.answer(0, "now"), Some(&Message::Done { cmd: "now".to_owned() }));
    assert_eq!(room.guests[0].frame.armed.len(), 8);
    assert_eq!(room.guests[1].frame.armed, cuts[8..], "everybody has eight");
}

/// Sets the measured latency of a seat's connection.
async fn set_latency(room: &mut TestTable, seat: usize, ms: u64) {
    let (connection, latency) = (room.guests[seat].connection, Duration::from_millis(ms));
    let note = Mail::Input(room::Input::Latency { connection, latency });
    assert!(room.mailbox().await.send(Box::new(note)).await.is_ok());
    room.run_until_idle().await;
}

/// Plays until a window is open in which one seat can cut while another seat's move is held. The actions are the same
/// for all latencies. Returns the room, the seat that can cut, the cut, and the seat whose move is held.
async fn a_race(lines: impl Fn(usize) -> [u64; 4]) -> (TestTable, usize, String, usize) {
    let found =
        |room: &TestTable| cutter(room).is_some_and(|(cutter, _)| room.next().is_some_and(|seat| seat != cutter));
    for seed in 0..400 {
        let Some(room) = kael_until(Races::Normal, seed, found).await else { continue };
        let (claimant, cut) = cutter(&room).expect("found");
        let asked = json!({"game": "kael", "races": "normal"});
        let mut room = TestTable::open(asked, 4, Seed::numbered(seed), Pace::fixed(5)).await;
        for (seat, ms) in lines(claimant).into_iter().enumerate() {
            set_latency(&mut room, seat, ms).await;
        }
        assert!(play_kael(&mut room, seed, found).await, "the same cards, the same play");
        let seat = room.next().expect("found");
        let Some(action) = room.legal(seat).into_iter().find(|action| action.starts_with("lay")) else { continue };
        room.act(seat, "held", &action).await;
        room.run_until_idle().await;
        if room.guests[seat].frame.held.is_some() {
            return (room, claimant, cut, seat);
        }
    }
    panic!("nobody could cut in 400 deals");
}

fn line_of(seat: usize, ms: u64) -> [u64; 4] {
    let mut lines = [0; 4];
    lines[seat] = ms;
    lines
}

#[tokio::test(start_paused = true)]
async fn who_has_a_slow_line_has_all_of_the_window() {
    // With a latency of 90 ms, the claimant sees the window 45 ms late. The claim takes another 45 ms to arrive. The
    // longer window still leaves the claimant 1,995 ms of the 2 s.
    let (mut room, claimant, cut, seat) = a_race(|claimant| line_of(claimant, 90)).await;
    for guest in &room.guests {
        let window = guest.frame.window.expect("open");
        assert_eq!((window.ms, window.left_ms), (2090, 2090), "one length for everybody");
        assert_eq!(guest.frame.seats[claimant].lag_ms, Some(90), "and everybody sees why");
    }
    room.wait(2085).await;
    assert!(room.answer(seat, "held").is_none());
    room.act(claimant, "claim", &cut).await;
    room.run_until_idle().await;
    assert_eq!(room.answer(claimant, "claim"), Some(&Message::Done { cmd: "claim".to_owned() }));
    let event = past(&room).into_iter().find(|event| event.action == cut).expect("told");
    let margin = event.margin.expect("how close it was");
    assert!(margin.after_ms.abs_diff(1995) <= 2, "{margin:?}");
    assert_eq!((margin.of_ms, margin.lag_ms), (2090, 90), "what was credited is told");
    // The log has the same margin as the message.
    let events = room.store.events(&room.id).await.expect("readable");
    assert_eq!(
        room::log_entry::margins_of_deal(&super::tests::logged(&events), 0).last().map(|(_, margin)| *margin),
        Some(margin)
    );
}

#[tokio::test(start_paused = true)]
async fn who_pretends_to_have_a_slow_line_gains_little() {
    let (mut room, claimant, cut, seat) = a_race(|claimant| line_of(claimant, 5000)).await;
    assert_eq!(room.guests[0].frame.window.expect("open").ms, 2120);
    room.wait(2122).await;
    assert_eq!(room.answer(seat, "held"), Some(&Message::Done { cmd: "held".to_owned() }), "the move was made");
    room.act(claimant, "claim", &cut).await;
    room.run_until_idle().await;
    let Some(Message::Refused { refusal, .. }) = room.answer(claimant, "claim") else { panic!("it was shown already") };
    assert_eq!(refusal.key, "late");
    assert!(past(&room).iter().all(|event| event.action != cut));
}

#[tokio::test(start_paused = true)]
async fn another_ones_slow_line_is_credited_to_nobody_else() {
    let (mut room, claimant, cut, _) = a_race(|claimant| line_of((claimant + 1) % 4, 60)).await;
    room.wait(500).await;
    room.act(claimant, "claim", &cut).await;
    room.run_until_idle().await;
    let margin = past(&room).into_iter().find_map(|event| event.margin.filter(|_| event.action == cut)).expect("told");
    assert!(margin.after_ms.abs_diff(500) <= 2, "{margin:?}");
    assert_eq!((margin.of_ms, margin.lag_ms), (2060, 0));
}

#[tokio::test(start_paused = true)]
async fn a_race_without_a_window_is_won_by_who_comes_first() {
    let seed = a_deal_with_a_cut(Races::TurnBased).await.0;
    let mut room =
        TestTable::open(json!({"game": "kael", "races": "strict"}), 4, Seed::numbered(seed), Pace::fixed(5)).await;
    for seat in 0..4 {
        set_latency(&mut room, seat, 100).await;
    }
    play_kael(&mut room, seed, |_| false).await;
    let windows = room.guests[0].inbox.iter().filter(|(_, message)| match message {
        Message::Frame(frame) => frame.window.is_some(),
        _ => false,
    });
    assert_eq!(windows.count(), 0, "however slow a line is");
}

#[tokio::test(start_paused = true)]
async fn a_replay_tells_how_close_claims_were_as_the_table_did() {
    let (seed, ..) = a_deal_with_a_cut(Races::Normal).await;
    let asked = json!({"game": "kael", "races": "normal"});
    let mut room = TestTable::open(asked, 4, Seed::numbered(seed), Pace::fixed(5)).await;
    assert!(play_kael(&mut room, seed, |room| cutter(room).is_some()).await);
    let (claimant, cut) = cutter(&room).expect("found");
    room.wait(120).await;
    room.act(claimant, "claim", &cut).await;
    room.run_until_idle().await;
    assert_eq!(room.answer(claimant, "claim"), Some(&Message::Done { cmd: "claim".to_owned() }));
    // Plays to the end of the deal. Every player who may call Kaël does so.
    for step in 0..200 {
        if room.guests[0].frame.phase != protocol::MatchPhase::Deal {
            break;
        }
        let seat = room.next().expect("somebody's turn");
        let legal = room.legal(seat);
        let action =
            legal.iter().find(|action| ["kael", "show"].contains(&action.as_str())).unwrap_or(&legal[0]).clone();
        room.act(seat, &format!("e{step}"), &action).await;
        room.run_until_idle().await;
        tokio::time::sleep(Duration::from_millis(2100)).await;
        room.run_until_idle().await;
    }
    let live: Vec<protocol::TableEvent> = past(&room).into_iter().filter(|event| event.margin.is_some()).collect();
    assert!(live.iter().any(|event| event.action == cut), "{live:?}");
    let (reply, record) = oneshot::channel();
    assert!(
        room.mailbox()
            .await
            .send(Box::new(Mail::read(reply, |room| room.record(Some(room::PersonId(1))))))
            .await
            .is_ok()
    );
    let record = record.await.expect("an answer").expect("a record");
    let log = super::tests::logged(&room.store.events(&room.id).await.expect("readable"));
    let beside = Beside { log, ..Beside::default() };
    for viewer in [Viewer::All, Viewer::Seat(Seat::new(0))] {
        let replay =
            replay(&record, WantedReplay { deal: 0, viewer }, &beside).expect("a record").expect("a finished deal");
        let replay: protocol::Replay = serde_json::from_str(&replay).expect("a replay");
        let events = replay.steps.iter().flat_map(|step| &step.since);
        let again: Vec<protocol::TableEvent> = events.filter(|event| event.margin.is_some()).cloned().collect();
        assert_eq!(again, live);
    }
}

#[tokio::test(start_paused = true)]
async fn who_claims_too_late_is_told_how_late_and_nobody_else_is() {
    for seed in 0..400 {
        let found =
            |room: &TestTable| cutter(room).is_some_and(|(cutter, _)| room.next().is_some_and(|seat| seat != cutter));
        let Some(mut room) = kael_until(Races::Normal, seed, found).await else { continue };
        let (claimant, cut) = cutter(&room).expect("found");
        let seat = room.next().expect("found");
        let Some(action) = room.legal(seat).into_iter().find(|action| action.starts_with("lay")) else { continue };
        room.act(seat, "first", &action).await;
        room.run_until_idle().await;
        if room.guests[seat].frame.held.is_none() {
            continue;
        }
        tokio::time::sleep(Duration::from_millis(2500)).await;
        room.run_until_idle().await;
        assert_eq!(room.answer(seat, "first"), Some(&Message::Done { cmd: "first".to_owned() }));
        let before: Vec<u64> = room.guests.iter().map(|guest| guest.frame.n).collect();
        room.act(claimant, "late", &cut).await;
        room.run_until_idle().await;
        let Some(Message::Refused { refusal, .. }) = room.answer(claimant, "late") else {
            panic!("the pile is another")
        };
        assert_eq!((&*refusal.key, refusal.rule.as_deref()), ("late", Some("K12")));
        assert!(refusal.words.contains(" s late"), "{}", refusal.words);
        let after: Vec<u64> = room.guests.iter().map(|guest| guest.frame.n).collect();
        assert_eq!(after, before, "nobody is told");
        return;
    }
    panic!("nobody could have cut in 400 deals");
}

#[tokio::test(start_paused = true)]
async fn in_a_strict_race_nothing_waits() {
    let room = kael_until(Races::Strict, 1, |room| {
        assert_eq!(room.guests[0].frame.window, None);
        assert!(room.guests.iter().all(|guest| guest.frame.held.is_none()));
        false
    })
    .await;
    assert!(room.is_none());
}

/// Checks that the pauses of bots with a fixed pace depend only on open cards. After two actions that open windows of
/// the same length, the pause is the same, even if only one of these windows gives a seat the chance to claim.
#[tokio::test(start_paused = true)]
async fn pauses_do_not_tell_who_could_claim() {
    let mut pauses: BTreeMap<(String, u32), BTreeSet<u64>> = BTreeMap::new();
    for seed in 0..6 {
        let asked = json!({"game": "kael", "races": "normal", "bots": ["random"]});
        let mut room = TestTable::open(asked, 1, Seed::numbered(seed), Pace::fixed(400)).await;
        let mut steps = 0;
        while room.guests[0].frame.phase == protocol::MatchPhase::Deal && steps < 60 {
            steps += 1;
            if let Some(seat) = room.next() {
                let legal = room.legal(seat);
                room.act(seat, &format!("c{steps}"), legal.last().expect("a move")).await;
                room.run_until_idle().await;
            }
            room.wait(100).await;
        }
        let mut last: Option<(Duration, Option<u8>, u32)> = None;
        for (at, message) in &room.guests[0].inbox {
            let Message::Frame(frame) = message else { continue };
            let Some(event) = frame.since.last() else { continue };
            let claim = event.action.starts_with("cut") || event.action.starts_with("good");
            if let Some((before, by, window)) = last
                && !claim
                && event.seat != Some(0)
                && by != event.seat
            {
                let pause = (*at - before).as_millis() as u64;
                pauses.entry(("next".to_owned(), window)).or_default().insert(pause);
            }
            // Pauses after a claim are left out: everybody sees a claim, and the held move is carried out immediately.
            last = (!claim).then(|| (*at, event.seat, frame.window.map_or(0, |window| window.ms)));
        }
    }
    assert!(!pauses.is_empty());
    for ((_, window), seen) in &pauses {
        let expect = u64::from(*window).max(400);
        // The beginning and the end are each measured to a millisecond.
        assert!(seen.iter().all(|pause| (expect - 2..=expect + 3).contains(pause)), "window {window}: {seen:?}");
    }
}
