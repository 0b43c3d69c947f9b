//! Engines over WebSocket in a cluster: the engine connects to a node that does not own its table.

use game::Rng;
use serde_json::{Value, json};

use crate::client::{Client, Socket};
use crate::engine::Engine;
use crate::test_cluster::{TestCluster, end};

/// Opens a table of node 0 with a seat for an engine, whose token is made at node 1. Returns the host, the id of the
/// table, the address for the engine and the token.
async fn table(cluster: &TestCluster, deals: u32) -> (Client, String, String, String) {
    let mut host = cluster.guest(0, "Ann").await;
    let asked = json!({"game": "schwarze-dame", "open": "friends", "options": {"deals": deals}, "seats": 4,
        "bots": ["random"], "races": "strict"});
    let table = host.open(asked).await;
    // Node 0 becomes the owner of the table, because the host connects there first.
    drop(host.wait_at(&table).await);
    let mut elsewhere = Client { address: cluster.nodes[1].address, cookie: host.cookie.clone() };
    let answer = elsewhere.post(&format!("/api/v1/tables/{table}/seats/2/engine"), "").await;
    assert_eq!(answer.status, 201, "{answer:?}");
    let made = answer.json();
    let text = |key: &str| made[key].as_str().expect("text").to_owned();
    let (url, token) = (text("url"), text("token"));
    assert!(url.contains(&cluster.nodes[1].address.to_string()), "it leads to the node that was asked: {url}");
    (host, table, url, token)
}

/// Begins the match as soon as the engine has its seat.
async fn begin(socket: &mut Socket) {
    while socket.next().await.expect("the server goes on")["seats"][2]["name"] != "Iron" {}
    let begin = socket.order("begin");
    assert_eq!(socket.command(&begin).await.expect("an answer")["t"], "done");
    while socket.frame.is_null() {
        socket.frame().await;
    }
}

fn errors(engine: &Engine) -> Vec<&Value> {
    engine.inbox.iter().filter(|message| message["t"] == "error").collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_plays_at_a_node_that_does_not_have_its_table() {
    let cluster = TestCluster::start(2).await;
    let (mut host, table, url, token) = table(&cluster, 2).await;
    let mut socket = host.wait_at(&table).await;
    let wrong = Engine::come(&url, Some("wrong")).await.map(|_| ());
    assert_eq!(wrong, Err((401, "unknown_token".to_owned())));
    let mut engine = Engine::ready(&url, &token).await;
    begin(&mut socket).await;
    let (mut one, mut two) = (Rng::new(1), Rng::new(2));
    let (asked, ()) = tokio::join!(engine.play(&mut one), socket.play_to_the_end(&mut two, 0));
    assert!(asked >= 26, "{asked}");
    assert_eq!(engine.receive().await, Err(Some(1000)));
    assert!(errors(&engine).is_empty(), "{:?}", errors(&engine));
    let seat = &socket.frame["seats"][2];
    assert_eq!((&seat["bot"], &seat["name"], &seat["replaced"]), (&json!("engine"), &json!("Iron"), &json!(0)));
    let record = host.get(&format!("/api/v1/tables/{table}/record")).await;
    assert_eq!(record.json()["names"][2], "Iron");
    assert_eq!(cluster.postgres.cardroom("SELECT count(DISTINCT node) FROM owners"), "1", "node 0 had the table");
}

/// Checks that an engine plays on after the owner of its table is killed. The engine's connection ends when the owner
/// dies. Until another node owns the table, servers let the engine wait, or refuse it and ask it to come again. They do
/// not say that the engine's seat is gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_goes_on_when_the_owner_of_its_table_is_killed() {
    let mut cluster = TestCluster::start(2).await;
    let (host, table, url, token) = table(&cluster, 2).await;
    let mut socket = host.wait_at(&table).await;
    let mut engine = Engine::ready(&url, &token).await;
    begin(&mut socket).await;
    engine.until("deal").await;
    cluster.nodes[0].kill();
    assert_eq!(end(&mut socket).await, None, "the node of the host's socket is gone");
    loop {
        if let Err(code) = engine.receive().await {
            assert_eq!(code, None, "it connects again");
            break;
        }
    }
    while let Err(why) = Engine::come(&url, Some(&token)).await {
        assert_eq!(why, (503, "elsewhere".to_owned()));
    }
    let over = "SELECT count(*) FROM nodes WHERE lease_until <= clock_timestamp()";
    assert_eq!(cluster.postgres.cardroom(over), "1", "the lease of the node that was killed had to run out first");
    let host = Client { address: cluster.nodes[1].address, cookie: host.cookie };
    let mut socket = host.connect(&table, None).await.expect("the node has the table now");
    let mut engine = Engine::ready(&url, &token).await;
    let (mut one, mut two) = (Rng::new(1), Rng::new(2));
    let (asked, ()) = tokio::join!(engine.play(&mut one), socket.play_to_the_end(&mut two, 0));
    assert!(asked >= 13, "{asked}");
    assert!(errors(&engine).is_empty(), "{:?}", errors(&engine));
}
