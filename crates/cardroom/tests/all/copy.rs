//! Tests of `cardroom copy`, which copies the data of a folder to a database. All data that people and hosts can read
//! must be the same afterwards.

use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

use crate::client::Client;
use crate::player::Player;
use crate::postgres_server::PostgresServer;
use crate::running::{Running, cardroom, folder, refused, serve};

fn copy(data: &Path, store: &str) -> Output {
    let data = data.to_str().expect("a plain path");
    cardroom(&["copy", "--data", data, "--store", store]).output().expect("it runs")
}

/// Returns everything that people and a host can read.
async fn all_that_is_read(server: &Running, data: &Path, cookies: &[Option<String>], tables: &[String]) -> Vec<Value> {
    let mut read = Vec::new();
    for cookie in cookies {
        let mut client = Client { address: server.address, cookie: cookie.clone() };
        for path in ["/api/v1/me", "/api/v1/me/data", "/api/v1/me/devices", "/api/v1/me/statistics"] {
            read.push(client.get(path).await.json());
        }
        for table in tables {
            let answer = client.get(&format!("/api/v1/tables/{table}/record")).await;
            read.push(json!([answer.status, answer.body]));
        }
    }
    for words in [
        &["tables", "list", "--all"][..],
        &["people", "find", ""],
        &["people", "bans"],
        &["reports", "--all"],
        &["log"],
    ] {
        let output = cardroom(&["admin", "--json", "--data", data.to_str().expect("plain")]).args(words).output();
        let output = output.expect("it runs");
        assert!(output.status.success(), "{words:?}: {output:?}");
        let mut answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        // The fields `awake` and `here` say whether a table is in memory and who is connected. They are not part of the
        // data.
        for table in answer["tables"].as_array_mut().into_iter().flatten() {
            table["awake"] = Value::Null;
            table["seats"].as_array_mut().expect("seats").iter_mut().for_each(|seat| seat["here"] = Value::Null);
        }
        read.push(answer);
    }
    read
}

fn admin(data: &Path, words: &[&str]) {
    let output = cardroom(&["admin", "--data", data.to_str().expect("plain")]).args(words).output().expect("it runs");
    assert!(output.status.success(), "{words:?}: {output:?}");
}

/// Copies the data of a server to a database. The server has a running match, a finished match, guests on two devices,
/// an imported record, a report, bans, and a deleted person. On the database, the running match is played on to the end
/// of its deal.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_data_of_a_file_go_on_in_a_database() {
    let (data, postgres) = (folder(), PostgresServer::start());
    let mut server = Running::start(data.path());
    let mut player = Player::come(&server, 3).await;
    let mut socket = player.sit().await;
    assert_eq!(player.play(&mut socket, 40).await, None);
    // Bo plays a match to its end, imports its record, and adds a second device. Later his first device is logged out.
    let mut bo = Client::new(server.address);
    bo.post("/api/v1/me", r#"{"name":"Bo"}"#).await;
    let over = bo.open(json!({"game": "schwarze-dame", "options": {"deals": 1}, "bots": ["random"]})).await;
    bo.sit(&over).await.play_to_the_end(&mut player.rng, 0).await;
    let record = bo.get(&format!("/api/v1/tables/{over}/record")).await.body;
    assert_eq!(bo.post_lines("/api/v1/records", &record).await.status, 201);
    let link = bo.post("/api/v1/me/device", "").await.json()["token"].as_str().expect("a token").to_owned();
    let mut phone = Client::new(server.address);
    assert_eq!(phone.post(&format!("/api/v1/devices/{link}"), "").await.status, 204);
    assert_eq!(phone.ask("DELETE", "/api/v1/me/devices", &[], "").await.status, 200);
    // Cy sits at a table for friends, is reported and banned. Dov deletes himself, and his number is never used again.
    let friends = phone.open(json!({"game": "kael", "seats": 2, "open": "friends", "chat": "free"})).await;
    let invite = phone.post(&format!("/api/v1/tables/{friends}/invite"), "").await.json();
    let mut cy = Client::new(server.address);
    let joined =
        cy.post(&format!("/api/v1/invites/{}", invite["token"].as_str().expect("a token")), r#"{"name":"Cy"}"#).await;
    assert_eq!(joined.status, 200, "{joined:?}");
    let reported = phone.post(&format!("/api/v1/tables/{friends}/reports"), r#"{"seat":1,"words":"rude"}"#).await;
    assert_eq!(reported.status, 204, "{reported:?}");
    let mut dov = Client::new(server.address);
    dov.come().await;
    assert_eq!(dov.ask("DELETE", "/api/v1/me", &[], "").await.status, 204);
    admin(data.path(), &["people", "ban", "203.0.113.0/24", "--for", "7d", "--why", "rude"]);
    drop(socket);
    let cookies = [player.person.cookie.clone(), phone.cookie.clone(), bo.cookie.clone(), cy.cookie.clone()];
    let tables = [player.table.clone(), over, friends];
    let before = all_that_is_read(&server, data.path(), &cookies, &tables).await;
    refused(&copy(data.path(), &postgres.address()), "another cardroom uses the data folder");
    server.stop();

    let output = copy(data.path(), &postgres.address());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let words = String::from_utf8(output.stdout).expect("words");
    assert!(
        words.contains(": 3 tables, ") && words.contains(" 3 guests; ") && words.ends_with("each compared\n"),
        "{words}"
    );
    refused(&copy(data.path(), &postgres.address()), "has data already. Nothing was changed");

    let server = Running::start_with(data.path(), &["--store", &postgres.address()]);
    let after = all_that_is_read(&server, data.path(), &cookies, &tables).await;
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before, after);
    }
    assert_eq!(before.len(), after.len());
    player.person.address = server.address;
    let mut socket = player.sit().await;
    assert_eq!(player.play(&mut socket, 20).await, None);
    player.verify(&mut socket, data.path()).await;
    let mut eve = Client::new(server.address);
    eve.come().await;
    let numbers = postgres.cardroom("SELECT string_agg(id::text, ' ' ORDER BY id) FROM sessions");
    assert_eq!(numbers, "1 2 3 5", "the number of who was deleted is given to nobody");
    refused(&copy(data.path(), &postgres.address()), "uses the data folder");
}

#[tokio::test]
async fn what_cannot_be_copied_is_refused_in_words() {
    let (data, postgres) = (folder(), PostgresServer::start());
    let store = postgres.address();
    refused(&copy(data.path(), &store), "there is no ");
    let mut server = Running::start(data.path());
    Client::new(server.address).open(json!({"game": "schwarze-dame", "bots": ["random"]})).await;
    server.stop();
    // Data that a newer version of the program wrote are refused.
    let file = data.path().join("cardroom.sqlite");
    let set_version = |version: i64| {
        let db = rusqlite::Connection::open(&file).expect("a file");
        db.pragma_update(None, "user_version", version).expect("SQL");
    };
    set_version(99);
    refused(&copy(data.path(), &store), "written by a newer cardroom (version 99, ");
    set_version(3);
    refused(&copy(data.path(), "postgres://house@%2Fnowhere/house"), "cannot be used");
    refused(&copy(data.path(), "mysql://house@localhost/house"), "postgres://USER@HOST/DATABASE");
    // A database that a server is using is refused.
    let other = folder();
    let mut server = Running::start_with(other.path(), &["--store", &store]);
    refused(&copy(data.path(), &store), "a server uses the database");
    server.stop();
    // PostgreSQL refuses one of the texts. After that the database must be empty.
    let db = rusqlite::Connection::open(&file).expect("a file");
    db.execute("UPDATE seats SET name = 'A' || char(0) || 'b' WHERE session IS NOT NULL", []).expect("SQL");
    drop(db);
    refused(&copy(data.path(), &store), "the copy of seats failed, and nothing was changed");
    assert_eq!(postgres.cardroom("SELECT count(*) FROM sessions"), "0");
    let db = rusqlite::Connection::open(&file).expect("a file");
    db.execute("UPDATE seats SET name = 'Ab' WHERE session IS NOT NULL", []).expect("SQL");
    drop(db);
    let output = copy(data.path(), &store);
    assert!(output.status.success(), "{output:?}");
}

/// Checks that the file in the old folder cannot be backed up after a copy. Such a backup would contain old data, and
/// nobody would notice.
#[tokio::test]
async fn a_folder_whose_data_are_in_a_database_gives_no_old_backup() {
    let (data, place, postgres) = (folder(), folder(), PostgresServer::start());
    let backup = |of: &Path, to: &str| {
        let (of, to) = (of.to_str().expect("a plain path"), place.path().join(to));
        cardroom(&["backup", "--data", of, "--to"]).arg(to).output().expect("it runs")
    };
    let succeeds = |output: Output| assert!(output.status.success(), "{output:?}");
    let mut server = Running::start(data.path());
    Client::new(server.address).come().await;
    server.stop();
    succeeds(backup(data.path(), "before.sqlite"));
    refused(&copy(data.path(), "postgres://house@%2Fnowhere/house"), "cannot be used");
    succeeds(backup(data.path(), "nothing-was-copied.sqlite"));

    succeeds(copy(data.path(), &postgres.address()));
    let words = format!("are in the database {}/house", postgres.folder.path().display());
    refused(&backup(data.path(), "old.sqlite"), &words);
    refused(&backup(data.path(), "old.sqlite"), "set CARDROOM_STORE in /etc/cardroom-backup.env");
    refused(&copy(data.path(), &postgres.address()), "has data already");
    refused(&backup(data.path(), "old.sqlite"), &words);
    // The folder of a node that always used the database contains no data file.
    let node = folder();
    Running::start_with(node.path(), &["--store", &postgres.address()]).stop();
    refused(&backup(node.path(), "old.sqlite"), &words);
    assert!(!place.path().join("old.sqlite").exists());

    // Once the host uses the file again, it can be backed up again.
    let log = place.path().join("log");
    let stderr = std::fs::File::create(&log).expect("a file");
    Running::spawn(serve(data.path()).stderr(stderr)).expect("it serves").stop();
    let log = std::fs::read_to_string(log).expect("a log");
    assert!(log.contains("the data of this folder were in a database"), "{log}");
    succeeds(backup(data.path(), "after.sqlite"));
}
