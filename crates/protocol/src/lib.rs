//! The messages between page and server, which `docs/develop/protocol.md` describes.
//!
//! The commands of a client are a closed set. An unknown command, an unknown key or a wrong type is never ignored, but
//! gets an error message. The view and the legal actions depend on the game, so they are type parameters of the
//! server's messages.
//!
//! - `command`: messages from a client; `frame`: messages from the server on a table's socket, and the frame in them
//! - `room`: the people at a table, its settings and its chat; `shuffle`: shuffling together
//! - `advice`: advice and the cost of decisions; `mistakes`: those that come back; `lesson`: the guided first deal;
//!   `replay`: finished deals, step by step
//! - `http`: requests and responses about games, tables and seats; `person`: stored data about a person; `statistics`:
//!   results and the daily solitaire; `days`: deals of the day in games of several players; `error`: the error in
//!   a request
//! - `engine`: the messages of external programs that play (docs/bots/engines.md); `dialogue`: the questions to an engine
//!   and the check of its answers, for engines at tables and in the arena
//! - `text`: the characters that no message from outside may have
//! - `typescript`: the TypeScript types of all these messages, for the page
//!
//! ```
//! use protocol::Command;
//! let command = Command::parse(r#"{"t":"act","cmd":"c1","at":3,"action":"play Qs"}"#).unwrap();
//! assert_eq!(command.cmd(), Some("c1"));
//! assert!(Command::parse(r#"{"t":"act","cmd":"c1","at":3,"action":"play Qs","seat":2}"#).is_err());
//! ```

mod advice;
mod command;
mod days;
mod dialogue;
mod engine;
mod error;
mod frame;
mod http;
mod lesson;
mod mistakes;
mod person;
mod replay;
mod room;
mod shuffle;
mod statistics;
mod text;
#[cfg(feature = "types")]
mod typescript;

pub use advice::{Advised, Choice, Judged};
pub use command::{Command, MAX_CMD_CHARS, Malformed};
pub use days::{DayCount, DayField, DayRun, DayTry, Days, DealRun};
pub use dialogue::{Answer, Dialogue, Late};
pub use engine::{ENGINE_PROTOCOL, FromEngine, MAX_ENGINE_LINE, NOT_NOW, ToEngine};
pub use error::{ErrorBody, ErrorDetail, RecordPlace};
pub use frame::{Clock, DealScore, Frame, Margin, Message, RestOffer, TableEvent, Window};
pub use game::{BoardKind, MatchPhase, NewPlayer, PublicEvent, Reason, Refusal, SharedAttempt, Verdict};
pub use http::{
    Continuation, EngineSeat, GameInfo, GameSeats, Games, HostInfo, HostPage, Invitation, Invite, ListedSeat, Lobby,
    LobbyTable, Me, NewName, NewPractice, NewTable, OptionField, PlayerReport, QrCode, QuickMatch, SeatTaken, SitDown,
    TableLine,
};
pub use lesson::{Lesson, LessonAnswer, LessonStep, WhyNot};
pub use mistakes::{FoundMistakes, JudgedDeal, Mistake, MistakeAnswer, MyMistake, MyMistakes};
pub use person::{MyData, MyDevice, MyDevices, MyInvite, MyRecord, MyResult, MyTable};
pub use replay::{DealHistory, Imported, ImportedRecord, PastStep, Replay, ReplayStep};
pub use room::{
    ChatLine, ChatMode, ClockKind, DayDeal, NewSettings, Notice, Open, People, Phrase, Practice, Races, SeatInfo,
    Settings, Stage,
};
pub use shuffle::{SharedShuffle, ShuffleStep};
pub use statistics::{
    Daily, DailyDeal, DailyResult, DealLevel, DealWish, GameStatistics, RatedDeal, Statistics, Tally,
};
pub use text::check_text;
#[cfg(feature = "types")]
pub use typescript::typescript;
