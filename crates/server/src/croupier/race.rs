//! Claims are races against the next player's move (K12): a cut in Kaël, a good draw. A table holds that move for a
//! window after every action that opens a race. How long follows from what everybody sees, so the pause tells nothing;
//! whether anybody *can* claim plays no part in it.
//!
//! A claim can be armed: it is made the moment it can be, and until then its owner alone knows of it. The store has it, so that
//! it outlives a table that is let go and a server that stops. At a turn-based table that is how people claim, and the window is
//! just long enough for bots to see theirs.

use std::time::Duration;

use game::{Race, Seat, Viewer};
use protocol::{Margin, Races, Refusal};
use serde::{Deserialize, Serialize};
use table::Entry;
use tokio::time::Instant;

use super::people::no;
use super::{Croupier, GuestId, Outcome, actor, millis, not_stored};
use crate::lag::MOST_IN_A_RACE;

/// A window in which claims go first.
pub(super) struct OpenRace {
    /// Who opened it: its own further actions do not wait.
    opened_by: Option<Seat>,
    pub(super) closes: Instant,
    pub(super) ms: u32,
}

/// A move that waits for the window to close. Nobody but its owner knows of it.
pub(super) struct Held {
    pub(super) guest: GuestId,
    pub(super) seat: Seat,
    pub(super) cmd: String,
    pub(super) action: String,
}

/// A claim that is made as soon as it can be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Armed {
    pub(super) seat: u8,
    action: String,
    /// How long the table's log was when it was armed.
    log: u64,
}

impl Armed {
    /// Whether it still waits: what was made since, or belongs to a deal that is over, is in the log and nowhere else.
    pub(super) fn stands(&self, log: &[Entry]) -> bool {
        let since = log.get(usize::try_from(self.log).unwrap_or(usize::MAX)..).unwrap_or_default();
        since.iter().all(|entry| self.outlives(entry))
    }

    pub(super) fn outlives(&self, entry: &Entry) -> bool {
        match entry {
            Entry::Act { seat, action } => seat.index() != usize::from(self.seat) || *action != self.action,
            entry => *entry != Entry::Next,
        }
    }
}

/// How long somebody whose claim was late is told so.
const LATE: Duration = Duration::from_secs(3);
/// Claims that a seat can have armed.
const MOST_ARMED: usize = 8;

/// How long the window is, in milliseconds.
fn window_ms(races: Races, race: Race) -> Option<u32> {
    match (races, race) {
        (_, Race::None) | (Races::Strict, _) => None,
        (Races::Normal, Race::Short) => Some(800),
        (Races::Normal, Race::Long) => Some(2000),
        (Races::Relaxed, _) => Some(6000),
        (Races::TurnBased, _) => Some(1000),
    }
}

impl Croupier {
    /// After an entry, or when the table was loaded: opens the window that it calls for, in place of any other.
    pub(super) fn open_race(&mut self, entry: Option<&Entry>) {
        let ms = window_ms(self.settings.races, self.table.race()).map(|ms| ms + self.for_slow_lines_ms());
        self.race = ms.map(|ms| OpenRace {
            opened_by: entry.and_then(actor),
            closes: Instant::now() + Duration::from_millis(u64::from(ms)),
            ms,
        });
    }

    /// A window opens for somebody when it is shown there, and a claim takes its way back: so much longer it is for everybody,
    /// that the slowest line has all of it. Whose line is how slow everybody sees; who has a claim plays no part.
    fn for_slow_lines_ms(&self) -> u32 {
        (0..self.places.len()).map(|index| self.credit_ms(index)).max().unwrap_or_default()
    }

    /// What is credited for a seat's line.
    fn credit_ms(&self, index: usize) -> u32 {
        millis(self.lag_of(index).min(MOST_IN_A_RACE))
    }

    /// Whether `seat` has to let others claim first.
    pub(super) fn waits_for_claims(&self, seat: Seat) -> bool {
        self.race.as_ref().is_some_and(|race| race.opened_by != Some(seat))
    }

    /// Whether this action is one that waits.
    pub(super) fn must_wait(&self, seat: Seat, action: &str) -> bool {
        self.waits_for_claims(seat) && !self.table.is_claim(action)
    }

    /// Holds a move that is legal now.
    pub(super) fn hold(&mut self, guest: GuestId, seat: Seat, cmd: &str, action: String) -> Outcome {
        if self.held.iter().any(|held| held.seat == seat) {
            let words = "Your move is queued: others can still claim.".to_owned();
            return Outcome::Refused(Refusal { key: "held".to_owned(), rule: None, words });
        }
        self.held.push(Held { guest, seat, cmd: cmd.to_owned(), action });
        self.send_seat(seat);
        Outcome::Held
    }

    /// Does the held moves that need not wait any more, in the order in which they came. Each is checked again, for
    /// legality alone.
    pub(super) async fn release_held(&mut self) {
        while let Some(index) = self.held.iter().position(|held| !self.waits_for_claims(held.seat)) {
            let Held { guest, seat, cmd, action } = self.held.remove(index);
            let checked = self.table.check(seat, None, &action);
            let outcome = self.carry_out(checked, seat, &cmd).await;
            if matches!(outcome, Outcome::Refused(_) | Outcome::NotStored(_)) {
                self.send_seat(seat);
            }
            self.answer(guest, Some(seat), cmd, outcome);
        }
    }

    /// How close a claim is that is about to be made; `sent` by its person over a line, not armed before and no bot's.
    pub(super) fn margin_of(&self, entry: &Entry, sent: bool) -> Option<Margin> {
        let Entry::Act { seat, action } = entry else { return None };
        let race = self.race.as_ref().filter(|_| self.table.is_claim(action))?;
        let left = millis(race.closes.saturating_duration_since(Instant::now()));
        let came = race.ms.saturating_sub(left);
        let lag_ms = if sent { self.credit_ms(seat.index()).min(came) } else { 0 };
        Some(Margin { after_ms: came - lag_ms, of_ms: race.ms, lag_ms })
    }

    /// Notes what could still be claimed when a window closes.
    pub(super) fn note_missed(&mut self, now: Instant) {
        self.missed.clear();
        for index in (0..self.places.len()).filter(|index| self.bots[*index].is_none()) {
            let seat = Seat::new(index as u8);
            if !(self.table.must() | self.table.may()).has(seat) {
                continue;
            }
            let legal = self.table.position(Viewer::Seat(seat)).legal;
            let claims = legal.iter().filter_map(|legal| legal["action"].as_str()).filter(|a| self.table.is_claim(a));
            self.missed.extend(claims.map(|claim| (seat, claim.to_owned(), now)));
        }
    }

    /// Why a claim is refused that could have been made a moment ago. Its owner alone is told.
    pub(super) fn came_late(&self, seat: Seat, action: &str) -> Option<Refusal> {
        let missed = self.missed.iter().find(|(by, claim, _)| *by == seat && claim == action)?;
        let late = missed.2.elapsed();
        let tenths = (late.as_millis() + 50) / 100;
        (late < LATE).then(|| Refusal {
            key: "late".to_owned(),
            rule: self.table.claims().map(|claims| claims.rule.to_owned()),
            words: format!("Your claim came {}.{} s late: the next move has been played.", tenths / 10, tenths % 10),
        })
    }

    /// Arms a claim, or puts it away.
    pub(super) async fn arm(&mut self, seat: Seat, action: String, on: bool) -> Outcome {
        if !self.table.is_claim(&action) {
            let examples = self.table.claims().map(|claims| format!(", as {}", claims.examples)).unwrap_or_default();
            return no("no_claim", &format!("Only a claim can be set in advance{examples}."));
        }
        let own = self.armed_by(seat);
        let known = own.contains(&action);
        if on && !known && own.len() == MOST_ARMED {
            return no("armed", "Too many claims are set in advance. Cancel one first.");
        }
        if on != known {
            let (seat, log) = (seat.index() as u8, self.log);
            let change = |armed: &mut Vec<Armed>| match on {
                true => armed.push(Armed { seat, action, log }),
                false => armed.retain(|other| other.seat != seat || other.action != action),
            };
            if let Err(error) = self.arrange(|draft| change(&mut draft.state.armed)).await {
                return Outcome::NotStored(not_stored(&error));
            }
        }
        self.send_seat(seat);
        Outcome::Done
    }

    /// What a seat has armed.
    pub(super) fn armed_by(&self, seat: Seat) -> Vec<String> {
        let own = self.state.armed.iter().filter(|armed| usize::from(armed.seat) == seat.index());
        own.map(|armed| armed.action.clone()).collect()
    }

    /// Makes the armed claims that can be made.
    pub(super) async fn fire_armed(&mut self) {
        for index in 0..self.places.len() {
            let seat = Seat::new(index as u8);
            let can = |croupier: &Croupier| {
                let own = croupier.armed_by(seat).into_iter();
                own.filter_map(|claim| croupier.table.check(seat, None, &claim).ok()).next()
            };
            while let Some(accepted) = can(self) {
                if self.commit(accepted, Some(seat), None).await.is_err() {
                    return;
                }
                self.release_held().await;
            }
        }
    }

    /// What a seat's own move waits for.
    pub(super) fn held_by(&self, seat: Seat) -> Option<String> {
        self.held.iter().find(|held| held.seat == seat).map(|held| held.action.clone())
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
