//! What is asked over HTTP: games, oneself, a new table, a record.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use catalog::Entry;
use game::OptionKind;
use protocol::{
    ClockKind, GameInfo, GameSeats, Games, Lobby, Me, NewName, NewTable, Open, OptionField, QuickMatch, SeatInfo,
    Seated, Stage, TableLine,
};
use room::{ENGINE, TableSummary};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use store::{Ending, Session, Setup, Stored};
use tokio::time::Instant;

use crate::actor::Mail;
use crate::app::App;
use crate::fault::Fault;
use crate::invites::sit;
use crate::open_table::{self, json, new_setup, room_seat, settings_of};
use crate::origin::Whence;
use crate::session::{Known, Who};
use crate::time::{now_ms, rfc3339};
use crate::work::Asker;

/// How many tables a list has at most.
pub(crate) const MOST_TABLES: u32 = 50;

/// Who opens a game and leaves it has opened it: so long it counts among the unfinished ones. A day.
const LEFT_COUNTS_MS: i64 = 24 * 60 * 60 * 1000;

/// How long a quick match waits for people before bots take the free seats.
const QUICK_FILL_S: u32 = 20;

/// `GET /api/v1/games`.
pub(crate) async fn games() -> Json<Games> {
    Json(Games { games: catalog::entries().iter().map(game_info).collect() })
}

/// `GET /api/v1/me`.
pub(crate) async fn me(State(app): State<App>, Who(session): Who) -> Result<Json<Me>, Fault> {
    let mut tables = Vec::new();
    for stored in app.store.tables_of(session.id, MOST_TABLES).await? {
        tables.extend(table_line(&app, &session, stored).await?);
    }
    Ok(Json(Me { name: session.name, tables }))
}

/// `POST /api/v1/me`.
pub(crate) async fn rename(
    State(app): State<App>,
    Who(mut session): Who,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Me>, Fault> {
    let NewName { name } = read(&headers, body)?;
    session.name = open_table::name(&name)?;
    app.store.rename(session.id, &session.name).await?;
    me(State(app), Who(session)).await
}

/// `POST /api/v1/tables`.
pub(crate) async fn open(
    State(app): State<App>,
    Who(session): Who,
    whence: Whence,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<Seated>), Fault> {
    let asked: NewTable = read(&headers, body)?;
    let mut setup = new_setup(&asked, &session)?;
    may_open(&app, &session, whence).await?;
    crate::deals::mark_daily(&app, Asker::Guest(session.id), &mut setup).await?;
    let (id, game) = (setup.id.clone(), setup.game.clone());
    // A table for one and bots begins at once.
    let begun = setup.started_ms.is_some();
    app.store.create(setup).await?;
    tracing::info!(table = id, game, "a table was opened");
    if begun {
        app.meters.match_begun(&game);
    }
    Ok((StatusCode::CREATED, Json(Seated { id, seat: 0 })))
}

/// `DELETE /api/v1/tables/{id}/seat`: leaves a match for good. What nobody else ever played is gone with that.
pub(crate) async fn leave(
    State(app): State<App>,
    Who(session): Who,
    Path(id): Path<String>,
) -> Result<StatusCode, Fault> {
    let stored = app.store.find(&id).await?.ok_or(Fault::UnknownTable)?;
    if !stored.setup.seats.iter().any(|seated| seated.session == Some(session.id)) {
        return Err(Fault::NotYourTable);
    }
    if stored.ending.is_some() {
        return Err(Fault::bad("match_over", "This match is over: there is nothing to leave."));
    }
    if app.store.drop_alone(session.id, &id).await? {
        if app.tables.is_awake(&id) {
            // It finds that there is nothing to load again.
            let _ = app.tables.wake(stored).send(Box::new(Mail::Forgotten(session.id))).await;
        }
        tracing::info!(table = id, "a table was removed by the only person who played there");
        return Ok(StatusCode::NO_CONTENT);
    }
    app.tables.ask(stored, |reply| Mail::Quit { session: session.id, reply }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Which tables of the lobby.
#[derive(Deserialize)]
pub(crate) struct OfGame {
    game: Option<String>,
}

/// `GET /api/v1/lobby`.
pub(crate) async fn lobby(State(app): State<App>, Query(OfGame { game }): Query<OfGame>) -> Json<Lobby> {
    Json(Lobby { tables: app.tables.lobby().tables(game.as_deref()) })
}

/// `POST /api/v1/quick`.
pub(crate) async fn quick(
    State(app): State<App>,
    Who(mut session): Who,
    whence: Whence,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Seated>, Fault> {
    let QuickMatch { game, name } = read(&headers, body)?;
    if let Some(name) = &name {
        session.name = open_table::name(name)?;
        app.store.rename(session.id, &session.name).await?;
    }
    for table in app.tables.lobby().tables(Some(&game)) {
        let waits = table.stage == Stage::Gathering && table.seats.iter().any(|seat| seat.free);
        let Some(stored) = (if waits { app.store.find(&table.id).await? } else { None }) else { continue };
        // Where everything was as it was meant to be; somebody else may be faster.
        if settings_of(&stored.setup).fill_s.is_none() {
            continue;
        }
        match sit(&app, session.clone(), None, stored).await {
            Err(Fault::Full | Fault::Away) => {}
            seated => return seated.map(Json),
        }
    }
    let asked = NewTable { game, open: Some(Open::Public), clock: Some(ClockKind::Relaxed), ..NewTable::default() };
    let mut setup = new_setup(&asked, &session)?;
    let mut settings = settings_of(&setup);
    settings.fill_s = Some(QUICK_FILL_S);
    setup.settings = json(&settings);
    may_open(&app, &session, whence).await?;
    let id = setup.id.clone();
    app.store.create(setup).await?;
    Ok(Json(Seated { id, seat: 0 }))
}

/// Refuses one table more to somebody who runs many, or from where many were opened lately.
async fn may_open(app: &App, session: &Session, Whence(whence): Whence) -> Result<(), Fault> {
    let most = app.limits.tables;
    if most > 0 && app.store.runs(session.id, now_ms() - LEFT_COUNTS_MS).await? >= most {
        app.meters.refused("tables");
        return Err(Fault::TooManyTables { most });
    }
    if !app.openings.take(whence, app.limits.new_tables_per_h, Instant::now()) {
        app.meters.refused("new_tables");
        return Err(Fault::TooManyNewTables);
    }
    Ok(())
}

/// `GET /api/v1/tables/{id}/record`.
pub(crate) async fn record(
    State(app): State<App>,
    Known(who): Known,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let stored = app.store.find(&id).await?.ok_or(Fault::UnknownTable)?;
    let session = who.map(|session| session.id);
    let record = app.tables.ask(stored, |reply| Mail::Record { session, reply }).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"cardroom-{id}.jsonl\"")),
    ];
    Ok((headers, format!("{record}\n")).into_response())
}

/// `GET /api/v1/tables/{id}/course`: whoever comes back to a table reads what has happened there.
pub(crate) async fn course(
    State(app): State<App>,
    Who(session): Who,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let stored = app.store.find(&id).await?.ok_or(Fault::UnknownTable)?;
    let course = app.tables.ask(stored, |reply| Mail::History { session: session.id, reply }).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], course).into_response())
}

/// A table in the list of somebody who has a seat there. A table that cannot be read is left out: the rest of the list
/// must not go with it.
async fn table_line(app: &App, session: &Session, stored: Stored) -> Result<Option<TableLine>, Fault> {
    let Some(seat) = stored.setup.seats.iter().position(|seated| seated.session == Some(session.id)) else {
        return Ok(None);
    };
    let setup = stored.setup.clone();
    let line = match stored.ending.clone() {
        Some(ending) => {
            Ok(TableSummary { over: true, must: Vec::new(), next: Vec::new(), totals: ending.totals, here: Vec::new() })
        }
        None if app.tables.is_awake(&setup.id) => app.tables.ask(stored, Mail::Summary).await,
        None => app.tables.summary_of_sleeper(stored).await,
    };
    let Ok(line) = line else { return Ok(None) };
    let seat = u8::try_from(seat).expect("a table has at most eight seats");
    Ok(Some(TableLine {
        stage: if line.over { Stage::Over } else { stage_of(&setup, None) },
        seats: seat_infos(&setup, &line.here),
        id: setup.id,
        game: setup.game,
        seat,
        over: line.over,
        your_turn: line.must.contains(&seat),
        your_next: line.next.contains(&seat),
        totals: line.totals,
        created: rfc3339(setup.created_ms),
    }))
}

/// How far a stored table is.
pub(crate) fn stage_of(setup: &Setup, ending: Option<&Ending>) -> Stage {
    match (setup.started_ms, ending) {
        (None, _) => Stage::Gathering,
        (Some(_), None) => Stage::Playing,
        (Some(_), Some(_)) => Stage::Over,
    }
}

/// Who sits at a stored table; `here` are the seats whose people are connected.
pub(crate) fn seat_infos(setup: &Setup, here: &[u8]) -> Vec<SeatInfo> {
    let seats = setup.seats.iter().zip(0_u8..).map(|(seated, index)| SeatInfo {
        name: seated.name.clone(),
        bot: seated.bot.clone(),
        here: seated.bot.as_deref().is_some_and(|level| level != ENGINE) || here.contains(&index),
        free: room_seat(seated).is_free(),
        ..SeatInfo::default()
    });
    seats.collect()
}

/// Reads a JSON body.
pub(crate) fn read<T: DeserializeOwned>(headers: &HeaderMap, body: Result<Bytes, BytesRejection>) -> Result<T, Fault> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().is_none_or(|kind| !kind.trim().eq_ignore_ascii_case("application/json")) {
        return Err(Fault::NotJson);
    }
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Fault::TooLarge,
        _ => Fault::bad("malformed", "The request was incomplete."),
    })?;
    serde_json::from_slice(&body)
        .map_err(|error| Fault::bad("malformed", format!("The request doesn't fit: {error}. See docs/protocol.md.")))
}

fn game_info(entry: &Entry) -> GameInfo {
    GameInfo {
        id: entry.id.to_owned(),
        seats: GameSeats { min: *entry.seats.start(), max: *entry.seats.end(), usual: entry.usual_seats },
        options: entry.options.iter().map(|field| option_field(field, &entry.defaults[field.key])).collect(),
        levels: entry.levels.iter().map(|level| (*level).to_owned()).collect(),
        races: entry.races,
        numbered: entry.numbered,
        solved: entry.solved,
    }
}

fn option_field(field: &game::OptionField, default: &Value) -> OptionField {
    let key = field.key.to_owned();
    let kept = "a default is a value of its option";
    match field.kind {
        OptionKind::Bool => OptionField::Bool { key, default: default.as_bool().expect(kept) },
        OptionKind::Int { min, max, none } => {
            let default = default.as_u64().map(|n| u32::try_from(n).expect(kept));
            OptionField::Int { key, min, max, none, default }
        }
        OptionKind::Choice(choices) => OptionField::Choice {
            key,
            choices: choices.iter().map(|choice| (*choice).to_owned()).collect(),
            default: default.as_str().expect(kept).to_owned(),
        },
    }
}
