//! A cluster for a test: several processes of `cardroom serve` with one PostgreSQL.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Client, Socket};
use crate::player::Player;
use crate::postgres_server::{PostgresServer, free_port};
use crate::running::{Running, cardroom, folder};

/// Nodes that share a database.
pub struct TestCluster {
    pub nodes: Vec<Running>,
    pub postgres: PostgresServer,
    pub folders: Vec<tempfile::TempDir>,
    /// The ports at which the nodes reach each other, each with the port at which the node listens.
    pub doors: Vec<(u16, u16)>,
    /// The options of every node.
    options: Vec<String>,
}

impl TestCluster {
    pub async fn start(count: usize) -> TestCluster {
        TestCluster::start_with(count, &[]).await
    }

    /// Starts a cluster with further options.
    pub async fn start_with(count: usize, options: &[&str]) -> TestCluster {
        let ports = (0..count).map(|_| free_port());
        TestCluster::start_behind(ports.map(|port| (port, port)).collect(), options).await
    }

    /// Starts a cluster whose nodes reach each other at other ports than those at which they listen.
    pub async fn start_behind(doors: Vec<(u16, u16)>, options: &[&str]) -> TestCluster {
        let (postgres, count) = (PostgresServer::start(), doors.len());
        let folders: Vec<_> = (0..count).map(|_| folder()).collect();
        let options = options.iter().map(|option| (*option).to_owned()).collect();
        let mut cluster = TestCluster { nodes: Vec::new(), postgres, folders, doors, options };
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
        options.extend(self.options.iter().map(String::as_str));
        Running::start_with(self.folders[number].path(), &options)
    }

    /// Waits until every running node knows this number of others.
    pub async fn connect(&mut self, others: usize) {
        let began = Instant::now();
        for node in &mut self.nodes {
            if node.child.try_wait().expect("ours").is_some() {
                continue;
            }
            let line = format!("\ncardroom_nodes_reached {others}\n");
            while !Client::new(node.address).get("/metrics").await.body.contains(&line) {
                assert!(began.elapsed() < Duration::from_secs(60), "the nodes do not reach each other");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }

    /// Returns a guest at a node.
    pub async fn guest(&self, node: usize, name: &str) -> Client {
        let mut client = Client::new(self.nodes[node].address);
        client.post("/api/v1/me", &json!({"name": name}).to_string()).await;
        client
    }

    /// Returns a player who is connected to this node, at a table that belongs to another node.
    pub async fn player_at(&self, owner: usize, node: usize, seed: u64) -> (Player, Socket) {
        let mut player = Player::come(&self.nodes[owner], seed).await;
        // The table belongs to the node to which a player comes first.
        drop(player.sit().await);
        player.person.address = self.nodes[node].address;
        let socket = player.sit().await;
        (player, socket)
    }

    /// Returns the output of `cardroom admin` at a node, and whether it succeeded.
    pub fn admin(&self, node: usize, words: &[&str]) -> (bool, String) {
        let data = self.folders[node].path().to_str().expect("a plain path");
        let output = cardroom(&["admin", "--data", data]).args(words).output().expect("it runs");
        let text = if output.status.success() { output.stdout } else { output.stderr };
        (output.status.success(), String::from_utf8(text).expect("words"))
    }

    /// Stops a node's process for a while (`STOP`), or lets it go on (`CONT`).
    pub fn signal(&self, node: usize, signal: &str) {
        let pid = self.nodes[node].child.id().to_string();
        assert!(Command::new("kill").args([format!("-{signal}"), pid]).status().expect("kill runs").success());
    }
}

/// Returns the close code of a connection's end.
pub async fn end(socket: &mut Socket) -> Option<u16> {
    loop {
        if let Err(code) = socket.receive().await {
            return code;
        }
    }
}
