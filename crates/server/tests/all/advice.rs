//! Tests of advice and analysis at a table: who gets them, which data they use, and that a thinking bot delays nobody.

use std::time::{Duration, Instant};

use game::Rng;
use serde_json::{Value, json};

use crate::client::Socket;
use crate::test_server::{TestServer, refused};

async fn ask(socket: &mut Socket, order: &str) -> Value {
    let order = socket.order(order);
    socket.command(&order).await.expect("the server goes on")
}

async fn analyse(socket: &mut Socket, deal: u32) -> Value {
    let mut order = socket.order("analyse");
    order["deal"] = json!(deal);
    let mut answer = socket.command(&order).await.expect("the server goes on");
    // The server reports its progress before it sends the answer.
    let mut done = 0;
    while answer["t"] == "analysing" || answer["cmd"] != order["cmd"] {
        if answer["t"] == "analysing" {
            assert!(
                answer["done"].as_u64() > Some(done) && answer["done"].as_u64() < answer["of"].as_u64(),
                "{answer}"
            );
            done = answer["done"].as_u64().expect("a number");
        }
        answer = socket.next().await.expect("the server goes on");
    }
    // Every decision of a card game is simulated. A solitaire that was won needs no simulation.
    if answer["t"] == "analysis" && answer["decisions"][0]["outlook"].is_null() {
        assert!(done > 0, "it has said how far it has come");
    }
    answer
}

/// Waits for the turn of seat 0. Returns false if the deal ends before that turn.
async fn my_turn(socket: &mut Socket) -> bool {
    while socket.frame["phase"] == "deal" && socket.frame["must"] != json!([0]) {
        socket.frame().await;
    }
    socket.frame["phase"] == "deal"
}

#[tokio::test]
async fn advice_names_legal_choices_with_points_and_reasons_and_is_remembered() {
    let mut server = TestServer::open().await;
    let id = server.client.open(json!({"game": "schwarze-dame", "options": {"deals": 1}})).await;
    let mut socket = server.client.sit(&id).await;
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
    // The mark is still there after a restart of the server.
    let cookie = server.client.cookie.clone();
    let mut server = TestServer::with(server.close().await, server::Pace::fixed(60_000)).await;
    server.client.cookie = cookie;
    let socket = server.client.sit(&id).await;
    assert_eq!(socket.frame["advised"], json!([0]));
    server.close().await;
}

#[tokio::test]
async fn a_table_has_no_advice_if_its_host_wants_none() {
    let mut server = TestServer::open().await;
    let id = server.client.open(json!({"game": "kael", "advice": false})).await;
    let mut socket = server.client.sit(&id).await;
    refused(&ask(&mut socket, "advise").await, "advice_is_off", "Advice is off");
    assert_eq!((&socket.frame["advice"], &socket.frame["advised"]), (&json!(false), &json!([])));
    server.close().await;
}

#[tokio::test]
async fn a_solitaire_is_advised_by_who_does_not_see_the_stock() {
    let mut server = TestServer::open().await;
    let id = server.client.open(json!({"game": "rouge-et-noir", "deal": 7})).await;
    let mut socket = server.client.sit(&id).await;
    let answer = ask(&mut socket, "advise").await;
    assert_eq!(answer["t"], "advised", "{answer}");
    let legal = socket.frame["legal"].as_array().unwrap();
    assert!(legal.contains(&answer["advice"]["choices"][0]["legal"]), "{answer}");
    assert!(!answer["advice"]["reasons"].as_array().unwrap().is_empty());
    assert_eq!(socket.frame["assisted"], false, "nobody looked at the stock");
    server.close().await;
}

#[tokio::test]
async fn analysis_comes_after_the_deal_and_marks_at_most_three() {
    let mut server = TestServer::open().await;
    let id = server.client.open(json!({"game": "schwarze-dame", "options": {"deals": 1}})).await;
    let mut socket = server.client.sit(&id).await;
    refused(&analyse(&mut socket, 0).await, "deal_goes_on", "not finished");
    socket.play_to_the_end(&mut Rng::new(4), 1000).await;
    assert_eq!(socket.frame["phase"], "over");
    refused(&analyse(&mut socket, 1).await, "deal_goes_on", "not finished");
    refused(&ask(&mut socket, "advise").await, "match_over", "over");
    let answer = analyse(&mut socket, 0).await;
    assert_eq!((&answer["t"], &answer["deal"]), (&json!("analysis"), &json!(0)));
    assert_eq!(answer["done"], answer["of"], "nothing is missing");
    let decisions = answer["decisions"].as_array().unwrap();
    assert!((4..=13).contains(&decisions.len()), "{}", decisions.len());
    assert!(decisions.iter().filter(|decision| decision["costliest"] == true).count() <= 3);
    for decision in decisions {
        assert!(decision["cost"].as_f64().unwrap() >= 0.0);
        let best = &decision["advice"]["choices"][0]["legal"]["action"];
        assert!(decision["done"]["legal"]["action"] != *best || decision["cost"] == 0.0, "the best costs nothing");
    }
    server.close().await;
}

/// Returns the figures of a decision's choices, with all digits.
fn figures(choices: &Value) -> Vec<Value> {
    let figures = |choice: &Value| json!([choice["legal"]["action"], choice["points"], choice["rash"]]);
    choices.as_array().unwrap().iter().map(figures).collect()
}

#[tokio::test]
async fn the_analysis_gives_a_decision_the_figures_that_the_advice_gave() {
    let mut server = TestServer::open().await;
    let id = server.client.open(json!({"game": "schwarze-dame", "options": {"deals": 1}})).await;
    let mut socket = server.client.sit(&id).await;
    let mut rng = Rng::new(8);
    let mut advised = Vec::new();
    while my_turn(&mut socket).await {
        let legal = socket.legal();
        // Only decisions with few choices are compared. In a debug build, the simulations of other decisions would
        // exceed the limit of ten seconds.
        if (2..=6).contains(&legal.len()) {
            advised.push(figures(&ask(&mut socket, "advise").await["advice"]["choices"]));
        }
        let act = socket.act(&legal[rng.below(legal.len() as u32) as usize]);
        socket.command(&act).await;
    }
    let answer = analyse(&mut socket, 0).await;
    let decisions = answer["decisions"].as_array().unwrap();
    assert!(advised.len() > 2, "{}", advised.len());
    let mut in_order = decisions.iter();
    for before in &advised {
        // The analysis has figures for the action that was done, too, which the advice may lack.
        let is_same = |decision: &Value| {
            let found = figures(&decision["advice"]["choices"]);
            let beside = |one: &Value| one[0] == decision["done"]["legal"]["action"] && !before.contains(one);
            found.into_iter().filter(|one| !beside(one)).eq(before.iter().cloned())
        };
        assert!(in_order.any(is_same), "{before:?}");
    }
    for decision in decisions {
        let choices = &decision["advice"]["choices"];
        let gap = choices[0]["points"].as_f64().unwrap() - decision["done"]["points"].as_f64().unwrap();
        let shown = if decision["done"]["equal"] == true { 0.0 } else { gap };
        assert_eq!(format!("{shown:.1}"), format!("{:.1}", decision["cost"].as_f64().unwrap()), "{decision}");
    }
    let cost: f64 = decisions.iter().map(|decision| decision["cost"].as_f64().unwrap()).sum();
    assert_eq!(
        format!("{cost:.1}"),
        format!("{:.1}", answer["cost"].as_f64().unwrap()),
        "the total is the sum of the list"
    );
    server.close().await;
}

#[tokio::test]
async fn a_finished_solitaire_is_judged_by_who_sees_all_cards_and_counts_as_assisted_if_it_can_go_on() {
    let mut server = TestServer::open().await;
    let id = server.client.open(json!({"game": "rouge-et-noir", "deal": 7})).await;
    let mut socket = server.client.sit(&id).await;
    refused(&analyse(&mut socket, 0).await, "deal_goes_on", "not finished");
    socket.play_to_the_end(&mut Rng::new(4), 3000).await;
    assert_eq!((&socket.frame["phase"], &socket.frame["assisted"]), (&json!("over"), &json!(false)));
    let can_go_on = socket.frame["undo"].as_u64().unwrap() > 0;
    let answer = analyse(&mut socket, 0).await;
    assert_eq!((&answer["t"], &answer["done"]), (&json!("analysis"), &answer["of"]), "{answer}");
    let decisions = answer["decisions"].as_array().unwrap();
    assert!(decisions.len() > 40);
    for decision in decisions {
        assert!(decision["outlook"].is_string() && decision["done"]["outlook"].is_string(), "{decision}");
    }
    for pair in decisions.windows(2) {
        let rank = |decision: &Value| {
            let word = decision["outlook"].as_str().unwrap();
            ["winnable", "unknown", "lost"].iter().position(|known| *known == word).unwrap()
        };
        assert!(rank(&pair[0]) <= rank(&pair[1]), "what is lost stays lost");
    }
    assert_eq!(socket.frame["assisted"], can_go_on, "what it tells could be played by");
    server.close().await;
}

/// Checks that a table at which champions are thinking still answers fast: the median of many answers is at most 50 ms.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_with_thinking_champions_answers_others_at_once() {
    let mut server = TestServer::open().await;
    let id = server
        .client
        .open(json!({"game": "schwarze-dame", "options": {"deals": 4}, "bots": ["champion", "champion", "champion"]}))
        .await;
    let mut socket = server.client.sit(&id).await;
    let mut rng = Rng::new(2);
    let mut waited: Vec<Duration> = Vec::new();
    while waited.len() < 60 {
        let mut why = socket.order("why");
        why["action"] = json!("play Qs");
        let before = Instant::now();
        let answer = socket.command(&why).await.expect("the server goes on");
        waited.push(before.elapsed());
        assert_eq!(answer["t"], "answer");
        // Keep playing, so that the champions keep thinking.
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
    server.close().await;
}
