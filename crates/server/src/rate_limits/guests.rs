//! Limits what a guest does.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use store::SessionId;
use tokio::time::Instant;

use super::connections::{CountGuard, OpenCounts};
use super::hourly_buckets::HourlyBuckets;
use super::networks::network;

/// Limits what one guest does, from whatever address: where many people share one, limits by address do not count.
#[derive(Default)]
pub(crate) struct GuestLimiter {
    /// Connections to tables.
    open: Arc<OpenCounts<SessionId>>,
    tables: Mutex<HourlyBuckets<SessionId>>,
}

impl GuestLimiter {
    /// Counts another connection of a guest, unless it has `most` already.
    pub(crate) fn enter(&self, guest: SessionId, most: u32) -> Option<CountGuard<SessionId>> {
        self.open.enter(guest, most)
    }

    /// The guests whose opened tables are counted.
    pub(crate) fn all(&self) -> Vec<SessionId> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).all().collect()
    }

    /// Forgets a guest's opened tables. Its connections count until they end.
    pub(crate) fn forget(&self, guest: SessionId) {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).forget(guest);
    }

    /// Returns whether a guest may open one more table, with at most `most` in an hour.
    pub(crate) fn open_table(&self, guest: SessionId, most: u32, now: Instant) -> bool {
        if most == 0 {
            return true;
        }
        let most = u64::from(most);
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let room = tables.has_room(guest, most, now);
        if room {
            tables.add(guest, most, now);
            tables.drop_empty(now, |_| most);
        }
        room
    }
}

/// A limit by guest, as it holds for one who comes from this address; 0: no limit. This machine is not counted.
pub(crate) fn of_a_guest_from(address: IpAddr, most: u32) -> u32 {
    if network(address).is_loopback() { 0 } else { most }
}

#[cfg(test)]
mod tests {
    use super::super::hourly_buckets::BUCKETS;
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_guest_has_limits_of_its_own() {
        let (guests, start) = (Arc::new(GuestLimiter::default()), Instant::now());
        let [ann, bo] = [SessionId(1), SessionId(2)];
        let first = guests.enter(ann, 2).expect("room for two");
        let _second = guests.enter(ann, 2).expect("room for two");
        assert!(guests.enter(ann, 2).is_none() && guests.enter(bo, 2).is_some());
        drop(first);
        assert!(guests.enter(ann, 2).is_some(), "there is room again");
        assert!((0..6).all(|_| guests.open_table(ann, 6, start)) && !guests.open_table(ann, 6, start));
        assert!(guests.open_table(bo, 6, start), "somebody else");
        let [here, there]: [IpAddr; 2] = ["::ffff:127.0.0.1", "203.0.113.7"].map(|a| a.parse().unwrap());
        assert_eq!((of_a_guest_from(here, 6), of_a_guest_from(there, 6)), (0, 6), "this machine is not counted");
        guests.forget(bo);
        assert!(!guests.tables.lock().unwrap().knows(bo), "nothing is kept of who was deleted");
        let later = start + Duration::from_secs(600);
        assert!(guests.open_table(ann, 6, later) && !guests.open_table(ann, 6, later), "one every ten minutes");
        assert!((0..100).all(|_| guests.open_table(ann, 0, later)), "no limit");
        for n in 10..5000_i64 {
            guests.open_table(SessionId(n), 6, later + Duration::from_secs(60 * n.unsigned_abs()));
        }
        assert!(guests.tables.lock().unwrap().len() <= BUCKETS, "who has opened nothing lately is let go");
    }
}
