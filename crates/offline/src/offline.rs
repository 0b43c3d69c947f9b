//! The entry point, which receives the page's messages and returns the messages to the page.

use std::collections::BTreeMap;
use std::time::Duration;

use cards::Seed;
use protocol::{Command, Message, Refusal};
use room::{ConnectionId, Effect, Input, Instant, LaterWrite, NotStored, Now, Pace, Rematch, StoreFault, Write};

use crate::answer::DeviceAnswer;
use crate::api::{self, RequestContext};
use crate::device::{self, Course, DeviceIndex, DeviceSetup, KeyChanges, KeyValues, ME};
use crate::entropy::Entropy;
use crate::jobs::BrowserJobs;
use crate::message::{FromPage, Start, ToPage, WhatFollows, WriteOutcome};
use crate::pending::{AfterStored, Needed, PendingAnswers};
use crate::rooms::DeviceRooms;
use crate::{results, tables};

/// One person's card room.
pub struct Offline {
    index: DeviceIndex,
    rooms: DeviceRooms,
    /// For each connection of the page, its table. The connection is open, or it waits until the table's room is
    /// loaded.
    connections: BTreeMap<ConnectionId, String>,
    jobs: BrowserJobs,
    /// The messages that wait until stored data have been read.
    reads: PendingAnswers<(FromPage, Needed)>,
    writes: PendingAnswers<(KeyChanges, AfterStored)>,
    entropy: Entropy,
    pace: Pace,
    out: Vec<ToPage>,
}

/// The error if the page starts the card room without random bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the start has no 32 random bytes: send them as 64 lower-case hex digits")]
pub struct NoEntropy;

impl Offline {
    /// Creates the card room from the stored data.
    ///
    /// # Errors
    /// If the random bytes are missing.
    pub fn start(start: &Start) -> Result<Offline, NoEntropy> {
        let root: Seed = start.entropy.parse().map_err(|_| NoEntropy)?;
        let entropy = Entropy::new(root);
        Ok(Offline {
            index: DeviceIndex::read(&start.index),
            rooms: DeviceRooms::default(),
            connections: BTreeMap::new(),
            jobs: BrowserJobs::new(start.bot_workers, entropy.first_job()),
            reads: PendingAnswers::default(),
            writes: PendingAnswers::default(),
            entropy,
            pace: start.bot_delay_ms.map_or(Pace::NATURAL, Pace::fixed),
            out: Vec::new(),
        })
    }

    /// Handles a message of the page.
    pub fn post(&mut self, now: Now, message: FromPage) -> WhatFollows {
        match message {
            FromPage::Stored { write, outcome } => self.on_stored(write, outcome),
            FromPage::Read { read, stored } => self.on_read(now, read, stored),
            FromPage::Index { index } => self.reload(&index),
            FromPage::WorkerAnswer { job, answer } => {
                let is_loaded = |table: &str, life| self.rooms.life(table) == Some(life);
                let input = self.jobs.on_worker_answer(job, answer, is_loaded);
                self.rooms.queue(input);
            }
            FromPage::Unload { table } => self.unload(&table),
            FromPage::Time => {}
            message => self.handle(now, message, None),
        }
        self.run(now)
    }

    /// Runs a waiting bot, or the next step of a waiting helper. The next [`Offline::post`] returns the answer and says
    /// whether further steps are left.
    pub fn think(&mut self, now: Instant) {
        self.rooms.queue(self.jobs.think(now));
    }

    /// Returns the number of log entries in memory. Only loaded tables have their logs in memory.
    pub fn log_entries(&self) -> usize {
        self.rooms.ids().map(|id| self.rooms.log(id).len()).sum()
    }

    /// Handles a message of a person. `read` are the data that were read for it.
    fn handle(&mut self, now: Now, message: FromPage, read: Option<&KeyValues>) {
        match &message {
            FromPage::Request { .. } => self.request(now, message, read),
            FromPage::Open { connection, table } => {
                let connection = ConnectionId(*connection);
                match read {
                    None => drop(self.connections.insert(connection, table.clone())),
                    // The connection was closed while the data were being read.
                    Some(_) if !self.connections.contains_key(&connection) => return,
                    Some(_) => {}
                }
                if self.rooms.has(table) {
                    let name = self.index.name().to_owned();
                    let opened = Input::Opened { connection, person: ME, name, network: None, shuffles: false };
                    self.rooms.send(table, opened);
                } else if self.index.has(table) && !self.index.is_damaged(table) {
                    let needed = Needed::Room(table.clone());
                    self.read(message, needed);
                } else {
                    self.connections.remove(&connection);
                    self.out.push(ToPage::Closed { connection: connection.0 });
                }
            }
            FromPage::Command { connection, text } => self.command(ConnectionId(*connection), text),
            FromPage::Close { connection } => {
                let connection = ConnectionId(*connection);
                if let Some(table) = self.connections.remove(&connection) {
                    self.rooms.send(&table, Input::Closed { connection, last_heard: now.instant });
                }
            }
            _ => {}
        }
    }

    /// Handles all inputs and effects until none is left.
    fn run(&mut self, now: Now) -> WhatFollows {
        self.rooms.queue_due(now.instant);
        while let Some((table, effects)) = self.rooms.handle_next(now) {
            self.carry_out(now, &table, effects);
        }
        self.rooms.unload_idle(now.instant);
        let ms = |after: Duration| after.as_secs_f64() * 1000.0;
        WhatFollows {
            out: std::mem::take(&mut self.out),
            wake_ms: self.rooms.next_wake().map(ms),
            thinks: !self.jobs.is_empty(),
            wants_net: self.jobs.wants_net().map(str::to_owned),
        }
    }

    fn request(&mut self, now: Now, message: FromPage, read: Option<&KeyValues>) {
        let FromPage::Request { id, method, path, body } = &message else { return };
        let context = RequestContext {
            index: &self.index,
            rooms: &self.rooms,
            entropy: &mut self.entropy,
            now,
            read: read.map(Vec::as_slice),
        };
        let response = |status, body| ToPage::Response { id: *id, status, body };
        match api::answer(context, method, path, body.as_ref()) {
            DeviceAnswer::Respond { status, body } => self.out.push(response(status, body)),
            DeviceAnswer::Store { changes, status, body } => {
                self.store(changes, AfterStored::Respond(response(status, body)));
            }
            DeviceAnswer::DeleteEverything => {
                let tables: Vec<String> = self.rooms.ids().cloned().collect();
                tables.iter().for_each(|table| self.unload(table));
                let then = AfterStored::Cleared(response(204, String::new()));
                self.out.push(ToPage::Clear { write: self.writes.add((KeyChanges::new(), then)) });
            }
            DeviceAnswer::Read(needed) => self.read(message, needed),
        }
    }

    #[inline(never)]
    fn command(&mut self, connection: ConnectionId, text: &str) {
        let Some(table) = self.connections.get(&connection) else { return };
        let message: Message = match Command::parse(text) {
            Ok(Command::Ping {}) => Message::Pong {},
            Ok(command) => return self.rooms.send(table, Input::Command { connection, command }),
            Err(malformed) => Message::Error { key: "malformed".to_owned(), words: malformed.to_string() },
        };
        self.out.push(ToPage::Message { connection: connection.0, text: device::json(&message) });
    }

    /// Handles the data that were read, and then the message that waited for these data.
    fn on_read(&mut self, now: Now, read: u64, stored: KeyValues) {
        let Some((message, needed)) = self.reads.finish(read) else { return };
        match &needed {
            Needed::Room(id) if !self.rooms.has(id) => self.load(now, id, &stored),
            Needed::Summary(id) if !self.rooms.has(id) => {
                self.index.reload_table(id, &stored);
                let course = tables::read_course(&self.index, id, &stored);
                self.index.set_course(id, course);
            }
            Needed::Room(_) | Needed::Summary(_) | Needed::Keys(_) => {}
        }
        self.handle(now, message, Some(&stored));
    }

    fn load(&mut self, now: Now, id: &str, stored: &KeyValues) {
        self.index.reload_table(id, stored);
        let loaded = device::read_log(id, stored).and_then(|log| {
            let table = self.index.open(id, &log)?;
            let pauses = (self.pace, self.entropy.number());
            self.rooms.load(self.index.table(id)?.saved(id), table, log, pauses, now)
        });
        match loaded {
            Some(effects) => self.carry_out(now, id, effects),
            None => self.index.set_course(id, Course::Unreadable),
        }
    }

    /// Unloads a room and closes its connections. When the page reconnects, it gets the table as it is stored.
    fn unload(&mut self, id: &str) {
        self.rooms.unload(id);
        self.jobs.drop_table(id);
        let closed = self.connections.extract_if(.., |_, table| table == id);
        self.out.extend(closed.map(|(connection, _)| ToPage::Closed { connection: connection.0 }));
    }

    /// Reloads the index. A loaded room without a connection may be older than the stored data, and would overwrite the
    /// data of another tab. So it is unloaded now, and loaded again when it is needed.
    #[inline(never)]
    fn reload(&mut self, stored: &KeyValues) {
        let unseen: Vec<String> =
            self.rooms.ids().filter(|&table| !self.connections.values().any(|seen| seen == table)).cloned().collect();
        unseen.iter().for_each(|table| self.unload(table));
        self.index.reload(stored, |table| self.rooms.has(table));
    }

    /// Requests the stored data that a message needs.
    fn read(&mut self, message: FromPage, needed: Needed) {
        let prefixes = needed.prefixes();
        self.out.push(ToPage::Read { read: self.reads.add((message, needed)), prefixes });
    }

    /// Requests that the page stores changes.
    fn store(&mut self, changes: KeyChanges, then: AfterStored) {
        let write = self.writes.add((changes.clone(), then));
        self.out.push(ToPage::Store { write, changes });
    }

    fn on_stored(&mut self, write: u64, outcome: WriteOutcome) {
        let Some((changes, then)) = self.writes.finish(write) else { return };
        let result = result(outcome);
        if result.is_ok() {
            self.index.apply(&changes);
            self.rooms.apply(&changes);
            let deleted = changes.iter().filter(|(_, value)| value.is_none());
            deleted.filter_map(|(key, _)| key.strip_prefix("table/")).for_each(|table| self.unload(table));
        }
        match (then, result) {
            (AfterStored::Nothing, _) => {}
            (AfterStored::Tell { table, life, stored }, result) => {
                // If the room was loaded again before the changes were stored, it does not contain them.
                if result.is_ok() && self.rooms.life(&table).is_some_and(|loaded| loaded != life) {
                    self.unload(&table);
                }
                self.rooms.queue([(table, life, stored(result))]);
            }
            (AfterStored::Respond(response), Ok(())) => self.out.push(response),
            (AfterStored::Cleared(response), Ok(())) => {
                self.index = DeviceIndex::default();
                self.out.push(response);
            }
            (AfterStored::Respond(response) | AfterStored::Cleared(response), Err(NotStored { fault, refusal })) => {
                let status = if fault == StoreFault::Full { 507 } else { 500 };
                let error = DeviceAnswer::error(status, &refusal.key, &refusal.words);
                if let (ToPage::Response { id, .. }, DeviceAnswer::Respond { status, body }) = (response, error) {
                    self.out.push(ToPage::Response { id, status, body });
                }
            }
        }
    }

    fn carry_out(&mut self, now: Now, id: &str, effects: Vec<Effect>) {
        for effect in effects {
            let (Some(life), Some(stored)) = (self.rooms.life(id), self.index.table(id)) else { return };
            match effect {
                Effect::Welcome(connection) => self.out.push(ToPage::Opened { connection: connection.0 }),
                Effect::Send { to, text } => self.out.push(ToPage::Message { connection: to.0, text }),
                Effect::TurnAway { connection, .. } | Effect::HangUp(connection) => {
                    self.connections.remove(&connection);
                    self.out.push(ToPage::Closed { connection: connection.0 });
                }
                Effect::Write(write) => self.write(id, life, write),
                Effect::LookUp { seat, cmd } => {
                    let mut log = self.rooms.log(id).iter();
                    let known = log.any(|line| line.seat == Some(seat) && line.cmd.as_ref() == Some(&cmd));
                    self.rooms.send(id, Input::LookedUp(Ok(known)));
                }
                Effect::OpenRematch(rematch) => self.open_rematch(now, id, life, rematch),
                Effect::WriteLater(later) => {
                    let changes = match later {
                        LaterWrite::Ended(totals) => device::end(id, Some(&totals)),
                        LaterWrite::Reopened => device::end(id, None),
                        LaterWrite::Results(seats) => results::of_table(id, &stored.setup, seats, now),
                    };
                    self.store(changes, AfterStored::Nothing);
                }
                Effect::AskBot(asked) => self.out.extend(self.jobs.ask_bot(&stored.setup.game, id, life, asked)),
                Effect::Help { task, work, .. } => self.out.extend(self.jobs.help(id, life, task, work)),
                Effect::Cancel(task) => {
                    if let Some(answer) = self.jobs.cancel(id, life, task) {
                        self.rooms.send(id, answer);
                    }
                }
                Effect::Reload => self.unload(id),
                // These effects do not occur here or have no meaning: a card room has no engines, lobby, counters or
                // log, nobody requests a seat, and the room is never closed.
                Effect::WelcomeEngine(_)
                | Effect::TurnEngineAway { .. }
                | Effect::SendEngine { .. }
                | Effect::HangUpEngine(_)
                | Effect::Reply { .. }
                | Effect::List(_)
                | Effect::Count(_)
                | Effect::Log(_)
                | Effect::Closed => {}
            }
        }
    }

    #[inline(never)]
    fn write(&mut self, id: &str, life: u64, write: Write) {
        let number = write.id;
        let Some(stored) = self.index.table(id) else { return };
        let changes = stored.setup.write(id, write);
        let stored = move |result| Input::Stored { write: number, result };
        self.store(changes, AfterStored::Tell { table: id.to_owned(), life, stored: Box::new(stored) });
    }

    #[inline(never)]
    fn open_rematch(&mut self, now: Now, id: &str, life: u64, rematch: Rematch) {
        let Some(played) = self.index.table(id) else { return };
        let Rematch { seats, terms, .. } = rematch;
        let setup = DeviceSetup {
            seed: self.entropy.seed().reveal(),
            seats,
            rules: terms.rules,
            options: terms.options,
            settings: terms.settings,
            created_ms: now.unix_ms,
            started_ms: None,
            state: room::KeptState::default(),
            ..played.setup.clone()
        };
        let new = self.entropy.id();
        let changes = device::create(&new, &setup);
        let stored = move |result: Result<(), _>| Input::RematchOpened(result.map(|()| new));
        self.store(changes, AfterStored::Tell { table: id.to_owned(), life, stored: Box::new(stored) });
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
