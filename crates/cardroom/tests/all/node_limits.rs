//! Limits of an hour in a cluster: what one node has admitted counts at every node.

use serde_json::{Value, json};

use crate::client::{Answer, Client, Socket};
use crate::test_cluster::TestCluster;

const JSON: (&str, &str) = ("content-type", "application/json");

/// A request from an address somewhere else, by way of the proxy that the nodes trust.
async fn from(client: &mut Client, address: &str, path: &str, body: &Value) -> Answer {
    client.ask("POST", path, &[JSON, ("x-forwarded-for", address)], &body.to_string()).await
}

/// A new guest at a node, from an address.
async fn guest(cluster: &TestCluster, node: usize, address: &str) -> (Client, Answer) {
    let mut client = Client::new(cluster.nodes[node].address);
    let answer = from(&mut client, address, "/api/v1/me", &json!({"name": "Ann"})).await;
    (client, answer)
}

fn refusal(answer: &Answer) -> (u16, String) {
    let (status, key, _) = answer.error();
    (status, key)
}

/// Opens a public table and sits there until the other node lists it. Messages between nodes keep their order, so whatever this
/// node told before has come too.
async fn open_and_be_listed(cluster: &TestCluster, client: &mut Client, address: &str) -> Socket {
    let asked = json!({"game": "schwarze-dame", "open": "public", "bots": ["random"]});
    let opened = from(client, address, "/api/v1/tables", &asked).await;
    assert_eq!(opened.status, 201, "{opened:?}");
    let id = opened.json()["id"].as_str().expect("an id").to_owned();
    let socket = client.line(&id, &[("x-forwarded-for", address)]).await.expect("the seat is ours");
    let mut other = Client::new(cluster.nodes[1].address);
    while !other.get("/api/v1/lobby").await.body.contains(&id) {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    socket
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_node_has_admitted_counts_at_the_other() {
    let limits = ["--new-sessions-per-hour", "3", "--new-tables-per-guest", "2", "--new-tables-per-hour", "3"];
    let cluster = TestCluster::start_with(2, &[&["--trusted-proxy", "127.0.0.1"][..], &limits].concat()).await;
    let (here, there) = ("203.0.113.7", "203.0.113.8");
    let mut guests = Vec::new();
    for _ in 0..3 {
        let (client, answer) = guest(&cluster, 0, here).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        guests.push(client);
    }
    let mut ann = guests.remove(0);
    let mut bo = guests.remove(0);
    let _first = open_and_be_listed(&cluster, &mut ann, here).await;
    let _second = open_and_be_listed(&cluster, &mut ann, here).await;
    // Guests of that address.
    let too_many = (429, "too_many_sessions".to_owned());
    assert_eq!(refusal(&guest(&cluster, 0, here).await.1), too_many);
    assert_eq!(refusal(&guest(&cluster, 1, here).await.1), too_many, "three came to the other node");
    assert_eq!(guest(&cluster, 1, there).await.1.status, 200, "another address");
    // Tables of that guest, then tables of that address.
    let asked = json!({"game": "schwarze-dame", "bots": ["random"]});
    ann.address = cluster.nodes[1].address;
    bo.address = cluster.nodes[1].address;
    let third = from(&mut ann, here, "/api/v1/tables", &asked).await;
    assert_eq!(refusal(&third), (429, "too_many_of_guest".to_owned()), "it has opened two at the other node");
    let third = from(&mut bo, here, "/api/v1/tables", &asked).await;
    assert_eq!(third.status, 201, "{third:?}");
    let fourth = from(&mut bo, here, "/api/v1/tables", &asked).await;
    assert_eq!(refusal(&fourth), (429, "too_many_new_tables".to_owned()), "two of them at the other node");
}
