//! A person's results, game by game.

use axum::Json;
use protocol::Statistics;
use store::{DealResult, SessionId};

use crate::error::{ApiError, JsonAnswer};
use crate::session::Guest;
use crate::state::AppState;
use crate::stored::deal_result;

/// Your wins and losses since your first result.
#[utoipa::path(get, path = "/me/statistics", responses((status = 200, body = Statistics)))]
pub(crate) async fn statistics(app: AppState, Guest(session): Guest) -> JsonAnswer<Statistics> {
    Ok(Json(counted(results_of(&app, session.id).await?)))
}

/// Deletes your results and mistakes. Games and records stay. The answer is the empty list.
#[utoipa::path(delete, path = "/me/statistics", responses((status = 200, body = Statistics)))]
pub(crate) async fn forget(app: AppState, Guest(session): Guest) -> JsonAnswer<Statistics> {
    app.store.forget_results(session.id).await?;
    statistics(app, Guest(session)).await
}

/// Returns a person's results. Results that tables of this server have already sent to the store are included. So a
/// person who has seen the end of a deal finds the deal in the statistics.
///
/// # Errors
/// If the results cannot be read.
pub(crate) async fn results_of(app: &AppState, session: SessionId) -> Result<Vec<DealResult>, ApiError> {
    // The store carries out writes in order, so this empty write ends after all earlier ones. If it fails, the read
    // below fails too and returns the reason.
    let _ = app.store.note_results(Vec::new()).await;
    Ok(app.store.results_of(session).await?)
}

/// Counts a person's results, oldest first, for each game.
pub(crate) fn counted(results: Vec<DealResult>) -> Statistics {
    answers::statistics::counted(&results.into_iter().map(deal_result).collect::<Vec<_>>())
}
