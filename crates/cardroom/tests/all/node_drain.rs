//! Tests of `cardroom admin drain`, which empties a node of a cluster. The node gets no new people and takes over no
//! tables. Within seconds it hands its own tables over to other nodes and ends.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Client, Socket};
use crate::player::Player;
use crate::running::{cardroom, soon};
use crate::test_cluster::{TestCluster, ending};

async fn health(cluster: &TestCluster, node: usize) -> (u16, String) {
    let answer = Client::new(cluster.nodes[node].address).get("/healthz").await;
    (answer.status, answer.body)
}

/// Returns the name of the node that owns a table.
fn owner(cluster: &TestCluster, table: &str) -> String {
    cluster
        .postgres
        .cardroom(&format!("SELECT name FROM owners JOIN nodes ON nodes.id = owners.node WHERE table_id = '{table}'"))
}

/// Plays until the node ends the connection, and then goes on at another node. Also returns the time in which no action
/// was acknowledged.
async fn plays_on(mut player: Player, mut socket: Socket, other: std::net::SocketAddr) -> (Player, Socket, Duration) {
    while player.play(&mut socket, 1).await.is_none() {}
    let since = Instant::now();
    player.person.address = other;
    let mut socket = player.sit_soon().await;
    assert_eq!(player.play(&mut socket, 1).await, None);
    let silent = since.elapsed();
    assert_eq!(player.play(&mut socket, 12).await, None);
    (player, socket, silent)
}

/// Checks a cluster of three nodes when one node is drained under play. The drained node's tables go on at other nodes,
/// also for people who are connected to other nodes. The drained node ends by itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_drained_node_hands_its_tables_over_under_play_and_ends() {
    let mut cluster = TestCluster::start(3).await;
    let others = [1, 2].map(|node| cluster.nodes[node].address);
    let mut playing = Vec::new();
    // Two players are at the drained node, which owns their tables. Two are at other nodes, with tables of the drained
    // node. One is at the drained node, with a table of another node.
    for (table, (at, owner)) in [(0, 0), (0, 0), (1, 0), (2, 0), (0, 1)].into_iter().enumerate() {
        let (player, socket) = cluster.player_at(owner, at, table as u64).await;
        playing.push((player, socket, others[table % 2]));
    }
    // A player who sends nothing gets the reason why the connection ends.
    let (_idle, idle_socket) = cluster.player_at(0, 0, 8).await;
    let idle_ends = ending(idle_socket);
    // A player who is not connected to the drained node, and whose table another node owns, notices nothing.
    let (mut apart, mut apart_socket) = cluster.player_at(1, 2, 9).await;
    let ids: Vec<String> = playing.iter().map(|(player, ..)| player.table.clone()).collect();
    let mut tasks = Vec::new();
    for (mut player, mut socket, other) in playing {
        assert_eq!(player.play(&mut socket, 5).await, None);
        tasks.push(tokio::spawn(plays_on(player, socket, other)));
    }
    let began = Instant::now();
    let data = cluster.folders[0].path().to_str().expect("a plain path");
    let mut draining = cardroom(&["admin", "drain", "--data", data]).stdout(Stdio::piped()).spawn().expect("it runs");
    let mut lines = BufReader::new(draining.stdout.take().expect("piped")).lines().map(|line| line.expect("a line"));
    let said = lines.next().expect("it says at once what happens");
    assert!(said.starts_with("Other servers take over") && said.contains("In 3 seconds"), "{said}");
    assert_eq!(health(&cluster, 0).await, (503, "draining: other servers take over\n".to_owned()));
    assert_eq!(health(&cluster, 1).await.0, 200);
    assert_eq!(lines.next().as_deref(), Some("It has ended."));
    assert!(draining.wait().expect("it ends").success());
    let ended = cluster.nodes[0].child.try_wait().expect("ours").expect("it has ended by itself, under play");
    let took = began.elapsed();
    assert_eq!(idle_ends.await.expect("no panic"), Some(1012), "pages connect again");
    assert!(ended.success() && took >= Duration::from_secs(3), "{ended} after {took:?}");
    assert_eq!(apart.play(&mut apart_socket, 12).await, None, "the connection was not touched");
    let mut slowest = Duration::ZERO;
    for task in tasks {
        let (mut player, mut socket, silent) = task.await.expect("no panic");
        slowest = slowest.max(silent);
        player.verify(&mut socket, cluster.folders[1].path()).await;
    }
    for id in &ids {
        assert!(["node1", "node2"].contains(&owner(&cluster, id).as_str()), "{id}");
    }
    println!("the node ended {took:?} after cardroom admin drain; nobody waited for longer than {slowest:?}");
    assert!(slowest < Duration::from_secs(30), "nobody waits for a lease: {slowest:?}");
    cluster.connect(1).await;
}

/// Checks a draining node before it hands its tables over. It goes on with its own tables. It opens no new tables. If a
/// table has no owner, the draining node forwards requests to a node that stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draining_node_takes_no_tables_over_and_passes_them_on() {
    let mut cluster = TestCluster::start(3).await;
    let (mut near, mut near_socket) = cluster.player_at(0, 0, 1).await;
    let (mut orphan, mut orphan_socket) = cluster.player_at(2, 2, 2).await;
    assert_eq!(orphan.play(&mut orphan_socket, 5).await, None);
    let asleep = near.person.open(json!({"game": "schwarze-dame", "bots": ["random"]})).await;
    drop(near.person.sit(&asleep).await);
    let drain = ["drain", "--no-wait", "--after", "60m"];
    cluster.admin(0, &drain);
    // The owner of a table ends, and the player of this table connects to the draining node.
    let orphan_ends = ending(orphan_socket);
    cluster.nodes[2].stop();
    assert_eq!(orphan_ends.await.expect("no panic"), Some(1012));
    orphan.person.address = cluster.nodes[0].address;
    let mut orphan_socket = orphan.sit_soon().await;
    assert_eq!(orphan.play(&mut orphan_socket, 12).await, None);
    assert_eq!(owner(&cluster, &orphan.table), "node1", "the draining node did not take it");
    // The draining node owns its tables until it ends, and nobody can take them over earlier. It goes on with them, also
    // with those to which nobody is connected.
    assert_eq!(near.play(&mut near_socket, 5).await, None);
    let second = near.person.sit(&asleep).await;
    assert_eq!(owner(&cluster, &asleep), "node0");
    let refused = near.person.post("/api/v1/tables", r#"{"game":"kael"}"#).await.error();
    assert_eq!((refused.0, refused.1.as_str()), (503, "away"), "{refused:?}");
    drop(second);
    // If all other nodes drain too, the node serves again, because no other node could take its tables over.
    cluster.admin(1, &drain);
    soon("it serves again", async || (health(&cluster, 0).await.0 == 200).then_some(())).await;
    assert_eq!(health(&cluster, 1).await.0, 200);
    let cancel = ["drain", "--cancel"];
    let said = cluster.admin(1, &cancel);
    assert!(said.contains("goes on"), "{said}");
    soon("it drains again", async || (health(&cluster, 0).await.0 == 503).then_some(())).await;
    cluster.admin(0, &cancel);
    assert_eq!(health(&cluster, 0).await, (200, "ok\n".to_owned()));
    assert_eq!(near.person.post("/api/v1/tables", r#"{"game":"kael"}"#).await.status, 201);
    assert_eq!(near.play(&mut near_socket, 5).await, None, "nothing happened to it");
    near.verify(&mut near_socket, cluster.folders[0].path()).await;
    orphan.verify(&mut orphan_socket, cluster.folders[1].path()).await;
}
