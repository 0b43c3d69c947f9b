//! HAProxy before the nodes, with the configuration of docs/hosting.md.

use std::fmt::Write;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use load::{Done, while_};

use crate::child::Daemon;

/// Starts it.
///
/// # Errors
/// If it does not start.
pub(crate) fn start(address: SocketAddr, nodes: &[SocketAddr], folder: &Path) -> Done<Daemon> {
    let file = folder.join("haproxy.cfg");
    fs::write(&file, configuration(address, nodes)).map_err(while_("haproxy.cfg"))?;
    let mut haproxy = Command::new("haproxy");
    haproxy.args(["-db", "-f"]).arg(&file);
    Daemon::start("the balancer", &haproxy, None, &folder.join("haproxy.log"))
}

fn configuration(address: SocketAddr, nodes: &[SocketAddr]) -> String {
    let mut text =
        String::from("defaults\n    mode http\n    option forwardfor\n    retries 2\n    option redispatch\n");
    for time in ["connect 2s", "client 90s", "server 90s", "tunnel 90s", "check 600ms"] {
        let _ = writeln!(text, "    timeout {time}");
    }
    let _ = writeln!(text, "frontend people\n    bind {address}\n    default_backend nodes");
    // Sockets are spread at random: no affinity is needed, and none is had by chance.
    text.push_str("backend nodes\n    balance random(1)\n    option httpchk GET /healthz\n");
    // The sockets of a node that does not answer are closed, so that its people come back at another one.
    text.push_str("    default-server check inter 1s fastinter 300ms fall 3 rise 1 on-marked-down shutdown-sessions\n");
    for (number, node) in nodes.iter().enumerate() {
        let _ = writeln!(text, "    server node{} {node}", number + 1);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_is_behind_the_balancer() {
        let text = configuration(([127, 0, 0, 1], 7878).into(), &[([127, 0, 0, 1], 7879).into()]);
        assert!(text.contains("    bind 127.0.0.1:7878\n"), "{text}");
        assert!(text.ends_with("    server node1 127.0.0.1:7879\n"), "{text}");
    }
}
