//! Tests of stored tables that this server cannot open, because it lacks their rules or their game. The server leaves
//! such tables closed, and other tables are not affected.

use serde_json::{Value, json};
use server::Pace;
use store::{EventStore, StoredSetup};

use crate::client::Client;
use crate::test_server::TestServer;

/// Stores a table as another version of cardroom would, next to an ordinary table of the same person.
async fn foreign(server: &mut TestServer, id: &str, change: impl FnOnce(&mut StoredSetup)) {
    let ordinary = server.client.open(json!({"game": "schwarze-dame", "bots": ["random"]})).await;
    let store = server.store.clone().expect("open");
    let mut setup = store.find(&ordinary).await.expect("readable").expect("there").setup;
    setup.id = id.to_owned();
    change(&mut setup);
    store.create(setup).await.expect("a new id");
}

/// Checks that HTTP answers and the address of the table's socket say that the table is closed.
async fn is_closed(client: &mut Client, id: &str, words: &str) {
    let answer = client.get(&format!("/api/v1/tables/{id}/record")).await;
    let (status, key, text) = answer.error();
    assert_eq!((status, key.as_str()), (410, "closed_table"), "{text}");
    assert!(text.contains(words) && text.contains(" is kept, but can't be played"), "{text}");
    let Err(answer) = client.connect(id, None).await else { panic!("somebody sits at a closed table") };
    assert_eq!(answer.error().1, "closed_table");
}

#[tokio::test]
async fn tables_of_unknown_rules_or_games_are_closed_and_kept_and_never_fatal() {
    let mut server = TestServer::open().await;
    foreign(&mut server, "unknown-rules", |setup| setup.rules = 99).await;
    foreign(&mut server, "unknown-game", |setup| setup.game = "bridge".into()).await;
    foreign(&mut server, "unknown-level", |setup| setup.seats[1].bot = Some("oracle".into())).await;
    foreign(&mut server, "unknown-option", |setup| setup.options = r#"{"jokers":2}"#.into()).await;
    let cookie = server.client.cookie.clone();
    // The second round checks a restarted server, which finds these tables in its store.
    for _ in 0..2 {
        is_closed(&mut server.client, "unknown-rules", "version 99 of the rules").await;
        is_closed(&mut server.client, "unknown-game", "\"bridge\"").await;
        for broken in ["unknown-level", "unknown-option"] {
            let answer = server.client.get(&format!("/api/v1/tables/{broken}/record")).await;
            assert_eq!(answer.error().1, "broken_table", "{broken}");
        }
        // The list of the guest's tables leaves the closed ones out, and play goes on at the ordinary ones.
        let me = server.client.get("/api/v1/me").await.json();
        let listed: Vec<&Value> = me["tables"].as_array().expect("a list").iter().map(|table| &table["game"]).collect();
        assert!(listed.len() >= 4 && listed.iter().all(|game| *game == "schwarze-dame"), "{me}");
        let ordinary = me["tables"][0]["id"].as_str().expect("an id").to_owned();
        let mut socket = server.client.sit(&ordinary).await;
        while !socket.must_act() {
            socket.frame().await;
        }
        let act = socket.act(&socket.legal()[0].clone());
        assert_eq!(socket.command(&act).await.expect("an answer")["t"], "done");
        let data = server.close().await;
        server = TestServer::with(data, Pace::fixed(0)).await;
        server.client.cookie.clone_from(&cookie);
    }
    let store = server.store.clone().expect("open");
    for (id, game, rules) in [("unknown-rules", "schwarze-dame", 99), ("unknown-game", "bridge", 1)] {
        let stored = store.find(id).await.expect("readable").expect("kept").setup;
        assert_eq!((stored.game.as_str(), stored.rules), (game, rules));
    }
    drop(store);
    server.close().await;
}
