//! Rate limiters and connection limiters. A limit that hosts cannot change is defined where it is checked: the size of
//! a message in `ws`, the size of a body in `limits`, chat in the room, and links to a table in `http::invites`.
//!
//! - `token_bucket`: the limit for the commands of a connection; its function `add` is the leaky bucket of all rate
//!   limits
//! - `connections`: the limit for open connections of an address and of a guest
//! - `hourly`: the limit for actions of an address and of a guest in an hour
//! - `networks`: decides which addresses count as one client

mod connections;
mod hourly;
mod networks;
mod token_bucket;

pub(crate) use self::connections::{CountGuard, OpenCounts};
pub(crate) use self::hourly::HourlyLimiter;
pub(crate) use self::networks::{Party, network, of_one_from, site};
pub(crate) use self::token_bucket::{Admission, TokenBucket, add};

#[derive(Default)]
pub(crate) struct Limiters {
    /// The limiter of sockets.
    pub(crate) connections: OpenCounts,
    pub(crate) sessions: HourlyLimiter,
    /// The limiter of new tables.
    pub(crate) openings: HourlyLimiter,
    /// The limiter of imported records.
    pub(crate) records: HourlyLimiter,
}
