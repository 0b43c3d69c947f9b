//! The owners of tables, cached for a moment. While an owner is cached, all requests for its table share one query.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use store::StoreError;
use tokio::sync::OnceCell;
use tokio::time::Instant;

/// The time for which the cache is valid. A request that finds the cached owner to be wrong waits for this time before
/// it asks again.
pub(crate) const FRESH: Duration = Duration::from_millis(150);

type FoundOwner = Result<Option<String>, StoreError>;

/// The cached owners, by the ids of the tables.
#[derive(Default)]
pub(super) struct Owners(Mutex<OwnerLooks>);

#[derive(Default)]
struct OwnerLooks {
    since: Option<Instant>,
    found: HashMap<String, Arc<OnceCell<FoundOwner>>>,
}

impl Owners {
    /// Returns the owner of a table from the cache, or otherwise from `look`, which queries the database.
    pub(super) async fn get(&self, table: &str, look: impl Future<Output = FoundOwner>) -> FoundOwner {
        let shared = {
            let mut looks = self.0.lock();
            if looks.since.is_none_or(|since| since.elapsed() >= FRESH) {
                *looks = OwnerLooks { since: Some(Instant::now()), found: HashMap::new() };
            }
            looks.found.entry(table.to_owned()).or_default().clone()
        };
        shared.get_or_init(|| look).await.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use futures_util::future::join_all;
    use tokio::time::sleep;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_thousand_who_wait_for_a_table_look_together() {
        let (owners, looks) = (Owners::default(), AtomicU64::new(0));
        let wait = async |table: &'static str| {
            let until = Instant::now() + Duration::from_secs(3);
            loop {
                let look = async {
                    looks.fetch_add(1, Ordering::Relaxed);
                    sleep(Duration::from_millis(5)).await;
                    Ok(Some("node 1".to_owned()))
                };
                assert_eq!(owners.get(table, look).await, Ok(Some("node 1".to_owned())));
                if Instant::now() >= until {
                    return;
                }
                sleep(FRESH).await;
            }
        };
        join_all((0..1000).map(|_| wait("a"))).await;
        assert!((10..=21).contains(&looks.load(Ordering::Relaxed)), "{looks:?}");
        // Each table has its own query, and a failed query does not answer later requests.
        let find = async |table: &str, found: FoundOwner| owners.get(table, async { found }).await;
        assert_eq!(find("b", Err(StoreError::Away)).await, Err(StoreError::Away));
        sleep(FRESH).await;
        assert_eq!(find("b", Ok(None)).await, Ok(None));
        sleep(FRESH).await;
        assert_eq!(find("c", Ok(None)).await, Ok(None));
        assert_eq!(owners.0.lock().found.len(), 1, "old looks are dropped");
    }
}
