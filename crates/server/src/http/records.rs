//! Records that people import. They are verified, stored, and returned unchanged.

pub(crate) use answers::imports::MAX_FILE;
use answers::imports::{CheckedRecord, checked};
use axum::Json;
use axum::body::Bytes;
use axum::extract::Path;
use axum::extract::rejection::BytesRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{Imported, ImportedRecord};
use store::{Import, Most, StoredRecord};

use super::replays::LONG_ENOUGH;
use crate::error::ApiError;
use crate::hourly;
use crate::origin::ClientIp;
use crate::session::Guest;
use crate::state::AppState;
use crate::time::now_ms;
use crate::turns::JobOwner;

/// The greatest number of records, and of bytes, that one person may import in total.
const MOST_IMPORTED: Most = Most { records: 1000, bytes: 16 << 20 };

/// An imported record, as it was sent.
#[utoipa::path(
    get,
    path = "/records/{id}",
    responses((status = 200, body = String, content_type = "application/x-ndjson")),
)]
pub(crate) async fn record(app: AppState, Path(id): Path<String>) -> Result<Response, ApiError> {
    Ok(file(&id, &app.store.imported_record(&id).await?.ok_or(ApiError::UnknownRecord)?))
}

pub(super) fn file(id: &str, record: &str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"cardroom-{id}.jsonl\"")),
    ];
    (headers, format!("{record}\n")).into_response()
}

/// Imports records (docs/bots/records.md), one on each line, at most 2 MiB and 100 matches: they are verified, then
/// stored, for everybody who has the id. They count in no statistics, streaks or daily lists.
#[utoipa::path(
    post,
    path = "/records",
    request_body(content = String, content_type = "application/x-ndjson"),
    responses((status = 201, body = Imported)),
)]
pub(crate) async fn import(
    app: AppState,
    Guest(session): Guest,
    client_ip: ClientIp,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<Imported>), ApiError> {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::bad("records_too_large", "The file is larger than 2 MiB."),
        _ => ApiError::bad("malformed", "The request was incomplete."),
    })?;
    let imports = &app.tables.work().imports;
    let owner = JobOwner::of(&app.trust, Some(&session), client_ip);
    let checked = imports.run(owner, LONG_ENOUGH, move |cancel| checked(&body, cancel)).await??;
    hourly::import(&app, client_ip.0, checked.iter().map(|one| one.line.len()))?;
    let to_stored = |CheckedRecord { record, line, .. }: CheckedRecord| {
        let stored = StoredRecord { id: record.id.clone(), line, at_ms: now_ms() };
        (record, stored)
    };
    let (records, stored): (Vec<ImportedRecord>, Vec<StoredRecord>) = checked.into_iter().map(to_stored).unzip();
    match app.store.import_records(session.id, stored, MOST_IMPORTED).await? {
        Import::Stored => {}
        Import::TooMany => {
            let words = format!("Limit reached: {} imported records.", MOST_IMPORTED.records);
            return Err(ApiError::bad("too_many_records", words));
        }
        Import::TooLarge => {
            let most = MOST_IMPORTED.bytes >> 20;
            let words = format!("Limit reached: {most} MiB of imported records.");
            return Err(ApiError::bad("too_many_bytes", words));
        }
    }
    Ok((StatusCode::CREATED, Json(Imported { records })))
}
