//! Limits how often an address may do something in an hour.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use tokio::time::Instant;

use super::hourly_buckets::HourlyBuckets;
use super::networks::{NETWORKS_OF_A_SITE, is_site, network, site};

/// Limits how often an address may do something in an hour.
#[derive(Default)]
pub(crate) struct RateLimiter {
    done: Mutex<HourlyBuckets<IpAddr>>,
}

impl RateLimiter {
    /// Returns whether an address may do it once more, with at most `most` in an hour.
    pub(crate) fn take(&self, address: IpAddr, most: u32, now: Instant) -> bool {
        let network = network(address);
        if most == 0 || network.is_loopback() {
            return true;
        }
        let [most, wide_most] = [u64::from(most), u64::from(most) * u64::from(NETWORKS_OF_A_SITE)];
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let room =
            done.has_room(network, most, now) && site(network).is_none_or(|site| done.has_room(site, wide_most, now));
        if room {
            done.add(network, most, now);
            if let Some(site) = site(network) {
                done.add(site, wide_most, now);
            }
            done.drop_empty(now, |network| if is_site(network) { wide_most } else { most });
        }
        room
    }
}

#[cfg(test)]
mod tests {
    use super::super::hourly_buckets::BUCKETS;
    use super::*;
    use std::net::Ipv6Addr;
    use std::time::Duration;

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
        assert!(hourly.done.lock().unwrap().len() <= BUCKETS, "who has done nothing lately is let go");
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
}
