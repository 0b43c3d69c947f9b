//! The people at a table as they come to it: a connection, the sender of a command, a move that waits.

use core::net::IpAddr;
use std::time::Duration;

use game::{Seat, Viewer};

use crate::ids::{ConnectionId, PersonId};

/// One connection. Somebody with two tabs has two.
pub(crate) struct Connection {
    pub(crate) id: ConnectionId,
    pub(crate) person: PersonId,
    /// The name that the person goes by, also without a seat.
    pub(crate) name: String,
    /// Never told to other players.
    pub(crate) network: Option<IpAddr>,
    /// From the person's seat; [`Viewer::Public`] without one.
    pub(crate) viewer: Viewer,
    /// True if its page takes part in shuffling together.
    pub(crate) shuffles: bool,
    /// The number of its last frame.
    pub(crate) frames: u64,
    pub(crate) latency: Duration,
    /// The number of the last chat line that it was sent.
    pub(crate) read: u64,
}

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

/// A move that waits for the window to close. Nobody but its owner knows of it.
pub(crate) struct HeldMove {
    pub(crate) asker: Asker,
    pub(crate) seat: Seat,
    /// In notation.
    pub(crate) action: String,
}
