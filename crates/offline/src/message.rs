//! The messages of the page, and those to it. Texts of a table's connection are those of docs/protocol.md.

use protocol::Advised;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bot_worker::{AdviceRequest, WorkerReply, WorkerRequest};

/// The first message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// 32 random bytes in hex, new at every start.
    pub entropy: String,
    /// The stored keys with the prefixes of the index ([`INDEX_PREFIXES`](crate::INDEX_PREFIXES)), and their values.
    pub index: Vec<(String, String)>,
    /// How long bots wait before they act, in milliseconds; left out: as people do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot_delay_ms: Option<u32>,
    /// True if bots think in workers of their own ([`ToPage::AskWorker`]).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot_workers: bool,
}

/// A message of the page, under its name: `{"close":{"connection":1}}`. (A name inside would have it read into a tree first: 50 KB of code.)
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FromPage {
    /// A request of the API. Answered by [`ToPage::Response`].
    Request {
        /// Names the request.
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
        /// Its number: a new one.
        connection: u64,
        /// The table's id.
        table: String,
    },
    /// A command for a table.
    Command {
        /// Over which connection.
        connection: u64,
        /// A command of docs/protocol.md, as JSON.
        text: String,
    },
    /// A connection ends.
    Close {
        /// Which.
        connection: u64,
    },
    /// The answer to [`ToPage::Store`] and [`ToPage::Clear`].
    Stored {
        /// Which.
        write: u64,
        /// Its outcome.
        outcome: WriteOutcome,
    },
    /// The answer to [`ToPage::AskWorker`].
    WorkerReply {
        /// Which.
        job: u64,
        /// The bot's answer. `None`: its worker has failed.
        reply: Option<WorkerReply>,
    },
    /// The answer to [`ToPage::AskAdvice`].
    AdviceReply {
        /// Which.
        job: u64,
        /// The advice. `None`: a worker has failed. Then the module advises by itself.
        advice: Option<Advised>,
    },
    /// The answer to [`ToPage::Read`].
    Read {
        /// Which.
        read: u64,
        /// Keys and values.
        stored: Vec<(String, String)>,
    },
    /// The index as it is stored now: another tab may have changed it. A loaded table stays as it is while it has a
    /// connection.
    Index {
        /// Keys and values, as in [`Start`].
        index: Vec<(String, String)>,
    },
    /// Another tab plays at this table from now on. Its connections here are closed.
    Unload {
        /// The table's id.
        table: String,
    },
    /// Time has passed, or a helper has an answer.
    Time {},
}

/// The outcome of a write: all of it is stored, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WriteOutcome {
    /// It is stored.
    Stored,
    /// There was no space.
    Full,
    /// The browser failed, or another tab has the table.
    Failed,
}

/// A message to the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ToPage {
    /// The answer to a request.
    Response {
        /// Which.
        id: u64,
        /// As in HTTP.
        status: u16,
        /// JSON, or a record.
        body: String,
    },
    /// A connection is open; messages follow.
    Opened {
        /// Which.
        connection: u64,
    },
    /// A bot is to think. Answered by [`FromPage::WorkerReply`].
    AskWorker {
        /// Names it.
        job: u64,
        /// The question.
        request: WorkerRequest,
    },
    /// Advice is wanted, from the workers. Answered by [`FromPage::AdviceReply`].
    AskAdvice {
        /// Names it.
        job: u64,
        /// The question.
        request: AdviceRequest,
    },
    /// A message of a table.
    Message {
        /// Over which connection.
        connection: u64,
        /// A message of docs/protocol.md, as JSON.
        text: String,
    },
    /// A connection is closed, or was not opened.
    Closed {
        /// Which.
        connection: u64,
    },
    /// Something is to be stored, all or nothing, in this order. Answered by [`FromPage::Stored`].
    Store {
        /// Names it.
        write: u64,
        /// Keys with their new values; `None`: the key is deleted. A key that ends with a slash stands for all keys that
        /// begin with it.
        changes: Vec<(String, Option<String>)>,
    },
    /// Stored data are wanted. Answered by [`FromPage::Read`].
    Read {
        /// Names the read.
        read: u64,
        /// The beginnings of the wanted keys.
        prefixes: Vec<String>,
    },
    /// All keys are to be deleted. Answered by [`FromPage::Stored`].
    Clear {
        /// Names it.
        write: u64,
    },
}

/// The consequences of a message.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WhatFollows {
    /// Messages to be carried out in this order.
    pub out: Vec<ToPage>,
    /// The moment for [`FromPage::Time`], in milliseconds of the clock that only goes forward.
    pub wake_ms: Option<f64>,
    /// True if a bot, advice, an analysis or a solver waits to think.
    pub thinks: bool,
    /// The game whose net the next job uses: load it first, if that is possible.
    pub wants_net: Option<String>,
}
