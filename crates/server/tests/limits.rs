//! How much one may ask for, against a real server: what is refused, in which words, and that nobody else is touched.

mod client;
mod house;

use std::time::Duration;

use client::Client;
use house::{House, refused};
use serde_json::json;
use server::{Config, Limits};

async fn house(limits: Limits) -> House {
    let near = "127.0.0.1".parse().expect("an address");
    let data = tempfile::tempdir().expect("a folder");
    House::of(data, |config| Config { limits, trusted_proxies: vec![near], ..config }).await
}

#[tokio::test]
async fn who_sends_too_many_commands_is_refused_then_hung_up_on_and_nobody_else_is() {
    let mut house = house(Limits { commands_per_s: 5, ..Limits::default() }).await;
    let id = house.client.open(json!({"game": "rouge-et-noir"})).await;
    let mut fast = house.client.sit(&id).await;
    let mut calm = house.client.sit(&id).await;
    let why = |socket: &mut client::Socket| json!({"t": "why", "cmd": socket.new_cmd(), "action": "turn"});
    // Three seconds' worth at once; what may come after that depends on the clock, so many more are sent.
    let mut refusals = 0;
    for number in 0..40 {
        let ask = why(&mut fast);
        let answer = fast.command(&ask).await.expect("the line stays open");
        if answer["t"] == "refused" {
            refused(&answer, "too_fast", "Wait a second");
            refusals += 1;
        }
        assert!(number >= 15 || refusals == 0, "fifteen are welcome at once");
    }
    assert!(refusals > 0);
    let ask = why(&mut calm);
    assert_eq!(calm.command(&ask).await.expect("another connection")["t"], "answer");
    tokio::time::sleep(Duration::from_millis(600)).await;
    let ask = why(&mut fast);
    assert_eq!(fast.command(&ask).await.expect("it waited")["t"], "answer");
    // An action that came too fast has not been done.
    let before = fast.frame["undo"].clone();
    for _ in 0..400 {
        fast.send_text(r#"{"t":"undo","cmd":"u","n":0,"x":1}"#).await;
    }
    let end = loop {
        if let Err(end) = fast.hear().await {
            break end;
        }
    };
    // A line that is cut while it still sends may be reset before the code is read.
    assert!(matches!(end, Some(1008) | None), "{end:?}");
    let ask = why(&mut calm);
    assert_eq!(calm.command(&ask).await.expect("the other goes on")["t"], "answer");
    assert_eq!(calm.frame["undo"], before);
    house.close().await;
}

#[tokio::test]
async fn an_address_has_so_many_connections_whatever_it_says_of_itself() {
    let mut house = house(Limits { connections: 2, ..Limits::default() }).await;
    let id = house.client.open(json!({"game": "rouge-et-noir"})).await;
    let from = |address: &'static str| [("x-forwarded-for", address)];
    let client = house.client.clone();
    let mut first = client.connect_with(&id, &from("203.0.113.7")).await.expect("room for two");
    let _second = client.connect_with(&id, &from("203.0.113.7")).await.expect("room for two");
    let answer = client.connect_with(&id, &from("198.51.100.1, 203.0.113.7")).await.err().expect("no third");
    let (status, key, words) = answer.error();
    assert_eq!((status, key.as_str()), (429, "too_many_connections"));
    assert!(words.contains("Close a few pages"), "{words}");
    assert!(client.connect_with(&id, &from("203.0.113.8")).await.is_ok(), "somebody else");
    // Who hangs up makes room, once the server has noticed.
    first.hang_up().await;
    let mut again = Err(answer);
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_millis(20)).await;
        again = client.connect_with(&id, &from("203.0.113.7")).await;
        if again.is_ok() {
            break;
        }
    }
    assert!(again.is_ok());
    house.close().await;
}

#[tokio::test]
async fn a_guest_runs_so_many_unfinished_games() {
    let mut house = house(Limits { tables: 2, ..Limits::default() }).await;
    let solitaire = json!({"game": "rouge-et-noir"});
    let id = house.client.open(solitaire.clone()).await;
    house.client.open(json!({"game": "kael", "open": "friends"})).await;
    for (path, body) in [("/api/v1/tables", &solitaire), ("/api/v1/quick", &json!({"game": "kael"}))] {
        let (status, key, words) = house.client.post(path, &body.to_string()).await.error();
        assert_eq!((status, key.as_str()), (429, "too_many_tables"), "{path}");
        assert!(words.contains("You have 2 unfinished games"), "{words}");
    }
    let mut other = Client::new(house.client.address);
    other.open(solitaire.clone()).await;
    // What is finished does not count. The end is noted beside the last action.
    let mut socket = house.client.sit(&id).await;
    let order = socket.order("give_up");
    assert_eq!(socket.command(&order).await.expect("an answer")["t"], "done");
    let mut status = 429;
    for _ in 0..100 {
        status = house.client.post("/api/v1/tables", &solitaire.to_string()).await.status;
        if status == 201 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(status, 201);
    house.close().await;
}

#[tokio::test]
async fn an_address_brings_so_many_guests_and_opens_so_many_tables_in_an_hour() {
    let house = house(Limits { new_sessions_per_h: 2, new_tables_per_h: 3, ..Limits::default() }).await;
    let ask = async |client: &mut Client, method: &str, path: &str, from: &str, body: &str| {
        client.ask(method, path, &[("x-forwarded-for", from), ("content-type", "application/json")], body).await
    };
    let (here, there) = ("203.0.113.7", "198.51.100.7");
    let mut guests = Vec::new();
    for _ in 0..2 {
        let mut guest = Client::new(house.client.address);
        assert_eq!(ask(&mut guest, "GET", "/api/v1/me", here, "").await.status, 200);
        guests.push(guest);
    }
    let mut third = Client::new(house.client.address);
    let (status, key, words) = ask(&mut third, "GET", "/api/v1/me", here, "").await.error();
    assert_eq!((status, key.as_str()), (429, "too_many_sessions"));
    assert!(words.contains("Try again in a few minutes"), "{words}");
    assert_eq!(third.cookie, None);
    assert_eq!(
        ask(&mut third, "GET", "/api/v1/games", here, "").await.status,
        200,
        "what needs no session is answered"
    );
    assert_eq!(ask(&mut third, "GET", "/api/v1/me", there, "").await.status, 200, "another address");
    assert_eq!(ask(&mut guests[0], "GET", "/api/v1/me", here, "").await.status, 200, "who is known is welcome");
    let solitaire = r#"{"game":"rouge-et-noir"}"#;
    for guest in [0, 1, 0] {
        assert_eq!(ask(&mut guests[guest], "POST", "/api/v1/tables", here, solitaire).await.status, 201);
    }
    for path in ["/api/v1/tables", "/api/v1/quick"] {
        let body = if path.ends_with("quick") { r#"{"game":"kael"}"# } else { solitaire };
        let (status, key, words) = ask(&mut guests[1], "POST", path, here, body).await.error();
        assert_eq!((status, key.as_str()), (429, "too_many_new_tables"), "{path}");
        assert!(words.contains("Try again in a few minutes"), "{words}");
    }
    assert_eq!(ask(&mut guests[1], "POST", "/api/v1/tables", there, solitaire).await.status, 201);
    house.close().await;
}

#[tokio::test]
async fn pages_of_the_public_address_may_ask_and_names_that_anybody_can_have_may_not() {
    let data = tempfile::tempdir().expect("a folder");
    let public_url = Some("https://cards.example.org/".to_owned());
    let origins = vec!["https://old.example.org".to_owned()];
    let house = House::of(data, |config| Config { public_url, origins, ..config }).await;
    let mut client = house.client.clone();
    client.get("/api/v1/me").await;
    let id = client.open(json!({"game": "kael", "open": "friends"})).await;
    for (origin, status) in [
        ("https://cards.example.org", 201),
        ("https://old.example.org", 201),
        ("https://cards.example.org.example.net", 403),
        ("http://cards.example.org", 403),
        ("null", 403),
    ] {
        let answer = client.ask("POST", &format!("/api/v1/tables/{id}/invite"), &[("origin", origin)], "").await;
        assert_eq!(answer.status, status, "{origin}");
        match status {
            201 => assert!(answer.json()["url"].as_str().unwrap().starts_with("https://cards.example.org/j/")),
            _ => assert!(answer.error().2.contains("--public-url"), "{answer:?}"),
        }
    }
    // A name that was made to lead here brings its own page along: origin and host agree, and it is still a stranger's.
    let rebound = client
        .ask_as("rebound.example.net", "POST", "/api/v1/me", &[("origin", "http://rebound.example.net")], "{}")
        .await;
    assert_eq!((rebound.error().0, rebound.error().1.as_str()), (403, "origin"));
    house.close().await;
}
