//! Limits the number of times that a guest or a network may do something in an hour.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Duration;

use parking_lot::Mutex;
use store::SessionId;
use tokio::time::Instant;

use super::networks::{Party, network, of_one_from, site};
use super::token_bucket::add;

const HOUR: Duration = Duration::from_hours(1);

/// The factor for the limit of a site with IPv6. A site has up to 65,536 networks, and all of them together may do this
/// many times as much as one network.
const NETWORKS_OF_A_SITE: u32 = 4;

/// The least number of buckets at which the empty ones are removed.
const BUCKETS: usize = 1024;

/// For each party, a leaky bucket of its recent actions. All actions that an hour allows may happen in one burst, and
/// the bucket empties evenly over an hour.
#[derive(Default)]
pub(crate) struct HourlyLimiter(Mutex<Buckets>);

#[derive(Default)]
struct Buckets {
    empty_at: BTreeMap<Party, Instant>,
    /// The number of buckets that were left when the empty ones were last removed.
    left_by_drop: usize,
}

impl HourlyLimiter {
    /// Counts an action of an address, unless the address or its site has reached the limit of `most` actions an hour;
    /// 0 means no limit. Returns whether the action is allowed.
    pub(crate) fn take_from(&self, address: IpAddr, most: u32, now: Instant) -> bool {
        let (network, most) = (network(address), of_one_from(address, most));
        let of_site = site(network).map(|site| (site, most.saturating_mul(NETWORKS_OF_A_SITE)));
        let counted = [(network, most)].into_iter().chain(of_site);
        self.take(counted.map(|(network, most)| (Party::Network(network), most)), now)
    }

    /// Counts an action of a guest, from any address. This limit also holds where many people share an address. Limits
    /// by address do not apply there.
    pub(crate) fn take_of(&self, guest: SessionId, most: u32, now: Instant) -> bool {
        self.take([(Party::Guest(guest), most)].into_iter(), now)
    }

    fn take(&self, of: impl Iterator<Item = (Party, u32)>, now: Instant) -> bool {
        let mut buckets = self.0.lock();
        let more = |(party, most): (Party, u32)| {
            let empty_at = buckets.empty_at.get(&party).copied().unwrap_or(now);
            Some((party, add(empty_at, HOUR / most, HOUR, now)?))
        };
        let Some(filled) = of.filter(|(_, most)| *most > 0).map(more).collect::<Option<Vec<_>>>() else { return false };
        buckets.empty_at.extend(filled);
        if buckets.empty_at.len() >= BUCKETS.max(2 * buckets.left_by_drop) {
            buckets.empty_at.retain(|_, empty_at| *empty_at > now);
            buckets.left_by_drop = buckets.empty_at.len();
        }
        true
    }

    pub(crate) fn guests(&self) -> Vec<SessionId> {
        let guest = |party: &Party| if let Party::Guest(guest) = party { Some(*guest) } else { None };
        self.0.lock().empty_at.keys().filter_map(guest).collect()
    }

    pub(crate) fn forget(&self, guest: SessionId) {
        self.0.lock().empty_at.remove(&Party::Guest(guest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv6Addr;

    #[test]
    fn an_hour_forgives_what_an_address_has_done() {
        let hourly = HourlyLimiter::default();
        let start = Instant::now();
        let [a, b]: [IpAddr; 2] = ["203.0.113.7", "203.0.113.8"].map(|a| a.parse().unwrap());
        let later = |minutes: u64| start + Duration::from_secs(minutes * 60);
        assert!((0..6).all(|_| hourly.take_from(a, 6, start)));
        assert!(!hourly.take_from(a, 6, start), "six an hour");
        assert!(hourly.take_from(b, 6, start), "somebody else");
        assert!(!hourly.take_from(a, 6, later(9)));
        assert!(hourly.take_from(a, 6, later(10)), "one every ten minutes");
        assert!(!hourly.take_from(a, 6, later(19)));
        assert!((0..6).all(|_| hourly.take_from(a, 6, later(100))), "and never more than six at once");
        assert!(!hourly.take_from(a, 6, later(100)));
        assert!(
            (0..1000).all(|_| hourly.take_from("127.0.0.1".parse().unwrap(), 6, start)),
            "this machine is not counted"
        );
        for n in 0..5000_u32 {
            hourly.take_from(IpAddr::from((0x0A00_0000 + n).to_be_bytes()), 6, later(200 + u64::from(n)));
        }
        assert!(hourly.0.lock().empty_at.len() <= BUCKETS, "who has done nothing lately is let go");
    }

    #[test]
    fn another_network_of_the_same_site_each_time_is_no_way_round() {
        let (hourly, now) = (HourlyLimiter::default(), Instant::now());
        let from = |site: u16, network: u16| IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, site, network, 0, 0, 0, 1));
        let welcome = (0..1000).filter(|network| hourly.take_from(from(1, *network), 6, now)).count();
        assert_eq!(welcome, 24, "four times what one network may");
        assert!(hourly.take_from(from(2, 0), 6, now), "another site");
        let alone = (0..100).filter(|_| hourly.take_from(from(3, 7), 6, now)).count();
        assert_eq!(alone, 6, "one network");
        assert!(hourly.take_from(from(3, 8), 6, now), "its neighbour");
    }

    #[test]
    fn a_guest_has_limits_of_its_own() {
        let (openings, start) = (HourlyLimiter::default(), Instant::now());
        let [ann, bo] = [SessionId(1), SessionId(2)];
        assert!((0..6).all(|_| openings.take_of(ann, 6, start)) && !openings.take_of(ann, 6, start));
        assert!(openings.take_of(bo, 6, start), "somebody else");
        assert_eq!(openings.guests(), [ann, bo]);
        openings.forget(bo);
        assert_eq!(openings.guests(), [ann], "nothing is kept of who was deleted");
        let later = start + Duration::from_secs(600);
        assert!(openings.take_of(ann, 6, later) && !openings.take_of(ann, 6, later), "one every ten minutes");
        assert!((0..100).all(|_| openings.take_of(ann, 0, later)), "no limit");
    }
}
