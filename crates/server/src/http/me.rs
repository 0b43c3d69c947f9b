//! The name and the tables of the session.

use axum::Json;
use protocol::{Me, NewName, Stage, TableLine};
use room::TableSummary;
use store::{Session, Stored};

use super::body::JsonBody;
use crate::error::{ApiError, JsonAnswer};
use crate::session::Guest;
use crate::state::AppState;
use crate::stored::{listed_seats, settings_of, stage_of};
use crate::time::rfc3339;

pub(super) const MOST_TABLES: u32 = 50;

/// Your name and your games.
#[utoipa::path(get, path = "/me", responses((status = 200, body = Me)))]
pub(crate) async fn me(app: AppState, Guest(session): Guest) -> JsonAnswer<Me> {
    let mut tables = Vec::new();
    for stored in app.store.tables_of(session.id, MOST_TABLES).await? {
        tables.extend(table_line(&app, &session, stored).await?);
    }
    Ok(Json(Me { name: session.name, tables }))
}

/// Takes another name.
#[utoipa::path(post, path = "/me", request_body = NewName, responses((status = 200, body = Me)))]
pub(crate) async fn rename(
    app: AppState,
    Guest(mut session): Guest,
    JsonBody(NewName { name }): JsonBody<NewName>,
) -> JsonAnswer<Me> {
    session.name = app.host.name(&name)?;
    app.store.rename(session.id, &session.name).await?;
    me(app, Guest(session)).await
}

/// Describes a table in the list of a person who has a seat at it. A table that cannot be read is left out, so that the
/// other tables of the list can be shown.
async fn table_line(app: &AppState, session: &Session, stored: Stored) -> Result<Option<TableLine>, ApiError> {
    let Some(seat) = stored.setup.seats.iter().position(|seated| seated.session == Some(session.id)) else {
        return Ok(None);
    };
    let setup = stored.setup.clone();
    let ended = stored.ending.as_ref().map(|ending| rfc3339(ending.at_ms));
    let line = match stored.ending.clone() {
        Some(ending) => Ok(TableSummary { over: true, totals: ending.totals, ..TableSummary::default() }),
        None if app.tables.is_awake(&setup.id) => app.tables.read(stored, |room| Ok(room.summary())).await,
        None => app.tables.summary_of_sleeper(stored).await,
    };
    let Ok(line) = line else { return Ok(None) };
    let seat = u8::try_from(seat).expect("a table has at most eight seats");
    Ok(Some(TableLine {
        stage: if line.over { Stage::Over } else { stage_of(&setup, None) },
        seats: listed_seats(&setup),
        practice: settings_of(&setup).practice.is_some(),
        id: setup.id,
        game: setup.game,
        seat,
        over: line.over,
        your_turn: line.must.contains(&seat),
        your_next: line.next.contains(&seat),
        totals: line.totals,
        created: rfc3339(setup.created_ms),
        ended,
    }))
}
