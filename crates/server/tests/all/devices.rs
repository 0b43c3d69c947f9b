//! Tests of one person on several devices, which are added by a link that works once.

use serde_json::json;
use sha2::{Digest, Sha256};
use store::{DeviceStore, EventStore};

use crate::client::{self, Client};
use crate::test_server::TestServer;

async fn offer(client: &mut Client) -> String {
    let answer = client.post("/api/v1/me/device", "").await;
    assert_eq!(answer.status, 201, "{answer:?}");
    let link = answer.json();
    let token = link["token"].as_str().expect("a token");
    assert_eq!((token.len(), token.chars().all(|letter| letter.is_ascii_hexdigit())), (32, true), "128 bits");
    assert!(link["url"].as_str().expect("an address").ends_with(&format!("/d/{token}")), "{link}");
    assert!(link["qr"]["size"].as_u64().expect("modules") > 20);
    format!("/api/v1/devices/{token}")
}

#[tokio::test]
async fn a_link_makes_another_device_the_same_person_once() {
    let mut server = TestServer::open().await;
    let ann = &mut server.client;
    ann.post("/api/v1/me", r#"{"name":"Ann"}"#).await;
    let table = ann.open(json!({"game": "schwarze-dame", "bots": ["random"]})).await;
    let link = offer(ann).await;
    // Until now the other device belonged to another guest. A preview of the link does not use the link up.
    let mut phone = Client::new(ann.address);
    phone.post("/api/v1/me", r#"{"name":"Cy"}"#).await;
    let before = phone.cookie.clone();
    let mut nobody = Client::new(ann.address);
    for _ in 0..3 {
        let looked = nobody.get(&link).await;
        assert_eq!((looked.status, &looked.json()["name"]), (200, &json!("Ann")));
        assert_eq!(looked.header("set-cookie"), None, "looking makes nobody a guest");
    }
    let redeemed = phone.post(&link, "").await;
    assert_eq!(redeemed.status, 204, "{redeemed:?}");
    let cookies: Vec<&String> =
        redeemed.headers.iter().filter(|(key, _)| key == "set-cookie").map(|(_, set)| set).collect();
    assert!(cookies.len() == 1 && cookies[0].contains("HttpOnly; SameSite=Lax"), "{cookies:?}");
    assert!(phone.cookie != before && phone.cookie != ann.cookie, "a token of its own");
    assert_eq!(phone.get("/api/v1/me").await.json()["name"], "Ann");
    // Both devices play at the seat.
    let (mut first, mut second) = (ann.sit(&table).await, phone.sit(&table).await);
    for socket in [&mut first, &mut second] {
        while !socket.must_act() {
            socket.frame().await;
        }
    }
    assert_eq!(first.frame["viewer"], json!(0));
    assert_eq!((&second.frame["viewer"], &second.frame["view"]), (&json!(0), &first.frame["view"]));
    // The link works only once.
    let again = nobody.post(&link, "").await.error();
    assert_eq!((again.0, again.1.as_str()), (410, "used_device_link"));
    assert_eq!(nobody.get(&link).await.error().1, "used_device_link");
    // A person who was deleted on one device is unknown on all devices.
    assert_eq!(phone.ask("DELETE", "/api/v1/me", &[], "").await.status, 204);
    assert_eq!(ann.get("/api/v1/me").await.json()["name"], "Guest");
    server.close().await;
}

#[tokio::test]
async fn another_link_takes_the_place_of_the_first_and_its_time_ends() {
    let mut server = TestServer::open().await;
    let store = server.store.clone().expect("open");
    let ann = &mut server.client;
    let first = offer(ann).await;
    let second = offer(ann).await;
    let mut phone = Client::new(ann.address);
    let gone = phone.post(&first, "").await.error();
    assert_eq!((gone.0, gone.1.as_str()), (404, "unknown_device_link"));
    let hash: [u8; 32] = Sha256::digest(ann.cookie.as_ref().expect("a cookie").as_bytes()).into();
    let session = store.session(hash).await.expect("readable").expect("a guest");
    let old: [u8; 32] = Sha256::digest(b"0123").into();
    store.link_device(session.id, old, 1).await.expect("an old link");
    for answer in [phone.get("/api/v1/devices/0123").await, phone.post("/api/v1/devices/0123", "").await] {
        let late = answer.error();
        assert_eq!((late.0, late.1.as_str()), (410, "expired_device_link"));
    }
    assert_eq!(phone.cookie, None, "nothing has happened");
    // If a page of another site uses the link, the server refuses, because the user must confirm.
    let third = offer(ann).await;
    assert_ne!(third, second);
    let from = [("origin", "http://elsewhere.example")];
    assert_eq!(phone.ask("POST", &third, &from, "").await.error().1, "origin");
    assert_eq!(phone.post(&third, "").await.status, 204);
    drop(store);
    server.close().await;
}

/// Sends a request with the headers of a browser.
async fn ask(client: &Client, method: &str, path: &str, cookies: &str, more: &[(&str, &str)]) -> client::Answer {
    let mut nobody = Client::new(client.address);
    let mut headers = vec![("cookie", cookies), ("content-type", "application/json")];
    headers.extend(more);
    nobody.ask(method, path, &headers, if method == "POST" { r#"{"name":"Ann"}"# } else { "" }).await
}

#[tokio::test]
async fn looking_makes_nobody_a_guest() {
    let server = TestServer::open().await;
    let store = server.store.clone().expect("open");
    let mut client = server.client.clone();
    for path in ["/api/v1/me", "/api/v1/me/data", "/api/v1/me/devices", "/api/v1/me/statistics", "/api/v1/games"] {
        for _ in 0..60 {
            let answer = client.get(path).await;
            assert_eq!((answer.status, answer.header("set-cookie")), (200, None), "{path}");
        }
    }
    assert_eq!(client.get("/api/v1/me").await.json(), json!({"name": "Guest", "tables": []}));
    assert_eq!(client.get("/api/v1/me/devices").await.json(), json!({"devices": [], "link": null}));
    assert!(store.begin_session([9; 32], "first", 1).await.expect("a session").id.0 == 1, "nobody was one before");
    drop(store);
    server.close().await;
}

#[tokio::test]
async fn over_https_the_cookie_is_this_hosts_alone_and_one_of_somebody_else_takes_nothing_away() {
    let data = tempfile::tempdir().expect("a folder");
    let public_url = Some("https://cards.example.org".to_owned());
    let server = TestServer::of(data, |config| server::Config { public_url, ..config }).await;
    let client = server.client.clone();
    let https = [("x-forwarded-proto", "https")];
    let begun = ask(&client, "POST", "/api/v1/me", "a=b", &https).await;
    let set = begun.header("set-cookie").expect("a cookie").to_owned();
    assert!(
        set.starts_with("__Host-cardroom=")
            && set.ends_with("; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure"),
        "{set}"
    );
    let token = set["__Host-cardroom=".len()..][..64].to_owned();
    let stranger = "ab".repeat(32);
    let name = |answer: &client::Answer| answer.json()["name"].clone();
    // Other cookies come before the right one: unknown cookies of either name, or a cookie of another session. A
    // neighbouring site can set such cookies.
    let other = ask(&client, "POST", "/api/v1/me", "", &[]).await;
    let others = other.header("set-cookie").expect("a cookie").split(';').next().expect("it").to_owned();
    ask(&client, "POST", "/api/v1/me", &format!("__Host-cardroom={token}"), &https).await;
    for before in [format!("cardroom={stranger}"), format!("__Host-cardroom={stranger}"), others.clone()] {
        let answer =
            ask(&client, "GET", "/api/v1/me/devices", &format!("{before}; __Host-cardroom={token}"), &https).await;
        assert_eq!(answer.header("set-cookie"), None, "{before}");
        let own = ask(&client, "GET", "/api/v1/me/devices", &format!("__Host-cardroom={token}"), &https).await;
        assert_eq!(answer.json(), own.json(), "{before}");
    }
    let known = ask(&client, "GET", "/api/v1/me", &format!("cardroom={stranger}; {others}"), &[]).await;
    assert_eq!((name(&known), known.header("set-cookie")), (json!("Ann"), None), "over http too");
    // An older cookie stays valid, and is set again under the better name.
    let moved = ask(&client, "GET", "/api/v1/me", &others, &https).await;
    let better = moved.header("set-cookie").expect("the same token under the better name");
    assert!(better.starts_with(&format!("__Host-{others};")), "{better}");
    // The public address uses https, so the cookie must be strict, whatever the proxy says.
    let mut nobody = Client::new(client.address);
    let headers = [("content-type", "application/json")];
    let asked = nobody.ask_as("cards.example.org", "POST", "/api/v1/me", &headers, r#"{"name":"Bo"}"#).await;
    assert!(asked.header("set-cookie").expect("a cookie").starts_with("__Host-"));
    // The answer to a deletion removes both cookies.
    let gone = ask(&client, "DELETE", "/api/v1/me", &format!("__Host-cardroom={token}"), &https).await;
    let sets: Vec<&String> = gone.headers.iter().filter(|(key, _)| key == "set-cookie").map(|(_, set)| set).collect();
    assert!(sets.len() == 2 && sets.iter().all(|set| set.contains("Max-Age=0")), "{sets:?}");
    server.close().await;
}

#[tokio::test]
async fn devices_are_listed_and_log_each_other_out() {
    let mut server = TestServer::open().await;
    let ann = &mut server.client;
    ann.post("/api/v1/me", r#"{"name":"Ann"}"#).await;
    let table = ann.open(json!({"game": "schwarze-dame", "bots": ["random"]})).await;
    let link = offer(ann).await;
    let mut phone = Client::new(ann.address);
    assert_eq!(phone.post(&link, "").await.status, 204);
    let agent = [("user-agent", "Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0")];
    assert_eq!(phone.ask("GET", "/api/v1/me", &agent, "").await.status, 200);
    // The server stores the visit of a device in the background, so the test polls.
    let listed = loop {
        let listed = ann.get("/api/v1/me/devices").await.json();
        if listed.to_string().contains("Firefox") {
            break listed;
        }
    };
    let devices = listed["devices"].as_array().expect("a list").clone();
    let find = |this: bool| devices.iter().find(|device| device["this"] == this).expect("one of two").clone();
    assert_eq!(
        (devices.len(), &find(false)["browser"], &listed["link"]),
        (2, &json!("Firefox, Android"), &json!(null))
    );
    let id = |this: bool| find(this)["id"].as_str().expect("an id").to_owned();
    assert!(!listed.to_string().contains(ann.cookie.as_ref().expect("a cookie")), "no token");
    // A link that was not used yet is in the list, and can be withdrawn.
    let link = offer(ann).await;
    assert!(ann.get("/api/v1/me/devices").await.json()["link"].is_string());
    assert_eq!(ann.ask("DELETE", "/api/v1/me/device", &[], "").await.status, 204);
    assert_eq!(phone.clone().post(&link, "").await.error().1, "unknown_device_link");
    // Nobody can log out another person's devices.
    let mut bo = Client::new(ann.address);
    bo.come().await;
    bo.ask("DELETE", &format!("/api/v1/me/devices/{}", id(false)), &[], "").await;
    assert_eq!(phone.get("/api/v1/me").await.json()["name"], "Ann");
    // A device cannot log itself out here. If it logs out another device, only that device is disconnected from its
    // table.
    let own = ann.ask("DELETE", &format!("/api/v1/me/devices/{}", id(true)), &[], "").await;
    assert_eq!((own.error().0, own.error().1.as_str()), (400, "this_device"));
    let mut hers = ann.sit(&table).await;
    let mut theirs = phone.sit(&table).await;
    let left = ann.ask("DELETE", &format!("/api/v1/me/devices/{}", id(false)), &[], "").await.json();
    assert_eq!(left["devices"].as_array().expect("a list").len(), 1);
    while theirs.next().await.is_some() {}
    assert_eq!(phone.get("/api/v1/me").await.json()["name"], "Guest");
    assert!(phone.connect(&table, None).await.is_err(), "no way back to the hand");
    let why = json!({"t": "why", "cmd": hers.new_cmd(), "action": "play Qs"});
    assert_eq!(hers.command(&why).await.expect("an open line")["t"], "answer");
    // The first device of a session can be logged out like the others.
    let link = offer(ann).await;
    let mut laptop = Client::new(ann.address);
    assert_eq!(laptop.post(&link, "").await.status, 204);
    let alone = laptop.ask("DELETE", "/api/v1/me/devices", &[], "").await.json();
    assert_eq!(alone["devices"].as_array().expect("a list").len(), 1);
    assert_eq!(laptop.get("/api/v1/me").await.json()["name"], "Ann");
    assert_eq!(ann.get("/api/v1/me").await.json()["name"], "Guest");
    server.close().await;
}
