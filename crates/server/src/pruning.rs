//! Deletes old data that nobody needs any more, at the start and once a day. docs/host/data.md says which data.

use std::sync::Arc;
use std::time::Duration;

use store::{EventStore, prune_all};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::time::now_ms;

const EVERY: Duration = Duration::from_hours(24);
/// The number of guests and tables that one write deletes. Moves wait a few milliseconds for such a write.
pub(crate) const AT_ONCE: u32 = 100;

/// Deletes old data at the start and once a day, until the server stops.
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
                    passes = found.passes,
                    records = found.records,
                    "deleted what nobody needs any more"
                ),
                // If this fails, the server tries again the next day.
                Err(error) => tracing::warn!(%error, "nothing could be deleted"),
            }
        }
    };
    stop.run_until_cancelled(prune).await;
}

#[cfg(test)]
mod tests {
    use room::{EnginePass, KeptState};
    use store::conformance::setup;
    use store::{Arrangement, Pruned, Sqlite};

    use super::*;

    /// Checks that the store finds the hashes of engines' tokens in the state that a room stores. A room must be able
    /// to read the state after the store has deleted some of them.
    #[tokio::test]
    async fn old_tokens_of_engines_are_deleted_from_what_a_room_keeps() {
        let now = now_ms();
        let state_of = |hash: &str| {
            let mut state = KeptState::default();
            for (seat, hash, expires_ms) in [(0, hash, now - 86_400_001), (1, "0c5f", now)] {
                state.engines.push(EnginePass { seat, hash: hash.to_owned(), expires_ms, log: 4, from: 1 });
            }
            state
        };
        let folder = tempfile::tempdir().expect("a folder");
        let store = Sqlite::open(folder.path()).expect("a store");
        let setup = setup("t", None, now);
        let (seats, started_ms) = (setup.seats.clone(), setup.started_ms);
        store.create(setup).await.expect("a table");
        let state = crate::stored::json(&state_of("0c5e"));
        store.arrange("t", Arrangement { seats, host: None, started_ms, state }).await.expect("engines");
        assert_eq!(prune_all(&store, now, AT_ONCE).await, Ok(Pruned { passes: 1, ..Pruned::default() }));
        let found = store.find("t").await.expect("readable").expect("there");
        assert_eq!(serde_json::from_str::<KeptState>(&found.state).expect("a room reads it"), state_of(""));
    }
}
