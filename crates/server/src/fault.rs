//! What goes wrong over HTTP: one enum, from which status, words and log level follow.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use catalog::CatalogError;
use protocol::{ErrorBody, RecordPlace};
use store::StoreError;

/// When to ask again, in seconds, for whom there is too much to do.
const BUSY_FOR_S: &str = "5";

/// Why a request is not answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The request asks for something that cannot be.
    Bad { key: &'static str, words: String },
    /// The line so numbered, from 1, is no record.
    Record { line: u32, fault: table::record::Fault },
    /// The body is too large.
    TooLarge,
    /// The body is not announced as JSON.
    NotJson,
    /// It came from a page of somebody else.
    Origin,
    /// There is no such table.
    UnknownTable,
    /// There is no such record.
    UnknownRecord,
    /// The deal is not there, or not finished; or the seat is not.
    UnknownDeal,
    /// The game has no guided deal, or no such decision in it.
    UnknownLesson,
    /// The session has no seat there.
    NotYourTable,
    /// The host has removed the session from this match.
    Removed,
    /// There is no free seat.
    Full,
    /// An invitation that was never made or was taken back.
    UnknownInvite,
    /// An invitation whose time is over.
    ExpiredInvite,
    /// A link for another device that was never made, or after which another was made.
    UnknownDeviceLink,
    /// One by which a device has come.
    UsedDeviceLink,
    /// One whose time is over.
    ExpiredDeviceLink,
    /// A token that opens no engine's seat.
    UnknownToken,
    /// The table was played under rules that this program does not have.
    ClosedTable { rules: u32 },
    /// The table is of a game that this program does not have.
    ClosedGame { game: String },
    /// The stored events do not lead anywhere.
    BrokenTable,
    /// There is nothing at this address.
    UnknownPath,
    /// The address does not do that.
    Method,
    /// The address speaks WebSocket.
    NotASocket,
    /// The store could not.
    Store(StoreError),
    /// The address has too many connections.
    TooManyConnections,
    /// The address has begun too many sessions lately.
    TooManySessions,
    /// The address has opened too many tables lately.
    TooManyNewTables,
    /// The guest asks for more work at once than it may.
    Busy,
    /// The session has so many unfinished games.
    TooManyTables { most: u32 },
    /// A bug of ours.
    Panicked,
    /// The server is stopping, or the table is being loaded again.
    Away,
}

impl Fault {
    pub(crate) fn bad(key: &'static str, words: impl Into<String>) -> Fault {
        Fault::Bad { key, words: words.into() }
    }

    fn status(&self) -> StatusCode {
        match self {
            Fault::Bad { .. } | Fault::Record { .. } => StatusCode::BAD_REQUEST,
            Fault::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Fault::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Fault::Origin | Fault::NotYourTable | Fault::Removed => StatusCode::FORBIDDEN,
            Fault::UnknownTable
            | Fault::UnknownRecord
            | Fault::UnknownDeal
            | Fault::UnknownLesson
            | Fault::UnknownPath
            | Fault::UnknownDeviceLink
            | Fault::UnknownInvite => StatusCode::NOT_FOUND,
            Fault::UnknownToken => StatusCode::UNAUTHORIZED,
            Fault::Full => StatusCode::CONFLICT,
            Fault::TooManyConnections
            | Fault::TooManySessions
            | Fault::TooManyNewTables
            | Fault::Busy
            | Fault::TooManyTables { .. } => StatusCode::TOO_MANY_REQUESTS,
            Fault::Method => StatusCode::METHOD_NOT_ALLOWED,
            Fault::NotASocket => StatusCode::UPGRADE_REQUIRED,
            Fault::ClosedTable { .. }
            | Fault::ClosedGame { .. }
            | Fault::ExpiredInvite
            | Fault::UsedDeviceLink
            | Fault::ExpiredDeviceLink => StatusCode::GONE,
            Fault::BrokenTable | Fault::Panicked => StatusCode::INTERNAL_SERVER_ERROR,
            Fault::Store(StoreError::Full) => StatusCode::INSUFFICIENT_STORAGE,
            Fault::Store(StoreError::Closed) | Fault::Away => StatusCode::SERVICE_UNAVAILABLE,
            Fault::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn key(&self) -> &'static str {
        match self {
            Fault::Bad { key, .. } => key,
            Fault::Record { .. } => "record",
            Fault::TooLarge => "too_large",
            Fault::NotJson => "not_json",
            Fault::Origin => "origin",
            Fault::UnknownTable => "unknown_table",
            Fault::UnknownRecord => "unknown_record",
            Fault::UnknownDeal => "unknown_deal",
            Fault::UnknownLesson => "unknown_lesson",
            Fault::NotYourTable => "not_your_table",
            Fault::Removed => "removed",
            Fault::Full => "full",
            Fault::TooManyConnections => "too_many_connections",
            Fault::TooManySessions => "too_many_sessions",
            Fault::TooManyNewTables => "too_many_new_tables",
            Fault::TooManyTables { .. } => "too_many_tables",
            Fault::Busy => "busy",
            Fault::UnknownInvite => "unknown_invite",
            Fault::ExpiredInvite => "expired_invite",
            Fault::UnknownDeviceLink => "unknown_device_link",
            Fault::UsedDeviceLink => "used_device_link",
            Fault::ExpiredDeviceLink => "expired_device_link",
            Fault::UnknownToken => "unknown_token",
            Fault::ClosedTable { .. } | Fault::ClosedGame { .. } => "closed_table",
            Fault::BrokenTable => "broken_table",
            Fault::UnknownPath => "unknown_path",
            Fault::Method => "method",
            Fault::NotASocket => "not_a_socket",
            Fault::Store(StoreError::Full) => "disk_full",
            Fault::Store(_) => "store",
            Fault::Panicked => "panicked",
            Fault::Away => "away",
        }
    }

    fn words(&self) -> String {
        match self {
            Fault::Bad { words, .. } => words.clone(),
            Fault::Record { line, fault } => format!("Line {line}: {fault}."),
            Fault::TooLarge => "The request is too large.".into(),
            Fault::NotJson => "Send JSON, with the header content-type: application/json.".into(),
            Fault::Origin => "Request from another website blocked. Open Cardroom at its own address.".into(),
            Fault::UnknownTable => "This table doesn't exist. Check the link.".into(),
            Fault::UnknownRecord => "This record doesn't exist. Check the link.".into(),
            Fault::UnknownDeal => "This deal doesn't exist or isn't finished, or the seat doesn't exist.".into(),
            Fault::UnknownLesson => "This game has no such lesson step.".into(),
            Fault::NotYourTable => "You don't have a seat at this table.".into(),
            Fault::Removed => "The host removed you from this table.".into(),
            Fault::Full => "All seats at this table are taken.".into(),
            Fault::TooManyConnections => {
                "Too many connections from your network. Close a few pages and try again.".into()
            }
            Fault::TooManySessions => {
                "Too many new players on your network. Try again in a few minutes. Programs: keep your cookie.".into()
            }
            Fault::TooManyNewTables => "Too many new tables on your network. Try again in a few minutes.".into(),
            Fault::Busy => "Too many questions at once. Wait for the first answers.".into(),
            Fault::TooManyTables { most } => {
                format!("You have {most} unfinished games. Finish, give up or leave one first.")
            }
            Fault::UnknownInvite => "This invitation was withdrawn, or the link is incomplete.".into(),
            Fault::ExpiredInvite => "This invitation has expired. Ask for a new one.".into(),
            Fault::UnknownDeviceLink => {
                "This link no longer works, or it is incomplete. Create a new one under Your data.".into()
            }
            Fault::UsedDeviceLink => "This link has already been used. Create a new one under Your data.".into(),
            Fault::ExpiredDeviceLink => "This link has expired. Create a new one under Your data.".into(),
            Fault::UnknownToken => {
                "This token is not valid, or no longer. Send it in the header authorization: Bearer TOKEN; the host of \
                 the table can create a new one."
                    .into()
            }
            Fault::ClosedGame { game } => {
                format!("This server doesn't have the game \"{game}\". The table is kept, but can't be played.")
            }
            Fault::ClosedTable { rules } => format!(
                "This table uses version {rules} of the rules, which this server doesn't have. It is kept, but can't be played."
            ),
            Fault::BrokenTable => "This game can't be opened. Nothing was deleted. The server's log says why.".into(),
            Fault::UnknownPath => "Not found. docs/protocol.md lists the addresses.".into(),
            Fault::Method => "Method not allowed. docs/protocol.md lists the methods of each address.".into(),
            Fault::NotASocket => "This address expects a WebSocket.".into(),
            Fault::Panicked => "Something went wrong on our side. Try again.".into(),
            Fault::Store(StoreError::Full) => StoreError::Full.to_string(),
            Fault::Store(StoreError::Closed) | Fault::Away => StoreError::Closed.to_string(),
            Fault::Store(_) => "The server couldn't read or save its data. Try again.".into(),
        }
    }

    /// What the wire carries.
    pub(crate) fn body(&self) -> protocol::Fault {
        let place = match self {
            Fault::Record { line, fault } => {
                let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
                let table::record::Fault { deal, action, why } = fault.clone();
                Some(RecordPlace { line: *line, deal: deal.map(number), action: action.map(number), why })
            }
            _ => None,
        };
        protocol::Fault { key: self.key().to_owned(), words: self.words(), place }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        Fault::Store(error)
    }
}

impl From<CatalogError> for Fault {
    fn from(error: CatalogError) -> Fault {
        Fault::Bad { key: error.key, words: sentence(&error.words) }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        match &self {
            Fault::Store(error) => tracing::error!(%error, "the store could not"),
            Fault::BrokenTable => tracing::error!("a stored table cannot be read back"),
            other => tracing::debug!(key = other.key(), "refused"),
        }
        let mut response = (self.status(), Json(ErrorBody { error: self.body() })).into_response();
        if self == Fault::Busy {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(BUSY_FOR_S));
        }
        response
    }
}

/// With a capital and a full stop.
pub(crate) fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    let stop = if words.ends_with(['.', '?']) { "" } else { "." };
    format!("{first}{}{stop}", chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_and_end() {
        assert_eq!(sentence("there is no game \"x\""), "There is no game \"x\".");
        assert_eq!(sentence("Done."), "Done.");
        assert_eq!(sentence(""), ".");
    }

    #[test]
    fn what_the_store_says_of_its_insides_stays_inside() {
        let body = Fault::Store(StoreError::Broken("/home/ann/data: no such file".into())).body();
        assert!(!body.words.contains("ann"), "{}", body.words);
    }
}
