//! Makes tokens with which programs take seats (docs/bots/engines.md). A program connects to `ws::engine`.

use axum::Json;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use protocol::EngineSeat;
use room::{EnginePass, Input};

use super::invites::GOOD_FOR_MS;
use crate::error::ApiError;
use crate::ids::{hash, link_token};
use crate::links::base;
use crate::session::Guest;
use crate::state::AppState;
use crate::stored::person;
use crate::time::{now_ms, rfc3339};

/// Makes a token with which a program (docs/bots/engines.md) takes a seat that no person has. Host only. The token is
/// shown only once. A new token replaces the previous one; `unseat` ends it.
#[utoipa::path(post, path = "/tables/{id}/seats/{seat}/engine", responses((status = 201, body = EngineSeat)))]
pub(crate) async fn seat(
    app: AppState,
    Guest(session): Guest,
    headers: HeaderMap,
    Path((id, seat)): Path<(String, String)>,
) -> Result<(StatusCode, Json<EngineSeat>), ApiError> {
    let seat = seat.parse().map_err(|_| ApiError::UnknownPath)?;
    let stored = app.store.find(&id).await?.ok_or(ApiError::UnknownTable)?;
    let token = link_token();
    let expires_ms = now_ms() + GOOD_FOR_MS;
    let pass = EnginePass { seat, hash: hex::encode(hash(&token)), expires_ms, log: 0, from: 0 };
    let by = person(session.id);
    app.tables.request(stored, move |request| Input::SeatEngine { request, by, pass }).await?;
    // The replacement turns "http" into "ws", and "https" into "wss".
    let url = format!("{}/api/v1/tables/{id}/engine", base(&app, &headers).replacen("http", "ws", 1));
    Ok((StatusCode::CREATED, Json(EngineSeat { seat, url, token, expires: rfc3339(expires_ms) })))
}
