//! A cluster in one of two worlds, and the notes that are compared (`crate::twins`).

use std::collections::BTreeSet;

use room::log_entry::LogEntry;
use room::{BotReply, TaskId};
use table::AnyBot;

use super::*;
use crate::faults::Shell;
use crate::script::SharedView;
use crate::worlds::Opening;

/// One of two worlds.
pub(crate) struct ClusterWorld {
    opening: Opening,
    /// The index of the world, 0 or 1.
    which: usize,
    shared: SharedView,
    /// The people who must get the same messages in both worlds: the person of the seat, and the spectators.
    watched: BTreeSet<PersonId>,
    /// The legal actions of each seat in each world.
    pub(crate) legal: [Vec<Vec<String>>; 2],
    /// The messages that both worlds must have in common since the last comparison.
    pub(crate) said: Vec<String>,
    /// The entries that nodes wanted to store since the last comparison.
    pub(crate) written: Vec<LogEntry>,
    /// True if a node's table has changed since the last comparison.
    pub(crate) changed: bool,
    pub(crate) messages: u64,
}

/// Returns the time that a bot thinks. It depends only on the seat, so it is the same in both worlds.
pub(super) fn thinks(seat: Seat) -> Duration {
    Duration::from_millis(20 + 17 * (seat.index() as u64 % 4))
}

impl ClusterWorld {
    pub(crate) fn new(opening: Opening, which: usize, shared: SharedView, watched: BTreeSet<PersonId>) -> ClusterWorld {
        let (legal, said, written) = Default::default();
        ClusterWorld { opening, which, shared, watched, legal, said, written, changed: false, messages: 0 }
    }

    pub(super) fn open(&self) -> Box<dyn AnyTable> {
        (self.opening)()
    }

    /// Notes a message that a person gets, if the person must get the same messages in both worlds.
    pub(super) fn comes_to(&mut self, tab: ConnectionId, person: PersonId, text: &str) {
        if self.watched.contains(&person) {
            self.messages += 1;
            self.said.push(format!("connection {} is sent {text}", tab.0));
        }
    }
}

impl ClusterSimulation {
    pub(crate) fn run_until(&mut self, moment: Duration) -> Result<(), Broken> {
        while self.next_moment() <= moment {
            self.step()?;
        }
        self.clock = moment;
        Ok(())
    }

    pub(crate) fn world(&mut self) -> &mut ClusterWorld {
        self.world.as_mut().expect("it has a twin")
    }

    pub(crate) fn seats(&self) -> &[Seated] {
        &self.database.disk.seats
    }

    pub(crate) fn can_be_watched(&self) -> bool {
        self.plan.settings.watch
    }

    pub(crate) fn tabs_of(&self, person: usize) -> Vec<ConnectionId> {
        self.people.all[person].tabs.keys().copied().collect()
    }

    pub(crate) fn next_moment(&self) -> Duration {
        let event = self.events.first_key_value().map(|((at, _), _)| *at);
        let next = event.into_iter().chain(self.wake().map(|(at, _)| at)).min();
        next.expect("keepers have work without end").max(self.clock)
    }

    pub(crate) fn table_of_owner(&self) -> Option<&dyn AnyTable> {
        let mut loaded = self.nodes.iter().filter_map(SimulatedNode::loaded);
        loaded.find(|loaded| self.database.is_owner(loaded.title)).map(|loaded| loaded.room.table())
    }

    /// Notes a message that both worlds must have in common.
    pub(super) fn note_shared(&mut self, words: impl FnOnce() -> String) {
        if let Some(world) = &mut self.world {
            world.said.push(words());
        }
    }

    pub(super) fn has_changed(&mut self) {
        if let Some(world) = &mut self.world {
            world.changed = true;
        }
    }

    /// Notes a message between nodes. The two worlds may differ in the contents of messages for other seats, but not in
    /// the fact that such a message is sent.
    pub(super) fn passes_between_nodes(&mut self, line: u64, to: usize, letter: &Letter) {
        let Some(world) = &mut self.world else { return };
        let LineBetweenNodes { tab, ends, .. } = &self.lines[&line];
        let person = self.people.tabs.get(tab).map(|tab| self.people.all[tab.person].id);
        let watched = person.is_some_and(|person| world.watched.contains(&person));
        let words = match letter {
            Letter::Join => "comes".to_owned(),
            Letter::Command(command) if watched => format!("says {command:?}"),
            Letter::Command(_) => "says something".to_owned(),
            Letter::Left => "leaves".to_owned(),
            Letter::Output(text) if watched => format!("is told {text}"),
            Letter::Output(_) => "is told something".to_owned(),
            Letter::Close => "is closed".to_owned(),
            Letter::NotMine => "is not there".to_owned(),
        };
        world.said.push(format!("to node {}: connection {} {words}", ends[to], tab.0));
    }

    /// Returns the action of a bot that has decided. It is the same action in both worlds, if possible.
    pub(super) fn answers_as_in_the_other_world(
        &mut self,
        node: usize,
        task: TaskId,
        bot: Box<dyn AnyBot>,
        (seat, must): (Seat, bool),
    ) -> BotReply {
        let at = self.nodes[node].loaded().expect("it has asked").room.table().at(seat);
        let world = self.world.as_ref().expect("it has a twin");
        let none = Vec::new();
        let legal = [0, 1].map(|which: usize| world.legal[which].get(seat.index()).unwrap_or(&none).as_slice());
        let action = world.shared.answer(world.which, (seat, must, at), legal);
        self.witness.answered(seat, Some(action.as_deref().unwrap_or_default()));
        BotReply { task, took: thinks(seat), result: Some((bot, action)) }
    }

    /// Notes the answers of the table's node over HTTP, which must be the same in both worlds.
    pub(crate) fn answers_http(&mut self) {
        // Only tables of several seats are compared, because a solitaire has no other players.
        let Some(loaded) = self.nodes.iter().find_map(SimulatedNode::loaded).filter(|_| self.plan.seats > 1) else {
            return;
        };
        let room = &loaded.room;
        let world = self.world.as_mut().expect("it has a twin");
        let person = PersonId(world.shared.viewer.index() as i64 + 1);
        let words = |answer: Result<String, room::Denied>| answer.unwrap_or_else(|denied| format!("{denied:?}"));
        world.said.push(words(Shell::new(self.plan.fault).history(room, person)));
        world.said.push(words(room.record(Some(person))));
        world.said.push(format!("{:?}", room.summary()));
    }
}
