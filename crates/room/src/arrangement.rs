//! The stored state of a table apart from its log, and the changes that are stored together.

use cards::{Seed, ShuffleAttempt};
use serde::{Deserialize, Serialize};
use table::{Accepted, Entry};

use crate::asker::Asker;
use crate::claims::Armed;
use crate::clocks::KeptClock;
use crate::engine_pass::EnginePass;
use crate::ids::RequestId;
use crate::seated::Newcomer;
use crate::seating::Seating;
use crate::settings::Terms;
use crate::shuffle::KeptShuffle;

/// The state that a table stores beside seats and settings, as JSON. Only a room reads this state. The store makes only
/// one change: it deletes old hashes in `engines` ([`EnginePass`]).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct KeptState {
    /// The table where the same people play again.
    pub(crate) rematch: Option<String>,
    /// True while people have paused the clocks.
    pub(crate) paused: bool,
    /// The times left on the clocks as they were stored last.
    pub clocks: Vec<KeptClock>,
    /// The claims that were armed when this state was stored. The log shows which claims were made afterwards
    /// ([`Armed::stands`]).
    pub(crate) armed: Vec<Armed>,
    /// The seats that each person has had in this match.
    pub sat: Vec<(i64, u8)>,
    /// The people who have a seat from a later deal on.
    pub(crate) newcomers: Vec<Newcomer>,
    /// The people whom the host has removed, with the times.
    pub(crate) removed: Vec<(i64, i64)>,
    /// The passes that let engines in.
    pub engines: Vec<EnginePass>,
    /// The time of play at a table of one seat, measured when the player left.
    pub(crate) played_ms: u64,
    #[serde(skip_serializing_if = "KeptShuffle::is_empty")]
    pub(crate) shuffle: KeptShuffle,
}

impl KeptState {
    /// Returns the seed of the match, and the shuffle attempts that made the seed. If the players did not shuffle
    /// together, the seed is the sealed seed of the table, and there are no attempts.
    pub fn seed(&self, sealed: Seed) -> (Seed, Vec<ShuffleAttempt>) {
        self.shuffle.made(sealed)
    }

    /// Returns the secret of the running attempt to shuffle together, if there is one. Nobody knows it yet.
    pub fn open_secret(&self, sealed: Seed) -> Option<Seed> {
        self.shuffle.open_secret(sealed)
    }
}

/// All data of a table that can change, except its match. To make a change, the room edits a copy and stores the copy.
/// Then the copy replaces the original.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Arrangement {
    pub(crate) seating: Seating,
    pub(crate) paused: bool,
    pub(crate) armed: Vec<Armed>,
    pub(crate) passes: Vec<EnginePass>,
    pub(crate) played_ms: u64,
    pub(crate) shuffle: KeptShuffle,
}

impl Arrangement {
    /// Drops data that is obsolete after the change: passes for seats that no engine has any more, and armed claims of
    /// former players.
    pub(crate) fn tidy(mut self, before: &Seating) -> Arrangement {
        let seating = &self.seating;
        self.passes.retain(|pass| seating.is_engines(usize::from(pass.seat)));
        let same = |seat: u8| seating.seat(usize::from(seat)).person == before.seat(usize::from(seat)).person;
        self.armed.retain(|armed| same(armed.seat()));
        self
    }

    pub(crate) fn stored_form(&self, clocks: Vec<KeptClock>) -> KeptState {
        let seating = &self.seating;
        KeptState {
            rematch: seating.rematch().map(str::to_owned),
            paused: self.paused,
            clocks,
            armed: self.armed.clone(),
            sat: seating.sat().to_vec(),
            newcomers: seating.newcomers().to_vec(),
            removed: seating.removed().to_vec(),
            engines: self.passes.clone(),
            played_ms: self.played_ms,
            shuffle: self.shuffle.clone(),
        }
    }
}

/// A change that is about to be stored as a whole or not at all. After the change is stored, the room applies and sends
/// the change.
pub(crate) struct Change {
    pub(crate) arrangement: Option<Arrangement>,
    /// The terms of the match, if the host changes them.
    pub(crate) terms: Option<Terms>,
    pub(crate) entries: Vec<NewEntry>,
    pub(crate) to: Audience,
    pub(crate) then: Then,
}

/// The receivers of a new arrangement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Audience {
    Everybody,
    Seat(game::Seat),
    Nobody,
}

pub(crate) struct NewEntry {
    pub(crate) accepted: Accepted,
    /// The seat that asked for the entry, and the command.
    pub(crate) by: Option<(game::Seat, Option<String>)>,
    /// The margin of the claim. It is measured when the claim arrives, so the time for storing does not count.
    pub(crate) margin: Option<protocol::Margin>,
}

impl NewEntry {
    pub(crate) fn new(accepted: Accepted, by: Option<(game::Seat, Option<String>)>) -> NewEntry {
        NewEntry { accepted, by, margin: None }
    }

    pub(crate) fn entry(&self) -> &Entry {
        self.accepted.entry()
    }
}

/// The next step after a change was stored, or could not be stored.
#[derive(Debug)]
pub(crate) enum Then {
    /// No step, because no command asked for the change. If the change cannot be stored, the room tries again later.
    Nothing,
    Answer(Asker),
    /// Decides the command again, now that the pause that prevented it has ended.
    Decide(Asker, protocol::Command),
    Reply {
        request: RequestId,
        value: u8,
    },
    LetEngineIn {
        engine: crate::ids::EngineId,
        hash: String,
    },
    BotActed {
        index: usize,
    },
    TimedOut {
        index: usize,
        at: u32,
    },
    /// Answers the command of a move that was held until the claim window closed.
    Released(Asker),
    /// Gives help after the match was stored as assisted.
    Help(crate::help::SolverRequest),
    /// Sends an analysis after the match was stored as assisted.
    SendAnalysis {
        task: crate::ids::TaskId,
        message: Box<protocol::Message>,
    },
    /// Closes the room, because the server stops.
    Close,
}

impl Change {
    pub(crate) fn empty() -> Change {
        Change { arrangement: None, terms: None, entries: Vec::new(), to: Audience::Everybody, then: Then::Nothing }
    }

    pub(crate) fn arrange(arrangement: Arrangement) -> Change {
        Change { arrangement: Some(arrangement), ..Change::empty() }
    }

    pub(crate) fn agree(terms: Terms) -> Change {
        Change { terms: Some(terms), ..Change::empty() }
    }

    /// Makes a change that adds one log entry, which no command asked for.
    pub(crate) fn entry(accepted: Accepted) -> Change {
        Change::empty().and(accepted)
    }

    /// Makes a change that adds one log entry, which a seat asked for.
    pub(crate) fn by(accepted: Accepted, seat: game::Seat, cmd: Option<&str>) -> Change {
        let by = Some((seat, cmd.map(str::to_owned)));
        Change { entries: vec![NewEntry::new(accepted, by)], ..Change::empty() }
    }

    /// Adds another log entry to the change, which no command asked for.
    pub(crate) fn and(mut self, accepted: Accepted) -> Change {
        let accepted = accepted.behind(self.entries.len());
        self.entries.push(NewEntry::new(accepted, None));
        self
    }

    pub(crate) fn sent_to(self, seat: game::Seat) -> Change {
        Change { to: Audience::Seat(seat), ..self }
    }

    pub(crate) fn sent_to_nobody(self) -> Change {
        Change { to: Audience::Nobody, ..self }
    }

    pub(crate) fn then(self, then: Then) -> Change {
        Change { then, ..self }
    }
}
