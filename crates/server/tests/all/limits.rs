//! Tests of the limits of requests on a real server: which requests are refused, with which words, and that nobody else
//! is affected.

use std::time::Duration;

use serde_json::{Value, json};
use server::{Config, Limits, TrustedRange};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::client::{self, Client};
use crate::test_server::{TestServer, refused};

async fn limited_server(limits: Limits) -> TestServer {
    let near = "127.0.0.1".parse().expect("an address");
    let data = tempfile::tempdir().expect("a folder");
    TestServer::of(data, |config| Config { limits, trusted_proxies: vec![near], ..config }).await
}

#[tokio::test]
async fn who_sends_too_many_commands_is_refused_then_hung_up_on_and_nobody_else_is() {
    let mut server = limited_server(Limits { commands_per_s: 5, ..Limits::default() }).await;
    let id = server.client.open(json!({"game": "rouge-et-noir"})).await;
    let mut fast = server.client.sit(&id).await;
    let mut calm = server.client.sit(&id).await;
    let why = |socket: &mut client::Socket| json!({"t": "why", "cmd": socket.new_cmd(), "action": "turn"});
    // The commands of three seconds are allowed in one burst. The number of further accepted commands depends on the
    // time, so the test sends forty.
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
    // An action that came too fast must not have been carried out.
    let before = fast.frame["undo"].clone();
    for _ in 0..400 {
        fast.send_text(r#"{"t":"undo","cmd":"u","n":0,"x":1}"#).await;
    }
    let end = loop {
        if let Err(end) = fast.receive().await {
            break end;
        }
    };
    // A connection that is closed while its client is still sending may be reset before the client reads the close
    // code.
    assert!(matches!(end, Some(1008) | None), "{end:?}");
    let ask = why(&mut calm);
    assert_eq!(calm.command(&ask).await.expect("the other goes on")["t"], "answer");
    assert_eq!(calm.frame["undo"], before);
    server.close().await;
}

#[tokio::test]
async fn an_address_has_so_many_connections_whatever_it_says_of_itself() {
    let mut server = limited_server(Limits { connections: 2, ..Limits::default() }).await;
    let id = server.client.open(json!({"game": "rouge-et-noir"})).await;
    let from = |address: &'static str| [("x-forwarded-for", address)];
    let client = server.client.clone();
    let mut first = client.connect_with(&id, &from("203.0.113.7")).await.expect("room for two");
    let _second = client.connect_with(&id, &from("203.0.113.7")).await.expect("room for two");
    let answer = client.connect_with(&id, &from("198.51.100.1, 203.0.113.7")).await.err().expect("no third");
    let (status, key, words) = answer.error();
    assert_eq!((status, key.as_str()), (429, "too_many_connections"));
    assert!(words.contains("Close a few pages"), "{words}");
    // A page cannot see why its socket was refused, so it asks the server with a plain request.
    let path = format!("/api/v1/tables/{id}/socket");
    for (address, refused) in [("203.0.113.7", (429, "too_many_connections")), ("203.0.113.8", (426, "not_a_socket"))] {
        let (status, key, _) = client.clone().ask("POST", &path, &from(address), "").await.error();
        assert_eq!((status, key.as_str()), refused);
    }
    assert!(client.connect_with(&id, &from("203.0.113.8")).await.is_ok(), "somebody else");
    // When a connection has been closed, its place becomes free as soon as the server has noticed.
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
    server.close().await;
}

#[tokio::test]
async fn a_guest_runs_so_many_unfinished_games() {
    let mut server = limited_server(Limits { tables: 2, ..Limits::default() }).await;
    let solitaire = json!({"game": "rouge-et-noir"});
    let id = server.client.open(solitaire.clone()).await;
    server.client.open(json!({"game": "kael", "open": "friends"})).await;
    for (path, body) in [("/api/v1/tables", &solitaire), ("/api/v1/quick", &json!({"game": "kael"}))] {
        let (status, key, words) = server.client.post(path, &body.to_string()).await.error();
        assert_eq!((status, key.as_str()), (429, "too_many_tables"), "{path}");
        assert!(words.contains("You have 2 unfinished games"), "{words}");
    }
    let mut other = Client::new(server.client.address);
    other.open(solitaire.clone()).await;
    // A finished match does not count as unfinished any more, because its end is stored together with the last action.
    let mut socket = server.client.sit(&id).await;
    let order = socket.order("give_up");
    assert_eq!(socket.command(&order).await.expect("an answer")["t"], "done");
    let mut status = 429;
    for _ in 0..100 {
        status = server.client.post("/api/v1/tables", &solitaire.to_string()).await.status;
        if status == 201 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(status, 201);
    server.close().await;
}

#[tokio::test]
async fn an_address_brings_so_many_guests_and_opens_so_many_tables_in_an_hour() {
    let server = limited_server(Limits { new_sessions_per_h: 2, new_tables_per_h: 3, ..Limits::default() }).await;
    let ask = async |client: &mut Client, method: &str, path: &str, from: &str, body: &str| {
        client.ask(method, path, &[("x-forwarded-for", from), ("content-type", "application/json")], body).await
    };
    let (here, there) = ("203.0.113.7", "198.51.100.7");
    let mut guests = Vec::new();
    let begin = r#"{"name":"Guest"}"#;
    for _ in 0..2 {
        let mut guest = Client::new(server.client.address);
        assert_eq!(ask(&mut guest, "POST", "/api/v1/me", here, begin).await.status, 200);
        guests.push(guest);
    }
    let mut third = Client::new(server.client.address);
    let (status, key, words) = ask(&mut third, "POST", "/api/v1/me", here, begin).await.error();
    assert_eq!((status, key.as_str()), (429, "too_many_sessions"));
    assert!(words.contains("Try again in a few minutes"), "{words}");
    assert_eq!(third.cookie, None);
    assert_eq!(ask(&mut third, "GET", "/api/v1/me", here, "").await.status, 200, "what needs no session is answered");
    assert_eq!(ask(&mut third, "POST", "/api/v1/me", there, begin).await.status, 200, "another address");
    assert_eq!(ask(&mut guests[0], "POST", "/api/v1/me", here, begin).await.status, 200, "who is known is welcome");
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
    server.close().await;
}

#[tokio::test]
async fn pages_of_the_public_address_may_ask_and_names_that_anybody_can_have_may_not() {
    let data = tempfile::tempdir().expect("a folder");
    let public_url = Some("https://cards.example.org/".to_owned());
    let origins = vec!["https://old.example.org".to_owned()];
    let server = TestServer::of(data, |config| Config { public_url, origins, ..config }).await;
    let mut client = server.client.clone();
    client.come().await;
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
            _ => assert!(answer.error().2.contains("another website"), "{answer:?}"),
        }
    }
    // A foreign name may be made to point at this server (DNS rebinding). Origin and host then agree, but the page is
    // foreign.
    let rebound = client
        .ask_as("rebound.example.net", "POST", "/api/v1/me", &[("origin", "http://rebound.example.net")], "{}")
        .await;
    assert_eq!((rebound.error().0, rebound.error().1.as_str()), (403, "origin"));
    server.close().await;
}

#[tokio::test]
async fn without_a_public_address_a_link_names_only_a_host_at_which_people_can_play() {
    let data = tempfile::tempdir().expect("a folder");
    let mut server = TestServer::of(data, |config| config).await;
    let id = server.client.open(json!({"game": "kael", "open": "friends"})).await;
    let path = format!("/api/v1/tables/{id}/invite");
    for (host, begins) in [
        ("nas.local:7878", "http://nas.local:7878/j/"),
        ("nas.local.:7878", "http://nas.local:7878/j/"),
        ("192.168.1.2:7878", "http://192.168.1.2:7878/j/"),
        ("evil.example", "/j/"),
        ("<b>:7878", "/j/"),
    ] {
        let link = server.client.ask_as(host, "POST", &path, &[], "").await.json();
        assert!(link["url"].as_str().expect("an address").starts_with(begins), "{host}: {link}");
    }
    let (data, origins) = (tempfile::tempdir().expect("a folder"), vec!["https://old.example.org".to_owned()]);
    let mut other = TestServer::of(data, |config| Config { origins, ..config }).await;
    let id = other.client.open(json!({"game": "kael", "open": "friends"})).await;
    let link =
        other.client.ask_as("evil.example", "POST", &format!("/api/v1/tables/{id}/invite"), &[], "").await.json();
    assert!(link["url"].as_str().expect("an address").starts_with("https://old.example.org/j/"), "{link}");
    other.close().await;
    // A dot at the end of a name does not make it the name of another website.
    let from = [("origin", "http://nas.local.:7878"), ("content-type", "application/json")];
    let answer = server.client.ask_as("nas.local.:7878", "POST", "/api/v1/me", &from, r#"{"name":"Ann"}"#).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    // Small answers of the API are compressed. Other answers are not.
    for (path, is_packed) in [("/api/v1/games", true), ("/metrics", false)] {
        let mut line = TcpStream::connect(server.client.address).await.expect("the server listens");
        let ask =
            format!("GET {path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: br, gzip\r\nconnection: close\r\n\r\n");
        line.write_all(ask.as_bytes()).await.expect("the server reads");
        let mut answer = Vec::new();
        line.read_to_end(&mut answer).await.expect("the server answers");
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.starts_with("HTTP/1.1 200 "), "{path}: {answer}");
        assert_eq!(answer.contains("content-encoding: gzip"), is_packed, "{path}");
    }
    server.close().await;
}

#[tokio::test]
async fn who_comes_through_a_proxy_without_an_address_is_counted_all_the_same() {
    let server = limited_server(Limits { new_sessions_per_h: 2, ..Limits::default() }).await;
    let begin = async |from: &[(&str, &str)]| {
        let headers = [from, &[("content-type", "application/json")]].concat();
        Client::new(server.client.address).ask("POST", "/api/v1/me", &headers, r#"{"name":"Guest"}"#).await
    };
    for _ in 0..2 {
        assert_eq!(begin(&[]).await.status, 200);
    }
    assert_eq!(begin(&[]).await.error().1, "too_many_sessions");
    assert_eq!(begin(&[("x-forwarded-for", "127.0.0.1")]).await.error().1, "too_many_sessions", "the proxy itself");
    for strange in ["", "unknown", "203.0.113.7,", "203.0.113.7, caf\u{e9}"] {
        let (status, key, words) = begin(&[("x-forwarded-for", strange)]).await.error();
        assert_eq!((status, key.as_str()), (400, "malformed"), "{strange}");
        assert!(words.contains("X-Forwarded-For"), "{words}");
    }
    assert_eq!(begin(&[("x-forwarded-for", "caf\u{e9}, 203.0.113.7")]).await.status, 200);
    server.close().await;
}

/// Opens a socket that sends nothing more and answers nothing.
async fn mute(client: &Client, table: &str) -> TcpStream {
    let mut line = TcpStream::connect(client.address).await.expect("the server listens");
    let ask = format!(
        "GET /api/v1/tables/{table}/socket HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\ncookie: cardroom={}\r\n\r\n",
        client.address,
        client.cookie.as_deref().unwrap_or_default()
    );
    line.write_all(ask.as_bytes()).await.expect("the server reads");
    line
}

#[tokio::test]
async fn who_is_silent_is_hung_up_on_and_who_answers_pings_is_not() {
    let silence = Duration::from_secs(3);
    let mut server = limited_server(Limits { silence, ..Limits::default() }).await;
    let id = server.client.open(json!({"game": "rouge-et-noir"})).await;
    let mut calm = server.client.sit(&id).await;
    let began = Instant::now();
    let mut mute = mute(&server.client, &id).await;
    let mut heard = Vec::new();
    tokio::select! {
        end = mute.read_to_end(&mut heard) => assert!(end.is_ok(), "{end:?}"),
        said = async { while calm.next().await.is_some() {} } => panic!("who answers is hung up on: {said:?}"),
        () = tokio::time::sleep(client::PATIENCE) => panic!("nobody was hung up on"),
    }
    assert!(began.elapsed() >= silence * 13 / 60, "{:?}", began.elapsed());
    assert!(heard.starts_with(b"HTTP/1.1 101 "));
    // The last bytes are a close frame (RFC 6455) with the code 1001, going away.
    assert_eq!(heard[heard.len() - 4..], [0x88, 2, 0x03, 0xE9]);
    let ask = json!({"t": "why", "cmd": calm.new_cmd(), "action": "turn"});
    assert_eq!(calm.command(&ask).await.expect("it goes on")["t"], "answer");
    server.close().await;
}

#[tokio::test]
async fn half_a_handshake_is_shown_out_and_nobody_else_is_kept_waiting() {
    let head = Duration::from_millis(500);
    let mut server = limited_server(Limits { head, ..Limits::default() }).await;
    let mut halves = Vec::new();
    for _ in 0..100 {
        let mut line = TcpStream::connect(server.client.address).await.expect("the server listens");
        line.write_all(b"GET /api/v1/me HTTP/1.1\r\nhost: x\r\n").await.expect("the server reads");
        halves.push(line);
    }
    let id = server.client.open(json!({"game": "rouge-et-noir"})).await;
    let mut whole = server.client.sit(&id).await;
    for mut line in halves {
        let mut heard = Vec::new();
        let end = tokio::time::timeout(client::PATIENCE, line.read_to_end(&mut heard)).await;
        // Reading may also fail with a reset, because the server may have left bytes of the request unread.
        assert!(end.is_ok(), "it is still open");
        assert_eq!(heard, b"");
    }
    let ask = json!({"t": "why", "cmd": whole.new_cmd(), "action": "turn"});
    assert_eq!(whole.command(&ask).await.expect("a socket is no half of anything")["t"], "answer");
    server.close().await;
}

#[tokio::test]
async fn a_line_that_answers_late_is_told_to_be_slow() {
    let mut server = limited_server(Limits::default()).await;
    let id = server.client.open(json!({"game": "kael", "open": "friends"})).await;
    let mut socket = server.client.wait_at(&id).await;
    // The server sends the first ping after one second. The client reads and answers the ping at least 600 ms later.
    tokio::time::sleep(Duration::from_millis(1700)).await;
    let room: Value = loop {
        let message = socket.next().await.expect("the server goes on");
        if message["t"] == "room" && message["seats"][0]["lag_ms"].is_u64() {
            break message;
        }
    };
    let latency = room["seats"][0]["lag_ms"].as_u64().expect("a number");
    assert!((600..10_000).contains(&latency), "{latency}");
    server.close().await;
}

#[tokio::test]
async fn so_many_links_lead_to_a_table_until_they_are_taken_back() {
    let mut server = limited_server(Limits::default()).await;
    let id = server.client.open(json!({"game": "kael", "open": "friends"})).await;
    let other = server.client.open(json!({"game": "kael", "open": "friends"})).await;
    let path = format!("/api/v1/tables/{id}/invite");
    let mut last = String::new();
    for _ in 0..20 {
        let answer = server.client.post(&path, "").await;
        assert_eq!(answer.status, 201, "{answer:?}");
        last = answer.json()["token"].as_str().expect("a token").to_owned();
    }
    let (status, key, words) = server.client.post(&path, "").await.error();
    assert_eq!((status, key.as_str()), (400, "too_many_invites"));
    assert!(words.contains("disable them first"), "{words}");
    assert_eq!(
        server.client.get(&format!("/api/v1/invites/{last}")).await.status,
        200,
        "those that are there are good"
    );
    assert_eq!(server.client.post(&format!("/api/v1/tables/{other}/invite"), "").await.status, 201, "another table");
    assert_eq!(server.client.ask("DELETE", &path, &[], "").await.status, 204);
    assert_eq!(server.client.post(&path, "").await.status, 201);
    server.close().await;
}

#[tokio::test]
async fn a_file_has_so_many_matches_and_a_guest_brings_so_many() {
    let mut server = limited_server(Limits::default()).await;
    let id = server.client.open(json!({"game": "rouge-et-noir"})).await;
    let mut socket = server.client.sit(&id).await;
    let order = socket.order("give_up");
    assert_eq!(socket.command(&order).await.expect("an answer")["t"], "done");
    let record = server.client.get(&format!("/api/v1/tables/{id}/record")).await.json();
    let file = |numbers: std::ops::Range<u32>| -> String {
        let line = |n| {
            let mut record = record.clone();
            record["names"] = json!([format!("n{n}")]);
            format!("{record}\n")
        };
        numbers.map(line).collect()
    };
    let (status, key, words) = server.client.post("/api/v1/records", &file(0..101)).await.error();
    assert_eq!((status, key.as_str()), (400, "records_too_large"));
    assert!(words.contains("more than 100 matches"), "{words}");
    for hundred in 0..10 {
        let answer = server.client.post("/api/v1/records", &file(hundred * 100..hundred * 100 + 100)).await;
        assert_eq!((answer.status, answer.json()["records"].as_array().expect("a list").len()), (201, 100));
    }
    let (status, key, words) = server.client.post("/api/v1/records", &file(1000..1001)).await.error();
    assert_eq!((status, key.as_str()), (400, "too_many_records"));
    assert!(words.contains("1000 imported records"), "{words}");
    assert_eq!(server.client.post("/api/v1/records", &file(7..8)).await.status, 201, "one that is there is no other");
    let mut stranger = Client::new(server.client.address);
    assert_eq!(stranger.post("/api/v1/records", &file(1000..1001)).await.status, 201, "somebody else may");
    server.close().await;
}

#[tokio::test]
async fn in_a_trusted_range_guests_are_counted_and_addresses_are_not() {
    let limits = Limits {
        new_sessions_per_h: 1,
        new_tables_per_h: 1,
        connections: 1,
        connections_of_guest: 2,
        new_tables_of_guest_per_h: 3,
        ..Limits::default()
    };
    let near = "127.0.0.1".parse().expect("an address");
    let range: TrustedRange = "203.0.113.0/24".parse().expect("a range");
    let data = tempfile::tempdir().expect("a folder");
    let server = TestServer::of(data, |config| Config {
        limits,
        trusted_proxies: vec![near],
        trusted_ranges: vec![range],
        ..config
    });
    let server = server.await;
    let school = [("x-forwarded-for", "203.0.113.7"), ("content-type", "application/json")];
    let home = [("x-forwarded-for", "198.51.100.7"), ("content-type", "application/json")];
    let body = r#"{"game":"rouge-et-noir"}"#;
    let open =
        async |client: &mut Client, from: &[(&str, &str)]| client.ask("POST", "/api/v1/tables", from, body).await;
    // A school class: ten guests share one address, and each opens several tables.
    let mut pupil = Client::new(server.client.address);
    for _ in 0..10 {
        pupil = Client::new(server.client.address);
        assert_eq!(open(&mut pupil, &school).await.status, 201);
    }
    for _ in 0..2 {
        assert_eq!(open(&mut pupil, &school).await.status, 201);
    }
    let (status, key, _) = open(&mut pupil, &school).await.error();
    assert_eq!((status, key.as_str()), (429, "too_many_of_guest"), "three tables of a guest");
    // The limit by address applies to a household, and the limit by session applies to a guest at any address.
    let mut ann = Client::new(server.client.address);
    let answer = open(&mut ann, &home).await;
    let id = answer.json()["id"].as_str().expect("an id").to_owned();
    assert_eq!(open(&mut ann, &home).await.error().1, "too_many_new_tables");
    assert_eq!(open(&mut Client::new(server.client.address), &home).await.error().1, "too_many_sessions");
    let _first = ann.connect_with(&id, &home[..1]).await.expect("room for one");
    assert_eq!(ann.connect_with(&id, &home[..1]).await.err().expect("one").error().1, "too_many_connections");
    let _second = ann.connect_with(&id, &school[..1]).await.expect("at school");
    let refused = ann.connect_with(&id, &school[..1]).await.err().expect("two of a guest");
    assert_eq!(refused.error().1, "too_many_of_guest");
    server.close().await;
}

#[tokio::test]
async fn a_monitor_costs_nobodys_quota() {
    let limits = Limits { new_sessions_per_h: 1, new_tables_per_h: 1, ..Limits::default() };
    let mut server = limited_server(limits).await;
    let from = [("x-forwarded-for", "203.0.113.7")];
    for path in ["/healthz", "/version"] {
        for _ in 0..50 {
            let answer = server.client.ask("GET", path, &from, "").await;
            assert_eq!((answer.status, answer.header("set-cookie")), (200, None), "{path}");
        }
    }
    let begin = [from[0], ("content-type", "application/json")];
    let answer = server.client.ask("POST", "/api/v1/tables", &begin, r#"{"game":"rouge-et-noir"}"#).await;
    assert_eq!(answer.status, 201, "the one guest and the one table of this hour: {answer:?}");
    server.close().await;
}
