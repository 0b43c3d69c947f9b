//! Tests of people's mistakes: judged by the server or by their own device, asked again, exported and deleted.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use answers::mistakes::DealJudgement;
use game::Rng;
use protocol::{FoundMistakes, JudgedDeal};
use serde_json::{Value, json};
use store::{ResultStore, SessionId, StoredMistake};

use crate::client::{Answer, Client};
use crate::test_server::TestServer;

const MINE: &str = "/api/v1/me/mistakes";
const DAY_MS: f64 = 86_400_000.0;
/// The first guest of a server.
const ANN: SessionId = SessionId(1);

/// Plays a match at random to its end. Returns the id of its table, once its deals wait to be judged.
async fn played(client: &mut Client, deals: usize) -> String {
    let table = json!({"game": "schwarze-dame", "options": {"deals": deals}, "bots": ["random"]});
    let id = client.open(table).await;
    client.sit(&id).await.play_to_the_end(&mut Rng::new(5), 0).await;
    let of_table =
        |list: &Value| list["unjudged"].as_array().expect("a list").iter().filter(|of| of["table"] == id).count();
    while of_table(&client.get(MINE).await.json()) < deals {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    id
}

/// Returns the mistakes, and the deals that are not judged yet.
async fn lists(client: &mut Client) -> Value {
    let list = client.get(MINE).await.json();
    json!([list["mistakes"], list["unjudged"]])
}

async fn judge(client: &mut Client, table: &str) -> Answer {
    client.post(&format!("/api/v1/tables/{table}/mistakes"), "").await
}

/// Judges a deal as the module of a page does.
fn judged(record: &str, of: &Value) -> FoundMistakes {
    let of: JudgedDeal = serde_json::from_value(of.clone()).expect("a deal");
    let mut judgement = DealJudgement::begin(of, record.trim_end()).expect("a finished deal");
    loop {
        match judgement.step(&AtomicBool::new(false)) {
            ControlFlow::Continue(more) => judgement = more,
            ControlFlow::Break(found) => return found,
        }
    }
}

#[tokio::test]
async fn the_server_judges_a_deal_once_and_asks_for_its_mistakes_again() {
    let mut server = TestServer::open().await;
    let store = server.store.clone().expect("a store");
    let ann = &mut server.client;
    let mut bo = Client::new(ann.address);
    // A deal can be without a mistake. Then another match is played.
    let (id, list) = loop {
        assert_eq!(lists(ann).await, json!([[], []]));
        let id = played(ann, 2).await;
        assert_eq!(judge(&mut bo, &id).await.error().1, "unknown_deal", "it is a deal of Ann");
        assert_eq!(judge(ann, "nowhere").await.error().1, "unknown_deal");
        assert_eq!(judge(ann, &id).await.status, 204);
        let list = ann.get(MINE).await.json();
        if list["mistakes"] != json!([]) {
            break (id, list);
        }
        ann.ask("DELETE", "/api/v1/me/statistics", &[], "").await;
    };
    let of = |deal: u32| json!({"table": id, "game": "schwarze-dame", "deal": deal, "seat": 0});
    assert_eq!(list["unjudged"], json!([of(0)]), "the newest deal is judged first");
    let mistakes = list["mistakes"].as_array().expect("a list").clone();
    assert!(mistakes.len() <= 3, "{list}");
    assert!(mistakes.iter().all(|one| one["mistake"].is_null()), "a list shows no position: {list}");

    let first = format!("{MINE}/{}", mistakes[0]["id"].as_str().expect("an id"));
    let mistake = ann.get(&first).await.json();
    assert_eq!((&mistake["of"], &mistake["id"]), (&of(1), &mistakes[0]["id"]));
    assert!(mistake["judged"]["legal"].as_array().is_some_and(|legal| legal.len() > 1), "{mistake}");
    assert!(!mistake.to_string().contains("random"), "nobody is named: {mistake}");
    assert_eq!(bo.get(&first).await.error().1, "unknown_mistake");
    let step = async |client: &mut Client| {
        let list = client.get(MINE).await.json();
        let all = list["mistakes"].as_array().expect("a list");
        let mine = all.iter().find(|one| one["id"] == mistakes[0]["id"]).expect("there");
        let days = (mine["due_ms"].as_f64().unwrap() - list["now_ms"].as_f64().unwrap()) / DAY_MS;
        (mine["step"].as_u64().unwrap(), days.round() as u64)
    };
    let answered = async |client: &mut Client, step: u64, right: bool| {
        let answer = client.post(&first, &json!({"step": step, "right": right}).to_string()).await;
        let line = answer.json();
        assert!(answer.status == 200 && line["mistake"].is_null(), "{line}");
        line["step"].as_u64().expect("a step")
    };
    assert_eq!(step(ann).await, (0, 1));
    assert_eq!(answered(ann, 0, true).await, 0, "it has not come back yet");
    // The stored times are changed, as if the clock of the server had gone on.
    let go_on = async |days: i64| {
        for mistake in store.mistakes_of(ANN, true).await.expect("readable") {
            let due_ms = mistake.due_ms - days * 86_400_000;
            store.answer_mistake(ANN, mistake.step, StoredMistake { due_ms, ..mistake }).await.expect("stored");
        }
    };
    for (days, right, expected) in
        [(1, true, 1), (3, true, 2), (10, false, 0), (1, true, 1), (3, true, 2), (10, true, 3)]
    {
        let before = step(ann).await.0;
        go_on(days).await;
        assert_eq!(answered(ann, before + 1, right).await, before, "it has another step");
        for _ in 0..2 {
            assert_eq!(answered(ann, before, right).await, expected, "an answer counts once");
        }
    }
    for wrong in [
        json!({"step": 256, "right": true}),
        json!({"step": -1, "right": true}),
        json!({"step": 0.5, "right": true}),
        json!({"step": 1, "right": "yes"}),
        json!({"step": 1, "right": true, "due_ms": 1}),
        json!({"right": true}),
    ] {
        assert_eq!(ann.post(&first, &wrong.to_string()).await.error().1, "malformed", "{wrong}");
    }
    assert_eq!(answered(ann, 3, true).await, 3, "30 days are not over");
    go_on(30).await;
    assert_eq!(answered(ann, 3, true).await, 4, "it is learned");
    assert_eq!(ann.get(&first).await.status, 404);

    let mine = ann.get("/api/v1/me/data").await.json()["mistakes"].clone();
    assert_eq!(mine.as_array().expect("a list").len(), mistakes.len());
    assert_eq!(ann.ask("DELETE", MINE, &[], "").await.status, 204);
    assert_eq!(lists(ann).await, json!([[], [of(0)]]));
    assert_eq!(judge(ann, &id).await.status, 204);
    ann.ask("DELETE", "/api/v1/me/statistics", &[], "").await;
    assert_eq!(lists(ann).await, json!([[], []]), "they go with the results");
    server.close().await;
}

#[tokio::test]
async fn a_device_stores_what_it_has_found_and_nothing_else() {
    let mut server = TestServer::open().await;
    let ann = &mut server.client;
    let found = loop {
        let id = played(ann, 1).await;
        let record = ann.get(&format!("/api/v1/tables/{id}/record")).await.body;
        let of = ann.get(MINE).await.json()["unjudged"][0].clone();
        let found = serde_json::to_value(judged(&record, &of)).expect("JSON");
        if found["mistakes"] != json!([]) {
            break found;
        }
        ann.ask("DELETE", "/api/v1/me/statistics", &[], "").await;
    };
    assert!(found.to_string().len() > 1000, "{found}");
    let mut bo = Client::new(ann.address);
    assert_eq!(bo.post(MINE, &found.to_string()).await.error().1, "unknown_deal", "it is a deal of Ann");
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut other = found.clone();
        change(&mut other);
        other.to_string()
    };
    for wrong in [
        changed(&|found| found["more"] = json!(1)),
        changed(&|found| found["mistakes"][0]["due_ms"] = json!(1)),
        changed(&|found| found["mistakes"][0]["judged"]["cost"] = json!("much")),
        changed(&|found| found["mistakes"][0]["judged"]["cost"] = json!(0.1)),
        changed(&|found| found["mistakes"][0]["judged"]["view"] = json!({"a": [[[]]]})),
        changed(&|found| found["mistakes"][0]["of"]["deal"] = json!(1)),
        changed(&|found| found["mistakes"][0]["id"] = json!("another")),
        changed(&|found| found["of"]["seat"] = json!(1)),
        changed(&|found| found["mistakes"][0]["judged"]["legal"][0]["action"] = json!("play \u{0} Qs")),
    ] {
        assert_eq!(ann.post(MINE, &wrong).await.error().1, "malformed", "{wrong}");
    }
    let large = "x".repeat(300_000);
    assert_eq!(ann.post(MINE, &changed(&|found| found["more"] = json!(large))).await.status, 413);
    assert_eq!(ann.post(MINE, &found.to_string()).await.status, 204);
    let list = ann.get(MINE).await.json();
    let ids = |mistakes: &Value| {
        let all = mistakes.as_array().expect("a list").iter();
        let mut ids: Vec<String> = all.map(|one| one["id"].to_string()).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(&list["mistakes"]), ids(&found["mistakes"]));
    assert_eq!(ann.post(MINE, &found.to_string()).await.error().1, "unknown_deal", "it is judged already");
    let first = &found["mistakes"][0];
    assert_eq!(ann.get(&format!("{MINE}/{}", first["id"].as_str().expect("an id"))).await.json(), *first);
    server.close().await;
}

/// A guest has one deal judged at a time. The work ends when the guest leaves.
#[tokio::test]
async fn one_deal_of_a_guest_is_judged_at_a_time_until_the_guest_leaves() {
    let mut server = TestServer::open().await;
    let id = played(&mut server.client, 2).await;
    let spawn = || {
        let (mut client, id) = (server.client.clone(), id.clone());
        tokio::spawn(async move { judge(&mut client, &id).await })
    };
    let both = [spawn(), spawn()];
    let mut answers = Vec::new();
    for one in both {
        answers.push(one.await.expect("no panic"));
    }
    answers.sort_by_key(|answer| answer.status);
    assert_eq!(answers.iter().map(|answer| answer.status).collect::<Vec<_>>(), [204, 429], "{answers:?}");
    assert_eq!(answers[1].header("retry-after"), Some("5"));

    // The place becomes free when the guest leaves. A request for a table that does not exist shows whether it is free.
    // Such a request takes the place for a moment, so the other one may have to come again.
    let mut client = server.client.clone();
    let leaves = 'begun: loop {
        let leaves = spawn();
        while !leaves.is_finished() {
            if judge(&mut client, "nowhere").await.status == 429 {
                break 'begun leaves;
            }
        }
        assert_eq!(leaves.await.expect("no panic").status, 429, "the deal was judged before the guest could leave");
    };
    leaves.abort();
    while judge(&mut client, "nowhere").await.status == 429 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let left = client.get(MINE).await.json()["unjudged"].as_array().map(Vec::len);
    assert_eq!(left, Some(1), "nothing of it was stored");
    assert_eq!(judge(&mut client, &id).await.status, 204);
    assert_eq!(client.get(MINE).await.json()["unjudged"], json!([]));
    server.close().await;
}
