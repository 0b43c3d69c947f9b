//! A simulation in one of two worlds, and the notes that are compared (`crate::twins`).

use std::collections::BTreeSet;
use std::time::Duration;

use game::Seat;
use room::log_entry::LogEntry;
use room::{ConnectionId, PersonId};
use table::AnyTable;

use super::nodes::SimulatedNode;
use super::{Broken, Simulation};
use crate::script::SharedView;
use crate::worlds::Opening;

/// One of two worlds.
pub(crate) struct SimulatedWorld {
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

impl SimulatedWorld {
    pub(crate) fn new(
        opening: Opening,
        which: usize,
        shared: SharedView,
        watched: BTreeSet<PersonId>,
    ) -> SimulatedWorld {
        let (legal, said, written) = Default::default();
        SimulatedWorld { opening, which, shared, watched, legal, said, written, changed: false, messages: 0 }
    }

    pub(super) fn open(&self) -> Box<dyn AnyTable> {
        (self.opening)()
    }

    /// Returns true if a person must get the same messages in both worlds.
    pub(crate) fn watches(&self, person: PersonId) -> bool {
        self.watched.contains(&person)
    }

    /// Notes a message that a person gets, if the person must get the same messages in both worlds.
    pub(super) fn comes_to(&mut self, tab: ConnectionId, person: PersonId, text: &str) {
        if self.watches(person) {
            self.messages += 1;
            self.said.push(format!("connection {} is sent {text}", tab.0));
        }
    }

    /// Returns the action of a bot in its decision with this number. It is the same in both worlds, if possible.
    pub(super) fn answer(&self, seat: Seat, must: bool, at: u32) -> Option<String> {
        let none = Vec::new();
        let legal = [0, 1].map(|which: usize| self.legal[which].get(seat.index()).unwrap_or(&none).as_slice());
        self.shared.answer(self.which, (seat, must, at), legal)
    }
}

impl Simulation {
    pub(crate) fn run_until(&mut self, moment: Duration) -> Result<(), Broken> {
        while self.next_moment() <= moment {
            self.step()?;
        }
        self.clock = moment;
        Ok(())
    }

    pub(crate) fn world(&mut self) -> &mut SimulatedWorld {
        self.world.as_mut().expect("it has a twin")
    }

    pub(crate) fn next_moment(&self) -> Duration {
        let event = self.events.first_key_value().map(|((at, _), _)| *at);
        let next = event.into_iter().chain(self.wake().map(|(at, _)| at)).min();
        next.map_or(Duration::MAX, |next| next.max(self.clock))
    }

    pub(crate) fn table_of_owner(&self) -> Option<&dyn AnyTable> {
        let mut loaded = self.nodes.iter().filter_map(SimulatedNode::loaded);
        loaded.find(|loaded| self.database.is_owner(loaded.title)).map(|loaded| loaded.room.table())
    }

    /// Notes a message that both worlds must have in common.
    pub(crate) fn note_shared(&mut self, words: impl FnOnce() -> String) {
        if let Some(world) = &mut self.world {
            world.said.push(words());
        }
    }

    pub(super) fn has_changed(&mut self) {
        if let Some(world) = &mut self.world {
            world.changed = true;
        }
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
        world.said.push(words(self.shell.history(room, person)));
        world.said.push(words(room.record(Some(person))));
        world.said.push(format!("{:?}", room.summary()));
    }
}
