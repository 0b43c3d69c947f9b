//! The entry point: takes what the page tells, and returns what the page is to do.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use cards::Seed;
use protocol::{Command, Message, Refusal};
use room::{ConnectionId, Input, Instant, NotStored, Now, Pace, StoreFault};

use crate::entropy::Entropy;
use crate::jobs::{BrowserJob, BrowserJobs};
use crate::kept::{KeptRoom, ME, Puts};
use crate::live::Live;
use crate::message::{FromPage, Start, ToPage, WhatFollows, WriteOutcome};

/// One person's card room.
pub struct Offline {
    pub(crate) kept: KeptRoom,
    pub(crate) live: BTreeMap<String, Live>,
    pub(crate) entropy: Entropy,
    pub(crate) jobs: BrowserJobs,
    pub(crate) bot_workers: bool,
    /// What bots in workers of their own were asked.
    pub(crate) in_workers: BTreeMap<u64, BrowserJob>,
    pub(crate) last_job: u64,
    pub(crate) pace: Pace,
    /// What waits for the room of a table.
    pub(crate) inputs: VecDeque<(String, u64, Input)>,
    pub(crate) connections: BTreeMap<ConnectionId, String>,
    pub(crate) out: Vec<ToPage>,
    writes: BTreeMap<u64, (Puts, AfterStored)>,
    last_write: u64,
    /// How often a table was loaded.
    pub(crate) lives: u64,
}

/// What follows when something is stored, or cannot be stored.
pub(crate) enum AfterStored {
    /// Nothing follows.
    Nothing,
    /// A room hears of it.
    Tell { table: String, life: u64, stored: Box<dyn FnOnce(Result<(), NotStored>) -> Input> },
    /// A request is answered; if it was not stored, with an error.
    Respond(ToPage),
    /// A table is gone.
    Gone { table: String, response: ToPage },
    /// Nothing is left.
    Cleared(ToPage),
}

/// Why it cannot begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the start has no 32 random bytes: send them as 64 lower-case hex digits")]
pub struct NoEntropy;

impl Offline {
    /// Begins with what was stored.
    ///
    /// # Errors
    /// If the random bytes are missing.
    pub fn start(start: &Start) -> Result<Offline, NoEntropy> {
        let root: Seed = start.entropy.parse().map_err(|_| NoEntropy)?;
        let entropy = Entropy::new(root);
        Ok(Offline {
            kept: KeptRoom::read(&start.kept),
            live: BTreeMap::new(),
            last_job: entropy.first_job(),
            entropy,
            jobs: BrowserJobs::default(),
            bot_workers: start.bot_workers,
            in_workers: BTreeMap::new(),
            pace: start.bot_delay_ms.map_or(Pace::NATURAL, Pace::fixed),
            inputs: VecDeque::new(),
            connections: BTreeMap::new(),
            out: Vec::new(),
            writes: BTreeMap::new(),
            last_write: 0,
            lives: 0,
        })
    }

    /// Takes what the page tells.
    pub fn post(&mut self, now: Now, told: FromPage) -> WhatFollows {
        match told {
            FromPage::Request { id, method, path, body } => self.request(now, id, &method, &path, body),
            FromPage::Open { connection, table } => self.open(now, ConnectionId(connection), &table),
            FromPage::Command { connection, text } => self.command(ConnectionId(connection), &text),
            FromPage::Close { connection } => {
                let connection = ConnectionId(connection);
                if let Some(table) = self.connections.remove(&connection) {
                    self.tell(&table, Input::Closed { connection, last_heard: now.instant });
                }
            }
            FromPage::Stored { write, outcome } => self.stored(write, outcome),
            FromPage::WorkerReply { job, reply } => self.replied(job, reply),
            FromPage::AdviceReply { job, advice } => self.advised(job, advice),
            FromPage::Kept { kept } => self.renew(&kept),
            FromPage::Unload { table } => self.unload(&table),
            FromPage::Time => {}
        }
        self.run(now)
    }

    /// Lets a bot think, or a helper do its next step, if one waits. Its answer is handed on by the next
    /// [`Offline::post`]; if more steps are left, that says so.
    pub fn think(&mut self, now: Instant) {
        self.inputs.extend(self.jobs.think(now));
    }

    /// Hands everything on until nothing more follows.
    fn run(&mut self, now: Now) -> WhatFollows {
        let due = |live: &Live| live.room.next_wake().is_some_and(|wake| wake <= now.instant);
        let due = self.live.iter().filter(|(_, live)| due(live));
        self.inputs.extend(due.map(|(table, live)| (table.clone(), live.life, Input::Time)).collect::<Vec<_>>());
        while let Some((table, life, input)) = self.inputs.pop_front() {
            self.handle(now, &table, life, input);
        }
        self.live.retain(|_, live| !live.room.is_forgotten(now.instant));
        let wake = self.live.values().filter_map(|live| live.room.next_wake()).min();
        let thinks = !self.jobs.is_empty();
        let ms = |after: Duration| after.as_secs_f64() * 1000.0;
        let wants_net = self.jobs.wants_net().map(str::to_owned);
        WhatFollows {
            out: std::mem::take(&mut self.out),
            wake_ms: wake.map(|wake| ms(wake.elapsed())),
            thinks,
            wants_net,
        }
    }

    /// Takes what is stored now. A room that nobody looks at may be behind it, and would write over what another tab has
    /// stored: it goes, and is loaded again when it is wanted.
    fn renew(&mut self, kept: &[(String, String)]) {
        let is_seen = |table: &String| self.connections.values().any(|seen| seen == table);
        let unseen: Vec<String> = self.live.keys().filter(|table| !is_seen(table)).cloned().collect();
        for table in unseen {
            self.unload(&table);
        }
        self.kept.renew(kept, |table| self.live.contains_key(table));
    }

    /// Opens a connection to a table.
    fn open(&mut self, now: Now, connection: ConnectionId, table: &str) {
        if !self.is_loaded(now, table) {
            return self.out.push(ToPage::Closed { connection: connection.0 });
        }
        self.connections.insert(connection, table.to_owned());
        let name = self.kept.name().to_owned();
        self.tell(table, Input::Opened { connection, person: ME, name, network: None, shuffles: false });
    }

    fn command(&mut self, connection: ConnectionId, text: &str) {
        let Some(table) = self.connections.get(&connection).cloned() else { return };
        match Command::parse(text) {
            Ok(Command::Ping {}) => self.say(connection, &Message::Pong {}),
            Ok(command) => self.tell(&table, Input::Command { connection, command }),
            Err(malformed) => {
                let words = malformed.to_string();
                self.say(connection, &Message::Error { key: "malformed".to_owned(), words });
            }
        }
    }

    fn say(&mut self, connection: ConnectionId, message: &Message) {
        let text = serde_json::to_string(message).expect("messages are text, numbers and lists");
        self.out.push(ToPage::Message { connection: connection.0, text });
    }

    /// Tells the room of a table, if it is loaded.
    pub(crate) fn tell(&mut self, table: &str, input: Input) {
        if let Some(live) = self.live.get(table) {
            self.inputs.push_back((table.to_owned(), live.life, input));
        }
    }

    /// Has something stored.
    pub(crate) fn store(&mut self, puts: Puts, then: AfterStored) {
        self.last_write += 1;
        self.out.push(ToPage::Store { write: self.last_write, puts: puts.clone() });
        self.writes.insert(self.last_write, (puts, then));
    }

    /// Has everything deleted.
    pub(crate) fn clear(&mut self, response: ToPage) {
        self.last_write += 1;
        self.out.push(ToPage::Clear { write: self.last_write });
        self.writes.insert(self.last_write, (Puts::new(), AfterStored::Cleared(response)));
    }

    /// Something is stored, or is not.
    fn stored(&mut self, write: u64, outcome: WriteOutcome) {
        let Some((puts, then)) = self.writes.remove(&write) else { return };
        let result = result(outcome);
        if result.is_ok() {
            self.kept.apply(&puts);
        }
        match (then, result) {
            (AfterStored::Nothing, _) => {}
            (AfterStored::Tell { table, life, stored }, result) => {
                // A room that was loaded before this was stored does not know it.
                if result.is_ok() && self.live.get(&table).is_some_and(|live| live.life != life) {
                    self.unload(&table);
                }
                self.inputs.push_back((table, life, stored(result)));
            }
            (AfterStored::Respond(response), Ok(())) => self.out.push(response),
            (AfterStored::Gone { table, response }, Ok(())) => {
                self.unload(&table);
                self.out.push(response);
            }
            (AfterStored::Cleared(response), Ok(())) => {
                self.kept = KeptRoom::default();
                self.out.push(response);
            }
            (
                AfterStored::Respond(response) | AfterStored::Gone { response, .. } | AfterStored::Cleared(response),
                Err(NotStored { fault, refusal }),
            ) => {
                if let ToPage::Response { id, .. } = response {
                    self.fail(id, if fault == StoreFault::Full { 507 } else { 500 }, &refusal.key, &refusal.words);
                }
            }
        }
    }
}

fn result(outcome: WriteOutcome) -> Result<(), NotStored> {
    let (fault, refusal) = match outcome {
        WriteOutcome::Stored => return Ok(()),
        WriteOutcome::Full => {
            let words = "This device has no space left: nothing was stored.";
            (StoreFault::Full, Refusal::new("device_full", words))
        }
        WriteOutcome::Failed => {
            let words = "The browser couldn't store that: nothing has changed.";
            (StoreFault::Broken, Refusal::new("device_store", words))
        }
    };
    Err(NotStored { fault, refusal })
}
