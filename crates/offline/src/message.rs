//! The messages from and to the page. Some carry the messages of a table's connection (docs/develop/protocol.md).

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bot_worker::{WorkerAnswer, WorkerRequest};

/// The first message of the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// 32 random bytes in hex, new at every start.
    pub entropy: String,
    /// The stored keys and values with the prefixes of the index ([`INDEX_PREFIXES`](crate::INDEX_PREFIXES)).
    pub index: Vec<(String, String)>,
    /// The time in milliseconds that bots wait before they act. If it is left out, bots wait as long as people do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot_delay_ms: Option<u32>,
    /// True if bots think in workers of their own ([`ToPage::AskWorker`]).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot_workers: bool,
}

/// A message from the page.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum FromPage {
    /// A request of the API. Answered by [`ToPage::Response`].
    Request {
        /// The number of the request.
        id: u64,
        /// `GET`, `POST` or `DELETE`.
        method: String,
        /// The path behind `/api/v1/`.
        path: String,
        /// The body of a `POST`.
        #[serde(default)]
        body: Option<Value>,
    },
    /// Opens a connection to a table. Answered by [`ToPage::Opened`] or [`ToPage::Closed`].
    Open {
        /// The number of the connection, which must be new.
        connection: u64,
        /// The table's id.
        table: String,
    },
    /// A command for a table.
    Command {
        /// The number of the connection.
        connection: u64,
        /// A command of docs/develop/protocol.md, as JSON.
        text: String,
    },
    /// Closes a connection.
    Close {
        /// The number of the connection.
        connection: u64,
    },
    /// The answer to [`ToPage::Store`] and [`ToPage::Clear`].
    Stored {
        /// The number of the write.
        write: u64,
        /// The outcome of the write.
        outcome: WriteOutcome,
    },
    /// The answer to [`ToPage::AskWorker`].
    WorkerAnswer {
        /// The number of the job.
        job: u64,
        /// `None` if the worker has failed. Then the module computes advice itself, but not a bot's decision.
        answer: Option<WorkerAnswer>,
    },
    /// The answer to [`ToPage::Read`].
    Read {
        /// The number of the read.
        read: u64,
        /// The stored keys and values.
        stored: Vec<(String, String)>,
    },
    /// The stored index, read again because another tab may have changed it. Tables that have a connection here are not
    /// reloaded.
    Index {
        /// Keys and values, as in [`Start`].
        index: Vec<(String, String)>,
    },
    /// Another tab plays at this table from now on. All connections of this tab to the table are closed.
    Unload {
        /// The table's id.
        table: String,
    },
    /// Time has passed, or a helper has an answer.
    Time,
}

game::read_tagged! { FromPage by "t":
    Request { id, method, path, body }, Open { connection, table }, Command { connection, text }, Close { connection },
    Stored { write, outcome }, WorkerAnswer { job, answer }, Read { read, stored }, Index { index }, Unload { table },
    Time {},
}

/// The outcome of a write, which stores all changes or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WriteOutcome {
    /// All changes are stored.
    Stored,
    /// There was not enough space.
    Full,
    /// The browser failed, or another tab has the table open.
    Failed,
}

/// A message to the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ToPage {
    /// The answer to a request.
    Response {
        /// The number of the request.
        id: u64,
        /// The status code, as in HTTP.
        status: u16,
        /// The body: JSON, or a record.
        body: String,
    },
    /// A connection is open. Its messages follow.
    Opened {
        /// The number of the connection.
        connection: u64,
    },
    /// Asks a worker for a bot's decision or for advice. Answered by [`FromPage::WorkerAnswer`].
    AskWorker {
        /// The number of the job.
        job: u64,
        /// The question.
        request: WorkerRequest,
    },
    /// A message of a table.
    Message {
        /// The number of the connection.
        connection: u64,
        /// A message of docs/develop/protocol.md, as JSON.
        text: String,
    },
    /// A connection was closed, or could not be opened.
    Closed {
        /// The number of the connection.
        connection: u64,
    },
    /// Stores changes in this order, all or none. Answered by [`FromPage::Stored`].
    Store {
        /// The number of the write.
        write: u64,
        /// Keys with their new values; `None` deletes the key. A key that ends with a slash means all keys that begin
        /// with it.
        changes: Vec<(String, Option<String>)>,
    },
    /// Reads stored data. Answered by [`FromPage::Read`].
    Read {
        /// The number of the read.
        read: u64,
        /// The prefixes of the keys to read.
        prefixes: Vec<String>,
    },
    /// Deletes all keys. Answered by [`FromPage::Stored`].
    Clear {
        /// The number of the write.
        write: u64,
    },
}

/// The results of a message.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WhatFollows {
    /// The messages to the page, which must be handled in this order.
    pub out: Vec<ToPage>,
    /// The time at which [`FromPage::Time`] is due, in milliseconds of the monotonic clock.
    pub wake_ms: Option<f64>,
    /// True if a bot, advice, an analysis or a solver needs time to think ([`Offline::think`](crate::Offline::think)).
    pub thinks: bool,
    /// The game whose net the next job uses. The page should load it first, if possible.
    pub wants_net: Option<String>,
}
