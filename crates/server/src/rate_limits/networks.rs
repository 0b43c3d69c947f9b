//! Which addresses count as one client.

use std::net::{IpAddr, Ipv6Addr};

/// The network that counts as one client: a site with IPv6 has 2^64 addresses in each.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) if !v6.is_loopback() => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !0 << 64)),
        other => other,
    }
}

/// A site with several IPv6 networks has up to 65,536 of them side by side. All of them together may do this many times
/// what one may.
pub(super) const NETWORKS_OF_A_SITE: u32 = 4;

/// The site to which an IPv6 network belongs: the first 48 bits, followed by ones, which no network has.
pub(crate) fn site(network: IpAddr) -> Option<IpAddr> {
    match network {
        IpAddr::V6(v6) => Some(IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() | !0 >> 48))),
        IpAddr::V4(_) => None,
    }
}

/// Returns whether this is a site, not a network.
pub(super) fn is_site(network: &IpAddr) -> bool {
    matches!(network, IpAddr::V6(v6) if v6.to_bits() & u128::from(u64::MAX) != 0)
}
