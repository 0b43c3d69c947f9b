//! Which addresses count as one client.

use std::net::{IpAddr, Ipv6Addr};

use store::SessionId;

/// A guest, or a network: who is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Party {
    Guest(SessionId),
    /// Also all people of a network who have no session.
    Network(IpAddr),
}

/// The network that counts as one client: a site with IPv6 has 2^64 addresses in each.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) if !v6.is_loopback() => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !0 << 64)),
        other => other,
    }
}

/// The site to which an IPv6 network belongs: the first 48 bits, followed by ones, which no network has.
pub(crate) fn site(network: IpAddr) -> Option<IpAddr> {
    match network {
        IpAddr::V6(v6) => Some(IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() | !0 >> 48))),
        IpAddr::V4(_) => None,
    }
}

/// A limit as it holds for one who comes from this address; 0: none. This machine is not counted: an unknown proxy, people at this
/// machine, and load runs all connect from the loopback address.
pub(crate) fn of_one_from(address: IpAddr, most: u32) -> u32 {
    if network(address).is_loopback() { 0 } else { most }
}
