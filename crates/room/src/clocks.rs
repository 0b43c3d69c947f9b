//! The clocks of players. A clock runs for a decision that play waits for, while somebody is at the table. When it
//! has run out, a bot makes this one decision, and the log says so. Nobody loses time because of a slow connection:
//! the round trip time is added. Nobody loses time because of the server: when it stops, the rest of each clock is
//! stored, and the time until it is back does not count. After a crash every clock starts again with its full time.

use std::time::Duration;

use protocol::{Clock, ClockKind};
use serde::{Deserialize, Serialize};

use crate::play_clock::PlayClock;
use crate::time::{Instant, millis};

/// For a decision at a relaxed table.
const RELAXED: Duration = Duration::from_secs(60);
/// For a decision at a fast one.
const FAST: Duration = Duration::from_secs(15);
/// The least time that is left after a window for claims.
const AFTER_A_WINDOW: Duration = Duration::from_secs(3);
/// The least time that is left after a stop of the server, because people have to come back first.
const AFTER_A_STOP: Duration = Duration::from_secs(5);
/// The most that is added for a slow connection.
const MOST_LATENCY_ON_A_CLOCK: Duration = Duration::from_secs(1);

/// The time that was left of a clock when the server stopped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct KeptClock {
    seat: u8,
    /// The seat's decision number.
    at: u32,
    left_ms: u32,
}

/// A decision for which a clock runs.
pub(crate) struct ClockedDecision {
    /// The seat's decision number.
    at: u32,
    /// When the window for claims closes for which it waits.
    window_closes: Option<Instant>,
    /// How slow the seat's connection is.
    latency: Duration,
}

impl ClockedDecision {
    pub(crate) fn new(at: u32, window_closes: Option<Instant>, latency: Duration) -> ClockedDecision {
        ClockedDecision { at, window_closes, latency }
    }
}

/// Until when a decision must be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Deadline {
    /// The seat's decision number.
    at: u32,
    left: Left,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Left {
    Until(Instant),
    /// While the table pauses.
    Paused(Duration),
}

impl Left {
    fn from(self, now: Instant) -> Duration {
        match self {
            Left::Until(due) => due.since(now),
            Left::Paused(left) => left,
        }
    }
}

/// The clocks of a table, one a seat.
pub(crate) struct Clocks {
    kind: ClockKind,
    deadlines: Vec<Option<Deadline>>,
    /// The time that was left when the server stopped. Stored.
    kept: Vec<KeptClock>,
    /// Whether all clocks stand still. Stored.
    paused: bool,
    wants_pause: Vec<bool>,
    /// The time of play.
    play: PlayClock,
}

impl Clocks {
    pub(crate) fn new(kind: ClockKind, seats: usize, kept: Vec<KeptClock>, paused: bool, play: PlayClock) -> Clocks {
        Clocks { kind, deadlines: vec![None; seats], kept, paused, wants_pause: vec![false; seats], play }
    }

    /// The host has changed the time limit, before any clock runs.
    pub(crate) fn set_kind(&mut self, kind: ClockKind) {
        self.kind = kind;
    }

    /// Whether all clocks stand still.
    pub(crate) fn is_paused(&self) -> bool {
        self.paused
    }

    /// The times that were left when the server stopped.
    pub(crate) fn kept(&self) -> &[KeptClock] {
        &self.kept
    }

    /// These times are stored from now on.
    pub(crate) fn keep(&mut self, kept: Vec<KeptClock>) {
        self.kept = kept;
    }

    fn limit(&self) -> Option<Duration> {
        match self.kind {
            ClockKind::None => None,
            ClockKind::Relaxed => Some(RELAXED),
            ClockKind::Fast => Some(FAST),
        }
    }

    /// Starts the clocks of new decisions, and stops those of decisions that were made. `decision` says for which seats one
    /// runs.
    pub(crate) fn plan(&mut self, now: Instant, decision: impl Fn(usize) -> Option<ClockedDecision>) {
        let Some(limit) = self.limit() else { return };
        for index in 0..self.deadlines.len() {
            self.deadlines[index] = decision(index).map(|decision| {
                let at = decision.at;
                let due = self.due_of(index, &decision, now, limit);
                let left = if self.paused { Left::Paused(due.since(now)) } else { Left::Until(due) };
                Deadline { at, left }
            });
        }
    }

    fn due_of(&self, index: usize, decision: &ClockedDecision, now: Instant, limit: Duration) -> Instant {
        let closes = decision.window_closes;
        match self.deadlines[index].filter(|deadline| deadline.at == decision.at) {
            None => {
                let begins = closes.map_or(now, |closes| closes.max(now));
                let credit = decision.latency.min(MOST_LATENCY_ON_A_CLOCK);
                begins + credit + self.left_before_a_stop(index, decision.at).unwrap_or(limit)
            }
            Some(Deadline { left: Left::Until(due), .. }) => {
                closes.map_or(due, |closes| due.max(closes + AFTER_A_WINDOW))
            }
            Some(Deadline { left: Left::Paused(left), .. }) => now + left,
        }
    }

    /// The time that was left of a decision's clock when the server stopped.
    fn left_before_a_stop(&self, index: usize, at: u32) -> Option<Duration> {
        let kept = self.kept.iter().find(|kept| usize::from(kept.seat) == index && kept.at == at)?;
        Some(Duration::from_millis(u64::from(kept.left_ms)).max(AFTER_A_STOP))
    }

    /// The time that is left of each clock, to be stored when the server stops.
    pub(crate) fn left(&self, now: Instant) -> Vec<KeptClock> {
        let running = (0_u8..).zip(&self.deadlines).filter_map(|(seat, deadline)| Some((seat, (*deadline)?)));
        running
            .map(|(seat, deadline)| KeptClock { seat, at: deadline.at, left_ms: millis(deadline.left.from(now)) })
            .collect()
    }

    /// When the next clock runs out.
    pub(crate) fn next_due(&self) -> Option<Instant> {
        self.deadlines.iter().filter_map(|deadline| due((*deadline)?)).min()
    }

    /// A seat whose clock has run out, with the number of its decision.
    pub(crate) fn run_out(&self, now: Instant) -> Option<(usize, u32)> {
        let deadlines = self.deadlines.iter().enumerate();
        let mut over = deadlines.filter_map(|(index, deadline)| Some((index, (*deadline)?)));
        let (index, deadline) = over.find(|(_, deadline)| due(*deadline).is_some_and(|due| due <= now))?;
        Some((index, deadline.at))
    }

    /// A clock that has run out is looked at again then.
    pub(crate) fn look_again(&mut self, index: usize, then: Instant) {
        if let Some(deadline) = &mut self.deadlines[index] {
            deadline.left = Left::Until(then);
        }
    }

    /// A seat has another person, or none.
    pub(crate) fn forget_seat(&mut self, index: usize) {
        self.deadlines[index] = None;
        self.wants_pause[index] = false;
    }

    pub(crate) fn set_wants_pause(&mut self, index: usize, wants: bool) {
        self.wants_pause[index] = wants;
    }

    pub(crate) fn wants_pause(&self, index: usize) -> bool {
        self.wants_pause[index]
    }

    /// A pause begins or ends.
    pub(crate) fn pause(&mut self, paused: bool) {
        if self.paused && !paused {
            self.wants_pause.fill(false);
        }
        self.paused = paused;
    }

    /// The time of play at a moment of the calendar.
    pub(crate) fn played_ms(&self, unix_ms: i64) -> u64 {
        self.play.at(unix_ms)
    }

    /// The time of play as it is stored with the table.
    pub(crate) fn kept_play_ms(&self) -> u64 {
        self.play.kept()
    }

    /// This time of play is stored with the table from now on.
    pub(crate) fn keep_play(&mut self, played_ms: u64) {
        self.play.keep(played_ms);
    }

    /// The player of a table of one seat looks away, or is back.
    pub(crate) fn look_away(&mut self, away: bool) {
        self.play.look_away(away);
    }

    /// Starts or stops the time of play. Returns whether it has just been stopped.
    pub(crate) fn run_play(&mut self, on: bool, unix_ms: i64) -> bool {
        self.play.run(on, unix_ms)
    }

    /// Seats that want a pause.
    pub(crate) fn pause_votes(&self) -> Vec<u8> {
        (0_u8..).zip(&self.wants_pause).filter(|(_, wants)| **wants).map(|(seat, _)| seat).collect()
    }

    /// What everybody sees of the clocks.
    pub(crate) fn shown(&self, now: Instant) -> Option<Clock> {
        let ms = millis(self.limit()?);
        let left = |deadline: &Option<Deadline>| deadline.map(|deadline| millis(deadline.left.from(now)).min(ms));
        Some(Clock { left_ms: self.deadlines.iter().map(left).collect(), ms, paused: self.paused })
    }
}

fn due(deadline: Deadline) -> Option<Instant> {
    match deadline.left {
        Left::Until(due) => Some(due),
        Left::Paused(_) => None,
    }
}
