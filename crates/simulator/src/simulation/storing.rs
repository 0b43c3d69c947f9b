//! The store of a simulation: requests to it, which commit or are refused, and loading from it.

use std::borrow::Cow;
use std::time::Duration;

use protocol::Settings;
use room::{Effect, Instant, NotStored, Now, Pace, Room, Saved, StoreFault, Write};
use table::AnyTable;

use super::nodes::NodeInput;
use super::{BEGAN_MS, SimulatedEvent, Simulation};
use crate::cluster::database::{DatabaseRequest, Title};
use crate::disk::{Disk, Refused};
use crate::faults::Fault;

impl Simulation {
    pub(crate) fn ask(&mut self, node: usize, request: DatabaseRequest) {
        self.note_shared(|| format!("node {node} asks the database {}", request.kind()));
        let incarnation = self.nodes[node].incarnation;
        // Some requests take long, as they do after a lost packet or on a busy machine.
        let most_ms = if self.fails(self.plan.failures.hang) { 9_000 } else { self.plan.failures.slow_ms };
        let mut at = self.clock + self.pause(most_ms);
        if matches!(request, DatabaseRequest::Write { .. }) {
            at = at.max(self.nodes[node].last_write);
            self.nodes[node].last_write = at;
        }
        self.later(at - self.clock, SimulatedEvent::Asked { node, incarnation, request });
    }

    pub(super) fn asked(&mut self, node: usize, incarnation: u32, request: DatabaseRequest) {
        let Some(request) = self.reach_database(node, incarnation, request) else { return };
        let input = self.answer(node, request);
        let way = match &input {
            // The answers come in the order of the writes.
            NodeInput::Stored { .. } => Duration::from_millis(4),
            NodeInput::OfLease(..) if self.fails(50) => self.pause(6_000),
            _ => self.pause(8),
        };
        self.later(way, SimulatedEvent::Node { node, incarnation, input });
    }

    /// Discards the requests of a node that are on their way.
    pub(super) fn discard_requests(&mut self, node: usize) {
        self.events.retain(|_, event| !matches!(event, SimulatedEvent::Asked { node: of, .. } if *of == node));
    }

    /// Commits a write, or refuses it.
    pub(crate) fn commit(&mut self, title: Title, write: Write) -> Result<(), NotStored> {
        let result = if self.fails(self.plan.failures.full) {
            Err(Refused::Full)
        } else if self.fails(self.plan.failures.conflict) {
            Err(Refused::Conflict)
        } else if !self.database.is_owner(title) && self.plan.fault != Some(Fault::NoFence) {
            self.counted.count("fenced writes");
            Err(Refused::Elsewhere)
        } else {
            self.disk.commit(write)
        };
        result.map_err(not_stored)
    }

    /// Returns the table before its first log entry, and its agreed settings. If players shuffled together, the table
    /// has the seed that resulted. Stored terms (rules, options, settings) replace those of the plan.
    pub(crate) fn opened(&self, disk: &Disk) -> (Box<dyn AnyTable>, Settings) {
        let mut settings = self.plan.settings.clone();
        if let Some(world) = &self.world {
            return (world.open(), settings);
        }
        let names = disk.seats.iter().map(|seated| seated.name.clone()).collect();
        let mut setup = table::Setup { names, ..self.setup.clone() };
        if let Some(terms) = disk.terms.as_deref().cloned() {
            (setup.rules, setup.options, settings) = (terms.rules, terms.options, terms.settings);
        }
        let (seed, attempts) = disk.kept.seed(setup.seed);
        setup.seed = seed;
        let mut table = catalog::open(setup).expect("a plan is of a table");
        table.shuffled_together(attempts);
        (table, settings)
    }
}

/// Makes a room from a table before its first entry, its settings, and the committed data.
pub(super) fn load(
    fault: Option<Fault>,
    (mut table, mut settings): (Box<dyn AnyTable>, Settings),
    disk: &Disk,
    dice: u64,
    clock: Duration,
) -> (Room, Vec<Effect>) {
    let mut disk = Cow::Borrowed(disk);
    if let Some(fault) = fault {
        fault.change_stored(&mut settings, disk.to_mut());
    }
    room::restore(table.as_mut(), &disk.log).expect("what is committed can be read back");
    let saved = Saved {
        id: "table".to_owned(),
        settings,
        seats: disk.seats.clone(),
        host: disk.host,
        created: String::new(),
        started_ms: disk.started_ms,
        ended: disk.ended,
        kept: disk.kept.clone(),
    };
    let now = Now { instant: Instant::after(clock), unix_ms: BEGAN_MS + clock.as_millis() as i64 };
    let loaded = Room::load(saved, table, &disk.log, (Pace::NATURAL, dice), now);
    loaded.unwrap_or_else(|_| panic!("the levels of a plan are to be had"))
}

pub(crate) fn not_stored(why: Refused) -> NotStored {
    let (fault, key, words) = match why {
        Refused::Full => (StoreFault::Full, "full_disk", "There is no room."),
        Refused::Conflict => (StoreFault::Broken, "store", "Somebody else has written there."),
        Refused::Malformed => (StoreFault::Malformed, "malformed", "It is about a person who was deleted."),
        Refused::Elsewhere => (StoreFault::Elsewhere, "elsewhere", "This table runs on another server."),
        Refused::Away => (StoreFault::Away, "store_away", "The database can't be reached, so nothing can be stored."),
    };
    NotStored { fault, refusal: protocol::Refusal::new(key, words) }
}
