//! Finished deals, position by position.

use std::time::Duration;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use game::{Seat, Viewer};
use protocol::{DealScore, Margin, Replay, ReplayStep, SeatInfo, TableEvent};
use room::log_entry::{LogEntry, margins_of_deal};
use room::{By, by_bots};
use serde::Deserialize;
use serde_json::value::RawValue;
use store::Seated;
use table::record::{Raw, RecordFault};

use crate::actor::Mail;
use crate::error::ApiError;
use crate::origin::ClientIp;
use crate::session::MaybeSession;
use crate::state::AppState;
use crate::stored::log_entry;
use crate::work::JobOwner;

/// The time after which a job that ends by itself is logged as slow.
pub(crate) const LONG_ENOUGH: Duration = Duration::from_secs(10);

/// Which part of a replay is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplayQuery {
    /// Which deal, from 0.
    deal: u32,
    /// A seat, or `all`.
    viewer: Option<String>,
}

/// A finished deal of a match, position by position, for those who may have the record.
#[utoipa::path(
    get,
    path = "/tables/{id}/replay",
    params(
        ("deal" = String, Query, description = "Which deal, from 0: has to be said."),
        ("viewer" = Option<String>, Query, description = "The seat whose eyes these are; all, or nothing: all hands open."),
    ),
    responses(
        (status = 200, body = protocol::Replay<serde_json::Value>),
        (status = 400),
        (status = 403),
        (status = 404),
        (status = 410),
    ),
)]
// It shows only what the record shows that may be given out now.
pub(crate) async fn of_table(
    State(app): State<AppState>,
    MaybeSession(session): MaybeSession,
    client_ip: ClientIp,
    Path(id): Path<String>,
    asked: Result<Query<ReplayQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let asked = read(asked)?;
    let asker = JobOwner::of(session.as_ref(), client_ip);
    let session = session.map(|session| session.id);
    let stored = app.store.find(&id).await?.ok_or(ApiError::UnknownTable)?;
    let (seats, number) = (stored.setup.seats.clone(), stored.setup.number);
    let record = app.tables.ask(stored, |reply| Mail::Record { session, reply }).await?;
    // Who acted, and how close a race was, is in the log, not in the record. A finished deal has all of its events.
    let log = app.store.events(&id).await?;
    replayed(app, asker, record, asked, seats, number, log).await
}

/// A finished deal of an imported record.
#[utoipa::path(
    get,
    path = "/records/{id}/replay",
    params(
        ("deal" = String, Query, description = "Which deal, from 0: has to be said."),
        ("viewer" = Option<String>, Query, description = "The seat whose eyes these are; all, or nothing: all hands open."),
    ),
    responses((status = 200, body = protocol::Replay<serde_json::Value>), (status = 400), (status = 404)),
)]
pub(crate) async fn of_record(
    State(app): State<AppState>,
    MaybeSession(session): MaybeSession,
    client_ip: ClientIp,
    Path(id): Path<String>,
    asked: Result<Query<ReplayQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let asked = read(asked)?;
    let asker = JobOwner::of(session.as_ref(), client_ip);
    let record = app.store.kept_record(&id).await?.ok_or(ApiError::UnknownRecord)?;
    replayed(app, asker, record, asked, Vec::new(), None, Vec::new()).await
}

fn read(asked: Result<Query<ReplayQuery>, QueryRejection>) -> Result<(u32, Viewer), ApiError> {
    let words = "Ask for a deal from 0 and a seat, or all: ?deal=0&viewer=2.";
    let Query(ReplayQuery { deal, viewer }) = asked.map_err(|_| ApiError::bad("malformed", words))?;
    let viewer = match viewer.as_deref() {
        None | Some("all") => Viewer::All,
        Some(seat) => {
            let seat = seat.parse().ok().and_then(|seat: u8| Seat::try_from(seat).ok());
            Viewer::Seat(seat.ok_or_else(|| ApiError::bad("malformed", words))?)
        }
    };
    Ok((deal, viewer))
}

/// Replays a record, away from the async threads.
async fn replayed(
    app: AppState,
    asker: JobOwner,
    record: String,
    (deal, viewer): (u32, Viewer),
    seats: Vec<Seated>,
    number: Option<u64>,
    log: Vec<store::LogEntry>,
) -> Result<Response, ApiError> {
    let found = app.tables.work().replays.run(asker, LONG_ENOUGH, move |_| {
        let log: Vec<LogEntry> = log.into_iter().map(log_entry).collect();
        let by_bot = if seats.len() > 1 { by_bots(&log, deal) } else { Vec::new() };
        let margins = margins_of_deal(&log, deal);
        let raw = Raw::read(&record)?;
        let replay = catalog::replay(&raw, deal as usize, viewer)?;
        let told = replay.map(|replay| told(raw.game(), replay, deal, viewer, &seats, number, (&margins, &by_bot)));
        Ok::<_, RecordFault>(told.map(|told| serde_json::to_string(&told).expect("text, numbers and lists")))
    });
    match found.await? {
        Ok(Some(body)) => Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response()),
        Ok(None) => Err(ApiError::UnknownDeal),
        Err(fault) => Err(ApiError::Record { line: 1, fault }),
    }
}

/// A deal as the page reads it. `margins`: of its claims, by number of the action. `by_bot`: which actions a bot did in
/// place of the seat's player.
pub(crate) fn told(
    game: &str,
    replay: table::Replay,
    deal: u32,
    viewer: Viewer,
    seats: &[Seated],
    number: Option<u64>,
    (margins, by_bot): (&[(usize, Margin)], &[By]),
) -> Replay<Box<RawValue>> {
    let table::Replay { options, names, dealer, before, deals, winners, steps } = replay;
    let seat_number = |seat: Seat| seat.index() as u8;
    let mut by_bot = by_bot.iter().copied();
    let mut actions = 0;
    let step = |table::ReplayStep { since, view, must }: table::ReplayStep| {
        let since = since.into_iter().map(|event| {
            let seat = event.seat();
            let margin = margins.iter().find(|(action, _)| seat.is_some() && *action == actions);
            actions += usize::from(seat.is_some());
            let by = seat.and_then(|_| by_bot.next()).unwrap_or_default();
            TableEvent {
                seat: seat.map(seat_number),
                action: event.text(viewer).into_owned(),
                margin: margin.map(|(_, margin)| *margin),
                bot: by.bot,
                time_up: by.time_up,
            }
        });
        ReplayStep { since: since.collect(), view, must: must.map(seat_number).collect() }
    };
    let seats = names.into_iter().enumerate().map(|(index, name)| {
        let bot = seats.get(index).and_then(|seated| seated.bot.clone());
        // A record that somebody brought says whatever it likes.
        let name = room::names::on_a_line(&name);
        SeatInfo { name, bot, here: true, ..SeatInfo::default() }
    });
    Replay {
        game: game.to_owned(),
        options,
        seats: seats.collect(),
        viewer: viewer.seat().map(seat_number),
        deal,
        dealer: seat_number(dealer),
        before,
        deals: deals
            .into_iter()
            .map(|(dealer, points, totals)| DealScore { dealer: seat_number(dealer), points, totals })
            .collect(),
        winners: winners.map(|seats| seats.into_iter().map(seat_number).collect()),
        number,
        steps: steps.into_iter().map(step).collect(),
    }
}
