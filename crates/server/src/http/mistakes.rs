//! A person's mistakes: the list, the deals that are judged, the answers.

use std::sync::atomic::AtomicBool;

use answers::mistakes::{DealJudgement, LEARNED, MAX_BYTES, checked, next_step, written};
use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use protocol::{FoundMistakes, JudgedDeal, Mistake, MistakeAnswer, MyMistake, MyMistakes};
use serde_json::Value;
use store::{DealResult, Most, SessionId, StoredMistake};

use super::body::JsonBody;
use super::replays::LONG_ENOUGH;
use crate::error::{ApiError, JsonAnswer};
use crate::hourly;
use crate::origin::ClientIp;
use crate::session::Guest;
use crate::state::AppState;
use crate::stored::person;
use crate::time::now_ms;
use crate::turns::JobOwner;
use crate::work::Cancel;

/// The largest body: the mistakes in a deal.
pub(crate) const MAX_FOUND: usize = (catalog::MARKED + 1) * MAX_BYTES;

/// The greatest number of mistakes, and of bytes, that a person has without those that are learned.
const MOST: Most = Most { records: 256, bytes: 2 << 20 };

/// The greatest number of results that are looked at for deals that are not judged yet.
const MOST_DEALS: u32 = 50;

type Noted = Result<StatusCode, ApiError>;

/// Your mistakes, and the deals in which mistakes were not looked for yet.
#[utoipa::path(get, path = "/me/mistakes", responses((status = 200, body = MyMistakes)))]
pub(crate) async fn list(app: AppState, Guest(session): Guest) -> JsonAnswer<MyMistakes> {
    // This empty write ends after the results that tables of this server have already sent to the store.
    let _ = app.store.note_results(Vec::new()).await;
    let mistakes = app.store.mistakes_of(session.id, false).await?.into_iter().map(my_mistake).collect();
    Ok(Json(MyMistakes { mistakes, unjudged: unjudged(&app, session.id).await?, now_ms: now_ms() }))
}

async fn unjudged(app: &AppState, session: SessionId) -> Result<Vec<JudgedDeal>, ApiError> {
    let results = app.store.unjudged(session, MOST_DEALS).await?.into_iter();
    let mut deals: Vec<JudgedDeal> =
        results.map(|DealResult { table, game, deal, seat, .. }| JudgedDeal { table, game, deal, seat }).collect();
    deals.dedup();
    Ok(deals)
}

/// Deletes your mistakes. The deals stay judged.
#[utoipa::path(delete, path = "/me/mistakes", responses((status = 204)))]
pub(crate) async fn forget(app: AppState, Guest(session): Guest) -> Noted {
    app.store.forget_mistakes(session.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A mistake that you have not learned yet, with what you played and what would have been better.
#[utoipa::path(get, path = "/me/mistakes/{id}", responses((status = 200, body = Mistake)))]
pub(crate) async fn mistake(app: AppState, Guest(session): Guest, Path(id): Path<String>) -> JsonAnswer<Value> {
    Ok(Json(my_mistake(find(&app, session.id, &id).await?).mistake))
}

async fn find(app: &AppState, session: SessionId, id: &str) -> Result<StoredMistake, ApiError> {
    app.store.mistake(session, id).await?.filter(|one| one.step < LEARNED).ok_or(ApiError::UnknownMistake)
}

/// Answers a mistake that has come back. It comes back after 3, 10 and 30 days when it is right, and after a day when
/// it is wrong. An answer before its time changes nothing. The answer of the server is the mistake's line in the list.
#[utoipa::path(
    post,
    path = "/me/mistakes/{id}",
    request_body = MistakeAnswer,
    responses((status = 200, body = MyMistake)),
)]
pub(crate) async fn answer(
    app: AppState,
    Guest(session): Guest,
    Path(id): Path<String>,
    JsonBody(MistakeAnswer { step: from, right }): JsonBody<MistakeAnswer>,
) -> JsonAnswer<MyMistake> {
    let (stored, now_ms) = (find(&app, session.id, &id).await?, now_ms());
    if stored.step == from && stored.due_ms <= now_ms {
        let (step, due_ms) = next_step(from, right, now_ms);
        let mistake = if step < LEARNED { stored.mistake } else { String::new() };
        app.store.answer_mistake(session.id, from, StoredMistake { step, due_ms, mistake, ..stored }).await?;
    }
    let stored = app.store.mistake(session.id, &id).await?.ok_or(ApiError::UnknownMistake)?;
    Ok(Json(my_mistake(StoredMistake { mistake: String::new(), ..stored })))
}

/// Stores the mistakes in a deal that your own device has judged.
#[utoipa::path(post, path = "/me/mistakes", request_body = FoundMistakes, responses((status = 204)))]
pub(crate) async fn add(
    app: AppState,
    Guest(session): Guest,
    client_ip: ClientIp,
    JsonBody(found): JsonBody<FoundMistakes>,
) -> Noted {
    checked(&found)?;
    let bytes: usize = found.mistakes.iter().filter_map(written).map(|text| text.len()).sum();
    hourly::import(&app, client_ip.0, [bytes].into_iter())?;
    note(&app, session.id, found).await
}

/// Finds and stores your mistakes in the newest deal at a table that is not judged yet. It may take a minute, and stops
/// when you leave. `busy`: another deal of yours is being judged.
#[utoipa::path(post, path = "/tables/{id}/mistakes", responses((status = 204)))]
pub(crate) async fn judge(app: AppState, Guest(session): Guest, client_ip: ClientIp, Path(id): Path<String>) -> Noted {
    let (work, owner) = (app.tables.work(), JobOwner::of(&app.trust, Some(&session), client_ip));
    // A guest has one such job at a time. It waits for its turns among the analyses.
    let _only = work.judging.place(owner)?;
    let of = unjudged(&app, session.id).await?.into_iter().find(|of| of.table == id).ok_or(ApiError::UnknownDeal)?;
    let stored = app.store.find(&id).await?.ok_or(ApiError::UnknownTable)?;
    let place = work.analyses.place(owner)?;
    let reader = Some(person(session.id));
    let record = app.tables.read(stored, move |room| room.record(reader)).await?;
    let deal = of.clone();
    let begin = move |_: &AtomicBool| DealJudgement::begin(deal, &record);
    let found = match work.replays.run(owner, LONG_ENOUGH, begin).await? {
        Ok(judgement) => place.run_steps(&Cancel::default(), app.limits.search, judgement, DealJudgement::step).await,
        // Nothing else can be found in it later.
        Err(_) => Some(FoundMistakes { of, mistakes: Vec::new() }),
    };
    note(&app, session.id, found.ok_or(ApiError::Away)?).await
}

/// Stores the mistakes in a deal.
async fn note(app: &AppState, session: SessionId, FoundMistakes { of, mistakes }: FoundMistakes) -> Noted {
    let (step, due_ms) = next_step(0, false, now_ms());
    let stored = |mistake: Mistake| {
        let text = written(&mistake)?;
        Some(StoredMistake { id: mistake.id, game: mistake.of.game, step, due_ms, mistake: text })
    };
    let found = mistakes.into_iter().filter_map(stored).collect();
    let is_new = app.store.note_mistakes(session, &of.table, of.deal, found, MOST).await?;
    is_new.then_some(StatusCode::NO_CONTENT).ok_or(ApiError::UnknownDeal)
}

/// Returns a stored mistake as its person gets it.
pub(super) fn my_mistake(StoredMistake { id, game, step, due_ms, mistake }: StoredMistake) -> MyMistake {
    MyMistake { id, game, step, due_ms, mistake: serde_json::from_str(&mistake).unwrap_or_default() }
}
