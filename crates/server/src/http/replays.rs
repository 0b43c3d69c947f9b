//! Finished deals, position by position.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use answers::replays::{self, Beside, WantedReplay};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::days::may_look;
use crate::error::ApiError;
use crate::origin::ClientIp;
use crate::session::MaybeSession;
use crate::state::AppState;
use crate::stored::{log_entry, person, room_seat};
use crate::turns::{JobOwner, Place};
use crate::work::Cancel;

/// The running time above which a job is logged as slow, even if it ended by itself.
pub(crate) const LONG_ENOUGH: Duration = Duration::from_secs(10);

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplayQuery {
    /// Which deal, from 0.
    deal: u32,
    /// The seat whose view it is. `all`, or no viewer: all hands are open.
    viewer: Option<String>,
}

/// A finished deal of a match, position by position, for everybody who can get the record.
#[utoipa::path(
    get,
    path = "/tables/{id}/replay",
    params(ReplayQuery),
    responses((status = 200, body = protocol::Replay<serde_json::Value>)),
)]
// The replay shows only what the record may show at this moment.
pub(crate) async fn of_table(
    app: AppState,
    MaybeSession(session): MaybeSession,
    client_ip: ClientIp,
    Path(id): Path<String>,
    asked: Result<Query<ReplayQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let asked = read(asked)?;
    let asker = JobOwner::of(&app.trust, session.as_ref(), client_ip);
    let stored = app.store.find(&id).await?.ok_or(ApiError::UnknownTable)?;
    may_look(&app, &stored.setup, session.as_ref().map(|session| session.id)).await?;
    let reader = session.map(|session| person(session.id));
    let (seats, number) = (stored.setup.seats.iter().map(room_seat).collect(), stored.setup.number);
    // The place in the queue is reserved before the log is read, because the places limit the number of logs that a
    // guest holds in memory.
    let place = app.tables.work().replays.place(asker)?;
    let record = app.tables.read(stored, move |room| room.record(reader)).await?;
    // Unlike the record, the log says who acted and how close a race was. The log of a finished deal is complete.
    let log = app.store.events(&id).await?;
    let log = log.into_iter().map(log_entry).collect();
    replayed(place, record, asked, Beside { seats, number, log }).await
}

/// A finished deal of an imported record.
#[utoipa::path(
    get,
    path = "/records/{id}/replay",
    params(ReplayQuery),
    responses((status = 200, body = protocol::Replay<serde_json::Value>)),
)]
pub(crate) async fn of_record(
    app: AppState,
    MaybeSession(session): MaybeSession,
    client_ip: ClientIp,
    Path(id): Path<String>,
    asked: Result<Query<ReplayQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let asked = read(asked)?;
    let asker = JobOwner::of(&app.trust, session.as_ref(), client_ip);
    let place = app.tables.work().replays.place(asker)?;
    let record = app.store.imported_record(&id).await?.ok_or(ApiError::UnknownRecord)?;
    replayed(place, record, asked, Beside::default()).await
}

fn read(asked: Result<Query<ReplayQuery>, QueryRejection>) -> Result<WantedReplay, ApiError> {
    let Query(ReplayQuery { deal, viewer }) = asked.map_err(|_| WantedReplay::malformed())?;
    Ok(WantedReplay::read(deal, viewer.as_deref())?)
}

/// Replays a record away from the async threads.
async fn replayed(place: Place, record: String, asked: WantedReplay, beside: Beside) -> Result<Response, ApiError> {
    let work = move |_: &AtomicBool| replays::replay(&record, asked, &beside);
    match place.run(&Cancel::default(), LONG_ENOUGH, work).await.ok_or(ApiError::Away)? {
        Ok(Some(body)) => Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response()),
        Ok(None) => Err(ApiError::UnknownDeal),
        Err(fault) => Err(ApiError::Record { line: 1, fault }),
    }
}
