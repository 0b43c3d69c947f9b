//! The player's mistakes: found in finished deals by a worker, stored on the device, asked again after their days.

use offline::judge;
use serde_json::{Value, json};

use crate::page::Page;

const DAY_MS: f64 = 24.0 * 60.0 * 60.0 * 1000.0;

/// Returns a page whose player has finished a match of two deals, and the id of its table.
fn finished() -> (Page, String) {
    let mut page = Page::new(5);
    let id = page.open_new(json!({ "game": "schwarze-dame", "options": { "deals": 2 } }));
    while page.json("GET", "me/statistics", None)["games"].as_array().is_some_and(Vec::is_empty) {
        assert!(page.step(20), "a deal ends before its match");
    }
    assert_eq!(lists(&mut page), (0, 0), "the match goes on");
    while page.step(20) {}
    (page, id)
}

/// Returns the number of mistakes and of deals that are not judged yet.
fn lists(page: &mut Page) -> (usize, usize) {
    let list = page.json("GET", "me/mistakes", None);
    ["mistakes", "unjudged"].map(|key| list[key].as_array().expect("a list").len()).into()
}

/// Judges a deal as a worker does, and returns the request that stores its mistakes.
fn judged(page: &mut Page, of: &Value) -> Value {
    let table = of["table"].as_str().expect("an id");
    let record = page.request("GET", &format!("tables/{table}/record"), None).1;
    let of = serde_json::from_value(of.clone()).expect("a deal");
    let found = judge(of, &record).expect("it can be judged").expect("a native program has the nets");
    serde_json::to_value(found).expect("JSON")
}

/// Judges all deals. Returns the number of mistakes.
fn judge_all(page: &mut Page) -> usize {
    let unjudged = page.json("GET", "me/mistakes", None)["unjudged"].clone();
    for of in unjudged.as_array().expect("a list") {
        let found = judged(page, of);
        assert_eq!(page.request("POST", "me/mistakes", Some(found)), (204, String::new()));
    }
    lists(page).0
}

#[test]
fn each_deal_is_judged_once_and_each_mistake_stored_once() {
    let (mut page, id) = finished();
    let list = page.json("GET", "me/mistakes", None);
    let deal = |deal: u32| json!({ "table": id, "game": "schwarze-dame", "deal": deal, "seat": 0 });
    let unjudged = list["unjudged"].as_array().expect("a list");
    assert!(unjudged.len() == 2 && [0, 1].map(deal).iter().all(|one| unjudged.contains(one)), "{list}");
    let found = judged(&mut page, &deal(0));
    let count = found["mistakes"].as_array().expect("a list").len();
    assert!(count > 0, "a player who plays at random makes mistakes");
    assert_eq!(page.request("POST", "me/mistakes", Some(found.clone())).0, 204);
    assert_eq!(lists(&mut page), (count, 1));
    // The same mistakes are found in the other deal, and then a deal comes that is judged already.
    let mut again = found.clone();
    again["of"] = deal(1);
    for twice in [again, found] {
        assert_eq!(page.request("POST", "me/mistakes", Some(twice)).0, 204);
        assert_eq!(lists(&mut page), (count, 0));
    }
    let mut page = page.reloaded(6);
    assert_eq!(lists(&mut page), (count, 0), "it is stored");
    let foreign = json!({ "of": { "table": "0x", "game": "schwarze-dame", "deal": 0, "seat": 0 }, "mistakes": [] });
    assert_eq!(page.request("POST", "me/mistakes", Some(foreign)).0, 204);
    assert_eq!(page.request("POST", "me/mistakes", Some(json!({ "of": deal(0) }))).0, 400);
}

#[test]
fn a_mistake_comes_back_after_its_days_until_it_is_learned() {
    let (mut page, _) = finished();
    judge_all(&mut page);
    let line = |page: &mut Page| page.json("GET", "me/mistakes", None)["mistakes"][0].clone();
    let first = line(&mut page);
    let path = format!("me/mistakes/{}", first["id"].as_str().expect("an id"));
    let mistake = page.json("GET", &path, None);
    assert_eq!((&mistake["id"], &mistake["of"]["game"]), (&first["id"], &json!("schwarze-dame")));
    assert!(mistake["judged"]["legal"].as_array().is_some_and(|legal| legal.len() > 1), "{mistake}");
    let due = |page: &mut Page| {
        let all = page.json("GET", "me/mistakes", None)["mistakes"].clone();
        let mine = all.as_array().expect("a list").iter().find(|one| one["id"] == first["id"]).expect("there").clone();
        let days = (mine["due_ms"].as_i64().unwrap() as f64 - (1_795_392_000_000.0 + page.ms)) / DAY_MS;
        (mine["step"].clone(), days.round() as i64)
    };
    assert_eq!(due(&mut page), (json!(0), 1));
    let answer = |step: u8, right: bool| Some(json!({ "step": step, "right": right }));
    let mut days = 1.0;
    for (step, right, expected) in [
        (0, true, (1, 3)),
        (1, true, (2, 10)),
        (2, false, (0, 1)),
        (0, true, (1, 3)),
        (1, true, (2, 10)),
        (2, true, (3, 30)),
    ] {
        page.wait(days * DAY_MS - 60_000.0);
        assert_eq!(page.json("POST", &path, answer(step, right))["step"], step, "it has not come back yet");
        page.wait(60_000.0);
        assert_eq!(page.json("POST", &path, answer(step + 1, right))["step"], step, "it has another step");
        let line = page.json("POST", &path, answer(step, right));
        assert_eq!((&line["step"], &line["mistake"]), (&json!(expected.0), &Value::Null));
        assert_eq!(due(&mut page), (json!(expected.0), expected.1));
        days = expected.1 as f64;
    }
    page.wait(30.0 * DAY_MS);
    for wrong in
        [json!({ "step": 3 }), json!({ "step": -1, "right": true }), json!({ "step": 3, "right": true, "due_ms": 1 })]
    {
        assert_eq!(page.request("POST", &path, Some(wrong)).0, 400);
    }
    assert_eq!(page.json("POST", &path, answer(3, true))["step"], 4, "it is learned");
    assert_eq!(due(&mut page).0, json!(4));
    for method in ["GET", "POST"] {
        let (status, body) = page.request(method, &path, answer(4, true));
        assert!(status == 404 && body.contains("unknown_mistake"), "{body}");
    }
}

#[test]
fn a_damaged_mistake_is_left_out() {
    let (mut page, _) = finished();
    let count = judge_all(&mut page);
    let (key, text) = page.disk.iter().find(|(key, _)| key.starts_with("mistake/")).expect("a mistake");
    let (key, text) = (key.clone(), text.clone());
    let whole: Value = serde_json::from_str(&text).expect("JSON");
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut other = whole.clone();
        change(&mut other);
        other.to_string()
    };
    let damaged = [
        text[..text.len() / 2].to_owned(),
        "[]".to_owned(),
        changed(&|one| one["mistake"] = Value::Null),
        changed(&|one| one["mistake"]["id"] = json!("another")),
        changed(&|one| one["mistake"]["judged"]["legal"] = json!("play Qs")),
        changed(&|one| one["due_ms"] = json!("soon")),
        changed(&|one| one["due_ms"] = json!(1.5)),
        changed(&|one| one["step"] = json!(-1)),
        changed(&|one| one["id"] = json!("another")),
    ];
    for text in damaged {
        page.disk.insert(key.clone(), text.clone());
        assert_eq!(lists(&mut page).0, count - 1, "{text}");
        let path = key.replace("mistake/", "me/mistakes/");
        assert_eq!(page.request("GET", &path, None).0, 404, "{text}");
    }
}

#[test]
fn mistakes_go_into_the_file_of_all_data_and_are_merged_without_duplicates() {
    let (mut page, _) = finished();
    let count = judge_all(&mut page);
    let file = page.json("GET", "me/data", None);
    let id = page.json("GET", "me/mistakes", None)["mistakes"][0]["id"].as_str().expect("an id").to_owned();
    page.wait(DAY_MS);
    let right = Some(json!({ "step": 0, "right": true }));
    assert_eq!(page.json("POST", &format!("me/mistakes/{id}"), right)["step"], 1);
    let before = page.disk.clone();
    assert_eq!(page.request("POST", "me/data", Some(file.clone())).0, 204);
    assert_eq!(page.disk, before, "what the device has stays as it is");
    let mut other = Page::new(6);
    assert_eq!(other.request("POST", "me/data", Some(file)).0, 204);
    let mut other = other.reloaded(7);
    assert_eq!(lists(&mut other), (count, 0), "judged deals stay judged");
}

#[test]
fn mistakes_are_deleted_alone_or_with_the_results() {
    let (mut page, _) = finished();
    assert!(judge_all(&mut page) > 0);
    assert_eq!(page.request("DELETE", "me/mistakes", None).0, 204);
    assert_eq!(lists(&mut page), (0, 0), "they do not come back");
    let (mut page, _) = finished();
    assert!(judge_all(&mut page) > 0);
    page.json("DELETE", "me/statistics", None);
    assert_eq!(lists(&mut page), (0, 0));
    assert!(page.disk.keys().all(|key| !key.starts_with("mistake/")));
}
