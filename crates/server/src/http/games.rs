//! The list of games, with their options and the levels of their bots.

use axum::Json;
use protocol::Games;

/// The games, with their options and levels of bots, in the order of the start page.
#[utoipa::path(get, path = "/games", responses((status = 200, body = Games)))]
pub(crate) async fn games() -> Json<Games> {
    Json(Games { games: room::games::all() })
}
