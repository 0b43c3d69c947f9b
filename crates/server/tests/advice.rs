//! Advice and analysis at a table: who gets them, from what, and that a thinking bot holds up nobody.

mod client;
mod house;

use std::time::{Duration, Instant};

use client::Socket;
use game::Rng;
use house::{House, refused};
use serde_json::{Value, json};

async fn ask(socket: &mut Socket, order: &str) -> Value {
    let order = socket.order(order);
    socket.command(&order).await.expect("the server goes on")
}

async fn analyse(socket: &mut Socket, deal: u32) -> Value {
    let mut order = socket.order("analyse");
    order["deal"] = json!(deal);
    socket.command(&order).await.expect("the server goes on")
}

/// Waits until the seat has to act. Whether it has.
async fn my_turn(socket: &mut Socket) -> bool {
    while socket.frame["phase"] == "deal" && socket.frame["must"] != json!([0]) {
        socket.frame().await;
    }
    socket.frame["phase"] == "deal"
}

#[tokio::test]
async fn advice_names_legal_choices_with_points_and_reasons_and_is_remembered() {
    let mut house = House::open().await;
    let id = house.client.open(json!({"game": "schwarze-dame", "options": {"deals": 1}})).await;
    let mut socket = house.client.sit(&id).await;
    assert!(my_turn(&mut socket).await);
    assert_eq!((&socket.frame["advice"], &socket.frame["advised"]), (&json!(true), &json!([])));
    let answer = ask(&mut socket, "advise").await;
    assert_eq!(answer["t"], "advised", "{answer}");
    assert_eq!(socket.frame["advised"], json!([0]), "it is stored before the answer");
    let choices = answer["advice"]["choices"].as_array().unwrap();
    let legal = socket.frame["legal"].as_array().unwrap();
    assert!(!choices.is_empty());
    for choice in choices {
        assert!(legal.contains(&choice["legal"]), "{choice} with its facts is one of {legal:?}");
        if legal.len() > 1 {
            assert!(choice["points"].is_f64() && choice["error"].as_f64().is_none_or(|error| error >= 0.0), "{choice}");
        }
    }
    assert_eq!(ask(&mut socket, "advise").await["advice"], answer["advice"], "the same question, the same answer");
    // The mark survives the server.
    let cookie = house.client.cookie.clone();
    let mut house = House::with(house.close().await, server::Pace::fixed(60_000)).await;
    house.client.cookie = cookie;
    let socket = house.client.sit(&id).await;
    assert_eq!(socket.frame["advised"], json!([0]));
    house.close().await;
}

#[tokio::test]
async fn a_table_has_no_advice_if_its_host_wants_none() {
    let mut house = House::open().await;
    let id = house.client.open(json!({"game": "kael", "advice": false})).await;
    let mut socket = house.client.sit(&id).await;
    refused(&ask(&mut socket, "advise").await, "advice_is_off", "no advice");
    assert_eq!((&socket.frame["advice"], &socket.frame["advised"]), (&json!(false), &json!([])));
    house.close().await;
}

#[tokio::test]
async fn a_solitaire_is_advised_by_who_does_not_see_the_stock() {
    let mut house = House::open().await;
    let id = house.client.open(json!({"game": "rouge-et-noir", "deal": 7})).await;
    let mut socket = house.client.sit(&id).await;
    let answer = ask(&mut socket, "advise").await;
    assert_eq!(answer["t"], "advised", "{answer}");
    let legal = socket.frame["legal"].as_array().unwrap();
    assert!(legal.contains(&answer["advice"]["choices"][0]["legal"]), "{answer}");
    assert!(!answer["advice"]["reasons"].as_array().unwrap().is_empty());
    assert_eq!(socket.frame["assisted"], false, "nobody looked at the stock");
    house.close().await;
}

#[tokio::test]
async fn analysis_comes_after_the_deal_and_marks_at_most_three() {
    let mut house = House::open().await;
    let id = house.client.open(json!({"game": "schwarze-dame", "options": {"deals": 1}})).await;
    let mut socket = house.client.sit(&id).await;
    refused(&analyse(&mut socket, 0).await, "deal_goes_on", "not finished");
    socket.play_to_the_end(&mut Rng::new(4), 1000).await;
    assert_eq!(socket.frame["phase"], "over");
    refused(&analyse(&mut socket, 1).await, "deal_goes_on", "not finished");
    refused(&ask(&mut socket, "advise").await, "match_over", "over");
    let answer = analyse(&mut socket, 0).await;
    assert_eq!((&answer["t"], &answer["deal"], &answer["complete"]), (&json!("analysis"), &json!(0), &json!(true)));
    let decisions = answer["decisions"].as_array().unwrap();
    assert!((4..=13).contains(&decisions.len()), "{}", decisions.len());
    assert!(decisions.iter().filter(|decision| decision["costliest"] == true).count() <= 3);
    for decision in decisions {
        assert!(decision["cost"].as_f64().unwrap() >= 0.0);
        let best = &decision["advice"]["choices"][0]["legal"]["action"];
        assert!(decision["done"]["legal"]["action"] != *best || decision["cost"] == 0.0, "the best costs nothing");
    }
    house.close().await;
}

/// A median of many answers while masters think at the table: at most 50 ms.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_with_thinking_masters_answers_others_at_once() {
    let mut house = House::open().await;
    let id = house
        .client
        .open(json!({"game": "schwarze-dame", "options": {"deals": 4}, "bots": ["master", "master", "master"]}))
        .await;
    let mut socket = house.client.sit(&id).await;
    let mut rng = Rng::new(2);
    let mut waited: Vec<Duration> = Vec::new();
    while waited.len() < 60 {
        let mut why = socket.order("why");
        why["action"] = json!("play Qs");
        let before = Instant::now();
        let answer = socket.command(&why).await.expect("the server goes on");
        waited.push(before.elapsed());
        assert_eq!(answer["t"], "answer");
        // Play goes on, so that the masters have something to think about.
        let legal = socket.legal();
        if socket.frame["must"] == json!([0]) && !legal.is_empty() {
            let act = socket.act(&legal[rng.below(legal.len() as u32) as usize]);
            socket.command(&act).await;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    waited.sort();
    let median = waited[waited.len() / 2];
    assert!(median <= Duration::from_millis(50), "the median is {median:?}");
    house.close().await;
}
