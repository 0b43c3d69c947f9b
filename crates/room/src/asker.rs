//! The sender of a command.

use game::Seat;

use crate::ids::{ConnectionId, PersonId};

/// The sender of a command, and the connection over which it came.
#[derive(Clone, Debug)]
pub(crate) struct Asker {
    pub(crate) connection: ConnectionId,
    pub(crate) person: PersonId,
    /// `None` for somebody without a seat.
    pub(crate) seat: Option<Seat>,
    /// The command's name.
    pub(crate) cmd: String,
}
