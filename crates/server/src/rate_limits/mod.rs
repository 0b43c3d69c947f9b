//! Rate limiters and connection limiters. A limit that no host can set is defined where it is checked: the size of a
//! message in `ws`, the size of a body in `routes`, chat in the room, links to a table in `http::invites`.
//!
//! - `token_bucket`: commands of a connection; `add` is the bucket of every rate
//! - `connections`: open connections of an address and of a guest
//! - `hourly`: what an address and a guest do in an hour
//! - `networks`: which addresses count as one client

mod connections;
mod hourly;
mod networks;
mod token_bucket;

pub(crate) use self::connections::{CountGuard, OpenCounts};
pub(crate) use self::hourly::HourlyLimiter;
pub(crate) use self::networks::{Party, network, of_one_from, site};
pub(crate) use self::token_bucket::{Admission, TokenBucket, add};

/// All limiters of a server.
#[derive(Default)]
pub(crate) struct Limiters {
    /// Sockets.
    pub(crate) connections: OpenCounts,
    /// New sessions.
    pub(crate) sessions: HourlyLimiter,
    /// New tables.
    pub(crate) openings: HourlyLimiter,
    /// Imported records.
    pub(crate) records: HourlyLimiter,
}
