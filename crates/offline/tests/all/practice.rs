//! Practice without a server.

use serde_json::{Value, json};

use crate::page::Page;

/// Returns a page with a finished match of Schwarze Dame, and the id of its table.
fn finished() -> (Page, String) {
    let mut page = Page::new(5);
    let id = page.open_new(json!({ "game": "schwarze-dame", "options": { "deals": 2 } }));
    while page.step(20) {}
    (page, id)
}

fn answer(page: &mut Page, command: Value) -> Value {
    let command = page.command(command);
    page.heard.clear();
    page.post(&command);
    page.heard.iter().find(|heard| heard["t"] == "done" || heard["t"] == "refused").expect("an answer").clone()
}

#[test]
fn a_position_of_a_finished_deal_is_played_on_from() {
    let (mut page, id) = finished();
    let replay = page.json("GET", &format!("tables/{id}/replay?deal=1&viewer=2"), None);
    let statistics = page.json("GET", "me/statistics", None);
    let asked = json!({ "deal": 1, "step": 10, "seat": 2, "redeal": true, "level": "random" });
    let opened = page.json("POST", &format!("tables/{id}/practice"), Some(asked.clone()));
    assert_eq!(opened["seat"], 2, "{opened}");
    let practice = opened["id"].as_str().expect("an id").to_owned();
    let mut page = page.reloaded(9);
    page.open(&practice);
    let frame = page.frame.clone().expect("a frame");
    assert_eq!((&frame["viewer"], &frame["view"]), (&json!(2), &replay["steps"][10]["view"]));
    let me = page.json("GET", "me", None);
    let line = |id: &str| me["tables"].as_array().expect("a list").iter().find(|line| line["id"] == id).cloned();
    assert_eq!(line(&practice).expect("listed")["practice"], true);
    assert_eq!(line(&id).expect("listed")["practice"], Value::Null);
    let mut acted = 0;
    while page.step(20) {
        let undo = page.frame.as_ref().expect("a frame")["undo"].as_u64().expect("a number");
        if undo == 2 && acted < 3 {
            acted += 1;
            assert_eq!(answer(&mut page, json!({ "t": "undo", "n": 2 }))["t"], "done");
            assert_eq!(page.frame.as_ref().expect("a frame")["undo"], 0);
        }
    }
    assert_eq!(acted, 3);
    assert_eq!(page.json("GET", "me/statistics", None), statistics, "practice is counted nowhere");
    let record = page.request("GET", &format!("tables/{practice}/record"), None).1;
    let raw = table::record::Raw::read(record.trim_end()).expect("a record");
    assert!(raw.is_practice() && catalog::check(&raw).is_ok(), "{record}");
    let again = page.json("GET", &format!("tables/{practice}/replay?deal=1&viewer=2"), None);
    assert_eq!((&again["practice"], &again["steps"][10]["view"]), (&json!(true), &replay["steps"][10]["view"]));

    // The same from the record on another device.
    let original = page.request("GET", &format!("tables/{id}/record"), None).1;
    let mut other = Page::new(6);
    let brought = other.json("POST", "records", Some(json!(original)));
    let brought = brought["records"][0]["id"].as_str().expect("an id").to_owned();
    let opened = other.json("POST", &format!("records/{brought}/practice"), Some(asked));
    other.open(opened["id"].as_str().expect("an id"));
    assert_eq!(other.frame.as_ref().expect("a frame")["view"], replay["steps"][10]["view"]);
}

#[test]
fn a_deal_in_play_is_no_position() {
    for (game, steps) in [("schwarze-dame", 60), ("rouge-et-noir", 12)] {
        let mut page = Page::new(5);
        let id = page.open_new(json!({ "game": game }));
        for _ in 0..steps {
            assert!(page.step(20), "{game} goes on");
        }
        let deal = page.frame.as_ref().expect("a frame")["deal"].clone();
        let asked = json!({ "deal": deal, "step": 1, "seat": 0 });
        let (status, body) = page.request("POST", &format!("tables/{id}/practice"), Some(asked));
        assert_eq!(status, 400, "{game}: {body}");
        assert!(body.contains("unknown_position"), "{game}: {body}");
    }
}

#[test]
fn a_practice_set_follows_from_the_date_on_every_device() {
    let opened = |seed: u64| {
        let mut page = Page::new(seed);
        let opened = page.json("POST", "days/2026-12-01/hearts/1", None);
        assert_eq!(opened["seat"], 1, "{opened}");
        page.open(opened["id"].as_str().expect("an id"));
        page
    };
    let (mut page, other) = (opened(5), opened(6));
    let hand = |page: &Page| page.frame.as_ref().expect("a frame")["view"].clone();
    assert_eq!(hand(&page), hand(&other));
    let statistics = page.json("GET", "me/statistics", None);
    while page.step(20) {}
    assert_eq!(page.frame.as_ref().expect("a frame")["phase"], "over");
    assert_eq!(page.json("GET", "me/statistics", None), statistics, "it counts nowhere");
    for (path, key) in [
        ("days/2026-12-01/rouge-et-noir/0", "no_day"),
        ("days/tomorrow/hearts/0", "no_day"),
        ("days/2026-12-01/hearts/4", "day_deal"),
    ] {
        let (status, refused) = page.request("POST", path, None);
        assert!(status == 400 && refused.contains(key), "{refused}");
    }
}
