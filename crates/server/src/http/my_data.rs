//! The export and the deletion of everything that is stored about a person.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{MyData, MyInvite, MyRecord, MyResult, MyTable};
use store::{DealResult, SessionId, Stored};

use super::days::{own_tries, shown};
use super::mistakes::my_mistake;
use super::statistics::{counted, results_of};
use crate::error::ApiError;
use crate::person;
use crate::session::{self, Guest};
use crate::state::AppState;
use crate::time::rfc3339;

/// Everything that the server stores about you.
#[utoipa::path(get, path = "/me/data", responses((status = 200, body = MyData)))]
pub(crate) async fn data(app: AppState, Guest(session): Guest) -> Result<Response, ApiError> {
    let held = app.store.held(session.id).await?;
    let results = results_of(&app, session.id).await?;
    let mistakes = app.store.mistakes_of(session.id, true).await?;
    let mine = MyData {
        name: session.name,
        since: rfc3339(held.since_ms),
        tables: held.tables.into_iter().map(|stored| table(stored, session.id)).collect(),
        statistics: counted(results.clone()).games,
        results: results.into_iter().map(result).collect(),
        invites: held
            .invites
            .into_iter()
            .map(|invited| MyInvite { table: invited.table, expires: rfc3339(invited.expires_ms) })
            .collect(),
        records: held
            .records
            .into_iter()
            .map(|(id, at_ms)| MyRecord { record: format!("/api/v1/records/{id}"), id, at: rfc3339(at_ms) })
            .collect(),
        mistakes: mistakes.into_iter().map(my_mistake).collect(),
        tries: own_tries(&app, Some(session.id), 0).await?.iter().map(shown).collect(),
    };
    let file = [(header::CONTENT_DISPOSITION, "inline; filename=\"cardroom-data.json\"")];
    Ok((file, Json(mine)).into_response())
}

/// Permanently deletes your session, name, results, mistakes, imported records, invitations, and the unfinished games
/// that nobody else played or watches. A match with others goes on with a bot. Your own connections close, nobody
/// else's. Where your seat is still recorded, its name becomes "Player 1".
#[utoipa::path(delete, path = "/me", responses((status = 204)))]
pub(crate) async fn forget(app: AppState, Guest(who): Guest) -> Result<Response, ApiError> {
    person::forget(&app, who.id).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    session::forget_cookies(&mut response);
    Ok(response)
}

fn table(stored: Stored, session: SessionId) -> MyTable {
    let Stored { setup, ending, .. } = stored;
    let seat = setup.seats.iter().position(|seated| seated.session == Some(session));
    MyTable {
        record: format!("/api/v1/tables/{}/record", setup.id),
        id: setup.id,
        game: setup.game,
        seat: seat.map(|seat| seat as u8),
        name: seat.map(|seat| setup.seats[seat].name.clone()),
        host: setup.host == Some(session),
        created: rfc3339(setup.created_ms),
        ended: ending.as_ref().map(|ending| rfc3339(ending.at_ms)),
        totals: ending.map(|ending| ending.totals),
    }
}

fn result(result: DealResult) -> MyResult {
    let DealResult { table, deal, seat, game, points, level, won, took_ms, assisted, at_ms, .. } = result;
    MyResult { table, deal, seat, game, points, level, won, took_ms, assisted, at: rfc3339(at_ms) }
}
