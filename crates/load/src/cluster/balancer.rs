//! HAProxy in front of the nodes, with the configuration that the documentation gives to hosts
//! (docs/hosting/haproxy.cfg). A trial can change it so that sockets are spread over the nodes at random.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use crate::{Done, while_};

use super::child::Daemon;

pub(crate) fn start(address: SocketAddr, nodes: &[SocketAddr], at_random: bool, folder: &Path) -> Done<Daemon> {
    let file = folder.join("haproxy.cfg");
    fs::write(&file, configuration(address, nodes, at_random)).map_err(while_("haproxy.cfg"))?;
    let mut haproxy = Command::new("haproxy");
    haproxy.args(["-db", "-f"]).arg(&file);
    Daemon::start("the balancer", &haproxy, None, &folder.join("haproxy.log"))
}

/// The configuration that the documentation gives to hosts.
const OF_HOSTS: &str = include_str!("../../../../docs/hosting/haproxy.cfg");

/// Returns the configuration with these addresses. With `at_random`, the people of a table are at different nodes, as
/// can happen with other load balancers.
fn configuration(address: SocketAddr, nodes: &[SocketAddr], at_random: bool) -> String {
    let mut lines = Vec::new();
    for line in OF_HOSTS.lines() {
        match line.split_whitespace().next() {
            Some("bind") => lines.push(format!("    bind {address}")),
            Some("balance") if at_random => lines.push("    balance random(1)".to_owned()),
            // The example's nodes are left out. The real ones are added at the end.
            Some("server") => {}
            _ => lines.push(line.to_owned()),
        }
    }
    lines.extend(nodes.iter().enumerate().map(|(number, node)| format!("    server node{} {node}", number + 1)));
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configuration_of_hosts_is_used_but_for_addresses_and_how_sockets_are_spread_at_random() {
        let nodes: Vec<SocketAddr> = (7881..=7883).map(|port| ([127, 0, 0, 1], port).into()).collect();
        let text = configuration(([127, 0, 0, 1], 7878).into(), &nodes, true);
        let differences: Vec<(&str, &str)> =
            OF_HOSTS.lines().zip(text.lines()).filter(|(theirs, ours)| theirs != ours).collect();
        assert_eq!(
            differences,
            [
                ("    balance hash var(txn.table)", "    balance random(1)"),
                ("    server one 127.0.0.1:7881", "    server node1 127.0.0.1:7881"),
                ("    server two 127.0.0.1:7882", "    server node2 127.0.0.1:7882"),
                ("    server three 127.0.0.1:7883", "    server node3 127.0.0.1:7883"),
            ]
        );
        assert_eq!(OF_HOSTS.lines().count(), text.lines().count());
        let other = configuration(([127, 0, 0, 1], 9000).into(), &nodes[..1], false);
        assert!(other.contains("    balance hash "), "{other}");
        assert!(other.contains("    bind 127.0.0.1:9000\n"), "{other}");
        assert!(other.ends_with("    server node1 127.0.0.1:7881\n") && !other.contains("7882"), "{other}");
    }

    #[test]
    fn haproxy_takes_the_configuration_of_hosts_without_a_warning() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hosting/haproxy.cfg");
        let checked = Command::new("haproxy").args(["-c", "-f", file]).output();
        let checked = checked.expect("HAProxy runs (Debian: apt install haproxy)");
        let said = String::from_utf8_lossy(&checked.stderr);
        assert!(checked.status.success() && !said.contains("[WARNING]"), "{said}");
    }
}
