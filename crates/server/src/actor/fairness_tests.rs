//! Checks that no guest delays others. One guest's network has asked for much work. The bots at another person's table
//! and another person's analysis must come before that work. The tests check the order, not any duration.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use cards::Seed;
use game::{Seat, Viewer};
use protocol::{Command, Message};
use room::Pace;
use serde_json::json;
use store::SessionId;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use super::Mail;
use super::script::Scripted;
use super::tests::TestTable;
use super::timing_tests::next_frame;
use crate::turns::{JobOwner, WorkLine};

/// Returns two networks: one that asks for much work, and one that does not.
fn networks() -> [Option<IpAddr>; 2] {
    ["192.0.2.1", "198.51.100.1"].map(|network| Some(network.parse().expect("an address")))
}

/// Connects a guest of the table from this network, and disconnects the guest's previous connection.
async fn comes_from(room: &mut TestTable, seat: usize, network: Option<IpAddr>) {
    let here = room.join_from(Viewer::Seat(Seat::new(seat as u8)), network).await;
    let connection = std::mem::replace(&mut room.guests[seat], here).connection;
    let leaves = Mail::Leave { connection, seen_at: Instant::now() };
    assert!(room.mailbox().await.send(Box::new(leaves)).await.is_ok());
    room.run_until_idle().await;
}

/// Imitates a bot of level champion at another table, which thinks again and again.
fn champion(line: &WorkLine, owner: JobOwner) -> JoinHandle<()> {
    let line = line.clone();
    tokio::spawn(async move {
        loop {
            let mut place = line.place(owner).expect("room");
            place.turn().await;
            sleep(Duration::from_millis(70)).await;
        }
    })
}

#[tokio::test(start_paused = true)]
async fn bots_do_not_wait_behind_those_of_a_guest_with_many_tables() {
    let [crowded, quiet] = networks();
    // In the first round a person is alone with bots. In the second round the person sits with the guest who has many
    // tables.
    for people in [1, 2] {
        let asked = json!({"game": "schwarze-dame", "options": {"deals": 1}, "bots": ["club"]});
        let quick = Arc::new(|table: &dyn table::AnyTable, seat, _: &str| Scripted {
            thinks: Duration::from_millis(1),
            action: Some(table.legal(seat)[0].clone()),
        });
        let mut room = TestTable::scripted(asked, people, Seed::numbered(6), Pace::fixed(700), quick).await;
        comes_from(&mut room, people - 1, quiet).await;
        if people == 2 {
            comes_from(&mut room, 0, crowded).await;
        }
        let tables = room.tables.clone();
        let turns = &tables.work().bots;
        // Session 1 has seat 0 at this table. In the first round another session has the many tables.
        let many = JobOwner::guest(SessionId(if people == 2 { 1 } else { 50 }), crowded);
        let champions: Vec<_> = (0..96).map(|_| champion(turns, many)).collect();
        turns.has_used(many, Duration::from_secs(5));
        let mut moves = 0;
        let mut before = Instant::now();
        for step in 0.. {
            if moves == 12 {
                break;
            }
            if let Some(seat) = room.next() {
                let action = room.legal(seat)[0].clone();
                room.act(seat, &format!("c{step}"), &action).await;
            } else {
                let frame = next_frame(&mut room.guests[people - 1].outbox).await;
                if frame.since.iter().any(|event| event.seat.is_some_and(|seat| usize::from(seat) >= people)) {
                    assert_eq!(before.elapsed().as_millis(), 700, "it thinks during its pause");
                    moves += 1;
                }
                room.guests[people - 1].frame = frame;
            }
            room.run_until_idle().await;
            before = Instant::now();
        }
        champions.iter().for_each(JoinHandle::abort);
    }
}

#[tokio::test]
async fn an_analysis_does_not_wait_behind_those_of_a_network_that_asks_for_many() {
    let asked = json!({"game": "schwarze-dame", "options": {"deals": 1}});
    let mut room = TestTable::open(asked, 4, Seed::numbered(1), Pace::fixed(5)).await;
    for step in 0..52 {
        let seat = room.next().expect("somebody's turn");
        let action = room.legal(seat)[0].clone();
        room.act(seat, &format!("c{step}"), &action).await;
        while room.answer(seat, &format!("c{step}")).is_none() {
            room.run_until_idle().await;
        }
    }
    let [crowded, quiet] = networks();
    for seat in 0..4 {
        comes_from(&mut room, seat, if seat == 3 { quiet } else { crowded }).await;
    }
    let tables = room.tables.clone();
    let line = &tables.work().analyses;
    line.has_used(JobOwner::guest(SessionId(50), crowded), Duration::from_secs(1000));
    let mut held = Vec::new();
    while line.free() > 0 {
        let mut place = line.place(JobOwner::guest(SessionId(100 + held.len() as i64), None)).expect("room");
        place.turn().await;
        held.push(place);
    }
    for seat in 0..4 {
        room.send(seat, Command::Analyse { cmd: "a".to_owned(), deal: 0 }).await;
        while line.jobs() < held.len() + seat + 1 {
            sleep(Duration::from_millis(1)).await;
        }
    }
    held.pop();
    // Only one job at a time has a turn now. So most of the analysis for the guest from the quiet network must be done
    // before the three other guests get anything.
    let mut others_received = 0;
    loop {
        let text = room.guests[3].outbox.recv().await.expect("the table goes on");
        for seat in 0..3 {
            while let Ok(text) = room.guests[seat].outbox.try_recv() {
                others_received += usize::from(text.contains(r#""t":"analys"#));
            }
        }
        match serde_json::from_str::<Message>(&text).expect("a message") {
            Message::Analysing { done, .. } => {
                assert_eq!(others_received, 0);
                if done >= 5 {
                    break;
                }
            }
            Message::Analysis { .. } | Message::Refused { .. } => panic!("it has more than five decisions: {text}"),
            _ => {}
        }
    }
    drop(held);
}
