//! How much one may ask for: commands of a connection, connections, new sessions and new tables of an address, unfinished
//! games of a session; how long one may say nothing. Each refusal says what to do. What everybody has to keep to, however a
//! host decides, stands where it is checked: the size of a message in `socket`, of a body in `app`, lines of talk in the
//! room's `chat`, links to a table in `invites`.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// What a host allows. 0: as much as one likes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Commands of one connection in a second, in the long run; three seconds' worth at once.
    pub commands_per_s: u32,
    /// Connections of one address (of one network of 2^64 addresses under IPv6). This machine itself is not counted.
    pub connections: u32,
    /// Unfinished games that one session runs.
    pub tables: u32,
    /// Sessions that begin from one address in an hour.
    pub new_sessions_per_h: u32,
    /// Tables that are opened from one address in an hour.
    pub new_tables_per_h: u32,
    /// An engine that has not been heard of for so long, answers to pings included, is hung up on; a page after thirteen
    /// sixtieths of it, 13 seconds.
    pub silence: Duration,
    /// What a new connection asks for has come so soon, whole, or the connection is closed.
    pub head: Duration,
    /// A body that is sent, or an answer that is taken, may stand still for so long in all; from then on it has to come to 16 KiB
    /// a second.
    pub patience: Duration,
}

/// A minute.
const SILENCE: Duration = Duration::from_secs(60);
/// The first lines of a request are a few packets.
const HEAD: Duration = Duration::from_secs(5);
/// A line that is lost for longer is dialled again.
const PATIENCE_OF_A_LINE: Duration = Duration::from_secs(10);

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            commands_per_s: 20,
            connections: 64,
            tables: 100,
            new_sessions_per_h: 200,
            new_tables_per_h: 300,
            silence: SILENCE,
            head: HEAD,
            patience: PATIENCE_OF_A_LINE,
        }
    }
}

impl Limits {
    /// No limits, for measurements.
    pub const NONE: Limits = Limits {
        commands_per_s: 0,
        connections: 0,
        tables: 0,
        new_sessions_per_h: 0,
        new_tables_per_h: 0,
        silence: SILENCE,
        head: HEAD,
        patience: PATIENCE_OF_A_LINE,
    };

    /// A page has lost the line after 13 s without a sign of life: two pings were not answered. The others see it then.
    pub(crate) fn silence_of_a_page(&self) -> Duration {
        self.silence * 13 / 60
    }

    /// A page that says nothing is asked every 5 s.
    pub(crate) fn ping_a_page_every(&self) -> Duration {
        self.silence / 12
    }

    /// An engine that thinks on its only thread answers a ping when it has thought: every 25 s.
    pub(crate) fn ping_every(&self) -> Duration {
        self.silence * 5 / 12
    }
}

/// So many seconds' worth of commands may come at once.
const AT_ONCE_S: u32 = 3;
/// Who goes on after so many refusals without a pause is hung up on.
const PATIENCE: u32 = 100;

/// The commands of one connection: a bucket that fills by the second.
pub(crate) struct Bucket {
    per_s: u32,
    /// Commands that may still come, in thousandths.
    left: u64,
    filled: Instant,
    refused: u32,
}

/// What becomes of a command that has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Welcome,
    TooFast,
    /// It was refused often enough.
    HangUp,
}

impl Bucket {
    pub(crate) fn new(per_s: u32, now: Instant) -> Bucket {
        Bucket { per_s, left: Bucket::most(per_s), filled: now, refused: 0 }
    }

    fn most(per_s: u32) -> u64 {
        u64::from(per_s) * u64::from(AT_ONCE_S) * 1000
    }

    pub(crate) fn take(&mut self, now: Instant) -> Verdict {
        if self.per_s == 0 {
            return Verdict::Welcome;
        }
        let ms = u64::try_from(now.duration_since(self.filled).as_millis()).unwrap_or(u64::MAX);
        self.left = self.left.saturating_add(ms.saturating_mul(u64::from(self.per_s))).min(Bucket::most(self.per_s));
        // What is left of a millisecond counts next time.
        self.filled += Duration::from_millis(ms);
        if self.left == Bucket::most(self.per_s) {
            self.refused = 0;
        }
        if self.left >= 1000 {
            self.left -= 1000;
            return Verdict::Welcome;
        }
        self.refused += 1;
        if self.refused > PATIENCE { Verdict::HangUp } else { Verdict::TooFast }
    }
}

/// The open connections by address.
#[derive(Default)]
pub(crate) struct Crowd {
    open: Mutex<BTreeMap<IpAddr, u32>>,
}

/// A connection that counts until it is dropped.
pub(crate) struct Entered {
    crowd: Arc<Crowd>,
    address: Option<IpAddr>,
}

impl Crowd {
    /// One connection more from an address, unless it has `most` already.
    pub(crate) fn enter(self: &Arc<Crowd>, address: IpAddr, most: u32) -> Option<Entered> {
        let network = network(address);
        // A proxy that was not named, people in front of the machine, load runs: all of them come from here.
        if most == 0 || network.is_loopback() {
            return Some(Entered { crowd: self.clone(), address: None });
        }
        let mut open = self.lock();
        let count = open.entry(network).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Entered { crowd: self.clone(), address: Some(network) })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<IpAddr, u32>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut open = self.crowd.lock();
        if let Some(count) = open.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&address);
            }
        }
    }
}

/// What an address may do so often in an hour: all of it at once, and again as the hour goes by.
#[derive(Default)]
pub(crate) struct Hourly {
    /// Of each address what was done and is not forgiven yet, in millionths, and when that was.
    done: Mutex<BTreeMap<IpAddr, (u64, Instant)>>,
    /// How many there were when those that are forgiven were last let go.
    kept: AtomicUsize,
}

/// So many addresses are remembered before those that have nothing left to be forgiven are let go.
const ADDRESSES: usize = 1024;
const HOUR_MS: u64 = 3_600_000;

impl Hourly {
    /// Whether an address may do it once more; `most` in an hour.
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

/// Whoever has an IPv6 address has 2^64 of them.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) if !v6.is_loopback() => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !0 << 64)),
        other => other,
    }
}

/// Whoever is given more than one network of IPv6 is given up to 65,536 of them side by side; all of these together may do
/// so many times what one may: others may have the rest.
const NETWORKS_OF_A_SITE: u32 = 4;

/// The site that a network of IPv6 belongs to: its first 48 bits, and all ones behind them, which no network has.
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
        let mut bucket = Bucket::new(20, start);
        assert!((0..60).all(|_| bucket.take(start) == Verdict::Welcome));
        assert_eq!(bucket.take(start), Verdict::TooFast);
        // Twentieths of a second, not a millisecond lost in between.
        let later = |ms| start + Duration::from_millis(ms);
        let welcome = (1..=1000).filter(|ms| bucket.take(later(*ms)) == Verdict::Welcome).count();
        assert_eq!(welcome, 20);
        assert_eq!(bucket.take(later(1000)), Verdict::HangUp, "it was refused a hundred times without a pause");
        assert_eq!(bucket.take(later(5000)), Verdict::Welcome);
        assert!((0..59).all(|_| bucket.take(later(5000)) == Verdict::Welcome));
        assert_eq!(bucket.take(later(5000)), Verdict::TooFast, "a pause makes good");
        let mut free = Bucket::new(0, start);
        assert!((0..10_000).all(|_| free.take(start) == Verdict::Welcome));
    }

    #[test]
    fn an_hour_forgives_what_an_address_has_done() {
        let hourly = Hourly::default();
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
    fn another_network_of_the_same_site_each_time_is_no_way_round() {
        let (hourly, now) = (Hourly::default(), Instant::now());
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
        let crowd = Arc::new(Crowd::default());
        let [a, b, c]: [IpAddr; 3] = ["2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1"].map(|a| a.parse().unwrap());
        let first = crowd.enter(a, 2).expect("room for two");
        let _second = crowd.enter(b, 2).expect("room for two");
        assert!(crowd.enter(a, 2).is_none(), "one network");
        assert!(crowd.enter(c, 2).is_some(), "another network");
        drop(first);
        assert!(crowd.enter(b, 2).is_some());
        let here = "127.0.0.1".parse().unwrap();
        let many: Vec<_> = (0..10).map(|_| crowd.enter(here, 2)).collect();
        assert!(many.iter().all(Option::is_some), "this machine is not counted");
    }
}
