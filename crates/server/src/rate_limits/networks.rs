//! Decides which addresses count as one client.

use std::net::{IpAddr, Ipv6Addr};

use store::SessionId;

/// A guest or a network, for which actions and connections are counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Party {
    Guest(SessionId),
    /// A network, including all its people who have no session.
    Network(IpAddr),
}

/// Returns the network that counts as one client. An IPv4 address is a network of its own. For an IPv6 address, the
/// network is the first 64 bits, because a client usually has all addresses that begin with these bits.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) if !v6.is_loopback() => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !0 << 64)),
        other => other,
    }
}

/// Returns the site of an IPv6 network: its first 48 bits, followed by bits that are all 1, as in no network.
pub(crate) fn site(network: IpAddr) -> Option<IpAddr> {
    match network {
        IpAddr::V6(v6) => Some(IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() | !0 >> 48))),
        IpAddr::V4(_) => None,
    }
}

/// Returns a limit as it applies to this address; 0 means no limit. The loopback address is not limited, because
/// clients behind an unknown proxy, people at this machine, and load tests all connect from it.
pub(crate) fn of_one_from(address: IpAddr, most: u32) -> u32 {
    if network(address).is_loopback() { 0 } else { most }
}
