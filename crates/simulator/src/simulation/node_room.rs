//! The room at a node: how it is loaded, what reaches it, and its effects.

use std::time::Duration;

use game::Seat;
use protocol::{Command, Races};
use room::{
    BotQuestion, BotReply, ConnectionId, Effect, Finding, Input, Instant, LaterWrite, NotStored, TaskId, Work, WriteId,
};

use super::nodes::{LoadedTable, NodeInput, TableState};
use super::people::OpenTab;
use super::storing::load;
use super::{Broken, SimulatedEvent, Simulation, WAY, broken, world};
use crate::attendance::Attendance;
use crate::cluster::database::{CommitNumber, DatabaseRequest, Title};
use crate::cluster::lines::Letter;
use crate::disk::Disk;
use crate::engine::{EngineAct, SimulatedEngine};
use crate::faults::Fault;
use crate::person::Shuffler;
use crate::witness::{hash, is_act};

impl Simulation {
    /// Makes a room from the data that were read, and lets everybody in who waits.
    pub(crate) fn load(&mut self, node: usize, title: Title, disk: &Disk) -> Result<(), Broken> {
        if self.database.is_owner(title) {
            self.witness.restart(self.clock, &self.disk).map_err(broken(1))?;
            self.witness.commands_are_logged(&self.disk).map_err(broken(1))?;
        }
        self.shuffles();
        let (room, effects) = load(self.plan.fault, self.opened(disk), disk, self.rng.bits(), self.clock);
        let (asked, connections, serial) = (Default::default(), Default::default(), self.number());
        let attendance = Attendance::new(self.clock);
        let length = disk.log.len();
        let loaded = Box::new(LoadedTable { room, title, serial, length, asked, connections, attendance });
        let state = std::mem::replace(&mut self.nodes[node].table, TableState::Loaded(loaded));
        self.has_changed();
        if self.engine.as_mut().is_some_and(SimulatedEngine::gone) {
            self.later(Duration::from_secs(2), SimulatedEvent::Engine(EngineAct::Come));
        }
        self.carry_out_all(node, effects)?;
        self.is_true(node)?;
        let TableState::Wanted { waiting, .. } = state else { return Ok(()) };
        waiting.into_iter().try_for_each(|tab| self.enter(node, tab))
    }

    /// Drops the table at a node. Everybody at the table has to connect again.
    pub(crate) fn drop_table(&mut self, node: usize) {
        let state = std::mem::replace(&mut self.nodes[node].table, TableState::Unloaded);
        let gone: Vec<ConnectionId> = match state {
            TableState::Unloaded => Vec::new(),
            TableState::Wanted { waiting, .. } => waiting,
            TableState::Loaded(loaded) => loaded.connections.into_keys().collect(),
        };
        gone.into_iter().for_each(|tab| self.close(node, tab));
    }

    /// Ends a connection whose table is gone. If the socket is at another node, that node gets a message.
    pub(crate) fn close(&mut self, node: usize, tab: ConnectionId) {
        self.witness.closed(tab);
        match self.nodes[node].member.arrived.remove(&tab) {
            Some(line) => self.post(line, 0, Letter::Close),
            None => self.later(WAY, SimulatedEvent::Lost(tab)),
        }
    }

    /// Lets a person in over a socket, if the table is here.
    pub(crate) fn enter(&mut self, node: usize, tab: ConnectionId) -> Result<(), Broken> {
        let Some(OpenTab { person, claims, .. }) = self.people.tabs.get(&tab) else { return Ok(()) };
        let person = &self.people.all[*person];
        let claimed = claims.filter(|_| self.plan.fault == Some(Fault::HeaderBelieved));
        let (id, name, shuffles) =
            (claimed.unwrap_or(person.id), person.name.clone(), person.shuffler != Shuffler::Absent);
        match self.nodes[node].loaded_mut() {
            Some(loaded) => {
                loaded.connections.insert(tab, id);
                let opened = Input::Opened { connection: tab, person: id, name, network: None, shuffles };
                self.handle_in_room(node, opened)
            }
            None => {
                self.close(node, tab);
                Ok(())
            }
        }
    }

    /// Removes a connection from the table, if it was at the table.
    pub(crate) fn leaves(&mut self, node: usize, tab: ConnectionId) -> Result<(), Broken> {
        self.witness.closed(tab);
        match &mut self.nodes[node].table {
            TableState::Wanted { waiting, .. } => waiting.retain(|waits| *waits != tab),
            TableState::Loaded(loaded) => {
                loaded.attendance.goes(tab, self.clock);
                if loaded.connections.remove(&tab).is_some() {
                    let last_heard = Instant::after(self.clock);
                    return self.handle_in_room(node, Input::Closed { connection: tab, last_heard });
                }
            }
            TableState::Unloaded => {}
        }
        Ok(())
    }

    pub(crate) fn command(&mut self, node: usize, tab: ConnectionId, command: Command) -> Result<(), Broken> {
        let Some(loaded) = self.nodes[node].loaded_mut() else { return Ok(()) };
        if let (Command::Next { .. }, Some(person)) = (&command, loaded.connections.get(&tab)) {
            loaded.attendance.ready.insert(*person);
        }
        self.handle_in_room(node, Input::Command { connection: tab, command })
    }

    /// Passes an input to the room of a node, and carries out the effects.
    pub(super) fn handle_in_room(&mut self, node: usize, input: Input) -> Result<(), Broken> {
        if self.nodes[node].loaded().is_none() {
            return Ok(());
        }
        self.counted.count("inputs of rooms");
        self.note(|| format!("node {node}: {}", described(&input)));
        self.shuffles();
        let refused = match &input {
            Input::Stored { result: Err(why), .. } => Some(why.fault),
            _ => None,
        };
        self.witness.refused += u64::from(refused.is_some());
        let now = self.now();
        let room = &mut self.nodes[node].loaded_mut().expect("seen above").room;
        let effects = self.shell.handle(room, now, input);
        self.others_stay(node, refused, &effects).map_err(broken(7))?;
        self.carry_out_all(node, effects)?;
        self.witness.apply_all(self.clock).map_err(broken(1))?;
        let Some(loaded) = self.nodes[node].loaded().filter(|loaded| !loaded.room.is_storing()) else { return Ok(()) };
        if loaded.asked.is_empty() && self.database.is_owner(loaded.title) && loaded.length != self.disk.log.len() {
            let words = format!("node {node} knows {} entries, and {} are stored", loaded.length, self.disk.log.len());
            return Err(broken(1)(words));
        }
        self.witness.all_are_current().map_err(broken(2))
    }

    /// Carries out effects. The process can end between any two of them.
    pub(super) fn carry_out_all(&mut self, node: usize, effects: Vec<Effect>) -> Result<(), Broken> {
        for effect in effects {
            if self.fails(self.plan.failures.crash) {
                self.kill(node);
                return Ok(());
            }
            if matches!(effect, Effect::Reload | Effect::Closed) {
                return self.unload(node);
            }
            self.carry_out(node, effect)?;
        }
        let now = self.now().instant;
        match self.nodes[node].loaded().is_some_and(|loaded| loaded.room.is_forgotten(now)) {
            true => self.unload(node),
            false => Ok(()),
        }
    }

    /// Drops the table. A single node loads it again immediately. Several nodes load it when somebody comes.
    fn unload(&mut self, node: usize) -> Result<(), Broken> {
        self.note(|| format!("node {node} drops the table"));
        self.counted.count("tables dropped");
        self.drop_table(node);
        if self.is_shared() {
            return Ok(());
        }
        self.discard_requests(node);
        self.start(node)
    }

    fn carry_out(&mut self, node: usize, effect: Effect) -> Result<(), Broken> {
        let now = self.clock;
        let loaded = self.nodes[node].loaded_mut().expect("its room wants it");
        let (serial, title) = (loaded.serial, loaded.title);
        match effect {
            Effect::Welcome(tab) => {
                // If the person left while an entry was being stored, the room learns it only after this effect.
                if let Some(person) = loaded.connections.get(&tab) {
                    loaded.attendance.comes(tab, *person, now);
                    if let Some(OpenTab { person, .. }) = self.people.tabs.get(&tab) {
                        self.witness.welcomed(tab, self.people.all[*person].id);
                    }
                }
            }
            Effect::Send { to, text } => self.send(node, to, text)?,
            Effect::HangUp(tab) | Effect::TurnAway { connection: tab, .. } => {
                loaded.connections.remove(&tab);
                loaded.attendance.goes(tab, now);
                if let Some(OpenTab { person, .. }) = self.people.tabs.get(&tab) {
                    self.people.all[*person].turned_away += 1;
                }
                self.close(node, tab);
            }
            Effect::Write(write) => {
                // The entries are checked now, because somebody may come back before they are stored.
                self.witness.may_be_stored(&write.entries, now, &loaded.attendance).map_err(broken(1))?;
                let seats = write.arrangement.as_ref().map(|arrangement| arrangement.seats.clone());
                loaded.asked.insert(write.id, (write.entries.clone(), seats));
                if let Some(world) = &mut self.world {
                    world.written.extend(write.entries.iter().cloned());
                }
                self.note(|| {
                    let entries: Vec<&str> = write.entries.iter().map(|entry| entry.entry.as_str()).collect();
                    format!("write {}: {entries:?}, who sits where: {}", write.id.0, write.arrangement.is_some())
                });
                let commit = CommitNumber(self.number());
                self.ask(node, DatabaseRequest::Write { commit, title, serial, write: Box::new(write) });
            }
            Effect::LookUp { seat, cmd } => self.ask(node, DatabaseRequest::LookUp { serial, seat, cmd }),
            Effect::OpenRematch(_) => {
                self.schedule_room_input(node, serial, 1, Input::RematchOpened(Ok("again".to_owned())));
            }
            Effect::WriteLater(LaterWrite::Ended(_)) => self.disk.ended = true,
            Effect::WriteLater(LaterWrite::Reopened) => self.disk.ended = false,
            Effect::AskBot(question) => self.ask_bot(node, serial, question)?,
            Effect::Help { task, work, .. } => self.help(node, serial, task, &work),
            Effect::Reply { to, answer } => self.on_reply(node, to, answer.is_ok()),
            Effect::TurnEngineAway { engine, .. } | Effect::HangUpEngine(engine) => self.engine_gone(engine),
            Effect::SendEngine { to, text } => self.send_engine(to, &text)?,
            Effect::Count(count) => self.note_shared(|| format!("{count:?}")),
            Effect::List(line) => self.note_shared(|| format!("{line:?}")),
            Effect::Log(line) => {
                let words = format!("{line:?}");
                self.holds_no_secret(node, &words)?;
                self.note_shared(|| words.clone());
                self.note(|| format!("log: {words}"));
            }
            _ => {}
        }
        Ok(())
    }

    fn schedule_room_input(&mut self, node: usize, serial: u64, most_ms: u32, input: Input) {
        let takes = self.pause(most_ms);
        self.schedule_input(node, takes, NodeInput::Room(Some(serial), Box::new(input)));
    }

    /// Sends a message of the table. Checks that the node is the owner, and that the message follows from the log.
    fn send(&mut self, node: usize, to: ConnectionId, text: String) -> Result<(), Broken> {
        if self.nodes[node].loaded().is_some_and(|loaded| !self.database.is_owner(loaded.title)) {
            let owner = self.database.owner();
            return Err(broken(2)(format!("node {node} tells of a table that node {owner:?} has taken: {text}")));
        }
        self.counted.count_message(hash(&text) ^ self.clock.as_micros() as u64 ^ (to.0 << 48));
        self.holds_no_secret(node, &text)?;
        if text.starts_with(r#"{"t":"shuffle""#) {
            self.shuffle_is_fair(node, &text)?;
        }
        if self.witness.knows(to) {
            if text.starts_with(r#"{"t":"frame""#) {
                self.witness.frame(self.clock, to, &text).map_err(broken(2))?;
                if !self.is_shared() {
                    let races = self.plan.settings.races != Races::Strict;
                    self.witness.clock(to, &text, races).map_err(broken(7))?;
                }
            } else {
                let checked = self.witness.message(self.clock, to, &text, &self.disk);
                checked.map_err(|(check, words)| Broken { check, words })?;
            }
        }
        let Some(tab) = self.people.tabs.get(&to) else { return Ok(()) };
        let (on_it, message) = (tab.node == node, self.number());
        self.people.sent.entry(to).or_default().push_back(message);
        match on_it {
            true => self.later(WAY, SimulatedEvent::Deliver { tab: to, message, text }),
            // The connection may have ended without the node having noticed it.
            false => {
                if let Some(line) = self.nodes[node].member.arrived.get(&to) {
                    self.post(*line, 0, Letter::Output(message, text));
                }
            }
        }
        Ok(())
    }

    /// Lets a bot choose at random among the legal actions of its own seat.
    fn ask_bot(&mut self, node: usize, serial: u64, asked: BotQuestion) -> Result<(), Broken> {
        let BotQuestion { task, bot, question, .. } = asked;
        self.witness.apply_all(self.clock).map_err(broken(1))?;
        self.witness.is_own_question(&question).map_err(broken(5))?;
        self.note(|| format!("the bot of seat {} is asked, task {}", question.seat, task.0));
        let (seat, must) = (question.seat, question.must);
        let (took, result) = if self.world.is_some() {
            // The action is chosen when the bot answers.
            (world::thinks(seat), Some((bot, None)))
        } else {
            let passes = !must && self.rng.below(3) > 0;
            // Some answers are lost.
            let result = match self.rng.below(400) {
                0 => None,
                _ if passes => Some((bot, None)),
                _ => Some((bot, Some(crate::scripted::random_action(self.plan.game, &question, &mut self.rng)))),
            };
            (self.pause(900), result)
        };
        let reply = BotReply { task, took, result };
        self.schedule_input(node, took, NodeInput::BotDecided { serial, reply, seat, must });
        Ok(())
    }

    pub(super) fn bot_decided(
        &mut self,
        node: usize,
        serial: u64,
        mut reply: BotReply,
        (seat, must): (Seat, bool),
    ) -> Result<(), Broken> {
        let Some(loaded) = self.nodes[node].loaded_as(serial) else { return Ok(()) };
        if let (Some(world), Some((_, action))) = (&self.world, &mut reply.result) {
            *action = world.answer(seat, must, loaded.room.table().at(seat));
        }
        let action = reply.result.as_ref().map(|(_, action)| action.as_deref().unwrap_or_default());
        self.witness.answered(seat, action);
        self.handle_in_room(node, Input::BotReply(reply))
    }

    fn help(&mut self, node: usize, serial: u64, task: TaskId, work: &Work) {
        let finding = match work {
            Work::Advise { .. } => Finding::Advice(protocol::Advised { choices: Vec::new(), reasons: Vec::new() }),
            Work::Analyse { deal, .. } => {
                Finding::Analysis { deal: *deal, decisions: Vec::new(), cost: 0.0, done: 1, of: 1 }
            }
            Work::SolvePosition(_) => {
                Finding::Solved(catalog::SolvedPosition { verdict: catalog::Verdict::Unknown, line: Vec::new() })
            }
            Work::FindTurningPoint(_) => {
                Finding::TurningPoint(catalog::TurningPoint { winnable: None, lost: None, line: Vec::new() })
            }
        };
        let result = match self.rng.below(20) {
            0 => Err(room::Busy),
            1 => Ok(None),
            _ => Ok(Some(finding)),
        };
        self.schedule_room_input(node, serial, 600, Input::HelpReply { task, result });
    }

    pub(super) fn stored(
        &mut self,
        node: usize,
        serial: u64,
        write: WriteId,
        result: Result<(), NotStored>,
    ) -> Result<(), Broken> {
        let Some(loaded) = self.nodes[node].loaded_as(serial) else { return Ok(()) };
        if let (Some((entries, seats)), Ok(())) = (loaded.asked.remove(&write), &result) {
            if entries.iter().any(|entry| entry.entry.starts_with(r#"{"kind":"next""#)) {
                loaded.attendance.ready.clear();
            }
            let moves = entries.iter().filter(|entry| is_act(entry)).count();
            self.counted.count_times("moves", moves as u64);
            loaded.length += entries.len();
            self.witness.stored(entries, seats);
        }
        self.has_changed();
        self.handle_in_room(node, Input::Stored { write, result })
    }
}

fn described(input: &Input) -> String {
    match input {
        Input::Opened { connection, person, .. } => format!("person {} opens connection {}", person.0, connection.0),
        Input::Closed { connection, .. } => format!("connection {} ends", connection.0),
        Input::Latency { connection, latency } => format!("connection {} takes {latency:?}", connection.0),
        Input::Command { connection, command } => format!("over connection {}: {command:?}", connection.0),
        Input::Sit { person, .. } => format!("person {} wants a seat", person.0),
        Input::Stored { write, result } => match result {
            Ok(()) => format!("write {} is stored", write.0),
            Err(why) => format!("write {} is not stored: {}", write.0, why.refusal.key),
        },
        Input::BotReply(reply) => {
            format!("bot, task {}: {:?}", reply.task.0, reply.result.as_ref().map(|(_, action)| action))
        }
        Input::HelpReply { task, .. } => format!("an adviser or the solver answers task {}", task.0),
        Input::SeatEngine { pass, .. } => format!("the host gives seat {} to an engine", pass.seat),
        Input::EngineOpened { .. } => "the engine comes".to_owned(),
        Input::EngineAnswered { id, action, .. } => format!("the engine answers question {id}: {action}"),
        Input::EngineClosed { .. } => "the engine goes".to_owned(),
        Input::Time => "time passes".to_owned(),
        _ => "something else".to_owned(),
    }
}
