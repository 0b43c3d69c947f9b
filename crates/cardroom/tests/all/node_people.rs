//! Tests of people in a cluster. People see who is there, and they talk. One node can log out a device, or delete or
//! ban a person. Then the sockets of the device or person at the other nodes are closed too. Links for devices and the
//! deal of the day are the same at all nodes.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;

use crate::client::{Client, Socket};
use crate::running::soon;
use crate::test_cluster::{TestCluster, end};

/// Returns Ann's laptop at node 0, Ann's phone at node 1, and the id of her table. Both devices have a socket at this
/// table. Node 0 owns the table.
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

/// Returns true if a newcomer at a table can read this text of another person. Returns `None` if the table closed the
/// newcomer's connection.
async fn reads(client: &Client, table: &str, text: &str) -> Option<bool> {
    let mut socket = client.line(table, &[]).await.ok()?;
    socket.texts = Some(Vec::new());
    // An empty text is refused. The refusal arrives after all earlier lines of the chat. So the test has then read all
    // earlier lines.
    let nothing = json!({"t": "say", "cmd": socket.new_cmd(), "text": ""});
    socket.command(&nothing).await?;
    Some(socket.texts.expect("kept").iter().any(|message| message.contains(text)))
}

/// Waits until a connection that must not go on is closed. Returns the close code.
async fn cut_off(socket: &mut Socket) -> Option<u16> {
    timeout(Duration::from_secs(60), end(socket)).await.expect("it goes on")
}

/// Checks that bans, logouts and deletions at one node take effect at all nodes. Nodes read these changes in the
/// database. They read when another node reports a change, and also from time to time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_banned_logged_out_or_deleted_at_one_node_may_not_stay_at_others() {
    let cluster = TestCluster::start(2).await;
    let solo = json!({"game": "schwarze-dame", "bots": ["random"]});
    // All these people are at tables of node 1. Bo has one connection to each node. Bo will be banned, and the phone of
    // Ann will be logged out.
    let mut bo = cluster.guest(1, "Bo").await;
    let table_of_bo = bo.open(solo.clone()).await;
    let mut socket_of_bo = bo.sit(&table_of_bo).await;
    bo.address = cluster.nodes[0].address;
    let mut passed_on = bo.sit(&table_of_bo).await;
    let (mut laptop, mut socket_of_laptop, mut phone, mut far_socket_of_phone, table_of_ann) =
        two_devices(&cluster).await;
    let table_of_phone = phone.open(solo).await;
    let mut socket_of_phone = phone.sit(&table_of_phone).await;
    // Di will be deleted. She has written something at the table of Eve, and is a spectator now.
    let (mut eve, mut di) = (cluster.guest(1, "Eve").await, cluster.guest(1, "Di").await);
    let asked = json!({"game": "schwarze-dame", "open": "public", "bots": ["random"], "chat": "free"});
    let table_of_eve = eve.open(asked).await;
    let _socket_of_eve = eve.wait_at(&table_of_eve).await;
    let seat = format!("/api/v1/tables/{table_of_eve}/seat");
    assert_eq!(di.post(&seat, "{}").await.status, 200);
    let mut socket_of_di = di.wait_at(&table_of_eve).await;
    let say = json!({"t": "say", "cmd": socket_of_di.new_cmd(), "text": "Good evening"});
    assert_eq!(socket_of_di.command(&say).await.expect("an open socket")["t"], "done");
    assert_eq!(di.ask("DELETE", &seat, &[], "").await.status, 204);
    assert_eq!(reads(&eve, &table_of_eve, "Good evening").await, Some(true));

    cluster.admin(0, &["people", "ban", &cluster.number_of("Bo")]);
    let left = laptop.ask("DELETE", "/api/v1/me/devices", &[], "").await.json();
    assert_eq!(left["devices"].as_array().expect("a list").len(), 1);
    di.address = cluster.nodes[0].address;
    assert_eq!(di.ask("DELETE", "/api/v1/me", &[], "").await.status, 204);
    cluster.admin(0, &["say", "Tea at five"]);
    assert_eq!(cut_off(&mut socket_of_bo).await, Some(1001));
    assert_eq!(cut_off(&mut passed_on).await, Some(1001));
    for socket in [&mut socket_of_phone, &mut far_socket_of_phone] {
        assert_eq!(cut_off(socket).await, Some(1001));
    }
    assert!(phone.connect(&table_of_ann, None).await.is_err(), "no way back to the hand");
    let why = json!({"t": "why", "cmd": socket_of_laptop.new_cmd(), "action": "play Qs"});
    assert_eq!(socket_of_laptop.command(&why).await.expect("an open socket")["t"], "answer", "the other device stays");
    assert_eq!(bo.connect(&table_of_bo, None).await.err().expect("banned").error().1, "banned");
    assert_eq!(phone.get("/api/v1/me").await.json()["name"], "Guest");
    // Any close code is right, because the table may have been loaded again, which closes connections with another
    // code.
    assert!(cut_off(&mut socket_of_di).await.is_some());
    soon("her words go", async || reads(&eve, &table_of_eve, "Good evening").await.filter(|reads| !reads)).await;
    soon("the notice comes", async || reads(&eve, &table_of_eve, "Tea at five").await.filter(|reads| *reads)).await;

    cluster.admin(0, &["people", "unban", &cluster.number_of("Bo")]);
    soon("he may come", async || bo.connect(&table_of_bo, None).await.ok()).await;
    let mut socket_of_eve = eve.wait_at(&table_of_eve).await;
    cluster.admin(0, &["people", "ban", &cluster.number_of("Eve")]);
    assert_eq!(cut_off(&mut socket_of_eve).await, Some(1001));
    assert_eq!(eve.connect(&table_of_eve, None).await.err().expect("banned").error().1, "banned");

    // Fay and Gus play at node 1, and the administrator deletes Fay at node 0.
    let (mut fay, mut gus) = (cluster.guest(1, "Fay").await, cluster.guest(1, "Gus").await);
    let asked = json!({"game": "schwarze-dame", "open": "public", "bots": ["random"]});
    let table_of_fay = fay.open(asked).await;
    let mut socket_of_fay = fay.wait_at(&table_of_fay).await;
    assert_eq!(gus.post(&format!("/api/v1/tables/{table_of_fay}/seat"), "{}").await.json()["seat"], 1);
    let mut socket_of_gus = gus.wait_at(&table_of_fay).await;
    cluster.admin(0, &["people", "remove", &cluster.number_of("Fay")]);
    assert!(cut_off(&mut socket_of_fay).await.is_some());
    assert_eq!(fay.get("/api/v1/me").await.json()["name"], "Guest");
    until(&mut socket_of_gus, |sent| sent["t"] == "room" && sent["seats"][0]["name"] != "Fay").await;
}

/// Returns the next message for which `holds` returns true.
async fn until(socket: &mut Socket, holds: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = socket.next().await.expect("the server goes on");
        if holds(&message) {
            return message;
        }
    }
}

/// Checks that the people and the talk at a table are visible at every node.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_at_different_nodes_see_who_is_there_and_talk() {
    let cluster = TestCluster::start(2).await;
    let (mut ann, mut bo) = (cluster.guest(0, "Ann").await, cluster.guest(1, "Bo").await);
    let asked = json!({"game": "schwarze-dame", "open": "public", "bots": ["random"], "chat": "free"});
    let table = ann.open(asked).await;
    let mut near = ann.wait_at(&table).await;
    assert_eq!(bo.post(&format!("/api/v1/tables/{table}/seat"), "{}").await.json()["seat"], 1);
    let bo_is = |here: bool| {
        move |sent: &Value| sent["t"] == "room" && sent["seats"][1]["name"] == "Bo" && sent["seats"][1]["here"] == here
    };
    let mut far = bo.wait_at(&table).await;
    until(&mut near, bo_is(true)).await;
    let hears = |text: &'static str| {
        move |sent: &Value| {
            sent["t"] == "talk"
                && sent["lines"].as_array().is_some_and(|lines| lines.iter().any(|line| line["text"] == text))
        }
    };
    let say = json!({"t": "say", "cmd": far.new_cmd(), "text": "Good evening"});
    assert_eq!(far.command(&say).await.expect("an open socket")["t"], "done");
    until(&mut near, hears("Good evening")).await;
    let say = json!({"t": "say", "cmd": near.new_cmd(), "text": "Welcome"});
    assert_eq!(near.command(&say).await.expect("an open socket")["t"], "done");
    until(&mut far, hears("Welcome")).await;
    // Hosts see at each node who is there.
    let seen = |node| {
        let words = cluster.admin(node, &["tables", "list", "--json"]);
        let table = serde_json::from_str::<Value>(&words).expect("JSON")["tables"][0].take();
        (table["awake"].clone(), [0, 1].map(|seat: usize| table["seats"][seat]["here"].clone()))
    };
    assert_eq!([seen(0), seen(1)], [(); 2].map(|()| (json!(true), [json!(true), json!(true)])));
    drop(far);
    until(&mut near, bo_is(false)).await;
    assert_eq!([seen(0), seen(1)], [(); 2].map(|()| (json!(true), [json!(true), json!(false)])));
    // Lists of tables that people read do not say who is there.
    for node in [0, 1] {
        bo.address = cluster.nodes[node].address;
        assert_eq!(bo.get("/api/v1/me").await.json()["tables"][0]["seats"][0], json!({"name": "Ann", "bot": null}));
    }
    bo.address = cluster.nodes[1].address;
    let _far = bo.wait_at(&table).await;
    until(&mut near, bo_is(true)).await;
}

/// Checks that a link for another device can be used once, at any node, wherever it was made. A newer link, made at any
/// node, replaces it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_device_link_of_one_node_is_good_at_all_and_once() {
    let cluster = TestCluster::start(2).await;
    let mut laptop = cluster.guest(0, "Ann").await;
    let mut links = Vec::new();
    for node in &cluster.nodes {
        laptop.address = node.address;
        let made = laptop.post("/api/v1/me/device", "").await.json();
        links.push(format!("/api/v1/devices/{}", made["token"].as_str().expect("a token")));
    }
    let mut phone = Client::new(cluster.nodes[0].address);
    assert_eq!(phone.get(&links[0]).await.error().1, "unknown_device_link", "a newer one replaced it");
    assert_eq!(phone.get(&links[1]).await.json()["name"], "Ann", "looking does not use it up");
    assert_eq!(phone.post(&links[1], "").await.status, 204);
    for node in &cluster.nodes {
        assert_eq!(Client::new(node.address).post(&links[1], "").await.error().1, "used_device_link");
        phone.address = node.address;
        assert_eq!(phone.get("/api/v1/me").await.json()["name"], "Ann");
    }
    let withdrawn = laptop.post("/api/v1/me/device", "").await.json();
    laptop.address = cluster.nodes[0].address;
    assert_eq!(laptop.ask("DELETE", "/api/v1/me/device", &[], "").await.status, 204);
    let link = format!("/api/v1/devices/{}", withdrawn["token"].as_str().expect("a token"));
    assert_eq!(Client::new(cluster.nodes[1].address).post(&link, "").await.error().1, "unknown_device_link");
}

/// Checks that the deal of the day is the same at all nodes. A person's first table of the day counts, wherever it was
/// opened and played.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_deal_of_the_day_is_one_at_all_nodes() {
    let cluster = TestCluster::start(2).await;
    let (mut ann, mut bo) = (cluster.guest(0, "Ann").await, cluster.guest(1, "Bo").await);
    let deal = async |client: &mut Client| client.get("/api/v1/daily").await.json()["deals"][0].clone();
    let today = deal(&mut ann).await;
    assert_eq!((&today["game"], &today["table"]), (&json!("rouge-et-noir"), &Value::Null));
    assert_eq!(deal(&mut bo).await, today);
    let table = json!({"game": "rouge-et-noir", "deal": today["deal"]});
    let first = ann.open(table.clone()).await;
    ann.address = cluster.nodes[1].address;
    assert_eq!(deal(&mut ann).await["table"], json!(first), "opened at the other node");
    ann.open(table).await;
    assert_eq!(deal(&mut ann).await["table"], json!(first), "another table does not count");
    let mut socket = ann.sit(&first).await;
    let give_up = socket.order("give_up");
    assert_eq!(socket.command(&give_up).await.expect("an answer")["t"], "done");
    for node in &cluster.nodes {
        ann.address = node.address;
        // The result can be stored after the answer was sent.
        let over = soon("it counts", async || Some(deal(&mut ann).await).filter(|deal| !deal["won"].is_null())).await;
        assert_eq!((&over["table"], &over["won"]), (&json!(first), &json!(false)));
        assert_eq!(over["days"].as_array().expect("a list").len(), 1, "{over}");
    }
    assert_eq!(deal(&mut bo).await, today, "it is Ann's result");
}
