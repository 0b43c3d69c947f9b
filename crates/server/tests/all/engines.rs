//! Tests of engines over a real socket: their messages, who admits them, and that nobody has to wait for them. They
//! need python3.

use std::process::{Command, Stdio};

use game::Rng;
use serde_json::{Value, json};
use server::{Limits, Pace};
use store::{Arrangement, EventStore};

use crate::client;
use crate::engine::Engine;
use crate::test_server::TestServer;

/// Opens a seat for an engine. Returns the address and the token for it.
async fn seat(server: &mut TestServer, table: &str, seat: u8) -> (String, String) {
    let answer = server.client.post(&format!("/api/v1/tables/{table}/seats/{seat}/engine"), "").await;
    assert_eq!(answer.status, 201, "{answer:?}");
    let made = answer.json();
    let text = |key: &str| made[key].as_str().expect("text").to_owned();
    (text("url"), text("token"))
}

async fn friends(server: &mut TestServer, game: &str, options: Value) -> String {
    let asked =
        json!({"game": game, "open": "friends", "options": options, "seats": 4, "bots": ["random"], "races": "strict"});
    server.client.open(asked).await
}

#[tokio::test]
async fn an_engine_that_says_nothing_is_hung_up_on_and_one_that_answers_is_not() {
    let limits = Limits { silence: std::time::Duration::from_secs(3), ..Limits::default() };
    let data = tempfile::tempdir().expect("a folder");
    let mut server = TestServer::of(data, |config| server::Config { limits, ..config }).await;
    // The match does not begin, so the engine gets no questions.
    let table = friends(&mut server, "schwarze-dame", json!({})).await;
    let (url, token) = seat(&mut server, &table, 1).await;
    let mut mute = Engine::ready(&url, &token).await;
    let (url, token) = seat(&mut server, &table, 2).await;
    let mut calm = Engine::ready(&url, &token).await;
    let answers = async {
        loop {
            match calm.receive().await {
                Ok(message) if message["t"] == "ping" => calm.send(&json!({"t": "pong"})).await,
                Ok(_) => {}
                Err(end) => panic!("who answers is hung up on: {end:?}"),
            }
        }
    };
    let ends = async {
        loop {
            if let Err(end) = mute.receive().await {
                return end;
            }
        }
    };
    let end = tokio::select! {
        end = ends => end,
        () = answers => unreachable!("it has no end"),
    };
    assert_eq!(end, Some(1001), "{:?}", mute.inbox);
    assert!(mute.inbox.iter().filter(|message| message["t"] == "ping").count() >= 2, "it was asked");
    server.close().await;
}

#[tokio::test]
async fn an_engine_plays_every_game_of_several_seats_to_its_end() {
    let mut server = TestServer::open().await;
    for (game, options) in [
        ("schwarze-dame", json!({"deals": 2})),
        ("la-dame-noire", json!({"deals": 2})),
        ("kael", json!({"match_end": "first_out"})),
        ("hearts", json!({"to": 20})),
    ] {
        let table = friends(&mut server, game, options).await;
        let (url, token) = seat(&mut server, &table, 2).await;
        let mut engine = Engine::ready(&url, &token).await;
        let mut host = server.client.wait_at(&table).await;
        let begin = host.order("begin");
        assert_eq!(host.command(&begin).await.expect("an answer")["t"], "done");
        if host.frame.is_null() {
            host.frame().await;
        }
        let (mut one, mut two) = (Rng::new(1), Rng::new(2));
        let (asked, ()) = tokio::join!(engine.play(&mut one), host.play_to_the_end(&mut two, 0));
        assert!(asked > 5, "{game}: {asked}");
        let over = &engine.inbox[engine.inbox.len() - 2];
        assert_eq!((&over["t"], &over["totals"]), (&json!("game_over"), &host.frame["totals"]), "{game}");
        assert_eq!(over["winners"], host.frame["winners"], "{game}");
        assert_eq!(engine.receive().await, Err(Some(1000)), "{game}");
        assert_eq!(host.frame["seats"][2]["bot"], "engine", "{game}");
        assert_eq!(host.frame["seats"][2]["name"], "Iron", "{game}");
        assert_eq!(host.frame["seats"][2]["replaced"], 0, "{game}");
        let errors: Vec<&Value> = engine.inbox.iter().filter(|message| message["t"] == "error").collect();
        assert!(errors.is_empty(), "{game}: {errors:?}");
        let record = server.client.get(&format!("/api/v1/tables/{table}/record")).await;
        assert_eq!(record.json()["names"][2], "Iron", "{game}");
        assert_eq!(Engine::come(&url, Some(&token)).await.map(|_| ()), Ok(()), "who comes after the end hears of it");
    }
    server.close().await;
}

#[tokio::test]
async fn only_a_token_opens_the_seat_and_the_folder_knows_none() {
    let mut server = TestServer::open().await;
    let table = friends(&mut server, "schwarze-dame", json!({"deals": 1})).await;
    let (url, token) = seat(&mut server, &table, 1).await;
    assert_eq!(url, format!("ws://{}/api/v1/tables/{table}/engine", server.client.address));
    assert_eq!(hex::decode(&token).map(|bytes| bytes.len()), Ok(16));
    let unknown = (401, "unknown_token".to_owned());
    for token in [None, Some(""), Some("x"), Some("0123456789abcdef0123456789abcdef")] {
        assert_eq!(Engine::come(&url, token).await.err(), Some(unknown.clone()), "{token:?}");
    }
    let elsewhere = friends(&mut server, "schwarze-dame", json!({"deals": 1})).await;
    let other = url.replace(&table, &elsewhere);
    assert_eq!(Engine::come(&other, Some(&token)).await.err(), Some(unknown.clone()), "of another table");
    let nowhere = url.replace(&table, "nowhere");
    assert_eq!(Engine::come(&nowhere, Some(&token)).await.err(), Some((404, "unknown_table".to_owned())));
    let plain = server.client.get(&format!("/api/v1/tables/{table}/engine")).await;
    assert_eq!(plain.error().1, "not_a_socket");
    // A second connection replaces the first.
    let mut host = server.client.wait_at(&table).await;
    let mut first = Engine::ready(&url, &token).await;
    let here = |room: &Value| room["t"] == "room" && room["seats"][1]["here"] == true;
    while !here(&host.next().await.expect("the server goes on")) {}
    let mut second = Engine::ready(&url, &token).await;
    first.until("quit").await;
    assert_eq!(first.receive().await, Err(Some(1000)));
    // The host ends the engine's right to the seat.
    let unseat = json!({"t": "unseat", "cmd": "u", "seat": 1});
    assert_eq!(host.command(&unseat).await.expect("an answer")["t"], "done");
    second.until("quit").await;
    assert_eq!(Engine::come(&url, Some(&token)).await.err(), Some(unknown.clone()));
    // The token has expired.
    let (url, token) = seat(&mut server, &table, 1).await;
    let store = server.store.clone().expect("open");
    let stored = store.find(&table).await.expect("readable").expect("there");
    let mut state: Value = serde_json::from_str(&stored.state).expect("JSON");
    state["engines"][0]["expires_ms"] = json!(1000);
    let (seats, host_id, started_ms) = (stored.setup.seats, stored.setup.host, stored.setup.started_ms);
    let arrangement = Arrangement { seats, host: host_id, started_ms, state: state.to_string() };
    store.arrange(&table, arrangement).await.expect("stored");
    assert_eq!(Engine::come(&url, Some(&token)).await.err(), Some(unknown));
    drop(store);
    let mut stranger = client::Client::new(server.client.address);
    let path = format!("/api/v1/tables/{table}/seats/1/engine");
    assert_eq!(stranger.post(&path, "").await.error().1, "not_your_table");
    for (seat, key) in [("0", "taken"), ("9", "unknown_seat"), ("x", "unknown_path")] {
        let path = format!("/api/v1/tables/{table}/seats/{seat}/engine");
        assert_eq!(server.client.post(&path, "").await.error().1, key, "{seat}");
    }
    let data = server.close().await;
    for file in std::fs::read_dir(data.path()).expect("the folder") {
        let bytes = std::fs::read(file.expect("a file").path()).expect("a file");
        assert!(!bytes.windows(token.len()).any(|part| part == token.as_bytes()), "the folder knows no token");
    }
}

#[tokio::test]
async fn what_is_no_message_is_answered_and_what_is_too_much_ends_the_line() {
    let data = tempfile::tempdir().expect("a folder");
    let mut server = TestServer::of(data, |config| server::Config { pace: Pace::fixed(0), ..config }).await;
    assert_eq!(Limits::default().commands_per_s, 20);
    let table = friends(&mut server, "schwarze-dame", json!({"deals": 1})).await;
    let (url, token) = seat(&mut server, &table, 1).await;
    let mut engine = Engine::ready(&url, &token).await;
    for nonsense in ["hello", "{}", r#"{"t":"act"}"#] {
        engine.text(nonsense).await;
        assert_eq!(engine.until("error").await["key"], "malformed", "{nonsense}");
    }
    engine.send(&json!({"t": "act", "id": 7, "action": "play Qs"})).await;
    assert_eq!(engine.until("error").await["key"], "malformed", "there was no such question");
    // The connections come one after the other. A connection that is closed while its client is still sending may lose
    // its close code.
    let mut refused = 0;
    let end = loop {
        engine.text("hello").await;
        match engine.receive().await {
            Ok(message) => refused += u32::from(message["key"] == "too_fast"),
            Err(end) => break end,
        }
    };
    assert_eq!((refused, end), (100, Some(1008)));
    let mut engine = Engine::ready(&url, &token).await;
    engine.text(&format!("{{\"t\":\"pong\",\"info\":\"{}\"}}", "x".repeat(4100))).await;
    engine.until("error").await;
    assert_eq!(engine.receive().await, Err(Some(1009)));
    server.close().await;
}

#[tokio::test]
async fn a_server_that_restarts_lets_the_engine_back_in_by_the_same_token() {
    let mut server = TestServer::open().await;
    let table = friends(&mut server, "schwarze-dame", json!({"deals": 1})).await;
    let (url, token) = seat(&mut server, &table, 1).await;
    let mut engine = Engine::ready(&url, &token).await;
    let mut host = server.client.wait_at(&table).await;
    let begin = host.order("begin");
    host.command(&begin).await.expect("an answer");
    engine.until("deal").await;
    let cookie = server.client.cookie.clone();
    let before = server.client.address.to_string();
    let (data, end) = tokio::join!(server.close(), async {
        loop {
            if let Err(end) = engine.receive().await {
                break end;
            }
        }
    });
    assert_eq!(end, Some(1012));
    let mut server = TestServer::with(data, Pace::fixed(0)).await;
    server.client.cookie = cookie;
    let url = url.replace(&before, &server.client.address.to_string());
    let mut engine = Engine::ready(&url, &token).await;
    let mut host = server.client.sit(&table).await;
    let (mut one, mut two) = (Rng::new(1), Rng::new(2));
    tokio::join!(engine.play(&mut one), host.play_to_the_end(&mut two, 0));
    assert!(host.is_over());
    server.close().await;
}

#[tokio::test]
async fn the_bot_of_the_examples_plays_every_game_of_several_seats_at_a_table() {
    let mut server = TestServer::open().await;
    for entry in catalog::entries().into_iter().filter(|entry| !entry.numbered) {
        let game = entry.id;
        let table = friends(&mut server, game, json!(entry.shortest)).await;
        let (url, token) = seat(&mut server, &table, 2).await;
        let mut host = server.client.wait_at(&table).await;
        let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");
        let mut bot = Command::new("python3")
            .args([bot, "--url", &url, "--token", &token])
            .stdin(Stdio::null())
            .spawn()
            .expect("python3 is here");
        let here = |room: &Value| room["t"] == "room" && room["seats"][2]["here"] == true;
        while !here(&host.next().await.expect("the server goes on")) {}
        let begin = host.order("begin");
        assert_eq!(host.command(&begin).await.expect("an answer")["t"], "done");
        if host.frame.is_null() {
            host.frame().await;
        }
        host.play_to_the_end(&mut Rng::new(3), 0).await;
        assert_eq!(host.frame["seats"][2]["replaced"], 0, "{game}: a bot answered for it");
        let ended = tokio::task::spawn_blocking(move || bot.wait()).await.expect("no panic").expect("it ends");
        assert!(ended.success(), "{game}: {ended}");
    }
    server.close().await;
}
