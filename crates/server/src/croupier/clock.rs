//! How long one may think. A clock runs for a decision that play waits for, while somebody is at the table; when it has
//! run out, a bot plays this one decision, and the log says so. Nobody loses time because of a slow line: what a message and
//! its answer take is added. Nor because of us: a server that stops keeps what is left of each clock, and the time until it is
//! back does not count; after a crash every clock begins anew, whole.

use std::time::Duration;

use game::{Seat, SeatSet};
use protocol::{Clock, ClockKind, Stage};
use serde::{Deserialize, Serialize};
use table::{Phase, Why};
use tokio::time::Instant;

use super::people::no;
use super::{Croupier, Outcome, TRY_AGAIN, millis, not_stored};
use crate::lag::MOST_ON_A_CLOCK;

/// For a decision at a relaxed table.
const RELAXED: Duration = Duration::from_secs(60);
/// For a decision at a fast one.
const FAST: Duration = Duration::from_secs(15);
/// After a race at least so much is left.
const AFTER_A_RACE: Duration = Duration::from_secs(3);
/// And so much after a stop of the server: people have to come back first.
const AFTER_A_STOP: Duration = Duration::from_secs(5);

/// What was left of a clock when the server stopped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    seat: u8,
    /// The seat's decision number.
    at: u32,
    left_ms: u32,
}

/// Until when a decision must be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Deadline {
    /// The seat's decision number.
    at: u32,
    left: Left,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Left {
    Until(Instant),
    /// While the table pauses.
    Still(Duration),
}

impl Deadline {
    fn due(self) -> Option<Instant> {
        match self.left {
            Left::Until(due) => Some(due),
            Left::Still(_) => None,
        }
    }
}

fn limit(kind: ClockKind) -> Option<Duration> {
    match kind {
        ClockKind::None => None,
        ClockKind::Relaxed => Some(RELAXED),
        ClockKind::Fast => Some(FAST),
    }
}

impl Croupier {
    /// Starts the clocks of new decisions, and stops those of decisions that were made.
    pub(super) fn plan_clocks(&mut self) {
        let Some(limit) = limit(self.settings.clock) else { return };
        let now = Instant::now();
        let anybody = (0..self.places.len()).any(|index| self.is_here(index));
        let plays = self.stage() == Stage::Playing && self.table.phase() == Phase::Deal && anybody;
        let must = if plays { self.table.must() } else { SeatSet::EMPTY };
        for index in 0..self.places.len() {
            let seat = Seat::new(index as u8);
            if !must.has(seat) || self.bots[index].is_some() {
                self.places[index].deadline = None;
                continue;
            }
            let at = self.table.at(seat);
            let race = self.race.as_ref().filter(|_| self.waits_for_claims(seat)).map(|race| race.closes);
            let paused = self.state.paused;
            let deadline = match self.places[index].deadline.filter(|deadline| deadline.at == at) {
                None => {
                    let begins = race.map_or(now, |closes| closes.max(now)) + self.lag_of(index).min(MOST_ON_A_CLOCK);
                    begins + self.kept(index, at).unwrap_or(limit)
                }
                Some(Deadline { left: Left::Until(due), .. }) => {
                    race.map_or(due, |closes| due.max(closes + AFTER_A_RACE))
                }
                Some(Deadline { left: Left::Still(left), .. }) => now + left,
            };
            let left = match paused {
                true => Left::Still(deadline.saturating_duration_since(now)),
                false => Left::Until(deadline),
            };
            self.places[index].deadline = Some(Deadline { at, left });
        }
    }

    /// What was left of a decision's clock when the server stopped.
    fn kept(&self, index: usize, at: u32) -> Option<Duration> {
        let kept = self.state.clocks.iter().find(|kept| usize::from(kept.seat) == index && kept.at == at)?;
        Some(Duration::from_millis(u64::from(kept.left_ms)).max(AFTER_A_STOP))
    }

    /// The server stops: what is left of the clocks is stored.
    pub(super) async fn keep_clocks(&mut self) {
        self.keep_played();
        let now = Instant::now();
        let left = |deadline: Deadline| match deadline.left {
            Left::Until(due) => due.saturating_duration_since(now),
            Left::Still(left) => left,
        };
        let clocks: Vec<Kept> = (0_u8..)
            .zip(&self.places)
            .filter_map(|(seat, place)| {
                let deadline = place.deadline?;
                Some(Kept { seat, at: deadline.at, left_ms: millis(left(deadline)) })
            })
            .collect();
        if !clocks.is_empty() {
            // If it cannot be stored, every clock begins anew.
            let _ = self.arrange(|draft| draft.state.clocks = clocks).await;
        }
    }

    /// When the next clock runs out.
    pub(super) fn next_deadline(&self) -> Option<Instant> {
        self.places.iter().filter_map(|place| place.deadline?.due()).min()
    }

    /// Bots decide for those whose time is up.
    pub(super) async fn time_out(&mut self, now: Instant) {
        // Where the last one has just gone, no clock runs.
        self.plan_clocks();
        for index in 0..self.places.len() {
            let Some(deadline) = self.places[index].deadline else { continue };
            if deadline.due().is_none_or(|due| due > now) {
                continue;
            }
            // If it cannot be stored, it is tried again.
            self.places[index].deadline = Some(Deadline { left: Left::Until(now + TRY_AGAIN), ..deadline });
            // A move that waits for claims was made in time.
            if self.held_by(Seat::new(index as u8)).is_some() {
                continue;
            }
            self.places[index].timed_out = Some(deadline.at);
            // Of somebody who is away that is the reason, and the bot plays on.
            let why = if self.is_here(index) { Why::Clock } else { Why::Away };
            if !self.hand_to_bot(index, why).await {
                self.places[index].timed_out = None;
            }
        }
    }

    /// Somebody wants a pause or wants to go on. A pause needs everybody who is there; its end needs one.
    pub(super) async fn pause(&mut self, seat: Seat, on: bool) -> Outcome {
        if self.places.len() == 1 {
            return self.look_away(on);
        }
        if self.settings.clock != ClockKind::Relaxed {
            return no("no_pause", "Only tables with 60 s per move can pause.");
        }
        if self.stage() != Stage::Playing {
            return no("not_playing", "There is nothing to pause: the match is not being played.");
        }
        self.places[seat.index()].wants_pause = on;
        let paused = on && (0..self.places.len()).all(|index| !self.is_here(index) || self.places[index].wants_pause);
        if paused != self.state.paused
            && (paused || !on)
            && let Err(error) = self.set_paused(paused).await
        {
            return Outcome::NotStored(not_stored(&error));
        }
        self.broadcast_room();
        Outcome::Done
    }

    /// What somebody does ends a pause.
    pub(super) async fn go_on(&mut self) {
        if self.state.paused && self.set_paused(false).await.is_ok() {
            self.broadcast_room();
        }
    }

    async fn set_paused(&mut self, paused: bool) -> Result<(), store::StoreError> {
        self.arrange(|draft| draft.state.paused = paused).await?;
        if !paused {
            self.places.iter_mut().for_each(|place| place.wants_pause = false);
        }
        self.plan_clocks();
        self.broadcast(&[]);
        Ok(())
    }

    /// What everybody sees of the clocks.
    pub(super) fn clock(&self) -> Option<Clock> {
        let ms = millis(limit(self.settings.clock)?);
        let now = Instant::now();
        let left = |deadline: Deadline| match deadline.left {
            Left::Until(due) => millis(due.saturating_duration_since(now)).min(ms),
            Left::Still(left) => millis(left).min(ms),
        };
        let left_ms = self.places.iter().map(|place| place.deadline.map(left)).collect();
        Some(Clock { left_ms, ms, paused: self.state.paused })
    }
}
