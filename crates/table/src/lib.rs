//! A match in play and a match on paper.
//!
//! `course` a match from its first card to its winners · `any` the face of a table without types · `table` the table
//! behind that face: its log, decision numbers, undo · `event` what happened, as
//! everybody hears of it · `record` the text form of a match, written and verified · `decision` what
//! a seat was asked and did, to be looked at again · `replay` a finished deal, to be watched again.

mod any;
mod course;
mod decision;
mod event;
pub mod record;
mod replay;
mod table;

pub use any::{
    Accepted, AnyBot, AnyTable, Entry, FaceUp, HistoryStep, Json, Phase, Position, Question, Refused, Setup, Why,
};
pub use course::Match;
pub use decision::{Decision, deals_face_up, decisions};
pub use event::{NewPlayer, PublicEvent};
pub use replay::{Replay, Step, replay};
pub use table::{SetupError, Table, with_facts};
