//! Tests of shuffling together, over the network: the pages and the server make the seed together, and the record
//! proves it.

use std::time::{Duration, Instant};

use cards::{Nonce, Seed, combined_seed};
use game::Rng;
use serde_json::{Value, json};
use server::Pace;

use crate::client::{Client, Socket};
use crate::test_server::{TestServer, refused};

/// A page that takes part in shuffling together, with its own nonce.
struct Page {
    socket: Socket,
    seat: u8,
    nonce: Nonce,
}

impl Page {
    async fn open(client: &Client, table: &str, seat: u8) -> Page {
        Page { socket: client.shuffle_at(table).await, seat, nonce: Nonce::new([seat + 1; 32]) }
    }

    /// Returns the next message about the shuffle whose current step is `step`.
    async fn until_step(&mut self, step: &str) -> Value {
        loop {
            let message = self.socket.next().await.expect("the server goes on");
            assert_ne!(message["t"], "frame", "no card is dealt before the cards are shuffled");
            if message["t"] == "shuffle" && message["step"] == step {
                return message;
            }
        }
    }

    async fn sends(&mut self, kind: &str, k: u64, letter: &str, value: String) -> Value {
        let mut command = json!({"t": kind, "cmd": self.socket.new_cmd(), "k": k});
        command[letter] = json!(value);
        self.socket.command(&command).await.expect("the server goes on")
    }

    fn hash(&self, shuffle: &Value) -> String {
        let attempt = shuffle["attempts"].as_array().unwrap().last().unwrap();
        let commitment = attempt["C"].as_str().unwrap().parse().unwrap();
        self.nonce.sealed(commitment, attempt["k"].as_u64().unwrap() as u32, self.seat).to_string()
    }

    async fn seals(&mut self, shuffle: &Value) -> Value {
        let k = shuffle["attempts"].as_array().unwrap().len() as u64 - 1;
        self.sends("seal", k, "h", self.hash(shuffle)).await
    }

    async fn reveals(&mut self, k: u64) -> Value {
        self.sends("reveal", k, "n", self.nonce.reveal()).await
    }
}

/// Opens a table of friends with two people and bots, at which the second person already has a seat.
async fn table(server: &mut TestServer) -> (String, Client) {
    let table = json!({"game": "schwarze-dame", "open": "friends", "options": {"deals": 1}, "bots": ["random"]});
    let id = server.client.open(table).await;
    let invite = server.client.post(&format!("/api/v1/tables/{id}/invite"), "").await.json();
    let link = invite["token"].as_str().unwrap_or_else(|| panic!("{invite}")).to_owned();
    let mut guest = Client::new(server.client.address);
    guest.come().await;
    let sat = guest.post(&format!("/api/v1/invites/{link}"), r#"{"name":"Bo"}"#).await;
    assert!(sat.status < 300, "{sat:?}");
    (id, guest)
}

/// Opens a table with two pages, at which the first attempt has begun. Also returns the message about the attempt.
async fn begun(server: &mut TestServer) -> (String, Page, Page, Value) {
    let (id, guest) = table(server).await;
    let mut ann = Page::open(&server.client, &id, 0).await;
    let bo = Page::open(&guest, &id, 1).await;
    let order = ann.socket.order("begin");
    ann.socket.command(&order).await.expect("the server goes on");
    let first = ann.until_step("seal").await;
    (id, ann, bo, first)
}

async fn plays(ann: &mut Socket, bo: &mut Socket) {
    let (mut anns, mut bos) = (Rng::new(1), Rng::new(2));
    tokio::join!(ann.play_to_the_end(&mut anns, 0), bo.play_to_the_end(&mut bos, 0));
}

async fn record(server: &mut TestServer, id: &str) -> Value {
    let answer = server.client.get(&format!("/api/v1/tables/{id}/record")).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let raw = table::record::Raw::read(answer.body.trim_end()).expect("a record");
    catalog::check(&raw).unwrap_or_else(|fault| panic!("{fault:?}: {}", answer.body));
    answer.json()
}

/// Returns the seed that follows from the values of an attempt.
fn seed_of(attempt: &Value) -> String {
    let nonces = attempt["n"].as_array().unwrap().iter();
    let nonces: Vec<Option<Nonce>> = nonces.map(|n| n.as_str().map(|n| n.parse().unwrap())).collect();
    let secret: Seed = attempt["S"].as_str().expect("the secret is told").parse().unwrap();
    assert_eq!(secret.commitment().to_string(), attempt["C"]);
    combined_seed(secret, attempt["k"].as_u64().unwrap() as u32, &nonces).reveal()
}

#[tokio::test]
async fn two_pages_make_the_seed_and_the_record_proves_it() {
    let mut server = TestServer::open().await;
    let (id, mut ann, mut bo, first) = begun(&mut server).await;
    assert_eq!(first["attempts"][0]["h"], json!([null, null, null, null]));
    assert_eq!(first["left_ms"], 5_000);
    assert_eq!(bo.until_step("seal").await["attempts"], first["attempts"]);
    assert_eq!(first["waits"], json!([0, 1]));
    // While the attempt is under way, the settings of the table cannot be changed.
    let mut settings = ann.socket.order("settings");
    settings["settings"] = json!({"watch": false});
    refused(&ann.socket.command(&settings).await.unwrap(), "shuffling", "being shuffled");
    refused(&ann.reveals(0).await, "not_listed", "not complete yet");
    assert_eq!(ann.seals(&first).await["t"], "done");
    assert_eq!(bo.until_step("seal").await["waits"], json!([1]), "everybody hears who is waited for");
    let other = "ab".repeat(32);
    refused(&ann.sends("seal", 0, "h", other.clone()).await, "sealed", "already");
    assert_eq!(ann.seals(&first).await["t"], "done", "the same again is harmless");
    refused(&bo.sends("seal", 0, "h", "xy".to_owned()).await, "no_hash", "64");
    refused(&bo.sends("seal", 1, "h", other.clone()).await, "no_shuffle", "over");
    assert_eq!(bo.seals(&first).await["t"], "done");
    let listed = ann.until_step("reveal").await;
    assert_eq!(listed["attempts"][0]["h"], json!([ann.hash(&first), bo.hash(&first), null, null]));
    assert_eq!(listed["attempts"][0]["n"], json!([null, null, null, null]));
    refused(&ann.sends("reveal", 0, "n", other).await, "other_nonce", "does not match");
    assert_eq!(listed["waits"], json!([0, 1]));
    assert_eq!(ann.reveals(0).await["t"], "done");
    bo.until_step("reveal").await;
    assert_eq!(bo.until_step("reveal").await["waits"], json!([1]));
    assert_eq!(bo.reveals(0).await["t"], "done");
    for page in [&mut ann, &mut bo] {
        let done = page.until_step("done").await;
        assert_eq!(done["attempts"][0]["n"], json!(["01".repeat(32), "02".repeat(32), null, null]));
        assert_eq!((&done["attempts"][0]["S"], &done["waits"]), (&Value::Null, &json!([])));
        let frame = page.socket.frame().await;
        assert_eq!(frame["commitment"], done["attempts"][0]["C"]);
    }
    // While the match is running, the record contains everything except the secret.
    let running = record(&mut server, &id).await;
    assert_eq!((&running["seed"], &running["entropy"][0]["S"]), (&Value::Null, &Value::Null));
    assert_eq!(running["entropy"][0]["C"], first["attempts"][0]["C"]);
    plays(&mut ann.socket, &mut bo.socket).await;
    let over = record(&mut server, &id).await;
    assert_eq!(over["seed"], seed_of(&over["entropy"][0]));
    assert_eq!(over["entropy"][0]["n"], json!(["01".repeat(32), "02".repeat(32), null, null]));
    server.close().await;
}

#[tokio::test]
async fn who_does_not_reveal_voids_the_attempt_and_takes_no_more_part() {
    let mut server = TestServer::open().await;
    let (id, mut ann, mut bo, first) = begun(&mut server).await;
    assert_eq!(ann.seals(&first).await["t"], "done");
    bo.until_step("seal").await;
    let listed = Instant::now();
    assert_eq!(bo.seals(&first).await["t"], "done");
    assert_eq!(ann.until_step("reveal").await["left_ms"], 10_000);
    assert_eq!(ann.reveals(0).await["t"], "done");
    // Bo sends nothing, so the attempt is void after ten seconds.
    let second = ann.until_step("seal").await;
    assert_not_before(listed, Duration::from_secs(10));
    let void = &second["attempts"][0];
    assert_eq!(void["n"], json!(["01".repeat(32), null, null, null]));
    seed_of(void);
    assert_ne!(second["attempts"][1]["C"], void["C"]);
    bo.until_step("seal").await;
    refused(&bo.seals(&second).await, "barred", "takes no part");
    assert_eq!(ann.seals(&second).await["t"], "done");
    ann.until_step("reveal").await;
    assert_eq!(ann.reveals(1).await["t"], "done");
    assert_eq!(ann.until_step("done").await["attempts"].as_array().unwrap().len(), 2);
    ann.socket.frame().await;
    bo.socket.frame().await;
    plays(&mut ann.socket, &mut bo.socket).await;
    let over = record(&mut server, &id).await;
    assert_eq!(over["seed"], seed_of(&over["entropy"][1]));
    assert_eq!(over["entropy"][1]["n"], json!(["01".repeat(32), null, null, null]));
    server.close().await;
}

#[tokio::test]
async fn who_sends_no_hash_takes_no_part() {
    let begins = Instant::now();
    let mut server = TestServer::open().await;
    let (id, mut ann, mut bo, first) = begun(&mut server).await;
    assert_eq!(ann.seals(&first).await["t"], "done");
    // Bo sends nothing. After five seconds the list is closed without a hash from Bo.
    let listed = ann.until_step("reveal").await;
    assert_not_before(begins, Duration::from_secs(5));
    assert_eq!(listed["attempts"][0]["h"], json!([ann.hash(&first), null, null, null]));
    assert_eq!(listed["waits"], json!([0]));
    bo.until_step("reveal").await;
    refused(&bo.seals(&first).await, "listed", "takes no part");
    assert_eq!(ann.reveals(0).await["t"], "done");
    ann.until_step("done").await;
    ann.socket.frame().await;
    bo.socket.frame().await;
    plays(&mut ann.socket, &mut bo.socket).await;
    let over = record(&mut server, &id).await;
    assert_eq!(over["seed"], seed_of(&over["entropy"][0]));
    assert_eq!(over["entropy"][0]["n"], json!(["01".repeat(32), null, null, null]));
    server.close().await;
}

/// Checks that at least this time has passed. No upper bound is checked, because a busy machine may take longer.
fn assert_not_before(begins: Instant, time: Duration) {
    assert!(begins.elapsed() >= time, "after {:?} already", begins.elapsed());
}

#[tokio::test]
async fn a_restart_in_the_middle_goes_on_with_what_was_stored() {
    let mut server = TestServer::open().await;
    let (id, mut guest) = table(&mut server).await;
    let mut ann = Page::open(&server.client, &id, 0).await;
    let mut bo = Page::open(&guest, &id, 1).await;
    let order = ann.socket.order("begin");
    ann.socket.command(&order).await.expect("the server goes on");
    let first = ann.until_step("seal").await;
    assert_eq!(ann.seals(&first).await["t"], "done");
    assert_eq!(bo.seals(&first).await["t"], "done");
    let listed = ann.until_step("reveal").await;
    assert_eq!(ann.reveals(0).await["t"], "done");
    let host = server.client.clone();
    let data = server.close().await;
    let mut server = TestServer::with(data, Pace::fixed(0)).await;
    server.client.cookie = host.cookie;
    guest.address = server.client.address;
    let mut bo = Page::open(&guest, &id, 1).await;
    assert_eq!(bo.until_step("reveal").await["attempts"], listed["attempts"], "the same secret, the same list");
    let mut ann = Page::open(&server.client, &id, 0).await;
    assert_eq!(bo.reveals(0).await["t"], "done");
    ann.until_step("done").await;
    ann.socket.frame().await;
    bo.socket.frame().await;
    // After another restart the match still has the cards that were shuffled together.
    let before = ann.socket.frame["view"].clone();
    let host = server.client.clone();
    let data = server.close().await;
    let mut server = TestServer::with(data, Pace::fixed(0)).await;
    server.client.cookie = host.cookie;
    guest.address = server.client.address;
    let mut ann = server.client.sit(&id).await;
    assert_eq!(ann.frame["view"]["hand"], before["hand"], "the same cards");
    let mut bo = guest.sit(&id).await;
    plays(&mut ann, &mut bo).await;
    let over = record(&mut server, &id).await;
    assert_eq!(over["seed"], seed_of(&over["entropy"][0]));
    server.close().await;
}

#[tokio::test]
async fn where_no_page_takes_part_nobody_waits() {
    let mut server = TestServer::open().await;
    let (id, guest) = table(&mut server).await;
    let mut ann = server.client.wait_at(&id).await;
    let mut bo = guest.wait_at(&id).await;
    (ann.texts, bo.texts) = (Some(Vec::new()), Some(Vec::new()));
    let order = ann.order("begin");
    assert_eq!(ann.command(&order).await.unwrap()["t"], "done");
    for socket in [&mut ann, &mut bo] {
        // A frame that arrived before the answer has already been read.
        if socket.frame.is_null() {
            socket.frame().await;
        }
        let texts = socket.texts.take().unwrap();
        assert!(texts.iter().all(|text| !text.contains(r#""t":"shuffle""#)), "{texts:?}");
    }
    plays(&mut ann, &mut bo).await;
    let over = record(&mut server, &id).await;
    assert!(over["seed"].is_string() && over.get("entropy").is_none(), "{over}");
    server.close().await;
}
