//! Gives permits to replay stored logs. Only a few logs are replayed at the same time, so that tables in play are not
//! delayed. At most one of these is a long log. Guests take turns with long logs, so that a guest with many long tables
//! does not delay other guests.

use std::sync::Arc;

use store::{SessionId, StoredSetup};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::error::ApiError;
use crate::turns::{JobOwner, Place, WorkLine};

/// The number of logs that are replayed at the same time.
const AT_ONCE: usize = 2;
/// The number of entries above which a log is long. Replaying a long log takes ten milliseconds or more.
const LONG: u64 = 1000;

/// The permits to replay logs. There are two, and all long logs share one of them. So somebody who requests many long
/// logs does not delay tables with short logs.
#[derive(Clone)]
pub(crate) struct Folding {
    all: Arc<Semaphore>,
    long: WorkLine,
}

/// The permit to replay one log. Dropping it returns the permit.
pub(crate) struct FoldingPermit {
    _one: OwnedSemaphorePermit,
    long: Option<Place>,
}

impl Default for Folding {
    fn default() -> Folding {
        let long = WorkLine::new(AT_ONCE - 1, [usize::MAX; 3], CancellationToken::new());
        Folding { all: Arc::new(Semaphore::new(AT_ONCE)), long }
    }
}

impl Folding {
    /// Waits until the log of this table, which has `entries` entries, may be replayed.
    pub(crate) async fn permit(&self, setup: &StoredSetup, entries: u64) -> Result<FoldingPermit, ApiError> {
        let mut long = None;
        if entries > LONG {
            // A long log counts as work for the table's host, or for the first person at a table without a host.
            let person = || setup.seats.iter().find_map(|seated| seated.session);
            let owner = setup.host.or_else(person).unwrap_or(SessionId(0));
            long.insert(self.long.place(JobOwner::guest(owner, None))?).turn().await;
        }
        let one = self.all.clone().acquire_owned().await.map_err(|_| ApiError::Away)?;
        Ok(FoldingPermit { _one: one, long })
    }

    #[cfg(test)]
    pub(crate) fn is_idle(&self) -> bool {
        self.all.available_permits() == AT_ONCE
    }
}

impl FoldingPermit {
    pub(crate) fn is_for_a_long_log(&self) -> bool {
        self.long.is_some()
    }
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
    async fn of_a_guest_with_many_long_logs_one_is_read_back_before_those_of_others() {
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
        for other in &mut others {
            assert!(poll!(other).is_pending());
        }
        drop(bos.await.expect("before all of them"));
        for other in others {
            drop(other.await.expect("each has its turn"));
        }
        assert!(folding.is_idle());
    }
}
