//! People at a table, who connect to any node.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use protocol::Command;
use room::{ConnectionId, Input, PersonId, RequestId};

use super::nodes::NodeInput;
use super::{Broken, Simulation, WAY, broken};
use crate::cluster::owner::TAKEN_WITHIN;
use crate::person::{Act, Mood, Person};

/// The first number for requests of people who delete themselves.
const DELETES: u64 = 10_000;

pub(crate) struct SimulatedPeople {
    pub(crate) all: Vec<Person>,
    pub(crate) tabs: BTreeMap<ConnectionId, OpenTab>,
    /// The numbers of the messages that were sent to each connection but have not arrived yet.
    pub(super) sent: BTreeMap<ConnectionId, VecDeque<u64>>,
    last_connection: u64,
    acts: u64,
}

/// A person's connection.
pub(crate) struct OpenTab {
    pub(crate) person: usize,
    pub(crate) node: usize,
    /// The time until which this node looks for the owner of the table.
    pub(crate) until: Duration,
    /// The person that the client pretends to be, by a forged header of nodes.
    pub(super) claims: Option<PersonId>,
}

impl SimulatedPeople {
    pub(super) fn new(all: Vec<Person>) -> SimulatedPeople {
        SimulatedPeople { all, tabs: BTreeMap::new(), sent: BTreeMap::new(), last_connection: 0, acts: 0 }
    }
}

impl Simulation {
    pub(super) fn act(&mut self, person: usize) {
        self.people.acts += 1;
        let lost = self.fails(self.plan.failures.lost);
        let deletes = !self.is_shared() && !self.mask.no_mischief && self.fails(10) && self.has_others(person);
        let who = &mut self.people.all[person];
        if self.witness.seats.iter().any(|seated| seated.person == Some(who.id)) {
            who.turned_away = 0;
        }
        let act = who.act(self.mood);
        if self.mood == Mood::Lively && self.mask.acts.contains(&self.people.acts) {
            return;
        }
        let tab = self.people.all[person].tabs.keys().next().copied();
        match act {
            _ if lost && tab.is_some() => tab.into_iter().for_each(|tab| self.hang_up(tab)),
            _ if deletes => {
                // As in the server, the person leaves the seat, the store deletes the person, and the room removes the
                // person's data, in this order.
                let (request, person) = (RequestId(DELETES + person as u64), self.people.all[person].id);
                self.schedule_input(0, WAY, NodeInput::Room(None, Box::new(Input::Quit { request, person })));
            }
            Act::Wait => {}
            Act::Open => self.open(person),
            Act::Lose(_) if self.mask.no_losses => {}
            Act::Lose(tab) => self.hang_up(tab),
            Act::Send { mischief: true, .. } if self.mask.no_mischief => {}
            Act::Send { tab, command, again, .. } => {
                self.sends(person, tab, command, again.filter(|_| !self.mask.no_repeats));
            }
        }
    }

    pub(crate) fn open(&mut self, person: usize) {
        // A load balancer chooses a node whose process runs.
        let up: Vec<usize> = (0..self.nodes.len()).filter(|node| !self.nodes[*node].is_dead).collect();
        let Some(node) = (!up.is_empty()).then(|| up[self.rng.below(up.len() as u32) as usize]) else { return };
        // A client that forges the header of nodes can write anything into it.
        let claims = (self.rng.below(10) == 0).then(|| PersonId(i64::from(self.rng.below(4)) + 1));
        let claims = claims.filter(|claimed| *claimed != self.people.all[person].id);
        if claims.is_some() {
            self.counted.count("forged headers");
        }
        let people = &mut self.people;
        people.last_connection += 1;
        let (tab, until) = (ConnectionId(people.last_connection), self.clock + TAKEN_WITHIN);
        people.tabs.insert(tab, OpenTab { person, node, until, claims });
        people.all[person].tabs.insert(tab, Default::default());
        self.schedule_input(node, WAY, NodeInput::Opened(tab));
        let latency = Duration::from_millis([0, 0, 40, 400][(tab.0 % 4) as usize]);
        let measured = Input::Latency { connection: tab, latency };
        self.schedule_input(node, WAY * 3, NodeInput::Room(None, Box::new(measured)));
    }

    pub(crate) fn sends(&mut self, person: usize, tab: ConnectionId, command: Command, again: Option<ConnectionId>) {
        let id = self.people.all[person].id;
        if let Some(cmd) = command.cmd() {
            self.witness.commands.entry(cmd.to_owned()).or_insert_with(|| (id, command.clone()));
        }
        let late = self.fails(self.plan.failures.late);
        // A command arrives as text, and is parsed as the server parses it.
        let text = serde_json::to_string(&command).expect("a command is JSON");
        for (tab, late) in [(Some(tab), late), (again, false)] {
            let Some((tab, node)) = tab.and_then(|tab| Some((tab, self.people.tabs.get(&tab)?.node))) else { continue };
            let command = Command::parse(&text).expect("it was written as one");
            let way = if late { WAY + self.pause(30_000) } else { WAY };
            self.schedule_input(node, way, NodeInput::Command(tab, command));
        }
    }

    /// Closes a connection on behalf of its person.
    pub(crate) fn hang_up(&mut self, tab: ConnectionId) {
        if let Some(OpenTab { node, .. }) = self.people.tabs.get(&tab) {
            self.schedule_input(*node, WAY, NodeInput::Closed(tab));
        }
        self.lose(tab);
    }

    /// Removes a connection that its person has lost.
    pub(super) fn lose(&mut self, tab: ConnectionId) {
        self.note_shared(|| format!("connection {} ends", tab.0));
        if let Some(OpenTab { person, .. }) = self.people.tabs.remove(&tab) {
            self.people.all[person].tabs.remove(&tab);
        }
        self.people.sent.remove(&tab);
    }

    /// Handles a message that arrives at a person. Checks that all messages of the table over this connection arrive in
    /// order, from the first one on.
    pub(super) fn on_message(&mut self, tab: ConnectionId, message: u64, text: String) -> Result<(), Broken> {
        let Some(OpenTab { person, .. }) = self.people.tabs.get(&tab) else { return Ok(()) };
        let sent = self.people.sent.get_mut(&tab).and_then(VecDeque::pop_front);
        if sent != Some(message) {
            return Err(broken(2)(format!("a message before this one did not come: {text}")));
        }
        if let Some(world) = &mut self.world {
            world.comes_to(tab, self.people.all[*person].id, &text);
        }
        self.people.all[*person].on_message(tab, text).map_err(broken(2))
    }

    /// Returns true if the table stays when this person is deleted, because other people have seats.
    fn has_others(&self, person: usize) -> bool {
        let own = self.people.all[person].id;
        self.disk.seats.iter().any(|seated| seated.person.is_some_and(|other| other != own))
    }

    /// Deletes a person whose request to leave the seat was granted.
    pub(super) fn on_quit(&mut self, node: usize, request: RequestId) {
        let person = request.0.checked_sub(DELETES).filter(|person| *person < self.people.all.len() as u64);
        if let Some(person) = person {
            self.schedule_input(node, Duration::from_millis(1), NodeInput::Delete(person as usize));
        }
    }

    /// Deletes a person from the store, and informs the room.
    pub(super) fn delete(&mut self, node: usize, person: usize) -> Result<(), Broken> {
        if !self.has_others(person) {
            return Ok(());
        }
        let id = self.people.all[person].id;
        self.disk.delete(id);
        self.counted.count("deleted people");
        self.people.all[person].turned_away = u32::MAX / 2;
        self.handle_in_room(node, Input::Forget { person: id })?;
        let own: Vec<ConnectionId> = self.people.all[person].tabs.keys().copied().collect();
        own.into_iter().for_each(|tab| self.hang_up(tab));
        Ok(())
    }
}
