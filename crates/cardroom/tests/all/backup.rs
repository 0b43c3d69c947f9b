//! `cardroom backup` and `cardroom restore` as processes, while people play at the server.

use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

use game::Rng;
use serde_json::{Value, json};

use crate::client::{Client, Socket};
use crate::running::{Running, cardroom, folder, refused};

fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

fn backup(data: &Path, to: &Path) -> Output {
    cardroom(&["backup", "--data", path(data), "--to", path(to)]).output().expect("it runs")
}

fn restore(from: &Path, data: &Path) -> Output {
    cardroom(&["restore", "--from", path(from), "--data", path(data)]).output().expect("it runs")
}

fn output_of(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stderr, b"", "no progress bar in a pipe");
    String::from_utf8(output.stdout.clone()).expect("words")
}

/// Sends a command if it is the player's turn, otherwise waits for a frame. Returns the command if the server
/// acknowledged it.
async fn step(socket: &mut Socket, rng: &mut Rng) -> Option<Value> {
    match socket.choose(rng) {
        Some(command) => {
            let answer = socket.command(&command).await.expect("the server goes on");
            (answer["t"] == "done").then_some(command)
        }
        None => {
            socket.frame().await;
            None
        }
    }
}

#[tokio::test]
async fn a_backup_made_during_play_has_every_acknowledged_move_and_play_goes_on_from_it() {
    let data = folder();
    let mut rng = Rng::new(5);
    let mut server = Running::start(data.path());
    let mut person = Client::new(server.address);
    let table = json!({"game": "schwarze-dame", "options": {"deals": 6}, "bots": ["random"]});
    let id = person.open(table).await;
    let mut socket = person.sit(&id).await;
    let mut acknowledged: Vec<Value> = Vec::new();
    // Makes three backups. Each begins between two moves and runs while more moves are made.
    let mut copies = Vec::new();
    for round in 0..3 {
        let goal = acknowledged.len() + 9;
        while acknowledged.len() < goal {
            acknowledged.extend(step(&mut socket, &mut rng).await);
        }
        let to = data.path().join(format!("copy{round}.sqlite"));
        let before = acknowledged.len();
        let mut running = cardroom(&["backup", "--data", path(data.path()), "--to", path(&to)])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        while running.try_wait().expect("it runs").is_none() {
            acknowledged.extend(step(&mut socket, &mut rng).await);
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let words = output_of(&running.wait_with_output().expect("it has ended"));
        assert!(words.contains(": 1 table, ") && words.ends_with(", checked\n"), "{words}");
        copies.push((to, before));
    }
    assert!(!socket.is_over(), "the match goes on");
    server.kill();
    for (copy, before) in copies {
        let fresh = folder();
        let home = fresh.path().join("data");
        assert!(output_of(&restore(&copy, &home)).contains(": 1 table, "));
        let server = Running::start(&home);
        person.address = server.address;
        let mut socket = person.sit(&id).await;
        socket.name = "after-".into();
        for command in &acknowledged[..before] {
            let again = socket.command(command).await.expect("the server goes on");
            assert_eq!(again, json!({"t": "done", "cmd": command["cmd"]}), "acknowledged before the backup");
        }
        let mut played: Vec<Value> = acknowledged[..before].to_vec();
        while !socket.is_over() {
            played.extend(step(&mut socket, &mut rng).await);
        }
        let record = person.get(&format!("/api/v1/tables/{id}/record")).await.body;
        let deals = serde_json::from_str::<Value>(&record).expect("a record")["deals"].clone();
        let own: Vec<String> = deals
            .as_array()
            .expect("deals")
            .iter()
            .flat_map(|deal| deal["actions"].as_array().expect("actions").clone())
            .filter_map(|action| action.as_str().expect("notation").strip_prefix("0 ").map(str::to_owned))
            .collect();
        // The backup contains, in order, all actions that were made before the backup started. At the end it may also
        // contain actions that were made while the backup ran.
        let before: Vec<&str> = played[..before].iter().filter_map(|command| command["action"].as_str()).collect();
        assert_eq!(own[..before.len()], before);
        assert_eq!(own.len(), 6 * 13, "and the match was played to its end");
        let file = fresh.path().join("record.jsonl");
        std::fs::write(&file, &record).expect("a file");
        let checked = cardroom(&["record", "check", path(&file)]).output().expect("it runs");
        assert!(checked.status.success(), "{checked:?}");
    }
}

#[tokio::test]
async fn nothing_is_overwritten_and_nothing_is_left_behind() {
    let data = folder();
    let server = Running::start(data.path());
    let mut person = Client::new(server.address);
    person.open(json!({"game": "kael"})).await;
    let place = folder();
    let copy = place.path().join("copy.sqlite");
    output_of(&backup(data.path(), &copy));
    let bytes = std::fs::read(&copy).expect("a copy");
    refused(&backup(data.path(), &copy), "exists. Nothing is overwritten");
    assert_eq!(std::fs::read(&copy).expect("still there"), bytes);
    refused(&restore(&copy, data.path()), "cardroom.sqlite exists. Nothing is overwritten");
    refused(&backup(&place.path().join("nowhere"), &place.path().join("b")), "there is no ");
    refused(&restore(&place.path().join("nothing"), &place.path().join("c")), "there is no ");
    // A backup with overwritten pages is refused before anything is written, and so is a file of other text.
    let mut hole = bytes.clone();
    let middle = hole.len() / 2;
    hole[middle..middle + 3000].fill(0xff);
    let damaged = place.path().join("damaged.sqlite");
    std::fs::write(&damaged, &hole).expect("a file");
    refused(&restore(&damaged, &place.path().join("d")), "damaged");
    std::fs::write(&damaged, "Dear diary, ".repeat(400)).expect("a file");
    refused(&restore(&damaged, &place.path().join("e")), "is not a database of cardroom");
    let mut newer = bytes;
    // SQLite's `PRAGMA user_version` is at offset 60, four bytes, big-endian.
    newer[60..64].copy_from_slice(&99_u32.to_be_bytes());
    std::fs::write(&damaged, &newer).expect("a file");
    refused(&restore(&damaged, &place.path().join("f")), "newer cardroom (version 99");
    let mut there: Vec<String> = std::fs::read_dir(place.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name"))
        .collect();
    there.sort();
    assert_eq!(there, ["copy.sqlite", "damaged.sqlite"]);
}

#[cfg(unix)]
#[tokio::test]
async fn a_backup_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let data = folder();
    drop(Running::start(data.path()));
    let copy = data.path().join("copy.sqlite");
    output_of(&backup(data.path(), &copy));
    let mode = std::fs::metadata(&copy).expect("a copy").permissions().mode();
    assert_eq!(mode & 0o077, 0, "{mode:o}: sealed seeds lie in it");
}
