//! Permits to read stored logs back: few at a time, so that tables in play are not kept waiting.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::ApiError;

/// How many logs are read back at a time.
const AT_ONCE: usize = 2;
/// A log with more entries is long: it takes some ten milliseconds and more.
const LONG: u64 = 1000;

/// Two permits. Long logs share one of them, so that tables with short logs never wait for all the long ones that
/// somebody asks for at once.
#[derive(Clone)]
pub(crate) struct Folding {
    all: Arc<Semaphore>,
    long: Arc<Semaphore>,
}

/// Permission to read one log back, until it is dropped.
pub(crate) struct FoldingPermit {
    _one: OwnedSemaphorePermit,
    _long: Option<OwnedSemaphorePermit>,
}

impl Default for Folding {
    fn default() -> Folding {
        Folding { all: Arc::new(Semaphore::new(AT_ONCE)), long: Arc::new(Semaphore::new(AT_ONCE - 1)) }
    }
}

impl Folding {
    /// Waits until a log of this many entries may be read back.
    pub(crate) async fn permit(&self, entries: u64) -> Result<FoldingPermit, ApiError> {
        let take = async |permits: &Arc<Semaphore>| permits.clone().acquire_owned().await.map_err(|_| ApiError::Away);
        let long = if entries > LONG { Some(take(&self.long).await?) } else { None };
        Ok(FoldingPermit { _one: take(&self.all).await?, _long: long })
    }

    /// Whether no log is being read back.
    #[cfg(test)]
    pub(crate) fn is_idle(&self) -> bool {
        self.all.available_permits() == AT_ONCE
    }
}

#[cfg(test)]
mod tests {
    use futures_util::poll;
    use std::pin::pin;

    use super::*;

    #[tokio::test]
    async fn long_logs_leave_a_permit_for_short_ones() {
        let folding = Folding::default();
        let first = folding.permit(LONG + 1).await.expect("free");
        let (mut second, mut third) = (pin!(folding.permit(10_000)), pin!(folding.permit(10_000)));
        assert!(poll!(&mut second).is_pending() && poll!(&mut third).is_pending(), "one long log at a time");
        for _ in 0..3 {
            drop(folding.permit(LONG).await.expect("a short log does not wait for long ones"));
        }
        drop(first);
        let second = second.await.expect("the next");
        assert!(poll!(&mut third).is_pending());
        let short = folding.permit(1).await.expect("free");
        assert!(poll!(pin!(folding.permit(1))).is_pending(), "two at a time in all");
        drop((second, short));
        drop(third.await.expect("the last"));
        assert!(folding.is_idle());
    }
}
