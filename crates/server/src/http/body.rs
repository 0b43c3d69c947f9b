//! JSON bodies of requests.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use protocol::check_text;
use serde::de::DeserializeOwned;

use crate::error::ApiError;

pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;
    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let is_json = kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
        let body = Bytes::from_request(request, state).await;
        if !is_json {
            return Err(ApiError::NotJson);
        }
        let body = body.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge,
            _ => ApiError::bad("malformed", "The request was incomplete."),
        })?;
        check_text(&String::from_utf8_lossy(&body)).map_err(|words| ApiError::bad("malformed", words))?;
        let read = serde_json::from_slice(&body);
        let why = |error| ApiError::bad("malformed", format!("The request doesn't fit: {error}. See /api."));
        read.map(JsonBody).map_err(why)
    }
}
