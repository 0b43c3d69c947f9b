//! Rate limiters and connection limiters. A limit that no host can set is defined where it is checked: the size of a
//! message in `ws`, the size of a body in `routes`, chat in the room, links to a table in `http::invites`.
//!
//! - `token_bucket`: limits the commands of a connection; `add` is the bucket that all rates use
//! - `connections`: open connections of an address and of a guest
//! - `hourly`: limits the actions of an address and of a guest in an hour
//! - `networks`: decides which addresses count as one client

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
    /// The limiter of sockets.
    pub(crate) connections: OpenCounts,
    /// The limiter of new sessions.
    pub(crate) sessions: HourlyLimiter,
    /// The limiter of new tables.
    pub(crate) openings: HourlyLimiter,
    /// The limiter of imported records.
    pub(crate) records: HourlyLimiter,
}
