//! Seats at a table: taking one, and leaving it for good.

use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use protocol::{Open, SeatTaken, SitDown};
use room::Input;
use store::{Session, Stored};

use super::body::JsonBody;
use crate::actor::Mail;
use crate::error::{ApiError, JsonAnswer};
use crate::origin::ClientIp;
use crate::session::Guest;
use crate::state::AppState;
use crate::stored::{person, settings_of};

/// Takes a seat at a public table. Asking again gives the same seat. At a table of friends that can be watched, the host is
/// asked (`waits_for_host`).
#[utoipa::path(post, path = "/tables/{id}/seat", request_body = SitDown, responses((status = 200, body = SeatTaken)))]
pub(crate) async fn take(
    app: AppState,
    Guest(session): Guest,
    client_ip: ClientIp,
    Path(id): Path<String>,
    JsonBody(asked): JsonBody<SitDown>,
) -> JsonAnswer<SeatTaken> {
    let stored = app.store.find(&id).await?.ok_or(ApiError::UnknownTable)?;
    let sits = stored.setup.seats.iter().any(|seated| seated.session == Some(session.id));
    let settings = settings_of(&stored.setup);
    if !sits && (settings.open == Open::Alone || (settings.open == Open::Friends && !settings.watch)) {
        return Err(ApiError::NotYourTable);
    }
    sit(&app, (session, client_ip), asked.name.as_deref(), (stored, None)).await.map(Json)
}

/// Leaves a match for good: a bot takes over. An unfinished game that nobody else ever played, or watches, is deleted.
#[utoipa::path(delete, path = "/tables/{id}/seat", responses((status = 204)))]
pub(crate) async fn leave(
    app: AppState,
    Guest(session): Guest,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let stored = app.store.find(&id).await?.ok_or(ApiError::UnknownTable)?;
    if !stored.setup.seats.iter().any(|seated| seated.session == Some(session.id)) {
        return Err(ApiError::NotYourTable);
    }
    if stored.ending.is_some() {
        return Err(ApiError::bad("match_over", "This match is over: there is nothing to leave."));
    }
    if settings_of(&stored.setup).day.is_some_and(|day| day.first && day.date == app.tables.days().today()) {
        // Whoever could leave could begin again.
        return Err(ApiError::bad("day", room::CLOSED_BY_DAY));
    }
    let person = person(session.id);
    let quit = |stored: Stored| app.tables.request(stored, move |request| Input::Quit { request, person });
    if app.tables.is_awake(&id) {
        // If other people watch or wait, the game goes on for them. A closed table has no actor. The error that says so
        // is ignored.
        if let Err(ApiError::Store(error)) = quit(stored.clone()).await {
            return Err(error.into());
        }
    }
    if app.store.drop_alone(session.id, &id).await? {
        if app.tables.is_awake(&id) {
            // If the message is lost because the table is being loaded again, the actor finds the table deleted.
            let _ = app.tables.wake(stored).send(Box::new(Mail::Input(Input::Forget { person }))).await;
        }
        tracing::info!(table = id, "a table was removed by the only person who played there");
        return Ok(StatusCode::NO_CONTENT);
    }
    quit(stored).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a free seat under a name, which becomes the session's name. `link_ms` is the time when the person's link was
/// made.
pub(crate) async fn sit(
    app: &AppState,
    (mut session, ClientIp(client_ip)): (Session, ClientIp),
    name: Option<&str>,
    (stored, link_ms): (Stored, Option<i64>),
) -> Result<SeatTaken, ApiError> {
    if let Some(name) = name {
        let name = app.host.name(name)?;
        if name != session.name {
            app.store.rename(session.id, &name).await?;
            session.name = name;
        }
    }
    let id = stored.setup.id.clone();
    let network = app.trust.network(client_ip);
    let Session { id: session, name } = session;
    let sit = move |request| Input::Sit { request, person: person(session), name, network, link_ms };
    let seat = app.tables.request(stored, sit).await?;
    Ok(SeatTaken { id, seat })
}
