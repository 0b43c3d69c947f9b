//! Links for friends: 128 random bits that lead to a table, for a while, until the host takes them back. The store has
//! their hash alone.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use protocol::{Invitation, Invite, Open, QrCode, Seated, SitDown};
use sha2::{Digest, Sha256};
use store::{Session, Stored, TokenHash};

use crate::actor::Mail;
use crate::api::{read, seat_infos, stage_of};
use crate::app::App;
use crate::fault::Fault;
use crate::open_table::{self, options_of, random, settings_of};
use crate::session::Who;
use crate::time::{now_ms, rfc3339};

/// A week.
pub(crate) const GOOD_FOR_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// Links to one table that are good at the same time.
const MOST_INVITES: u32 = 20;
/// Modules around a QR code, as its standard wants.
const QUIET: u32 = 4;

/// `POST /api/v1/tables/{id}/invite`.
pub(crate) async fn invite(
    State(app): State<App>,
    Who(session): Who,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<Invite>), Fault> {
    hosted(&app, &session, &id).await?;
    let now = now_ms();
    let expires_ms = now + GOOD_FOR_MS;
    let invite = link(&app, &headers, "j", expires_ms)?;
    if !app.store.invite(&id, hash(&invite.token), expires_ms, now, MOST_INVITES).await? {
        let words = "This table has too many links. Share one of them, or disable them first.";
        return Err(Fault::bad("too_many_invites", words));
    }
    Ok((StatusCode::CREATED, Json(invite)))
}

/// A new token, the address under `/{place}/` that has it, and that as a QR code.
pub(crate) fn link(app: &App, headers: &HeaderMap, place: &str, expires_ms: i64) -> Result<Invite, Fault> {
    let token = hex::encode(random::<16>());
    let url = format!("{}/{place}/{token}", base(app, headers));
    let qr = qr_code(&url)?;
    Ok(Invite { token, url, expires: rfc3339(expires_ms), qr })
}

/// `DELETE /api/v1/tables/{id}/invite`: takes back all invitations.
pub(crate) async fn take_back(
    State(app): State<App>,
    Who(session): Who,
    Path(id): Path<String>,
) -> Result<StatusCode, Fault> {
    hosted(&app, &session, &id).await?;
    app.store.take_back_invites(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/v1/invites/{token}`.
pub(crate) async fn look(
    State(app): State<App>,
    Who(session): Who,
    Path(token): Path<String>,
) -> Result<Json<Invitation>, Fault> {
    let Stored { setup, ending, .. } = follow(&app, &token).await?;
    let seat = setup.seats.iter().position(|seated| seated.session == Some(session.id));
    let host = setup.seats.iter().find(|seated| seated.session.is_some() && seated.session == setup.host);
    Ok(Json(Invitation {
        stage: stage_of(&setup, ending.as_ref()),
        host: host.map(|seated| seated.name.clone()),
        seats: seat_infos(&setup, &[]),
        you: seat.map(|seat| seat as u8),
        options: options_of(&setup),
        settings: settings_of(&setup),
        table: setup.id,
        game: setup.game,
    }))
}

/// `POST /api/v1/invites/{token}`: sits down.
pub(crate) async fn accept(
    State(app): State<App>,
    Who(session): Who,
    headers: HeaderMap,
    Path(token): Path<String>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Seated>, Fault> {
    let asked: SitDown = read(&headers, body)?;
    let stored = follow(&app, &token).await?;
    sit(&app, session, asked.name.as_deref(), stored).await.map(Json)
}

/// `POST /api/v1/tables/{id}/seat`: sits down at a public table.
pub(crate) async fn seat(
    State(app): State<App>,
    Who(session): Who,
    headers: HeaderMap,
    Path(id): Path<String>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Seated>, Fault> {
    let asked: SitDown = read(&headers, body)?;
    let stored = app.store.find(&id).await?.ok_or(Fault::UnknownTable)?;
    let sits = stored.setup.seats.iter().any(|seated| seated.session == Some(session.id));
    if settings_of(&stored.setup).open != Open::Public && !sits {
        return Err(Fault::NotYourTable);
    }
    sit(&app, session, asked.name.as_deref(), stored).await.map(Json)
}

/// Takes a free seat under a name, which becomes the session's own.
pub(crate) async fn sit(app: &App, mut session: Session, name: Option<&str>, stored: Stored) -> Result<Seated, Fault> {
    if let Some(name) = name {
        let name = open_table::name(name)?;
        if name != session.name {
            app.store.rename(session.id, &name).await?;
            session.name = name;
        }
    }
    let id = stored.setup.id.clone();
    let seat = app.tables.ask(stored, |reply| Mail::Sit { session, reply }).await?;
    Ok(Seated { id, seat })
}

/// The table of an invitation.
async fn follow(app: &App, token: &str) -> Result<Stored, Fault> {
    let invited = app.store.invited(hash(token)).await?.ok_or(Fault::UnknownInvite)?;
    if invited.expires_ms <= now_ms() {
        return Err(Fault::ExpiredInvite);
    }
    app.store.find(&invited.table).await?.ok_or(Fault::UnknownInvite)
}

/// A table that the session runs.
async fn hosted(app: &App, session: &Session, id: &str) -> Result<(), Fault> {
    let stored = app.store.find(id).await?.ok_or(Fault::UnknownTable)?;
    if stored.setup.host != Some(session.id) {
        return Err(Fault::NotYourTable);
    }
    if settings_of(&stored.setup).open == Open::Alone {
        return Err(Fault::bad(
            "bots_only",
            "This table was opened for you and bots. Open one for friends to invite them.",
        ));
    }
    Ok(())
}

/// Under which the store knows a token.
pub(crate) fn hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

/// The address of this server as friends can reach it: the one it was told, else the one by which it was asked.
pub(crate) fn base(app: &App, headers: &HeaderMap) -> String {
    if let Some(url) = &app.public_url {
        return url.clone();
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let https = headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    format!("{}://{host}", if https { "https" } else { "http" })
}

fn qr_code(text: &str) -> Result<QrCode, Fault> {
    let code =
        qrcode::QrCode::new(text).map_err(|_| Fault::bad("too_long", "The address is too long for a QR code."))?;
    let width = code.width();
    let mut path = String::new();
    for (index, colour) in code.to_colors().into_iter().enumerate() {
        if colour == qrcode::Color::Dark {
            let (x, y) = (index % width + QUIET as usize, index / width + QUIET as usize);
            path.push_str(&format!("M{x} {y}h1v1h-1z"));
        }
    }
    Ok(QrCode { size: width as u32 + 2 * QUIET, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qr_code_has_its_three_corners_and_a_quiet_zone() {
        let QrCode { size, path } =
            qr_code("http://192.168.1.2:7878/j/0123456789abcdef0123456789abcdef").expect("short");
        // Version 4 or so: 17 + 4 v modules, and the quiet zone on both sides.
        assert_eq!((size - 2 * QUIET - 17) % 4, 0, "{size}");
        let far = size - QUIET - 1;
        for (x, y) in [(QUIET, QUIET), (far, QUIET), (QUIET, far)] {
            assert!(path.contains(&format!("M{x} {y}h")), "corner {x} {y}");
        }
        assert!(!path.contains("M3 ") && !path.contains(&format!("M{} ", far + 1)), "quiet around");
    }
}
