//! Errors of the HTTP API: one enum, which determines status, text and log level.

use answers::BadRequest;
use answers::imports::NotImported;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use catalog::CatalogError;
use protocol::ErrorBody;
use store::StoreError;

/// After how many seconds a client should ask again when the server is busy.
const BUSY_FOR_S: &str = "5";

/// Why a request is refused or fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ApiError {
    /// The request is not valid.
    Bad { key: &'static str, words: String },
    /// The request is refused by the node that has the table.
    Told { key: String, words: String },
    /// Line number `line`, from 1, is not a valid record.
    Record { line: u32, fault: table::record::RecordFault },
    /// The body is too large.
    TooLarge,
    /// The content type of the body is not JSON.
    NotJson,
    /// The request came from another site's page.
    Origin,
    /// There is no such table.
    UnknownTable,
    /// There is no such record.
    UnknownRecord,
    /// There is no such deal or seat, or the deal is not finished.
    UnknownDeal,
    /// The game has no lesson, or the lesson no such step.
    UnknownLesson,
    /// The session has no seat there.
    NotYourTable,
    /// The host has removed the session from this match.
    Removed,
    /// There is no free seat.
    Full,
    /// The invitation was never made, or was withdrawn.
    UnknownInvite,
    /// The invitation has expired.
    ExpiredInvite,
    /// The link for another device was never made, or a newer one replaced it.
    UnknownDeviceLink,
    /// The link for another device has been used.
    UsedDeviceLink,
    /// The link for another device has expired.
    ExpiredDeviceLink,
    /// The token belongs to no engine's seat.
    UnknownToken,
    /// The table was played under rules that this program does not have.
    ClosedTable { rules: u32 },
    /// The table is of a game that this program does not have.
    ClosedGame { game: String },
    /// The host has closed the table for good.
    ClosedByHost,
    /// The host keeps this guest or this network out.
    Banned,
    /// The host lets the server run empty.
    Draining,
    /// The stored events cannot be replayed.
    BrokenTable,
    /// There is nothing at this address.
    UnknownPath,
    /// The address does not have this method.
    Method,
    /// The address expects a WebSocket.
    NotASocket,
    /// The store has failed.
    Store(StoreError),
    /// The address has too many connections.
    TooManyConnections,
    /// The guest has too many connections, or has opened too many tables recently.
    TooManyOfGuest,
    /// The address has begun too many sessions recently.
    TooManySessions,
    /// The address has opened too many tables recently.
    TooManyNewTables,
    /// Too many records came from the address recently.
    TooManyImports,
    /// The guest, the network or the server has too many jobs.
    Busy,
    /// The session has `most` unfinished games.
    TooManyTables { most: u32 },
    /// A bug of ours.
    Panicked,
    /// The server is stopping, or the table is being loaded again.
    Away,
}

impl ApiError {
    pub(crate) fn bad(key: &'static str, words: impl Into<String>) -> ApiError {
        ApiError::Bad { key, words: words.into() }
    }

    fn status(&self) -> StatusCode {
        match self {
            ApiError::Bad { .. } | ApiError::Told { .. } | ApiError::Record { .. } => StatusCode::BAD_REQUEST,
            ApiError::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ApiError::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ApiError::Origin | ApiError::NotYourTable | ApiError::Removed | ApiError::Banned => StatusCode::FORBIDDEN,
            ApiError::UnknownTable
            | ApiError::UnknownRecord
            | ApiError::UnknownDeal
            | ApiError::UnknownLesson
            | ApiError::UnknownPath
            | ApiError::UnknownDeviceLink
            | ApiError::UnknownInvite => StatusCode::NOT_FOUND,
            ApiError::UnknownToken => StatusCode::UNAUTHORIZED,
            ApiError::Full => StatusCode::CONFLICT,
            ApiError::TooManyConnections
            | ApiError::TooManyOfGuest
            | ApiError::TooManySessions
            | ApiError::TooManyNewTables
            | ApiError::TooManyImports
            | ApiError::Busy
            | ApiError::TooManyTables { .. } => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Method => StatusCode::METHOD_NOT_ALLOWED,
            ApiError::NotASocket => StatusCode::UPGRADE_REQUIRED,
            ApiError::ClosedTable { .. }
            | ApiError::ClosedGame { .. }
            | ApiError::ClosedByHost
            | ApiError::ExpiredInvite
            | ApiError::UsedDeviceLink
            | ApiError::ExpiredDeviceLink => StatusCode::GONE,
            ApiError::BrokenTable | ApiError::Panicked => StatusCode::INTERNAL_SERVER_ERROR,
            ApiError::Store(StoreError::Full) => StatusCode::INSUFFICIENT_STORAGE,
            // Between nodes: a client gets 503 (`routes`).
            ApiError::Store(StoreError::Elsewhere) => StatusCode::MISDIRECTED_REQUEST,
            ApiError::Store(StoreError::Closed | StoreError::Away) | ApiError::Away | ApiError::Draining => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            ApiError::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn key(&self) -> &str {
        match self {
            ApiError::Bad { key, .. } => key,
            ApiError::Told { key, .. } => key,
            ApiError::Record { .. } => "record",
            ApiError::TooLarge => "too_large",
            ApiError::NotJson => "not_json",
            ApiError::Origin => "origin",
            ApiError::UnknownTable => "unknown_table",
            ApiError::UnknownRecord => "unknown_record",
            ApiError::UnknownDeal => "unknown_deal",
            ApiError::UnknownLesson => "unknown_lesson",
            ApiError::NotYourTable => "not_your_table",
            ApiError::Removed => "removed",
            ApiError::Full => "full",
            ApiError::TooManyConnections => "too_many_connections",
            ApiError::TooManyOfGuest => "too_many_of_guest",
            ApiError::TooManySessions => "too_many_sessions",
            ApiError::TooManyNewTables => "too_many_new_tables",
            ApiError::TooManyImports => "too_many_imports",
            ApiError::TooManyTables { .. } => "too_many_tables",
            ApiError::Busy => "busy",
            ApiError::UnknownInvite => "unknown_invite",
            ApiError::ExpiredInvite => "expired_invite",
            ApiError::UnknownDeviceLink => "unknown_device_link",
            ApiError::UsedDeviceLink => "used_device_link",
            ApiError::ExpiredDeviceLink => "expired_device_link",
            ApiError::UnknownToken => "unknown_token",
            ApiError::ClosedTable { .. } | ApiError::ClosedGame { .. } => "closed_table",
            ApiError::ClosedByHost => "closed_by_host",
            ApiError::Banned => "banned",
            ApiError::Draining => "draining",
            ApiError::BrokenTable => "broken_table",
            ApiError::UnknownPath => "unknown_path",
            ApiError::Method => "method",
            ApiError::NotASocket => "not_a_socket",
            ApiError::Store(StoreError::Full) => "disk_full",
            ApiError::Store(StoreError::Away) => "store_away",
            ApiError::Store(StoreError::Elsewhere) => "elsewhere",
            ApiError::Store(_) => "store",
            ApiError::Panicked => "panicked",
            ApiError::Away => "away",
        }
    }

    fn words(&self) -> String {
        match self {
            ApiError::Bad { words, .. } | ApiError::Told { words, .. } => words.clone(),
            ApiError::Record { line, fault } => format!("Line {line}: {fault}."),
            ApiError::TooLarge => "The request is too large.".into(),
            ApiError::NotJson => "Send JSON, with the header content-type: application/json.".into(),
            ApiError::Origin => "Request from another website blocked. Open Cardroom at its own address.".into(),
            ApiError::UnknownTable => "This table doesn't exist. Check the link.".into(),
            ApiError::UnknownRecord => "This record doesn't exist. Check the link.".into(),
            ApiError::UnknownDeal => "This deal doesn't exist or isn't finished, or the seat doesn't exist.".into(),
            ApiError::UnknownLesson => "This game has no such lesson step.".into(),
            ApiError::NotYourTable => "You don't have a seat at this table.".into(),
            ApiError::Removed => "The host removed you from this table.".into(),
            ApiError::Full => "All seats at this table are taken.".into(),
            ApiError::TooManyConnections
            | ApiError::TooManyOfGuest
            | ApiError::TooManySessions
            | ApiError::TooManyNewTables
            | ApiError::TooManyImports
            | ApiError::Busy => self.words_of_a_limit().into(),
            ApiError::TooManyTables { most } => {
                format!("You have {most} unfinished games. Finish, give up or leave one first.")
            }
            ApiError::UnknownInvite => "This invitation was withdrawn, or the link is incomplete.".into(),
            ApiError::ExpiredInvite => "This invitation has expired. Ask for a new one.".into(),
            ApiError::UnknownDeviceLink => {
                "This link no longer works, or it is incomplete. Create a new one under Your data.".into()
            }
            ApiError::UsedDeviceLink => "This link has already been used. Create a new one under Your data.".into(),
            ApiError::ExpiredDeviceLink => "This link has expired. Create a new one under Your data.".into(),
            ApiError::UnknownToken => {
                "This token is not valid, or no longer. Send it in the header authorization: Bearer TOKEN; the host of \
                 the table can create a new one."
                    .into()
            }
            ApiError::ClosedGame { game } => {
                format!("This server doesn't have the game \"{game}\". The table is kept, but can't be played.")
            }
            ApiError::ClosedTable { rules } => format!(
                "This table uses version {rules} of the rules, which this server doesn't have. It is kept, but can't be played."
            ),
            ApiError::ClosedByHost => "Whoever runs this server has closed this table.".into(),
            ApiError::Banned => "Whoever runs this server has excluded you from it.".into(),
            ApiError::Draining => {
                "The server will restart soon and opens no new tables. Try again in a few minutes.".into()
            }
            ApiError::BrokenTable => {
                "This game can't be opened. Nothing was deleted. The server's log says why.".into()
            }
            ApiError::UnknownPath => "Not found. /api lists the addresses.".into(),
            ApiError::Method => "Method not allowed. /api lists the methods of each address.".into(),
            ApiError::NotASocket => "This address expects a WebSocket.".into(),
            ApiError::Panicked => "Something went wrong on our side. Try again.".into(),
            ApiError::Store(known @ (StoreError::Full | StoreError::Away | StoreError::Elsewhere)) => known.to_string(),
            ApiError::Store(StoreError::Closed) | ApiError::Away => StoreError::Closed.to_string(),
            ApiError::Store(_) => "The server couldn't read or save its data. Try again.".into(),
        }
    }

    /// Returns the advice for an exceeded limit.
    fn words_of_a_limit(&self) -> &'static str {
        match self {
            ApiError::TooManyConnections => "Too many connections from your network. Close a few pages and try again.",
            ApiError::TooManyOfGuest => {
                "Too many open pages or new tables. Close a few pages, or try again in a few minutes."
            }
            ApiError::TooManySessions => {
                "Too many new players on your network. Try again in a few minutes. Programs: keep your cookie."
            }
            ApiError::TooManyNewTables => "Too many new tables on your network. Try again in a few minutes.",
            ApiError::TooManyImports => "Too many imported records from your network. Try again in a few minutes.",
            _ => "Too many requests at once from you or your network. Wait for the answers.",
        }
    }

    /// The error as it is sent.
    pub(crate) fn body(&self) -> protocol::ErrorDetail {
        let place = match self {
            ApiError::Record { line, fault } => Some(answers::imports::place(*line, fault)),
            _ => None,
        };
        protocol::ErrorDetail { key: self.key().to_owned(), words: self.words(), place }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::Malformed => ApiError::bad("malformed", StoreError::Malformed.to_string()),
            error => ApiError::Store(error),
        }
    }
}

impl From<CatalogError> for ApiError {
    fn from(error: CatalogError) -> ApiError {
        BadRequest::from(error).into()
    }
}

impl From<BadRequest> for ApiError {
    fn from(BadRequest { key, words }: BadRequest) -> ApiError {
        ApiError::Bad { key, words }
    }
}

impl From<NotImported> for ApiError {
    fn from(why: NotImported) -> ApiError {
        match why {
            NotImported::BadRequest(refused) => refused.into(),
            NotImported::Fault { line, fault } => ApiError::Record { line, fault },
            NotImported::Cancelled => ApiError::Away,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        match &self {
            // Its owner is silent, and the log says so once: everybody at its tables would have another line.
            ApiError::Store(StoreError::Elsewhere) => tracing::debug!("another server has the table"),
            ApiError::Store(error) => tracing::error!(%error, "the store could not"),
            ApiError::BrokenTable => tracing::error!("a stored table cannot be read back"),
            other => tracing::debug!(key = other.key(), "refused"),
        }
        let mut response = (self.status(), Json(ErrorBody { error: self.body() })).into_response();
        if self == ApiError::Busy {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(BUSY_FOR_S));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_store_says_of_its_insides_stays_inside() {
        let body = ApiError::Store(StoreError::Broken("/home/ann/data: no such file".into())).body();
        assert!(!body.words.contains("ann"), "{}", body.words);
    }
}
