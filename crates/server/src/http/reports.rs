//! Reports by a player about another player, for the administrator of the server.

use axum::extract::Path;
use axum::http::StatusCode;
use protocol::PlayerReport;
use room::Denied;
use store::Report;

use super::body::JsonBody;
use crate::error::ApiError;
use crate::session::Guest;
use crate::state::AppState;
use crate::stored::person;
use crate::time::now_ms;

/// The longest text of a report, in characters.
const MOST_CHARS: usize = 500;

/// Reports another player at your table to the administrator of the server, with the last lines of chat that you could read. One
/// report of each player can wait to be read (`reported`).
#[utoipa::path(post, path = "/tables/{id}/reports", request_body = PlayerReport, responses((status = 204)))]
pub(crate) async fn report(
    app: AppState,
    Guest(session): Guest,
    Path(id): Path<String>,
    JsonBody(PlayerReport { seat, words }): JsonBody<PlayerReport>,
) -> Result<StatusCode, ApiError> {
    let words = room::names::on_a_line(&words);
    if words.chars().count() > MOST_CHARS {
        return Err(ApiError::bad("report_too_long", format!("A report can have up to {MOST_CHARS} characters.")));
    }
    let stored = app.store.find(&id).await?.ok_or(ApiError::UnknownTable)?;
    let seated = stored.setup.seats.get(usize::from(seat)).cloned();
    let seated = seated.ok_or_else(|| ApiError::bad("unknown_seat", "This seat doesn't exist."))?;
    let about = seated.session.filter(|about| *about != session.id);
    let about = about.ok_or_else(|| ApiError::bad("no_person", "Choose a seat with another player in it."))?;
    // Reading the chat fails for people who have no seat, so only players can report.
    let reader = person(session.id);
    let mut lines = app.tables.read(stored, move |room| room.chat_read_by(reader).ok_or(Denied::NotYourTable)).await?;
    // A report is deleted together with the person whom it is about. So it must not contain the names of other people.
    for line in lines.iter_mut().filter(|line| line.seat != Some(seat) || line.name != seated.name) {
        line.name = line.seat.map_or_else(|| "Spectator".to_owned(), |seat| format!("Player {}", seat + 1));
    }
    let report = Report {
        id: 0,
        at_ms: now_ms(),
        table: id,
        by: Some(session.id),
        about,
        name: seated.name,
        words,
        lines: serde_json::to_string(&lines).expect("text and numbers"),
        read_ms: None,
    };
    match app.store.report(report).await? {
        Some(_) => Ok(StatusCode::NO_CONTENT),
        None => Err(ApiError::bad("reported", "You have reported this player already. The host will read it.")),
    }
}
