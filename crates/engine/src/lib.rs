//! Outside engines: programs in any language that sit where a bot sits and play over lines of JSON (docs/engines.md).
//!
//! An engine is sent its seat's view, its legal actions and what its seat may know of events, and nothing else. A mistake of an
//! engine does not stop a match: the rule player answers in its place, and the mistake is counted.
//!
//! `program` a command line and the processes that run it · `process` one of them · `outside` an engine as a bot ·
//! `news` what it is told · `conduct` what is counted · `dialogue` questions and the check of answers, without I/O: engines at
//! tables of the server use it too.

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
