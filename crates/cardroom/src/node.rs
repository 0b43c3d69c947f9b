//! The options of a server that is one of several nodes: the node's name and the node's address for other nodes.

use commands::Failure;
use server::{NodeConfig, NodeKey};
use store::{Database, NodeIdentity};

const LONGEST_NAME: usize = 60;

const HEADING: &str = "Several servers with one database";

/// One node of several.
#[derive(clap::Args)]
pub(crate) struct NodeArguments {
    /// Address at which other servers reach this one, as 10.0.0.5:7900.
    ///
    /// They share its database, and pass on to it what concerns its tables. It listens there for them alone, encrypted, with
    /// a key that it makes at its start.
    #[arg(long, value_name = "HOST:PORT", value_parser = place, help_heading = HEADING)]
    advertise: Option<String>,
    /// Address on which it listens for them, if that is another one.
    #[arg(long, value_name = "HOST:PORT", value_parser = place, requires = "advertise", help_heading = HEADING)]
    listen_for_nodes: Option<String>,
    /// Name of this server among them [default: that of its machine].
    #[arg(long, value_name = "NAME", value_parser = node_name, help_heading = HEADING)]
    node: Option<String>,
}

impl NodeArguments {
    /// Returns the configuration for other nodes, if there are any. `shares` is true if the data are in a database.
    pub(crate) fn config(&self, shares: bool) -> Result<Option<NodeConfig>, Failure> {
        let Some(advertise) = self.advertise.clone() else { return Ok(None) };
        if !shares {
            return Err(Failure::usage(
                "--advertise is for servers that share a database: name it with --store postgres://USER@HOST/NAME, or leave out \
                 --advertise",
            ));
        }
        let listen = self.listen_for_nodes.clone().unwrap_or_else(|| advertise.clone());
        Ok(Some(NodeConfig { listen, advertise, key: NodeKey::generate() }))
    }

    /// Returns the database with the name and the address that this server announces in it.
    pub(crate) fn known_to(&self, database: Database, node: Option<&NodeConfig>) -> Database {
        database.used_by(NodeIdentity { name: self.name(), address: node.map(NodeConfig::address) })
    }

    pub(crate) fn name(&self) -> String {
        self.node.clone().unwrap_or_else(|| rustix::system::uname().nodename().to_string_lossy().into_owned())
    }
}

fn node_name(text: &str) -> Result<String, String> {
    let fits = (1..=LONGEST_NAME).contains(&text.len());
    match fits && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)) {
        true => Ok(text.to_owned()),
        false => Err(format!("a node's name has up to {LONGEST_NAME} letters, digits, dots, - and _")),
    }
}

/// Parses a host and a port.
fn place(text: &str) -> Result<String, String> {
    let (host, port) = text.rsplit_once(':').unwrap_or_default();
    let is_host = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:[]".contains(&byte));
    match !host.is_empty() && is_host && port.parse().is_ok_and(|port: u16| port > 0) {
        true => Ok(text.to_owned()),
        false => Err("an address for other servers looks like 10.0.0.5:7900 or node1.internal:7900".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_servers_need_a_host_and_a_port() {
        for good in ["10.0.0.5:7900", "[2001:db8::1]:7900", "node1.internal:1"] {
            assert_eq!(place(good).as_deref(), Ok(good));
        }
        for bad in ["", "7900", ":7900", "node", "node:", "node:0", "node:99999", "http://node:7900", "a b:1", "a@b:1"]
        {
            assert!(place(bad).is_err(), "{bad}");
        }
    }
}
