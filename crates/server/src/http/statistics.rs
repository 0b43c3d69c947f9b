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

/// Deletes your results. Games and records stay. The answer is the empty list.
#[utoipa::path(delete, path = "/me/statistics", responses((status = 200, body = Statistics)))]
pub(crate) async fn forget(app: AppState, Guest(session): Guest) -> JsonAnswer<Statistics> {
    app.store.forget_results(session.id).await?;
    statistics(app, Guest(session)).await
}

/// A person's results, with those that tables of this server have sent to the store already: whoever has been shown the end of
/// a deal finds it counted.
///
/// # Errors
/// If they can't be read.
pub(crate) async fn results_of(app: &AppState, session: SessionId) -> Result<Vec<DealResult>, ApiError> {
    // Writes are done in order, so an empty one is done after those before it. If it fails, reading says why.
    let _ = app.store.note_results(Vec::new()).await;
    Ok(app.store.results_of(session).await?)
}

/// A person's results, oldest first, game by game.
pub(crate) fn counted(results: Vec<DealResult>) -> Statistics {
    answers::statistics::counted(&results.into_iter().map(deal_result).collect::<Vec<_>>())
}
