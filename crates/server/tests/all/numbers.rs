//! Tests that the server checks numbers from outside before it uses them: every request gets an answer, and the server
//! goes on.

use std::panic::{AssertUnwindSafe, catch_unwind};

use game::Rng;
use serde_json::{Value, json};

use crate::client::Client;
use crate::test_server::TestServer;

/// Numbers for which careless arithmetic and indexing fail.
const EXTREMES: [&str; 16] = [
    "-9223372036854775808",
    "-1",
    "0",
    "8",
    "9",
    "11",
    "99",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967295",
    "9007199254740993",
    "18446744073709551615",
    "1e308",
    "2.5",
];

/// Checks that the server answers the request, with success or with a refusal. If the connection is dropped, the client
/// panics.
async fn answered(client: &mut Client, method: &str, path: &str, body: &str) {
    let answer = client.ask(method, path, &[("content-type", "application/json")], body).await;
    assert!(answer.status < 500, "{method} {path} {body}: {answer:?}");
}

#[tokio::test]
async fn over_http() {
    let mut server = TestServer::open().await;
    let client = &mut server.client;
    let id = client.open(json!({"game": "schwarze-dame", "bots": ["random"], "options": {"deals": 1}})).await;
    client.sit(&id).await.play_to_the_end(&mut Rng::new(3), 0).await;
    let friends = client.open(json!({"game": "kael", "open": "friends", "seats": 3})).await;
    for number in EXTREMES {
        for open in ["alone", "friends", "public"] {
            for key in ["seats", "deal", "grace_s", "watch_delay_s"] {
                let body = format!(r#"{{"game":"kael","open":"{open}","bots":["random"],"{key}":{number}}}"#);
                answered(client, "POST", "/api/v1/tables", &body).await;
            }
        }
        answered(client, "POST", "/api/v1/tables", &format!(r#"{{"game":"rouge-et-noir","deal":{number}}}"#)).await;
        for game in catalog::entries() {
            let fields = game.options.iter().filter(|field| matches!(field.kind, game::OptionKind::Int { .. }));
            for option in fields.map(|field| field.key) {
                let body = format!(r#"{{"game":"{}","options":{{"{option}":{number}}}}}"#, game.id);
                answered(client, "POST", "/api/v1/tables", &body).await;
            }
        }
        if number != "0" && !number.starts_with(|c: char| c.is_ascii_digit()) {
            answered(client, "POST", "/api/v1/deals", &format!(r#"{{"game":"rouge-et-noir","deal":{number}}}"#)).await;
        }
        for path in [
            format!("tables/{id}/replay?deal={number}"),
            format!("tables/{id}/replay?deal=0&viewer={number}"),
            format!("lessons/kael/why?step={number}&action=draw"),
        ] {
            answered(client, "GET", &format!("/api/v1/{path}"), "").await;
        }
        answered(client, "POST", &format!("/api/v1/tables/{friends}/seats/{number}/engine"), "").await;
    }
    server.close().await;
}

#[tokio::test]
async fn over_a_socket() {
    let mut server = TestServer::open().await;
    let alone = server.client.open(json!({"game": "rouge-et-noir", "deal": 7, "assist": false})).await;
    let friends = server.client.open(json!({"game": "schwarze-dame", "open": "friends"})).await;
    for table in [&alone, &friends] {
        let mut socket = server.client.wait_at(table).await;
        for number in EXTREMES {
            for (kind, keys) in [
                ("act", &["at"][..]),
                ("undo", &["n"]),
                ("redo", &["n"]),
                ("demo", &["step"]),
                ("play_on", &["kept"]),
                ("analyse", &["deal"]),
                ("sit", &["seat"]),
                ("bot", &["seat"]),
                ("unseat", &["seat"]),
                ("swap", &["a", "b"]),
                ("hand_over", &["seat"]),
            ] {
                let mut command = json!({"t": kind, "cmd": socket.new_cmd()});
                if kind == "act" {
                    command["action"] = json!("play Qs");
                }
                if kind == "bot" {
                    command["level"] = json!("club");
                }
                for key in keys {
                    command[*key] = serde_json::from_str(number).expect("a number");
                }
                let cmd = command["cmd"].clone();
                socket.send_text(&command.to_string()).await;
                // The answer names the command, or says that the message is not a command.
                loop {
                    let message = socket.next().await.expect("the line stays open");
                    if message["cmd"] == cmd || message["t"] == "error" {
                        break;
                    }
                }
            }
        }
    }
    server.close().await;
}

/// Collects the paths to all numbers in a value.
fn numbers(value: &Value, path: &mut Vec<String>, found: &mut Vec<String>) {
    match value {
        Value::Number(_) | Value::Null | Value::Bool(_) => found.push(path.join("/")),
        Value::Array(items) => {
            // The items of a list are similar, so only the first and the last are searched.
            for index in [0, items.len().saturating_sub(1)] {
                if let Some(item) = items.get(index) {
                    path.push(index.to_string());
                    numbers(item, path, found);
                    path.pop();
                }
            }
        }
        Value::Object(items) => {
            for (key, item) in items {
                path.push(key.clone());
                numbers(item, path, found);
                path.pop();
            }
        }
        Value::String(_) => {}
    }
}

#[tokio::test]
async fn in_a_record() {
    let mut server = TestServer::open().await;
    for entry in catalog::entries() {
        let bots = if entry.numbered { json!([]) } else { json!(["random"]) };
        let asked = json!({"game": entry.id, "options": entry.shortest, "bots": bots, "races": "strict"});
        let id = server.client.open(asked).await;
        server.client.sit(&id).await.play_to_the_end(&mut Rng::new(9), 20).await;
        let record = server.client.get(&format!("/api/v1/tables/{id}/record")).await.json();
        let mut places = Vec::new();
        numbers(&record, &mut Vec::new(), &mut places);
        assert!(places.len() > 5, "{places:?}");
        for place in places {
            for number in EXTREMES {
                let mut changed = record.clone();
                *changed.pointer_mut(&format!("/{place}")).expect("there") =
                    serde_json::from_str(number).expect("a number");
                let line = changed.to_string();
                let read = catch_unwind(AssertUnwindSafe(|| {
                    let Ok(raw) = table::record::Raw::read(&line) else { return };
                    let _ = catalog::check(&raw);
                    for deal in [0, 1, usize::MAX] {
                        let _ = catalog::replay(&raw, deal, game::Viewer::All);
                        let _ = catalog::replay(&raw, deal, game::Viewer::Seat(game::Seat::new(7)));
                    }
                }));
                assert!(read.is_ok(), "{}: {place} = {number}", entry.id);
            }
        }
    }
    server.close().await;
}
