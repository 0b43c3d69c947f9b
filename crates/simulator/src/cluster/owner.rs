//! The table at a node: how a node takes it over, loads it, plays it and drops it.

use room::log_entry::LogEntry;
use room::{BotQuestion, BotReply, Effect, Finding, Input, LaterWrite, NotStored, StoreFault, Work};

use super::database::{CommitNumber, NotWritten};
use super::nodes::{Attendance, LeaseAnswer, LoadedTable, NotTaken};
use super::*;
use crate::faults::Shell;
use crate::simulation::is_act;
use crate::simulation::promises::frame_is_true;
use crate::simulation::storing::{load, not_stored};
use crate::witness::hash;

/// The time that a person waits for a table whose owner has gone.
pub(super) const TAKEN_WITHIN: Duration = Duration::from_secs(6);
const TRIED_AGAIN: Duration = Duration::from_millis(150);
/// The intervals, in inputs, at which the owner's position is compared with that of the log, and at which a seat's
/// whole frame is compared.
const COMPARED_EVERY: u64 = 16;
const FRAME_EVERY: u64 = 64;

impl ClusterSimulation {
    /// Handles an input of a node. First checks whether the node's lease is still valid.
    pub(super) fn handle(&mut self, node: usize, input: NodeInput) -> Result<(), Broken> {
        self.steps += 1;
        self.counted.count("steps");
        self.drop_if_over(node);
        let now = self.nodes[node].moment(self.clock);
        match input {
            NodeInput::Opened(tab) => self.arrives(node, tab)?,
            NodeInput::Closed(tab) => self.socket_closed(node, tab)?,
            NodeInput::Command(tab, command) => match self.nodes[node].passed_on.get(&tab) {
                Some(line) => self.post(*line, 1, Letter::Command(command)),
                None => self.command(node, tab, command)?,
            },
            NodeInput::Letter(line, letter) => self.receive(node, line, letter)?,
            NodeInput::LineEnded(line) => self.line_ended(node, line)?,
            NodeInput::Again(tab) => self.again(node, tab)?,
            NodeInput::Living(living) => self.lives(node, &living),
            NodeInput::Keeper => self.renew_leases(node),
            NodeInput::OfLease(asked, answer) => {
                let known = &mut self.nodes[node];
                match answer {
                    // The node has given up this request and its connection to the database, so the answer is ignored.
                    _ if asked != known.lease_asked => {}
                    LeaseAnswer::Began(life) => {
                        known.life = Some(life);
                        known.lease.granted(now);
                    }
                    LeaseAnswer::Renewed(true) => known.lease.granted(now),
                    LeaseAnswer::Renewed(false) => known.lease.refused(now),
                    LeaseAnswer::Unanswered => known.lease.unanswered(now),
                }
            }
            NodeInput::Want => self.want(node),
            NodeInput::Taken(taken) => self.on_taken(node, taken)?,
            NodeInput::Read(title, disk) => self.load(node, title, &disk)?,
            NodeInput::Stored { serial, write, result } => self.stored(node, serial, write, result)?,
            NodeInput::NoAnswer { commit, answer } => return self.has_no_answer(node, commit, answer),
            NodeInput::BotThought { serial, task, bot, seat, must } => {
                if self.nodes[node].loaded().is_some_and(|loaded| loaded.serial == serial) {
                    let reply = self.answers_as_in_the_other_world(node, task, bot, (seat, must));
                    self.handle_in_room(node, Input::BotReply(reply))?;
                }
            }
            NodeInput::Later { serial, input } => {
                if self.nodes[node].loaded().is_some_and(|loaded| loaded.serial == serial) {
                    self.handle_in_room(node, *input)?;
                }
            }
        }
        self.is_true(node)
    }

    pub(super) fn handle_time(&mut self, node: usize) -> Result<(), Broken> {
        self.drop_if_over(node);
        match self.nodes[node].loaded() {
            Some(_) => self.handle_in_room(node, Input::Time),
            None => Ok(()),
        }
    }

    fn drop_if_over(&mut self, node: usize) {
        let title = self.nodes[node].loaded().map(|loaded| loaded.title);
        if title.is_some_and(|title| !self.may_act(node, title)) {
            self.drop_table(node);
        }
    }

    fn may_act(&self, node: usize, title: Title) -> bool {
        let known = &self.nodes[node];
        let good = known.life == Some(title.life) && known.lease.is_good(known.moment(self.clock));
        good || self.fault == Some(ClusterFault::LeaseIgnored)
    }

    /// Drops the table at a node. Everybody at the table has to connect again.
    pub(super) fn drop_table(&mut self, node: usize) {
        let state = std::mem::replace(&mut self.nodes[node].table, TableState::Unloaded);
        let gone: Vec<ConnectionId> = match state {
            TableState::Unloaded => Vec::new(),
            TableState::Wanted { waiting, .. } => waiting,
            TableState::Loaded(loaded) => loaded.connections.into_keys().collect(),
        };
        gone.into_iter().for_each(|tab| self.close(node, tab));
    }

    /// Ends a connection whose table is gone. If the socket is at another node, that node gets a message.
    pub(super) fn close(&mut self, node: usize, tab: ConnectionId) {
        self.witness.closed(tab);
        match self.nodes[node].arrived.remove(&tab) {
            Some(line) => self.post(line, 0, Letter::Close),
            None => self.later(WAY, ClusterEvent::Lost(tab)),
        }
    }

    /// Lets a person come to the table, over a socket of this node or of another node.
    pub(super) fn arrives(&mut self, node: usize, tab: ConnectionId) -> Result<(), Broken> {
        match &mut self.nodes[node].table {
            TableState::Loaded(_) => self.enter(node, tab),
            TableState::Wanted { waiting, .. } => {
                waiting.push(tab);
                Ok(())
            }
            TableState::Unloaded => {
                let is_own = !self.nodes[node].arrived.contains_key(&tab);
                // Sometimes the node relies on the owner that it looked up last, which may have changed.
                if let Some(owner) = self.nodes[node].last_owner.filter(|_| is_own && self.rng.below(8) == 0) {
                    self.pass_on(node, owner, tab);
                    return Ok(());
                }
                let until = self.clock + TAKEN_WITHIN;
                self.nodes[node].table = TableState::Wanted { waiting: vec![tab], until };
                self.want(node);
                Ok(())
            }
        }
    }

    /// Requests the table from the database. Without a lease the node cannot get it.
    fn want(&mut self, node: usize) {
        let known = &self.nodes[node];
        match known.life.filter(|_| known.lease.is_good(known.moment(self.clock))) {
            Some(life) => {
                let commit = CommitNumber(self.number());
                self.ask(node, DatabaseRequest::Take { commit, life });
            }
            None => self.schedule_input(node, Duration::ZERO, NodeInput::Taken(Err(NotTaken::Away))),
        }
    }

    fn on_taken(&mut self, node: usize, taken: Result<Title, NotTaken>) -> Result<(), Broken> {
        let TableState::Wanted { until, .. } = &self.nodes[node].table else { return Ok(()) };
        match taken {
            Ok(title) => match self.nodes[node].early.take() {
                Some(disk) => self.load(node, title, &disk),
                None => {
                    self.ask(node, DatabaseRequest::Read(title));
                    Ok(())
                }
            },
            Err(NotTaken::Elsewhere(owner)) if owner != node => {
                if self.fault == Some(ClusterFault::ReadBeforeTaken) && self.nodes[node].early.is_none() {
                    self.nodes[node].early = Some(Box::new(self.database.disk.clone()));
                }
                self.is_elsewhere(node, owner)
            }
            Err(NotTaken::Elsewhere(_)) if self.clock < *until => {
                self.schedule_input(node, TRIED_AGAIN, NodeInput::Want);
                Ok(())
            }
            Err(_) => {
                self.drop_table(node);
                Ok(())
            }
        }
    }

    /// Forwards the waiting sockets of this node to the owner. All other waiting sockets are also answered: their nodes
    /// learn that the table is not here.
    fn is_elsewhere(&mut self, node: usize, owner: usize) -> Result<(), Broken> {
        let TableState::Wanted { waiting, .. } = &self.nodes[node].table else { return Ok(()) };
        let is_asked = waiting.iter().any(|tab| self.nodes[node].arrived.contains_key(tab));
        if is_asked
            && self.fault == Some(ClusterFault::NotOwnerServes)
            && let Some(life) = self.nodes[node].life
        {
            let disk = self.database.disk.clone();
            return self.load(node, Title { life, epoch: 0 }, &disk);
        }
        self.nodes[node].last_owner = Some(owner);
        let state = std::mem::replace(&mut self.nodes[node].table, TableState::Unloaded);
        let TableState::Wanted { waiting, .. } = state else { return Ok(()) };
        for tab in waiting {
            match self.nodes[node].arrived.remove(&tab) {
                Some(line) => self.post(line, 0, Letter::NotMine),
                None if self.people.tabs.contains_key(&tab) => self.pass_on(node, owner, tab),
                None => {}
            }
        }
        Ok(())
    }

    /// Makes a room from the data that were read, and lets everybody in who waits.
    fn load(&mut self, node: usize, title: Title, disk: &Disk) -> Result<(), Broken> {
        if !matches!(self.nodes[node].table, TableState::Wanted { .. }) {
            return Ok(());
        }
        if !self.may_act(node, title) {
            self.drop_table(node);
            return Ok(());
        }
        if self.database.is_owner(title) {
            self.with_witness(|witness, now, around| witness.restart(now, around)).map_err(broken(1))?;
            self.witness.commands_are_logged(&self.database.disk).map_err(broken(1))?;
        }
        if !self.has_begun {
            self.has_begun = true;
            let (table, _) = self.opened(disk);
            self.witness.begins(self.clock, table);
            self.with_witness(|witness, now, around| witness.restart(now, around)).map_err(broken(1))?;
        }
        let (room, effects) = load(self.plan.fault, self.opened(disk), disk, self.rng.bits(), self.clock);
        let (asked, connections, serial) = (Default::default(), Default::default(), self.number());
        let attendance = Attendance::new(self.clock);
        let loaded = Box::new(LoadedTable { room, title, serial, asked, connections, attendance });
        let state = std::mem::replace(&mut self.nodes[node].table, TableState::Loaded(loaded));
        self.has_changed();
        self.carry_out_all(node, effects)?;
        let TableState::Wanted { waiting, .. } = state else { return Ok(()) };
        waiting.into_iter().try_for_each(|tab| self.enter(node, tab))
    }

    fn enter(&mut self, node: usize, tab: ConnectionId) -> Result<(), Broken> {
        let Some(ClusterTab { person, claims, .. }) = self.people.tabs.get(&tab) else { return Ok(()) };
        let Person { id, name, .. } = &self.people.all[*person];
        let claimed = claims.filter(|_| self.fault == Some(ClusterFault::HeaderBelieved));
        let id = claimed.unwrap_or(*id);
        let opened = Input::Opened { connection: tab, person: id, name: name.clone(), network: None, shuffles: false };
        match self.nodes[node].loaded_mut() {
            Some(loaded) => {
                loaded.connections.insert(tab, id);
                self.handle_in_room(node, opened)
            }
            None => {
                self.close(node, tab);
                Ok(())
            }
        }
    }

    fn socket_closed(&mut self, node: usize, tab: ConnectionId) -> Result<(), Broken> {
        match self.nodes[node].passed_on.remove(&tab) {
            Some(line) => {
                self.post(line, 1, Letter::Left);
                Ok(())
            }
            None => self.leaves(node, tab),
        }
    }

    /// Removes a connection from the table, if it was at the table.
    pub(super) fn leaves(&mut self, node: usize, tab: ConnectionId) -> Result<(), Broken> {
        self.witness.closed(tab);
        match &mut self.nodes[node].table {
            TableState::Wanted { waiting, .. } => waiting.retain(|waits| *waits != tab),
            TableState::Loaded(loaded) => {
                loaded.attendance.goes(tab, self.clock);
                if loaded.connections.remove(&tab).is_some() {
                    let last_heard = room::Instant::after(self.clock);
                    return self.handle_in_room(node, Input::Closed { connection: tab, last_heard });
                }
            }
            TableState::Unloaded => {}
        }
        Ok(())
    }

    pub(super) fn command(&mut self, node: usize, tab: ConnectionId, command: Command) -> Result<(), Broken> {
        match self.nodes[node].loaded_mut() {
            Some(loaded) if loaded.connections.contains_key(&tab) => {
                if matches!(command, Command::Next { .. }) {
                    loaded.attendance.ready.insert(loaded.connections[&tab]);
                }
                self.handle_in_room(node, Input::Command { connection: tab, command })
            }
            _ => Ok(()),
        }
    }

    /// Passes an input to the room of a node, and carries out the effects.
    fn handle_in_room(&mut self, node: usize, input: Input) -> Result<(), Broken> {
        let (now, mut shell) = (self.now(), Shell::new(self.plan.fault));
        let Some(loaded) = self.nodes[node].loaded_mut() else { return Ok(()) };
        self.counted.count("inputs of rooms");
        let effects = shell.handle(&mut loaded.room, now, input);
        self.carry_out_all(node, effects)?;
        self.with_witness(|witness, now, around| witness.apply_all(now, around)).map_err(broken(1))?;
        match self.nodes[node].loaded() {
            Some(loaded) if !loaded.room.is_storing() => self.witness.all_are_current().map_err(broken(2)),
            _ => Ok(()),
        }
    }

    fn carry_out_all(&mut self, node: usize, effects: Vec<Effect>) -> Result<(), Broken> {
        for effect in effects {
            if matches!(effect, Effect::Reload | Effect::Closed) {
                self.drop_table(node);
                return Ok(());
            }
            self.carry_out(node, effect)?;
        }
        if self.nodes[node].loaded().is_some_and(|loaded| loaded.room.is_forgotten(self.now().instant)) {
            self.drop_table(node);
        }
        Ok(())
    }

    fn carry_out(&mut self, node: usize, effect: Effect) -> Result<(), Broken> {
        let now = self.clock;
        let loaded = self.nodes[node].loaded_mut().expect("its room wants it");
        let (serial, title) = (loaded.serial, loaded.title);
        match effect {
            // This person left while the entry was being stored. The room lets the person in, and then learns that the
            // connection is gone.
            Effect::Welcome(tab) if !loaded.connections.contains_key(&tab) => {}
            Effect::Welcome(tab) => {
                loaded.attendance.comes(tab, loaded.connections[&tab], now);
                if let Some(ClusterTab { person, .. }) = self.people.tabs.get(&tab) {
                    self.witness.welcomed(tab, self.people.all[*person].id);
                }
            }
            Effect::Send { to, text } => self.send(node, to, text)?,
            Effect::HangUp(tab) | Effect::TurnAway { connection: tab, .. } => {
                loaded.connections.remove(&tab);
                loaded.attendance.goes(tab, now);
                if let Some(ClusterTab { person, .. }) = self.people.tabs.get(&tab) {
                    self.people.all[*person].turned_away += 1;
                }
                self.close(node, tab);
            }
            Effect::Write(write) => {
                self.may_be_stored(node, &write.entries).map_err(broken(1))?;
                if let Some(world) = &mut self.world {
                    world.written.extend(write.entries.iter().cloned());
                }
                let seats = write.arrangement.as_ref().map(|arrangement| arrangement.seats.clone());
                let loaded = self.nodes[node].loaded_mut().expect("its room wants it");
                loaded.asked.insert(write.id, (write.entries.clone(), seats));
                let commit = CommitNumber(self.number());
                self.ask(node, DatabaseRequest::Write { commit, title, serial, write: Box::new(write) });
            }
            Effect::LookUp { seat, cmd } => self.ask(node, DatabaseRequest::LookUp { serial, seat, cmd }),
            Effect::OpenRematch(_) => {
                let refused = NotStored {
                    fault: StoreFault::Draining,
                    refusal: protocol::Refusal::new("draining", "No new tables."),
                };
                self.schedule_room_input(node, serial, 1, Input::RematchOpened(Err(refused)));
            }
            Effect::WriteLater(LaterWrite::Ended(_)) => self.database.disk.ended = true,
            Effect::WriteLater(LaterWrite::Reopened) => self.database.disk.ended = false,
            Effect::AskBot(question) => self.ask_bot(node, serial, question)?,
            Effect::Help { task, work, .. } => {
                let advice = protocol::Advised { choices: Vec::new(), reasons: Vec::new() };
                let finding = matches!(work, Work::Advise { .. }).then_some(Finding::Advice(advice));
                self.schedule_room_input(node, serial, 200, Input::HelpReply { task, result: Ok(finding) });
            }
            Effect::Count(count) => self.note_shared(|| format!("{count:?}")),
            Effect::Log(line) => self.note_shared(|| format!("{line:?}")),
            Effect::List(line) => self.note_shared(|| format!("{line:?}")),
            _ => {}
        }
        Ok(())
    }

    fn schedule_room_input(&mut self, node: usize, serial: u64, most_ms: u32, input: Input) {
        let takes = self.pause(most_ms);
        self.schedule_input(node, takes, NodeInput::Later { serial, input: Box::new(input) });
    }

    fn ask_bot(&mut self, node: usize, serial: u64, asked: BotQuestion) -> Result<(), Broken> {
        let BotQuestion { task, bot, question, .. } = asked;
        self.with_witness(|witness, now, around| witness.apply_all(now, around)).map_err(broken(1))?;
        self.witness.is_own_question(&question).map_err(broken(5))?;
        if self.world.is_some() {
            let (seat, must) = (question.seat, question.must);
            self.schedule_input(node, worlds::thinks(seat), NodeInput::BotThought { serial, task, bot, seat, must });
            return Ok(());
        }
        let passes = !question.must && self.rng.below(3) > 0;
        let action = (!passes).then(|| crate::scripted::random_action(self.setup.game, &question, &mut self.rng));
        self.witness.answered(question.seat, Some(action.as_deref().unwrap_or_default()));
        let took = self.pause(900);
        let reply = BotReply { task, took, result: Some((bot, action)) };
        self.schedule_input(node, took, NodeInput::Later { serial, input: Box::new(Input::BotReply(reply)) });
        Ok(())
    }

    /// Sends a message of the table. Checks that the node is the owner, and that the message follows from the log.
    fn send(&mut self, node: usize, to: ConnectionId, text: String) -> Result<(), Broken> {
        let title = self.nodes[node].loaded().expect("its room sends it").title;
        if !self.database.is_owner(title) {
            let owner = self.database.owner();
            return Err(broken(2)(format!("node {node} tells of a table that node {owner:?} has taken: {text}")));
        }
        if self.witness.knows(to) {
            if text.starts_with(r#"{"t":"frame""#) {
                let seen = self.with_witness(|witness, now, around| witness.frame(now, to, &text, around));
                seen.map_err(broken(2))?;
            } else {
                let ClusterSimulation { witness, database, .. } = self;
                witness.message(to, &text, &database.disk).map_err(|(check, words)| Broken { check, words })?;
            }
        }
        let Some(tab) = self.people.tabs.get(&to) else { return Ok(()) };
        self.people.sent.entry(to).or_default().push_back(hash(&text));
        match tab.node == node {
            true => self.later(WAY, ClusterEvent::Deliver { tab: to, text }),
            // The connection may have ended without the node having noticed it.
            false => {
                if let Some(line) = self.nodes[node].arrived.get(&to) {
                    self.post(*line, 0, Letter::Output(text));
                }
            }
        }
        Ok(())
    }

    pub(super) fn commit(&mut self, title: Title, write: Write) -> Result<(), NotStored> {
        self.database.write(title, write, self.fault).map_err(|why| match why {
            NotWritten::Refused(why) => not_stored(why),
            NotWritten::Elsewhere => {
                self.counted.count("fenced writes");
                let refusal = protocol::Refusal::new("elsewhere", "This table runs on another server.");
                NotStored { fault: StoreFault::Elsewhere, refusal }
            }
        })
    }

    fn stored(
        &mut self,
        node: usize,
        serial: u64,
        write: WriteId,
        result: Result<(), NotStored>,
    ) -> Result<(), Broken> {
        let Some(loaded) = self.nodes[node].loaded_mut().filter(|loaded| loaded.serial == serial) else {
            return Ok(());
        };
        if let (Some((entries, seats)), Ok(())) = (loaded.asked.remove(&write), &result) {
            if entries.iter().any(|entry| entry.entry.starts_with(r#"{"kind":"next""#)) {
                loaded.attendance.ready.clear();
            }
            entries.iter().filter(|entry| is_act(entry)).for_each(|_| self.counted.count("moves"));
            self.witness.stored(entries, seats);
        }
        self.has_changed();
        self.handle_in_room(node, Input::Stored { write, result })
    }

    /// Checks entries when the room decides on them. Some entries say that people were away, or that all have asked for
    /// the next deal. Such an entry must agree with what this node knows now. By the time the entry is stored, somebody
    /// may have come back.
    fn may_be_stored(&self, node: usize, entries: &[LogEntry]) -> Result<(), String> {
        let attendance = &self.nodes[node].loaded().expect("its room wants it").attendance;
        let now = self.clock;
        let around = Circumstances {
            away: &|person| attendance.away(person, now),
            unready: &|by| {
                let others = self.witness.seats.iter().zip(0..).filter(|(_, seat)| *seat != by);
                others.filter_map(|(seated, _)| seated.person).any(|person| attendance.is_unready(person, now))
            },
            ..around(&self.plan, &self.database)
        };
        self.witness.may_be_stored(entries, &around)
    }

    /// Checks that the owner's table is equal to the table of the log, if no write is under way.
    fn is_true(&mut self, node: usize) -> Result<(), Broken> {
        let Some(loaded) = self.nodes[node].loaded() else { return Ok(()) };
        let quiet = loaded.asked.is_empty() && !loaded.room.is_storing() && self.database.is_owner(loaded.title);
        if !quiet || !self.steps.is_multiple_of(COMPARED_EVERY) {
            return Ok(());
        }
        let (mut table, _) = self.opened(&self.database.disk);
        room::restore(table.as_mut(), &self.database.disk.log)
            .map_err(|(number, why)| broken(1)(format!("entry {number} cannot be read back: {why}")))?;
        let here = loaded.room.table();
        for seat in Seat::all(self.plan.seats) {
            let viewer = game::Viewer::Seat(seat);
            let [here, stored] =
                [here, table.as_ref()].map(|table| (table.at(seat), table.view(viewer), table.legal(seat)));
            if here.0 != stored.0 || here.1.text() != stored.1.text() || here.2 != stored.2 {
                let words = format!(
                    "seat {seat} sees at node {node}\n  {}\nand the log says\n  {}",
                    here.1.text(),
                    stored.1.text()
                );
                return Err(broken(2)(words));
            }
        }
        match self.steps.is_multiple_of(FRAME_EVERY) {
            true => self.frame_is_true(node),
            false => Ok(()),
        }
    }

    /// Checks that the whole frame of one seat is equal to the frame of a room that is loaded from the log. The seats
    /// take turns.
    fn frame_is_true(&mut self, node: usize) -> Result<(), Broken> {
        let loaded = self.nodes[node].loaded().expect("it is looked at");
        let behind = self.database.disk.log.len() != self.witness.length || self.witness.is_behind();
        // The check is left out if there are two worlds, because it sends a frame, and the worlds need not take the
        // same number of steps.
        if behind || self.world.is_some() || loaded.room.table().phase() != MatchPhase::Deal {
            return Ok(());
        }
        let seat = (self.counted.of("frames of a room loaded anew") % self.database.disk.seats.len() as u64) as usize;
        self.counted.count("frames of a room loaded anew");
        let Some(person) = self.database.disk.seats[seat].person else { return Ok(()) };
        let of = |(tab, other): &(&ConnectionId, &PersonId)| **other == person && self.witness.knows(**tab);
        let Some((tab, _)) = loaded.connections.iter().find(of) else { return Ok(()) };
        let (tab, now) = (*tab, self.now());
        let disk = &self.database.disk;
        let (mut fresh, _) = load(None, self.opened(disk), disk, 7, self.clock);
        let room = &mut self.nodes[node].loaded_mut().expect("it is looked at").room;
        let (effects, same) = frame_is_true(room, &mut fresh, (tab, person), now);
        self.carry_out_all(node, effects)?;
        same.map_err(|words| broken(2)(format!("seat {seat} of node {node} {words}")))
    }
}
