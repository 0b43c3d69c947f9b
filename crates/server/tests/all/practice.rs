//! Tests of practice tables over HTTP and the socket.

use game::Rng;
use serde_json::{Value, json};
use server::Pace;

use crate::client::{Answer, Client, Socket};
use crate::test_server::TestServer;

/// Plays a match to its end, and returns the id of its table.
async fn played(client: &mut Client, game: &str, options: Value) -> String {
    let id = client.open(json!({"game": game, "options": options, "races": "strict"})).await;
    client.sit(&id).await.play_to_the_end(&mut Rng::new(5), 30).await;
    id
}

async fn practise(client: &mut Client, of: &str, asked: Value) -> Answer {
    client.post(&format!("/api/v1/{of}/practice"), &asked.to_string()).await
}

async fn opened(client: &mut Client, of: &str, asked: Value) -> String {
    let answer = practise(client, of, asked.clone()).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    assert_eq!(answer.json()["seat"], asked["seat"]);
    answer.json()["id"].as_str().expect("an id").to_owned()
}

async fn take_back(socket: &mut Socket, n: u64) -> Value {
    let mut order = socket.order("undo");
    order["n"] = json!(n);
    socket.command(&order).await.expect("the server goes on")
}

/// Waits until it is the player's turn, and acts.
async fn act(socket: &mut Socket) {
    let mut rng = Rng::new(1);
    loop {
        match socket.choose(&mut rng) {
            // Another seat may have acted earlier. Then the command is refused, and the next frame is on its way.
            Some(command) if socket.command(&command).await.expect("the server goes on")["t"] == "done" => return,
            _ => drop(socket.frame().await),
        }
    }
}

#[tokio::test]
async fn every_game_is_practised_from_a_finished_deal_and_counts_nowhere() {
    let mut server = TestServer::open().await;
    for entry in catalog::entries() {
        let options = match entry.id {
            "schwarze-dame" | "la-dame-noire" => json!({"deals": 1}),
            "kael" => json!({"match_end": "first_out"}),
            "hearts" => json!({"to": 20}),
            _ => json!({}),
        };
        let id = played(&mut server.client, entry.id, options).await;
        let replay = server.client.get(&format!("/api/v1/tables/{id}/replay?deal=0&viewer=0")).await.json();
        let step = replay["steps"].as_array().expect("steps").len() / 3;
        for redeal in [false, true] {
            let asked = json!({"deal": 0, "step": step, "seat": 0, "redeal": redeal, "level": "random"});
            let practice = opened(&mut server.client, &format!("tables/{id}"), asked).await;
            let mut socket = server.client.sit(&practice).await;
            if socket.frame["past"] == json!(step) {
                assert_eq!(socket.frame["view"], replay["steps"][step]["view"], "{}", entry.id);
            }
            act(&mut socket).await;
            assert_eq!(take_back(&mut socket, 1).await["t"], "done", "{}", entry.id);
            socket.play_to_the_end(&mut Rng::new(2), 30).await;
            let record = server.client.get(&format!("/api/v1/tables/{practice}/record")).await.body;
            let raw = table::record::Raw::read(record.trim_end()).expect("a record");
            catalog::check(&raw).unwrap_or_else(|fault| panic!("{}: {fault}", entry.id));
            assert!(raw.is_practice() && raw.seed() == Ok(None), "{}", entry.id);
        }
    }
    let mine = server.client.get("/api/v1/me/data").await.json();
    let me = server.client.get("/api/v1/me").await.json();
    let practice: Vec<&Value> = me["tables"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|line| line["practice"] == true)
        .map(|line| &line["id"])
        .collect();
    assert_eq!(practice.len(), 2 * catalog::entries().len());
    let counted = mine["results"].as_array().expect("a list");
    assert!(!counted.is_empty() && counted.iter().all(|result| !practice.contains(&&result["table"])), "{counted:?}");
    server.close().await;
}

#[tokio::test]
async fn a_practice_table_is_loaded_again_as_it_was() {
    let mut server = TestServer::open().await;
    let id = played(&mut server.client, "schwarze-dame", json!({"deals": 1})).await;
    let asked = json!({"deal": 0, "step": 7, "seat": 2, "redeal": true});
    let practice = opened(&mut server.client, &format!("tables/{id}"), asked).await;
    let mut socket = server.client.sit(&practice).await;
    act(&mut socket).await;
    let (acted, client) = (socket.frame["undo"].clone(), server.client.clone());
    assert_eq!(socket.frame["viewer"], 2);
    let data = server.close().await;
    let mut server = TestServer::with(data, Pace::fixed(60_000)).await;
    server.client.cookie = client.cookie;
    let mut socket = server.client.sit(&practice).await;
    assert_eq!((&socket.frame["undo"], &socket.frame["commitment"]), (&acted, &json!("")));
    assert_eq!(take_back(&mut socket, 1).await["t"], "done");
    let mut rematch = socket.order("rematch");
    rematch["cmd"] = json!("again");
    assert_eq!(socket.command(&rematch).await.expect("an answer")["refusal"]["key"], "match_goes_on");
    // An imported copy of the record can be practised, too.
    let record = server.client.get(&format!("/api/v1/tables/{id}/record")).await.body;
    let brought = server.client.post_lines("/api/v1/records", &record).await.json();
    let record = brought["records"][0]["id"].as_str().expect("an id").to_owned();
    let asked = json!({"deal": 0, "step": 7, "seat": 2});
    let from_record = opened(&mut server.client, &format!("records/{record}"), asked).await;
    let people = server.client.get(&format!("/api/v1/tables/{from_record}/record")).await.json();
    assert_eq!(people["names"].as_array().map(Vec::len), Some(4));
    server.close().await;
}

#[tokio::test]
async fn what_cannot_be_practised_is_refused() {
    let mut server = TestServer::with(tempfile::tempdir().expect("a folder"), Pace::fixed(60_000)).await;
    let client = &mut server.client;
    // A deal in play cannot be practised, even if its cards are in the record, as in a solitaire.
    for game in ["rouge-et-noir", "schwarze-dame"] {
        let id = client.open(json!({"game": game})).await;
        let answer = practise(client, &format!("tables/{id}"), json!({"deal": 0, "step": 0, "seat": 0})).await;
        assert_eq!(answer.error().1, "unknown_position", "{game}: {answer:?}");
    }
    let lost = client.open(json!({"game": "rouge-et-noir"})).await;
    let mut socket = client.sit(&lost).await;
    act(&mut socket).await;
    let give_up = socket.order("give_up");
    assert_eq!(socket.command(&give_up).await.expect("an answer")["t"], "done");
    let of = format!("tables/{lost}");
    for (asked, status, key) in [
        (json!({"deal": 1, "step": 0, "seat": 0}), 400, "unknown_position"),
        (json!({"deal": 0, "step": 2, "seat": 0}), 400, "unknown_position"),
        (json!({"deal": 0, "step": 0, "seat": 1}), 400, "unknown_position"),
        (json!({"deal": 0, "step": 0, "seat": 9}), 400, "unknown_position"),
        (json!({"deal": 0, "step": 0, "seat": 0, "level": "god"}), 400, "unknown_level"),
        (json!({"deal": 0, "step": 0}), 400, "malformed"),
        (json!({"deal": 0, "step": 0, "seat": 0, "cards": "all"}), 400, "malformed"),
    ] {
        let answer = practise(client, &of, asked.clone()).await;
        assert_eq!((answer.status, answer.error().1.as_str()), (status, key), "{asked}: {answer:?}");
    }
    let asked = json!({"deal": 0, "step": 0, "seat": 0});
    assert_eq!(practise(client, "tables/NONE", asked.clone()).await.error().1, "unknown_table");
    assert_eq!(practise(client, "records/none", asked.clone()).await.error().1, "unknown_record");
    // Nobody else can practise a table that may not be watched.
    let private = client.open(json!({"game": "schwarze-dame", "open": "friends", "watch": false})).await;
    let mut stranger = Client::new(client.address);
    stranger.come().await;
    assert_eq!(practise(&mut stranger, &format!("tables/{private}"), asked).await.error().0, 403);
    server.close().await;
}

/// Reads messages until one of this kind fits.
async fn until(socket: &mut Socket, kind: &str, fits: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = socket.next().await.expect("the server goes on");
        if message["t"] == kind && fits(&message) {
            return message;
        }
    }
}

async fn show(socket: &mut Socket, step: u64) -> Value {
    let mut order = socket.order("review");
    (order["deal"], order["step"]) = (json!(0), json!(step));
    socket.command(&order).await.expect("the server goes on")
}

#[tokio::test]
async fn people_review_their_match_and_play_on_together() {
    let mut server = TestServer::open().await;
    let mut bo = Client::new(server.client.address);
    bo.come().await;
    let table = json!({"game": "schwarze-dame", "open": "friends", "options": {"deals": 1}, "bots": ["random"]});
    let id = server.client.open(table).await;
    let invite = server.client.post(&format!("/api/v1/tables/{id}/invite"), "").await.json();
    let link = invite["token"].as_str().expect("a link").to_owned();
    assert_eq!(bo.post(&format!("/api/v1/invites/{link}"), r#"{"name":"Bo"}"#).await.status, 200);
    let (mut one, mut two) = (server.client.wait_at(&id).await, bo.wait_at(&id).await);
    let begin = one.order("begin");
    assert_eq!(one.command(&begin).await.expect("an answer")["t"], "done");
    assert!(one.frame.is_object(), "the match begins before the answer");
    two.frame().await;
    let (mut dice, mut others) = (Rng::new(3), Rng::new(4));
    tokio::join!(one.play_to_the_end(&mut dice, 0), two.play_to_the_end(&mut others, 0));

    // Two players and six spectators see each step of the first player.
    let mut viewers = vec![two];
    for _ in 0..6 {
        let mut spectator = Client::new(server.client.address);
        spectator.come().await;
        viewers.push(spectator.sit(&id).await);
    }
    let mut slowest = std::time::Duration::ZERO;
    for step in 1..=20 {
        let begun = std::time::Instant::now();
        assert_eq!(show(&mut one, step).await["t"], "done");
        for viewer in &mut viewers {
            let told = until(viewer, "review", |review| review["step"] == step).await;
            assert_eq!((&told["leader"], &told["deal"]), (&json!(0), &json!(0)));
        }
        slowest = slowest.max(begun.elapsed());
    }
    println!("eight viewers are in step within {slowest:?}");
    let two = &mut viewers[0];
    assert_eq!(show(two, 3).await["refusal"]["key"], "review_led");

    // Both play on, each with the own seat.
    let together = |seat: u8| json!({"deal": 0, "step": 10, "seat": seat, "together": true, "level": "random"});
    let of = format!("tables/{id}");
    assert_eq!(practise(&mut bo, &of, together(2)).await.error().1, "unknown_position");
    let begun = std::time::Instant::now();
    let practice = opened(&mut bo, &of, together(1)).await;
    let bo_there = bo.sit(&practice).await;
    println!("a fork of a review plays on after {:?}", begun.elapsed());
    let told = until(&mut one, "review", |review| review["practice"]["table"] == practice).await;
    assert_eq!((&told["practice"]["seats"], &told["step"]), (&json!([0, 1]), &json!(20)));
    let mut forks = [server.client.sit(&practice).await, bo_there];
    for (seat, socket) in forks.iter().enumerate() {
        let replay = server.client.get(&format!("/api/v1/tables/{id}/replay?deal=0&viewer={seat}")).await.json();
        assert_eq!(socket.frame["viewer"], json!(seat));
        if socket.frame["past"] == 10 {
            assert_eq!(socket.frame["view"], replay["steps"][10]["view"]);
        }
    }
    let mut stranger = Client::new(server.client.address);
    stranger.come().await;
    assert_eq!(practise(&mut stranger, &of, together(1)).await.error().1, "not_your_table");
    assert_eq!(stranger.connect(&practice, None).await.err().map(|answer| answer.status), Some(403));
    let [ann, bo_there] = &mut forks;
    tokio::join!(ann.play_to_the_end(&mut dice, 0), bo_there.play_to_the_end(&mut others, 0));
    let mine = server.client.get("/api/v1/me/data").await.json();
    assert!(mine["results"].as_array().expect("a list").iter().all(|result| result["table"] != practice.as_str()));

    // Whoever is there alone plays with bots.
    viewers.clear();
    until(&mut one, "room", |room| room["seats"][1]["here"] == false).await;
    let alone = opened(&mut server.client, &of, together(0)).await;
    let people = until(&mut server.client.line(&alone, &[]).await.expect("a seat"), "room", |_| true).await;
    assert_eq!((&people["settings"]["open"], people["seats"][1]["bot"].is_string()), (&json!("alone"), true));
    server.close().await;
}
