//! The clocks of players. A clock runs while a player has to decide and somebody is at the table. When a clock has run
//! out, a bot makes this one decision, and the log shows that the bot made it.
//!
//! Nobody loses time because of a slow connection, because the round-trip time is added. Nobody loses time because of
//! the server. Nobody gains time by an action that can be repeated. A clock stands still while nobody is present, or
//! while a bot plays. Later the clock goes on with the same time. While nothing can be stored, all clocks stand still.
//!
//! The time left is stored with each change, every few seconds ([`STORED_EVERY`]), and when the server stops. The time
//! until the server runs again does not count. After a crash a clock goes on with the time that was stored last.

use std::time::Duration;

use protocol::{Clock, ClockKind};
use serde::{Deserialize, Serialize};

use crate::schedule::TRY_AGAIN;
use crate::time::{Instant, millis};

/// The time for a decision at a relaxed table.
const RELAXED: Duration = Duration::from_secs(60);
/// The time for a decision at a fast table.
const FAST: Duration = Duration::from_secs(15);
/// The minimum time left when a claim window closes.
const AFTER_A_WINDOW: Duration = Duration::from_secs(3);
/// The minimum time left after a clock stood still because of the server. People need this time to come back, or to
/// notice that play goes on. The minimum is granted only once for each decision.
const AFTER_A_STOP: Duration = Duration::from_secs(5);
/// The most time that is added for a slow connection.
const MOST_LATENCY_ON_A_CLOCK: Duration = Duration::from_secs(1);
/// The time between two writes of the time left on a running clock.
const STORED_EVERY: Duration = Duration::from_secs(5);

/// The time left on a clock when it was stored, or when it began to stand still.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptClock {
    seat: u8,
    /// The seat's decision number.
    at: u32,
    left_ms: u32,
    /// `true` if the decision has already been granted [`AFTER_A_STOP`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    granted: bool,
}

pub(crate) struct ClockedDecision {
    /// The seat's decision number.
    at: u32,
    /// The end of the claim window that holds the decision, if any.
    window_closes: Option<Instant>,
    latency: Duration,
}

impl ClockedDecision {
    pub(crate) fn new(at: u32, window_closes: Option<Instant>, latency: Duration) -> ClockedDecision {
        ClockedDecision { at, window_closes, latency }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Deadline {
    /// The seat's decision number.
    at: u32,
    left: Left,
    /// The end of the claim window that holds the decision, if any. The time of the decision counts from this end.
    window_closes: Option<Instant>,
    /// `true` if the decision has already been granted [`AFTER_A_STOP`].
    granted: bool,
    stored_at: Instant,
    /// The time left when a change could not be stored. If the next change cannot be stored either, the clock goes back
    /// to this time. Otherwise a player could gain time on a full disk: a small change can sometimes still be stored
    /// and restart the clocks, although a move cannot be stored.
    had: Option<Duration>,
}

impl Deadline {
    /// Returns the time left for a clock that stood still because of the server.
    fn after_a_stop(&mut self, left: Duration) -> Duration {
        if left >= AFTER_A_STOP || std::mem::replace(&mut self.granted, true) { left } else { AFTER_A_STOP }
    }

    fn stored_form(&self, seat: u8, now: Instant) -> KeptClock {
        let left = self.left.from(self.window_closes.map_or(now, |closes| closes.max(now)));
        KeptClock { seat, at: self.at, left_ms: millis(left), granted: self.granted }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Left {
    Until(Instant),
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

/// A period in which nothing can be stored.
struct Outage {
    /// The moment of the next test whether the store works again. `None` while a test is under way.
    try_at: Option<Instant>,
}

/// The clocks of a table, one for each seat.
pub(crate) struct Clocks {
    kind: ClockKind,
    deadlines: Vec<Option<Deadline>>,
    /// The times left on clocks that have not run since the table was loaded, or that have stopped.
    stored: Vec<KeptClock>,
    /// `true` if some of the times in `stored` are not in the store yet.
    unstored: bool,
    /// `true` while people have stopped all clocks. This is stored.
    paused: bool,
    /// The current outage, if any. All clocks stand still during an outage.
    outage: Option<Outage>,
    wants_pause: Vec<bool>,
}

impl Clocks {
    pub(crate) fn new(kind: ClockKind, seats: usize, stored: Vec<KeptClock>, paused: bool) -> Clocks {
        let (deadlines, wants_pause) = (vec![None; seats], vec![false; seats]);
        Clocks { kind, deadlines, stored, unstored: false, paused, outage: None, wants_pause }
    }

    /// Changes the time limit for the host, before any clock runs.
    pub(crate) fn set_kind(&mut self, kind: ClockKind) {
        self.kind = kind;
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.paused
    }

    fn limit(&self) -> Option<Duration> {
        match self.kind {
            ClockKind::None => None,
            ClockKind::Relaxed => Some(RELAXED),
            ClockKind::Fast => Some(FAST),
        }
    }

    /// Starts and stops clocks. `decision` returns the number of a seat's open decision. If the clock runs, `decision`
    /// also returns the data of the clock.
    pub(crate) fn plan(&mut self, now: Instant, decision: impl Fn(usize) -> Option<(u32, Option<ClockedDecision>)>) {
        let Some(limit) = self.limit() else { return };
        for index in 0..self.deadlines.len() {
            let (at, decision) = decision(index).unzip();
            let before = self.deadlines[index].take().filter(|deadline| Some(deadline.at) == at);
            self.stored.retain(|stored| usize::from(stored.seat) != index || Some(stored.at) == at);
            let Some(decision) = decision.flatten() else {
                self.unstored |= before.is_some();
                self.stored.extend(before.map(|before| before.stored_form(index as u8, now)));
                continue;
            };
            let mut deadline = before.unwrap_or_else(|| self.begin(index, &decision, now, limit));
            let due = match (deadline.left, decision.window_closes) {
                (Left::Paused(left), _) => now + left,
                (Left::Until(due), Some(closes)) if deadline.window_closes != Some(closes) => {
                    due.max(closes + AFTER_A_WINDOW)
                }
                (Left::Until(due), _) => due,
            };
            deadline.window_closes = decision.window_closes;
            deadline.left =
                if self.paused || self.outage.is_some() { Left::Paused(due.since(now)) } else { Left::Until(due) };
            self.deadlines[index] = Some(deadline);
        }
    }

    /// Starts the clock of a decision, or lets it go on with the time that it had.
    fn begin(&mut self, index: usize, decision: &ClockedDecision, now: Instant, limit: Duration) -> Deadline {
        let &ClockedDecision { at, window_closes, latency } = decision;
        let stored = self.stored.extract_if(.., |stored| usize::from(stored.seat) == index).next();
        let full = || limit + latency.min(MOST_LATENCY_ON_A_CLOCK);
        let left = stored.as_ref().map_or_else(full, |stored| Duration::from_millis(u64::from(stored.left_ms)));
        let left = Left::Until(window_closes.map_or(now, |closes| closes.max(now)) + left);
        let granted = stored.is_some_and(|stored| stored.granted);
        Deadline { at, left, window_closes, granted, stored_at: now, had: None }
    }

    /// Returns the times left, to be stored. Seats for which `made` is true are left out, because they have made their
    /// decision.
    pub(crate) fn left(&self, now: Instant, made: impl Fn(u8) -> bool) -> Vec<KeptClock> {
        let running = (0_u8..)
            .zip(&self.deadlines)
            .filter_map(|(seat, deadline)| Some(deadline.as_ref()?.stored_form(seat, now)));
        running.chain(self.stored.iter().cloned()).filter(|stored| !made(stored.seat)).collect()
    }

    pub(crate) fn record_stored(&mut self, now: Instant) {
        self.unstored = false;
        self.deadlines.iter_mut().flatten().for_each(|deadline| deadline.stored_at = now);
    }

    /// True if the times have to be stored, because a clock has stopped, or because a running clock was not stored for
    /// a while.
    pub(crate) fn must_be_stored(&self, now: Instant) -> bool {
        self.unstored || self.stored_next().is_some_and(|at| at <= now)
    }

    fn stored_next(&self) -> Option<Instant> {
        let running = self.deadlines.iter().flatten().filter(|deadline| due(**deadline).is_some());
        running.map(|deadline| deadline.stored_at + STORED_EVERY).min()
    }

    /// Stops the clocks because the server stops. Once per decision, a clock with less time left than [`AFTER_A_STOP`]
    /// is raised to it. Returns whether there are times to store.
    pub(crate) fn stop(&mut self, now: Instant) -> bool {
        for deadline in self.deadlines.iter_mut().flatten() {
            deadline.left = Left::Paused(deadline.after_a_stop(deadline.left.from(now)));
        }
        self.unstored || self.deadlines.iter().any(Option::is_some)
    }

    /// Returns when the next clock runs out or is stored, or when the store is tested again.
    pub(crate) fn next_due(&self) -> Option<Instant> {
        let runs_out = self.deadlines.iter().filter_map(|deadline| due((*deadline)?));
        runs_out.chain(self.tries_at()).chain(self.stored_next()).min()
    }

    /// Returns a seat whose clock has run out, with the number of its decision.
    pub(crate) fn run_out(&self, now: Instant) -> Option<(usize, u32)> {
        let deadlines = self.deadlines.iter().enumerate();
        let mut over = deadlines.filter_map(|(index, deadline)| Some((index, (*deadline)?)));
        let (index, deadline) = over.find(|(_, deadline)| due(*deadline).is_some_and(|due| due <= now))?;
        Some((index, deadline.at))
    }

    /// Stops all clocks because a change could not be stored. Each clock goes back to the time that was left at
    /// `since`, when the room asked the store. Returns whether the clocks ran before.
    pub(crate) fn halt(&mut self, now: Instant, since: Instant) -> bool {
        if self.limit().is_none() || self.outage.is_some() {
            return false;
        }
        self.outage = Some(Outage { try_at: Some(now + TRY_AGAIN) });
        for deadline in self.deadlines.iter_mut().flatten() {
            let had = deadline.had.map_or(deadline.left.from(since), |had| had.max(deadline.left.from(since)));
            deadline.had = Some(had);
            deadline.left = Left::Paused(deadline.after_a_stop(had));
        }
        true
    }

    /// Lets the clocks go on after something was stored. Returns whether they stood still.
    pub(crate) fn resume(&mut self) -> bool {
        self.outage.take().is_some()
    }

    /// Returns when the store is tested again. No test is needed while no clock would run.
    fn tries_at(&self) -> Option<Instant> {
        self.outage.as_ref().filter(|_| self.deadlines.iter().any(Option::is_some))?.try_at
    }

    /// Returns whether a try to store is due. If so, the try counts as begun.
    pub(crate) fn try_store(&mut self, now: Instant) -> bool {
        let due = self.tries_at().is_some_and(|at| at <= now);
        if let Some(outage) = self.outage.as_mut().filter(|_| due) {
            outage.try_at = None;
        }
        due
    }

    /// Sets the moment of the next test, because the store still does not work.
    pub(crate) fn try_later(&mut self, now: Instant) {
        if let Some(outage) = &mut self.outage {
            outage.try_at = Some(now + TRY_AGAIN);
        }
    }

    /// Sets the moment at which a clock that has run out is checked again.
    pub(crate) fn retry_timeout(&mut self, index: usize, then: Instant) {
        if let Some(deadline) = &mut self.deadlines[index] {
            deadline.left = Left::Until(then);
        }
    }

    /// Clears the clock of a seat that has another person, or none.
    pub(crate) fn forget_seat(&mut self, index: usize) {
        self.deadlines[index] = None;
        self.stored.retain(|stored| usize::from(stored.seat) != index);
        self.wants_pause[index] = false;
    }

    pub(crate) fn set_wants_pause(&mut self, index: usize, wants: bool) {
        self.wants_pause[index] = wants;
    }

    pub(crate) fn wants_pause(&self, index: usize) -> bool {
        self.wants_pause[index]
    }

    pub(crate) fn pause(&mut self, paused: bool) {
        if self.paused && !paused {
            self.wants_pause.fill(false);
        }
        self.paused = paused;
    }

    pub(crate) fn pause_votes(&self) -> Vec<u8> {
        (0_u8..).zip(&self.wants_pause).filter(|(_, wants)| **wants).map(|(seat, _)| seat).collect()
    }

    /// Returns the clocks as everybody sees them.
    pub(crate) fn shown(&self, now: Instant) -> Option<Clock> {
        let ms = millis(self.limit()?);
        let left = |deadline: &Option<Deadline>| deadline.map(|deadline| millis(deadline.left.from(now)).min(ms));
        let paused = self.paused || self.outage.is_some();
        Some(Clock { left_ms: self.deadlines.iter().map(left).collect(), ms, paused })
    }
}

fn due(deadline: Deadline) -> Option<Instant> {
    match deadline.left {
        Left::Until(due) => Some(due),
        Left::Paused(_) => None,
    }
}
