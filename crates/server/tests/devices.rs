//! One person on several devices, by a link that is good once.

mod client;
mod house;

use client::Client;
use house::House;
use serde_json::json;
use sha2::{Digest, Sha256};
use store::{DeviceStore, EventStore};

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
    let mut house = House::open().await;
    let ann = &mut house.client;
    ann.post("/api/v1/me", r#"{"name":"Ann"}"#).await;
    let table = ann.open(json!({"game": "schwarze-dame", "bots": ["random"]})).await;
    let link = offer(ann).await;
    // Somebody else was a guest on the other device. A preview of the link looks and uses nothing.
    let mut phone = Client::new(ann.address);
    phone.post("/api/v1/me", r#"{"name":"Cy"}"#).await;
    let before = phone.cookie.clone();
    let mut nobody = Client::new(ann.address);
    for _ in 0..3 {
        let looked = nobody.get(&link).await;
        assert_eq!((looked.status, &looked.json()["name"]), (200, &json!("Ann")));
        assert_eq!(looked.header("set-cookie"), None, "looking makes nobody a guest");
    }
    let taken = phone.post(&link, "").await;
    assert_eq!(taken.status, 204, "{taken:?}");
    let cookies: Vec<&String> =
        taken.headers.iter().filter(|(key, _)| key == "set-cookie").map(|(_, set)| set).collect();
    assert!(cookies.len() == 1 && cookies[0].contains("HttpOnly; SameSite=Lax"), "{cookies:?}");
    assert!(phone.cookie != before && phone.cookie != ann.cookie, "a token of its own");
    assert_eq!(phone.get("/api/v1/me").await.json()["name"], "Ann");
    // Both play at the seat.
    let (mut first, mut second) = (ann.sit(&table).await, phone.sit(&table).await);
    for socket in [&mut first, &mut second] {
        while !socket.must_act() {
            socket.frame().await;
        }
    }
    assert_eq!(first.frame["viewer"], json!(0));
    assert_eq!((&second.frame["viewer"], &second.frame["view"]), (&json!(0), &first.frame["view"]));
    // Once.
    let again = nobody.post(&link, "").await.error();
    assert_eq!((again.0, again.1.as_str()), (410, "used_device_link"));
    assert_eq!(nobody.get(&link).await.error().1, "used_device_link");
    // Who is forgotten is so everywhere.
    assert_eq!(phone.ask("DELETE", "/api/v1/me", &[], "").await.status, 204);
    assert_eq!(ann.get("/api/v1/me").await.json()["name"], "Guest");
    house.close().await;
}

#[tokio::test]
async fn another_link_takes_the_place_of_the_first_and_its_time_ends() {
    let mut house = House::open().await;
    let store = house.store.clone().expect("open");
    let ann = &mut house.client;
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
    // A link that another page sends somebody to is not taken: it has to be wanted.
    let third = offer(ann).await;
    assert_ne!(third, second);
    let from = [("origin", "http://elsewhere.example")];
    assert_eq!(phone.ask("POST", &third, &from, "").await.error().1, "origin");
    assert_eq!(phone.post(&third, "").await.status, 204);
    drop(store);
    house.close().await;
}
