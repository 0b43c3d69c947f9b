//! Tests of help at a table with one seat: who gets help, what it says, and that the table stays marked as assisted.

use game::Rng;
use serde_json::{Value, json};

use crate::client::{Client, Socket};
use crate::test_server::{TestServer, refused};

async fn solitaire(server: &mut TestServer, deal: u64, assist: bool) -> (String, Socket) {
    let id = server.client.open(json!({"game": "rouge-et-noir", "deal": deal, "assist": assist})).await;
    let socket = server.client.sit(&id).await;
    (id, socket)
}

async fn ask(socket: &mut Socket, order: &str) -> Value {
    let order = socket.order(order);
    socket.command(&order).await.expect("the server goes on")
}

async fn demo(socket: &mut Socket, step: u32) -> Value {
    let mut order = socket.order("demo");
    order["step"] = json!(step);
    socket.command(&order).await.expect("the server goes on")
}

async fn play_on(socket: &mut Socket, kept: u64) -> Value {
    let mut order = socket.order("play_on");
    order["kept"] = json!(kept);
    socket.command(&order).await.expect("the server goes on")
}

#[tokio::test]
async fn a_hint_is_a_move_of_a_solution_and_hints_do_not_go_in_a_circle() {
    let mut server = TestServer::open().await;
    let (_, mut socket) = solitaire(&mut server, 7, true).await;
    assert_eq!((&socket.frame["assist"], &socket.frame["assisted"]), (&json!(true), &json!(false)));
    let mut left = None;
    for _ in 0..40 {
        let advice = ask(&mut socket, "hint").await;
        assert_eq!((&advice["t"], &advice["verdict"]), (&json!("advice"), &json!("winnable")), "{advice}");
        assert_eq!(socket.frame["assisted"], true, "it is stored before the hint is given");
        let act = socket.act(advice["action"].as_str().expect("an action"));
        assert_eq!(socket.command(&act).await.unwrap()["t"], "done");
        let of = demo(&mut socket, 0).await["of"].as_u64().expect("a solution");
        assert!(left.is_none_or(|left| left == of + 1), "each hint is a step towards the end");
        left = Some(of);
    }
    // The player does not do the suggested action, so the next solution starts from the new position.
    let hint = ask(&mut socket, "hint").await["action"].clone();
    let other = socket.legal().into_iter().find(|action| json!(action) != hint).expect("there is a choice");
    let act = socket.act(&other);
    socket.command(&act).await.unwrap();
    let advice = ask(&mut socket, "hint").await;
    assert!(advice["verdict"] != "winnable" || socket.legal().iter().any(|a| json!(a) == advice["action"]));
    server.close().await;
}

#[tokio::test]
async fn help_is_off_until_its_player_asks_for_it_and_then_it_is_remembered() {
    let mut server = TestServer::open().await;
    let (id, mut socket) = solitaire(&mut server, 3, false).await;
    for kind in ["verdict", "hint", "turning_point"] {
        refused(&ask(&mut socket, kind).await, "help_is_off", "Turn it on first");
    }
    refused(&demo(&mut socket, 1).await, "help_is_off", "Turn it on first");
    refused(&play_on(&mut socket, 0).await, "help_is_off", "Turn it on first");
    assert_eq!((&socket.frame["assist"], &socket.frame["assisted"]), (&json!(false), &json!(false)));
    assert_eq!(ask(&mut socket, "help").await["t"], "done");
    assert_eq!((&socket.frame["assist"], &socket.frame["assisted"]), (&json!(true), &json!(true)));
    assert_eq!(ask(&mut socket, "verdict").await["verdict"], "winnable");
    assert_eq!(ask(&mut socket, "verdict").await["action"], Value::Null, "a badge is no hint");
    // Undoing the actions does not remove the mark, and the mark survives a restart of the server.
    let act = socket.act("turn");
    socket.command(&act).await.unwrap();
    let mut undo = socket.order("undo");
    undo["n"] = json!(1);
    socket.command(&undo).await.unwrap();
    let cookie = server.client.cookie.clone();
    let mut server = TestServer::with(server.close().await, server::Pace::fixed(0)).await;
    server.client.cookie = cookie;
    let socket = server.client.sit(&id).await;
    assert_eq!((&socket.frame["assist"], &socket.frame["assisted"]), (&json!(true), &json!(true)));
    server.close().await;
}

#[tokio::test]
async fn nobody_but_the_player_is_helped_and_no_other_game_has_it() {
    let mut server = TestServer::open().await;
    let (id, _socket) = solitaire(&mut server, 3, true).await;
    let mut stranger = Client::new(server.client.address);
    stranger.come().await;
    assert_eq!(stranger.connect(&id, None).await.err().expect("no seat").status, 403);

    let several = server.client.open(json!({"game": "schwarze-dame", "options": {"deals": 1}})).await;
    let mut socket = server.client.sit(&several).await;
    for kind in ["help", "verdict", "hint", "turning_point"] {
        refused(&ask(&mut socket, kind).await, "not_solved", "This game has no help.");
    }
    refused(&demo(&mut socket, 0).await, "not_solved", "This game has no help.");
    refused(&play_on(&mut socket, 0).await, "not_solved", "This game has no help.");
    assert_eq!((&socket.frame["assist"], &socket.frame["assisted"]), (&json!(false), &json!(false)));
    let answer = server.client.post("/api/v1/tables", r#"{"game":"kael","assist":true}"#).await;
    assert_eq!(answer.error().1, "assist");
    server.close().await;
}

#[tokio::test]
async fn a_demo_shows_a_solution_step_by_step_and_leaves_the_table_alone() {
    let mut server = TestServer::open().await;
    let (_, mut socket) = solitaire(&mut server, 9, true).await;
    let act = socket.act("turn");
    socket.command(&act).await.unwrap();
    let before = (socket.frame["view"].clone(), socket.frame["undo"].clone());
    let first = demo(&mut socket, 0).await;
    assert_eq!(first["verdict"], "winnable");
    assert_eq!(first["frame"]["view"]["tableaus"], before.0["tableaus"]);
    let of = first["of"].as_u64().unwrap() as u32;
    let last = demo(&mut socket, of).await;
    assert_eq!((&last["step"], &last["frame"]["view"]["won"]), (&json!(of), &json!(true)));
    let back = demo(&mut socket, 1).await;
    assert_eq!(back["step"], 1);
    assert_eq!(back["frame"]["since"].as_array().unwrap().len(), 1, "what the step did");
    for shown in [&first, &last, &back] {
        let frame = &shown["frame"];
        assert_eq!((&frame["legal"], &frame["must"]), (&json!([]), &json!([])), "it is only looked at");
    }
    let beyond = demo(&mut socket, of + 50).await;
    assert_eq!(beyond["step"], json!(of));
    assert_eq!((socket.frame["view"].clone(), socket.frame["undo"].clone()), before);
    server.close().await;
}

#[tokio::test]
async fn a_deal_that_was_given_up_is_played_on_from_where_it_could_still_be_won() {
    let mut server = TestServer::open().await;
    let mut rng = Rng::new(1);
    let id = server.client.open(json!({"game": "rouge-et-noir", "deal": 2})).await;
    let mut socket = server.client.sit(&id).await;
    socket.play_to_the_end(&mut rng, 150).await;
    assert_eq!(socket.frame["winners"], json!([]));
    // Help after the end shows that help was used, but does not mark the deal as assisted, because the deal was lost
    // without help.
    assert_eq!(ask(&mut socket, "help").await["t"], "done");
    assert_eq!((&socket.frame["assist"], &socket.frame["assisted"]), (&json!(true), &json!(false)));
    let point = ask(&mut socket, "turning_point").await;
    assert_eq!(point["t"], "turning_point", "{point}");
    let winnable = point["winnable"].as_u64().expect("it could be won at first");
    assert_eq!(point["actions"], 150);
    assert!(point["lost"].as_u64().is_none_or(|lost| winnable < lost && lost <= 150), "{point}");
    refused(&play_on(&mut socket, 100_000).await, "nothing_to_undo", "at most");
    assert_eq!(play_on(&mut socket, winnable).await["t"], "done");
    assert_eq!((&socket.frame["phase"], &socket.frame["assisted"]), (&json!("deal"), &json!(true)));
    assert_eq!(socket.frame["undo"], json!(winnable));
    let done = &point["action"];
    assert_eq!(done.is_null(), winnable == 150, "{point}");
    assert!(done.is_null() || socket.legal().iter().any(|action| json!(action) == *done), "what was done can be done");
    assert_eq!(ask(&mut socket, "verdict").await["t"], "advice");
    server.close().await;
}
