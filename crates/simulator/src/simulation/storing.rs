//! The store of the simulation. It commits or refuses writes. After the process has ended, another process loads the
//! stored data.

use std::borrow::Cow;

use protocol::Settings;
use table::AnyTable;

use super::*;
use crate::faults::Fault;

impl Simulation {
    pub(super) fn commit(&mut self, write: Write) {
        let id = write.id;
        let failures = self.plan.failures;
        let lively = self.mood == Mood::Lively;
        let result = if lively && self.rng.below(1000) < failures.full {
            Err(not_stored(Refused::Full))
        } else if lively && self.rng.below(1000) < failures.conflict {
            Err(not_stored(Refused::Conflict))
        } else {
            self.disk.commit(write).map_err(not_stored)
        };
        // The answer takes a moment. If the process ends within it, the answer is lost.
        self.later(Duration::from_micros(200), SimulatedEvent::Input(Box::new(Input::Stored { write: id, result })));
    }

    /// Ends the process, and lets a new process load the table from the committed data.
    pub(super) fn crash(&mut self) -> Result<(), Broken> {
        self.note(|| "the process ends".to_owned());
        self.counted.count("crashes");
        self.clock += Duration::from_millis(500);
        self.answered = self.clock;
        self.asked.clear();
        self.life += 1;
        // Some writes were on their way to the disk. The first few of them may have been committed.
        let written: Vec<(Duration, u64)> = self
            .events
            .iter()
            .filter(|(_, (_, event))| matches!(event, SimulatedEvent::Commit(_)))
            .map(|(key, _)| *key)
            .collect();
        let mut arrives = true;
        for key in written {
            let Some((_, SimulatedEvent::Commit(write))) = self.events.remove(&key) else { continue };
            arrives &= self.rng.below(2) == 0;
            if arrives {
                let _ = self.disk.commit(*write);
            }
        }
        // The people were present when these entries were decided. So the stored entries are checked before the
        // connections end.
        self.with_witness(|witness, now, around| witness.restart(now, around)).map_err(broken(1))?;
        for tab in self.people.tabs.keys().copied().collect::<Vec<_>>() {
            self.lose(tab, false);
        }
        if let Some(engine) = &mut self.engine {
            engine.gone();
        }
        if self.engine.is_some() {
            self.later(Duration::from_secs(2), SimulatedEvent::Engine(EngineAct::Come));
        }
        self.load_again()
    }

    pub(super) fn load_again(&mut self) -> Result<(), Broken> {
        let dice = self.rng.bits();
        self.with_witness(|witness, now, around| witness.restart(now, around)).map_err(broken(1))?;
        self.witness.commands_are_logged(&self.disk).map_err(broken(1))?;
        let opened = opened(&self.plan, &self.setup, &self.disk);
        let (room, effects) = load(self.plan.fault, opened, &self.disk, dice, self.clock);
        self.room = room;
        for effect in effects {
            self.carry_out(effect)?;
        }
        self.frames_are_true()
    }
}

/// Returns the table before its first log entry, and its settings. If players shuffled together, the table has the seed
/// that resulted. Stored terms (rules, options, settings) replace those of the plan.
pub(crate) fn opened(plan: &Plan, setup: &table::Setup, disk: &Disk) -> (Box<dyn AnyTable>, Settings) {
    let names = disk.seats.iter().map(|seated| seated.name.clone()).collect();
    let mut setup = table::Setup { names, ..setup.clone() };
    let mut settings = plan.settings.clone();
    if let Some(terms) = disk.terms.as_deref().cloned() {
        (setup.rules, setup.options, settings) = (terms.rules, terms.options, terms.settings);
    }
    let (seed, attempts) = disk.kept.seed(setup.seed);
    setup.seed = seed;
    let mut table = catalog::open(setup).expect("a plan is of a table");
    table.shuffled_together(attempts);
    (table, settings)
}

/// Makes a room from a table before its first entry, its settings, and the committed data.
pub(crate) fn load(
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
    };
    NotStored { fault, refusal: protocol::Refusal::new(key, words) }
}
