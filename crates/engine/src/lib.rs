//! Outside engines: programs in any language that play over lines of JSON (docs/engines.md), sitting where a bot sits.
//!
//! What an engine is sent is made from its seat's view, its legal actions and what its seat hears, and from nothing
//! else. What it gets wrong does not stop a match: the rule player answers in its place, and it is counted.
//!
//! `program` a command line and the processes that run it · `process` one of them · `outside` an engine as a bot ·
//! `news` what it hears · `conduct` what is counted · `dialogue` questions and what answers are worth, without I/O: for
//! engines at tables too.

mod conduct;
mod dialogue;
mod news;
mod outside;
mod process;
mod program;

pub use conduct::Conduct;
pub use dialogue::{Answer, Dialogue, Late};
pub use news::News;
pub use outside::Outside;
pub use program::{Program, ProgramError};
