//! The loaded rooms with their logs, and their queued inputs.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use room::log_entry::LogEntry;
use room::{Effect, Input, Instant, Now, Pace, Room, Saved};
use table::AnyTable;

use crate::device::{KeyChanges, entry_of};

/// An input for a room, with the room's table and life.
pub(crate) type RoomInput = (String, u64, Input);

struct LoadedRoom {
    room: Room,
    /// The room's life: the number of the load that created the room, counted over all rooms. An input with another
    /// life was meant for an earlier room, and is dropped.
    life: u64,
    log: Vec<LogEntry>,
}

#[derive(Default)]
pub(crate) struct DeviceRooms {
    loaded: BTreeMap<String, LoadedRoom>,
    /// The number of times that a room was loaded.
    lives: u64,
    inputs: VecDeque<RoomInput>,
}

impl DeviceRooms {
    /// Loads a room. Returns `None` if this program does not know the level of one of the table's bots.
    pub(crate) fn load(
        &mut self,
        saved: Saved,
        table: Box<dyn AnyTable>,
        log: Vec<LogEntry>,
        pauses: (Pace, u64),
        now: Now,
    ) -> Option<Vec<Effect>> {
        let id = saved.id.clone();
        let (room, effects) = Room::load(saved, table, &log, pauses, now).ok()?;
        self.lives += 1;
        self.loaded.insert(id, LoadedRoom { room, life: self.lives, log });
        Some(effects)
    }

    pub(crate) fn unload(&mut self, id: &str) {
        self.loaded.remove(id);
    }

    pub(crate) fn unload_idle(&mut self, now: Instant) {
        self.loaded.retain(|_, loaded| !loaded.room.is_forgotten(now));
    }

    pub(crate) fn has(&self, id: &str) -> bool {
        self.loaded.contains_key(id)
    }

    pub(crate) fn get(&self, id: &str) -> Option<&Room> {
        self.loaded.get(id).map(|loaded| &loaded.room)
    }

    pub(crate) fn life(&self, id: &str) -> Option<u64> {
        self.loaded.get(id).map(|loaded| loaded.life)
    }

    pub(crate) fn log(&self, id: &str) -> &[LogEntry] {
        self.loaded.get(id).map(|loaded| &loaded.log[..]).unwrap_or_default()
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = &String> {
        self.loaded.keys()
    }

    /// Adds stored entries to the logs of loaded rooms. An entry replaces an existing entry with the same number.
    pub(crate) fn apply(&mut self, changes: &KeyChanges) {
        let entries = changes.iter().filter_map(|(key, value)| entry_of(key, value.as_deref()?));
        for (id, number, entry) in entries {
            let Some(LoadedRoom { log, .. }) = self.loaded.get_mut(id) else { continue };
            match log.get_mut(number) {
                Some(known) => *known = entry,
                None => log.push(entry),
            }
        }
    }

    /// Queues an input for the room of a table, if it is loaded.
    pub(crate) fn send(&mut self, id: &str, input: Input) {
        if let Some(life) = self.life(id) {
            self.inputs.push_back((id.to_owned(), life, input));
        }
    }

    pub(crate) fn queue(&mut self, inputs: impl IntoIterator<Item = RoomInput>) {
        self.inputs.extend(inputs);
    }

    /// Queues an [`Input::Time`] for each room that is due.
    pub(crate) fn queue_due(&mut self, now: Instant) {
        let is_due = |loaded: &LoadedRoom| loaded.room.next_wake().is_some_and(|wake| wake <= now);
        let due = self.loaded.iter().filter(|(_, loaded)| is_due(loaded));
        self.inputs.extend(due.map(|(id, loaded)| (id.clone(), loaded.life, Input::Time)));
    }

    /// Handles the next input. Returns the table and the effects, which are empty if the room is gone.
    pub(crate) fn handle_next(&mut self, now: Now) -> Option<(String, Vec<Effect>)> {
        let (id, life, input) = self.inputs.pop_front()?;
        let effects = match self.loaded.get_mut(&id).filter(|loaded| loaded.life == life) {
            Some(loaded) => loaded.room.handle(now, input),
            None => Vec::new(),
        };
        Some((id, effects))
    }

    /// Returns the time at which the next room is due.
    pub(crate) fn next_wake(&self) -> Option<Duration> {
        self.loaded.values().filter_map(|loaded| loaded.room.next_wake()).min().map(Instant::elapsed)
    }
}
