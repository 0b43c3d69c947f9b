//! A cluster on this machine: databases (PostgreSQL with Patroni and etcd), nodes, and a load balancer (HAProxy) in
//! front of the nodes. All its data are in a folder that is deleted when the cluster ends.
//!
//! - `databases`: the databases; `balancer`: the load balancer; `child`: a program that runs beside this one
//! - `network`: a separate network for a node, so that the trial can cut the node off
//! - `play`: simulated people at tables, who go on playing whatever happens; `person`: one such person, who acts as the
//!   page does
//! - `ledger`: compares the moves that the servers acknowledged with the database
//! - `trial`: the trials of a cluster, and their report

mod balancer;
mod child;
mod databases;
mod ledger;
mod network;
mod person;
mod play;
pub(crate) mod trial;

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use crate::Done;
use crate::process::{check_no_bug, get};

use self::child::Daemon;
use self::databases::{Databases, folder, until};
use self::network::NodeNetwork;

/// The paths of the programs of which a cluster consists.
#[derive(Clone)]
pub struct ClusterPrograms {
    /// The binary of `cardroom`.
    pub cardroom: PathBuf,
    /// The folder with the programs of PostgreSQL.
    pub postgres: PathBuf,
}

/// The size and the options of a cluster.
#[derive(Clone)]
pub struct ClusterPlan {
    /// The number of nodes.
    pub nodes: usize,
    /// The port of the load balancer; the nodes have the ports after it. With 0, free ports are chosen.
    pub port: u16,
    /// Further options of each node.
    pub options: Vec<String>,
    /// True if each node has a separate network, so that it can be cut off. This needs root.
    pub networks: bool,
    /// True if sockets are spread over the nodes at random, and false if all sockets of a table go to the same node.
    pub at_random: bool,
}

impl ClusterPlan {
    /// Returns the plan of a trial. Its people may move as fast as they like.
    pub(crate) fn trial(nodes: usize) -> ClusterPlan {
        let options = vec!["--commands-per-second=0".to_owned()];
        ClusterPlan { nodes, port: 0, options, networks: false, at_random: true }
    }
}

/// A node: one `cardroom serve`.
struct ClusterNode {
    address: SocketAddr,
    /// The address at which other nodes reach this node.
    advertised: SocketAddr,
    network: Option<NodeNetwork>,
    daemon: Option<Daemon>,
}

/// A running cluster. It ends when this value is dropped.
pub struct Cluster {
    programs: ClusterPrograms,
    plan: ClusterPlan,
    balancer: Daemon,
    /// The address that people use.
    pub address: SocketAddr,
    nodes: Vec<ClusterNode>,
    /// The databases.
    pub databases: Databases,
    folder: tempfile::TempDir,
}

impl Cluster {
    /// Starts the databases, the nodes and the load balancer, and waits until every node reaches all others.
    pub fn start(programs: ClusterPrograms, plan: ClusterPlan) -> Done<Cluster> {
        let folder = folder()?;
        let databases = Databases::start(folder.path(), &programs.postgres)?;
        let ports = ports(plan.port, 2 * plan.nodes + 1)?;
        let addresses: Vec<SocketAddr> = ports[1..=plan.nodes].iter().map(|port| local(*port)).collect();
        let advertised = &ports[plan.nodes + 1..];
        let mut balancer = balancer::start(local(ports[0]), &addresses, plan.at_random, folder.path())?;
        until("the balancer listens", || match balancer.runs() {
            true => Ok(TcpStream::connect(local(ports[0])).is_ok()),
            false => Err("HAProxy does not start: install it (Debian: apt install haproxy)".to_owned()),
        })?;
        let nodes: Done<Vec<ClusterNode>> = addresses
            .into_iter()
            .enumerate()
            .map(|(number, address)| {
                let own = [address.port(), advertised[number]];
                // The ports that the node must reach from its network: those of the databases and of the other nodes.
                let others = advertised.iter().copied().filter(|port| *port != own[1]);
                let out: Vec<u16> = databases.ports().chain(others).collect();
                let network = plan.networks.then(|| NodeNetwork::new(number, &out, &own, folder.path())).transpose()?;
                Ok(ClusterNode { address, advertised: local(own[1]), network, daemon: None })
            })
            .collect();
        let nodes = nodes?;
        let address = local(ports[0]);
        let mut cluster = Cluster { programs, plan, balancer, address, nodes, databases, folder };
        for number in 0..cluster.nodes.len() {
            cluster.run_node(number)?;
        }
        cluster.wait_until_connected()?;
        until("the balancer has a node", || Ok(get(cluster.address, "/healthz").is_ok()))?;
        Ok(cluster)
    }

    /// Returns the address of each node.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.address).collect()
    }

    /// Returns the name of a node in the database.
    pub fn node_name(number: usize) -> String {
        format!("node{}", number + 1)
    }

    /// Returns the process id of a node, if the node runs.
    pub fn node_process(&self, number: usize) -> Option<u32> {
        self.nodes[number].daemon.as_ref().map(Daemon::id)
    }

    /// Returns the process ids of all parts except the nodes, with the names of their logs.
    pub fn parts_beside(&self) -> Vec<(&'static str, u32)> {
        [("haproxy", self.balancer.id())].into_iter().chain(self.databases.processes()).collect()
    }

    /// Returns the path of the program that the nodes run.
    pub fn cardroom(&self) -> &Path {
        &self.programs.cardroom
    }

    /// Returns the path of a part's log.
    pub fn log(&self, part: &str) -> PathBuf {
        self.folder.path().join(format!("{part}.log"))
    }

    /// Starts a node that does not run, and waits until it serves.
    pub fn run_node(&mut self, number: usize) -> Done<()> {
        let name = Cluster::node_name(number);
        let address = self.nodes[number].address;
        let mut serve = Command::new(&self.programs.cardroom);
        serve.args(["serve", "--trusted-proxy", "127.0.0.1", "--node", &name]);
        // All people here connect through the load balancer of this machine, so the nodes do not know their addresses,
        // and limits by address are off.
        serve.args(["--trust-range", "::"]);
        serve.args(["--port", &address.port().to_string(), "--public-url", &format!("http://{}", self.address)]);
        serve.arg("--data").arg(self.folder.path().join(&name)).args(["--store", &self.databases.address()]);
        serve.args(["--advertise", &self.nodes[number].advertised.to_string()]).args(&self.plan.options);
        let log = self.log(&name);
        let serve = match &self.nodes[number].network {
            Some(network) => network.command(&serve),
            None => serve,
        };
        self.nodes[number].daemon = Some(Daemon::start(&name, &serve, None, &log)?);
        let serves = until(&format!("{name} serves"), || Ok(get(address, "/healthz").is_ok()));
        serves.map_err(|words| format!("{words}: {}", fs::read_to_string(&log).unwrap_or_default()))
    }

    /// Waits until each node reaches all others.
    pub fn wait_until_connected(&self) -> Done<()> {
        let line = format!("\ncardroom_nodes_reached {}\n", self.nodes.len() - 1);
        until("all nodes reach each other", || {
            Ok(self.nodes.iter().all(|node| get(node.address, "/metrics").is_ok_and(|text| text.contains(&line))))
        })
    }

    /// Checks that a node has not panicked so far.
    pub fn check_no_bug(&self, number: usize) -> Done<()> {
        check_no_bug(self.nodes[number].address).map_err(|error| format!("{}: {error}", Cluster::node_name(number)))
    }

    /// Kills a node with `kill -9`.
    pub fn kill_node(&mut self, number: usize) -> Done<()> {
        self.nodes[number].daemon.take().ok_or("the node does not run")?.kill()
    }

    /// Sends a signal to a node.
    pub fn signal_node(&self, number: usize, signal: &str) -> Done<()> {
        self.nodes[number].daemon.as_ref().ok_or("the node does not run")?.signal(signal)
    }

    /// Cuts a node off from the database, the balancer and the other nodes, or connects it again.
    pub fn plug_node(&self, number: usize, in_: bool) -> Done<()> {
        self.nodes[number].network.as_ref().ok_or("the node has no network of its own")?.plug(in_)
    }

    /// Returns the tables that a node owns.
    pub fn tables_of(&self, number: usize) -> Done<Vec<String>> {
        let name = Cluster::node_name(number);
        let owned = format!(
            "SELECT table_id FROM owners JOIN nodes ON nodes.id = owners.node WHERE name = '{name}' AND NOT ended"
        );
        Ok(self.databases.sql(&owned)?.lines().map(str::to_owned).collect())
    }

    /// Returns the processor time that the nodes have used.
    pub fn cpu_of_nodes(&self) -> Done<Duration> {
        self.nodes.iter().filter_map(|node| node.daemon.as_ref()).map(Daemon::cpu).sum()
    }

    /// Returns the processor time that the databases and the load balancer have used.
    pub fn cpu_beside(&self) -> Done<[Duration; 2]> {
        Ok([self.databases.cpu()?, self.balancer.cpu()?])
    }

    /// Ends the cluster as a host does: first the nodes, and then the parts that they use.
    pub fn stop(mut self) -> Done<()> {
        let daemons: Vec<Daemon> = self.nodes.iter_mut().filter_map(|node| node.daemon.take()).collect();
        for daemon in &daemons {
            daemon.signal("TERM")?;
        }
        for daemon in daemons {
            daemon.ends()?;
        }
        Ok(())
    }
}

pub(crate) fn local(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

/// Returns consecutive ports that begin with `first`, or free ports if `first` is 0. The system never gives these free
/// ports to outgoing connections. So when a killed server starts again, its port is still free.
pub(crate) fn ports(first: u16, count: usize) -> Done<Vec<u16>> {
    static TAKEN: AtomicU16 = AtomicU16::new(0);
    if first > 0 {
        return Ok((first..).take(count).collect());
    }
    // Each process begins at a different port, so that processes do not choose the same ports.
    let own = (std::process::id() % 90) as u16 * 30;
    let next = || 30_000 + (own + TAKEN.fetch_add(1, Ordering::Relaxed)) % 2_700;
    let free = std::iter::repeat_with(next).take(2_700).filter(|port| TcpListener::bind(local(*port)).is_ok());
    let found: Vec<u16> = free.take(count).collect();
    if found.len() == count { Ok(found) } else { Err("there are no free ports from 30000 to 32699".to_owned()) }
}
