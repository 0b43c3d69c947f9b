//! Plays hundreds of matches at the same time. The bots do not pause, and the people act at any moment, send commands
//! twice, and reconnect. No table may stop. If one did, the client would wait for longer than its patience, and the
//! test would fail.

use std::time::Duration;

use game::Rng;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::Client;
use crate::test_server::TestServer;

/// Plays a match to its end, and disturbs it in all possible ways.
async fn play(mut client: Client, asked: Value, seed: u64) {
    let mut rng = Rng::new(seed);
    let id = client.open(asked).await;
    let mut socket = client.sit(&id).await;
    let mut lines = 0;
    while !socket.is_over() {
        if rng.chance(0.04) {
            // A new connection replaces the old one, as after a reload, a lost connection or a change of device. The
            // new connection opens either before or after the old one closes.
            let before = std::mem::replace(&mut socket, client.sit(&id).await);
            if rng.chance(0.5) {
                let mut before = before;
                before.hang_up().await;
            }
            lines += 1;
            socket.name = format!("line{lines}-");
            continue;
        }
        let Some(command) = socket.choose(&mut rng) else {
            socket.frame().await;
            continue;
        };
        match rng.below(10) {
            0 => tokio::task::yield_now().await,
            1 => tokio::time::sleep(Duration::from_millis(u64::from(rng.below(4)))).await,
            // Send the command twice, or do an action for a past decision.
            2 => socket.send_text(&command.to_string()).await,
            3 => {
                let stale = json!({"t": "act", "cmd": socket.new_cmd(), "at": 0, "action": "pass"});
                socket.send_text(&stale.to_string()).await;
            }
            _ => {}
        }
        let answer = socket.command(&command).await.expect("the server goes on");
        assert!(answer["t"] == "done" || answer["t"] == "refused", "{answer}");
    }
}

/// Plays `count` matches in a long run, and a third of them in a short one.
async fn matches(asked: Value, count: u64) {
    let count = if std::env::var_os("CARDROOM_LONG").is_some() { count } else { count / 3 };
    let server = TestServer::open().await;
    let mut playing = JoinSet::new();
    for seed in 0..count {
        playing.spawn(play(Client::new(server.client.address), asked.clone(), seed));
        // At most a few dozen matches run at the same time.
        if playing.len() >= 32 {
            playing.join_next().await.expect("somebody plays").expect("to the end");
        }
    }
    while let Some(played) = playing.join_next().await {
        played.expect("to the end");
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn la_dame_noire_never_stands_still() {
    matches(json!({"game": "la-dame-noire", "options": {"deals": 1}, "bots": ["club"]}), 200).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kael_never_stands_still() {
    matches(json!({"game": "kael", "bots": ["club"], "races": "strict", "options": {"match_end": "first_out"}}), 60)
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hearts_never_stands_still() {
    matches(json!({"game": "hearts", "bots": ["club"], "options": {"to": 20}}), 30).await;
}
