//! Records that people import: verified, kept, and given out unchanged.

use std::sync::atomic::{AtomicBool, Ordering};

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{Imported, ImportedRecord};
use sha2::{Digest, Sha256};
use store::{Keeping, Kept, Most};
use table::record::{Raw, RecordFault};

use super::replays::LONG_ENOUGH;
use crate::error::ApiError;
use crate::ids::letters;
use crate::origin::ClientIp;
use crate::session::CurrentSession;
use crate::state::AppState;
use crate::time::now_ms;
use crate::work::JobOwner;

/// The largest file of records in bytes.
pub(crate) const MAX_FILE: usize = 2 << 20;

/// How many matches a file may have.
const MOST_RECORDS: usize = 100;

/// The most records, and the most bytes, that one person may import in all.
const MOST_KEPT: Most = Most { records: 1000, bytes: 16 << 20 };

/// The most bytes of a record for its head, for each deal, for each action. Our own records need at most a third; the rest
/// is for keys of other programs.
const MOST_BYTES: [u64; 3] = [4096, 2048, 128];

/// A record that was brought, as it came.
#[utoipa::path(
    get,
    path = "/records/{id}",
    responses((status = 200, body = String, content_type = "application/x-ndjson"), (status = 404)),
)]
pub(crate) async fn record(State(app): State<AppState>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let record = app.store.kept_record(&id).await?.ok_or(ApiError::UnknownRecord)?;
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"cardroom-{id}.jsonl\"")),
    ];
    Ok((headers, format!("{record}\n")).into_response())
}

/// Imports records: they are verified, then kept.
#[utoipa::path(
    post,
    path = "/records",
    request_body(content = String, content_type = "application/x-ndjson"),
    responses((status = 201, body = Imported)),
)]
pub(crate) async fn import(
    State(app): State<AppState>,
    CurrentSession(session): CurrentSession,
    client_ip: ClientIp,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<Imported>), ApiError> {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::bad("records_too_large", "The file is larger than 2 MiB."),
        _ => ApiError::bad("malformed", "The request was incomplete."),
    })?;
    let imports = &app.tables.work().imports;
    let checked = imports
        .run(JobOwner::of(Some(&session), client_ip), LONG_ENOUGH, move |cancel| checked(&body, cancel))
        .await??;
    let (records, kept): (Vec<ImportedRecord>, Vec<Kept>) = checked.into_iter().unzip();
    match app.store.keep_records(session.id, kept, MOST_KEPT).await? {
        Keeping::Kept => {}
        Keeping::TooMany => {
            let words = format!("Limit reached: {} imported records.", MOST_KEPT.records);
            return Err(ApiError::bad("too_many_records", words));
        }
        Keeping::TooLarge => {
            let most = MOST_KEPT.bytes >> 20;
            let words = format!("Limit reached: {most} MiB of imported records.");
            return Err(ApiError::bad("too_many_bytes", words));
        }
    }
    Ok((StatusCode::CREATED, Json(Imported { records })))
}

/// Refuses a record that is mostly padding.
fn not_padded(text: &str, deals: u64, actions: u64) -> Result<(), RecordFault> {
    let [head, deal, action] = MOST_BYTES;
    let (bytes, most) = (text.len() as u64, head + deal * deals + action * actions);
    if bytes <= most {
        return Ok(());
    }
    let why = format!("it has {bytes} bytes; with {deals} deals and {actions} actions it may have {most}");
    Err(RecordFault { deal: None, action: None, why })
}

/// The records of a file, each verified, or what is wrong with the first invalid one.
fn checked(file: &[u8], cancel: &AtomicBool) -> Result<Vec<(ImportedRecord, Kept)>, ApiError> {
    let text = std::str::from_utf8(file).map_err(|_| ApiError::bad("no_records", "The file is not UTF-8 text."))?;
    let mut records = Vec::new();
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        if records.len() == MOST_RECORDS {
            let words = format!("The file has more than {MOST_RECORDS} matches. Split it into smaller files.");
            return Err(ApiError::bad("records_too_large", words));
        }
        if cancel.load(Ordering::Relaxed) {
            return Err(ApiError::Away);
        }
        let checked = Raw::read(text).and_then(|raw| {
            let counts = catalog::check(&raw)?;
            not_padded(text, counts.deals, counts.actions)?;
            Ok((counts, raw.game().to_owned()))
        });
        let (counts, game) = checked.map_err(|fault| ApiError::Record { line, fault })?;
        let id = letters(&Sha256::digest(text.as_bytes()));
        let deals = u32::try_from(counts.deals).unwrap_or(u32::MAX);
        let kept = Kept { id: id.clone(), line: text.to_owned(), at_ms: now_ms() };
        records.push((ImportedRecord { id, game, deals }, kept));
    }
    if records.is_empty() {
        return Err(ApiError::bad("no_records", "The file is empty: a record is a line of JSON."));
    }
    Ok(records)
}
