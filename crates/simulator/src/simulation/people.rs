//! People at a table.

use super::*;
use crate::person::Shuffler;

impl Simulation {
    pub(super) fn open(&mut self, person: usize) {
        let people = &mut self.people;
        people.last_connection += 1;
        let connection = ConnectionId(people.last_connection);
        people.tabs.insert(connection, person);
        people.all[person].tabs.insert(connection, Default::default());
        let Person { id, name, shuffler, .. } = &people.all[person];
        let shuffles = *shuffler != Shuffler::Absent;
        let opened = Input::Opened { connection, person: *id, name: name.clone(), network: None, shuffles };
        let since = &mut people.away[person];
        since.1 = since.1.or(Some(self.clock));
        self.later(WAY, SimulatedEvent::Input(Box::new(opened)));
        let latency = Duration::from_millis([0, 0, 40, 400][(connection.0 % 4) as usize]);
        self.later(WAY * 3, SimulatedEvent::Input(Box::new(Input::Latency { connection, latency })));
    }

    pub(super) fn act(&mut self, person: usize) {
        self.people.acts += 1;
        let dice = self.rng.below(1000);
        let lost = dice < self.plan.failures.lost && self.mood == Mood::Lively;
        let deletes = dice >= 990 && self.mood == Mood::Lively && !self.mask.no_mischief;
        let who = &mut self.people.all[person];
        if self.witness.seats.iter().any(|seated| seated.person == Some(who.id)) {
            who.turned_away = 0;
        }
        let act = who.act(self.mood);
        if self.mood == Mood::Lively && self.mask.acts.contains(&self.people.acts) {
            return;
        }
        if lost && let Some(tab) = self.people.all[person].tabs.keys().next().copied() {
            self.lose(tab, true);
            return;
        }
        match act {
            _ if deletes && self.has_others(person) => {
                // As in the server, the person leaves the seat, the store deletes the person, and the room removes the
                // person's data, in this order.
                let (request, person) = (RequestId(DELETES + person as u64), self.people.all[person].id);
                self.later(WAY, SimulatedEvent::Input(Box::new(Input::Quit { request, person })));
            }
            Act::Wait => {}
            Act::Open => self.open(person),
            Act::Lose(_) if self.mask.no_losses => {}
            Act::Lose(tab) => self.lose(tab, true),
            Act::Send { mischief: true, .. } if self.mask.no_mischief => {}
            Act::Send { tab, command, again, .. } => self.sends(person, tab, command, again),
        }
    }

    pub(super) fn sends(&mut self, person: usize, tab: ConnectionId, command: Command, again: Option<ConnectionId>) {
        let id = self.people.all[person].id;
        if let Some(cmd) = command.cmd() {
            self.witness.commands.entry(cmd.to_owned()).or_insert_with(|| (id, command.clone()));
        }
        self.people.want_next[person] |= matches!(command, Command::Next { .. });
        let again = again.filter(|_| !self.mask.no_repeats);
        let late = self.rng.below(1000) < self.plan.failures.late;
        // A command arrives as text, and is parsed as the server parses it.
        let text = serde_json::to_string(&command).expect("a command is JSON");
        for (tab, times) in [(Some(tab), 0), (again, 1)] {
            let Some(connection) = tab else { continue };
            let command = Command::parse(&text).expect("it was written as one");
            let way = if late && times == 0 { WAY + self.pause(30_000) } else { WAY };
            self.later(way, SimulatedEvent::Input(Box::new(Input::Command { connection, command })));
        }
    }

    /// Returns true if the table stays when this person is deleted, because other people have seats.
    fn has_others(&self, person: usize) -> bool {
        let own = self.people.all[person].id;
        self.disk.seats.iter().any(|seated| seated.person.is_some_and(|other| other != own))
    }

    /// Deletes a person from the store, and informs the room.
    pub(super) fn delete(&mut self, person: usize) -> Result<(), Broken> {
        if !self.has_others(person) {
            return Ok(());
        }
        let id = self.people.all[person].id;
        self.disk.delete(id);
        self.counted.count("deleted people");
        self.people.all[person].turned_away = u32::MAX / 2;
        self.handle_input(Input::Forget { person: id })?;
        let own: Vec<ConnectionId> = self.people.all[person].tabs.keys().copied().collect();
        own.into_iter().for_each(|tab| self.lose(tab, true));
        Ok(())
    }

    /// Ends a connection. If `noticed` is true, the room gets the end as an input.
    pub(super) fn lose(&mut self, tab: ConnectionId, noticed: bool) {
        let Some(person) = self.people.tabs.remove(&tab) else { return };
        self.people.all[person].tabs.remove(&tab);
        if self.people.all[person].tabs.is_empty() {
            self.people.away[person] = (self.clock, None);
        }
        if noticed {
            let last_heard = Instant::after(self.clock);
            self.later(WAY, SimulatedEvent::Input(Box::new(Input::Closed { connection: tab, last_heard })));
        }
    }
}
