//! `cardroom admin` as a process, while people play at the server.

use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::Path;
use std::process::{Command, Stdio};

use game::Rng;
use serde_json::{Value, json};

use crate::client::{Client, Socket};
use crate::running::{Running, cardroom, folder, refused};

/// Returns the output of `cardroom admin`, and true if the command succeeded.
fn admin(data: &Path, words: &[&str]) -> (bool, String) {
    let output =
        cardroom(&["admin", "--data", data.to_str().expect("a plain path")]).args(words).output().expect("it runs");
    let text = if output.status.success() { output.stdout } else { output.stderr };
    (output.status.success(), String::from_utf8(text).expect("words"))
}

fn done(data: &Path, words: &[&str]) -> String {
    let (done, text) = admin(data, words);
    assert!(done, "{words:?}: {text}");
    text
}

fn answer(data: &Path, words: &[&str]) -> Value {
    serde_json::from_str(&done(data, &[words, &["--json"]].concat())).expect("one line of JSON")
}

/// Returns the number of the guest with this name.
fn guest(data: &Path, name: &str) -> String {
    let people = answer(data, &["people", "find", name]);
    people["people"][0]["id"].as_i64().unwrap_or_else(|| panic!("{people}")).to_string()
}

/// Seats Ann and Bo at a table for friends that plays Kaël, in the middle of a deal.
async fn friends(server: &Running) -> (Client, Client, String, Socket, Socket) {
    let (mut ann, mut bo) = (Client::new(server.address), Client::new(server.address));
    ann.come().await;
    assert_eq!(ann.post("/api/v1/me", r#"{"name":"Ann"}"#).await.status, 200);
    let id = ann.open(json!({"game": "kael", "seats": 2, "open": "friends", "chat": "free"})).await;
    let invite = ann.post(&format!("/api/v1/tables/{id}/invite"), "").await.json();
    let join = format!("/api/v1/invites/{}", invite["token"].as_str().expect("a token"));
    let joined = bo.post(&join, r#"{"name":"Bo"}"#).await;
    assert_eq!(joined.status, 200, "{joined:?}");
    let (mut anns, bos) = (ann.wait_at(&id).await, bo.wait_at(&id).await);
    let begin = anns.order("begin");
    assert_eq!(anns.command(&begin).await.expect("an answer")["t"], "done");
    (ann, bo, id, anns, bos)
}

/// Returns the next message of a type.
async fn next_of(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let message = socket.next().await.expect("the connection stays");
        if message["t"] == kind {
            return message;
        }
    }
}

#[test]
fn without_a_server_it_says_what_to_do() {
    let data = folder();
    let path = data.path().to_str().expect("a plain path");
    let output = cardroom(&["admin", "--data", path, "tables", "list"]).output().expect("it runs");
    refused(&output, "start one with cardroom serve");
}

#[tokio::test]
async fn the_socket_is_for_the_user_of_the_server_alone() {
    let data = folder();
    let mut server = Running::start(data.path());
    let file = data.path().join("admin.sock");
    let known = std::fs::metadata(&file).expect("a socket");
    assert!(known.file_type().is_socket());
    assert_eq!(known.permissions().mode() & 0o777, 0o600);
    // Another user gets no access, even if the folder and the socket are open to everybody.
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    if is_root {
        for path in [data.path(), file.as_path()] {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o777)).expect("changed");
        }
        let copy =
            tempfile::Builder::new().permissions(std::fs::Permissions::from_mode(0o755)).tempdir().expect("a folder");
        let program = copy.path().join("cardroom");
        std::fs::copy(env!("CARGO_BIN_EXE_cardroom"), &program).expect("a copy that others may run");
        let output = Command::new("setpriv")
            .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
            .arg(&program)
            .args(["admin", "people", "bans", "--data"])
            .arg(data.path())
            .output()
            .expect("setpriv runs");
        refused(&output, "only the user who runs the server, and root, may do that");
    }
    server.stop();
    assert!(!file.exists(), "it goes with the server");
}

#[tokio::test]
async fn tables_are_listed_without_a_card_and_closed_for_good() {
    let data = folder();
    let mut server = Running::start(data.path());
    let (mut ann, _, id, mut anns, bos) = friends(&server).await;
    // After some moves there are cards on the table and in hands, none of which may appear in the output.
    let mut rng = Rng::new(1);
    for _ in 0..4 {
        if let Some(command) = anns.choose(&mut rng) {
            anns.command(&command).await;
        }
    }
    drop(bos);
    let listed = answer(data.path(), &["tables", "list"]);
    let table = &listed["tables"][0];
    let expected: Vec<&str> =
        vec!["awake", "created", "ended", "game", "id", "open", "same_network", "seats", "stage", "started"];
    let mut keys: Vec<&str> = table.as_object().expect("a table").keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(keys, expected, "nothing of the match is there");
    assert_eq!((table["id"].as_str(), table["stage"].as_str()), (Some(id.as_str()), Some("playing")));
    assert_eq!(answer(data.path(), &["tables", "show", &id])["tables"], listed["tables"]);
    assert!(done(data.path(), &["tables", "list"]).contains("Ann"));
    let closed = done(data.path(), &["tables", "close", &id]);
    assert!(closed.contains("closed"), "{closed}");
    let closed = next_of(&mut anns, "error").await;
    assert_eq!(closed["key"], "closed_by_host");
    let (status, key, _) = ann.get(&format!("/api/v1/tables/{id}/record")).await.error();
    assert_eq!((status, key.as_str()), (410, "closed_by_host"));
    assert!(answer(data.path(), &["tables", "list"])["tables"].as_array().expect("a list").is_empty());
    assert_eq!(answer(data.path(), &["tables", "list", "--all"])["tables"][0]["stage"], "closed");
    for (words, why) in [(["close", &id], "closed already"), (["show", "nothing"], "there is no table nothing")] {
        let (done, text) = admin(data.path(), &[["tables"].as_slice(), &words].concat());
        assert!(!done && text.contains(why), "{text}");
    }
    server.stop();
}

#[tokio::test]
async fn a_public_table_is_shown_with_the_seats_that_share_a_network_and_without_an_address() {
    let data = folder();
    let mut server = Running::start_with(data.path(), &["--trusted-proxy", "127.0.0.1"]);
    let (mut ann, mut bo) = (Client::new(server.address), Client::new(server.address));
    let from = [("x-forwarded-for", "203.0.113.7"), ("content-type", "application/json")];
    let table = r#"{"game":"kael","open":"public","one_per_network":false}"#;
    ann.ask("POST", "/api/v1/me", &from, r#"{"name":"Ann"}"#).await;
    let id = ann.ask("POST", "/api/v1/tables", &from, table).await.json()["id"].as_str().expect("an id").to_owned();
    let _anns = ann.line(&id, &from[..1]).await.expect("her seat");
    let sat = bo.ask("POST", &format!("/api/v1/tables/{id}/seat"), &from, r#"{"name":"Bo"}"#).await;
    assert_eq!(sat.status, 200, "{sat:?}");
    let shown = done(data.path(), &["tables", "show", &id]);
    assert!(shown.contains("; same network: Ann and Bo") && !shown.contains("203.0.113"), "{shown}");
    assert_eq!(answer(data.path(), &["tables", "show", &id])["tables"][0]["same_network"], json!([[0, 1]]));
    server.stop();
}

#[tokio::test]
async fn guests_are_renamed_banned_and_deleted_and_a_ban_outlives_a_restart() {
    let data = folder();
    let mut server = Running::start(data.path());
    let (_, mut bo, id, mut anns, mut bos) = friends(&server).await;
    let number = guest(data.path(), "bo");
    done(data.path(), &["people", "rename", &number, "Robert"]);
    loop {
        let room = next_of(&mut anns, "room").await;
        if room["seats"].as_array().expect("seats").iter().any(|seat| seat["name"] == "Robert") {
            break;
        }
    }
    done(data.path(), &["people", "ban", &number, "--for", "7d", "--why", "rude"]);
    // Bo reads why he is banned. Ann reads that he cannot come back, so that nobody waits for him.
    assert_eq!(next_of(&mut bos, "error").await["key"], "banned");
    while bos.next().await.is_some() {}
    assert_eq!(next_of(&mut anns, "notice").await["key"], "blocked");
    while next_of(&mut anns, "room").await["seats"]
        .as_array()
        .expect("seats")
        .iter()
        .any(|seat| seat["name"] == "Robert")
    {}
    let order = json!({"game": "rouge-et-noir"}).to_string();
    let (status, key, _) = bo.post("/api/v1/tables", &order).await.error();
    assert_eq!((status, key.as_str()), (403, "banned"));
    assert!(bo.connect(&id, None).await.is_err(), "nor a connection");
    server.kill();
    let mut server = Running::start(data.path());
    bo.address = server.address;
    assert_eq!(bo.post("/api/v1/tables", &order).await.error().1, "banned", "after a restart too");
    let bans = answer(data.path(), &["people", "bans"]);
    assert_eq!((bans["bans"][0]["words"].as_str(), bans["bans"].as_array().map(Vec::len)), (Some("rude"), Some(1)));
    done(data.path(), &["people", "unban", &number]);
    assert_eq!(bo.post("/api/v1/tables", &order).await.status, 201);
    let (allowed, words) = admin(data.path(), &["people", "ban", "127.0.0.0/8"]);
    assert!(!allowed && words.contains("this machine"), "{words}");
    done(data.path(), &["people", "remove", &number]);
    assert!(answer(data.path(), &["people", "find", "Robert"])["people"].as_array().expect("a list").is_empty());
    // The log contains every administrative action, and who did it.
    let log = done(data.path(), &["log"]);
    for action in ["people rename", "people ban", "people unban", "people remove"] {
        assert!(log.contains(action), "{log}");
    }
    assert!(log.contains("uid "), "{log}");
    server.stop();
}

#[tokio::test]
async fn a_player_is_reported_and_what_was_said_is_hidden_until_the_report_is_read() {
    let data = folder();
    let mut server = Running::start(data.path());
    let (mut ann, mut bo, id, mut anns, mut bos) = friends(&server).await;
    let mut say = bos.order("say");
    say["text"] = json!("You play like a cabbage");
    assert_eq!(bos.command(&say).await.expect("an answer")["t"], "done");
    next_of(&mut anns, "talk").await;
    let path = format!("/api/v1/tables/{id}/reports");
    let seat = (0..2).find(|seat| anns.frame["seats"][*seat]["name"] == "Bo").unwrap_or(1);
    let report = json!({"seat": seat, "words": "rude"}).to_string();
    let mut stranger = Client::new(server.address);
    stranger.come().await;
    assert_eq!(stranger.post(&path, &report).await.status, 403, "who has no seat reads no chat");
    assert_eq!(ann.post(&path, &json!({"seat": 1 - seat, "words": ""}).to_string()).await.error().1, "no_person");
    assert_eq!(ann.post(&path, &json!({"seat": 9, "words": ""}).to_string()).await.error().1, "unknown_seat");
    let long = json!({"seat": seat, "words": "x".repeat(501)}).to_string();
    assert_eq!(ann.post(&path, &long).await.error().1, "report_too_long");
    assert_eq!(ann.post(&path, &report).await.status, 204);
    assert_eq!(ann.post(&path, &report).await.error().1, "reported", "one at a time");
    assert_eq!(bo.get(&format!("/api/v1/tables/{id}/reports")).await.status, 405, "nobody reads them here");
    let listed = done(data.path(), &["reports", "--json"]);
    assert!(!listed.contains("cabbage") && !listed.contains("rude"), "{listed}");
    let number = answer(data.path(), &["reports"])["reports"][0]["id"].to_string();
    let read = done(data.path(), &["reports", &number]);
    assert!(read.contains("rude") && read.contains("Bo: You play like a cabbage"), "{read}");
    assert!(answer(data.path(), &["reports"])["reports"].as_array().expect("a list").is_empty(), "it was read");
    assert!(done(data.path(), &["log"]).contains(&format!("reports show {number}")));
    server.stop();
}

#[tokio::test]
async fn everybody_reads_a_line_and_a_drained_server_ends() {
    let data = folder();
    let mut server = Running::start(data.path());
    let (mut ann, _, id, mut anns, bos) = friends(&server).await;
    drop(bos);
    done(data.path(), &["say", "At nine", "we move."]);
    assert_eq!(next_of(&mut anns, "notice").await["words"], "At nine we move.");
    let mut late = ann.line(&id, &[]).await.expect("a seat");
    assert_eq!(next_of(&mut late, "notice").await["words"], "At nine we move.", "who comes later too");
    late.hang_up().await;
    let host = ann.get("/api/v1/host").await.json();
    assert_eq!(host["notice"]["words"], "At nine we move.", "for who is at no table");
    done(data.path(), &["say", "--clear"]);
    assert_eq!(ann.get("/api/v1/host").await.json().get("notice"), None);
    done(data.path(), &["prune"]);
    let disk = done(data.path(), &["disk"]);
    assert!(disk.contains("All data:") && disk.contains("A match takes"), "{disk}");
    let (removed, words) = admin(data.path(), &["records", "remove", "none"]);
    assert!(!removed && words.contains("there is no imported record"), "{words}");
    done(data.path(), &["drain", "--within", "1h", "--no-wait"]);
    assert_eq!(next_of(&mut anns, "notice").await["key"], "drain");
    assert_eq!(ann.post("/api/v1/tables", r#"{"game":"kael"}"#).await.error().1, "draining");
    done(data.path(), &["drain", "--cancel"]);
    assert_eq!(ann.post("/api/v1/tables", r#"{"game":"kael"}"#).await.status, 201);
    drop(anns);
    let said = done(data.path(), &["drain"]);
    assert!(said.ends_with("\nIt has ended.\n"), "{said}");
    let ended = server.child.try_wait().expect("ours").expect("it has ended, because nobody is there");
    assert!(ended.success(), "{ended}");
    Running::start(data.path()).stop();
}

#[tokio::test]
async fn who_waits_for_the_end_of_a_server_learns_that_the_drain_is_called_off() {
    let data = folder();
    let mut server = Running::start(data.path());
    let (_ann, _bo, _, mut anns, _bos) = friends(&server).await;
    let path = data.path().to_str().expect("a plain path");
    let waiting = cardroom(&["admin", "drain", "--data", path]).stderr(Stdio::piped()).spawn().expect("it runs");
    assert_eq!(next_of(&mut anns, "notice").await["key"], "drain");
    done(data.path(), &["drain", "--cancel"]);
    refused(&waiting.wait_with_output().expect("it ends"), "the drain was called off: the server goes on");
    server.stop();
}
