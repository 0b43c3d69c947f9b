//! `cardroom serve` as a process: its output, what it refuses, how it stops, and the data after a `kill -9`.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use game::Rng;
use serde_json::{Value, json};
use tokio::sync::RwLock;
use tokio::task::JoinSet;

use crate::client::Client;
use crate::player::Player;
use crate::running::{Running, cardroom, folder, long, refused};
use crate::support::{self, Said};

/// Plays matches until the server has been killed this number of times, because a single random match of Kaël can be
/// too short for that.
async fn survives(game: &str, table: Value, kills: u32, seed: u64) {
    let mut left = kills;
    for round in 0.. {
        assert!(round < 50, "{game}: matches end before a blow falls");
        left -= one_match(game, table.clone(), left, seed * 100 + round).await;
        if left == 0 {
            break;
        }
    }
}

/// Plays a match while the server ends at most `kills` times. Each time the server is killed or asked to stop, after a
/// random number of actions. Checks that the record contains every acknowledged action and has no fault. Returns how
/// often the server was killed.
async fn one_match(game: &str, table: Value, kills: u32, seed: u64) -> u32 {
    let data = folder();
    let mut rng = Rng::new(seed);
    let mut server = Running::start(data.path());
    let mut person = Client::new(server.address);
    let id = person.open(table).await;
    let mut killed = 0;
    // The acknowledged actions, and the last command if it was sent but not answered.
    let mut acknowledged: Vec<(Value, String)> = Vec::new();
    let mut unanswered: Option<Value> = None;
    let mut seen: Vec<(u64, Option<u64>, String)> = Vec::new();
    let socket = loop {
        let mut socket = person.sit(&id).await;
        socket.name = format!("life{killed}-");
        for (command, _) in acknowledged.iter().rev().take(5) {
            let again = socket.command(command).await.expect("nobody kills now");
            assert_eq!(again, json!({"t": "done", "cmd": command["cmd"]}), "{game}: acknowledged, then forgotten");
        }
        if let Some(command) = unanswered.take() {
            // It is harmless to send the command again, whether it was stored or not.
            let answer = socket.command(&command).await.expect("nobody kills now");
            if answer["t"] == "done" && command["t"] == "act" {
                let action = command["action"].as_str().expect("notation").to_owned();
                acknowledged.push((command, action));
            }
        }
        let mut left = if killed < kills { 1 + rng.below(5) } else { u32::MAX };
        while !socket.is_over() && left > 0 {
            // A solitaire that is played at random does not end, so it is given up after a while.
            let tired =
                socket.frame["seats"].as_array().is_some_and(|seats| seats.len() == 1) && acknowledged.len() > 40;
            let wish = if tired { Some(socket.order("give_up")) } else { socket.choose(&mut rng) };
            let Some(command) = wish else {
                socket.frame().await;
                continue;
            };
            left -= 1;
            if left == 0 && killed < kills {
                // The server ends while it handles this command: before, during or after the commit.
                socket.send_text(&command.to_string()).await;
                tokio::time::sleep(Duration::from_micros(u64::from(rng.below(8_000)))).await;
                // The server is alternately killed and asked to end, at the same point.
                match killed % 2 {
                    1 if cfg!(unix) => server.stop(),
                    _ => server.kill(),
                }
                unanswered = Some(command.clone());
                while let Some(message) = socket.next().await {
                    if message["t"] == "done" && message["cmd"] == command["cmd"] {
                        unanswered = None;
                        if command["t"] == "act" {
                            acknowledged.push((command.clone(), command["action"].as_str().unwrap().to_owned()));
                        }
                    }
                }
                break;
            }
            let answer = socket.command(&command).await.expect("nobody kills now");
            if answer["t"] == "done" && command["t"] == "act" {
                acknowledged.push((command.clone(), command["action"].as_str().expect("notation").to_owned()));
            }
        }
        seen.append(&mut socket.seen);
        if left > 0 && socket.is_over() {
            break socket;
        }
        killed += 1;
        server = Running::start(data.path());
        person.address = server.address;
    };
    let record = person.get(&format!("/api/v1/tables/{id}/record")).await.body;
    let deals = serde_json::from_str::<Value>(&record).expect("a record")["deals"].clone();
    let actions: Vec<(usize, String)> = deals
        .as_array()
        .expect("deals")
        .iter()
        .enumerate()
        .flat_map(|(deal, played)| {
            let actions = played["actions"].as_array().expect("actions").clone();
            actions.into_iter().map(move |action| (deal, action.as_str().expect("notation").to_owned()))
        })
        .collect();
    let own: Vec<&str> = actions.iter().filter_map(|(_, action)| action.strip_prefix("0 ")).collect();
    let said: Vec<&str> = acknowledged.iter().map(|(_, action)| action.as_str()).collect();
    assert_eq!(own, said, "{game}: what was acknowledged is what is there, in order");
    // If a player saw a bot's action before the server ended, the record contains this action too. The reason is that a
    // message is sent only after its commit.
    for (deal, seat, action) in seen {
        if let Some(seat) = seat
            // Other players do not learn which cards these actions contain, so they cannot be compared.
            && !["trade", "give"].contains(&action.as_str())
        {
            let line = (deal as usize, format!("{seat} {action}"));
            assert!(actions.contains(&line), "{game}: {line:?} was seen and is gone");
        }
    }
    assert_eq!(socket.frame["phase"], "over");
    let file = data.path().join("record.jsonl");
    std::fs::write(&file, &record).expect("a file");
    let checked = cardroom(&["record", "check", file.to_str().expect("a plain path")]).output().expect("it runs");
    assert!(checked.status.success(), "{game}: {checked:?}");
    killed
}

#[tokio::test]
async fn schwarze_dame_survives_being_killed() {
    survives("schwarze-dame", json!({"game": "schwarze-dame", "options": {"deals": 4}, "bots": ["random"]}), 10, 1)
        .await;
}

#[tokio::test]
async fn la_dame_noire_survives_being_killed() {
    survives("la-dame-noire", json!({"game": "la-dame-noire", "options": {"deals": 4}, "bots": ["random"]}), 8, 2)
        .await;
}

#[tokio::test]
async fn kael_survives_being_killed() {
    let table = json!({"game": "kael", "races": "strict", "bots": ["random"], "seats": 3});
    survives("kael", table, 6, 3).await;
}

#[tokio::test]
async fn hearts_survives_being_killed() {
    survives("hearts", json!({"game": "hearts", "options": {"to": 50}, "bots": ["random"]}), 6, 4).await;
}

#[tokio::test]
async fn rouge_et_noir_survives_being_killed() {
    survives("rouge-et-noir", json!({"game": "rouge-et-noir"}), 6, 5).await;
}

/// Checks many tables on one server that is killed again and again: no acknowledged action is ever missing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_tables_survive_being_killed() {
    let (tables, kills, actions) = if long() { (64, 200, 1_000_000) } else { (6, 4, 600) };
    let data = folder();
    let killed = Arc::new(Killed {
        server: RwLock::new(Running::start(data.path())),
        acknowledged: AtomicU64::new(0),
        stop: AtomicBool::new(false),
    });
    let mut playing = JoinSet::new();
    for seed in 0..tables {
        playing.spawn(plays_while_it_is_killed(killed.clone(), data.path().to_owned(), seed));
    }
    let (mut rng, mut done) = (Rng::new(9), 0);
    while done < kills || killed.acknowledged.load(Ordering::Relaxed) < actions {
        let goal = killed.acknowledged.load(Ordering::Relaxed) + u64::from(rng.below(if long() { 8_000 } else { 150 }));
        while killed.acknowledged.load(Ordering::Relaxed) < goal {
            assert!(playing.try_join_next().is_none(), "somebody was told what was not so");
            tokio::time::sleep(Duration::from_micros(u64::from(rng.below(8_000)))).await;
        }
        // Kills the server during play, but not while a player is connecting.
        let mut server = killed.server.write().await;
        server.kill();
        *server = Running::start(data.path());
        done += 1;
        if long() && done % 20 == 0 {
            eprintln!("{done} kills, {} acknowledged actions so far", killed.acknowledged.load(Ordering::Relaxed));
        }
    }
    killed.stop.store(true, Ordering::Relaxed);
    while let Some(ended) = playing.join_next().await {
        ended.expect("what was acknowledged is there");
    }
    println!("{done} kills, {} acknowledged actions, none lost", killed.acknowledged.load(Ordering::Relaxed));
}

/// A server that is killed again and again, with the number of acknowledged actions.
struct Killed {
    server: RwLock<Running>,
    acknowledged: AtomicU64,
    stop: AtomicBool,
}

/// Plays one match after another, and compares each record with the acknowledged actions.
async fn plays_while_it_is_killed(killed: Arc<Killed>, data: PathBuf, seed: u64) {
    for round in 0.. {
        let mut player = Player::come(&*killed.server.read().await, seed * 1_000_000 + round).await;
        loop {
            let coming = killed.server.read().await;
            player.person.address = coming.address;
            let mut socket = player.sit().await;
            for command in player.acknowledged.iter().rev().take(3) {
                let again = socket.command(command).await.expect("nobody kills now");
                assert_eq!(again, json!({"t": "done", "cmd": command["cmd"]}), "acknowledged, then forgotten");
            }
            drop(coming);
            let ended = loop {
                match player.play(&mut socket, 1).await {
                    None => drop(killed.acknowledged.fetch_add(1, Ordering::Relaxed)),
                    Some(ended) => break ended,
                }
                if killed.stop.load(Ordering::Relaxed) {
                    // The server may have been killed and started again after the last answer, so its address may have
                    // changed.
                    player.person.address = killed.server.read().await.address;
                    let mut socket = player.sit().await;
                    return player.verify(&mut socket, &data).await;
                }
            };
            if ended == "over" {
                let asking = killed.server.read().await;
                player.person.address = asking.address;
                player.verify(&mut socket, &data).await;
                break;
            }
            assert!(ended.is_null(), "the connection has ended, or else: {ended}");
        }
    }
}

#[tokio::test]
async fn a_port_in_use_is_said_in_a_line_with_what_to_do() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let data = folder();
    let output =
        cardroom(&["serve", "--port", &port, "--data", data.path().to_str().unwrap()]).output().expect("it runs");
    refused(&output, &format!("port {port} is in use"));
    refused(&output, "--port");
    assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0, "nothing was made");
}

#[test]
fn data_of_a_newer_version_are_said_in_a_line_with_what_to_do() {
    let data = folder();
    drop(Running::start(data.path()));
    let file = data.path().join("cardroom.sqlite");
    let mut bytes = std::fs::read(&file).expect("a database");
    // SQLite's `PRAGMA user_version` is at offset 60, four bytes, big-endian.
    bytes[60..64].copy_from_slice(&99_u32.to_be_bytes());
    for rest in ["cardroom.sqlite-wal", "cardroom.sqlite-shm"] {
        let _ = std::fs::remove_file(data.path().join(rest));
    }
    std::fs::write(&file, &bytes).expect("a file");
    let output =
        cardroom(&["serve", "--port", "0", "--data", data.path().to_str().unwrap()]).output().expect("it runs");
    refused(&output, "newer cardroom (version 99");
    refused(&output, "--data");
    assert_eq!(std::fs::read(&file).expect("still there"), bytes, "nothing was changed");
}

#[test]
fn two_servers_do_not_share_a_folder() {
    let data = folder();
    let _first = Running::start(data.path());
    let output =
        cardroom(&["serve", "--port", "0", "--data", data.path().to_str().unwrap()]).output().expect("it runs");
    refused(&output, "another cardroom uses the data folder");
}

#[test]
fn an_address_of_another_machine_is_said_in_a_line() {
    let data = folder();
    let arguments = ["serve", "--port", "0", "--listen", "192.0.2.1", "--data", data.path().to_str().unwrap()];
    refused(&cardroom(&arguments).output().expect("it runs"), "192.0.2.1 is not an address of this machine");
}

/// Checks that a server ends in time during hard work: searches for guests, some of whom have disconnected, bots that
/// think, and advice.
#[cfg(unix)]
#[tokio::test]
async fn asked_to_end_in_the_middle_of_hard_work_it_ends_within_five_seconds() {
    let data = folder();
    let mut server = Running::start(data.path());
    let hard = r#"{"game":"rouge-et-noir","level":"hard","options":{"redeals":null}}"#;
    let mut asked = Vec::new();
    for guest in 0..12 {
        let mut person = Client::new(server.address);
        person.come().await;
        let asks = tokio::spawn(async move { person.post("/api/v1/deals", hard).await });
        // Every second client disconnects.
        tokio::time::sleep(Duration::from_millis(20)).await;
        match guest % 2 {
            0 => asks.abort(),
            _ => asked.push(asks),
        }
    }
    let mut person = Client::new(server.address);
    let id = person.open(json!({"game": "schwarze-dame", "bots": ["champion"]})).await;
    let mut socket = person.sit(&id).await;
    while !socket.must_act() {
        socket.frame().await;
    }
    let advise = socket.order("advise");
    socket.send_text(&advise.to_string()).await;
    let asked_to_end = Instant::now();
    let status = Command::new("kill").arg("-TERM").arg(server.child.id().to_string()).status().expect("kill runs");
    assert!(status.success());
    let ended = tokio::task::spawn_blocking(move || server.child.wait().expect("it ends")).await.expect("no panic");
    assert!(ended.success(), "{ended}");
    assert!(asked_to_end.elapsed() < Duration::from_secs(5), "{:?}", asked_to_end.elapsed());
}

#[cfg(unix)]
#[tokio::test]
async fn asked_to_end_it_closes_its_sockets_and_ends_well() {
    let data = folder();
    let mut server = Running::start(data.path());
    let mut person = Client::new(server.address);
    let id = person.open(json!({"game": "schwarze-dame", "bots": ["random"]})).await;
    let mut socket = person.sit(&id).await;
    while !socket.must_act() {
        socket.frame().await;
    }
    let asked = Instant::now();
    let status = Command::new("kill").arg("-TERM").arg(server.child.id().to_string()).status().expect("kill runs");
    assert!(status.success());
    assert_eq!(socket.receive().await, Err(Some(1012)), "come back");
    let ended = server.child.wait().expect("it ends");
    assert!(ended.success(), "{ended}");
    assert!(asked.elapsed() < Duration::from_secs(20));
    let server = Running::start(data.path());
    person.address = server.address;
    assert_eq!(person.sit(&id).await.frame["view"], socket.frame["view"], "and everything is there");
}

/// Returns the output of `serve --check` for these words.
fn checked(words: &str) -> Said {
    support::cardroom(&format!("serve --check {words}"))
}

#[test]
fn a_configuration_can_be_checked_and_the_command_line_wins() {
    let folder = folder();
    let file = folder.path().join("cardroom.toml");
    let path = file.to_str().expect("UTF-8");
    let data = folder.path().join("data");
    let text = format!(
        "port = 9001\npublic-url = \"https://cards.example.org\"\ntrusted-proxy = [\"127.0.0.1\"]\ndata = \"{}\"\n",
        data.display()
    );
    std::fs::write(&file, text).expect("written");
    let said = checked(&format!("--config {path}"));
    let data = data.display();
    let expected = format!(
        "listens on 127.0.0.1:9001\nlinks begin with https://cards.example.org\ndata in the folder {data}, which will be created\nThe configuration is valid.\n"
    );
    assert_eq!((said.code, said.out), (Some(0), expected));
    let said = checked(&format!("--config {path} --port 9002 --public-url http://127.0.0.1:9002 --listen 0.0.0.0"));
    assert!(said.out.starts_with("listens on 0.0.0.0:9002\n"), "{}", said.out);
    assert!(said.out.contains("warning: 0.0.0.0 can be reached from outside"), "{}", said.out);
    assert!(said.out.contains("warning: links to friends begin with http://127.0.0.1:9002"), "{}", said.out);
    assert!(!said.out.contains("no metrics"), "{}", said.out);
    let said = checked("--listen 192.0.2.1");
    assert!(said.out.contains("no metrics: /metrics answers on 127.0.0.1 alone"), "{}", said.out);
    let said = checked("--public-url https://cards.example.org");
    assert!(said.out.contains("warning: no --trusted-proxy: everybody"), "{}", said.out);
    let said = checked("--public-url http://cards.example.org --trusted-proxy 127.0.0.1");
    assert!(said.out.contains("warning: connections to http://cards.example.org are not encrypted"), "{}", said.out);
    let said = checked("--trusted-proxy 127.0.0.1 --trust-range 0.0.0.0/0 --trust-range 203.0.113.0/24=20");
    assert!(said.out.contains("warning: --trusted-proxy without --public-url"), "{}", said.out);
    assert_eq!(said.out.matches("warning: --trust-range").count(), 1, "{}", said.out);
    let token = folder.path().join("token");
    std::fs::write(&token, "0123456789abcdef").expect("written");
    std::fs::set_permissions(&token, std::os::unix::fs::PermissionsExt::from_mode(0o644)).expect("ours");
    let said = checked(&format!("--metrics 127.0.0.1:0 --metrics-token {}", token.display()));
    assert!(said.out.contains("warning: others on this machine can read or change the secret in"), "{}", said.out);
    for fine in ["--public-url http://nas.local", "--public-url http://192.168.1.2:7878"] {
        assert!(!checked(fine).out.contains("warning"), "{fine}");
    }
    assert!(checked("--trust-range school").err.contains("203.0.113.0/24=20"), "a range is explained");
    assert!(!folder.path().join("data").exists(), "a check changes nothing");
    std::fs::write(&file, "port = 70000\n").expect("written");
    let said = checked(&format!("--config {path}"));
    assert_eq!(said.code, Some(2));
    assert_eq!(
        said.err,
        format!("error: {path}: invalid value '70000' for '--port <PORT>': a port is a number from 0 to 65535\n")
    );
    let said = checked("--config /nowhere/cardroom.toml");
    assert_eq!((said.code, said.err.starts_with("error: /nowhere/cardroom.toml: ")), (Some(1), true), "{}", said.err);
}
