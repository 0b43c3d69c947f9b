//! Tests of texts with control characters, with each kind of store. The texts are sent to every entry point that
//! accepts text. The server refuses the texts before they reach the store. Other people are not affected. The log
//! contains no error.

use std::fs;

use serde_json::json;

use crate::client::Client;
use crate::postgres_server::PostgresServer;
use crate::running::{Running, folder, serve};

/// U+0000 and other control characters, as JSON writes them.
const HOSTILE: [&str; 5] = [r"\u0000", r"\u001b[2J", r"\b", "\u{7f}", "\u{9b}"];

async fn try_every_door(more: &[&str]) {
    let data = folder();
    let log = data.path().join("log");
    let mut command = serve(data.path());
    command.args(more).args(["--log", "info"]).stderr(fs::File::create(&log).expect("a file"));
    let mut server = Running::spawn(&mut command).expect("it serves");
    let mut person = Client::new(server.address);
    person.come().await;
    let id = person.open(json!({"game": "rouge-et-noir"})).await;
    let mut socket = person.sit(&id).await;
    let at = socket.frame["at"].clone();
    let legal = socket.legal()[0].clone();
    for hostile in HOSTILE {
        for text in [
            r#"{"t":"act","cmd":"?","at":0,"action":"turn"}"#,
            r#"{"t":"act","cmd":"c","at":0,"action":"?"}"#,
            r#"{"t":"why","cmd":"?","action":"turn"}"#,
            r#"{"t":"undo","cmd":"?","n":1}"#,
            r#"{"t":"help","cmd":"?"}"#,
            r#"{"t":"say","cmd":"c","text":"?"}"#,
            r#"{"t":"bot","cmd":"c","seat":0,"level":"?"}"#,
            r#"{"t":"settings","cmd":"c","settings":{"options":{"?":"?"}}}"#,
            r#"{"t":"seal","cmd":"c","k":0,"h":"?"}"#,
            r#"{"t":"?"}"#,
        ] {
            socket.send_text(&text.replace('?', hostile)).await;
            let said = loop {
                let said = socket.next().await.expect("the connection stays");
                if said["t"] == "error" {
                    break said;
                }
            };
            assert_eq!(said["key"], "malformed", "{text} {hostile}: {said}");
        }
        for (method, path, body) in [
            ("POST", "/api/v1/me", r#"{"name":"A?B"}"#),
            ("POST", "/api/v1/tables", r#"{"game":"?"}"#),
            ("POST", "/api/v1/tables", r#"{"game":"kael","bots":["?"]}"#),
            ("POST", "/api/v1/tables", r#"{"game":"kael","options":{"?":1}}"#),
            ("POST", "/api/v1/quick", r#"{"game":"kael","name":"?"}"#),
            ("POST", "/api/v1/deals", r#"{"game":"rouge-et-noir","level":"?"}"#),
            ("POST", &format!("/api/v1/tables/{id}/reports"), r#"{"seat":0,"words":"?"}"#),
            ("POST", "/api/v1/invites/00", r#"{"name":"?"}"#),
            ("POST", &format!("/api/v1/tables/{id}/seat"), r#"{"name":"?"}"#),
        ] {
            let json = [("content-type", "application/json")];
            let answer = person.ask(method, path, &json, &body.replace('?', hostile)).await;
            assert!((400..500).contains(&answer.status), "{path} {body} {hostile}: {answer:?}");
        }
        let named = person.post("/api/v1/me", &r#"{"name":"A?B"}"#.replace('?', hostile)).await.error();
        assert_eq!((named.0, named.1.as_str()), (400, "malformed"));
        assert!(named.2.contains("a character that can't be shown, U+00"), "{}", named.2);
    }
    for escape in ["%00", "a%00b", "%1b", "%7F", "%0a"] {
        for path in [
            "tables/?/record",
            "tables/?/history",
            "tables/?/socket",
            "tables/?/engine",
            "tables/?/replay",
            "records/?",
            "records/?/replay",
            "invites/?",
            "devices/?",
            "games/?",
            "lessons/?",
            "lobby#game=?",
            "daily#game=?",
        ] {
            let path = format!("/api/v1/{}", path.replace('?', escape).replace('#', "?"));
            let answer = person.get(&path).await;
            assert!((400..500).contains(&answer.status), "{path}: {answer:?}");
        }
    }
    // The names in a record may contain any text, and the record stays valid JSON, so it is accepted.
    let record = include_str!("../records/hearts.jsonl").lines().next().expect("a record");
    let name = format!("\"{}", r"\u0000");
    let strange = record.replacen("\"names\":[\"", &format!("\"names\":[{name}"), 1);
    let brought = person.post_lines("/api/v1/records", &strange).await;
    assert_eq!(brought.status, 201, "{brought:?}");
    // The connection stays open, and the same decision is still to be made.
    let done = socket.command(&json!({"t": "act", "cmd": "fine", "at": at, "action": legal})).await;
    assert_eq!(done.expect("the connection stays")["t"], "done");
    server.stop();
    let log = fs::read_to_string(&log).expect("text");
    assert!(!log.contains("ERROR"), "{log}");
}

#[tokio::test]
async fn nothing_hostile_reaches_a_file() {
    try_every_door(&[]).await;
}

#[tokio::test]
async fn nothing_hostile_reaches_a_database() {
    let postgres = PostgresServer::start();
    try_every_door(&["--store", &postgres.address()]).await;
}
