//! The connections of people to a table, the senders of commands, and moves that are decided but not yet made.

use core::net::IpAddr;
use std::time::Duration;

use game::{Seat, Viewer};

use crate::ids::{ConnectionId, PersonId};
use crate::time::Instant;

/// One connection. A person with two tabs has two.
pub(crate) struct Connection {
    pub(crate) id: ConnectionId,
    pub(crate) person: PersonId,
    /// The current name of the person, who need not have a seat.
    pub(crate) name: String,
    /// The person's network address. Other players never see it.
    pub(crate) network: Option<IpAddr>,
    /// The viewer: the person's seat, or [`Viewer::Public`] without a seat.
    pub(crate) viewer: Viewer,
    /// True if the page takes part in shuffling together.
    pub(crate) shuffles: bool,
    /// The number of the connection's last frame.
    pub(crate) frames: u64,
    pub(crate) latency: Duration,
    /// The number of the last chat line that the connection was sent.
    pub(crate) read: u64,
}

/// The sender of a command, and the connection over which it came.
#[derive(Clone, Debug)]
pub(crate) struct Asker {
    pub(crate) connection: ConnectionId,
    pub(crate) person: PersonId,
    /// The seat; `None` for a person without one.
    pub(crate) seat: Option<Seat>,
    /// The command's id.
    pub(crate) cmd: String,
}

/// A move that is held until the claim window closes. Only its owner knows of it.
pub(crate) struct HeldMove {
    pub(crate) asker: Asker,
    pub(crate) seat: Seat,
    /// The action, in notation.
    pub(crate) action: String,
}

/// The decided move of a bot or an engine. It is made at its planned time.
pub(crate) struct DecidedMove {
    pub(crate) position: u64,
    /// The action, in notation.
    pub(crate) action: String,
    /// On an engine's seat, the player that decided: the engine, or the level of a bot.
    pub(crate) player: Option<&'static str>,
    /// The thinking time of a bot for its turn, and the time when the bot had decided.
    pub(crate) thought: Option<(Duration, Instant)>,
}
