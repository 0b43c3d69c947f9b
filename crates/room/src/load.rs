//! The loading of a room from a stored table. If a claim window was open, it opens again with its full length. So
//! nobody loses a claim because the server stopped. Clocks go on with their stored times.

use game::{Seat, Viewer};
use protocol::{Margin, Settings, Stage};
use table::{AnyTable, Entry, MatchPhase};

use crate::answers::Answers;
use crate::arrangement::KeptState;
use crate::bots::Bots;
use crate::chat::ChatLog;
use crate::claims::ClaimState;
use crate::clocks::Clocks;
use crate::effect::Effect;
use crate::ending::DealEnding;
use crate::engines::Engines;
use crate::evolve;
use crate::help::{Advisers, SolverHelp};
use crate::history::History;
use crate::ids::PersonId;
use crate::log::Log;
use crate::log_entry::{LogEntry, read};
use crate::pace::Pace;
use crate::play_clock::PlayClock;
use crate::presence::Presence;
use crate::room::{Published, Room};
use crate::schedule::Schedule;
use crate::seated::Seated;
use crate::seating::Seating;
use crate::send;
use crate::settings::TableFacts;
use crate::spectators::Spectators;
use crate::state::{RoomState, Sent};
use crate::time::Now;

/// A table as it is stored.
pub struct Saved {
    /// The table's id.
    pub id: String,
    /// The agreed settings.
    pub settings: Settings,
    /// The seats.
    pub seats: Vec<Seated>,
    /// The host.
    pub host: Option<PersonId>,
    /// The time when the table was made, as RFC 3339.
    pub created: String,
    /// The time when the match began.
    pub started_ms: Option<i64>,
    /// True if the end of the match is stored.
    pub ended: bool,
    /// The room's own data.
    pub kept: KeptState,
}

/// Applies stored entries to a table.
///
/// # Errors
/// The number of the first entry that cannot be applied, and the reason.
pub fn restore(table: &mut dyn AnyTable, log: &[LogEntry]) -> Result<(), (usize, String)> {
    for (number, logged) in log.iter().enumerate() {
        let entry: Entry = game::read_json(&logged.entry).map_err(|error| (number, error.to_string()))?;
        table.restore(&entry).map_err(|refused| (number, refused.words.into_owned()))?;
    }
    Ok(())
}

impl Room {
    /// Loads a stored room. `table` is the table after the entries of `log`. The bots' pauses and random numbers depend
    /// on `seed`. No shuffle depends on it. Returns the room and its first effects.
    ///
    /// # Errors
    /// If a bot has a level that does not exist.
    pub fn load(
        saved: Saved,
        table: Box<dyn AnyTable>,
        log: &[LogEntry],
        (pace, seed): (Pace, u64),
        now: Now,
    ) -> Result<(Room, Vec<Effect>), UnknownLevel> {
        let ended = saved.ended;
        let (entries, margins): (Vec<Entry>, Vec<Option<Margin>>) =
            log.iter().filter_map(|logged| read(&logged.entry)).unzip();
        let mut state = state(saved, table, (log, &entries), (pace, seed), now);
        let by = log.iter().map(|logged| logged.seat.map(Seat::new));
        let mut deal = 0;
        for (((number, entry), margin), by) in (0..).zip(&entries).zip(margins).zip(by) {
            deal += u32::from(*entry == Entry::Next);
            state.sent.history.note(entry, margin, by);
            state.advisers.apply_entry(entry);
            evolve::note_player_at(&mut state, number, deal, entry);
        }
        let mut out = Vec::new();
        evolve::seat_bots(&mut state, &mut out);
        if out.iter().any(|effect| matches!(effect, Effect::Reload)) {
            return Err(UnknownLevel);
        }
        evolve::note_presence(&mut state, now);
        let last = entries.iter().rfind(|entry| !matches!(entry, Entry::TookOver { .. } | Entry::Advised { .. }));
        evolve::open_window(&mut state, now, last);
        evolve::plan_clocks(&mut state, now);
        // Before the match spectators have nothing to see.
        if state.is_delayed() && state.stage() != Stage::Gathering {
            send::queue_frame(&mut state, now, &Default::default());
        }
        // Between two deals the results count as stored: only a crash in the moment after the deal loses them. To store
        // them with each load would give people back the results that they have deleted. After the last deal they count
        // as not stored, because a crash may have lost both the results and the end of the match.
        let between = state.table.phase() == MatchPhase::Between;
        let results = if between { state.table.position(Viewer::Public).deals.len() } else { 0 };
        Ok(Room::begin(state, Published::of(ended, results), now, out))
    }
}

fn state(
    saved: Saved,
    table: Box<dyn AnyTable>,
    (log, entries): (&[LogEntry], &[Entry]),
    (pace, seed): (Pace, u64),
    now: Now,
) -> RoomState {
    let Saved { id, settings, seats, host, created, started_ms, kept, .. } = saved;
    let count = seats.len();
    // The pauses before a decision in a deal of the day are the same for everybody.
    let seed = if settings.day.is_some() { table.setup().seed.of_bot(u64::MAX, 0) } else { seed };
    let KeptState { rematch, paused, clocks, mut armed, sat, newcomers, removed, engines, played_ms, shuffle } = kept;
    armed.retain(|armed| armed.stands(entries));
    let clocks = Clocks::new(settings.clock, count, clocks, paused);
    let shuffled = table.attempts().last().map(|attempt| attempt.commitment);
    let commitment = shuffled.unwrap_or_else(|| table.setup().seed.commitment()).to_string();
    // The seed does not prove the decks of a practice table, so there is no commitment.
    let commitment = if settings.practice.is_some() { String::new() } else { commitment };
    RoomState {
        facts: TableFacts { id, settings, created, commitment, shuffle },
        table,
        log: Log::new(log.len() as u64),
        seating: Seating::load((seats, host, started_ms), (sat, newcomers), (removed, rematch)),
        presence: Presence::new(count, now.instant),
        schedule: Schedule::new(count),
        clocks,
        play: PlayClock::of(log, played_ms),
        claims: ClaimState::new(armed),
        ending: DealEnding::default(),
        bots: Bots::new(count, pace, seed),
        engines: Engines::new(engines),
        advisers: Advisers::default(),
        solver: SolverHelp::default(),
        sent: Sent {
            history: History::default(),
            spectators: Spectators::default(),
            chat: ChatLog::new(count, now),
            answers: Answers::of(log),
        },
    }
}

/// The error for a stored table in which a bot has a level that does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownLevel;
