//! Public tables, and quick matches, which find a seat at a public table.

use axum::Json;
use axum::extract::Query;
use axum::http::Method;
use protocol::{ClockKind, Lobby, NewTable, Open, QuickMatch, SeatTaken, Stage};
use serde::Deserialize;

use super::body::JsonBody;
use super::seats::sit;
use super::tables::may_open;
use crate::error::{ApiError, JsonAnswer};
use crate::forward::ask_table;
use crate::forwarded_client::ForwardedClient;
use crate::origin::ClientIp;
use crate::session::Guest;
use crate::setup::new_setup;
use crate::state::AppState;
use crate::stored::{json, settings_of};

/// The time, in seconds, for which a quick match waits for people. After that, bots take the free seats.
const QUICK_FILL_S: u32 = 20;

/// The errors after which a quick match tries the next table.
const PASSED_OVER: [&str; 4] = ["full", "same_network", "away", "elsewhere"];

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LobbyQuery {
    /// Only tables of this game.
    game: Option<String>,
}

/// Public tables where somebody is present.
#[utoipa::path(get, path = "/lobby", params(LobbyQuery), responses((status = 200, body = Lobby)))]
pub(crate) async fn lobby(app: AppState, Query(LobbyQuery { game }): Query<LobbyQuery>) -> Json<Lobby> {
    app.tables.lobby().refresh(&*app.store).await;
    Json(Lobby { tables: app.tables.lobby().tables(game.as_deref()) })
}

/// Takes a seat where others wait, or opens a table, whose free seats bots take after 20 s. Each network gets one seat
/// only at such a table.
#[utoipa::path(post, path = "/quick", request_body = QuickMatch, responses((status = 200, body = SeatTaken)))]
pub(crate) async fn quick(
    app: AppState,
    Guest(mut session): Guest,
    client_ip: ClientIp,
    JsonBody(QuickMatch { game, name }): JsonBody<QuickMatch>,
) -> JsonAnswer<SeatTaken> {
    if let Some(name) = &name {
        session.name = app.host.name(name)?;
        app.store.rename(session.id, &session.name).await?;
    }
    app.tables.lobby().refresh(&*app.store).await;
    for table in app.tables.lobby().tables(Some(&game)) {
        let waits = table.stage == Stage::Gathering && table.seats.iter().any(|seat| seat.free);
        let Some(stored) = (if waits { app.store.find(&table.id).await? } else { None }) else { continue };
        // Only tables that another quick match opened count. If another person takes the seat first, the next table is
        // tried.
        if settings_of(&stored.setup).fill_s.is_none() {
            continue;
        }
        let place = format!("api/v1/tables/{}/seat", table.id);
        let client = ForwardedClient::new(client_ip.0, &session);
        let seated = match ask_table(&app, &client, Method::POST, (&table.id, &place, "{}")).await {
            Some(answer) => answer.and_then(|body| serde_json::from_slice(&body).map_err(|_| ApiError::Away)),
            None => sit(&app, (session.clone(), client_ip), None, (stored, None)).await,
        };
        match seated {
            Err(why) if PASSED_OVER.contains(&why.body().key.as_str()) => {}
            seated => return seated.map(Json),
        }
    }
    let asked = NewTable { game, open: Some(Open::Public), clock: Some(ClockKind::Relaxed), ..NewTable::default() };
    let mut setup = new_setup(&asked, &session)?;
    let mut settings = settings_of(&setup);
    settings.fill_s = Some(QUICK_FILL_S);
    setup.settings = json(&settings);
    may_open(&app, &session, client_ip).await?;
    let id = setup.id.clone();
    app.store.create(setup).await?;
    Ok(Json(SeatTaken { id, seat: 0 }))
}
