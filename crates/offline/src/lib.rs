//! One person's card room without a server: rooms, bots, help and records behind the messages of docs/develop/protocol.md. It
//! does no I/O. The page's worker (or a test) passes messages, the time and random bytes to it, and carries out the
//! results. Like `crates/server` it is a shell around [`room::Room`], but for one person and without a network.
//!
//! - [`Offline`] (`offline`) receives messages of the page ([`FromPage`]), returns messages to the page ([`ToPage`]),
//!   and carries out the effects of rooms. `message` contains both types. Begin at [`Offline::post`].
//! - `device`: the stored data as keys and values, with an index in memory that lacks logs and records
//! - `rooms`: the loaded rooms with their logs
//! - `pending`: unfinished reads and writes of the page. Effects of a write are sent only after the page has confirmed
//!   that the write is stored.
//! - `api`: the requests of a person who plays alone, which are answered in `tables`, `looking_back`, `results`,
//!   `mistakes` and `everything`; `answer`: the parts of requests and answers
//! - `jobs`: questions to bots and helpers, which think between messages
//! - `bot_worker`: bots in a separate worker
//! - `entropy`: seeds and table ids, all derived from the random bytes of the start
//! - `time`: the calendar of the page
//! - `abi`: the card room as functions of a WebAssembly module. Functions that its first chunk must not contain are
//!   `#[inline(never)]` (docs/develop/offline.md).

#[cfg(target_arch = "wasm32")]
mod abi;
mod answer;
mod api;
mod bot_worker;
mod device;
mod entropy;
mod everything;
mod jobs;
mod looking_back;
mod message;
mod mistakes;
mod offline;
mod pending;
mod results;
mod rooms;
mod tables;
mod time;

pub use bot_worker::{BotKey, BotWorker, WantedAnswer, WorkerAnswer, WorkerRequest};
pub use device::INDEX_PREFIXES;
pub use message::{FromPage, Start, ToPage, WhatFollows, WriteOutcome};
pub use mistakes::judge;
pub use offline::{NoEntropy, Offline};
