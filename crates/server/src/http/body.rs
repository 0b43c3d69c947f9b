//! JSON bodies of requests.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode, header};
use protocol::check_text;
use serde::de::DeserializeOwned;

use crate::error::ApiError;

/// Reads a JSON body.
pub(crate) fn read_json<T: DeserializeOwned>(
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<T, ApiError> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().is_none_or(|kind| !kind.trim().eq_ignore_ascii_case("application/json")) {
        return Err(ApiError::NotJson);
    }
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge,
        _ => ApiError::bad("malformed", "The request was incomplete."),
    })?;
    check_text(&String::from_utf8_lossy(&body)).map_err(|words| ApiError::bad("malformed", words))?;
    serde_json::from_slice(&body)
        .map_err(|error| ApiError::bad("malformed", format!("The request doesn't fit: {error}. See /api.")))
}
