//! Links for friends. A link is 128 random bits that lead to a table, for a week or until the host disables it. The
//! store has only the hash of a link.

use axum::Json;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use protocol::{Invitation, Invite, Open, SeatTaken, SitDown};
use store::{Session, Stored};

use super::body::JsonBody;
use super::seats::sit;
use crate::error::{ApiError, JsonAnswer};
use crate::ids::hash;
use crate::links::link;
use crate::origin::ClientIp;
use crate::session::Guest;
use crate::state::AppState;
use crate::stored::{listed_seats, options_of, settings_of, stage_of};
use crate::time::now_ms;

/// The time for which a link is valid: a week.
pub(crate) const GOOD_FOR_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// The greatest number of links to one table that may be valid at the same time.
const MOST_INVITES: u32 = 20;

/// Makes a link for friends, valid for a week. Host only.
#[utoipa::path(post, path = "/tables/{id}/invite", responses((status = 201, body = Invite)))]
pub(crate) async fn invite(
    app: AppState,
    Guest(session): Guest,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<Invite>), ApiError> {
    hosted(&app, &session, &id).await?;
    let now = now_ms();
    let expires_ms = now + GOOD_FOR_MS;
    let invite = link(&app, &headers, "j", expires_ms)?;
    if !app.store.invite(&id, hash(&invite.token), expires_ms, now, MOST_INVITES).await? {
        let words = "This table has too many links. Share one of them, or disable them first.";
        return Err(ApiError::bad("too_many_invites", words));
    }
    Ok((StatusCode::CREATED, Json(invite)))
}

/// Disables all links to a table. Host only.
#[utoipa::path(delete, path = "/tables/{id}/invite", responses((status = 204)))]
pub(crate) async fn revoke(
    app: AppState,
    Guest(session): Guest,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    hosted(&app, &session, &id).await?;
    app.store.revoke_invites(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The table to which a link leads.
#[utoipa::path(get, path = "/invites/{token}", responses((status = 200, body = Invitation)))]
pub(crate) async fn look(app: AppState, Guest(session): Guest, Path(token): Path<String>) -> JsonAnswer<Invitation> {
    let (Stored { setup, ending, .. }, _) = resolve(&app, &token).await?;
    let seat = setup.seats.iter().position(|seated| seated.session == Some(session.id));
    let host = setup.seats.iter().find(|seated| seated.session.is_some() && seated.session == setup.host);
    Ok(Json(Invitation {
        stage: stage_of(&setup, ending.as_ref()),
        host: host.map(|seated| seated.name.clone()),
        seats: listed_seats(&setup),
        you: seat.map(|seat| seat as u8),
        options: options_of(&setup),
        settings: settings_of(&setup),
        table: setup.id,
        game: setup.game,
    }))
}

/// Takes a seat at the table of a link. Asking again gives the same seat. If the host has removed somebody since the link was
/// made, the host is asked first (`waits_for_host`; docs/develop/protocol.md, "Who gets a seat").
#[utoipa::path(post, path = "/invites/{token}", request_body = SitDown, responses((status = 200, body = SeatTaken)))]
pub(crate) async fn accept(
    app: AppState,
    Guest(session): Guest,
    client_ip: ClientIp,
    Path(token): Path<String>,
    JsonBody(asked): JsonBody<SitDown>,
) -> JsonAnswer<SeatTaken> {
    let stored = resolve(&app, &token).await?;
    sit(&app, (session, client_ip), asked.name.as_deref(), stored).await.map(Json)
}

/// Returns the table of an invitation, and the time when the invitation was made.
async fn resolve(app: &AppState, token: &str) -> Result<(Stored, Option<i64>), ApiError> {
    let invited = app.store.invited(hash(token)).await?.ok_or(ApiError::UnknownInvite)?;
    if invited.expires_ms <= now_ms() {
        return Err(ApiError::ExpiredInvite);
    }
    let stored = app.store.find(&invited.table).await?.ok_or(ApiError::UnknownInvite)?;
    Ok((stored, Some(invited.expires_ms - GOOD_FOR_MS)))
}

/// Checks that the session is the host of a table that other people can join.
async fn hosted(app: &AppState, session: &Session, id: &str) -> Result<(), ApiError> {
    let stored = app.store.find(id).await?.ok_or(ApiError::UnknownTable)?;
    if stored.setup.host != Some(session.id) {
        return Err(ApiError::NotYourTable);
    }
    if settings_of(&stored.setup).open == Open::Alone {
        return Err(ApiError::bad(
            "bots_only",
            "This table was opened for you and bots. Open one for friends to invite them.",
        ));
    }
    Ok(())
}
