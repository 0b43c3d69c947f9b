//! The options of a server that is one node of several: what it is called, and how nodes reach each other.

use std::path::PathBuf;

use bus::{BusAddress, BusAddressError, NatsBus};
use commands::Failure;
use server::NodeConfig;
use store::{Database, NodeIdentity};

use crate::serve::url_of_a_server;

/// The longest name of a node.
const LONGEST_NAME: usize = 60;

/// One node of several.
#[derive(clap::Args)]
pub(crate) struct NodeArguments {
    /// A bus (NATS) by which servers that share a database reach each other's tables: nats://127.0.0.1:4222 on this machine,
    /// tls://HOST:4222 on another one. Without credentials: they are in --bus-credentials or CARDROOM_BUS_CREDENTIALS.
    #[arg(long, value_name = "URL")]
    bus: Option<String>,
    /// A file whose first line is USER:PASSWORD or a token for the bus.
    #[arg(long, value_name = "FILE", requires = "bus")]
    pub(crate) bus_credentials: Option<PathBuf>,
    /// A file (PEM) with the authorities that may vouch for the bus; by default those that this machine trusts.
    #[arg(long, value_name = "FILE", requires = "bus")]
    bus_ca: Option<PathBuf>,
    /// What this server is called among those that share a database; by default as its machine. No two of them that run may be
    /// given one name.
    #[arg(long, value_name = "NAME", value_parser = node_name)]
    node: Option<String>,
    /// The address by which a balancer reaches this server, as http://10.0.0.5:7878: for the list of servers in the database.
    #[arg(long, value_name = "URL", value_parser = url_of_a_server)]
    advertise: Option<String>,
}

impl NodeArguments {
    /// How this server reaches others, if it does. `shares`: whether its data are in a database.
    pub(crate) fn config(&self, shares: bool) -> Result<Option<NodeConfig>, Failure> {
        let Some(bus) = &self.bus else { return Ok(None) };
        if !shares {
            return Err(Failure::usage(
                "--bus connects servers that share a database: name it with --store postgres://USER@HOST/NAME, or leave out --bus",
            ));
        }
        let (credentials, ca) = (self.bus_credentials.as_deref(), self.bus_ca.as_deref());
        let bus = BusAddress::new(bus, credentials, ca, |name| std::env::var(name).ok());
        let bus = bus.map_err(|error| match error {
            BusAddressError::File { .. } | BusAddressError::NoAuthorities => Failure::Failed(error.to_string()),
            _ => Failure::usage(error),
        })?;
        Ok(Some(NodeConfig { name: self.name(), address: bus::fresh_address(), bus }))
    }

    /// The database of this server, which tells the others how they reach it.
    pub(crate) fn known_to(&self, database: Database, node: Option<&NodeConfig>) -> Database {
        database.used_by(NodeIdentity {
            name: self.name(),
            is_unique: self.node.is_some(),
            address: node.map(|node| node.address.clone()),
            url: self.advertise.clone(),
        })
    }

    fn name(&self) -> String {
        self.node.clone().unwrap_or_else(|| rustix::system::uname().nodename().to_string_lossy().into_owned())
    }
}

/// Connects to a bus and ends: what it is.
pub(crate) fn probe(node: &NodeConfig) -> Result<String, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Failed(format!("cannot start: {error}")))?;
    let version = runtime.block_on(NatsBus::check(&node.bus)).map_err(|error| Failure::Failed(error.to_string()))?;
    let secured = if node.bus.is_encrypted() { "encrypted" } else { "within this machine" };
    Ok(format!("bus: NATS {version} at {} ({secured}), as node {}", node.bus.name(), node.name))
}

fn node_name(text: &str) -> Result<String, String> {
    let fits = (1..=LONGEST_NAME).contains(&text.len());
    match fits && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)) {
        true => Ok(text.to_owned()),
        false => Err(format!("a node's name has up to {LONGEST_NAME} letters, digits, dots, - and _")),
    }
}
