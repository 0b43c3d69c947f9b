//! A cluster for a test: several `cardroom serve` on one PostgreSQL.

use serde_json::json;
use tokio::task::JoinHandle;

use crate::client::{Client, Socket};
use crate::player::Player;
use crate::postgres_server::{PostgresServer, free_port};
use crate::running::{Running, cardroom, folder, soon};

/// Nodes that share a database.
pub struct TestCluster {
    pub nodes: Vec<Running>,
    pub postgres: PostgresServer,
    pub folders: Vec<tempfile::TempDir>,
    /// For each node, the port at which other nodes reach it, and the port at which it listens for them.
    pub doors: Vec<(u16, u16)>,
}

impl TestCluster {
    pub async fn start(count: usize) -> TestCluster {
        let ports = (0..count).map(|_| free_port());
        TestCluster::start_behind(ports.map(|port| (port, port)).collect()).await
    }

    /// Starts a cluster with these ports. Other nodes may reach a node at another port than the one at which it
    /// listens.
    pub async fn start_behind(doors: Vec<(u16, u16)>) -> TestCluster {
        let (postgres, count) = (PostgresServer::start(), doors.len());
        let folders: Vec<_> = (0..count).map(|_| folder()).collect();
        let mut cluster = TestCluster { nodes: Vec::new(), postgres, folders, doors };
        for number in 0..count {
            let node = cluster.node(number);
            cluster.nodes.push(node);
        }
        cluster.connect(count - 1).await;
        cluster
    }

    /// Starts a node in its folder.
    pub fn node(&self, number: usize) -> Running {
        let (store, name) = (self.postgres.address(), format!("node{number}"));
        let (advertised, listens) = self.doors[number];
        let [advertised, listens] = [advertised, listens].map(|port| format!("127.0.0.1:{port}"));
        let mut options = vec!["--store", &store, "--node", &name];
        options.extend(["--advertise", &advertised, "--listen-for-nodes", &listens]);
        Running::start_with(self.folders[number].path(), &options)
    }

    /// Waits until every node that runs knows this many others.
    pub async fn connect(&mut self, others: usize) {
        for node in &mut self.nodes {
            if node.child.try_wait().expect("ours").is_some() {
                continue;
            }
            let line = format!("\ncardroom_nodes_reached {others}\n");
            let mut client = Client::new(node.address);
            let reaches = async || client.get("/metrics").await.body.contains(&line).then_some(());
            soon("the nodes reach each other", reaches).await;
        }
    }

    /// Returns a guest at a node.
    pub async fn guest(&self, node: usize, name: &str) -> Client {
        let mut client = Client::new(self.nodes[node].address);
        client.post("/api/v1/me", &json!({"name": name}).to_string()).await;
        client
    }

    /// Returns a player who is connected to `node`, and whose table `owner` owns.
    pub async fn player_at(&self, owner: usize, node: usize, seed: u64) -> (Player, Socket) {
        let mut player = Player::come(&self.nodes[owner], seed).await;
        // The first node to which somebody connects becomes the owner of the table.
        drop(player.sit().await);
        player.person.address = self.nodes[node].address;
        let socket = player.sit().await;
        (player, socket)
    }

    /// Returns the output of `cardroom admin` at a node, which succeeds.
    pub fn admin(&self, node: usize, words: &[&str]) -> String {
        let data = self.folders[node].path().to_str().expect("a plain path");
        let output = cardroom(&["admin", "--data", data]).args(words).output().expect("it runs");
        assert!(output.status.success(), "{words:?}: {output:?}");
        String::from_utf8(output.stdout).expect("words")
    }

    /// Returns the number of a guest.
    pub fn number_of(&self, name: &str) -> String {
        self.postgres.cardroom(&format!("SELECT id FROM sessions WHERE name = '{name}'"))
    }
}

/// Waits until a connection ends. Returns the close code.
pub async fn end(socket: &mut Socket) -> Option<u16> {
    loop {
        if let Err(code) = socket.receive().await {
            return code;
        }
    }
}

/// Reads a connection beside the test until it ends. The task returns the close code. It answers pings meanwhile, as a
/// browser does: if a client answers two pings after the server has ended, TCP resets the connection, and the close code
/// is lost.
pub fn ending(mut socket: Socket) -> JoinHandle<Option<u16>> {
    tokio::spawn(async move { end(&mut socket).await })
}
