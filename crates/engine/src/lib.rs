//! External engines: programs in any language that play on the seat of a bot, over lines of JSON (docs/engines.md).
//!
//! An engine gets its seat's view, its legal actions and the events that its seat may know, and nothing else. A
//! mistake of an engine does not stop a match: the rule player answers instead, and the mistake is counted.
//!
//! - `dialogue`: questions to an engine and the check of its answers, without I/O. Engines at tables of the server
//!   use it too.
//! - `program`: a command line and its processes; `process`: one of them
//! - `outside`: an engine as a bot; `news`: what it is told; `conduct`: what is counted

mod conduct;
mod dialogue;
mod news;
mod outside;
mod process;
mod program;

pub use conduct::Conduct;
pub use dialogue::{Answer, Dialogue, Late};
pub use news::SeatNews;
pub use outside::Outside;
pub use program::{Program, ProgramError};
