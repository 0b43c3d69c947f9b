//! Tests of the server's answers to people, and to requests that the page would never send.

use game::Rng;
use serde_json::{Value, json};
use server::Pace;

use crate::client::{Client, Socket};
use crate::test_server::{TestServer, refused};

async fn table(client: &mut Client) -> Socket {
    let id = client.open(json!({"game": "schwarze-dame", "options": {"deals": 1}, "bots": ["random"]})).await;
    client.sit(&id).await
}

async fn until_my_turn(socket: &mut Socket) {
    while !socket.must_act() {
        socket.frame().await;
    }
}

#[tokio::test]
async fn every_game_is_listed_with_its_options() {
    let mut server = TestServer::open().await;
    let games = server.client.get("/api/v1/games").await.json();
    let entries = catalog::entries();
    assert_eq!(games["games"].as_array().unwrap().len(), entries.len());
    for (game, entry) in games["games"].as_array().unwrap().iter().zip(&entries) {
        assert_eq!(game["id"], entry.id);
        assert_eq!(game["options"].as_array().unwrap().len(), entry.options.len());
        // The listed defaults must be valid: a table can be opened with all of them written out.
        let options: serde_json::Map<String, Value> = game["options"]
            .as_array()
            .unwrap()
            .iter()
            .map(|option| (option["key"].as_str().unwrap().to_owned(), option["default"].clone()))
            .collect();
        server.client.open(json!({"game": entry.id, "options": options})).await;
    }
    server.close().await;
}

#[tokio::test]
async fn a_guest_is_known_again_by_a_cookie_that_scripts_cannot_read() {
    let mut server = TestServer::open().await;
    let first = server.client.come().await;
    let cookie = first.header("set-cookie").expect("a cookie").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains("Secure"), "{cookie}");
    assert_eq!(first.json(), json!({"name": "Guest", "tables": []}));
    let named = server.client.post("/api/v1/me", r#"{"name":"Ann"}"#).await;
    assert_eq!(named.json()["name"], "Ann");
    assert_eq!(named.header("set-cookie"), None, "the session goes on");
    let id = server.client.open(json!({"game": "schwarze-dame"})).await;
    let me = server.client.get("/api/v1/me").await.json();
    assert_eq!(me["tables"][0]["id"], json!(id));
    assert_eq!(me["tables"][0]["seats"][0], json!({"name": "Ann", "bot": null}));
    assert_eq!(me["tables"][0]["over"], false);
    let mut stranger = Client::new(server.client.address);
    assert_eq!(stranger.get("/api/v1/me").await.json(), json!({"name": "Guest", "tables": []}));
    let mut forger = Client { cookie: Some("ab".repeat(32)), ..stranger.clone() };
    assert!(forger.come().await.header("set-cookie").is_some(), "an unknown token is not taken up");
    // The data folder contains no token, so a person who reads it cannot take anybody's seat.
    let token = server.client.cookie.clone().unwrap();
    let data = server.close().await;
    let bytes = std::fs::read(data.path().join("cardroom.sqlite")).unwrap();
    assert!(!bytes.windows(token.len()).any(|part| part == token.as_bytes()));
}

#[tokio::test]
async fn every_game_is_played_to_its_end_and_its_record_comes_out() {
    let mut server = TestServer::open().await;
    for entry in catalog::entries() {
        let mut rng = Rng::new(7);
        let id = server
            .client
            .open(json!({"game": entry.id, "options": entry.shortest, "bots": if entry.numbered { json!([]) } else { json!(["random"]) }, "races": "strict"}))
            .await;
        let mut socket = server.client.sit(&id).await;
        assert_eq!(socket.frame["commitment"].as_str().unwrap().len(), 64);
        socket.play_to_the_end(&mut rng, 60).await;
        let record = server.client.get(&format!("/api/v1/tables/{id}/record")).await;
        assert_eq!(record.header("content-type"), Some("application/x-ndjson; charset=utf-8"));
        let record = record.json();
        assert_eq!(record["game"], entry.id);
        assert_eq!(record["winners"], socket.frame["winners"]);
        assert_eq!(record["deals"].as_array().unwrap().len(), socket.frame["deals"].as_array().unwrap().len());
        let seed: cards::Seed = record["seed"].as_str().expect("open now").parse().unwrap();
        assert_eq!(seed.commitment().to_string(), socket.frame["commitment"].as_str().unwrap(), "it was this seed");
        let me = server.client.get("/api/v1/me").await.json();
        let line = &me["tables"][0];
        assert_eq!((&line["over"], &line["totals"]), (&json!(true), &socket.frame["totals"]), "{}", entry.id);
    }
    server.close().await;
}

#[tokio::test]
async fn while_a_match_goes_on_its_record_is_sealed() {
    let mut server = TestServer::open().await;
    let mut socket = table(&mut server.client).await;
    let id = socket.frame["table"].as_str().unwrap().to_owned();
    until_my_turn(&mut socket).await;
    let record = server.client.get(&format!("/api/v1/tables/{id}/record")).await.json();
    assert_eq!((&record["seed"], &record["deals"], &record["winners"]), (&Value::Null, &json!([]), &Value::Null));
    server.close().await;
}

#[tokio::test]
async fn a_reload_and_a_second_tab_return_to_the_seat_and_the_hand() {
    let mut server = TestServer::open().await;
    let mut socket = table(&mut server.client).await;
    until_my_turn(&mut socket).await;
    let id = socket.frame["table"].as_str().unwrap().to_owned();
    let mut second = server.client.sit(&id).await;
    for part in ["view", "at", "legal", "must", "viewer"] {
        assert_eq!(second.frame[part], socket.frame[part], "{part}");
    }
    // The second tab shows an action that was done in the first one.
    let action = socket.legal()[0].clone();
    let act = socket.act(&action);
    assert_eq!(socket.command(&act).await.unwrap()["t"], "done");
    assert_eq!(second.frame().await["since"][0], json!({"seat": 0, "action": action}));
    drop(socket);
    drop(second);
    let third = server.client.sit(&id).await;
    assert!(third.frame["view"]["held"][0].as_u64().unwrap() <= 12, "the card is played");
    server.close().await;
}

#[tokio::test]
async fn a_command_sent_again_gets_the_same_answer_and_does_nothing() {
    let mut server = TestServer::open().await;
    let mut socket = table(&mut server.client).await;
    until_my_turn(&mut socket).await;
    let act = socket.act(&socket.legal()[0].clone());
    assert_eq!(socket.command(&act).await.unwrap(), json!({"t": "done", "cmd": act["cmd"]}));
    until_my_turn(&mut socket).await;
    let before = socket.frame["view"].clone();
    for _ in 0..3 {
        assert_eq!(socket.command(&act).await.unwrap(), json!({"t": "done", "cmd": act["cmd"]}));
    }
    let mut wrong = socket.act("play 2x");
    let first = socket.command(&wrong).await.unwrap();
    wrong["action"] = json!(socket.legal()[0]);
    assert_eq!(socket.command(&wrong).await.unwrap(), first, "a name stands for its first command");
    socket.send_text(r#"{"t":"frame"}"#).await;
    assert_eq!(socket.frame().await["view"], before);
    // After a restart, too, a repeated command gets its first answer.
    let id = socket.frame["table"].as_str().unwrap().to_owned();
    let cookie = server.client.cookie.clone();
    let data = server.close().await;
    let mut server = TestServer::with(data, Pace::fixed(0)).await;
    server.client.cookie = cookie;
    let mut socket = server.client.sit(&id).await;
    assert_eq!(socket.command(&act).await.unwrap(), json!({"t": "done", "cmd": act["cmd"]}));
    assert_eq!(socket.frame["view"], before);
    server.close().await;
}

#[tokio::test]
async fn why_is_answered_with_the_rule() {
    let mut server = TestServer::open().await;
    let mut socket = table(&mut server.client).await;
    until_my_turn(&mut socket).await;
    let legal = socket.legal()[0].clone();
    let answer = socket.command(&json!({"t": "why", "cmd": "w1", "action": legal})).await.unwrap();
    assert_eq!(answer, json!({"t": "answer", "cmd": "w1", "refusal": null}));
    let answer = socket.command(&json!({"t": "why", "cmd": "w2", "action": "play 9z"})).await.unwrap();
    assert_eq!(answer["refusal"]["key"], "notation");
    server.close().await;
}

#[tokio::test]
async fn a_stale_decision_number_is_refused() {
    let mut server = TestServer::open().await;
    let mut socket = table(&mut server.client).await;
    until_my_turn(&mut socket).await;
    let mut act = socket.act(&socket.legal()[0].clone());
    act["at"] = json!(socket.frame["at"].as_u64().unwrap() + 1);
    refused(&socket.command(&act).await.unwrap(), "stale", "play has gone on");
    // A double click sends two commands for the same decision.
    let (first, second) = (socket.act(&socket.legal()[0].clone()), socket.act(&socket.legal()[0].clone()));
    socket.send_text(&first.to_string()).await;
    refused(&socket.command(&second).await.unwrap(), "stale", "play has gone on");
    server.close().await;
}

#[tokio::test]
async fn an_unknown_or_illegal_action_is_refused_in_words() {
    let mut server = TestServer::open().await;
    let mut socket = table(&mut server.client).await;
    until_my_turn(&mut socket).await;
    for (action, key, words) in
        [("dance", "notation", "as \"play Qs\""), ("play 9z", "notation", "card"), ("", "notation", "as \"play Qs\"")]
    {
        let act = socket.act(action);
        refused(&socket.command(&act).await.unwrap(), key, words);
    }
    let hand: Vec<Value> = socket.frame["view"]["hands"][0].as_array().unwrap().clone();
    let foreign = cards::pack52().into_iter().find(|card| !hand.contains(&json!(card))).unwrap();
    let act = socket.act(&format!("play {foreign}"));
    refused(&socket.command(&act).await.unwrap(), "not_yours", "don't have");
    server.close().await;
}

#[tokio::test]
async fn nobody_plays_on_somebody_elses_seat() {
    let mut server = TestServer::open().await;
    let socket = table(&mut server.client).await;
    let id = socket.frame["table"].as_str().unwrap();
    let mut stranger = Client::new(server.client.address);
    stranger.come().await;
    let Err(answer) = stranger.connect(id, None).await else { panic!("a stranger sits down") };
    assert_eq!(answer.error(), (403, "not_your_table".into(), "You don't have a seat at this table.".into()));
    // A message that names a seat is refused as a whole.
    let mut socket = socket;
    let mut act = socket.act("play Qs");
    act["seat"] = json!(1);
    socket.send_text(&act.to_string()).await;
    let error = loop {
        let message = socket.next().await.unwrap();
        if message["t"] == "error" {
            break message;
        }
    };
    assert!(error["words"].as_str().unwrap().contains("unknown field `seat`"), "{error}");
    server.close().await;
}

#[tokio::test]
async fn malformed_messages_are_answered_and_the_socket_stays_open() {
    let mut server = TestServer::open().await;
    let mut socket = table(&mut server.client).await;
    until_my_turn(&mut socket).await;
    for text in ["", "{", "[]", "7", r#"{"t":"cheat","cmd":"x"}"#, r#"{"t":"act","cmd":"x"}"#] {
        socket.send_text(text).await;
        let error = socket.next().await.unwrap();
        assert_eq!((&error["t"], &error["key"]), (&json!("error"), &json!("malformed")), "{text}: {error}");
        assert!(error["words"].as_str().unwrap().starts_with("That is not a command: "), "{error}");
    }
    socket.send_binary(vec![1, 2, 3]).await;
    assert_eq!(socket.next().await.unwrap()["words"], "Commands are text, not binary.");
    let act = socket.act(&socket.legal()[0].clone());
    assert_eq!(socket.command(&act).await.unwrap()["t"], "done");
    server.close().await;
}

#[tokio::test]
async fn an_oversize_message_closes_its_socket_and_no_other() {
    let mut server = TestServer::open().await;
    let mut socket = table(&mut server.client).await;
    until_my_turn(&mut socket).await;
    let id = socket.frame["table"].as_str().unwrap().to_owned();
    let mut other = server.client.sit(&id).await;
    socket.send_text(&format!(r#"{{"t":"next","cmd":"{}"}}"#, "x".repeat(5000))).await;
    let error = socket.receive().await.expect("a last word");
    assert_eq!(error["key"], "too_large");
    assert!(error["words"].as_str().unwrap().contains("at most 4096 bytes"), "{error}");
    assert_eq!(socket.receive().await, Err(Some(1009)));
    // The server does not even read a much larger message to its end.
    let mut third = server.client.sit(&id).await;
    third.send_text(&"x".repeat(1_000_000)).await;
    let received = loop {
        match third.receive().await {
            Ok(message) if message["t"] == "room" => {}
            other => break other,
        }
    };
    assert!(received.is_err(), "{received:?}");
    let act = other.act(&other.legal()[0].clone());
    assert_eq!(other.command(&act).await.unwrap()["t"], "done");
    server.close().await;
}

#[tokio::test]
async fn bad_requests_say_what_to_do_and_change_nothing() {
    let mut server = TestServer::open().await;
    let client = &mut server.client;
    client.come().await;
    for (body, status, key, words) in [
        (r#"{"game":"bridge"}"#, 400, "unknown_game", "the games are "),
        (r#"{"game":"schwarze-dame","options":{"jokers":2}}"#, 400, "options", "There is no option \"jokers\""),
        (r#"{"game":"schwarze-dame","options":{"deals":0}}"#, 400, "options", "a number from 1 to 100, not 0"),
        (r#"{"game":"schwarze-dame","options":7}"#, 400, "malformed", "invalid type"),
        (r#"{"game":"schwarze-dame","seats":3}"#, 400, "seats", "has 4 seats, not 3"),
        (r#"{"game":"schwarze-dame","seats":300}"#, 400, "malformed", "expected u8"),
        (r#"{"game":"schwarze-dame","bots":["grandmaster"]}"#, 400, "unknown_level", "the bots are "),
        (r#"{"game":"schwarze-dame","races":"turbo"}"#, 400, "malformed", "expected one of `strict`"),
        (r#"{"game":"schwarze-dame","deal":3}"#, 400, "not_numbered", "Only solo games"),
        (r#"{"game":"rouge-et-noir","deal":9007199254740992}"#, 400, "deal", "at most 9007199254740991"),
        (r#"{"game":"schwarze-dame","colour":"red"}"#, 400, "malformed", "unknown field `colour`"),
        ("{", 400, "malformed", "See /api."),
        ("", 400, "malformed", "See /api."),
    ] {
        let (found, found_key, found_words) = client.post("/api/v1/tables", body).await.error();
        assert_eq!((found, found_key.as_str()), (status, key), "{body}: {found_words}");
        assert!(found_words.contains(words), "{body}: {found_words}");
    }
    assert_eq!(client.post("/api/v1/me", r#"{"name":""}"#).await.error().1, "name");
    assert_eq!(client.post("/api/v1/tables", &"x".repeat(20_000)).await.error().1, "too_large");
    let plain = client.ask("POST", "/api/v1/tables", &[("content-type", "text/plain")], "{}").await;
    assert_eq!((plain.error().0, plain.error().1.as_str()), (415, "not_json"));
    assert_eq!(client.get("/api/v1/me").await.json(), json!({"name": "Guest", "tables": []}), "nothing has changed");
    server.close().await;
}

#[tokio::test]
async fn unknown_tables_and_addresses_are_not_found() {
    let mut server = TestServer::open().await;
    let client = &mut server.client;
    client.come().await;
    assert_eq!(client.get("/api/v1/tables/nowhere/record").await.error().1, "unknown_table");
    let Err(answer) = client.connect("nowhere", None).await else { panic!("a table out of nothing") };
    assert_eq!((answer.error().0, answer.error().1.as_str()), (404, "unknown_table"));
    for path in ["/api/v1/secrets", "/api/v2/games", "/api/"] {
        let (status, key, _) = client.get(path).await.error();
        assert_eq!((status, key.as_str()), (404, "unknown_path"), "{path}");
    }
    assert_eq!(client.ask("DELETE", "/api/v1/lobby", &[], "").await.error().0, 405);
    assert_eq!(client.post("/api/v1/games", "{}").await.error().0, 405);
    let id = client.open(json!({"game": "schwarze-dame"})).await;
    assert_eq!(client.get(&format!("/api/v1/tables/{id}/socket")).await.error().0, 426);
    // A page whose socket was refused sends this request. The answer says whether only the WebSocket failed or the
    // table does not exist.
    assert_eq!(client.post(&format!("/api/v1/tables/{id}/socket"), "").await.error().1, "not_a_socket");
    assert_eq!(client.post("/api/v1/tables/nowhere/socket", "").await.error().1, "unknown_table");
    let stranger = [("origin", "https://example.org")];
    let answer = client.ask("POST", &format!("/api/v1/tables/{id}/socket"), &stranger, "").await;
    assert_eq!(answer.error().1, "origin");
    server.close().await;
}

#[tokio::test]
async fn pages_of_other_sites_are_turned_away() {
    let mut server = TestServer::open().await;
    let client = &mut server.client;
    client.come().await;
    let id = client.open(json!({"game": "schwarze-dame"})).await;
    let Err(answer) = client.connect(&id, Some("https://example.org")).await else { panic!("a stranger's page") };
    assert_eq!((answer.error().0, answer.error().1.as_str()), (403, "origin"));
    let own = format!("http://{}", client.address);
    assert!(client.connect(&id, Some(&own)).await.is_ok());
    let json = ("content-type", "application/json");
    let stranger =
        client.ask("POST", "/api/v1/me", &[json, ("origin", "https://example.org")], r#"{"name":"X"}"#).await;
    assert_eq!((stranger.error().0, stranger.error().1.as_str()), (403, "origin"));
    let own = client.ask("POST", "/api/v1/me", &[json, ("origin", &own)], r#"{"name":"Y"}"#).await;
    assert_eq!(own.json()["name"], "Y");
    server.close().await;
}

#[tokio::test]
async fn every_answer_carries_the_headers_that_guard_it() {
    let mut server = TestServer::open().await;
    for path in ["/", "/t/abc", "/api/v1/games", "/nothing.js", "/api/v1/nothing"] {
        let answer = server.client.get(path).await;
        let policy = answer.header("content-security-policy").expect(path);
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"),
            "{policy}"
        );
        // The policy lets the browser compile the card room that works without a server (WebAssembly). No other data
        // may be executed as code.
        assert!(!policy.replace("'wasm-unsafe-eval'", "").contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
    }
    assert_eq!(server.client.get("/api/v1/games").await.header("cache-control"), Some("no-store"));
    server.close().await;
}

#[tokio::test]
async fn the_page_is_there_or_says_what_to_run() {
    let mut server = TestServer::open().await;
    let index = server.client.get("/").await;
    assert_eq!(index.header("content-type"), Some("text/html; charset=utf-8"));
    match index.status {
        200 => {
            assert!(index.body.contains("<script type=\"module\""), "{}", index.body);
            assert_eq!(server.client.get("/t/abc").await.body, index.body, "an address of the page is the page");
            let tag = index.header("etag").expect("a tag").to_owned();
            let again = server.client.ask("GET", "/", &[("if-none-match", &tag)], "").await;
            assert_eq!((again.status, again.body.as_str()), (304, ""));
            let script = index.body.split('"').find(|part| part.ends_with(".js")).expect("a script").to_owned();
            let script = server.client.get(&script).await;
            assert_eq!(script.status, 200);
            assert_eq!(script.header("cache-control"), Some("public, max-age=31536000, immutable"));
        }
        503 => assert!(index.body.contains("cargo xtask serve"), "{}", index.body),
        other => panic!("{other}: {}", index.body),
    }
    // People copy links together with the text behind them. The page answers such addresses too, if the server has a
    // page.
    let links =
        ["/j/abc.", "/t/abc.", "/statistics.", "/t/abc/replay/1.", "/j/abc.%E2%80%A6", "/t/abc.)", "/j/abc.%22%3E"];
    for path in links {
        assert_eq!(server.client.get(path).await.body, index.body, "{path}");
    }
    for path in ["/assets/gone-1234567.js", "/nothing.png", "/t/abc.js", "/.well-known/security.txt"] {
        assert_eq!(server.client.get(path).await.status, 404, "{path}");
    }
    assert_eq!(server.client.get("/nothing.js").await.status, 404);
    assert_eq!(server.client.get("/../../Cargo.toml").await.status, 404);
    assert_eq!(server.client.get("/%2e%2e/%2e%2e/Cargo.toml").await.status, 404);
    server.close().await;
}

#[tokio::test]
async fn a_full_disk_refuses_the_action_and_play_goes_on_when_there_is_room() {
    let mut server = TestServer::open().await;
    let id = server.client.open(json!({"game": "schwarze-dame", "options": {"deals": 100}, "bots": ["random"]})).await;
    let mut socket = server.client.sit(&id).await;
    let store = server.store.clone().unwrap();
    let mut rng = Rng::new(3);
    store.limit_pages(store.pages().await.unwrap() + 1).await.unwrap();
    // Play until the store has no room for an action of the person or of a bot. The server then tells the person.
    let (full, waiting) = loop {
        let Some(command) = socket.choose(&mut rng) else {
            let message = socket.next().await.unwrap();
            if message["t"] == "error" {
                break (message, None);
            }
            continue;
        };
        socket.send_text(&command.to_string()).await;
        let answer = loop {
            let message = socket.next().await.unwrap();
            if message["t"] == "error" || message["cmd"] == command["cmd"] {
                break message;
            }
        };
        match answer["t"].as_str().unwrap() {
            "done" => {}
            "refused" => break (answer["refusal"].clone(), Some(command)),
            _ => break (answer, None),
        }
    };
    assert_eq!(full["key"], "disk_full", "{full}");
    assert!(full["words"].as_str().unwrap().contains("try again when there is room"), "{full}");
    let (status, key, _) = {
        let mut stranger = Client::new(server.client.address);
        let begin = r#"{"name":"Cy"}"#;
        let mut last = stranger.post("/api/v1/me", begin).await;
        for _ in 0..200 {
            if last.status != 200 {
                break;
            }
            stranger.cookie = None;
            last = stranger.post("/api/v1/me", begin).await;
        }
        last.error()
    };
    assert_eq!((status, key.as_str()), (507, "disk_full"), "no room for a new guest either");
    assert_eq!(server.client.get("/api/v1/games").await.status, 200, "but the server goes on");
    // Memory and store must agree: the socket has received exactly the events that are stored.
    let stored = store::EventStore::events(store.as_ref(), &id).await.unwrap();
    assert_eq!(stored.len(), socket.seen.len());
    let pages = store.pages().await.unwrap();
    store.limit_pages(pages + 1000).await.unwrap();
    if let Some(command) = waiting {
        assert_eq!(socket.command(&command).await.unwrap()["t"], "done", "the same command, now with room");
    }
    for _ in 0..20 {
        match socket.choose(&mut rng) {
            Some(command) => assert_eq!(socket.command(&command).await.unwrap()["t"], "done"),
            None => drop(socket.frame().await),
        }
    }
    drop(store);
    server.close().await;
}

#[tokio::test]
async fn a_server_that_stops_says_come_back_and_the_table_waits() {
    let mut server = TestServer::open().await;
    let mut socket = table(&mut server.client).await;
    until_my_turn(&mut socket).await;
    let (id, view) = (socket.frame["table"].as_str().unwrap().to_owned(), socket.frame["view"].clone());
    let cookie = server.client.cookie.clone();
    let data = server.close().await;
    let end = loop {
        if let Err(end) = socket.receive_or_reason().await {
            break end;
        }
    };
    let (code, reason) = end.expect("a goodbye");
    assert_eq!(code, 1012);
    let retry: u32 = reason.strip_prefix("retry=").and_then(|ms| ms.parse().ok()).unwrap_or_else(|| panic!("{reason}"));
    assert!(retry < 2000, "{retry} ms");
    let mut server = TestServer::with(data, Pace::fixed(0)).await;
    server.client.cookie = cookie;
    assert_eq!(server.client.sit(&id).await.frame["view"], view);
    server.close().await;
}

#[tokio::test]
async fn undo_redo_and_giving_up_are_for_one_seat_and_survive_a_restart() {
    let mut server = TestServer::open().await;
    let id = server.client.open(json!({"game": "rouge-et-noir", "deal": 12})).await;
    let mut socket = server.client.sit(&id).await;
    assert_eq!(socket.frame["number"], 12);
    let start = socket.frame["view"].clone();
    let mut rng = Rng::new(1);
    for _ in 0..6 {
        let command = socket.choose(&mut rng).unwrap();
        assert_eq!(socket.command(&command).await.unwrap()["t"], "done");
    }
    let (six, undoable) = (socket.frame["view"].clone(), socket.frame["undo"].clone());
    assert_eq!(undoable, 6);
    let mut undo = socket.order("undo");
    undo["n"] = json!(6);
    assert_eq!(socket.command(&undo).await.unwrap()["t"], "done");
    assert_eq!((&socket.frame["undo"], &socket.frame["redo"]), (&json!(0), &json!(6)));
    assert_ne!(six, start);
    let cookie = server.client.cookie.clone();
    let mut server = TestServer::with(server.close().await, Pace::fixed(0)).await;
    server.client.cookie = cookie;
    let mut socket = server.client.sit(&id).await;
    socket.name = "later".into();
    assert_eq!((&socket.frame["undo"], &socket.frame["redo"]), (&json!(0), &json!(6)));
    for (n, key) in [(0, "nothing_to_redo"), (7, "nothing_to_redo")] {
        let mut redo = socket.order("redo");
        redo["n"] = json!(n);
        refused(&socket.command(&redo).await.unwrap(), key, "can be done again");
    }
    let mut redo = socket.order("redo");
    redo["n"] = json!(6);
    assert_eq!(socket.command(&redo).await.unwrap()["t"], "done");
    assert_eq!(socket.frame["undo"], 6);
    let give_up = socket.order("give_up");
    assert_eq!(socket.command(&give_up).await.unwrap()["t"], "done");
    assert!(socket.is_over());
    let mut several = table(&mut server.client).await;
    for kind in ["undo", "redo"] {
        let mut order = several.order(kind);
        order["n"] = json!(1);
        assert_eq!(several.command(&order).await.unwrap()["t"], "refused");
    }
    let order = several.order("give_up");
    refused(&several.command(&order).await.unwrap(), "several_seats", "solitaire");
    let next = several.order("next");
    refused(&several.command(&next).await.unwrap(), "deal_goes_on", "still being played");
    server.close().await;
}

/// Makes another guest with a separate session.
async fn guest(server: &TestServer, name: &str) -> Client {
    let mut guest = Client::new(server.client.address);
    guest.post("/api/v1/me", &json!({"name": name}).to_string()).await;
    guest
}

#[tokio::test]
async fn friends_come_by_link_play_and_the_link_can_be_taken_back() {
    let mut server = TestServer::open().await;
    server.client.post("/api/v1/me", r#"{"name":"Ann"}"#).await;
    let asked = json!({"game": "schwarze-dame", "options": {"deals": 1}, "open": "friends", "bots": ["random"], "watch": false});
    let id = server.client.open(asked.clone()).await;
    let mut bo = guest(&server, "Guest").await;
    // If others may watch a table that waits for people, its address shows who is at the table. The address does not
    // let anybody take a seat.
    let mut watched = asked;
    watched["watch"] = json!(true);
    let watched = server.client.open(watched).await;
    let mut looks_on = bo.wait_at(&watched).await;
    let sit = json!({"t": "sit", "cmd": "sit", "seat": 1});
    assert_eq!(looks_on.command(&sit).await.expect("an answer")["refusal"]["key"], "by_invitation");
    for (table, status) in [(&watched, 200), (&id, 403)] {
        assert_eq!(
            bo.get(&format!("/api/v1/tables/{table}/record")).await.status,
            status,
            "whoever may watch reads it"
        );
    }
    let Err(answer) = bo.connect(&id, None).await else { panic!("without an invitation") };
    assert_eq!(answer.error().1, "not_your_table");
    let path = format!("/api/v1/tables/{id}/invite");
    assert_eq!(bo.post(&path, "").await.error().1, "not_your_table", "the host invites");
    let invite = server.client.post(&path, "").await;
    assert_eq!(invite.status, 201);
    let invite = invite.json();
    let token = invite["token"].as_str().expect("a token").to_owned();
    assert_eq!((token.len(), hex::decode(&token).map(|bytes| bytes.len())), (32, Ok(16)));
    assert_eq!(invite["url"], json!(format!("http://{}/j/{token}", server.client.address)));
    assert!(invite["qr"]["path"].as_str().expect("a path").starts_with('M'));
    let join = format!("/api/v1/invites/{token}");
    let look = bo.get(&join).await.json();
    assert_eq!((&look["table"], &look["host"], &look["stage"]), (&json!(id), &json!("Ann"), &json!("gathering")));
    assert_eq!(bo.post(&join, r#"{"name":" "}"#).await.error().1, "name");
    assert_eq!(bo.post(&join, r#"{"name":"Bo"}"#).await.json(), json!({"id": id, "seat": 1}));
    assert_eq!(bo.post(&join, r#"{"name":"Bo"}"#).await.json()["seat"], 1, "twice is once");
    let me = bo.get("/api/v1/me").await.json();
    assert_eq!((&me["name"], &me["tables"][0]["stage"]), (&json!("Bo"), &json!("gathering")));
    let public = format!("/api/v1/tables/{id}/seat");
    assert_eq!(guest(&server, "Cy").await.post(&public, "{}").await.error().1, "not_your_table");
    // After the link was withdrawn, people who have seats stay, and nobody else can join.
    assert_eq!(server.client.ask("DELETE", &path, &[], "").await.status, 204);
    let mut cy = guest(&server, "Cy").await;
    assert_eq!(cy.get(&join).await.error().1, "unknown_invite");
    assert_eq!(cy.post(&join, "{}").await.error(), {
        let words = "This invitation was withdrawn, or the link is incomplete.";
        (404, "unknown_invite".into(), words.into())
    });
    // After the server has restarted, everybody still has their seat.
    let (ann, cookie) = (server.client.cookie.clone(), bo.cookie.clone());
    let mut server = TestServer::with(server.close().await, Pace::fixed(0)).await;
    (server.client.cookie, bo) = (ann, Client { cookie, ..Client::new(server.client.address) });
    let (mut first, mut second) = (server.client.wait_at(&id).await, bo.wait_at(&id).await);
    let begin = first.order("begin");
    assert_eq!(first.command(&begin).await.expect("an answer")["t"], "done");
    let (mut one, mut two) = (Rng::new(1), Rng::new(2));
    for socket in [&mut first, &mut second] {
        if socket.frame.is_null() {
            socket.frame().await;
        }
    }
    tokio::join!(first.play_to_the_end(&mut one, 0), second.play_to_the_end(&mut two, 0));
    let record = bo.get(&format!("/api/v1/tables/{id}/record")).await.json();
    assert_eq!(record["names"].as_array().expect("names")[..2], [json!("Ann"), json!("Bo")]);
    let data = server.close().await;
    let bytes = std::fs::read(data.path().join("cardroom.sqlite")).expect("the folder");
    assert!(!bytes.windows(token.len()).any(|part| part == token.as_bytes()), "the folder knows no token");
}

#[tokio::test]
async fn an_invitation_that_is_too_old_leads_nowhere() {
    let mut server = TestServer::open().await;
    let id = server.client.open(json!({"game": "kael", "open": "friends"})).await;
    let invite = server.client.post(&format!("/api/v1/tables/{id}/invite"), "").await.json();
    let expires: jiff::Timestamp = invite["expires"].as_str().expect("a date").parse().expect("RFC 3339");
    let days = (expires.as_millisecond() - jiff::Timestamp::now().as_millisecond()) as f64 / 86_400_000.0;
    assert!((6.99..7.01).contains(&days), "a week: {days}");
    // The test stores an invitation that has already expired.
    let token = "0123456789abcdef0123456789abcdef";
    let hash = <sha2::Sha256 as sha2::Digest>::digest(token.as_bytes()).into();
    let store = server.store.clone().expect("open");
    store::EventStore::invite(store.as_ref(), &id, hash, 1_000, 0, 9).await.expect("stored");
    drop(store);
    let mut bo = guest(&server, "Bo").await;
    let path = format!("/api/v1/invites/{token}");
    assert_eq!((bo.get(&path).await.error().0, bo.get(&path).await.error().1), (410, "expired_invite".into()));
    assert_eq!(bo.post(&path, "{}").await.error().1, "expired_invite");
    assert_eq!(bo.get("/api/v1/me").await.json()["tables"], json!([]));
    server.close().await;
}

#[tokio::test]
async fn public_tables_are_in_the_lobby_and_quick_matches_meet() {
    let mut server = TestServer::open().await;
    let lobby = "/api/v1/lobby?game=schwarze-dame";
    let asked = json!({"game": "schwarze-dame", "options": {"deals": 1}, "open": "public", "bots": ["random"]});
    let id = server.client.open(asked).await;
    assert_eq!(server.client.get(lobby).await.json(), json!({"tables": []}), "nobody is there yet");
    let mut first = server.client.wait_at(&id).await;
    let shown = server.client.get(lobby).await.json();
    assert_eq!((&shown["tables"][0]["id"], &shown["tables"][0]["stage"]), (&json!(id), &json!("gathering")));
    assert_eq!(server.client.get("/api/v1/lobby?game=kael").await.json(), json!({"tables": []}));
    let mut bo = guest(&server, "Bo").await;
    let seat = format!("/api/v1/tables/{id}/seat");
    assert_eq!(bo.post(&seat, "{}").await.json(), json!({"id": id, "seat": 1}));
    let begin = first.order("begin");
    assert_eq!(first.command(&begin).await.expect("an answer")["t"], "done");
    assert_eq!(server.client.get(lobby).await.json()["tables"][0]["stage"], "playing");
    // Anybody may watch, but sees no hand.
    let cy = guest(&server, "Cy").await;
    let spectator = cy.sit(&id).await;
    assert_eq!(
        (&spectator.frame["viewer"], &spectator.frame["view"]["hands"]),
        (&Value::Null, &json!([null, null, null, null]))
    );
    // Two people who request a quick match get the same table.
    let (mut dov, mut eda) = (guest(&server, "Dov").await, guest(&server, "Eda").await);
    let quick = dov.post("/api/v1/quick", r#"{"game":"schwarze-dame"}"#).await.json();
    let table = quick["id"].as_str().expect("a table").to_owned();
    let waiting = dov.wait_at(&table).await;
    assert_eq!(eda.post("/api/v1/quick", r#"{"game":"schwarze-dame"}"#).await.json(), json!({"id": table, "seat": 1}));
    assert_eq!(eda.post("/api/v1/quick", r#"{"game":"bridge"}"#).await.error().1, "unknown_game");
    drop((first, spectator, waiting));
    server.close().await;
}
