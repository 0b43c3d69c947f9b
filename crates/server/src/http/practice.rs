//! Practice tables, which play on from a position of another match.

use std::sync::atomic::AtomicBool;

use answers::practice::{self, Original};
use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use cards::Seed;
use protocol::{NewPractice, SeatTaken};
use room::PersonId;
use store::Session;

use super::body::JsonBody;
use super::days::may_look;
use super::replays::LONG_ENOUGH;
use super::tables::may_open;
use crate::error::ApiError;
use crate::hourly;
use crate::ids::random;
use crate::origin::ClientIp;
use crate::session::Guest;
use crate::setup::stored_setup;
use crate::state::AppState;
use crate::stored::{person, store_entry};
use crate::time::now_ms;
use crate::turns::{JobOwner, Place};
use crate::work::Cancel;

type Opened = Result<(StatusCode, Json<SeatTaken>), ApiError>;

/// Opens a practice table from a finished deal of a match, for everybody who can get the record. You play alone with bots, can take
/// back, and nothing counts in any statistics.
#[utoipa::path(post, path = "/tables/{id}/practice", request_body = NewPractice, responses((status = 201, body = SeatTaken)))]
pub(crate) async fn of_table(
    app: AppState,
    Guest(session): Guest,
    client_ip: ClientIp,
    Path(id): Path<String>,
    JsonBody(asked): JsonBody<NewPractice>,
) -> Opened {
    let stored = app.store.find(&id).await?.ok_or(ApiError::UnknownTable)?;
    may_look(&app, &stored.setup, Some(session.id)).await?;
    let place = place(&app, &session, client_ip).await?;
    let reader = Some(person(session.id));
    let record = app.tables.read(stored, move |room| room.record(reader)).await?;
    open(&app, (session, client_ip), place, (format!("tables/{id}"), record, true), asked).await
}

/// Opens a practice table from a deal of an imported record, finished or not.
#[utoipa::path(post, path = "/records/{id}/practice", request_body = NewPractice, responses((status = 201, body = SeatTaken)))]
pub(crate) async fn of_record(
    app: AppState,
    Guest(session): Guest,
    client_ip: ClientIp,
    Path(id): Path<String>,
    JsonBody(asked): JsonBody<NewPractice>,
) -> Opened {
    let place = place(&app, &session, client_ip).await?;
    let record = app.store.imported_record(&id).await?.ok_or(ApiError::UnknownRecord)?;
    open(&app, (session, client_ip), place, (format!("records/{id}"), record, false), asked).await
}

/// Counts the new table against the limits, and reserves a place for the work.
async fn place(app: &AppState, session: &Session, client_ip: ClientIp) -> Result<Place, ApiError> {
    may_open(app, session, client_ip).await?;
    app.tables.work().replays.place(JobOwner::of(&app.trust, Some(session), client_ip))
}

async fn open(
    app: &AppState,
    (session, client_ip): (Session, ClientIp),
    place: Place,
    (of, record, finished): (String, String, bool),
    asked: NewPractice,
) -> Opened {
    let (seat, asker) = (asked.seat, (PersonId(session.id.0), session.name.clone()));
    let chance = (Seed::new(random()), u64::from_le_bytes(random()));
    let work = move |_: &AtomicBool| {
        let original = Original { of: &of, record: &record, finished };
        practice::setup(original, &asked, (asker.0, asker.1.as_str()), chance, now_ms())
    };
    let (setup, first) = place.run(&Cancel::default(), LONG_ENOUGH, work).await.ok_or(ApiError::Away)??;
    // The position is stored, so it costs as much as an imported record of its length.
    hourly::import(app, client_ip.0, [first.entry.len()].into_iter())?;
    let setup = stored_setup(setup, &session);
    let (id, game) = (setup.id.clone(), setup.game.clone());
    app.store.create_with_log(setup, vec![store_entry(first)]).await?;
    tracing::info!(table = id, game, "a practice table was opened");
    app.metrics.match_begun(&game);
    Ok((StatusCode::CREATED, Json(SeatTaken { id, seat })))
}
