//! Deletes what nobody needs any more, at the start and once a day (docs/hosting.md says what).

use std::sync::Arc;
use std::time::Duration;

use store::{EventStore, prune_all};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::time::now_ms;

const EVERY: Duration = Duration::from_hours(24);
/// Guests and tables of one write: moves that wait for it wait some milliseconds.
pub(crate) const AT_ONCE: u32 = 100;

/// Runs until the server stops.
pub(crate) async fn run(store: Arc<dyn EventStore>, stop: CancellationToken) {
    let mut days = interval(EVERY);
    days.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let prune = async {
        loop {
            days.tick().await;
            if let Err(error) = store.prune_reports(now_ms()).await {
                tracing::warn!(%error, "no reports could be deleted");
            }
            match prune_all(&*store, now_ms(), AT_ONCE).await {
                Ok(found) if found.is_nothing() => {}
                Ok(found) => tracing::info!(
                    guests = found.sessions,
                    tables = found.tables,
                    links = found.links,
                    "deleted what nobody needs any more"
                ),
                // The next day tries again.
                Err(error) => tracing::warn!(%error, "nothing could be deleted"),
            }
        }
    };
    tokio::select! {
        () = stop.cancelled() => {}
        () = prune => {}
    }
}
