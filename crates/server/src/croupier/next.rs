//! From one deal to the next: when everybody who is there is ready, or after a short time. Somebody who plays with bots
//! alone is not hurried.

use std::time::Duration;

use game::Seat;
use protocol::Stage;
use table::Phase;
use tokio::time::Instant;

use super::{Croupier, Outcome, carried};

/// Between two deals of a table of people.
const SHORT_TIME: Duration = Duration::from_secs(30);

impl Croupier {
    /// Sets the moment at which the next deal is dealt without waiting any longer.
    pub(super) fn plan_next(&mut self) {
        if self.stage() != Stage::Playing || self.table.phase() != Phase::Between {
            self.deals_at = None;
            return;
        }
        let people = self.setup.seats.iter().filter(|seated| seated.session.is_some()).count();
        let there = self.people_there().len();
        let now = Instant::now();
        match (people, there) {
            (0, _) if self.deals_at.is_none() => {
                self.deals_at = Some(now + self.house.pace.before_next_deal(self.rng.bits()))
            }
            (_, 2..) if self.deals_at.is_none() && !self.state.paused => self.deals_at = Some(now + SHORT_TIME),
            (0, _) | (_, 2..) => {}
            _ => self.deals_at = None,
        }
    }

    /// Somebody is ready.
    pub(super) async fn ready(&mut self, seat: Seat, cmd: &str) -> Outcome {
        match self.table.check_next() {
            Ok(accepted) => {
                self.places[seat.index()].ready = true;
                if self.all_ready() {
                    carried(self.commit(accepted, Some(seat), Some(cmd)).await)
                } else {
                    self.broadcast(&[]);
                    self.broadcast_room();
                    Outcome::Done
                }
            }
            Err(refused) => Outcome::Refused(super::refusal(refused)),
        }
    }

    /// Deals if the last one who was not ready has gone.
    pub(super) async fn deal_if_ready(&mut self) {
        if self.stage() == Stage::Playing && self.table.phase() == Phase::Between && self.all_ready() {
            self.deal().await;
        }
    }

    pub(super) async fn deal(&mut self) {
        if let Ok(accepted) = self.table.check_next() {
            // If it cannot be stored, it is planned again.
            let _ = self.commit(accepted, None, None).await;
        }
    }

    fn all_ready(&self) -> bool {
        let there = self.people_there();
        !there.is_empty() && there.into_iter().all(|index| self.places[index].ready)
    }

    /// Seats of people who are there and play themselves.
    fn people_there(&self) -> Vec<usize> {
        (0..self.places.len()).filter(|index| self.is_here(*index) && self.places[*index].stand_in.is_none()).collect()
    }
}
