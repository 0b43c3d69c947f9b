//! Errors of the HTTP API: one enum, which determines status, text and log level.

use std::borrow::Cow;

use answers::BadRequest;
use answers::imports::NotImported;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use catalog::CatalogError;
use protocol::ErrorBody;
use store::StoreError;

/// The seconds after which a client should try again when the server is busy.
const BUSY_FOR_S: &str = "5";

pub(crate) type JsonAnswer<T> = Result<Json<T>, ApiError>;

/// The reason why a request is refused or fails, in the words that a client gets.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum ApiError {
    #[error("{words}")]
    Bad { key: Cow<'static, str>, words: String },
    /// Line `line` of the file, counted from 1, is not a valid record.
    #[error("Line {line}: {fault}.")]
    Record { line: u32, fault: table::record::RecordFault },
    #[error("The request is too large.")]
    TooLarge,
    #[error("Send JSON, with the header content-type: application/json.")]
    NotJson,
    #[error("Request from another website blocked. Open Cardroom at its own address.")]
    Origin,
    #[error("This table doesn't exist. Check the link.")]
    UnknownTable,
    #[error("This record doesn't exist. Check the link.")]
    UnknownRecord,
    #[error("This deal doesn't exist or isn't finished, or the seat doesn't exist.")]
    UnknownDeal,
    #[error("This mistake doesn't exist any more.")]
    UnknownMistake,
    /// The game has no lesson, or the lesson has no such step.
    #[error("This game has no such lesson step.")]
    UnknownLesson,
    #[error("You don't have a seat at this table.")]
    NotYourTable,
    #[error(
        "The deals of today are shown once you have finished them yourself, and to everybody when the day is over."
    )]
    DayGoesOn,
    #[error("The host removed you from this table.")]
    Removed,
    #[error("All seats at this table are taken.")]
    Full,
    #[error("This invitation was withdrawn, or the link is incomplete.")]
    UnknownInvite,
    #[error("This invitation has expired. Ask for a new one.")]
    ExpiredInvite,
    /// The link was never made, or a newer link replaced it.
    #[error("This link no longer works, or it is incomplete. Create a new one under Your data.")]
    UnknownDeviceLink,
    #[error("This link has already been used. Create a new one under Your data.")]
    UsedDeviceLink,
    #[error("This link has expired. Create a new one under Your data.")]
    ExpiredDeviceLink,
    /// The token is not valid for any engine's seat.
    #[error(
        "This token is not valid, or no longer. Send it in the header authorization: Bearer TOKEN; the host of the table \
         can create a new one."
    )]
    UnknownToken,
    #[error(
        "This table uses version {rules} of the rules, which this server doesn't have. It is kept, but can't be played."
    )]
    ClosedTable { rules: u32 },
    #[error("This server doesn't have the game \"{game}\". The table is kept, but can't be played.")]
    ClosedGame { game: String },
    #[error("The administrator of this server has closed this table.")]
    ClosedByHost,
    /// The host has banned this guest or this network.
    #[error("The administrator of this server has blocked you.")]
    Banned,
    #[error("The server will restart soon and opens no new tables. Try again in a few minutes.")]
    Draining,
    /// The stored data of the table cannot be read: its setup, its events or its bots.
    #[error("This game can't be opened. Nothing was deleted. The server's log says why.")]
    BrokenTable,
    #[error("Not found. /api lists the addresses.")]
    UnknownPath,
    #[error("Method not allowed. /api lists the methods of each address.")]
    Method,
    #[error("This address expects a WebSocket.")]
    NotASocket,
    #[error("{}", words_of_store(.0))]
    Store(StoreError),
    /// The address has too many connections.
    #[error("Too many connections from your network. Close a few pages and try again.")]
    TooManyConnections,
    /// The guest has too many connections, or has opened too many tables recently.
    #[error("Too many open pages or new tables. Close a few pages, or try again in a few minutes.")]
    TooManyOfGuest,
    /// The address has begun too many sessions recently.
    #[error("Too many new players on your network. Try again in a few minutes. Programs: keep your cookie.")]
    TooManySessions,
    /// The address has opened too many tables recently.
    #[error("Too many new tables on your network. Try again in a few minutes.")]
    TooManyNewTables,
    /// Too many records came from the address recently.
    #[error("Too many imported records from your network. Try again in a few minutes.")]
    TooManyImports,
    /// The guest, the network or the server has too many jobs.
    #[error("Too many requests at once from you or your network. Wait for the answers.")]
    Busy,
    #[error("You have {most} unfinished games. Finish, give up or leave one first.")]
    TooManyTables { most: u32 },
    /// A bug of the server.
    #[error("Something went wrong on our side. Try again.")]
    Panicked,
    /// The server is stopping, or the table is being loaded again.
    #[error("{}", StoreError::Closed)]
    Away,
}

/// Returns the words about a store's error for a client, without internal details.
fn words_of_store(error: &StoreError) -> Cow<'static, str> {
    match error {
        StoreError::Full | StoreError::Away | StoreError::Elsewhere | StoreError::Closed => error.to_string().into(),
        _ => "The server couldn't read or save its data. Try again.".into(),
    }
}

impl ApiError {
    pub(crate) fn bad(key: impl Into<Cow<'static, str>>, words: impl Into<String>) -> ApiError {
        ApiError::Bad { key: key.into(), words: words.into() }
    }

    fn status_and_key(&self) -> (u16, &str) {
        match self {
            ApiError::Bad { key, .. } => (400, key),
            ApiError::Record { .. } => (400, "record"),
            ApiError::UnknownToken => (401, "unknown_token"),
            ApiError::Origin => (403, "origin"),
            ApiError::NotYourTable => (403, "not_your_table"),
            ApiError::DayGoesOn => (403, "day_goes_on"),
            ApiError::Removed => (403, "removed"),
            ApiError::Banned => (403, "banned"),
            ApiError::UnknownTable => (404, "unknown_table"),
            ApiError::UnknownRecord => (404, "unknown_record"),
            ApiError::UnknownDeal => (404, "unknown_deal"),
            ApiError::UnknownMistake => (404, "unknown_mistake"),
            ApiError::UnknownLesson => (404, "unknown_lesson"),
            ApiError::UnknownInvite => (404, "unknown_invite"),
            ApiError::UnknownDeviceLink => (404, "unknown_device_link"),
            ApiError::UnknownPath => (404, "unknown_path"),
            ApiError::Method => (405, "method"),
            ApiError::Full => (409, "full"),
            ApiError::ExpiredInvite => (410, "expired_invite"),
            ApiError::UsedDeviceLink => (410, "used_device_link"),
            ApiError::ExpiredDeviceLink => (410, "expired_device_link"),
            ApiError::ClosedTable { .. } | ApiError::ClosedGame { .. } => (410, "closed_table"),
            ApiError::ClosedByHost => (410, "closed_by_host"),
            ApiError::TooLarge => (413, "too_large"),
            ApiError::NotJson => (415, "not_json"),
            // This status is for other nodes. A client gets 503 instead (`routes`).
            ApiError::Store(StoreError::Elsewhere) => (421, "elsewhere"),
            ApiError::NotASocket => (426, "not_a_socket"),
            ApiError::TooManyConnections => (429, "too_many_connections"),
            ApiError::TooManyOfGuest => (429, "too_many_of_guest"),
            ApiError::TooManySessions => (429, "too_many_sessions"),
            ApiError::TooManyNewTables => (429, "too_many_new_tables"),
            ApiError::TooManyImports => (429, "too_many_imports"),
            ApiError::TooManyTables { .. } => (429, "too_many_tables"),
            ApiError::Busy => (429, "busy"),
            ApiError::BrokenTable => (500, "broken_table"),
            ApiError::Panicked => (500, "panicked"),
            ApiError::Draining => (503, "draining"),
            ApiError::Away => (503, "away"),
            ApiError::Store(StoreError::Away) => (503, "store_away"),
            ApiError::Store(StoreError::Closed) => (503, "store"),
            ApiError::Store(StoreError::Full) => (507, "disk_full"),
            ApiError::Store(_) => (500, "store"),
        }
    }

    pub(crate) fn body(&self) -> protocol::ErrorDetail {
        let place = match self {
            ApiError::Record { line, fault } => Some(answers::imports::place(*line, fault)),
            _ => None,
        };
        protocol::ErrorDetail { key: self.status_and_key().1.to_owned(), words: self.to_string(), place }
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
        ApiError::bad(key, words)
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
            // The log already has an entry about this owner. An entry for each person at the owner's tables would be
            // too much.
            ApiError::Store(StoreError::Elsewhere) => tracing::debug!("another server has the table"),
            ApiError::Store(error) => tracing::error!(%error, "the store could not"),
            ApiError::BrokenTable => tracing::error!("a stored table cannot be read back"),
            other => tracing::debug!(key = other.status_and_key().1, "refused"),
        }
        let status = StatusCode::from_u16(self.status_and_key().0).expect("a status of HTTP");
        let mut response = (status, Json(ErrorBody { error: self.body() })).into_response();
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
