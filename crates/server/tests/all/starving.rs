//! Tests that one guest cannot block, fill or starve a real server. Some connections are cut, some requests are
//! refused, and others are served meanwhile.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use server::{Config, Limits};
use table::{Intent, MatchPhase};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::client::{Client, PATIENCE};
use crate::test_server::TestServer;

async fn limited_server(limits: Limits) -> TestServer {
    let data = tempfile::tempdir().expect("a folder");
    TestServer::of(data, |config| Config { limits, ..config }).await
}

/// Opens a connection and sends this text.
async fn line(client: &Client, sent: &str) -> TcpStream {
    let mut line = TcpStream::connect(client.address).await.expect("the server listens");
    line.write_all(sent.as_bytes()).await.expect("the server reads");
    line
}

#[tokio::test]
async fn half_bodies_and_answers_that_nobody_takes_are_cut_and_others_are_served() {
    let patience = Duration::from_secs(1);
    let mut server = limited_server(Limits { patience, ..Limits::default() }).await;
    let address = server.client.address;
    let half = format!(
        "POST /api/v1/tables HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: 30\r\n\r\n{{\"game\":"
    );
    // The client requests the description so often that no buffer can hold the answers, and reads none of them.
    let unread = format!("GET /openapi.json HTTP/1.1\r\nhost: {address}\r\n\r\n").repeat(200);
    // The kinds of connections are tested one after the other. A machine may allow only a thousand open files, and this
    // process has both ends of each connection.
    let mut halves = Vec::new();
    for _ in 0..300 {
        halves.push(line(&server.client, &half).await);
    }
    // Sending a byte now and then does not help the client, because 16,000 bytes would take an hour.
    let slow = half.replace("content-length: 30", "content-length: 16000");
    let (mut reads, mut writes) = line(&server.client, &slow).await.into_split();
    let trickles = tokio::spawn(async move {
        while writes.write_all(b" ").await.is_ok() {
            sleep(patience / 5).await;
        }
    });
    let id = server.client.open(json!({"game": "rouge-et-noir"})).await;
    let mut socket = server.client.sit(&id).await;
    let _ = timeout(PATIENCE, reads.read_to_end(&mut Vec::new())).await.expect("a body that trickles is cut");
    trickles.abort();
    for mut half in halves {
        let mut bytes = Vec::new();
        // Either an answer or a reset ends the connection.
        let _ = timeout(PATIENCE, half.read_to_end(&mut bytes)).await.expect("half a body is cut");
        assert!(bytes.is_empty() || bytes.starts_with(b"HTTP/1.1 400 "), "{}", String::from_utf8_lossy(&bytes));
    }
    let mut unreads = Vec::new();
    for _ in 0..300 {
        unreads.push(line(&server.client, &unread).await);
    }
    assert_eq!(server.client.get("/api/v1/games").await.status, 200);
    for unread in &mut unreads {
        // A client that never reads notices the end of its connection only when a write fails.
        let cut = async { while unread.write_all(b"GET / HTTP/1.1\r\n").await.is_ok() {} };
        timeout(PATIENCE, cut).await.expect("an answer that nobody takes is cut");
    }
    let ask = json!({"t": "why", "cmd": socket.new_cmd(), "action": "turn"});
    assert_eq!(socket.command(&ask).await.expect("a socket goes on")["t"], "answer");
    server.close().await;
}

#[tokio::test]
async fn with_the_data_folder_gone_nothing_is_acknowledged_and_healthz_says_so() {
    let mut server = limited_server(Limits::default()).await;
    let id = server.client.open(json!({"game": "rouge-et-noir"})).await;
    let mut socket = server.client.sit(&id).await;
    assert_eq!(server.client.get("/healthz").await.status, 200);
    std::fs::remove_dir_all(server.data()).expect("a folder");
    let turn = socket.act("turn");
    let answer = socket.command(&turn).await;
    assert!(answer.is_none_or(|answer| answer["t"] == "refused"), "nothing is done");
    let health = server.client.get("/healthz").await;
    assert_eq!((health.status, health.body.as_str()), (503, "the data have been deleted or replaced\n"));
    let opened = server.client.post("/api/v1/tables", r#"{"game":"rouge-et-noir"}"#).await;
    assert_eq!(opened.error().1, "store");
    server.close().await;
}

#[tokio::test]
async fn measures_are_asked_for_by_this_machines_own_name() {
    let mut server = limited_server(Limits::default()).await;
    let rebound = server.client.ask_as("rebound.example.net", "GET", "/metrics", &[], "").await;
    assert_eq!(rebound.error().1, "unknown_path");
    let named = server.client.ask_as("localhost:7878", "GET", "/metrics", &[], "").await;
    assert!(named.body.contains("\ncardroom_panics_total 0\n"), "{}", named.body);
    server.close().await;
}

/// Returns the record of a game that was given up.
async fn record(server: &mut TestServer) -> Value {
    let id = server.client.open(json!({"game": "rouge-et-noir"})).await;
    let mut socket = server.client.sit(&id).await;
    let order = socket.order("give_up");
    assert_eq!(socket.command(&order).await.expect("an answer")["t"], "done");
    server.client.get(&format!("/api/v1/tables/{id}/record")).await.json()
}

#[tokio::test]
async fn a_record_carries_little_that_is_none() {
    let mut server = limited_server(Limits::default()).await;
    let record = record(&mut server).await;
    let with = |note: usize, n: usize| {
        let mut record = record.clone();
        record["note"] = json!("x".repeat(note));
        record["n"] = json!(n);
        format!("{record}\n")
    };
    for (pads, n) in [(1_900_000, 0), (8000, 1)] {
        let (status, key, words) = server.client.post("/api/v1/records", &with(pads, n)).await.error();
        assert_eq!((status, key.as_str()), (400, "record"), "{words}");
        assert!(words.contains("with 1 deals and 0 actions it may have 6144"), "{words}");
    }
    // Within the limit, unknown fields are stored unchanged.
    let brought = server.client.post("/api/v1/records", &with(4000, 2)).await;
    assert_eq!(brought.status, 201, "{brought:?}");
    let id = brought.json()["records"][0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(server.client.get(&format!("/api/v1/records/{id}")).await.body, with(4000, 2));
    server.close().await;
}

/// Returns the record of a long match between bots.
fn long_record(number: u64) -> String {
    let names = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
    let options = json!({"deals": 100});
    let options = options.as_object().expect("options");
    let setup = catalog::setup("schwarze-dame", options, names, cards::Seed::numbered(number)).expect("a setup");
    let mut table = catalog::open(setup).expect("a table");
    while table.phase() != MatchPhase::Over {
        let accepted = match table.must().first() {
            Some(seat) => table.check(Intent::act(seat, &table.legal(seat)[0])),
            None => table.check(Intent::Next),
        };
        table.apply(accepted.expect("it is legal"));
    }
    format!("{}\n", table.record())
}

#[tokio::test]
async fn a_guest_brings_so_many_bytes_of_records() {
    let mut server = limited_server(Limits::default()).await;
    let mut stored = 0;
    let mut number = 0;
    loop {
        let mut file = String::new();
        while file.len() < 1_800_000 {
            file.push_str(&long_record(number));
            number += 1;
        }
        let answer = server.client.post("/api/v1/records", &file).await;
        if answer.status != 201 {
            let (status, key, words) = answer.error();
            assert_eq!((status, key.as_str()), (400, "too_many_bytes"));
            assert!(words.contains("16 MiB"), "{words}");
            assert!(stored + file.len() > 16 << 20, "{stored} bytes are there");
            break;
        }
        stored += file.len();
        assert!(stored <= 16 << 20, "{stored} bytes are kept");
    }
    // The guest is still served, and other guests may still import records.
    assert_eq!(server.client.get("/api/v1/me").await.status, 200);
    let mut stranger = Client::new(server.client.address);
    assert_eq!(stranger.post("/api/v1/records", &long_record(number)).await.status, 201);
    server.close().await;
}

#[tokio::test]
async fn who_leaves_games_has_opened_them_all_the_same() {
    let mut server = limited_server(Limits { tables: 3, ..Limits::default() }).await;
    for _ in 0..3 {
        let id = server.client.open(json!({"game": "schwarze-dame", "bots": ["random"]})).await;
        let mut socket = server.client.sit(&id).await;
        let leave = socket.order("leave");
        let _ = socket.command(&leave).await;
    }
    let (status, key, _) = server.client.post("/api/v1/tables", r#"{"game":"schwarze-dame"}"#).await.error();
    assert_eq!((status, key.as_str()), (429, "too_many_tables"));
    server.close().await;
}

/// Returns whether somebody is connected at a seat, as a stranger who connects now sees it.
async fn is_here(address: SocketAddr, table: &str, seat: usize) -> bool {
    let mut stranger = Client::new(address);
    stranger.come().await;
    let mut socket = stranger.line(table, &[]).await.expect("others may watch");
    loop {
        let message = socket.next().await.expect("the server goes on");
        if message["t"] == "room" {
            return message["seats"][seat]["here"].as_bool().expect("of a seat");
        }
    }
}

#[tokio::test]
async fn upgrades_that_are_hung_up_on_leave_nobody_at_the_table() {
    let mut server = limited_server(Limits::NONE).await;
    let address = server.client.address;
    let id = server.client.open(json!({"game": "schwarze-dame", "open": "public", "bots": ["random"]})).await;
    let cookie = server.client.cookie.clone().expect("a guest");
    let upgrade = format!(
        "GET /api/v1/tables/{id}/socket HTTP/1.1\r\nhost: {address}\r\ncookie: cardroom={cookie}\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    // While a connection exists, the seat is shown as occupied. Without this check, the one at the end would prove
    // nothing.
    let there = server.client.wait_at(&id).await;
    assert!(is_here(address, &id, 0).await);
    drop(there);
    for n in 0..150 {
        let mut hung_up = line(&server.client, &upgrade).await;
        match n % 5 {
            // The client hangs up in different ways: immediately, after a part of the answer, after all of it, with a
            // reset, and by closing only its own direction.
            0 => {}
            1 => drop(hung_up.read_u8().await),
            2 => drop(hung_up.read(&mut [0; 4096]).await),
            3 => hung_up.set_zero_linger().expect("a socket"),
            _ => drop(hung_up.shutdown().await),
        }
    }
    timeout(PATIENCE, async { while is_here(address, &id, 0).await {} }).await.expect("nobody is at the seat");
    server.close().await;
}

/// Imports records from an address.
async fn import_from(client: &mut Client, address: &str, file: &str) -> (u16, String) {
    let answer = client.ask("POST", "/api/v1/records", &[("x-forwarded-for", address)], file).await;
    (answer.status, if answer.status == 201 { String::new() } else { answer.error().1 })
}

#[tokio::test]
async fn a_network_imports_so_many_records_in_an_hour_whichever_guests_bring_them() {
    let near = "127.0.0.1".parse().expect("an address");
    let data = tempfile::tempdir().expect("a folder");
    let mut server = TestServer::of(data, |config| Config { trusted_proxies: vec![near], ..config }).await;
    let record = record(&mut server).await;
    let file = format!("{record}\n").repeat(100);
    // Each hundred records come from another guest, but all guests are in the same network.
    for guest in 0..11 {
        let mut client = Client::new(server.client.address);
        let imported = import_from(&mut client, "203.0.113.7", &file).await;
        match guest < 10 {
            true => assert_eq!(imported, (201, String::new())),
            false => assert_eq!(imported, (429, "too_many_imports".to_owned()), "1,024 in an hour"),
        }
    }
    let mut stranger = Client::new(server.client.address);
    assert_eq!(import_from(&mut stranger, "198.51.100.7", &file).await.0, 201);
    // A long record counts as several records, so the limit also applies to bytes.
    let long = long_record(1);
    let file = long.repeat(1_900_000 / long.len());
    let mut imported = 0;
    while import_from(&mut stranger, "192.0.2.7", &file).await.0 == 201 {
        imported += file.len();
    }
    assert!(((10 << 20)..=(16 << 20)).contains(&imported), "{imported} bytes");
    server.close().await;
}
