//! The parts of requests, and the answers to requests.

use std::borrow::Cow;

use answers::BadRequest;
use protocol::{ErrorBody, ErrorDetail};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::device::{KeyChanges, json};
use crate::pending::Needed;

pub(crate) enum DeviceAnswer {
    Respond {
        status: u16,
        body: String,
    },
    /// The changes have to be stored before the response is sent.
    Store {
        changes: KeyChanges,
        status: u16,
        body: String,
    },
    DeleteEverything,
    /// These data have to be read. Then the request is handled again.
    Read(Needed),
}

/// The result of a request. `Err` is no failure: it is an answer that was found early, which `?` can return.
pub(crate) type Answered = Result<DeviceAnswer, DeviceAnswer>;

impl DeviceAnswer {
    pub(crate) fn text(body: String) -> Answered {
        Ok(DeviceAnswer::Respond { status: 200, body })
    }

    pub(crate) fn json(body: &impl Serialize) -> Answered {
        DeviceAnswer::text(json(body))
    }

    pub(crate) fn store(changes: KeyChanges, status: u16, body: &impl Serialize) -> Answered {
        Ok(DeviceAnswer::Store { changes, status, body: json(body) })
    }

    pub(crate) fn error(status: u16, key: &str, words: &str) -> DeviceAnswer {
        let error = ErrorDetail { key: key.to_owned(), words: words.to_owned(), place: None };
        DeviceAnswer::detailed_error(status, error)
    }

    pub(crate) fn detailed_error(status: u16, error: ErrorDetail) -> DeviceAnswer {
        DeviceAnswer::Respond { status, body: json(&ErrorBody { error }) }
    }
}

impl From<BadRequest> for DeviceAnswer {
    fn from(BadRequest { key, words }: BadRequest) -> DeviceAnswer {
        DeviceAnswer::error(400, key, &words)
    }
}

pub(crate) fn read_body<'a, T: Deserialize<'a>>(body: Option<&'a Value>) -> Result<T, DeviceAnswer> {
    game::read_value(body.unwrap_or(&Value::Null)).map_err(|error| {
        DeviceAnswer::error(400, "malformed", &format!("The body of the request cannot be read: {error}."))
    })
}

pub(crate) struct Query<'a>(pub(crate) &'a str);

impl Query<'_> {
    pub(crate) fn get(&self, key: &str) -> Option<Cow<'_, str>> {
        form_urlencoded::parse(self.0.as_bytes()).find(|(name, _)| name == key).map(|(_, value)| value)
    }

    pub(crate) fn number<N: std::str::FromStr>(&self, key: &str) -> Option<N> {
        self.get(key)?.parse().ok()
    }
}
