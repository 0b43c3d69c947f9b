//! What the page tells, and what it is told. Texts of a table's connection are those of docs/protocol.md.

use protocol::Advised;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bot_worker::{AdviceRequest, WorkerReply, WorkerRequest};

/// What everything begins with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// 32 random bytes in hex, new at every start.
    pub entropy: String,
    /// Everything that was stored: keys and values.
    pub kept: Vec<(String, String)>,
    /// How long bots wait before they act, in milliseconds; left out: as people do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot_delay_ms: Option<u32>,
    /// Whether bots think in workers of their own ([`ToPage::AskWorker`]).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot_workers: bool,
}

/// What the page tells.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum FromPage {
    /// A request of the API. Answered by [`ToPage::Response`].
    Request {
        /// Names the request.
        id: u64,
        /// `GET`, `POST` or `DELETE`.
        method: String,
        /// What follows `/api/v1/`.
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
        /// What has come of it.
        outcome: WriteOutcome,
    },
    /// The answer to [`ToPage::AskWorker`].
    WorkerReply {
        /// Which.
        job: u64,
        /// What the bot answered. `None`: its worker has failed.
        reply: Option<WorkerReply>,
    },
    /// The answer to [`ToPage::AskAdvice`].
    AdviceReply {
        /// Which.
        job: u64,
        /// What to do. `None`: a worker has failed. Then the module advises by itself.
        advice: Option<Advised>,
    },
    /// Everything that is stored now: another tab may have changed it. A loaded table stays as it is
    /// while it has a connection.
    Kept {
        /// Keys and values.
        kept: Vec<(String, String)>,
    },
    /// Another tab plays at this table from now on. Its connections here are closed.
    Unload {
        /// The table's id.
        table: String,
    },
    /// Time has passed, or a helper has an answer.
    Time,
}

/// What has come of a write: all of it is stored, or nothing.
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

/// What the page is told.
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
        /// What it is asked.
        request: WorkerRequest,
    },
    /// Advice is wanted, from the workers. Answered by [`FromPage::AdviceReply`].
    AskAdvice {
        /// Names it.
        job: u64,
        /// For what.
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
        /// Keys with their new values; `None`: the key is deleted.
        puts: Vec<(String, Option<String>)>,
    },
    /// All keys are to be deleted. Answered by [`FromPage::Stored`].
    Clear {
        /// Names it.
        write: u64,
    },
}

/// What follows from what was told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WhatFollows {
    /// To be carried out in this order.
    pub out: Vec<ToPage>,
    /// When [`FromPage::Time`] is to be told, in milliseconds of the clock that only goes forward.
    pub wake_ms: Option<f64>,
    /// Whether a bot, advice, an analysis or a solver waits to think.
    pub thinks: bool,
    /// The game whose net what waits is to be done with: load it first, if that is possible.
    pub wants_net: Option<String>,
}
