//! The live table: people, bots, clocks and claims around a match. This crate does no I/O. A room has no clock, file,
//! thread or network. It gets events with the time ([`Input`]), and returns instructions ([`Effect`]). The server is
//! one shell around the room. `crates/offline` is another shell, for a worker in a browser.
//!
//! The entry point is [`Room::handle`] in `room/mod.rs`. Its folder also has the files `commands`, `visitors`,
//! `storing`, `published` and `reading`. The other files are:
//!
//! - commands: `decide` and `decide_people` decide a command. `asker` is the sender, and `decision` lists the possible
//!   results. `arrangement` holds the data that are stored together. `evolve` applies the stored change to the state
//! - `consequences` finds the changes that no command asks for
//! - messages: `frame` makes a viewer's view, `send` finds the receivers, `wire` contains parts of messages, and
//!   `engine_talk` writes to engines
//! - `think` asks bots and advisers
//! - the parts of the state (`state`), private unless any value is valid: `seating`, `presence`, `schedule`, `clocks`,
//!   `play_clock`, `claims`, `ending` (the offer to end a decided deal; `early_end` decides it), `bots` (and
//!   `pace`), `engines` (and `engine_pass`), `help`, `history`, `spectators`, `chat`, `answers`, `log`
//! - `shuffle`: the stored attempts of the shared shuffle; `shared_shuffle`: its steps
//! - `settings`: the agreed settings, how the host changes them, and the facts that never change
//! - `games`: the list of games for the page
//! - `load` makes a room from a stored table; `log_entry`: a stored entry; `names`, `confusables` and `seated`:
//!   the people on seats
//! - `talk_rules`: the chat rules of the server's administrator; `word_filter`: the words that the administrator has
//!   masked
//! - `ids`, `time`, `input`, `effect`: the types between room and shell

mod answers;
mod arrangement;
mod asker;
mod bots;
mod chat;
mod claims;
mod clocks;
mod confusables;
mod consequences;
mod decide;
mod decide_people;
mod decision;
mod early_end;
mod effect;
mod ending;
mod engine_pass;
mod engine_talk;
mod engines;
mod evolve;
mod frame;
pub mod games;
mod help;
mod history;
mod ids;
mod input;
mod load;
mod log;
pub mod log_entry;
pub mod names;
mod pace;
mod play_clock;
mod presence;
mod room;
mod schedule;
mod seated;
mod seating;
mod send;
pub mod settings;
mod shared_shuffle;
mod shuffle;
mod spectators;
mod state;
mod talk_rules;
mod think;
mod time;
mod wire;
mod word_filter;

/// True in a module for browsers. One person plays there, so code that only other people and engines need is left out.
const ALONE: bool = cfg!(target_family = "wasm");

pub use arrangement::KeptState;
pub use clocks::KeptClock;
pub use decide_people::CLOSED_BY_DAY;
pub use effect::{
    BotQuestion, Denied, Effect, LaterWrite, LogLine, Metric, Rematch, SeatResult, StoredArrangement, Write,
};
pub use engine_pass::EnginePass;
pub use frame::{TableSummary, summary};
pub use help::{BegunWork, Finding, Work, WorkStep, advised};
pub use history::by_bots;
pub use ids::{ConnectionId, EngineId, PersonId, RequestId, TaskId, WriteId};
pub use input::{BotReply, Busy, Input, NotStored, StoreFault};
pub use load::{Saved, UnknownLevel, restore};
pub use log::{MOST_ENTRIES, MOST_MATCH_ENTRIES};
pub use pace::Pace;
pub use room::Room;
pub use seated::{ENGINE, Seated};
pub use state::{GUEST, bot_seed_of_day};
pub use talk_rules::TalkRules;
pub use time::{Instant, Now};
pub use wire::By;
pub use word_filter::WordFilter;
