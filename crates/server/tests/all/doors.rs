//! Tests of who gets a seat, over the network: the comparison of networks, and old links after the host has removed
//! somebody.

use serde_json::{Value, json};
use server::Config;

use crate::client::{Answer, Client, Socket};
use crate::test_server::TestServer;

/// Starts a server that trusts the proxy on this machine. So a test can choose the address of each client.
async fn server() -> TestServer {
    let near = "127.0.0.1".parse().expect("an address");
    let data = tempfile::tempdir().expect("a folder");
    TestServer::of(data, |config| Config { trusted_proxies: vec![near], ..config }).await
}

/// A person with a browser at an address.
struct Guest {
    client: Client,
    from: &'static str,
}

impl Guest {
    async fn comes(server: &TestServer, name: &str, from: &'static str) -> Guest {
        let mut guest = Guest { client: Client::new(server.client.address), from };
        assert_eq!(guest.post("/api/v1/me", json!({"name": name})).await.status, 200);
        guest
    }

    async fn post(&mut self, path: &str, body: Value) -> Answer {
        let headers = [("x-forwarded-for", self.from), ("content-type", "application/json")];
        self.client.ask("POST", path, &headers, &body.to_string()).await
    }

    async fn opens(&mut self, table: Value) -> String {
        let answer = self.post("/api/v1/tables", table).await;
        answer.json()["id"].as_str().unwrap_or_else(|| panic!("{answer:?}")).to_owned()
    }

    async fn invites(&mut self, id: &str) -> String {
        let answer = self.post(&format!("/api/v1/tables/{id}/invite"), json!({})).await;
        format!("/api/v1/invites/{}", answer.json()["token"].as_str().unwrap_or_else(|| panic!("{answer:?}")))
    }

    /// Connects, and stores every message in order, from the first one.
    async fn listens(&self, id: &str) -> Socket {
        let mut socket = self.client.line(id, &[("x-forwarded-for", self.from)]).await.expect("a place");
        socket.texts = Some(Vec::new());
        until(&mut socket, |message| message["t"] == "room").await;
        socket
    }
}

async fn until(socket: &mut Socket, is_it: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = socket.next().await.expect("the server goes on");
        if is_it(&message) {
            return message;
        }
    }
}

async fn orders(host: &mut Socket, kind: &str, part: Value) -> Value {
    let mut order = host.order(kind);
    order.as_object_mut().expect("an order").extend(part.as_object().expect("parts").clone());
    host.command(&order).await.expect("an answer")
}

const HERE: &str = "203.0.113.7";

#[tokio::test]
async fn no_other_viewer_gets_the_mark() {
    let server = server().await;
    let mut ann = Guest::comes(&server, "Ann", "198.51.100.1").await;
    let table = json!({"game": "schwarze-dame", "open": "public", "one_per_network": false, "bots": ["random"], "options": {"deals": 1}});
    let id = ann.opens(table).await;
    let mut anns = ann.listens(&id).await;
    let (mut bo, mut cy) = (Guest::comes(&server, "Bo", HERE).await, Guest::comes(&server, "Cy", HERE).await);
    let seat = format!("/api/v1/tables/{id}/seat");
    assert_eq!((bo.post(&seat, json!({})).await.status, cy.post(&seat, json!({})).await.status), (200, 200));
    let watcher = Guest::comes(&server, "Di", HERE).await;
    let mut others = [bo.listens(&id).await, cy.listens(&id).await, watcher.listens(&id).await];
    let marked = until(&mut anns, |message| message["watchers"] == 1).await;
    assert_eq!(marked["same_network"], json!([[1, 2]]), "{marked}");
    assert_eq!(orders(&mut anns, "begin", json!({})).await["t"], "done");
    // Each connection is read up to Ann's phrase, which is the last message that all of them get.
    assert_eq!(orders(&mut anns, "phrase", json!({"phrase": "hello"})).await["t"], "done");
    for other in &mut others {
        until(other, |message| message["t"] == "talk").await;
        let texts = other.texts.as_ref().expect("kept");
        assert!(texts.len() > 2 && texts.iter().any(|text| text.contains("\"t\":\"frame\"")), "{texts:?}");
        for text in texts {
            assert!(!text.contains("network\":[") && !text.contains("203.0.113"), "{text}");
        }
    }
    let host = anns.texts.as_ref().expect("kept");
    let marked: Vec<&String> = host.iter().filter(|text| text.contains("same_network")).collect();
    assert!(!marked.is_empty() && marked.iter().all(|text| text.contains("\"t\":\"room\"")), "{marked:?}");
    assert!(!format!("{host:?}").contains("203.0.113"));
    let record = bo.client.get(&format!("/api/v1/tables/{id}/record")).await.body;
    let lobby = bo.client.get("/api/v1/lobby").await.body;
    let data = bo.client.get("/api/v1/me/data").await.body;
    for (what, text) in [("record", record), ("lobby", lobby), ("data", data)] {
        assert!(!text.contains("network") && !text.contains("203.0.113"), "{what}: {text}");
    }
    let data = server.close().await;
    let stored = std::fs::read(data.path().join("cardroom.sqlite")).expect("the data");
    assert!(!String::from_utf8_lossy(&stored).contains("203.0.113"), "no address is stored");
}

#[tokio::test]
async fn a_public_table_seats_a_network_once_unless_its_host_wants_it_otherwise() {
    let server = server().await;
    let mut ann = Guest::comes(&server, "Ann", HERE).await;
    let id = ann.opens(json!({"game": "kael", "open": "public", "seats": 4})).await;
    let mut anns = ann.listens(&id).await;
    let mut again = Guest::comes(&server, "Bo", HERE).await;
    let seat = format!("/api/v1/tables/{id}/seat");
    let (status, key, words) = again.post(&seat, json!({})).await.error();
    assert_eq!((status, key.as_str()), (400, "same_network"));
    assert!(words.contains("Ask the host"), "{words}");
    assert_eq!(Guest::comes(&server, "Cy", "198.51.100.2").await.post(&seat, json!({})).await.status, 200);
    let off = json!({"settings": {"one_per_network": false}});
    assert_eq!(orders(&mut anns, "settings", off).await["t"], "done");
    assert_eq!(again.post(&seat, json!({})).await.status, 200);
    // At a table of friends the comparison is off, because a household plays together.
    let id = ann.opens(json!({"game": "kael", "open": "friends"})).await;
    let link = ann.invites(&id).await;
    assert_eq!(again.post(&link, json!({})).await.status, 200);
    server.close().await;
}

#[tokio::test]
async fn a_quick_match_never_seats_a_network_twice() {
    let server = server().await;
    let mut seated = Vec::new();
    let mut sockets = Vec::new();
    for (name, from) in [("Ann", HERE), ("Bo", HERE), ("Cy", "198.51.100.2")] {
        let mut guest = Guest::comes(&server, name, from).await;
        let id =
            guest.post("/api/v1/quick", json!({"game": "kael"})).await.json()["id"].as_str().expect("an id").to_owned();
        // Now the table is in the lobby.
        sockets.push(guest.listens(&id).await);
        seated.push(id);
    }
    assert_ne!(seated[0], seated[1], "two browsers of one home");
    assert!(seated[..2].contains(&seated[2]), "others sit down where somebody waits");
    server.close().await;
}

#[tokio::test]
async fn after_a_removal_an_old_link_asks_the_host_until_it_is_replaced() {
    let server = server().await;
    let mut ann = Guest::comes(&server, "Ann", "198.51.100.1").await;
    let id = ann.opens(json!({"game": "kael", "open": "friends", "seats": 4})).await;
    let old = ann.invites(&id).await;
    let mut anns = ann.listens(&id).await;
    let mut bo = Guest::comes(&server, "Bo", HERE).await;
    assert_eq!(bo.post(&old, json!({})).await.json()["seat"], 1);
    let _bos = bo.listens(&id).await;
    until(&mut anns, |message| message["seats"][1]["here"] == true).await;
    assert_eq!(orders(&mut anns, "unseat", json!({"seat": 1})).await["t"], "done");
    assert_eq!(bo.post(&old, json!({})).await.error().1, "removed");
    // Bo comes back with another cookie and from another network.
    let mut back = Guest::comes(&server, "Bob", "198.51.100.9").await;
    assert_eq!(back.post(&old, json!({})).await.error().1, "waits_for_host");
    let asked = until(&mut anns, |message| message["requests"].is_object()).await;
    let (request, name) = asked["requests"].as_object().expect("one").iter().next().expect("one");
    assert_eq!(name, "Bob");
    assert_eq!(orders(&mut anns, "admit", json!({"request": request, "on": false})).await["t"], "done");
    assert_eq!(back.post(&old, json!({})).await.error().1, "removed");
    // Cy has the old link too, and is admitted.
    let mut cy = Guest::comes(&server, "Cy", "198.51.100.3").await;
    let (status, key, words) = cy.post(&old, json!({})).await.error();
    assert_eq!((status, key.as_str()), (400, "waits_for_host"));
    assert!(words.contains("every few seconds"), "{words}");
    let asked = until(&mut anns, |message| message["requests"].is_object()).await;
    let request = asked["requests"].as_object().expect("one").keys().next().expect("one").clone();
    assert_eq!(orders(&mut anns, "admit", json!({"request": request, "on": true})).await["t"], "done");
    assert_eq!(cy.post(&old, json!({})).await.json()["seat"], 1);
    // The host replaces the link.
    let all = format!("/api/v1/tables/{id}/invite");
    assert_eq!(ann.client.ask("DELETE", &all, &[], "").await.status, 204);
    let new = ann.invites(&id).await;
    let mut di = Guest::comes(&server, "Di", "198.51.100.4").await;
    let (status, key, words) = di.post(&old, json!({})).await.error();
    assert_eq!((status, key.as_str()), (404, "unknown_invite"));
    assert!(words.contains("withdrawn"), "{words}");
    assert_eq!(di.post(&new, json!({})).await.json()["seat"], 2, "by the new one people sit down as usual");
    server.close().await;
}
