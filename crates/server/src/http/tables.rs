//! Opens tables, and reads them as a record or as the history of the current deal.

use axum::Json;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{NewTable, SeatTaken};
use store::Session;

use super::body::JsonBody;
use super::daily::mark_daily;
use super::days::may_look;
use super::records::file;
use crate::error::ApiError;
use crate::hourly;
use crate::origin::ClientIp;
use crate::session::{Guest, MaybeSession};
use crate::setup::new_setup;
use crate::state::AppState;
use crate::stored::person;
use crate::time::now_ms;
use crate::turns::JobOwner;

/// The age up to which a game that everybody has left still counts towards the limit of unfinished games: a day.
const LEFT_COUNTS_MS: i64 = 24 * 60 * 60 * 1000;

/// Opens a table; you have its first seat.
#[utoipa::path(post, path = "/tables", request_body = NewTable, responses((status = 201, body = SeatTaken)))]
pub(crate) async fn open(
    app: AppState,
    Guest(session): Guest,
    client_ip: ClientIp,
    JsonBody(asked): JsonBody<NewTable>,
) -> Result<(StatusCode, Json<SeatTaken>), ApiError> {
    let mut setup = new_setup(&asked, &session)?;
    may_open(&app, &session, client_ip).await?;
    mark_daily(&app, JobOwner::of(&app.trust, Some(&session), client_ip), &mut setup).await?;
    let (id, game) = (setup.id.clone(), setup.game.clone());
    // A table for one person and bots begins immediately.
    let begun = setup.started_ms.is_some();
    app.store.create(setup).await?;
    tracing::info!(table = id, game, "a table was opened");
    if begun {
        app.metrics.match_begun(&game);
    }
    Ok((StatusCode::CREATED, Json(SeatTaken { id, seat: 0 })))
}

/// The record of a match, one line of JSON, for everybody who has the id. If others may not watch a table of several people,
/// only people who have or had a seat get it. docs/bots/records.md says what the record of an unfinished match shows.
#[utoipa::path(
    get,
    path = "/tables/{id}/record",
    responses((status = 200, body = String, content_type = "application/x-ndjson")),
)]
pub(crate) async fn record(
    app: AppState,
    MaybeSession(who): MaybeSession,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let stored = app.store.find(&id).await?.ok_or(ApiError::UnknownTable)?;
    may_look(&app, &stored.setup, who.as_ref().map(|session| session.id)).await?;
    let reader = who.map(|session| person(session.id));
    let record = app.tables.read(stored, move |room| room.record(reader)).await?;
    Ok(file(&id, &record))
}

/// The current deal so far, step by step, as your seat saw it. Spectators get the steps that they are shown.
/// `unknown_deal`: there is nothing to see yet.
#[utoipa::path(
    get,
    path = "/tables/{id}/course",
    responses((status = 200, body = protocol::DealHistory<serde_json::Value>)),
)]
pub(crate) async fn history(
    app: AppState,
    Guest(session): Guest,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let stored = app.store.find(&id).await?.ok_or(ApiError::UnknownTable)?;
    let history = app.tables.read(stored, move |room| room.history(person(session.id))).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], history).into_response())
}

/// Refuses a new table if the session has many unfinished games, or if it or its address opened many tables recently.
pub(super) async fn may_open(app: &AppState, session: &Session, ClientIp(client_ip): ClientIp) -> Result<(), ApiError> {
    if app.host.is_leaving() {
        // The server is leaving. Another server will open the table once the balancer sends nobody to this one.
        return Err(ApiError::Away);
    }
    if app.host.is_draining() {
        return Err(ApiError::Draining);
    }
    let most = app.limits.tables;
    let may = most == 0 || app.store.runs(session.id, now_ms() - LEFT_COUNTS_MS).await? < most;
    app.metrics.admitted(may.then_some(()), "tables", ApiError::TooManyTables { most })?;
    hourly::open_table(app, session.id, client_ip)
}
