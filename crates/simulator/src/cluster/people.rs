//! People, who connect to any node.

use super::owner::TAKEN_WITHIN;
use super::*;
use crate::person::Act;
use crate::witness::hash;

impl ClusterSimulation {
    pub(super) fn act(&mut self, person: usize) {
        match self.people.all[person].act(self.mood) {
            Act::Wait => {}
            Act::Open => self.open(person),
            Act::Lose(tab) => self.hang_up(tab),
            Act::Send { tab, command, again, .. } => self.sends(person, tab, command, again),
        }
    }

    pub(crate) fn open(&mut self, person: usize) {
        let people = &mut self.people;
        people.last_connection += 1;
        let tab = ConnectionId(people.last_connection);
        // A load balancer chooses a node whose process runs.
        let up: Vec<usize> = (0..self.nodes.len()).filter(|node| !self.nodes[*node].is_dead).collect();
        let Some(node) = (!up.is_empty()).then(|| up[self.rng.below(up.len() as u32) as usize]) else { return };
        // A client that forges the header of nodes can write anything into it.
        let claims = (self.rng.below(10) == 0).then(|| PersonId(i64::from(self.rng.below(4)) + 1));
        let claims = claims.filter(|claimed| *claimed != self.people.all[person].id);
        if claims.is_some() {
            self.counted.count("forged headers");
        }
        let until = self.clock + TAKEN_WITHIN;
        self.people.tabs.insert(tab, ClusterTab { person, node, until, claims });
        self.people.all[person].tabs.insert(tab, Default::default());
        self.schedule_input(node, WAY, NodeInput::Opened(tab));
    }

    pub(crate) fn sends(&mut self, person: usize, tab: ConnectionId, command: Command, again: Option<ConnectionId>) {
        let id = self.people.all[person].id;
        if let Some(cmd) = command.cmd() {
            self.witness.commands.entry(cmd.to_owned()).or_insert_with(|| (id, command.clone()));
        }
        for tab in [Some(tab), again].into_iter().flatten() {
            if let Some(ClusterTab { node, .. }) = self.people.tabs.get(&tab) {
                self.schedule_input(*node, WAY, NodeInput::Command(tab, command.clone()));
            }
        }
    }

    /// Closes a connection on behalf of its person.
    pub(crate) fn hang_up(&mut self, tab: ConnectionId) {
        if let Some(ClusterTab { node, .. }) = self.people.tabs.get(&tab) {
            self.schedule_input(*node, WAY, NodeInput::Closed(tab));
        }
        self.lose(tab);
    }

    /// Removes a connection that its person has lost.
    pub(super) fn lose(&mut self, tab: ConnectionId) {
        self.note_shared(|| format!("connection {} ends", tab.0));
        if let Some(ClusterTab { person, .. }) = self.people.tabs.remove(&tab) {
            self.people.all[person].tabs.remove(&tab);
        }
        self.people.sent.remove(&tab);
    }

    /// Handles a message that arrives at a person. Checks that all messages of the table over this connection arrive in
    /// order, from the first one on.
    pub(super) fn on_message(&mut self, tab: ConnectionId, text: String) -> Result<(), Broken> {
        let Some(ClusterTab { person, .. }) = self.people.tabs.get(&tab) else { return Ok(()) };
        let sent = self.people.sent.get_mut(&tab).and_then(VecDeque::pop_front);
        if sent != Some(hash(&text)) {
            return Err(broken(2)(format!("a message before this one did not come: {text}")));
        }
        if let Some(world) = &mut self.world {
            world.comes_to(tab, self.people.all[*person].id, &text);
        }
        self.counted.count_message(hash(&text));
        self.people.all[*person].on_message(tab, text).map_err(broken(2))
    }
}
