//! Lessons, which are guided first deals. They are public, the same for everybody, and made only from the game's own
//! record.

use std::sync::atomic::AtomicBool;
use std::sync::{LazyLock, OnceLock};

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use protocol::WhyNot;
use serde::Deserialize;

use super::replays::LONG_ENOUGH;
use crate::error::{ApiError, JsonAnswer};
use crate::origin::ClientIp;
use crate::state::AppState;
use crate::turns::JobOwner;

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct LessonQuery {
    /// Which decision of the lesson, from 0.
    step: usize,
    /// In notation.
    action: String,
}

/// The guided first deal of a game, as the learner sees it, with its explained decisions. `unknown_lesson`: the game has
/// none.
#[utoipa::path(
    get,
    path = "/lessons/{game}",
    responses((status = 200, body = protocol::Lesson<serde_json::Value, serde_json::Value>)),
)]
pub(crate) async fn lesson(app: AppState, client_ip: ClientIp, Path(game): Path<String>) -> Result<Response, ApiError> {
    let entry = catalog::entry(&game)?;
    let (_, cached) = CACHED.iter().find(|(id, _)| *id == entry.id).expect("every game of the catalog");
    // A lesson is made once and then cached, so the time of later answers does not depend on the server's other work.
    if cached.get().is_none() {
        let make = move |_: &AtomicBool| {
            cached.get_or_init(|| answers::lessons::lesson(entry.id).ok().flatten());
        };
        app.tables.work().lessons.run(JobOwner::of(&app.trust, None, client_ip), LONG_ENOUGH, make).await?;
    }
    let body = cached.get().ok_or(ApiError::Away)?.as_deref().ok_or(ApiError::UnknownLesson)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// A lesson as it is sent; `None` if the game has none.
type CachedLesson = OnceLock<Option<String>>;

static CACHED: LazyLock<Vec<(&'static str, CachedLesson)>> =
    LazyLock::new(|| catalog::entries().iter().map(|entry| (entry.id, OnceLock::new())).collect());

/// Why the learner cannot take an action in one of these decisions.
#[utoipa::path(get, path = "/lessons/{game}/why", params(LessonQuery), responses((status = 200, body = WhyNot)))]
pub(crate) async fn why(
    app: AppState,
    client_ip: ClientIp,
    Path(game): Path<String>,
    asked: Result<Query<LessonQuery>, QueryRejection>,
) -> JsonAnswer<WhyNot> {
    let words = "Ask for a decision from 0 and an action: ?step=0&action=play+Qs.";
    let Query(LessonQuery { step, action }) = asked.map_err(|_| ApiError::bad("malformed", words))?;
    let why = move |_: &AtomicBool| answers::lessons::why(&game, step, &action);
    let why_not = app.tables.work().lessons.run(JobOwner::of(&app.trust, None, client_ip), LONG_ENOUGH, why).await??;
    why_not.map(Json).ok_or(ApiError::UnknownLesson)
}
