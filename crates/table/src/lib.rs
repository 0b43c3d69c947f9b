//! A match in play, and its record.
//!
//! - `matches`: a match from its first card to its winners
//! - `any`: the traits of a table and of a bot whose game is not known at compile time
//! - `setup`: the data that determine a match; `entry`: a line of its log; `intent`: a requested change of the table,
//!   and the accepted entries
//! - `seen`: the part of a table that a viewer may know
//! - `table`: the type that implements the trait of a table, with its log, decision numbers and undo
//! - `record`: the text form of a match, written and verified
//! - `decision`: the question to a seat and the seat's action
//! - `replay`: a finished deal, step by step
//! - `practice`: play that goes on from a position of another match

mod any;
mod decision;
mod entry;
mod intent;
mod matches;
mod practice;
pub mod record;
mod replay;
mod seen;
mod setup;
mod table;

pub use any::{AnyBot, AnyTable, FaceUp, Question, SolitaireTable};
pub use decision::{Decision, deals_face_up, decisions};
pub use entry::{Entry, Why};
pub use game::{MatchPhase, NewPlayer, PublicEvent, Refusal};
pub use intent::{Accepted, Intent};
pub use matches::Match;
pub use practice::{Fork, ForkPoint, fork};
pub use replay::{Replay, ReplayStep, replay};
pub use seen::{HistoryStep, Json, TableView};
pub use setup::Setup;
pub use table::{SetupError, Table, with_facts};
