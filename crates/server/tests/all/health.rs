//! Tests of the addresses for administrators.

use game::Rng;
use serde_json::json;
use server::Pace;
use store::{EventStore, Sqlite};

use crate::client::Client;
use crate::test_server::TestServer;

/// Returns the value of a line of `/metrics`.
async fn metric(client: &Client, line: &str) -> Option<f64> {
    let answer = client.clone().get("/metrics").await;
    assert_eq!(answer.status, 200);
    assert!(answer.header("content-type").is_some_and(|kind| kind.starts_with("application/openmetrics-text")));
    assert!(answer.body.ends_with("# EOF\n"), "{}", answer.body);
    let found = answer.body.lines().find_map(|other| other.strip_prefix(line)?.strip_prefix(' '));
    found.map(|value| value.parse().expect("a number"))
}

#[tokio::test]
async fn a_server_says_that_it_is_well_and_makes_nobody_a_guest() {
    let mut server = TestServer::open().await;
    let answer = server.client.get("/healthz").await;
    assert_eq!((answer.status, answer.body.as_str()), (200, "ok\n"));
    assert_eq!(answer.header("set-cookie"), None);
    server.close().await;
}

#[tokio::test]
async fn what_happens_is_counted_and_nobody_is_named() {
    let mut server = TestServer::open().await;
    let id = server.client.open(json!({"game": "schwarze-dame", "options": {"deals": 1}, "bots": ["random"]})).await;
    let observer = server.client.clone();
    assert_eq!(metric(&observer, "cardroom_sockets").await, Some(0.0));
    let mut socket = server.client.sit(&id).await;
    assert_eq!(metric(&observer, "cardroom_sockets").await, Some(1.0));
    assert_eq!(metric(&observer, "cardroom_tables_awake").await, Some(1.0));
    socket.play_to_the_end(&mut Rng::new(9), 0).await;
    assert_eq!(metric(&observer, "cardroom_actions_total{game=\"schwarze-dame\"}").await, Some(52.0));
    assert_eq!(metric(&observer, "cardroom_commit_seconds_count").await, Some(52.0));
    assert_eq!(metric(&observer, "cardroom_matches_over_total{game=\"schwarze-dame\"}").await, Some(1.0));
    let bots = metric(&observer, "cardroom_bot_thinking_seconds_count").await.expect("there");
    assert_eq!(bots, 0.0, "how long bots think is shown late");
    let text = server.client.get("/metrics").await.body;
    assert!(!text.contains(&id) && !text.contains(server.client.cookie.as_ref().expect("a guest")), "{text}");
    server.close().await;
}

#[tokio::test]
async fn only_this_machine_may_measure() {
    let mut server = TestServer::open().await;
    for header in ["x-forwarded-for", "forwarded", "via", "x-real-ip"] {
        let answer = server.client.ask("GET", "/metrics", &[(header, "203.0.113.7")], "").await;
        assert_eq!(answer.error().1, "unknown_path", "{header}");
    }
    assert_eq!(server.client.ask("GET", "/healthz", &[("x-forwarded-for", "203.0.113.7")], "").await.status, 200);
    server.close().await;
}

#[tokio::test]
async fn a_server_says_its_version() {
    let mut server = TestServer::open().await;
    let answer = server.client.get("/version").await;
    assert_eq!(answer.body, format!("{{\"cardroom\":\"{}\"}}", env!("CARGO_PKG_VERSION")));
    assert_eq!(answer.header("set-cookie"), None);
    server.close().await;
}

#[tokio::test]
async fn guests_who_came_once_long_ago_are_deleted_at_the_start() {
    let data = tempfile::tempdir().expect("a folder");
    let store = Sqlite::open(data.path()).expect("a store");
    for n in 1..=250 {
        store.begin_session([n; 32], "Guest", 1000).await.expect("a session");
    }
    drop(store);
    let mut server = TestServer::with(data, Pace::fixed(0)).await;
    server.client.come().await;
    let cookie = server.client.cookie.clone();
    let store = server.store.clone().expect("it runs");
    // There are so many sessions that only the third deletion removes the last one.
    while store.session([250; 32]).await.expect("readable").is_some() {
        tokio::task::yield_now().await;
    }
    assert_eq!(store.session([1; 32]).await, Ok(None));
    drop(store);
    server.client.come().await;
    assert_eq!(server.client.cookie, cookie, "who is here stays");
    server.close().await;
}
