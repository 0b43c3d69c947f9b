//! Permits to read stored logs back: few at a time, so that tables in play are not kept waiting, and one long log of a
//! guest at a time, so that a guest with many long tables does not keep another one waiting.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use store::{SessionId, StoredSetup};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::ApiError;

/// How many logs are read back at a time.
const AT_ONCE: usize = 2;
/// A log with more entries is long: it takes some ten milliseconds and more.
const LONG: u64 = 1000;

/// Two permits. Long logs share one of them, so that tables with short logs never wait for all the long ones that
/// somebody asks for at once. Of each guest one long log waits for it; the guest's others wait behind that one.
#[derive(Clone)]
pub(crate) struct Folding {
    all: Arc<Semaphore>,
    long: Arc<Semaphore>,
    owners: Arc<Mutex<Owners>>,
}

/// One permit for each guest whose long logs are asked for. It goes with the last of them.
type Owners = HashMap<Option<SessionId>, Weak<Semaphore>>;

/// Permission to read one log back, until it is dropped.
pub(crate) struct FoldingPermit {
    _one: OwnedSemaphorePermit,
    long: Option<(OwnedSemaphorePermit, OwnedSemaphorePermit)>,
}

impl Default for Folding {
    fn default() -> Folding {
        let permits = |count| Arc::new(Semaphore::new(count));
        Folding { all: permits(AT_ONCE), long: permits(AT_ONCE - 1), owners: Arc::default() }
    }
}

impl Folding {
    /// Waits until the log of this table may be read back. It has this number of entries.
    pub(crate) async fn permit(&self, setup: &StoredSetup, entries: u64) -> Result<FoldingPermit, ApiError> {
        let acquire = async |permits: Arc<Semaphore>| permits.acquire_owned().await.map_err(|_| ApiError::Away);
        let long = if entries > LONG {
            let own = acquire(self.of(owner(setup))).await?;
            Some((own, acquire(self.long.clone()).await?))
        } else {
            None
        };
        Ok(FoldingPermit { _one: acquire(self.all.clone()).await?, long })
    }

    /// The permit of a guest.
    fn of(&self, owner: Option<SessionId>) -> Arc<Semaphore> {
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(permit) = owners.get(&owner).and_then(Weak::upgrade) {
            return permit;
        }
        owners.retain(|_, permit| permit.strong_count() > 0);
        let permit = Arc::new(Semaphore::new(1));
        owners.insert(owner, Arc::downgrade(&permit));
        permit
    }

    /// Returns whether no log is being read back.
    #[cfg(test)]
    pub(crate) fn is_idle(&self) -> bool {
        self.all.available_permits() == AT_ONCE
    }
}

impl FoldingPermit {
    /// Returns whether the log is long.
    pub(crate) fn is_for_a_long_log(&self) -> bool {
        self.long.is_some()
    }
}

/// The guest who answers for a table: its host, or else the first person at it.
fn owner(setup: &StoredSetup) -> Option<SessionId> {
    setup.host.or_else(|| setup.seats.iter().find_map(|seated| seated.session))
}

#[cfg(test)]
mod tests {
    use cards::Seed;
    use futures_util::poll;
    use std::pin::pin;

    use super::*;

    fn table_of(host: i64) -> StoredSetup {
        StoredSetup {
            id: "ROUGE".to_owned(),
            game: "rouge-et-noir".to_owned(),
            rules: 1,
            options: String::new(),
            settings: String::new(),
            seed: Seed::numbered(1),
            number: None,
            seats: Vec::new(),
            host: Some(SessionId(host)),
            created_ms: 0,
            started_ms: Some(0),
        }
    }

    #[tokio::test]
    async fn long_logs_leave_a_permit_for_short_ones() {
        let folding = Folding::default();
        let (ann, bo, cy) = (table_of(1), table_of(2), table_of(3));
        let first = folding.permit(&ann, LONG + 1).await.expect("free");
        let (mut second, mut third) = (pin!(folding.permit(&bo, 10_000)), pin!(folding.permit(&cy, 10_000)));
        assert!(poll!(&mut second).is_pending() && poll!(&mut third).is_pending(), "one long log at a time");
        for _ in 0..3 {
            drop(folding.permit(&ann, LONG).await.expect("a short log does not wait for long ones"));
        }
        drop(first);
        let second = second.await.expect("the next");
        assert!(poll!(&mut third).is_pending());
        let short = folding.permit(&ann, 1).await.expect("free");
        assert!(poll!(pin!(folding.permit(&ann, 1))).is_pending(), "two at a time in all");
        drop((second, short));
        drop(third.await.expect("the last"));
        assert!(folding.is_idle());
    }

    #[tokio::test]
    async fn of_a_guest_with_many_long_logs_one_stands_in_line() {
        let folding = Folding::default();
        let (ann, bo) = (table_of(1), table_of(2));
        let first = folding.permit(&ann, 10_000).await.expect("free");
        let mut others: Vec<_> = (0..50).map(|_| Box::pin(folding.permit(&ann, 10_000))).collect();
        for other in &mut others {
            assert!(poll!(other).is_pending());
        }
        let mut bos = pin!(folding.permit(&bo, 10_000));
        assert!(poll!(&mut bos).is_pending());
        drop(first);
        // One of Ann's others may have got into the line by now, and no more.
        for other in &mut others {
            assert!(poll!(other).is_pending());
        }
        drop(bos.await.expect("before all but one of them"));
        for other in others {
            drop(other.await.expect("each has its turn"));
        }
        assert!(folding.is_idle());
        drop(folding.permit(&table_of(3), 10_000).await.expect("free"));
        let owners = folding.owners.lock().expect("nobody panicked").len();
        assert_eq!(owners, 1, "who asks for nothing any more is forgotten");
    }
}
