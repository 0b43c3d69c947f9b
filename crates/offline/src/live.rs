//! The loaded rooms, and the effects that they want carried out.

use protocol::Advised;
use room::{BotQuestion, ConnectionId, Effect, Input, LaterWrite, Now, Rematch, Room, TaskId, Work, Write};

use crate::bot_worker::{AdviceRequest, BotKey, WorkerReply, WorkerRequest};
use crate::jobs::{BrowserJob, HelpTask, Task};
use crate::kept::{self, KeptSetup, ME};
use crate::message::ToPage;
use crate::offline::{AfterStored, Offline};

/// A loaded table.
pub(crate) struct Live {
    pub(crate) room: Room,
    /// Which loading of all tables: an answer to an earlier one is for a room that is gone.
    pub(crate) life: u64,
}

impl Offline {
    /// Loads a table if it is not loaded. Returns whether it is now.
    pub(crate) fn is_loaded(&mut self, now: Now, id: &str) -> bool {
        if self.live.contains_key(id) {
            return true;
        }
        let (Some(kept), Some(table)) = (self.kept.tables.get(id), self.kept.open(id)) else { return false };
        let pauses = (self.pace, self.entropy.number());
        let Ok((room, effects)) = Room::load(kept.saved(id), table, &kept.log, pauses, now) else { return false };
        self.lives += 1;
        self.live.insert(id.to_owned(), Live { room, life: self.lives });
        for effect in effects {
            self.carry_out(now, id, effect);
        }
        true
    }

    /// Drops a room. Its connections close: the page connects again and finds the table as it is stored.
    pub(crate) fn unload(&mut self, id: &str) {
        self.live.remove(id);
        self.jobs.forget(id);
        let gone: Vec<ConnectionId> =
            self.connections.extract_if(.., |_, table| table == id).map(|(connection, _)| connection).collect();
        self.out.extend(gone.into_iter().map(|connection| ToPage::Closed { connection: connection.0 }));
    }

    /// Hands an input to the room that it is for, if it is still there.
    pub(crate) fn handle(&mut self, now: Now, id: &str, life: u64, input: Input) {
        let Some(live) = self.live.get_mut(id).filter(|live| live.life == life) else { return };
        for effect in live.room.handle(now, input) {
            self.carry_out(now, id, effect);
        }
    }

    fn carry_out(&mut self, now: Now, id: &str, effect: Effect) {
        let Some(life) = self.live.get(id).map(|live| live.life) else { return };
        match effect {
            Effect::Welcome(connection) => self.out.push(ToPage::Opened { connection: connection.0 }),
            Effect::Send { to, text } => self.out.push(ToPage::Message { connection: to.0, text }),
            Effect::TurnAway { connection, .. } | Effect::HangUp(connection) => {
                self.connections.remove(&connection);
                self.out.push(ToPage::Closed { connection: connection.0 });
            }
            Effect::Write(write) => self.write(id, life, write),
            Effect::LookUp { seat, cmd } => {
                let log = self.kept.tables.get(id).map(|table| &table.log[..]).unwrap_or_default();
                let known = log.iter().any(|line| line.seat == Some(seat) && line.cmd.as_ref() == Some(&cmd));
                self.tell(id, Input::LookedUp(Ok(known)));
            }
            Effect::OpenRematch(rematch) => self.open_rematch(now, id, life, rematch),
            Effect::WriteLater(LaterWrite::Ended(totals)) => {
                self.store(kept::end(id, Some(&totals)), AfterStored::Nothing)
            }
            Effect::WriteLater(LaterWrite::Reopened) => self.store(kept::end(id, None), AfterStored::Nothing),
            Effect::WriteLater(LaterWrite::Results(results)) => {
                let puts = self.results_of(now, id, results);
                self.store(puts, AfterStored::Nothing);
            }
            Effect::AskBot(asked) => self.ask_bot(id, life, asked),
            Effect::Help { task, work, .. } => self.help(id, life, task, work),
            Effect::Cancel(task) => {
                let helps = |job: &BrowserJob| job.table == id && job.life == life && job.task.is_help(task);
                let in_workers = self.in_workers.extract_if(.., |_, job| helps(job)).next();
                let cancelled = in_workers.map(|(_, job)| job.task.cancelled());
                if let Some(answer) = cancelled.or_else(|| self.jobs.cancel(id, task)) {
                    self.tell(id, answer);
                }
            }
            Effect::Reload => self.unload(id),
            // There are no engines, no lobby, no counters and no log, nobody asks the room for a seat, and it is
            // never closed.
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

    /// Asks a bot, in a worker of its own if there are some.
    fn ask_bot(&mut self, id: &str, life: u64, asked: BotQuestion) {
        let game = self.kept.tables.get(id).map(|table| table.setup.game.clone()).unwrap_or_default();
        let question = catalog::write_question(&game, &asked.question);
        let bot = BotKey {
            life,
            seat: asked.question.seat.index() as u8,
            level: asked.level.clone(),
            seed: format!("{:016x}", asked.seed),
        };
        let job = BrowserJob { table: id.to_owned(), life, task: Task::Bot(asked) };
        match question {
            Ok(question) if self.bot_workers => {
                self.last_job += 1;
                let request = WorkerRequest { game, bot, question, without_net: false };
                self.out.push(ToPage::AskWorker { job: self.last_job, request });
                self.in_workers.insert(self.last_job, job);
            }
            _ => self.jobs.push(job),
        }
    }

    /// Helps a person. A worker searches for advice, if there are some: the card room goes on meanwhile.
    fn help(&mut self, id: &str, life: u64, task: TaskId, work: Work) {
        let request = match &work {
            Work::Advise { game, decision } if self.bot_workers && is_searched(game) => {
                AdviceRequest::of(game, decision).ok()
            }
            _ => None,
        };
        let job = BrowserJob { table: id.to_owned(), life, task: Task::Help(Box::new(HelpTask::new(task, work))) };
        let Some(request) = request else { return self.jobs.push(job) };
        self.last_job += 1;
        self.out.push(ToPage::AskAdvice { job: self.last_job, request });
        self.in_workers.insert(self.last_job, job);
    }

    /// A worker has found advice, or has failed: then the module advises by itself.
    pub(crate) fn advised(&mut self, number: u64, advice: Option<Advised>) {
        let Some(BrowserJob { table, life, task }) = self.in_workers.remove(&number) else { return };
        match advice {
            Some(advice) => self.inputs.push_back((table, life, task.advised(advice))),
            None if self.live.get(&table).is_some_and(|live| live.life == life) => {
                self.jobs.push(BrowserJob { table, life, task });
            }
            // Nobody waits for it any more.
            None => {}
        }
    }

    /// A bot has replied from its worker, or the worker has failed.
    pub(crate) fn replied(&mut self, number: u64, reply: Option<WorkerReply>) {
        if let Some(BrowserJob { table, life, task }) = self.in_workers.remove(&number) {
            self.inputs.push_back((table, life, task.replied(reply)));
        }
    }

    fn write(&mut self, id: &str, life: u64, write: Write) {
        let number = write.id;
        let Some(table) = self.kept.tables.get(id) else { return };
        let puts = table.write(id, write);
        let stored = move |result| Input::Stored { write: number, result };
        self.store(puts, AfterStored::Tell { table: id.to_owned(), life, stored: Box::new(stored) });
    }

    /// Makes the table of a rematch.
    fn open_rematch(&mut self, now: Now, id: &str, life: u64, rematch: Rematch) {
        let Some(played) = self.kept.tables.get(id) else { return };
        let Rematch { seats, terms, .. } = rematch;
        let setup = KeptSetup {
            seed: self.entropy.seed().reveal(),
            seats: seats.into_iter().map(kept::KeptSeat::from).collect(),
            rules: terms.rules,
            options: terms.options,
            settings: terms.settings,
            created_ms: now.unix_ms,
            started_ms: None,
            state: room::KeptState::default(),
            ..played.setup.clone()
        };
        let new = self.entropy.id();
        let puts = kept::create(&new, &setup);
        let stored = move |result: Result<(), _>| Input::RematchOpened(result.map(|()| new));
        self.store(puts, AfterStored::Tell { table: id.to_owned(), life, stored: Box::new(stored) });
    }

    /// The record of a table, as its player may know it.
    pub(crate) fn record(&mut self, now: Now, id: &str) -> Option<String> {
        if !self.is_loaded(now, id) {
            return None;
        }
        self.live.get(id)?.room.record(Some(ME)).ok()
    }
}

/// Whether advice in a game is a search. The player of a solitaire is quick.
fn is_searched(game: &str) -> bool {
    catalog::entry(game).is_ok_and(|entry| *entry.seats.end() > 1)
}
