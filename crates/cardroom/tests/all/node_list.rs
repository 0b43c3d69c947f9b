//! `cardroom admin nodes`: lists the nodes of a cluster with their tables and leases, before and after a node is
//! killed.

use serde_json::{Value, json};

use crate::running::{Running, cardroom, folder, soon};
use crate::test_cluster::TestCluster;

fn listed(cluster: &TestCluster, at: usize) -> Vec<Value> {
    let answer: Value = serde_json::from_str(&cluster.admin(at, &["nodes", "--json"])).expect("one line of JSON");
    answer["nodes"].as_array().expect("a list").clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_node_lists_all_with_their_tables_and_leases() {
    let mut cluster = TestCluster::start(2).await;
    let mut ann = cluster.guest(1, "Ann").await;
    let table = ann.open(json!({"game": "schwarze-dame", "bots": ["random"]})).await;
    drop(ann.sit(&table).await);
    let nodes = listed(&cluster, 0);
    let parts = |node: &Value| (node["name"].clone(), node["tables"].clone(), node["link"].clone());
    let found: Vec<_> = nodes.iter().map(parts).collect();
    assert_eq!(found, [(json!("node0"), json!(0), json!("this")), (json!("node1"), json!(1), json!("reached"))]);
    assert!(nodes.iter().all(|node| (1..=5000).contains(&node["lease_ms"].as_i64().expect("a time"))), "{nodes:?}");
    assert_eq!(listed(&cluster, 1)[0]["link"], "reached");
    // A killed node still owns its tables until somebody connects to one of them.
    cluster.nodes[1].kill();
    let is_over = |node: &Value| node["lease_ms"].as_i64() <= Some(0) && node["link"] == "unreached";
    let find = async || listed(&cluster, 0).into_iter().find(|node| node["name"] == "node1" && is_over(node));
    let dead = soon("its lease is over", find).await;
    assert_eq!(dead["tables"], 1);
    let words = cluster.admin(0, &["nodes"]);
    assert!(words.starts_with("NODE ") && words.contains("over") && words.contains("this one"), "{words}");
}

#[test]
fn a_server_on_a_file_has_no_nodes() {
    let data = folder();
    let _server = Running::start(data.path());
    let data = data.path().to_str().expect("a plain path");
    let output = cardroom(&["admin", "--data", data, "nodes"]).output().expect("it runs");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("No nodes: "), "{output:?}");
}
