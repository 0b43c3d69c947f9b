//! Claims, such as a cut in Kaël or a good draw, race against the next player's move (K12). After every action that
//! allows claims, the table opens a claim window. Until the window closes, the table holds the next move. The length of
//! the window depends only on public facts, and not on whether anybody *can* claim. So the pause reveals nothing.
//!
//! A player can arm a claim in advance. An armed claim is made as soon as it is legal. Before that, only its owner
//! knows of the claim. Armed claims are stored, so they survive when a table is unloaded or a server stops. At a
//! turn-based table people can only arm claims. There the window is just long enough for the bots' claims.

use std::borrow::Cow;
use std::time::Duration;

use game::{Race, Seat};
use protocol::{Margin, Races, Refusal};
use serde::{Deserialize, Serialize};
use table::Entry;

use crate::asker::HeldMove;
use crate::ids::ConnectionId;
use crate::time::{Instant, millis};

/// The longest extension of a window for a slow connection. The limit also applies to players who pretend to be slow.
const MOST_LATENCY_IN_A_WINDOW: Duration = Duration::from_millis(120);
/// The time after the end of a window in which a claim is refused as late.
const LATE: Duration = Duration::from_secs(3);
/// The maximum number of claims that a seat can have armed.
const MOST_ARMED: usize = 8;

/// An open claim window. Claims take precedence over moves until it closes.
struct OpenWindow {
    /// The seat that opened the window. The window does not hold further actions of this seat.
    opened_by: Option<Seat>,
    closes: Instant,
    ms: u32,
}

/// A claim set in advance: it is made as soon as it is legal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Armed {
    seat: u8,
    action: String,
    /// The length of the table's log when the claim was armed.
    log: u64,
}

impl Armed {
    pub(crate) fn new(seat: Seat, action: String, log: u64) -> Armed {
        Armed { seat: seat.index() as u8, action, log }
    }

    pub(crate) fn seat(&self) -> u8 {
        self.seat
    }

    pub(crate) fn is(&self, seat: Seat, action: &str) -> bool {
        usize::from(self.seat) == seat.index() && self.action == action
    }

    /// Returns whether the claim is still armed: after it was armed, neither the claim nor a new deal was logged.
    pub(crate) fn stands(&self, log: &[Entry]) -> bool {
        let since = log.get(usize::try_from(self.log).unwrap_or(usize::MAX)..).unwrap_or_default();
        since.iter().all(|entry| self.outlives(entry))
    }

    pub(crate) fn outlives(&self, entry: &Entry) -> bool {
        match entry {
            Entry::Act { seat, action } => seat.index() != usize::from(self.seat) || *action != self.action,
            entry => *entry != Entry::Next,
        }
    }
}

/// A claim that was still possible when the last window closed.
struct Missed {
    seat: Seat,
    action: String,
    closed: Instant,
}

#[derive(Default)]
pub(crate) struct ClaimState {
    window: Option<OpenWindow>,
    held: Vec<HeldMove>,
    /// The armed claims, which are stored.
    armed: Vec<Armed>,
    missed: Vec<Missed>,
}

fn window_ms(races: Races, race: Race) -> Option<u32> {
    match (races, race) {
        (_, Race::None) | (Races::Strict, _) => None,
        (Races::Normal, Race::Short) => Some(800),
        (Races::Normal, Race::Long) => Some(2000),
        (Races::Relaxed, _) => Some(6000),
        (Races::TurnBased, _) => Some(1000),
    }
}

/// Returns the milliseconds that are added to a claim window for a slow connection.
fn credit_ms(latency: Duration) -> u32 {
    millis(latency.min(MOST_LATENCY_IN_A_WINDOW))
}

impl ClaimState {
    pub(crate) fn new(armed: Vec<Armed>) -> ClaimState {
        ClaimState { armed, ..ClaimState::default() }
    }

    /// Opens a claim window, which replaces any other open window. The latency of the slowest connection makes the
    /// window longer for everybody. The reason is that the slowest player sees the window late, and a claim of this
    /// player arrives late.
    pub(crate) fn open(
        &mut self,
        now: Instant,
        (races, race): (Races, Race),
        opened_by: Option<Seat>,
        slowest: Duration,
    ) {
        self.window = window_ms(races, race).map(|ms| {
            let ms = ms + credit_ms(slowest);
            OpenWindow { opened_by, closes: now + Duration::from_millis(u64::from(ms)), ms }
        });
    }

    pub(crate) fn closes(&self) -> Option<Instant> {
        self.window.as_ref().map(|window| window.closes)
    }

    /// Closes the window if its time is over. Returns whether it was closed.
    pub(crate) fn close(&mut self, now: Instant) -> bool {
        self.window.take_if(|window| window.closes <= now).is_some()
    }

    /// Returns whether moves of `seat` are held, because other players may still claim.
    pub(crate) fn must_wait(&self, seat: Seat) -> bool {
        self.window.as_ref().is_some_and(|window| window.opened_by != Some(seat))
    }

    /// Returns the open window as everybody sees it.
    pub(crate) fn shown(&self, now: Instant) -> Option<protocol::Window> {
        let window = self.window.as_ref()?;
        Some(protocol::Window { left_ms: window.closes.since(now).as_millis() as u32, ms: window.ms })
    }

    /// Returns the margin of a claim that is made now. `latency`: the latency of the connection, if the claim came over
    /// a connection.
    pub(crate) fn margin(&self, now: Instant, latency: Option<Duration>) -> Option<Margin> {
        let window = self.window.as_ref()?;
        let came = window.ms.saturating_sub(millis(window.closes.since(now)));
        let lag_ms = latency.map_or(0, credit_ms).min(came);
        Some(Margin { after_ms: came - lag_ms, of_ms: window.ms, lag_ms })
    }
}

/// The moves that are held until the window closes.
impl ClaimState {
    pub(crate) fn hold(&mut self, held: HeldMove) {
        self.held.push(held);
    }

    pub(crate) fn held_by(&self, seat: Seat) -> Option<&HeldMove> {
        self.held.iter().find(|held| held.seat == seat)
    }

    /// Redirects the answer to the command of a held move, if the player has sent the same command again. `connection`
    /// sent the command last. Returns whether the move is still held.
    pub(crate) fn redirect_answer(&mut self, seat: Seat, cmd: &str, connection: ConnectionId) -> bool {
        let held = self.held.iter_mut().find(|held| held.seat == seat && held.asker.cmd == cmd);
        held.map(|held| held.asker.connection = connection).is_some()
    }

    /// Removes and returns the first move that need not be held any longer.
    pub(crate) fn release(&mut self) -> Option<HeldMove> {
        let index = self.held.iter().position(|held| !self.must_wait(held.seat))?;
        Some(self.held.remove(index))
    }

    /// Drops the held move of a person who has gone for good.
    pub(crate) fn drop_held(&mut self, seat: Seat) {
        self.held.retain(|held| held.seat != seat);
    }
}

/// The armed claims, and the claims that came too late.
impl ClaimState {
    pub(crate) fn armed(&self) -> &[Armed] {
        &self.armed
    }

    /// Replaces all armed claims.
    pub(crate) fn arm(&mut self, armed: Vec<Armed>) {
        self.armed = armed;
    }

    pub(crate) fn armed_by(&self, seat: Seat) -> impl Iterator<Item = &str> {
        let own = self.armed.iter().filter(move |armed| usize::from(armed.seat) == seat.index());
        own.map(|armed| armed.action.as_str())
    }

    pub(crate) fn has_room_to_arm(&self, seat: Seat) -> bool {
        self.armed_by(seat).count() < MOST_ARMED
    }

    /// Disarms the claims that an entry of the log makes or ends. The armed claims are not stored again, because the
    /// log shows the change ([`Armed::stands`]).
    pub(crate) fn apply_entry(&mut self, entry: &Entry) {
        self.armed.retain(|armed| armed.outlives(entry));
    }

    /// Records the claims that were still possible when the window closed.
    pub(crate) fn note_missed(&mut self, now: Instant, claims: Vec<(Seat, String)>) {
        let missed = claims.into_iter().map(|(seat, action)| Missed { seat, action, closed: now });
        self.missed = missed.collect();
    }

    /// Returns the refusal of a claim that was possible until the window closed a moment ago. Only the claiming player
    /// gets it.
    pub(crate) fn late_refusal(
        &self,
        seat: Seat,
        action: &str,
        now: Instant,
        rule: Option<&'static str>,
    ) -> Option<Refusal> {
        let missed = self.missed.iter().find(|missed| missed.seat == seat && missed.action == action)?;
        let late = now.since(missed.closed);
        let tenths = (late.as_millis() + 50) / 100;
        (late < LATE).then(|| Refusal {
            key: "late".into(),
            rule: rule.map(Cow::Borrowed),
            words: format!("Your claim came {}.{} s late: the next move has been played.", tenths / 10, tenths % 10)
                .into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_follow_from_the_setting_and_what_lies_open() {
        for (races, race, expect) in [
            (Races::Strict, Race::Long, None),
            (Races::Normal, Race::None, None),
            (Races::Normal, Race::Short, Some(800)),
            (Races::Normal, Race::Long, Some(2000)),
            (Races::Relaxed, Race::Short, Some(6000)),
            (Races::TurnBased, Race::Long, Some(1000)),
        ] {
            assert_eq!(window_ms(races, race), expect, "{races:?} {race:?}");
        }
    }
}
