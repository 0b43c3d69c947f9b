//! External engines: programs in any language that play on the seat of a bot, over lines of JSON
//! (docs/bots/engines.md).
//!
//! An engine gets only the view of its seat, its legal actions, and the events that its seat may know. A mistake of an
//! engine does not stop a match. The rule player answers instead, and the mistake is counted.
//!
//! - `program`: a command line and its processes; `process`: one process
//! - `external`: an engine as a bot; `conduct`: the counts of its mistakes
//! - `level`: a level of this program that acts as an engine for other programs
//!
//! [`protocol::Dialogue`] contains the messages and the questions, and checks the answers. Engines at live tables use
//! it too.

mod conduct;
mod external;
mod level;
mod process;
mod program;

pub use conduct::Conduct;
pub(crate) use external::ExternalEngine;
pub use level::play_level;
pub(crate) use program::Program;
