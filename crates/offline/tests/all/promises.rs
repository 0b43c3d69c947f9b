//! The promises of the card room: nothing is reported before it is stored, and a request that fails says why.

use offline::{FromPage, ToPage, WriteOutcome};
use serde_json::json;

use crate::page::Page;

/// Returns a page with a solitaire, the id of its table, and a first action of the player.
fn solitaire() -> (Page, String, serde_json::Value) {
    let mut page = Page::new(5);
    let game = catalog::entries().into_iter().find(|game| game.usual_seats == 1).expect("a solitaire");
    let id = page.open_new(json!({ "game": game.id, "deal": 7 }));
    let frame = page.frame.clone().expect("a frame");
    let act = json!({ "t": "act", "at": frame["at"], "action": frame["legal"][0]["action"] });
    (page, id, act)
}

/// Returns the number of the write. It must be the only message: nothing may be reported before the write is stored.
fn only_write(out: &[ToPage]) -> u64 {
    match out {
        [ToPage::Store { write, .. }] => *write,
        other => panic!("one write and no message: {other:?}"),
    }
}

#[test]
fn nothing_is_told_before_it_is_stored() {
    let (mut page, id, act) = solitaire();
    let told = page.command(act);
    let write = only_write(&page.tell(&told));
    assert_eq!(page.tell(&FromPage::Time), []);
    let out = page.tell(&FromPage::Stored { write, outcome: WriteOutcome::Stored });
    assert!(out.iter().any(|told| matches!(told, ToPage::Message { text, .. } if text.contains(r#""t":"done""#))));
    assert!(out.iter().any(|told| matches!(told, ToPage::Message { text, .. } if text.contains(r#""past":1"#))));
    // The simulated page did not carry out this write, which is as if the device had failed. So the action is lost.
    let mut page = page.reloaded(6);
    page.open(&id);
    assert_eq!(page.frame.expect("a frame")["past"], 0);
}

#[test]
fn what_is_not_stored_does_not_happen_and_the_page_is_told_why() {
    for (outcome, status, key) in
        [(WriteOutcome::Full, 507, "device_full"), (WriteOutcome::Failed, 500, "device_store")]
    {
        let (mut page, id, act) = solitaire();
        let told = page.command(act);
        let write = only_write(&page.tell(&told));
        for told in page.tell(&FromPage::Stored { write, outcome }) {
            page.hear(told);
        }
        let refused = page.heard.iter().find(|heard| heard["t"] == "refused").expect("a refusal");
        assert_eq!(refused["refusal"]["key"], key);
        assert_eq!(page.frame.as_ref().expect("a frame")["past"], 0);
        // The list of tables is requested now, so that its data are in memory for the next request, which returns the
        // list.
        page.json("GET", "me", None);
        let name = Some(json!({ "name": "Ada" }));
        let rename = FromPage::Request { id: 9, method: "POST".to_owned(), path: "me".to_owned(), body: name };
        let write = only_write(&page.tell(&rename));
        let answer = page.tell(&FromPage::Stored { write, outcome });
        let [ToPage::Response { status: told, body, .. }] = &answer[..] else { panic!("an error: {answer:?}") };
        assert_eq!(*told, status);
        assert!(body.contains(key), "{body}");
        assert_eq!(page.json("GET", "me", None)["name"], "Guest");
        // If the device is full, the room tries again and the connection stays open. After any other failure the table
        // is unloaded and the connection is closed.
        assert_eq!(page.is_open, outcome == WriteOutcome::Full);
        page.open(&id);
    }
}

#[test]
fn a_name_is_kept_and_a_table_that_is_left_is_gone() {
    let (mut page, id, _) = solitaire();
    assert_eq!(page.json("POST", "me", Some(json!({ "name": " Ada " })))["name"], "Ada");
    assert_eq!(page.request("DELETE", &format!("tables/{id}/seat"), None).0, 204);
    assert!(!page.is_open);
    let mut page = page.reloaded(6);
    let me = page.json("GET", "me", None);
    assert_eq!((&me["name"], &me["tables"]), (&json!("Ada"), &json!([])));
    assert_eq!(page.disk.keys().collect::<Vec<_>>(), ["me"]);
}

#[test]
fn requests_that_cannot_be_answered_say_why() {
    let mut page = Page::new(3);
    for (method, path, body, status, words) in [
        ("GET", "lobby", None, 404, "needs a server"),
        ("GET", "tables/0/record", None, 404, "no such table"),
        ("GET", "tables/0/replay?deal=0", None, 404, "no such table"),
        ("GET", "records/0", None, 404, "record doesn't exist"),
        ("GET", "records/0/replay?deal=0", None, 404, "record doesn't exist"),
        ("GET", "lessons/bridge", None, 400, "There is no game"),
        ("GET", "lessons/kael/why?step=x", None, 400, "?step=0"),
        ("GET", "lessons/kael/why?step=999&action=go", None, 404, "no such lesson step"),
        ("POST", "records", Some(json!("")), 400, "The file is empty"),
        ("POST", "records", Some(json!("{}")), 400, "Line 1"),
        ("POST", "deals", Some(json!({ "game": "bridge" })), 400, "There is no game"),
        ("POST", "me/data", Some(json!({ "cardroom": 2, "kept": [] })), 400, "later version"),
        ("POST", "tables", Some(json!({ "game": "bridge" })), 400, "There is no game"),
        ("POST", "tables", Some(json!({ "game": "kael", "open": "friends" })), 400, "only be met on a server"),
        ("POST", "tables", Some(json!({ "game": "kael", "seats": 99 })), 400, "not 99"),
        ("POST", "tables", Some(json!({ "game": "kael", "bots": ["grandmaster"] })), 400, "no bot"),
        ("POST", "tables", Some(json!({ "game": "kael", "deal": 1 })), 400, "Only solo games"),
        ("POST", "tables", Some(json!({ "game": "kael", "assist": true })), 400, "solo games only"),
        ("POST", "tables", Some(json!({ "game": "kael", "cards": 1 })), 400, "cannot be read"),
        ("POST", "me", Some(json!({ "name": "" })), 400, "1 to 24"),
    ] {
        let (got, text) = page.request(method, path, body);
        assert_eq!(got, status, "{method} {path}: {text}");
        assert!(text.contains(words), "{method} {path}: {text}");
    }
    assert!(page.disk.is_empty());
}

#[test]
fn the_games_are_those_of_the_catalog() {
    let games = Page::new(3).json("GET", "games", None);
    let ids: Vec<&str> =
        games["games"].as_array().expect("a list").iter().filter_map(|game| game["id"].as_str()).collect();
    assert_eq!(ids, catalog::entries().iter().map(|entry| entry.id).collect::<Vec<_>>());
}

#[test]
fn advice_and_the_course_of_the_deal_are_answered() {
    let (mut page, id, act) = solitaire();
    let told = page.command(act);
    page.post(&told);
    page.heard.clear();
    let course = page.json("GET", &format!("tables/{id}/course"), None);
    assert!(course.to_string().contains("action"), "{course}");
    let told = page.command(json!({ "t": "advise" }));
    page.post(&told);
    while !page.heard.iter().any(|heard| heard["t"] == "advised") {
        assert!(page.step(0), "{:?}", page.heard);
    }
}
