//! Finished deals to be watched again, and records that came from elsewhere.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use game::{Seat, Viewer};
use protocol::{DealScore, Event, Imported, ImportedRecord, Margin, Replay, ReplayStep, SeatInfo};
use room::log_entry::{LogEntry, margins_of_deal};
use room::{By, by_bots};
use serde::Deserialize;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use store::{Keeping, Kept, Most, Seated};
use table::Step;
use table::record::{Fault as RecordFault, Raw};

use crate::actor::{Mail, log_entry};
use crate::app::App;
use crate::fault::Fault;
use crate::open_table::letters;
use crate::origin::Whence;
use crate::session::Who;
use crate::time::now_ms;
use crate::work::Asker;

/// The largest file of records in bytes.
pub(crate) const MAX_FILE: usize = 2 << 20;
/// How many matches a file may have.
const MOST_RECORDS: usize = 100;
/// How many records somebody may bring in all.
const MOST_KEPT: Most = Most { records: 1000, bytes: 16 << 20 };
/// How many bytes a record may have: for its head, for each deal, for each action. Ours have a third of it at most; the rest is
/// room for keys that are not known here.
const MOST_BYTES: [u64; 3] = [4096, 2048, 128];

/// A ceiling for work that ends by itself, which only its log line feels.
pub(crate) const LONG_ENOUGH: Duration = Duration::from_secs(10);

/// What is asked of a replay.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    /// Which deal, from 0.
    deal: u32,
    /// A seat, or `all`.
    viewer: Option<String>,
}

/// `GET /api/v1/tables/{id}/replay`. What it shows follows from the record as it may be given out now, and from nothing
/// else.
pub(crate) async fn of_table(
    State(app): State<App>,
    who: Result<Who, Fault>,
    whence: Whence,
    Path(id): Path<String>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Response, Fault> {
    let asked = read(asked)?;
    let session = who.as_ref().ok().map(|Who(session)| session.id);
    let asker = Asker::of(who.ok().map(|Who(session)| session).as_ref(), whence);
    let stored = app.store.find(&id).await?.ok_or(Fault::UnknownTable)?;
    let (seats, number) = (stored.setup.seats.clone(), stored.setup.number);
    let record = app.tables.ask(stored, |reply| Mail::Record { session, reply }).await?;
    // A finished deal has all of its events. Who acted and how close it was stand in the log, not in the record.
    let log: Vec<LogEntry> = app.store.events(&id).await?.into_iter().map(log_entry).collect();
    let by_bot = if seats.len() > 1 { by_bots(&log, asked.0) } else { Vec::new() };
    let margins = margins_of_deal(&log, asked.0);
    replayed(app, asker, record, asked, seats, number, (margins, by_bot)).await
}

/// `GET /api/v1/records/{id}/replay`.
pub(crate) async fn of_record(
    State(app): State<App>,
    who: Result<Who, Fault>,
    whence: Whence,
    Path(id): Path<String>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Response, Fault> {
    let asked = read(asked)?;
    let asker = Asker::of(who.ok().map(|Who(session)| session).as_ref(), whence);
    let record = app.store.kept_record(&id).await?.ok_or(Fault::UnknownRecord)?;
    replayed(app, asker, record, asked, Vec::new(), None, Default::default()).await
}

/// `GET /api/v1/records/{id}`.
pub(crate) async fn record(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Fault> {
    let record = app.store.kept_record(&id).await?.ok_or(Fault::UnknownRecord)?;
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"cardroom-{id}.jsonl\"")),
    ];
    Ok((headers, format!("{record}\n")).into_response())
}

/// `POST /api/v1/records`: a file of records, kept if every word of it holds.
pub(crate) async fn import(
    State(app): State<App>,
    Who(session): Who,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<Imported>), Fault> {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Fault::bad("records_too_large", "The file is larger than 2 MiB."),
        _ => Fault::bad("malformed", "The request was incomplete."),
    })?;
    let imports = &app.tables.work().imports;
    let checked = imports.run(Asker::Guest(session.id), LONG_ENOUGH, move |cancel| checked(&body, cancel)).await??;
    let (records, kept): (Vec<ImportedRecord>, Vec<Kept>) = checked.into_iter().unzip();
    match app.store.keep_records(session.id, kept, MOST_KEPT).await? {
        Keeping::Kept => {}
        Keeping::TooMany => {
            let words = format!("Limit reached: {} imported records.", MOST_KEPT.records);
            return Err(Fault::bad("too_many_records", words));
        }
        Keeping::TooLarge => {
            let most = MOST_KEPT.bytes >> 20;
            let words = format!("Limit reached: {most} MiB of imported records.");
            return Err(Fault::bad("too_many_bytes", words));
        }
    }
    Ok((StatusCode::CREATED, Json(Imported { records })))
}

fn read(asked: Result<Query<Asked>, QueryRejection>) -> Result<(u32, Viewer), Fault> {
    let words = "Ask for a deal from 0 and a seat, or all: ?deal=0&viewer=2.";
    let Query(Asked { deal, viewer }) = asked.map_err(|_| Fault::bad("malformed", words))?;
    let viewer = match viewer.as_deref() {
        None | Some("all") => Viewer::All,
        Some(seat) => {
            let seat = seat.parse().ok().and_then(|seat: u8| Seat::try_from(seat).ok());
            Viewer::Seat(seat.ok_or_else(|| Fault::bad("malformed", words))?)
        }
    };
    Ok((deal, viewer))
}

/// Plays the record again, away from the async threads.
async fn replayed(
    app: App,
    asker: Asker,
    record: String,
    (deal, viewer): (u32, Viewer),
    seats: Vec<Seated>,
    number: Option<u64>,
    (margins, by_bot): (Vec<(usize, Margin)>, Vec<By>),
) -> Result<Response, Fault> {
    let found = app.tables.work().replays.run(asker, LONG_ENOUGH, move |_| {
        let raw = Raw::read(&record)?;
        let replay = catalog::replay(&raw, deal as usize, viewer)?;
        let told = replay.map(|replay| told(raw.game(), replay, deal, viewer, &seats, number, (&margins, &by_bot)));
        Ok::<_, RecordFault>(told.map(|told| serde_json::to_string(&told).expect("text, numbers and lists")))
    });
    match found.await? {
        Ok(Some(body)) => Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response()),
        Ok(None) => Err(Fault::UnknownDeal),
        Err(fault) => Err(Fault::Record { line: 1, fault }),
    }
}

/// A deal as the page reads it. `margins`: of its claims, by the number of the action; `by_bot`: which of its actions bots did
/// in the place of the seats' players.
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
    let step = |Step { since, view, must }: Step| {
        let since = since.into_iter().map(|heard| {
            let whole = heard.seat.is_none_or(|seat| viewer.sees(seat));
            let margin = margins.iter().find(|(action, _)| heard.seat.is_some() && *action == actions);
            actions += usize::from(heard.seat.is_some());
            let by = heard.seat.and_then(|_| by_bot.next()).unwrap_or_default();
            Event {
                seat: heard.seat.map(seat_number),
                action: if whole { heard.full } else { heard.public },
                margin: margin.map(|(_, margin)| *margin),
                bot: by.bot,
                time_up: by.time_up,
            }
        });
        ReplayStep { since: since.collect(), view, must: must.map(seat_number).collect() }
    };
    let seats = names.into_iter().enumerate().map(|(index, name)| {
        let bot = seats.get(index).and_then(|seated| seated.bot.clone());
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

/// Refuses a record that is mostly something else.
fn not_padded(text: &str, deals: u64, actions: u64) -> Result<(), RecordFault> {
    let [head, deal, action] = MOST_BYTES;
    let (bytes, most) = (text.len() as u64, head + deal * deals + action * actions);
    if bytes <= most {
        return Ok(());
    }
    let why = format!("it has {bytes} bytes; with {deals} deals and {actions} actions it may have {most}");
    Err(RecordFault { deal: None, action: None, why })
}

/// The records of a file, each verified; or what is wrong with the first that is not one.
fn checked(file: &[u8], cancel: &AtomicBool) -> Result<Vec<(ImportedRecord, Kept)>, Fault> {
    let text = std::str::from_utf8(file).map_err(|_| Fault::bad("no_records", "The file is not UTF-8 text."))?;
    let mut records = Vec::new();
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        if records.len() == MOST_RECORDS {
            let words = format!("The file has more than {MOST_RECORDS} matches. Split it into smaller files.");
            return Err(Fault::bad("records_too_large", words));
        }
        if cancel.load(Ordering::Relaxed) {
            return Err(Fault::Away);
        }
        let checked = Raw::read(text).and_then(|raw| {
            let counts = catalog::check(&raw)?;
            not_padded(text, counts.deals, counts.actions)?;
            Ok((counts, raw.game().to_owned()))
        });
        let (counts, game) = checked.map_err(|fault| Fault::Record { line, fault })?;
        let id = letters(&Sha256::digest(text.as_bytes()));
        let deals = u32::try_from(counts.deals).unwrap_or(u32::MAX);
        let kept = Kept { id: id.clone(), line: text.to_owned(), at_ms: now_ms() };
        records.push((ImportedRecord { id, game, deals }, kept));
    }
    if records.is_empty() {
        return Err(Fault::bad("no_records", "The file is empty: a record is a line of JSON."));
    }
    Ok(records)
}
