//! Tests of the results of finished deals: statistics, streaks, the deal of the day, and deals to choose from.

use game::Rng;
use serde_json::{Value, json};

use crate::client::{Client, Socket};
use crate::test_server::TestServer;

async fn order(socket: &mut Socket, kind: &str, with: Value) -> Value {
    let mut order = socket.order(kind);
    for (key, value) in with.as_object().expect("an object") {
        order[key] = value.clone();
    }
    socket.command(&order).await.expect("the server goes on")
}

/// Returns the statistics once the store has the results of this number of deals.
async fn statistics(client: &mut Client, deals: u64) -> Vec<Value> {
    for _ in 0..200 {
        let games = client.get("/api/v1/me/statistics").await.json()["games"].as_array().expect("a list").clone();
        let noted = |game: &Value| game["own"]["deals"].as_u64().unwrap() + game["assisted"]["deals"].as_u64().unwrap();
        if games.iter().map(noted).sum::<u64>() == deals {
            return games;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("{deals} deals are noted in time");
}

#[tokio::test]
async fn a_lost_deal_stays_lost_when_it_is_won_with_help() {
    let mut server = TestServer::open().await;
    let id = server.client.open(json!({"game": "rouge-et-noir", "deal": 5})).await;
    let mut socket = server.client.sit(&id).await;
    assert_eq!(order(&mut socket, "give_up", json!({})).await["t"], "done");
    let games = statistics(&mut server.client, 1).await;
    assert_eq!((&games[0]["own"]["matches"], &games[0]["own"]["won"]), (&json!(1), &json!(0)));
    assert_eq!(games[0]["own"]["average"], json!(8.0), "[R12] the eight aces");

    assert_eq!(order(&mut socket, "help", json!({})).await["t"], "done");
    assert_eq!(order(&mut socket, "play_on", json!({"kept": 0})).await["t"], "done");
    // The match goes on. The lists show that a moment later, so the test polls.
    let mut me = Value::Null;
    for _ in 0..200 {
        me = server.client.get("/api/v1/me").await.json();
        if me["tables"][0]["over"] == false {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(me["tables"][0]["over"], false, "{me}");
    assert_eq!(order(&mut socket, "give_up", json!({})).await["t"], "done");
    let games = statistics(&mut server.client, 2).await;
    assert_eq!((&games[0]["own"]["matches"], &games[0]["assisted"]["matches"]), (&json!(1), &json!(1)));

    // A stranger has no statistics. A guest can delete their own statistics.
    assert!(statistics(&mut Client::new(server.client.address), 0).await.is_empty());
    let forgotten = server.client.ask("DELETE", "/api/v1/me/statistics", &[], "").await;
    assert_eq!(forgotten.json(), json!({"games": []}));
    server.close().await;
}

#[tokio::test]
async fn matches_of_several_seats_are_counted_too() {
    let mut server = TestServer::open().await;
    let options = json!({"deals": 2});
    let id = server.client.open(json!({"game": "schwarze-dame", "options": options, "bots": ["random"]})).await;
    let mut socket = server.client.sit(&id).await;
    socket.play_to_the_end(&mut Rng::new(3), 0).await;
    let games = statistics(&mut server.client, 2).await;
    assert_eq!((&games[0]["game"], &games[0]["seats"]), (&json!("schwarze-dame"), &json!(4)));
    assert_eq!(games[0]["level"], json!("random"));
    assert_eq!((&games[0]["own"]["deals"], &games[0]["own"]["matches"]), (&json!(2), &json!(1)));
    let won = socket.frame["winners"].as_array().unwrap().contains(&json!(0));
    assert_eq!(games[0]["own"]["won"], json!(u32::from(won)));
    let mean = socket.frame["totals"][0].as_f64().unwrap() / 2.0;
    assert_eq!(games[0]["own"]["average"], json!(mean));
    server.close().await;
}

#[tokio::test]
async fn the_deal_of_the_day_is_the_same_for_all_and_its_first_table_counts() {
    let mut server = TestServer::open().await;
    let day = server.client.get("/api/v1/daily").await.json();
    let deal = day["deals"][0].clone();
    assert_eq!((&deal["game"], &deal["table"], &deal["won"]), (&json!("rouge-et-noir"), &Value::Null, &Value::Null));
    let date: u64 = day["date"].as_str().unwrap().replace('-', "").parse().unwrap();
    assert_eq!(deal["deal"].as_u64().unwrap() / 1000, date);
    let mut other = Client::new(server.client.address);
    assert_eq!(other.get("/api/v1/daily").await.json(), day);

    // With other options, the numbered deal of the day counts as an ordinary deal.
    let same = |options: Value| json!({"game": "rouge-et-noir", "deal": deal["deal"], "options": options});
    server.client.open(same(json!({"redeals": 0}))).await;
    assert_eq!(server.client.get("/api/v1/daily").await.json()["deals"][0]["table"], Value::Null);
    let id = server.client.open(same(json!({}))).await;
    let again = server.client.get("/api/v1/daily").await.json()["deals"][0].clone();
    assert_eq!((&again["table"], &again["won"]), (&json!(id), &Value::Null));
    let mut socket = server.client.sit(&id).await;
    order(&mut socket, "give_up", json!({})).await;
    statistics(&mut server.client, 1).await;
    let lost = server.client.get("/api/v1/daily").await.json()["deals"][0].clone();
    assert_eq!((&lost["table"], &lost["won"], &lost["streak"]), (&json!(id), &json!(false), &json!(0)));
    server.close().await;
}

/// Checks a match that a page without a server has played and uploads. The server stores and replays the match and
/// shows its mark. The match counts in no statistics, even if it is the deal of the day.
#[tokio::test]
async fn a_match_that_was_played_without_a_server_is_marked_and_counts_nowhere() {
    let mut server = TestServer::open().await;
    let mut player = Client::new(server.client.address);
    let deal = player.get("/api/v1/daily").await.json()["deals"][0]["deal"].clone();
    let id = player.open(json!({"game": "rouge-et-noir", "deal": deal})).await;
    let mut socket = player.sit(&id).await;
    order(&mut socket, "give_up", json!({})).await;
    let games = statistics(&mut player, 1).await;
    assert_eq!(games[0]["own"]["matches"], json!(1), "at a table of the server it counts");
    let record = player.get(&format!("/api/v1/tables/{id}/record")).await.body;
    let marked = format!(r#"{},"origin":"{}"}}"#, record.trim_end().trim_end_matches('}'), table::record::OFFLINE);

    let uploader = &mut server.client;
    uploader.come().await;
    let paths = ["/api/v1/me/statistics", "/api/v1/daily", "/api/v1/me"];
    let mut before = Vec::new();
    for path in paths {
        before.push(uploader.get(path).await.json());
    }
    let sent = uploader.post_lines("/api/v1/records", &format!("{marked}\n{record}")).await.json()["records"].clone();
    assert_eq!((&sent[0]["offline"], &sent[1]["offline"]), (&json!(true), &Value::Null), "{sent}");
    for (path, before) in paths.iter().zip(before) {
        assert_eq!(uploader.get(path).await.json(), before, "{path} is as if nothing had been uploaded");
    }
    let data = uploader.get("/api/v1/me/data").await.json();
    let lengths = ["records", "results", "tables"].map(|key| data[key].as_array().expect("a list").len());
    assert_eq!(lengths, [2, 0, 0], "{data}");

    // The mark is shown to everybody who looks at the match.
    let mut stranger = Client::new(uploader.address);
    for (record, line, offline) in [(&sent[0], &marked, json!(true)), (&sent[1], &record, Value::Null)] {
        let path = format!("/api/v1/records/{}", record["id"].as_str().expect("an id"));
        assert_eq!(stranger.get(&path).await.body.trim_end(), line.trim_end(), "kept as it was sent");
        assert_eq!(stranger.get(&format!("{path}/replay?deal=0")).await.json()["offline"], offline);
    }
    server.close().await;
}

#[tokio::test]
async fn deals_are_chosen_by_level_and_rated_by_number() {
    let mut server = TestServer::open().await;
    let picked = server.client.post("/api/v1/deals", r#"{"game":"rouge-et-noir","level":"easy"}"#).await.json();
    assert_eq!((&picked["verdict"], &picked["level"]), (&json!("winnable"), &json!("easy")), "{picked}");
    let body = json!({"game": "rouge-et-noir", "deal": picked["deal"]});
    assert_eq!(server.client.post("/api/v1/deals", &body.to_string()).await.json(), picked, "the same every time");
    for (body, key) in [
        (r#"{"game":"kael"}"#, "not_solved"),
        (r#"{"game":"bridge"}"#, "unknown_game"),
        (r#"{"game":"rouge-et-noir","level":"fiendish"}"#, "malformed"),
        (r#"{"game":"rouge-et-noir","deal":9007199254740992}"#, "deal"),
        (r#"{"game":"rouge-et-noir","options":{"redeals":9}}"#, "options"),
    ] {
        assert_eq!(server.client.post("/api/v1/deals", body).await.error().1, key, "{body}");
    }
    server.close().await;
}
