//! A simulated person who plays one match, and goes on after all failures of the server. The person stores the
//! acknowledged actions.

use std::path::Path;
use std::time::{Duration, Instant};

use game::Rng;
use serde_json::{Value, json};

use crate::client::{Answer, Client, Socket};
use crate::running::{Running, record_is_right};

/// A simulated person who plays one match through all failures of the server, with the acknowledged actions.
pub struct Player {
    pub person: Client,
    pub table: String,
    pub rng: Rng,
    lives: u32,
    pub acknowledged: Vec<Value>,
    /// The command that was sent but not answered with `done`. The server may have stored it or not.
    pub open: Option<Value>,
}

impl Player {
    pub async fn come(server: &Running, seed: u64) -> Player {
        let mut person = Client::new(server.address);
        let table = json!({"game": "schwarze-dame", "options": {"deals": 100}, "bots": ["random"]});
        let table = person.open(table).await;
        Player { person, table, rng: Rng::new(seed), lives: 0, acknowledged: Vec::new(), open: None }
    }

    pub async fn sit(&mut self) -> Socket {
        self.try_sit().await.expect("the seat is ours")
    }

    /// Connects to the table. Returns the server's answer if there is no connection.
    pub async fn try_sit(&mut self) -> Result<Socket, Answer> {
        let mut socket = self.person.connect(&self.table, None).await?;
        self.lives += 1;
        socket.name = format!("life{}-", self.lives);
        Ok(socket)
    }

    /// Plays until this number of further actions is acknowledged. If a message ends play earlier, returns the message.
    /// If the connection ends earlier, returns null.
    pub async fn play(&mut self, socket: &mut Socket, actions: usize) -> Option<Value> {
        let goal = self.acknowledged.len() + actions;
        while self.acknowledged.len() < goal {
            // An unanswered command may have ended the match, so it is sent again before the match counts as over.
            if socket.is_over() && self.open.is_none() {
                return Some(json!("over"));
            }
            let command = match self.open.take() {
                Some(command) => command,
                None => match socket.choose(&mut self.rng) {
                    Some(command) => command,
                    None => match socket.next().await {
                        Some(message) if message["t"] == "error" => return Some(message),
                        Some(_) => continue,
                        None => return Some(Value::Null),
                    },
                },
            };
            match socket.command(&command).await {
                Some(answer) if answer["t"] == "done" && command["t"] == "act" => self.acknowledged.push(command),
                Some(answer) if answer["t"] == "done" => {}
                answer => {
                    self.open = Some(command);
                    return Some(answer.unwrap_or_default());
                }
            }
        }
        None
    }

    /// Sits down as soon as the server has the table. Until then the server may only answer that the table is not
    /// available yet.
    pub async fn sit_soon(&mut self) -> Socket {
        let began = Instant::now();
        loop {
            match self.try_sit().await {
                Ok(socket) => return socket,
                Err(answer) => {
                    let (status, key, _) = answer.error();
                    assert!(status == 503 && ["store_away", "elsewhere", "away"].contains(&key.as_str()), "{answer:?}");
                    assert!(began.elapsed() < Duration::from_secs(60), "the table is never to be had: {answer:?}");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }

    /// Returns the same person at the same table of another server, without commands that were sent to the first
    /// server.
    pub fn again(&self, server: &Running) -> Player {
        let person = Client { address: server.address, cookie: self.person.cookie.clone() };
        let (table, rng) = (self.table.clone(), self.rng.clone());
        Player { person, table, rng, lives: 100, acknowledged: Vec::new(), open: None }
    }

    /// Returns this player's actions in the stored match. Plays the deal to its end first, because nobody can read the
    /// record of an unfinished deal.
    pub async fn stored_when_the_deal_is_over(&mut self, socket: &mut Socket) -> Vec<String> {
        while socket.frame["phase"] == "deal" {
            assert_eq!(self.play(socket, 1).await, None, "the deal is played to its end");
            while socket.frame["phase"] == "deal" && socket.legal().is_empty() {
                socket.frame().await;
            }
        }
        let answer = self.person.get(&format!("/api/v1/tables/{}/record", self.table)).await;
        let deals = answer.json()["deals"].as_array().unwrap_or_else(|| panic!("{answer:?}")).clone();
        let actions = deals.iter().flat_map(|deal| deal["actions"].as_array().expect("actions").clone());
        actions.filter_map(|action| action.as_str().expect("notation").strip_prefix("0 ").map(str::to_owned)).collect()
    }

    /// Returns the acknowledged actions, in notation.
    pub fn said(&self) -> Vec<&str> {
        self.acknowledged.iter().map(|command| command["action"].as_str().expect("notation")).collect()
    }

    /// Checks that the stored actions are exactly the acknowledged ones, and that the record is right.
    pub async fn verify(&mut self, socket: &mut Socket, data: &Path) {
        let stored = self.stored_when_the_deal_is_over(socket).await;
        assert_eq!(self.open, None, "what was sent was answered");
        assert_eq!(stored, self.said(), "what was acknowledged is what is there");
        let record = self.person.get(&format!("/api/v1/tables/{}/record", self.table)).await.body;
        record_is_right(data, &record);
    }
}
