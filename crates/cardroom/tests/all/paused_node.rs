//! A node that is stopped (SIGSTOP) for longer than its lease, and then continues.

use serde_json::Value;

use crate::test_cluster::{TestCluster, end};

/// Checks that the other node takes a table over, the paused one gives up all its tables, and everybody plays on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_was_paused_past_its_lease_gives_up_its_tables_and_its_people_play_on() {
    let mut cluster = TestCluster::start(2).await;
    let (mut near, mut near_socket) = cluster.player_at(0, 0, 1).await;
    let (mut far, mut far_socket) = cluster.player_at(0, 1, 2).await;
    assert_eq!(near.play(&mut near_socket, 12).await, None);
    assert_eq!(far.play(&mut far_socket, 12).await, None);
    let late = loop {
        match near_socket.choose(&mut near.rng) {
            Some(command) => break command,
            None => drop(near_socket.frame().await),
        }
    };
    let paused = cluster.postgres.cardroom("SELECT min(node) FROM owners");
    cluster.signal(0, "STOP");
    // Messages that arrive during the pause wait in the node's socket.
    near_socket.send_text(&late.to_string()).await;
    assert_eq!(end(&mut far_socket).await, None, "the other node sees that the lease has run out");
    let mut far_socket = far.sit_soon().await;
    assert_eq!(far.play(&mut far_socket, 12).await, None, "the other node has the table");
    let ended = cluster.postgres.cardroom(&format!("SELECT ended FROM nodes WHERE id = {paused}"));
    assert_eq!(ended, "t", "its lease has run out");
    cluster.signal(0, "CONT");
    let mut answers = Vec::new();
    let code = loop {
        match near_socket.receive().await {
            Ok(message) => answers.push(message),
            Err(code) => break code,
        }
    };
    assert_eq!(code, Some(1012), "it has given up its tables: {answers:?}");
    let done = |message: &Value| message["t"] == "done";
    assert!(!answers.iter().any(done), "nothing is acknowledged after the lease: {answers:?}");
    let mut near_socket = near.sit_soon().await;
    assert_eq!(near.play(&mut near_socket, 12).await, None);
    cluster.connect(1).await;
    // A player reaches the moved table through the node that had it before.
    far.person.address = cluster.nodes[0].address;
    let mut far_socket = far.sit_soon().await;
    assert_eq!(far.play(&mut far_socket, 12).await, None);
    far.verify(&mut far_socket, cluster.folders[1].path()).await;
    near.verify(&mut near_socket, cluster.folders[0].path()).await;
    let owners = cluster.postgres.cardroom(&format!("SELECT count(*) FROM owners WHERE node = {paused}"));
    assert_eq!(owners, "0", "the node began anew");
}
