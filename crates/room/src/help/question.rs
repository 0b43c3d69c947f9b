//! Questions of people to advisers and the solver, as plain data.

use game::Seat;
use protocol::Command;

use crate::ids::{ConnectionId, TaskId};

/// A question that is not answered yet.
#[derive(Clone)]
pub(crate) struct AdviceQuestion {
    pub(crate) task: TaskId,
    pub(crate) connection: ConnectionId,
    pub(crate) seat: Seat,
    pub(crate) cmd: String,
    pub(crate) about: About,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum About {
    Decision {
        at: u32,
        position: u64,
    },
    /// A deal that is over.
    Deal,
}

/// The kind of help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Want {
    Verdict,
    Hint,
    Demo { step: u32 },
    TurningPoint,
}

impl Want {
    pub(crate) fn of(command: &Command) -> Option<Want> {
        match command {
            Command::Verdict { .. } => Some(Want::Verdict),
            Command::Hint { .. } => Some(Want::Hint),
            Command::Demo { step, .. } => Some(Want::Demo { step: *step }),
            Command::TurningPoint { .. } => Some(Want::TurningPoint),
            _ => None,
        }
    }
}

/// A request to the solver that is not answered yet.
#[derive(Debug)]
pub(crate) struct SolverRequest {
    pub(crate) connection: ConnectionId,
    pub(crate) seat: Seat,
    pub(crate) cmd: String,
    pub(crate) want: Want,
}
