//! One person's card room without a server: rooms, bots, help and records behind the messages of docs/protocol.md.
//! It does no I/O. The page's worker (or a test) gives it messages, the time and random bytes, and carries out what it
//! returns. Like `crates/server` it is a shell around [`room::Room`], for one person and without a network.
//!
//! - [`Offline`] (`offline`) takes messages ([`FromPage`]) and returns others ([`ToPage`]), all in `message`; begin at
//!   [`Offline::post`]
//! - `live`: the loaded rooms, and the effects that they want carried out
//! - `kept`: what is stored, as keys and values. The card room reports nothing before the page has said that it
//!   is stored.
//! - `api`: the requests of a person who plays alone, answered in `tables`, `looking_back`, `results` and `everything`
//! - `jobs`: what bots and helpers are asked; the worker lets them think between messages
//! - `bot_worker`: bots in a worker of their own
//! - `entropy`: seeds and names of tables, all derived from the random bytes that the page gives at the start
//! - `time`: the calendar of the page
//! - `abi`: the card room as functions of a WebAssembly module

#[cfg(target_arch = "wasm32")]
mod abi;
mod api;
mod bot_worker;
mod entropy;
mod everything;
mod jobs;
mod kept;
mod live;
mod looking_back;
mod message;
mod offline;
mod results;
mod tables;
mod time;

pub use bot_worker::{AdviceRequest, BotKey, BotWorker, WorkerAnswer, WorkerReply, WorkerRequest};
pub use message::{FromPage, Start, ToPage, WhatFollows, WriteOutcome};
pub use offline::{NoEntropy, Offline};
