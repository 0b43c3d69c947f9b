//! Fuzz tests of a real server, which gets requests and commands that contain errors.

use std::time::Duration;

use serde_json::{Value, json};
use server::{Config, Limits, Pace};
use tokio::runtime::Runtime;

use super::almost::almost;
use super::trial::Trial;
use crate::client::{Client, Socket};
use crate::test_server::TestServer;

/// The greatest processor time for an answer, including all background work. A search for a rated deal takes up to 8
/// seconds.
const ANSWER: Duration = Duration::from_secs(30);

/// The number of commands after which the test opens another table.
const COMMANDS_AT_A_TABLE: u32 = 300;

/// Starts a server without limits, and a runtime with threads for it.
fn open() -> (Runtime, TestServer) {
    let runtime = Runtime::new().expect("threads");
    let data = tempfile::tempdir().expect("a folder");
    let mut server = runtime.block_on(TestServer::of(data, |config| Config {
        pace: Pace::fixed(0),
        limits: Limits::NONE,
        ..config
    }));
    runtime.block_on(server.client.come());
    (runtime, server)
}

/// The first line of a sample is the path, and the other lines are the body. Only the body is changed, because a
/// library reads the path.
#[test]
fn http_bodies() {
    let trial = Trial::of_server("http_bodies", ANSWER);
    let corpus = trial.corpus();
    let (paths, samples): (Vec<String>, Vec<String>) = corpus
        .iter()
        .map(|sample| sample.split_once('\n').expect("a path and a body"))
        .map(|(path, body)| (path.to_owned(), body.to_owned()))
        .unzip();
    let (runtime, mut server) = open();
    let client = &mut server.client;
    trial.run(samples.len(), |input| {
        let path = &paths[usize::from(input.first().copied().unwrap_or(0)) % paths.len()];
        let body = almost(input, &samples);
        let answer = trial.within(&format!("{path}\n{body}"), || {
            let answer = runtime.block_on(client.post(&format!("/api/v1/{path}"), &body));
            assert!(answer.status < 500, "{answer:?}");
            assert_eq!(server::panics(), 0);
            answer
        });
        if answer.status >= 400 {
            let (_, key, words) = answer.error();
            assert!(!key.is_empty() && words.ends_with(['.', '?', '!']), "{words:?}");
        }
    });
    runtime.block_on(server.close());
}

/// Returns the settings of tables of every kind: tables whose match has begun, and tables that wait for people.
fn tables() -> Vec<Value> {
    let games = catalog::entries();
    let begun = games.iter().map(|entry| match *entry.seats.end() {
        1 => json!({"game": entry.id, "assist": true}),
        _ => json!({"game": entry.id, "bots": ["random"]}),
    });
    let waiting = games.iter().filter(|entry| *entry.seats.end() > 1).map(|entry| {
        json!({"game": entry.id, "bots": ["random"], "open": "friends", "chat": "free", "grace_s": 0, "advice": true})
    });
    begun.chain(waiting).collect()
}

/// A table and the connection to it.
struct Visit {
    socket: Socket,
    commands: u32,
}

impl Visit {
    async fn begin(client: &mut Client, table: &Value) -> Visit {
        let id = client.open(table.clone()).await;
        let begun = table.get("open").is_none();
        let socket = if begun { client.sit(&id).await } else { client.wait_at(&id).await };
        Visit { socket, commands: 0 }
    }

    /// Returns the text as a command for this table. The decision, the action and the command id of the sample are
    /// replaced by values that fit the table.
    fn fitted(&mut self, text: &str, input: &[u8]) -> String {
        let cmd = self.socket.new_cmd();
        let mut text = text.replace("\"c1\"", &format!("\"{cmd}\""));
        if let Some(at) = self.socket.frame["at"].as_u64() {
            let legal = self.socket.legal();
            text = text.replace("\"at\":3", &format!("\"at\":{at}"));
            if !legal.is_empty() {
                let chosen = &legal[input.iter().fold(0, |sum, &byte| sum + usize::from(byte)) % legal.len()];
                text = text.replace("play Qs", chosen);
            }
        }
        text
    }

    /// Sends the text, then a question that every table answers, and waits for the answer to the question. Returns
    /// whether the visit goes on.
    async fn send(&mut self, text: &str) -> bool {
        self.commands += 1;
        self.socket.send_text(text).await;
        let why = json!({"t": "why", "cmd": self.socket.new_cmd(), "action": "anything"});
        self.socket.command(&why).await.is_some() && self.commands < COMMANDS_AT_A_TABLE
    }
}

#[test]
fn commands_at_a_table() {
    let trial = Trial::of_server("commands_at_a_table", ANSWER);
    let samples: Vec<String> =
        Trial::of_server("wire_commands", ANSWER).corpus().into_iter().chain(trial.corpus()).collect();
    let tables = tables();
    let mut opened = 0;
    let mut visit: Option<Visit> = None;
    let (runtime, mut server) = open();
    let client = &mut server.client;
    trial.run(samples.len(), |input| {
        runtime.block_on(async {
            let mut there = match visit.take() {
                Some(there) => there,
                None => {
                    opened += 1;
                    Visit::begin(client, &tables[opened % tables.len()]).await
                }
            };
            let text = there.fitted(&almost(input, &samples), input);
            let reading = trial.reading(&text);
            if there.send(&text).await {
                visit = Some(there);
            }
            assert_eq!(server::panics(), 0);
            reading.done();
        });
    });
    drop(visit);
    runtime.block_on(server.close());
}
