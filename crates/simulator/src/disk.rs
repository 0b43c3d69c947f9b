//! The store of a simulated table. Committed data survive a crash; other data do not.

use std::collections::{BTreeMap, BTreeSet};

use room::log_entry::LogEntry;
use room::settings::Terms;
use room::{KeptState, PersonId, Seated, StoredArrangement, Write};

/// The committed data.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    /// The seats.
    pub seats: Vec<Seated>,
    /// The host of the table.
    pub host: Option<PersonId>,
    /// The time when the match began, in milliseconds since 1970.
    pub started_ms: Option<i64>,
    /// The terms of the match, if the host has changed them.
    pub terms: Option<Box<Terms>>,
    /// The part of the room's state that is stored.
    pub kept: KeptState,
    /// The log.
    pub log: Vec<LogEntry>,
    /// True once the end of the match is stored.
    pub ended: bool,
    /// The people who were deleted.
    pub deleted: BTreeSet<PersonId>,
    /// The position of each command in the log.
    commands: BTreeMap<(u8, String), usize>,
}

/// The reasons for refusing a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The store has no space left.
    Full,
    /// Another process has written to this table.
    Conflict,
    /// The write gives a seat to somebody who was deleted.
    Malformed,
    /// The node does not own the table any more.
    Elsewhere,
    /// The database could not be reached, and nothing was written.
    Away,
}

impl Disk {
    /// Creates a store with a new table.
    pub fn new(seats: Vec<Seated>, host: Option<PersonId>, started_ms: Option<i64>) -> Disk {
        Disk { seats, host, started_ms, ..Disk::default() }
    }

    /// Commits the whole write or nothing.
    ///
    /// # Errors
    /// If the write gives a seat to somebody who was deleted, does not continue the log, or names a command that is
    /// already stored.
    pub fn commit(&mut self, write: Write) -> Result<(), Refused> {
        let Write { arrangement, terms, first, entries, clocks, .. } = write;
        let seated = arrangement.iter().flat_map(|arrangement| &arrangement.seats).filter_map(|seated| seated.person);
        if seated
            .chain(arrangement.as_ref().and_then(|arrangement| arrangement.host))
            .any(|who| self.deleted.contains(&who))
        {
            return Err(Refused::Malformed);
        }
        if !entries.is_empty() && first != self.log.len() as u64 {
            return Err(Refused::Conflict);
        }
        if entries.iter().filter_map(named).any(|name| self.commands.contains_key(&name)) {
            return Err(Refused::Conflict);
        }
        for entry in entries {
            if let Some(name) = named(&entry) {
                self.commands.insert(name, self.log.len());
            }
            self.log.push(entry);
        }
        if terms.is_some() {
            self.terms = terms;
        }
        if let Some(StoredArrangement { seats, host, started_ms, kept }) = arrangement {
            (self.seats, self.host, self.started_ms, self.kept) = (seats, host, started_ms, kept);
        }
        self.kept.clocks = clocks.unwrap_or(std::mem::take(&mut self.kept.clocks));
        Ok(())
    }

    /// Deletes a person, as `PersonStore::forget` does at tables at which other people have played.
    pub fn delete(&mut self, person: PersonId) {
        self.deleted.insert(person);
        let goes_on = self.started_ms.is_some() && !self.ended;
        for (index, seated) in self.seats.iter_mut().enumerate() {
            if seated.person == Some(person) {
                *seated = Seated { bot: goes_on.then(|| "random".to_owned()), ..Seated::default() };
            }
            if seated.person.is_none() && self.kept.sat.contains(&(person.0, index as u8)) {
                seated.name = format!("Player {}", index + 1);
            }
        }
        if self.host == Some(person) {
            self.host = self.seats.iter().find_map(|seated| seated.person);
        }
    }

    /// Returns the position in the log of a command that was carried out for a seat.
    pub fn place(&self, seat: u8, cmd: &str) -> Option<usize> {
        self.commands.get(&(seat, cmd.to_owned())).copied()
    }
}

fn named(entry: &LogEntry) -> Option<(u8, String)> {
    Some((entry.seat?, entry.cmd.clone()?))
}
