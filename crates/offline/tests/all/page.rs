//! A simulated page with its player and its storage. Time passes only when nothing else can happen.

use std::collections::BTreeMap;
use std::time::Duration;

use game::Rng;
use offline::{
    BotWorker, FromPage, INDEX_PREFIXES, Offline, Start, ToPage, WantedAnswer, WhatFollows, WorkerAnswer,
    WorkerRequest, WriteOutcome,
};
use room::{Instant, Now};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The number of the page's connection.
const LINE: u64 = 1;
/// The time at which the page starts: 23 November 2026.
const BEGAN_MS: i64 = 1_795_392_000_000;

pub struct Page {
    pub offline: Offline,
    /// The stored keys and values.
    pub disk: BTreeMap<String, String>,
    pub ms: f64,
    /// The workers. All questions of a bot go to the same worker.
    bot_workers: Vec<BotWorker>,
    /// The questions to bots in workers, with their answers.
    pub asked: Vec<(WorkerRequest, WorkerAnswer)>,
    /// The requests for advice from workers, with their answers.
    pub advised: Vec<(WorkerRequest, WorkerAnswer)>,
    /// True if the workers give no advice.
    pub workers_fail: bool,
    pub answer: WhatFollows,
    responses: BTreeMap<u64, (u16, String)>,
    /// The prefixes of each read.
    pub reads: Vec<Vec<String>>,
    /// The newest frame.
    pub frame: Option<Value>,
    /// The answers to commands: `done`, `refused` and others.
    pub heard: Vec<Value>,
    pub is_open: bool,
    sent: u64,
    rng: Rng,
    acted: Option<(u64, u64)>,
    pub kept: Kept,
}

/// The log of all messages. `tests/replay.mjs` and `tests/seeded.mjs` send the same messages to the module for browsers
/// and compare.
pub enum Kept {
    Nothing,
    /// Every message is logged.
    Transcript(Vec<Value>),
    /// Only a hash of every answer is logged.
    Hash(Sha256),
}

impl Kept {
    fn add(&mut self, now: &Now, ms: f64, post: &FromPage, follows: &WhatFollows) {
        match self {
            Kept::Nothing => {}
            Kept::Transcript(lines) => {
                lines.push(json!({ "ms": ms, "unix_ms": now.unix_ms, "post": post, "follows": follows }));
            }
            Kept::Hash(hash) => hash.update(serde_json::to_vec(follows).expect("JSON")),
        }
    }
}

/// Converts a message to JSON and back, as happens to each message to or from a worker.
fn sent<T: Serialize + DeserializeOwned>(message: &T) -> T {
    serde_json::from_str(&serde_json::to_string(message).expect("JSON")).expect("the same message")
}

fn start_message(disk: &BTreeMap<String, String>, seed: u64, bot_workers: bool) -> Start {
    let index = stored(disk, &INDEX_PREFIXES);
    Start { entropy: cards::Seed::numbered(seed).reveal(), index, bot_delay_ms: None, bot_workers }
}

/// Returns the stored keys that begin with one of the prefixes, with their values.
fn stored(disk: &BTreeMap<String, String>, prefixes: &[impl AsRef<str>]) -> Vec<(String, String)> {
    let is_wanted = |key: &str| prefixes.iter().any(|prefix| key.starts_with(prefix.as_ref()));
    disk.iter().filter(|(key, _)| is_wanted(key)).map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// Stores changes.
fn store(disk: &mut BTreeMap<String, String>, changes: Vec<(String, Option<String>)>) {
    for (key, value) in changes {
        match value {
            Some(value) => drop(disk.insert(key, value)),
            None if key.ends_with('/') => disk.retain(|stored, _| !stored.starts_with(&key)),
            None => drop(disk.remove(&key)),
        }
    }
}

impl Page {
    pub fn new(seed: u64) -> Page {
        Page::start(BTreeMap::new(), seed, 0)
    }

    /// Starts a page whose bots think in separate workers.
    pub fn with_bot_workers(seed: u64, workers: usize) -> Page {
        Page::start(BTreeMap::new(), seed, workers)
    }

    fn start(disk: BTreeMap<String, String>, seed: u64, workers: usize) -> Page {
        let offline = Offline::start(&start_message(&disk, seed, workers > 0)).expect("random bytes");
        let answer = WhatFollows { out: Vec::new(), wake_ms: None, thinks: false, wants_net: None };
        Page {
            offline,
            disk,
            ms: 0.0,
            bot_workers: (0..workers).map(|_| BotWorker::default()).collect(),
            asked: Vec::new(),
            advised: Vec::new(),
            workers_fail: false,
            answer,
            responses: BTreeMap::new(),
            reads: Vec::new(),
            frame: None,
            heard: Vec::new(),
            is_open: false,
            sent: seed << 32,
            rng: Rng::new(seed),
            acted: None,
            kept: Kept::Nothing,
        }
    }

    /// Starts a page that logs every message in both directions.
    pub fn with_transcript(seed: u64) -> Page {
        let start = start_message(&BTreeMap::new(), seed, false);
        Page { kept: Kept::Transcript(vec![json!({ "start": start })]), ..Page::new(seed) }
    }

    /// Starts a page that logs a hash of every answer.
    pub fn with_hash(seed: u64) -> Page {
        Page { kept: Kept::Hash(Sha256::new()), ..Page::new(seed) }
    }

    /// Loads the page again. Only the stored data remain.
    pub fn reloaded(self, seed: u64) -> Page {
        Page::start(self.disk, seed, self.bot_workers.len())
    }

    /// Starts a page on a device with these stored data.
    pub fn with_disk(disk: BTreeMap<String, String>, seed: u64) -> Page {
        Page::start(disk, seed, 0)
    }

    /// Returns the answer of a worker. A question to a bot goes to the bot's worker, and a request for advice to the
    /// first worker.
    fn worker_answer(&mut self, request: &WorkerRequest) -> WorkerAnswer {
        let place = match &request.wanted {
            WantedAnswer::Bot(key) => usize::from(key.seat) % self.bot_workers.len(),
            WantedAnswer::Advice { .. } => 0,
        };
        let answer = sent(&self.bot_workers[place].answer(&sent(request)).expect("a question that can be read"));
        match (&request.wanted, &answer) {
            (WantedAnswer::Bot(_), WorkerAnswer::Bot { .. })
            | (WantedAnswer::Advice { .. }, WorkerAnswer::Advice { .. }) => answer,
            other => panic!("a native program has the nets: {other:?}"),
        }
    }

    fn instant(&self) -> Instant {
        Instant::after(Duration::from_secs_f64(self.ms / 1000.0))
    }

    /// Sends a message to the card room, as it would arrive in a worker. Returns the messages to the page without
    /// handling them.
    pub fn tell(&mut self, told: &FromPage) -> Vec<ToPage> {
        let told = sent(told);
        let now = Now { instant: self.instant(), unix_ms: BEGAN_MS + self.ms as i64 };
        self.answer = self.offline.post(now, told.clone());
        self.kept.add(&now, self.ms, &told, &self.answer);
        std::mem::take(&mut self.answer.out)
    }

    /// Sends a message to the card room, and handles all messages to the page that follow.
    pub fn post(&mut self, told: &FromPage) {
        let mut out = std::collections::VecDeque::from(self.tell(told));
        while let Some(next) = out.pop_front() {
            if let ToPage::AskWorker { job, request } = next {
                let is_advice = matches!(request.wanted, WantedAnswer::Advice { .. });
                let answer = (!is_advice || !self.workers_fail).then(|| self.worker_answer(&request));
                let asked = if is_advice { &mut self.advised } else { &mut self.asked };
                asked.extend(answer.clone().map(|answer| (request, answer)));
                out.extend(self.tell(&FromPage::WorkerAnswer { job, answer }));
            } else if let ToPage::Read { read, prefixes } = next {
                let stored = stored(&self.disk, &prefixes);
                self.reads.push(prefixes);
                out.extend(self.tell(&FromPage::Read { read, stored }));
            } else if let ToPage::Store { write, changes } = next {
                store(&mut self.disk, changes);
                out.extend(self.tell(&FromPage::Stored { write, outcome: WriteOutcome::Stored }));
            } else if let ToPage::Clear { write } = next {
                self.disk.clear();
                out.extend(self.tell(&FromPage::Stored { write, outcome: WriteOutcome::Stored }));
            } else {
                self.hear(next);
            }
        }
    }

    pub fn hear(&mut self, told: ToPage) {
        match told {
            ToPage::Response { id, status, body } => drop(self.responses.insert(id, (status, body))),
            ToPage::Opened { .. } => self.is_open = true,
            ToPage::Closed { .. } => self.is_open = false,
            ToPage::Store { .. } | ToPage::Read { .. } | ToPage::Clear { .. } | ToPage::AskWorker { .. } => {
                panic!("done by the caller")
            }
            ToPage::Message { text, .. } => {
                let message: Value = serde_json::from_str(&text).expect("a message is JSON");
                match message["t"].as_str().expect("a kind") {
                    "frame" => self.frame = Some(message),
                    "room" | "talk" => {}
                    _ => self.heard.push(message),
                }
            }
        }
    }

    pub fn request(&mut self, method: &str, path: &str, body: Option<Value>) -> (u16, String) {
        self.sent += 1;
        let id = self.sent;
        self.post(&FromPage::Request { id, method: method.to_owned(), path: path.to_owned(), body });
        self.responses.remove(&id).expect("every request is answered")
    }

    pub fn json(&mut self, method: &str, path: &str, body: Option<Value>) -> Value {
        let (status, body) = self.request(method, path, body);
        assert!((200..300).contains(&status), "{method} {path}: {body}");
        serde_json::from_str(&body).expect("JSON")
    }

    /// Lets time pass.
    pub fn wait(&mut self, ms: f64) {
        self.ms += ms;
        self.post(&FromPage::Time);
    }

    /// Replaces the stored data, as if another tab had stored something.
    pub fn sees(&mut self, disk: &BTreeMap<String, String>) {
        self.disk.clone_from(disk);
        self.post(&FromPage::Index { index: stored(disk, &INDEX_PREFIXES) });
    }

    /// Closes the connection.
    pub fn close(&mut self) {
        self.post(&FromPage::Close { connection: LINE });
        self.is_open = false;
    }

    /// Sends the message that another tab plays at a table from now on.
    pub fn loses(&mut self, table: &str) {
        self.post(&FromPage::Unload { table: table.to_owned() });
    }

    /// Opens a new table and a connection to it.
    pub fn open_new(&mut self, asked: Value) -> String {
        let id = self.json("POST", "tables", Some(asked))["id"].as_str().expect("an id").to_owned();
        self.open(&id);
        id
    }

    pub fn open(&mut self, table: &str) {
        self.post(&FromPage::Open { connection: LINE, table: table.to_owned() });
        assert!(self.is_open, "{table} opens");
    }

    /// Returns a command with a new name.
    pub fn command(&mut self, mut order: Value) -> FromPage {
        self.sent += 1;
        order["cmd"] = json!(format!("c{}", self.sent));
        FromPage::Command { connection: LINE, text: order.to_string() }
    }

    /// Returns the player's next command, if there is one. At a table with one seat, play might not end, so the player
    /// gives up after `most` actions.
    fn order(&mut self, most: u64) -> Option<Value> {
        let frame = self.frame.as_ref()?;
        let now = (frame["n"].as_u64()?, frame["past"].as_u64()?);
        if self.acted == Some(now) {
            return None;
        }
        let alone = frame["seats"].as_array()?.len() == 1;
        let legal = frame["legal"].as_array()?;
        let order = match frame["phase"].as_str()? {
            // The action of the player is held until the others can no longer claim.
            _ if !frame["held"].is_null() => return None,
            "between" => json!({ "t": "next" }),
            "deal" if alone && (legal.is_empty() || now.1 >= most) => json!({ "t": "give_up" }),
            "deal" if frame["must"].as_array()?.contains(&frame["viewer"]) => {
                let chosen = &legal[self.rng.below(legal.len() as u32) as usize];
                json!({ "t": "act", "at": frame["at"], "action": chosen["action"] })
            }
            _ => return None,
        };
        self.acted = Some(now);
        Some(order)
    }

    /// Lets the next job think.
    pub fn think(&mut self) {
        assert!(self.answer.thinks, "something waits");
        self.offline.think(self.instant());
        if let Kept::Transcript(lines) = &mut self.kept {
            lines.push(json!({ "thinks_at_ms": self.ms }));
        }
        self.post(&FromPage::Time);
    }

    /// Makes one step: a bot thinks, the player acts, or time passes. Returns true if the match goes on.
    pub fn step(&mut self, most: u64) -> bool {
        if self.frame.as_ref().is_some_and(|frame| frame["phase"] == "over") {
            return false;
        }
        if self.answer.thinks {
            self.think();
        } else if let Some(order) = self.order(most) {
            let told = self.command(order);
            self.post(&told);
            let refused = self.heard.iter().find(|heard| heard["t"] != "done");
            assert!(refused.is_none(), "{refused:?} to {told:?}");
            self.heard.clear();
        } else {
            self.ms = self.answer.wake_ms.expect("something is due").max(self.ms);
            self.post(&FromPage::Time);
        }
        true
    }
}
