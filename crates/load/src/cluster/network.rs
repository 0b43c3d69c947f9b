//! A separate network for a node (`ip netns`). With it, a trial can cut the node off from everything while its process
//! goes on. It needs Linux and root.
//!
//! Everything in a cluster listens on the loopback address. In a separate network the node has a different loopback
//! address, so its connections have to be forwarded. An HAProxy in the node's network forwards them to the other end of
//! a virtual cable (`veth`). At that end a second HAProxy forwards them to their destination. While the cable is
//! unplugged, it carries nothing in either direction, and no program gets an error for that.

use std::fmt::Write;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::process::Command;

use crate::{Done, while_};

use super::child::Daemon;
use super::databases::{succeed, until};
use super::local;

/// The beginning of a configuration of HAProxy. If a node cannot be reached, HAProxy closes the connection, as if the
/// node had closed it.
const HEAD: &str = "defaults\n    mode tcp\n    timeout connect 2s\n    timeout client 1h\n    timeout server 1h\n";

/// The separate network of a node. It is removed when this value is dropped.
pub(crate) struct NodeNetwork {
    /// The name of the namespace, and of this machine's end of the cable.
    name: String,
    /// The forwarder in the network, and the forwarder at this machine's end of the cable.
    #[expect(dead_code, reason = "they go with it")]
    forwarders: [Daemon; 2],
}

impl NodeNetwork {
    /// Makes a network for the node `number`, counted from 0. `out` are the ports that the node reaches, and `into` are
    /// its own ports.
    pub(crate) fn new(number: usize, out: &[u16], into: &[u16], folder: &Path) -> Done<NodeNetwork> {
        remove_leftovers();
        let name = format!("cr{}n{number}", std::process::id());
        let subnet = u8::try_from(number).map_err(while_("the number of a node"))?;
        let [ours, of_node] = [1, 2].map(|end| Ipv4Addr::new(10, 213, subnet, end));
        ip(&["netns", "add", &name])?;
        ip(&["link", "add", &name, "type", "veth", "peer", "name", "cable", "netns", &name])?;
        ip(&["address", "add", &format!("{ours}/30"), "dev", &name])?;
        ip(&["link", "set", &name, "up"])?;
        ip(&["-netns", &name, "address", "add", &format!("{of_node}/30"), "dev", "cable"])?;
        for device in ["lo", "cable"] {
            ip(&["-netns", &name, "link", "set", device, "up"])?;
        }
        // Each direction needs four addresses. Each of the two forwarders needs an address at which it listens, and an
        // address to which it forwards.
        let cable = |end: Ipv4Addr, port: u16| SocketAddr::from((end, port));
        let outwards = out.iter().map(|&port| [local(port), cable(ours, port), cable(ours, port), local(port)]);
        let inwards = into.iter().map(|&port| [cable(of_node, port), local(port), local(port), cable(of_node, port)]);
        let ways: Vec<[SocketAddr; 4]> = outwards.chain(inwards).collect();
        let forward = |side: usize, file: &str| {
            let file = folder.join(format!("{name}-{file}.cfg"));
            let text = ways.iter().zip(0..).fold(HEAD.to_owned(), |mut text, (way, number)| {
                let (listens, target) = (way[2 * side], way[2 * side + 1]);
                let _ = writeln!(text, "listen way{number}\n    bind {listens}\n    server to {target}");
                text
            });
            fs::write(&file, text).map_err(while_("haproxy.cfg"))?;
            let mut haproxy = Command::new("haproxy");
            haproxy.args(["-db", "-f"]).arg(&file);
            let haproxy = if side == 0 { within(&name, &haproxy) } else { haproxy };
            Daemon::start("the network of a node", &haproxy, None, &file.with_extension("log"))
        };
        let forwarders = [forward(0, "node")?, forward(1, "host")?];
        let network = NodeNetwork { name, forwarders };
        until("the network of a node forwards", || {
            let (of_node, of_host) = (cable(of_node, into[0]), cable(ours, out[0]));
            Ok(TcpStream::connect(of_node).is_ok() && TcpStream::connect(of_host).is_ok())
        })?;
        Ok(network)
    }

    pub(crate) fn command(&self, program: &Command) -> Command {
        within(&self.name, program)
    }

    /// Plugs the cable in, or unplugs it.
    pub(crate) fn plug(&self, in_: bool) -> Done<()> {
        ip(&["link", "set", &self.name, if in_ { "up" } else { "down" }])
    }
}

impl Drop for NodeNetwork {
    fn drop(&mut self) {
        // Deleting this end of the cable also deletes the end in the namespace. Errors are ignored here. If something
        // is left over, making the next network fails and reports it.
        let _ = ip(&["link", "delete", &self.name]);
        let _ = ip(&["netns", "delete", &self.name]);
    }
}

/// Removes networks that ended processes have left behind, for example after Ctrl-C. The new networks need the same
/// addresses.
fn remove_leftovers() {
    // Each network is a file in this folder. If there are none, the folder may not exist.
    let Ok(networks) = fs::read_dir("/run/netns") else { return };
    for name in networks.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()) {
        let owner = owner(&name).filter(|process| !Path::new("/proc").join(process.to_string()).exists());
        if owner.is_some() {
            let _ = ip(&["link", "delete", &name]);
            let _ = ip(&["netns", "delete", &name]);
        }
    }
}

/// Returns the id of the process that made the network of this name.
fn owner(name: &str) -> Option<u32> {
    let (process, number) = name.strip_prefix("cr")?.split_once('n')?;
    number.parse::<u8>().ok()?;
    process.parse().ok()
}

fn ip(arguments: &[&str]) -> Done<()> {
    succeed(Command::new("ip").args(arguments)).map(drop)
}

fn within(name: &str, program: &Command) -> Command {
    let mut command = Command::new("ip");
    command.args(["netns", "exec", name]).arg(program.get_program()).args(program.get_args());
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_the_process_that_made_the_network() {
        assert_eq!(owner("cr412n0"), Some(412));
        for other in ["cr412", "crn0", "cr412n", "cr412nx", "x412n0", "cr412n1234", ""] {
            assert_eq!(owner(other), None, "{other}");
        }
    }
}
