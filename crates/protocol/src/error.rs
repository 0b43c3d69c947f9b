//! Errors in requests.

use serde::{Deserialize, Serialize};

/// The body of an HTTP response with status 4xx or 5xx.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ErrorBody {
    /// The error.
    pub error: ErrorDetail,
}

/// An error in a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ErrorDetail {
    /// The stable key.
    pub key: String,
    /// The error and its remedy in English.
    pub words: String,
    /// The place in a file of records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub place: Option<RecordPlace>,
}

/// A place in a file of records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RecordPlace {
    /// The line, from 1.
    pub line: u32,
    /// The deal, from 0; null if the record as a whole is wrong.
    pub deal: Option<u32>,
    /// The index in the deal's `actions`, if one action is wrong.
    pub action: Option<u32>,
    /// The fault in English.
    pub why: String,
}
