//! Tests of replays of finished deals, and of imported records.

use game::Rng;
use serde_json::{Value, json};

use crate::client::Client;
use crate::test_server::TestServer;

/// Plays a match of a game to its end.
async fn played(client: &mut Client, game: &str) -> String {
    let entry = catalog::entry(game).unwrap();
    let options = match game {
        "schwarze-dame" => json!({"deals": 2}),
        "la-dame-noire" => json!({"deals": 1}),
        "kael" => json!({"match_end": "first_out"}),
        "hearts" => json!({"to": 30}),
        _ => json!({}),
    };
    let bots = if entry.numbered { json!([]) } else { json!(["random"]) };
    let id = client.open(json!({"game": game, "options": options, "bots": bots, "races": "strict"})).await;
    client.sit(&id).await.play_to_the_end(&mut Rng::new(5), 60).await;
    id
}

async fn replay(client: &mut Client, id: &str, deal: usize, viewer: &str) -> Value {
    let answer = client.get(&format!("/api/v1/tables/{id}/replay?deal={deal}&viewer={viewer}")).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

#[tokio::test]
async fn every_finished_deal_is_watched_again_from_every_place() {
    let mut server = TestServer::open().await;
    for entry in catalog::entries() {
        let id = played(&mut server.client, entry.id).await;
        let record = server.client.get(&format!("/api/v1/tables/{id}/record")).await.json();
        let mut before = vec![json!(0); record["names"].as_array().unwrap().len()];
        for (number, deal) in record["deals"].as_array().unwrap().iter().enumerate() {
            let all = replay(&mut server.client, &id, number, "all").await;
            assert_eq!(all["before"], json!(before), "{} {number}", entry.id);
            before = deal["totals"].as_array().unwrap().clone();
            assert_eq!(all["viewer"], Value::Null);
            assert_eq!(all["deals"].as_array().unwrap().len(), record["deals"].as_array().unwrap().len());
            // The events of all steps together must be the events of the record, including the shuffles.
            let events: Vec<String> = all["steps"]
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|step| step["since"].as_array().unwrap())
                .map(|event| {
                    format!(
                        "{} {}",
                        event["seat"].as_u64().map_or("*".into(), |seat| seat.to_string()),
                        event["action"].as_str().unwrap()
                    )
                })
                .collect();
            let written: Vec<String> = deal["actions"]
                .as_array()
                .unwrap()
                .iter()
                .map(|line| line.as_str().unwrap())
                .map(|line| if line.starts_with("* shuffle") { "* shuffle".to_owned() } else { line.to_owned() })
                .collect();
            assert_eq!(events, written, "{} {number}", entry.id);
            assert_eq!(all["steps"][0]["since"], json!([]));
            for seat in 0..before.len() {
                let seen = replay(&mut server.client, &id, number, &seat.to_string()).await;
                assert_eq!(seen["viewer"], json!(seat));
                assert_eq!(seen["steps"].as_array().unwrap().len(), all["steps"].as_array().unwrap().len());
            }
        }
        for (deal, viewer) in [(record["deals"].as_array().unwrap().len(), "all"), (0, "7")] {
            let answer = server.client.get(&format!("/api/v1/tables/{id}/replay?deal={deal}&viewer={viewer}")).await;
            assert_eq!(
                (answer.status, &answer.json()["error"]["key"]),
                (404, &json!("unknown_deal")),
                "{deal} {viewer}"
            );
        }
    }
    for query in ["", "?deal=-1", "?deal=0&viewer=8", "?deal=0&viewer=Bo", "?deal=0&viewer=public&x=1"] {
        let answer = server.client.get(&format!("/api/v1/tables/none/replay{query}")).await;
        assert_eq!((answer.status, &answer.json()["error"]["key"]), (400, &json!("malformed")), "{query}");
    }
    let answer = server.client.get("/api/v1/tables/none/replay?deal=0").await;
    assert_eq!((answer.status, &answer.json()["error"]["key"]), (404, &json!("unknown_table")));
    server.close().await;
}

#[tokio::test]
async fn a_viewpoint_shows_what_that_seat_saw_and_no_more() {
    let mut server = TestServer::open().await;
    let id = played(&mut server.client, "schwarze-dame").await;
    let seen = replay(&mut server.client, &id, 0, "2").await;
    let first = &seen["steps"][0]["view"]["hands"];
    let known: Vec<bool> = first.as_array().unwrap().iter().map(Value::is_array).collect();
    assert_eq!(known, [false, false, true, false]);
    let all = replay(&mut server.client, &id, 0, "all").await;
    assert!(all["steps"][0]["view"]["hands"].as_array().unwrap().iter().all(Value::is_array));
    assert_eq!(all["steps"][0]["view"]["hands"][2], first[2]);
    // In La Dame Noire, the cards that a player gave away stay hidden from the other players.
    let id = played(&mut server.client, "la-dame-noire").await;
    let traded = |replay: &Value, whose: u64| -> Vec<String> {
        let steps = replay["steps"].as_array().unwrap().clone();
        let events = steps.iter().flat_map(|step| step["since"].as_array().unwrap().clone());
        events
            .filter(|event| event["seat"] == whose)
            .map(|event| event["action"].as_str().unwrap().to_owned())
            .filter(|action| action.starts_with("trade"))
            .collect()
    };
    let seen = replay(&mut server.client, &id, 0, "1").await;
    assert!(traded(&seen, 1).iter().all(|action| action.len() > "trade".len()));
    assert!(traded(&seen, 3).iter().all(|action| action == "trade"));
    server.close().await;
}

#[tokio::test]
async fn while_a_match_goes_on_only_its_finished_deals_are_watched() {
    let mut server = TestServer::open().await;
    let table = json!({"game": "schwarze-dame", "options": {"deals": 3}, "bots": ["random"]});
    let id = server.client.open(table).await;
    let mut socket = server.client.sit(&id).await;
    let answer = server.client.get(&format!("/api/v1/tables/{id}/replay?deal=0")).await;
    assert_eq!((answer.status, &answer.json()["error"]["key"]), (404, &json!("unknown_deal")));
    let mut rng = Rng::new(3);
    while socket.frame["phase"] != "between" {
        match socket.choose(&mut rng) {
            Some(command) => drop(socket.command(&command).await),
            None => drop(socket.frame().await),
        }
    }
    let next = socket.order("next");
    assert_eq!(socket.command(&next).await.unwrap()["t"], "done");
    // Everybody may replay the first deal with all hands open. The second deal and the seed stay secret.
    let mut stranger = Client::new(server.client.address);
    let seen = replay(&mut stranger, &id, 0, "all").await;
    assert_eq!((&seen["winners"], seen["deals"].as_array().unwrap().len()), (&Value::Null, 1));
    assert!(!seen.to_string().contains("seed"));
    let answer = stranger.get(&format!("/api/v1/tables/{id}/replay?deal=1")).await;
    assert_eq!((answer.status, &answer.json()["error"]["key"]), (404, &json!("unknown_deal")));
    server.close().await;
}

#[tokio::test]
async fn an_exported_record_is_imported_and_watched() {
    let mut server = TestServer::open().await;
    let id = played(&mut server.client, "kael").await;
    let record = server.client.get(&format!("/api/v1/tables/{id}/record")).await.body;
    let imported = server.client.post("/api/v1/records", &format!("\n{record}\n{record}")).await;
    assert_eq!(imported.status, 201, "{imported:?}");
    let imported = imported.json();
    let first = imported["records"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!((&imported["records"][0]["game"], &imported["records"][1]["id"]), (&json!("kael"), &json!(first)));
    let mut stranger = Client::new(server.client.address);
    assert_eq!(stranger.get(&format!("/api/v1/records/{first}")).await.body, record, "it comes out as it went in");
    let seen = stranger.get(&format!("/api/v1/records/{first}/replay?deal=0&viewer=0")).await.json();
    let mut from_table = replay(&mut stranger, &id, 0, "0").await;
    for seat in from_table["seats"].as_array_mut().unwrap() {
        seat["bot"] = Value::Null;
    }
    assert_eq!(seen, from_table, "it is the same deal; who was a bot a record does not say");
    for path in ["/api/v1/records/none", "/api/v1/records/none/replay?deal=0"] {
        let answer = stranger.get(path).await;
        assert_eq!((answer.status, &answer.json()["error"]["key"]), (404, &json!("unknown_record")));
    }
    server.close().await;
}

#[tokio::test]
async fn a_file_that_is_no_record_is_refused_with_the_place_of_its_first_fault() {
    let mut server = TestServer::open().await;
    let id = played(&mut server.client, "schwarze-dame").await;
    let record = server.client.get(&format!("/api/v1/tables/{id}/record")).await.body;
    let wrong_total = record.replacen("\"totals\":[", "\"totals\":[7,", 1);
    let unknown = r#"{"format":"cardroom/1","rules":1,"game":"bridge","options":{},"seats":4,"names":[],"seed":null,"deals":[],"winners":null}"#;
    for (file, key, line, words) in [
        (String::new(), "no_records", Value::Null, "The file is empty"),
        ("a picture, perhaps".to_owned(), "record", json!(1), "Line 1: "),
        (format!("{record}{{}}"), "record", json!(2), "Line 2: "),
        (wrong_total, "record", json!(1), "Line 1: deal 0: totals are "),
        (unknown.to_owned(), "record", json!(1), "Line 1: there is no game \"bridge\""),
    ] {
        let answer = server.client.post("/api/v1/records", &file).await;
        let error = answer.json()["error"].clone();
        assert_eq!((answer.status, &error["key"], &error["place"]["line"]), (400, &json!(key), &line), "{error}");
        assert!(error["words"].as_str().unwrap().starts_with(words), "{error}");
    }
    let answer = server.client.post("/api/v1/records", &" ".repeat((2 << 20) + 1)).await;
    assert_eq!((answer.status, &answer.json()["error"]["key"]), (400, &json!("records_too_large")));
    // If a file has an error, none of its records is stored.
    let imported = server.client.post("/api/v1/records", &record).await.json()["records"][0]["id"].clone();
    let answer = server.client.get(&format!("/api/v1/records/{}", imported.as_str().unwrap())).await;
    assert_eq!(answer.status, 200);
    server.close().await;
}
