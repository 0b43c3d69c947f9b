//! Who runs a table. A host who goes away hands its right on to the next person who is there, and does not get it back
//! unasked: nobody waits for somebody who may never come.

use std::time::Duration;

use game::Seat;
use protocol::Stage;
use store::SessionId;
use tokio::time::Instant;

use super::{Croupier, TRY_AGAIN};

/// Before a match so long is waited for the host.
const BEFORE_A_MATCH: Duration = Duration::from_secs(15);
/// While it is played the host has less to do.
const IN_A_MATCH: Duration = Duration::from_secs(60);

impl Croupier {
    /// Who runs the table when the person of a seat does not: somebody who is there, else somebody who has a seat.
    pub(super) fn heir(&self, after: Option<Seat>) -> Option<SessionId> {
        let others = || {
            let seats = self.setup.seats.iter().enumerate();
            seats
                .filter(|(index, _)| Some(*index) != after.map(Seat::index))
                .filter_map(|(index, seated)| Some((index, seated.session?)))
        };
        others().find(|(index, _)| self.is_here(*index)).or_else(|| others().next()).map(|(_, session)| session)
    }

    /// When the host has been away for too long; `None` while it is there, or nobody else is.
    pub(super) fn host_passes(&self) -> Option<Instant> {
        let patience = match self.stage() {
            Stage::Gathering => BEFORE_A_MATCH,
            Stage::Playing => IN_A_MATCH,
            Stage::Over => return None,
        };
        let host = self.setup.host.and_then(|host| self.seat_of(host));
        let somebody = (0..self.places.len()).any(|index| Some(index) != host.map(Seat::index) && self.is_here(index));
        if !somebody {
            return None;
        }
        let since = host.map_or(Some(self.company_since?), |seat| self.places[seat.index()].away_since)?;
        // Nobody is passed over before somebody was there to be kept waiting.
        Some((since.max(self.company_since?) + patience).max(self.try_again_at))
    }

    /// Hands the table on if its host has been away for too long.
    pub(super) async fn pass_on(&mut self, now: Instant) {
        if self.host_passes().is_none_or(|at| at > now) {
            return;
        }
        let heir = self.heir(self.setup.host.and_then(|host| self.seat_of(host)));
        match self.arrange(|draft| draft.host = heir).await {
            Ok(()) => self.tell_arrangement(),
            Err(_) => self.try_again_at = now + TRY_AGAIN,
        }
    }
}
