//! Lessons, the guided first deals: public, the same for everybody, and made only from the game's own record.

use std::sync::atomic::AtomicBool;
use std::sync::{LazyLock, OnceLock};

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use game::Viewer;
use protocol::{Lesson, LessonAnswer, LessonStep, WhyNot};
use serde::Deserialize;

use super::replays::{LONG_ENOUGH, told};
use crate::error::ApiError;
use crate::origin::ClientIp;
use crate::state::AppState;
use crate::work::JobOwner;

/// A question about a step of a lesson.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LessonQuery {
    /// Which step, from 0.
    step: usize,
    /// In notation.
    action: String,
}

/// The guided first deal of a game, as the learner sees it, with its explained decisions.
#[utoipa::path(
    get,
    path = "/lessons/{game}",
    responses(
        (status = 200, body = protocol::Lesson<serde_json::Value, serde_json::Value>),
        (status = 400),
        (status = 404),
    ),
)]
pub(crate) async fn lesson(
    State(app): State<AppState>,
    client_ip: ClientIp,
    Path(game): Path<String>,
) -> Result<Response, ApiError> {
    let entry = catalog::entry(&game).map_err(|error| ApiError::bad(error.key, error.words))?;
    let (_, told) = TOLD.iter().find(|(id, _)| *id == entry.id).expect("every game of the catalog");
    // A lesson is made once and kept, so the time that it takes does not reveal what the server does for others.
    if told.get().is_none() {
        let lesson = find(&game)?;
        let tell = move |_: &AtomicBool| {
            told.get_or_init(|| tell(&game, &lesson));
        };
        app.tables.work().lessons.run(JobOwner::of(None, client_ip), LONG_ENOUGH, tell).await?;
    }
    let body = told.get().ok_or(ApiError::Away)?.as_str();
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// The lessons as they are sent, by game.
static TOLD: LazyLock<Vec<(&'static str, OnceLock<String>)>> =
    LazyLock::new(|| catalog::entries().iter().map(|entry| (entry.id, OnceLock::new())).collect());

fn tell(game: &str, lesson: &catalog::Lesson) -> String {
    let step = |(number, step): (usize, &catalog::Explained)| {
        let decision = lesson.decision(number).expect("it is one of its steps");
        LessonStep {
            at: u32::try_from(step.at).expect("a deal is not so long"),
            key: step.key.clone(),
            rule: step.rule.clone(),
            action: decision.action,
            also: step.also.clone(),
            others: step.others.iter().map(answer).collect(),
            legal: decision.legal,
        }
    };
    let steps = lesson.steps().iter().enumerate().map(step).collect();
    let replay = told(game, lesson.replay(), 0, Viewer::Seat(lesson.seat()), &[], None, (&[], &[]));
    serde_json::to_string(&Lesson { replay, steps }).expect("text, numbers and lists")
}

/// Why the learner cannot do something in one of these decisions.
#[utoipa::path(
    get,
    path = "/lessons/{game}/why",
    params(
        ("step" = String, Query, description = "Which decision, from 0."),
        ("action" = String, Query, description = "In notation."),
    ),
    responses((status = 200, body = WhyNot), (status = 400), (status = 404)),
)]
pub(crate) async fn why(
    State(app): State<AppState>,
    client_ip: ClientIp,
    Path(game): Path<String>,
    asked: Result<Query<LessonQuery>, QueryRejection>,
) -> Result<Json<WhyNot>, ApiError> {
    let words = "Ask for a decision from 0 and an action: ?step=0&action=play+Qs.";
    let Query(LessonQuery { step, action }) = asked.map_err(|_| ApiError::bad("malformed", words))?;
    let lesson = find(&game)?;
    if step >= lesson.steps().len() {
        return Err(ApiError::UnknownLesson);
    }
    let why = move |_: &AtomicBool| lesson.why(step, &action);
    let why_not = app.tables.work().lessons.run(JobOwner::of(None, client_ip), LONG_ENOUGH, why).await?;
    Ok(Json(WhyNot { refusal: why_not }))
}

fn find(game: &str) -> Result<catalog::Lesson, ApiError> {
    let lesson = catalog::lesson(game).map_err(|error| ApiError::bad(error.key, error.words))?;
    lesson.ok_or(ApiError::UnknownLesson)
}

fn answer(answer: &catalog::AnswerWords) -> LessonAnswer {
    LessonAnswer { key: answer.key.clone(), actions: answer.actions.clone() }
}
