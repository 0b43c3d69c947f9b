//! Rate limiters and connection limiters: commands of a connection, connections of an address, sessions and tables
//! that an address begins in an hour, connections and tables of a guest. Limits that no host sets are where they are
//! checked: the size of a message in `ws`, of a body in `routes`, chat in the room, links to a table in `http::invites`.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
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

/// How many connections are open, of each.
struct OpenCounts<K: Ord + Copy>(Mutex<BTreeMap<K, u32>>);

/// A connection that counts until this is dropped.
struct CountGuard<K: Ord + Copy> {
    counts: Arc<OpenCounts<K>>,
    of: K,
}

impl<K: Ord + Copy> OpenCounts<K> {
    /// Counts another connection, unless there are `most` already; 0: any number.
    fn enter(self: &Arc<OpenCounts<K>>, of: K, most: u32) -> Option<CountGuard<K>> {
        let mut open = self.lock();
        let count = open.entry(of).or_default();
        if most > 0 && *count >= most {
            return None;
        }
        *count += 1;
        Some(CountGuard { counts: self.clone(), of })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<K, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Ord + Copy> Default for OpenCounts<K> {
    fn default() -> OpenCounts<K> {
        OpenCounts(Mutex::default())
    }
}

impl<K: Ord + Copy> Drop for CountGuard<K> {
    fn drop(&mut self) {
        let mut open = self.counts.lock();
        if let Some(count) = open.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.of);
            }
        }
    }
}

/// Limits the open connections of an address.
#[derive(Default)]
pub(crate) struct ConnectionLimiter {
    open: Arc<OpenCounts<IpAddr>>,
}

/// A connection that counts, for its address and for its guest, until this is dropped.
pub(crate) struct ConnectionGuard {
    address: IpAddr,
    _of_network: Option<CountGuard<IpAddr>>,
    _of_guest: Option<GuestGuard>,
}

impl ConnectionLimiter {
    /// Counts another connection from an address, unless it has `most` already.
    pub(crate) fn enter(&self, address: IpAddr, most: u32) -> Option<ConnectionGuard> {
        let network = network(address);
        // An unknown proxy, people at this machine, and load runs all connect from the loopback address.
        let counted = match most == 0 || network.is_loopback() {
            true => None,
            false => Some(self.open.enter(network, most)?),
        };
        Some(ConnectionGuard { address, _of_network: counted, _of_guest: None })
    }
}

impl ConnectionGuard {
    /// The same connection, which also counts for its guest.
    pub(crate) fn of(mut self, guest: GuestGuard) -> ConnectionGuard {
        self._of_guest = Some(guest);
        self
    }

    /// From where the connection comes.
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }
}

/// Limits what one guest does, from whatever address: where many people share one, limits by address do not count.
#[derive(Default)]
pub(crate) struct GuestLimiter {
    /// Connections to tables.
    open: Arc<OpenCounts<SessionId>>,
    tables: Mutex<HourlyBuckets<SessionId>>,
}

/// A connection that counts for its guest until this is dropped.
pub(crate) struct GuestGuard {
    _counted: CountGuard<SessionId>,
}

impl GuestLimiter {
    /// Counts another connection of a guest, unless it has `most` already.
    pub(crate) fn enter(&self, guest: SessionId, most: u32) -> Option<GuestGuard> {
        self.open.enter(guest, most).map(|counted| GuestGuard { _counted: counted })
    }

    /// Forgets a guest's opened tables. Its connections count until they end.
    pub(crate) fn forget(&self, guest: SessionId) {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).full.remove(&guest);
    }

    /// Whether a guest may open one more table, with at most `most` in an hour.
    pub(crate) fn open_table(&self, guest: SessionId, most: u32, now: Instant) -> bool {
        if most == 0 {
            return true;
        }
        let most = u64::from(most);
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let room = tables.has_room(guest, most, now);
        if room {
            tables.add(guest, most, now);
            tables.drop_empty(now, |_| most);
        }
        room
    }

    /// Counts a table that a guest has opened at another node.
    pub(crate) fn count_table(&self, guest: SessionId, most: u32, now: Instant) {
        if most > 0 {
            let most = u64::from(most);
            let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
            tables.add(guest, most, now);
            tables.drop_empty(now, |_| most);
        }
    }
}

/// A limit by guest, as it holds for one who comes from this address; 0: no limit. This machine is not counted.
pub(crate) fn of_a_guest_from(address: IpAddr, most: u32) -> u32 {
    if network(address).is_loopback() { 0 } else { most }
}

/// How often each has done something lately: leaky buckets. All that an hour allows may come at once; then a bucket leaks evenly
/// over the hour.
struct HourlyBuckets<K: Ord + Copy> {
    /// How full each bucket is, in millionths, and when that was.
    full: BTreeMap<K, (u64, Instant)>,
    /// How many buckets were left when empty ones were last dropped.
    kept: usize,
}

/// When there are this many buckets, empty ones are dropped.
const BUCKETS: usize = 1024;

const HOUR_MS: u64 = 3_600_000;

/// What is done once, in the unit of a bucket.
const ONCE: u64 = 1_000_000;

impl<K: Ord + Copy> HourlyBuckets<K> {
    /// Whether it may be done once more, with at most `most` in an hour.
    fn has_room(&self, of: K, most: u64, now: Instant) -> bool {
        self.level(of, most, now) + ONCE <= most * ONCE
    }

    /// It is done once more.
    fn add(&mut self, of: K, most: u64, now: Instant) {
        let level = self.level(of, most, now);
        self.full.insert(of, (level + ONCE, now));
    }

    fn level(&self, of: K, most: u64, now: Instant) -> u64 {
        self.full.get(&of).map_or(0, |entry| left(*entry, most, now))
    }

    /// Drops empty buckets, now and then. `most`: what each may do in an hour.
    fn drop_empty(&mut self, now: Instant, most: impl Fn(&K) -> u64) {
        if self.full.len() >= BUCKETS && self.full.len() >= 2 * self.kept {
            self.full.retain(|of, entry| left(*entry, most(of), now) > 0);
            self.kept = self.full.len();
        }
    }
}

impl<K: Ord + Copy> Default for HourlyBuckets<K> {
    fn default() -> HourlyBuckets<K> {
        HourlyBuckets { full: BTreeMap::new(), kept: 0 }
    }
}

/// What has not leaked yet.
fn left((level, at): (u64, Instant), most: u64, now: Instant) -> u64 {
    let ms = u64::try_from(now.duration_since(at).as_millis()).unwrap_or(u64::MAX);
    level.saturating_sub(ms.saturating_mul(most).saturating_mul(ONCE) / HOUR_MS)
}

/// Limits how often an address may do something in an hour.
#[derive(Default)]
pub(crate) struct RateLimiter {
    done: Mutex<HourlyBuckets<IpAddr>>,
}

impl RateLimiter {
    /// Whether an address may do it once more, with at most `most` in an hour.
    pub(crate) fn take(&self, address: IpAddr, most: u32, now: Instant) -> bool {
        let network = network(address);
        if most == 0 || network.is_loopback() {
            return true;
        }
        let [most, wide_most] = of_network_and_site(most);
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let room =
            done.has_room(network, most, now) && site(network).is_none_or(|site| done.has_room(site, wide_most, now));
        if room {
            done.add_of_network(network, most, wide_most, now);
        }
        room
    }

    /// Counts what an address has done at another node, also above its limit.
    pub(crate) fn count(&self, address: IpAddr, most: u32, now: Instant) {
        let network = network(address);
        if most > 0 && !network.is_loopback() {
            let [most, wide_most] = of_network_and_site(most);
            let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
            done.add_of_network(network, most, wide_most, now);
        }
    }
}

impl HourlyBuckets<IpAddr> {
    /// A network has done it once more, and so has its site.
    fn add_of_network(&mut self, network: IpAddr, most: u64, wide_most: u64, now: Instant) {
        self.add(network, most, now);
        if let Some(site) = site(network) {
            self.add(site, wide_most, now);
        }
        self.drop_empty(now, |network| if is_site(network) { wide_most } else { most });
    }
}

/// What a network may do in an hour, and what its site may.
fn of_network_and_site(most: u32) -> [u64; 2] {
    [u64::from(most), u64::from(most) * u64::from(NETWORKS_OF_A_SITE)]
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
    fn what_other_nodes_admit_counts_also_above_the_limit() {
        let (hourly, now) = (RateLimiter::default(), Instant::now());
        let address = IpAddr::from([203, 0, 113, 7]);
        (0..4).for_each(|_| hourly.count(address, 2, now));
        let later = |minutes: u64| now + Duration::from_secs(minutes * 60);
        assert!(!hourly.take(address, 2, now) && !hourly.take(address, 2, later(89)));
        assert!(hourly.take(address, 2, later(90)), "four of two an hour: one is free after an hour and a half");
        let (guests, guest) = (GuestLimiter::default(), SessionId(7));
        guests.count_table(guest, 2, now);
        assert!(guests.open_table(guest, 2, now) && !guests.open_table(guest, 2, now));
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
        assert!(hourly.done.lock().unwrap().full.len() <= BUCKETS, "who has done nothing lately is let go");
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
        assert!(guests.tables.lock().unwrap().full.len() <= BUCKETS, "who has opened nothing lately is let go");
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
