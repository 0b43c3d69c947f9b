//! Rate limiters and connection limiters: commands of a connection, connections of an address, sessions and tables
//! that an address begins in an hour, connections and tables of a guest. Limits that no host sets are where they are
//! checked: the size of a message in `ws`, of a body in `routes`, chat in the room, links to a table in `http::invites`.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use store::SessionId;
use tokio::time::Instant;

/// A burst may have this many times the commands of a second.
const AT_ONCE_S: u32 = 3;

/// A connection that sends on after this many refusals without a pause is closed.
const PATIENCE: u32 = 100;

/// Limits the commands of one connection: a token bucket.
pub(crate) struct TokenBucket {
    per_s: u32,
    /// How many commands may still come, in thousandths.
    left: u64,
    filled: Instant,
    refused: u32,
}

/// Whether a command is accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Admission {
    Accepted,
    TooFast,
    /// Too many were refused: the connection is closed.
    HangUp,
}

impl TokenBucket {
    pub(crate) fn new(per_s: u32, now: Instant) -> TokenBucket {
        TokenBucket { per_s, left: TokenBucket::most(per_s), filled: now, refused: 0 }
    }

    fn most(per_s: u32) -> u64 {
        u64::from(per_s) * u64::from(AT_ONCE_S) * 1000
    }

    pub(crate) fn take(&mut self, now: Instant) -> Admission {
        if self.per_s == 0 {
            return Admission::Accepted;
        }
        let ms = u64::try_from(now.duration_since(self.filled).as_millis()).unwrap_or(u64::MAX);
        self.left =
            self.left.saturating_add(ms.saturating_mul(u64::from(self.per_s))).min(TokenBucket::most(self.per_s));
        // The rest of a millisecond counts next time.
        self.filled += Duration::from_millis(ms);
        if self.left == TokenBucket::most(self.per_s) {
            self.refused = 0;
        }
        if self.left >= 1000 {
            self.left -= 1000;
            return Admission::Accepted;
        }
        self.refused += 1;
        if self.refused > PATIENCE { Admission::HangUp } else { Admission::TooFast }
    }
}

/// All limiters of a server.
#[derive(Default)]
pub(crate) struct Limiters {
    /// Sockets of an address.
    pub(crate) connections: Arc<ConnectionLimiter>,
    /// What one guest does.
    pub(crate) guests: Arc<GuestLimiter>,
    /// New sessions of an address.
    pub(crate) sessions: RateLimiter,
    /// New tables of an address.
    pub(crate) openings: RateLimiter,
}

/// Limits the open connections of an address.
#[derive(Default)]
pub(crate) struct ConnectionLimiter {
    open: Mutex<BTreeMap<IpAddr, u32>>,
}

/// A connection that counts until this is dropped.
pub(crate) struct ConnectionGuard {
    connections: Arc<ConnectionLimiter>,
    /// The network that it counts for.
    counted: Option<IpAddr>,
    address: IpAddr,
    guest: Option<GuestGuard>,
}

impl ConnectionLimiter {
    /// Counts another connection from an address, unless it has `most` already.
    pub(crate) fn enter(self: &Arc<ConnectionLimiter>, address: IpAddr, most: u32) -> Option<ConnectionGuard> {
        let network = network(address);
        // An unknown proxy, people at this machine, and load runs all connect from the loopback address.
        if most == 0 || network.is_loopback() {
            return Some(ConnectionGuard { connections: self.clone(), counted: None, address, guest: None });
        }
        let mut open = self.lock();
        let count = open.entry(network).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(ConnectionGuard { connections: self.clone(), counted: Some(network), address, guest: None })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<IpAddr, u32>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionGuard {
    /// The same connection, which also counts for its guest.
    pub(crate) fn of(mut self, guest: GuestGuard) -> ConnectionGuard {
        self.guest = Some(guest);
        self
    }

    /// From where the connection comes.
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        let Some(address) = self.counted else { return };
        let mut open = self.connections.lock();
        if let Some(count) = open.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&address);
            }
        }
    }
}

/// Limits what one guest does, from whatever address: where many people share one, limits by address do not count.
#[derive(Default)]
pub(crate) struct GuestLimiter {
    /// Connections to tables.
    open: Mutex<BTreeMap<SessionId, u32>>,
    tables: Mutex<OpenedTables>,
}

/// Tables that guests have opened.
#[derive(Default)]
struct OpenedTables {
    /// How full the bucket of a guest is, in millionths, and when that was.
    full: BTreeMap<SessionId, (u64, Instant)>,
    /// How many guests were left when empty buckets were last dropped.
    kept: usize,
}

/// A connection that counts for its guest until this is dropped.
pub(crate) struct GuestGuard {
    limiter: Arc<GuestLimiter>,
    guest: SessionId,
}

impl GuestLimiter {
    /// Counts another connection of a guest, unless it has `most` already.
    pub(crate) fn enter(self: &Arc<GuestLimiter>, guest: SessionId, most: u32) -> Option<GuestGuard> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(guest).or_default();
        if most > 0 && *count >= most {
            return None;
        }
        *count += 1;
        Some(GuestGuard { limiter: self.clone(), guest })
    }

    /// Lets go of which tables a guest has opened. Its connections count until they end.
    pub(crate) fn forget(&self, guest: SessionId) {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).full.remove(&guest);
    }

    /// Whether a guest may open one more table, with at most `most` in an hour.
    pub(crate) fn open_table(&self, guest: SessionId, most: u32, now: Instant) -> bool {
        if most == 0 {
            return true;
        }
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let OpenedTables { full, kept } = &mut *tables;
        let left = |(done, at): (u64, Instant)| {
            let ms = u64::try_from(now.duration_since(at).as_millis()).unwrap_or(u64::MAX);
            done.saturating_sub(ms.saturating_mul(u64::from(most)).saturating_mul(1_000_000) / HOUR_MS)
        };
        let before = full.get(&guest).map_or(0, |entry| left(*entry));
        if before + 1_000_000 > u64::from(most) * 1_000_000 {
            return false;
        }
        full.insert(guest, (before + 1_000_000, now));
        if full.len() >= ADDRESSES && full.len() >= 2 * *kept {
            full.retain(|_, entry| left(*entry) > 0);
            *kept = full.len();
        }
        true
    }
}

/// A limit by guest, as it holds for one who comes from this address; 0: no limit. This machine is not counted.
pub(crate) fn of_a_guest_from(address: IpAddr, most: u32) -> u32 {
    if network(address).is_loopback() { 0 } else { most }
}

impl Drop for GuestGuard {
    fn drop(&mut self) {
        let mut open = self.limiter.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.guest) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.guest);
            }
        }
    }
}

/// Limits how often an address may do something in an hour: a leaky bucket for each address. All of it may come at once;
/// then the bucket leaks evenly over the hour.
#[derive(Default)]
pub(crate) struct RateLimiter {
    /// For each address how full its bucket is, in millionths, and when that was.
    done: Mutex<BTreeMap<IpAddr, (u64, Instant)>>,
    /// How many addresses were left when empty buckets were last dropped.
    kept: AtomicUsize,
}

/// When there are this many addresses, those with empty buckets are dropped.
const ADDRESSES: usize = 1024;

const HOUR_MS: u64 = 3_600_000;

impl RateLimiter {
    /// Whether an address may do it once more, with at most `most` in an hour.
    pub(crate) fn take(&self, address: IpAddr, most: u32, now: Instant) -> bool {
        let network = network(address);
        if most == 0 || network.is_loopback() {
            return true;
        }
        let [most, wide_most] = [u64::from(most), u64::from(most) * u64::from(NETWORKS_OF_A_SITE)];
        let site = site(network);
        let left = |(done, at): (u64, Instant), most: u64| {
            let ms = u64::try_from(now.duration_since(at).as_millis()).unwrap_or(u64::MAX);
            done.saturating_sub(ms.saturating_mul(most).saturating_mul(1_000_000) / HOUR_MS)
        };
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let of = |network: &IpAddr, most: u64| done.get(network).map_or(0, |entry| left(*entry, most));
        let (before, before_wide) = (of(&network, most), site.map(|site| (site, of(&site, wide_most))));
        let room = |before: u64, most: u64| before + 1_000_000 <= most * 1_000_000;
        if !room(before, most) || before_wide.is_some_and(|(_, before)| !room(before, wide_most)) {
            return false;
        }
        done.insert(network, (before + 1_000_000, now));
        if let Some((site, before)) = before_wide {
            done.insert(site, (before + 1_000_000, now));
        }
        if done.len() >= ADDRESSES && done.len() >= 2 * self.kept.load(Ordering::Relaxed) {
            done.retain(|network, entry| left(*entry, if is_site(network) { wide_most } else { most }) > 0);
            self.kept.store(done.len(), Ordering::Relaxed);
        }
        true
    }
}

/// The network that counts as one client: a site with IPv6 has 2^64 addresses in each.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) if !v6.is_loopback() => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !0 << 64)),
        other => other,
    }
}

/// A site with several IPv6 networks has up to 65,536 of them side by side. All of them together may do this many times
/// what one may.
const NETWORKS_OF_A_SITE: u32 = 4;

/// The site to which an IPv6 network belongs: the first 48 bits, followed by ones, which no network has.
fn site(network: IpAddr) -> Option<IpAddr> {
    match network {
        IpAddr::V6(v6) => Some(IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() | !0 >> 48))),
        IpAddr::V4(_) => None,
    }
}

fn is_site(network: &IpAddr) -> bool {
    matches!(network, IpAddr::V6(v6) if v6.to_bits() & u128::from(u64::MAX) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_holds_three_seconds_and_fills_by_the_second() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(20, start);
        assert!((0..60).all(|_| bucket.take(start) == Admission::Accepted));
        assert_eq!(bucket.take(start), Admission::TooFast);
        // Twentieths of a second, not a millisecond lost in between.
        let later = |ms| start + Duration::from_millis(ms);
        let welcome = (1..=1000).filter(|ms| bucket.take(later(*ms)) == Admission::Accepted).count();
        assert_eq!(welcome, 20);
        assert_eq!(bucket.take(later(1000)), Admission::HangUp, "it was refused a hundred times without a pause");
        assert_eq!(bucket.take(later(5000)), Admission::Accepted);
        assert!((0..59).all(|_| bucket.take(later(5000)) == Admission::Accepted));
        assert_eq!(bucket.take(later(5000)), Admission::TooFast, "a pause makes good");
        let mut free = TokenBucket::new(0, start);
        assert!((0..10_000).all(|_| free.take(start) == Admission::Accepted));
    }

    #[test]
    fn an_hour_forgives_what_an_address_has_done() {
        let hourly = RateLimiter::default();
        let start = Instant::now();
        let [a, b]: [IpAddr; 2] = ["203.0.113.7", "203.0.113.8"].map(|a| a.parse().unwrap());
        let later = |minutes: u64| start + Duration::from_secs(minutes * 60);
        assert!((0..6).all(|_| hourly.take(a, 6, start)));
        assert!(!hourly.take(a, 6, start), "six an hour");
        assert!(hourly.take(b, 6, start), "somebody else");
        assert!(!hourly.take(a, 6, later(9)));
        assert!(hourly.take(a, 6, later(10)), "one every ten minutes");
        assert!(!hourly.take(a, 6, later(19)));
        assert!((0..6).all(|_| hourly.take(a, 6, later(100))), "and never more than six at once");
        assert!(!hourly.take(a, 6, later(100)));
        assert!((0..1000).all(|_| hourly.take("127.0.0.1".parse().unwrap(), 6, start)), "this machine is not counted");
        for n in 0..5000_u32 {
            hourly.take(IpAddr::from((0x0A00_0000 + n).to_be_bytes()), 6, later(200 + u64::from(n)));
        }
        assert!(hourly.done.lock().unwrap().len() <= ADDRESSES, "who has done nothing lately is let go");
    }

    #[test]
    fn a_guest_has_limits_of_its_own() {
        let (guests, start) = (Arc::new(GuestLimiter::default()), Instant::now());
        let [ann, bo] = [SessionId(1), SessionId(2)];
        let first = guests.enter(ann, 2).expect("room for two");
        let _second = guests.enter(ann, 2).expect("room for two");
        assert!(guests.enter(ann, 2).is_none() && guests.enter(bo, 2).is_some());
        drop(first);
        assert!(guests.enter(ann, 2).is_some(), "there is room again");
        assert!((0..6).all(|_| guests.open_table(ann, 6, start)) && !guests.open_table(ann, 6, start));
        assert!(guests.open_table(bo, 6, start), "somebody else");
        let [here, there]: [IpAddr; 2] = ["::ffff:127.0.0.1", "203.0.113.7"].map(|a| a.parse().unwrap());
        assert_eq!((of_a_guest_from(here, 6), of_a_guest_from(there, 6)), (0, 6), "this machine is not counted");
        guests.forget(bo);
        assert!(!guests.tables.lock().unwrap().full.contains_key(&bo), "nothing is kept of who was deleted");
        let later = start + Duration::from_secs(600);
        assert!(guests.open_table(ann, 6, later) && !guests.open_table(ann, 6, later), "one every ten minutes");
        assert!((0..100).all(|_| guests.open_table(ann, 0, later)), "no limit");
        for n in 10..5000_i64 {
            guests.open_table(SessionId(n), 6, later + Duration::from_secs(60 * n.unsigned_abs()));
        }
        assert!(guests.tables.lock().unwrap().full.len() <= ADDRESSES, "who has opened nothing lately is let go");
    }

    #[test]
    fn another_network_of_the_same_site_each_time_is_no_way_round() {
        let (hourly, now) = (RateLimiter::default(), Instant::now());
        let from = |site: u16, network: u16| IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, site, network, 0, 0, 0, 1));
        let welcome = (0..1000).filter(|network| hourly.take(from(1, *network), 6, now)).count();
        assert_eq!(welcome, 24, "four times what one network may");
        assert!(hourly.take(from(2, 0), 6, now), "another site");
        let alone = (0..100).filter(|_| hourly.take(from(3, 7), 6, now)).count();
        assert_eq!(alone, 6, "one network");
        assert!(hourly.take(from(3, 8), 6, now), "its neighbour");
    }

    #[test]
    fn an_address_has_so_many_connections_and_a_network_is_one() {
        let connections = Arc::new(ConnectionLimiter::default());
        let [a, b, c]: [IpAddr; 3] = ["2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1"].map(|a| a.parse().unwrap());
        let first = connections.enter(a, 2).expect("room for two");
        let _second = connections.enter(b, 2).expect("room for two");
        assert!(connections.enter(a, 2).is_none(), "one network");
        assert!(connections.enter(c, 2).is_some(), "another network");
        drop(first);
        assert!(connections.enter(b, 2).is_some());
        let here = "127.0.0.1".parse().unwrap();
        let many: Vec<_> = (0..10).map(|_| connections.enter(here, 2)).collect();
        assert!(many.iter().all(Option::is_some), "this machine is not counted");
    }
}
