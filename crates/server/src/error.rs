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

/// After how many seconds a client should ask again when the server is busy.
const BUSY_FOR_S: &str = "5";

/// Why a request is refused or fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ApiError {
    /// The request is not valid.
    Bad { key: Cow<'static, str>, words: String },
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
    pub(crate) fn bad(key: impl Into<Cow<'static, str>>, words: impl Into<String>) -> ApiError {
        ApiError::Bad { key: key.into(), words: words.into() }
    }

    /// The status of HTTP, the key, and the words.
    fn parts(&self) -> (u16, &str, Cow<'_, str>) {
        match self {
            ApiError::Bad { key, words } => (400, key, words.into()),
            ApiError::Record { line, fault } => (400, "record", format!("Line {line}: {fault}.").into()),
            ApiError::ClosedGame { game } => {
                let words =
                    format!("This server doesn't have the game \"{game}\". The table is kept, but can't be played.");
                (410, "closed_table", words.into())
            }
            ApiError::ClosedTable { rules } => {
                let words = format!(
                    "This table uses version {rules} of the rules, which this server doesn't have. It is kept, but can't be played."
                );
                (410, "closed_table", words.into())
            }
            ApiError::Store(error) => match error {
                StoreError::Full => (507, "disk_full", error.to_string().into()),
                StoreError::Away => (503, "store_away", error.to_string().into()),
                // Between nodes: a client gets 503 (`routes`).
                StoreError::Elsewhere => (421, "elsewhere", error.to_string().into()),
                StoreError::Closed => (503, "store", error.to_string().into()),
                _ => (500, "store", "The server couldn't read or save its data. Try again.".into()),
            },
            ApiError::TooManyTables { most } => {
                let words = format!("You have {most} unfinished games. Finish, give up or leave one first.");
                (429, "too_many_tables", words.into())
            }
            ApiError::Away => (503, "away", StoreError::Closed.to_string().into()),
            other => {
                let (status, key, words) = other.constant_parts();
                (status, key, words.into())
            }
        }
    }

    /// Those of errors whose words are always the same.
    fn constant_parts(&self) -> (u16, &'static str, &'static str) {
        match self {
            ApiError::TooLarge => (413, "too_large", "The request is too large."),
            ApiError::NotJson => (415, "not_json", "Send JSON, with the header content-type: application/json."),
            ApiError::Origin => {
                (403, "origin", "Request from another website blocked. Open Cardroom at its own address.")
            }
            ApiError::UnknownTable => (404, "unknown_table", "This table doesn't exist. Check the link."),
            ApiError::UnknownRecord => (404, "unknown_record", "This record doesn't exist. Check the link."),
            ApiError::UnknownDeal => {
                (404, "unknown_deal", "This deal doesn't exist or isn't finished, or the seat doesn't exist.")
            }
            ApiError::UnknownLesson => (404, "unknown_lesson", "This game has no such lesson step."),
            ApiError::NotYourTable => (403, "not_your_table", "You don't have a seat at this table."),
            ApiError::Removed => (403, "removed", "The host removed you from this table."),
            ApiError::Full => (409, "full", "All seats at this table are taken."),
            ApiError::UnknownInvite => {
                (404, "unknown_invite", "This invitation was withdrawn, or the link is incomplete.")
            }
            ApiError::ExpiredInvite => (410, "expired_invite", "This invitation has expired. Ask for a new one."),
            ApiError::UnknownDeviceLink => (
                404,
                "unknown_device_link",
                "This link no longer works, or it is incomplete. Create a new one under Your data.",
            ),
            ApiError::UsedDeviceLink => {
                (410, "used_device_link", "This link has already been used. Create a new one under Your data.")
            }
            ApiError::ExpiredDeviceLink => {
                (410, "expired_device_link", "This link has expired. Create a new one under Your data.")
            }
            ApiError::UnknownToken => (
                401,
                "unknown_token",
                "This token is not valid, or no longer. Send it in the header authorization: Bearer TOKEN; the host of \
                 the table can create a new one.",
            ),
            ApiError::ClosedByHost => {
                (410, "closed_by_host", "The administrator of this server has closed this table.")
            }
            ApiError::Banned => (403, "banned", "The administrator of this server has blocked you."),
            ApiError::Draining => {
                (503, "draining", "The server will restart soon and opens no new tables. Try again in a few minutes.")
            }
            ApiError::BrokenTable => {
                (500, "broken_table", "This game can't be opened. Nothing was deleted. The server's log says why.")
            }
            ApiError::UnknownPath => (404, "unknown_path", "Not found. /api lists the addresses."),
            ApiError::Method => (405, "method", "Method not allowed. /api lists the methods of each address."),
            ApiError::NotASocket => (426, "not_a_socket", "This address expects a WebSocket."),
            other => other.parts_of_a_limit(),
        }
    }

    /// Those of an exceeded limit, and of a bug.
    fn parts_of_a_limit(&self) -> (u16, &'static str, &'static str) {
        match self {
            ApiError::TooManyConnections => (
                429,
                "too_many_connections",
                "Too many connections from your network. Close a few pages and try again.",
            ),
            ApiError::TooManyOfGuest => (
                429,
                "too_many_of_guest",
                "Too many open pages or new tables. Close a few pages, or try again in a few minutes.",
            ),
            ApiError::TooManySessions => (
                429,
                "too_many_sessions",
                "Too many new players on your network. Try again in a few minutes. Programs: keep your cookie.",
            ),
            ApiError::TooManyNewTables => {
                (429, "too_many_new_tables", "Too many new tables on your network. Try again in a few minutes.")
            }
            ApiError::TooManyImports => {
                (429, "too_many_imports", "Too many imported records from your network. Try again in a few minutes.")
            }
            ApiError::Busy => {
                (429, "busy", "Too many requests at once from you or your network. Wait for the answers.")
            }
            _ => (500, "panicked", "Something went wrong on our side. Try again."),
        }
    }

    /// The error as it is sent.
    pub(crate) fn body(&self) -> protocol::ErrorDetail {
        let place = match self {
            ApiError::Record { line, fault } => Some(answers::imports::place(*line, fault)),
            _ => None,
        };
        let (_, key, words) = self.parts();
        protocol::ErrorDetail { key: key.to_owned(), words: words.into_owned(), place }
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
            // Its owner is silent, and the log says so once: everybody at its tables would have another line.
            ApiError::Store(StoreError::Elsewhere) => tracing::debug!("another server has the table"),
            ApiError::Store(error) => tracing::error!(%error, "the store could not"),
            ApiError::BrokenTable => tracing::error!("a stored table cannot be read back"),
            other => tracing::debug!(key = other.parts().1, "refused"),
        }
        let status = StatusCode::from_u16(self.parts().0).expect("a status of HTTP");
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
