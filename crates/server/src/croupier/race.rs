//! Claims are races against the next player's move (K12): a cut in Kaël, a good draw. A table holds that move for a
//! window after every action that opens a race. How long follows from what everybody sees, so the pause tells nothing;
//! whether anybody *can* claim plays no part in it.

use std::time::Duration;

use game::{Race, Seat};
use protocol::{Races, Refusal};
use table::Entry;
use tokio::time::Instant;

use super::{Croupier, GuestId, Outcome, actor};

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

/// How long the window is, in milliseconds.
fn window_ms(races: Races, race: Race) -> Option<u32> {
    match (races, race) {
        (_, Race::None) | (Races::Strict, _) => None,
        (Races::Normal, Race::Short) => Some(800),
        (Races::Normal, Race::Long) => Some(2000),
        // Arming claims in advance is not offered yet: a long window does instead.
        (Races::Relaxed | Races::TurnBased, _) => Some(6000),
    }
}

impl Croupier {
    /// After an entry, or when the table was loaded: opens the window that it calls for, in place of any other.
    pub(super) fn open_race(&mut self, entry: Option<&Entry>) {
        self.race = window_ms(self.settings.races, self.table.race()).map(|ms| OpenRace {
            opened_by: entry.and_then(actor),
            closes: Instant::now() + Duration::from_millis(u64::from(ms)),
            ms,
        });
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
            let words = "Your move waits already, for others who may have a claim.".to_owned();
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
            self.answer(guest, seat, cmd, outcome);
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
            (Races::TurnBased, Race::Long, Some(6000)),
        ] {
            assert_eq!(window_ms(races, race), expect, "{races:?} {race:?}");
        }
    }
}
