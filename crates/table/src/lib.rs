//! A match in play, and its record.
//!
//! - `matches`: a match from its first card to its winners
//! - `any`: the trait of a table whose game is not known at compile time
//! - `table`: the table behind that trait: its log, decision numbers, undo
//! - `record`: the text form of a match, written and verified
//! - `decision`: what a seat was asked and what it did
//! - `replay`: a finished deal, step by step

mod any;
mod decision;
mod matches;
pub mod record;
mod replay;
mod table;

pub use any::{
    Accepted, AnyBot, AnyTable, Entry, FaceUp, HistoryStep, Intent, Json, Question, Setup, SolitaireTable, TableView,
    Why,
};
pub use decision::{Decision, deals_face_up, decisions};
pub use game::{MatchPhase, NewPlayer, PublicEvent, Refusal};
pub use matches::Match;
pub use replay::{Replay, ReplayStep, replay};
pub use table::{SetupError, Table, with_facts};
