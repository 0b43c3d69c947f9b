//! People in a cluster: a device that is logged out, or a person who is deleted or banned at one node, loses the sockets at the
//! others.

use serde_json::json;

use crate::client::{Client, Socket};
use crate::test_cluster::{TestCluster, end};

/// Ann with a laptop at node 0 and a phone at node 1, both at her table, which node 0 has.
async fn two_devices(cluster: &TestCluster) -> (Client, Socket, Client, Socket, String) {
    let mut laptop = cluster.guest(0, "Ann").await;
    let table = laptop.open(json!({"game": "schwarze-dame", "bots": ["random"]})).await;
    let link = laptop.post("/api/v1/me/device", "").await.json();
    let mut phone = Client::new(cluster.nodes[1].address);
    let taken = phone.post(&format!("/api/v1/devices/{}", link["token"].as_str().expect("a token")), "").await;
    assert_eq!(taken.status, 204, "{taken:?}");
    let (near, far) = (laptop.sit(&table).await, phone.sit(&table).await);
    (laptop, near, phone, far, table)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_device_that_is_logged_out_at_one_node_is_cut_off_at_the_other() {
    let cluster = TestCluster::start(2).await;
    let (mut laptop, mut near, mut phone, mut far, table) = two_devices(&cluster).await;
    let left = laptop.ask("DELETE", "/api/v1/me/devices", &[], "").await.json();
    assert_eq!(left["devices"].as_array().expect("a list").len(), 1);
    assert_eq!(end(&mut far).await, Some(1001), "it is sent away");
    assert_eq!(phone.get("/api/v1/me").await.json()["name"], "Guest");
    assert!(phone.connect(&table, None).await.is_err(), "no way back to the hand");
    let why = json!({"t": "why", "cmd": near.new_cmd(), "action": "play Qs"});
    assert_eq!(near.command(&why).await.expect("an open socket")["t"], "answer", "the other device stays");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_deleted_or_banned_at_one_node_is_cut_off_at_all() {
    let cluster = TestCluster::start(2).await;
    // By herself.
    let (mut laptop, mut near, mut phone, mut far, table) = two_devices(&cluster).await;
    assert_eq!(phone.ask("DELETE", "/api/v1/me", &[], "").await.status, 204);
    assert!(end(&mut near).await.is_some() && end(&mut far).await.is_some());
    assert_eq!(laptop.get("/api/v1/me").await.json()["name"], "Guest");
    assert_eq!(laptop.connect(&table, None).await.err().expect("it is gone").status, 404);
    // By the host, at the other node than the table's.
    let (mut laptop, mut near, _, mut far, _) = two_devices(&cluster).await;
    let number = cluster.postgres.cardroom("SELECT max(id) FROM sessions WHERE name = 'Ann'");
    let (removed, words) = cluster.admin(1, &["people", "remove", &number]);
    assert!(removed, "{words}");
    assert!(end(&mut near).await.is_some() && end(&mut far).await.is_some());
    assert_eq!(laptop.get("/api/v1/me").await.json()["name"], "Guest");
    // A ban ends every connection of the guest, and leaves the data.
    let (mut laptop, mut near, _, mut far, table) = two_devices(&cluster).await;
    let number = cluster.postgres.cardroom("SELECT max(id) FROM sessions WHERE name = 'Ann'");
    let (banned, words) = cluster.admin(1, &["people", "ban", &number]);
    assert!(banned, "{words}");
    assert_eq!((end(&mut near).await, end(&mut far).await), (Some(1001), Some(1001)));
    assert_eq!(laptop.connect(&table, None).await.err().expect("banned").error().1, "banned");
    assert_eq!(laptop.get("/api/v1/me").await.json()["name"], "Ann");
}
