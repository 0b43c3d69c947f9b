//! What a person has won and lost, game by game.

use axum::Json;
use axum::extract::State;
use protocol::Statistics;

use crate::error::ApiError;
use crate::session::CurrentSession;
use crate::state::AppState;
use crate::stored::deal_result;

/// Your wins and losses since your first result.
#[utoipa::path(get, path = "/me/statistics", responses((status = 200, body = Statistics)))]
pub(crate) async fn statistics(
    State(app): State<AppState>,
    CurrentSession(session): CurrentSession,
) -> Result<Json<Statistics>, ApiError> {
    Ok(Json(counted(app.store.results_of(session.id).await?)))
}

/// Deletes your results. Games and records stay. The answer is the empty list.
#[utoipa::path(delete, path = "/me/statistics", responses((status = 200, body = Statistics)))]
pub(crate) async fn forget(
    State(app): State<AppState>,
    CurrentSession(session): CurrentSession,
) -> Result<Json<Statistics>, ApiError> {
    app.store.forget_results(session.id).await?;
    statistics(State(app), CurrentSession(session)).await
}

/// A person's results, oldest first, game by game.
pub(crate) fn counted(results: Vec<store::DealResult>) -> Statistics {
    answers::statistics::counted(&results.into_iter().map(deal_result).collect::<Vec<_>>())
}
