//! Closes a table for good, where it is.

use store::{Ending, Stored};

use crate::actor::Mail;
use crate::error::ApiError;
use crate::state::AppState;
use crate::time::now_ms;

/// Closes a table that this node owns, or that it can take.
pub(crate) async fn close_owned(app: &AppState, stored: Stored) -> Result<(), ApiError> {
    let id = stored.setup.id.clone();
    app.store.own(&id).await?;
    // A table that cannot be read has no totals, and can be closed nevertheless.
    let totals = match stored.ending.clone() {
        Some(ending) => ending.totals,
        None if app.tables.is_awake(&id) => {
            app.tables.ask(stored.clone(), Mail::Summary).await.map_or_else(|_| Vec::new(), |found| found.totals)
        }
        None => app.tables.summary_of_sleeper(stored).await.map_or_else(|_| Vec::new(), |found| found.totals),
    };
    app.store.close_table(&id, Ending { at_ms: now_ms(), totals }).await?;
    // After that: who connects again finds it closed.
    app.tables.tell(&id, Mail::ClosedByHost).await;
    Ok(())
}
