//! A server or a cluster whose players are measured.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::task::LocalSet;

use crate::cluster::{Cluster, ClusterPlan, ClusterPrograms};
use crate::process::{ServerProcess, check_no_bug};
use crate::{Done, while_};

/// One node on SQLite, or several nodes behind a load balancer.
pub(super) enum Served {
    One(ServerProcess, #[expect(dead_code, reason = "the folder goes with it")] tempfile::TempDir),
    Several(Box<Cluster>),
}

impl Served {
    /// Starts this number of nodes. A single node uses SQLite.
    pub(super) fn start(programs: &ClusterPrograms, nodes: usize, at_random: bool) -> Done<Served> {
        if nodes > 1 {
            let plan = ClusterPlan { at_random, ..ClusterPlan::trial(nodes) };
            return Ok(Served::Several(Box::new(Cluster::start(programs.clone(), plan)?)));
        }
        let data = tempfile::tempdir().map_err(while_("a data folder"))?;
        Ok(Served::One(ServerProcess::cardroom(&programs.cardroom, data.path(), None)?, data))
    }

    /// Returns the address for people: that of the load balancer, or that of the single node.
    pub(super) fn address(&self) -> SocketAddr {
        match self {
            Served::One(server, _) => server.address,
            Served::Several(cluster) => cluster.address,
        }
    }

    /// Returns the addresses of all nodes.
    pub(super) fn addresses(&self) -> Vec<SocketAddr> {
        match self {
            Served::One(server, _) => vec![server.address],
            Served::Several(cluster) => cluster.addresses(),
        }
    }

    /// Returns the processor times that the nodes, the database and the load balancer have used.
    pub(super) fn cpu(&self) -> Done<[Duration; 3]> {
        match self {
            Served::One(server, _) => Ok([server.cpu()?, Duration::ZERO, Duration::ZERO]),
            Served::Several(cluster) => {
                let [database, balancer] = cluster.cpu_beside()?;
                Ok([cluster.cpu_of_nodes()?, database, balancer])
            }
        }
    }

    /// Ends the servers.
    ///
    /// # Errors
    /// If a node has panicked.
    pub(super) fn end(self) -> Done<()> {
        match self {
            Served::One(server, _) => {
                check_no_bug(server.address)?;
                server.stop()
            }
            Served::Several(cluster) => {
                (0..cluster.addresses().len()).try_for_each(|node| cluster.check_no_bug(node))?;
                cluster.stop()
            }
        }
    }
}

/// Runs a future to its end on a runtime of one thread.
pub(super) fn block_on<T>(work: impl Future<Output = Done<T>>) -> Done<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(while_("a runtime"))?;
    LocalSet::new().block_on(&runtime, work)
}
