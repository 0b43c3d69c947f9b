//! Rate limiters and connection limiters. A limit that no host can set is defined where it is checked: the size of a
//! message in `ws`, the size of a body in `routes`, chat in the room, links to a table in `http::invites`.
//!
//! - `token_bucket`: commands of a connection
//! - `connections`: connections of an address; `guests`: connections and tables of a guest
//! - `rates`: sessions and tables that an address begins in an hour; `hourly_buckets`: the buckets that count them
//! - `networks`: which addresses count as one client

mod connections;
mod guests;
mod hourly_buckets;
mod networks;
mod rates;
mod token_bucket;

use std::sync::Arc;

pub(crate) use self::connections::{ConnectionGuard, ConnectionLimiter};
pub(crate) use self::guests::{GuestLimiter, of_a_guest_from};
pub(crate) use self::networks::{network, site};
pub(crate) use self::rates::RateLimiter;
pub(crate) use self::token_bucket::{Admission, TokenBucket};

/// All limiters of a server.
#[derive(Default)]
pub(crate) struct Limiters {
    /// Sockets of an address.
    pub(crate) connections: Arc<ConnectionLimiter>,
    /// The limits of each guest.
    pub(crate) guests: Arc<GuestLimiter>,
    /// New sessions of an address.
    pub(crate) sessions: RateLimiter,
    /// New tables of an address.
    pub(crate) openings: RateLimiter,
    /// Imported records of an address.
    pub(crate) records: RateLimiter,
}
