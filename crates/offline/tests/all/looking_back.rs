//! Finished deals, results, and the export of all data as one file.

use serde_json::{Value, json};

use crate::page::Page;

/// Returns a page with a finished match against bots, and the id of its table.
fn finished(game: &str, options: Value) -> (Page, String) {
    let mut page = Page::new(5);
    let id = page.open_new(json!({ "game": game, "options": options }));
    let mut steps = 0;
    while page.step(20) {
        steps += 1;
        assert!(steps < 100_000, "{game}: the match goes on and on");
    }
    (page, id)
}

#[test]
fn a_finished_deal_is_shown_again_and_its_record_can_be_brought_to_another_device() {
    let (mut page, id) = finished("schwarze-dame", json!({ "deals": 2 }));
    let own = page.json("GET", &format!("tables/{id}/replay?deal=1&viewer=0"), None);
    assert!(own["steps"].as_array().expect("steps").len() > 52, "{own}");
    assert_eq!(page.request("GET", &format!("tables/{id}/replay?deal=2"), None).0, 404);
    assert_eq!(page.request("GET", &format!("tables/{id}/replay?deal=0&viewer=nine"), None).0, 400);
    let record = page.request("GET", &format!("tables/{id}/record"), None).1;
    let mut other = Page::new(6);
    let brought = other.json("POST", "records", Some(json!(record)));
    let brought = brought["records"][0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(other.request("GET", &format!("records/{brought}"), None), (200, record));
    let mut other = other.reloaded(7);
    let again = other.json("GET", &format!("records/{brought}/replay?deal=1&viewer=0"), None);
    assert_eq!(again["steps"].as_array().map(Vec::len), own["steps"].as_array().map(Vec::len));
}

#[test]
fn results_are_counted_and_forgotten() {
    let (page, _) = finished("schwarze-dame", json!({ "deals": 2 }));
    let mut page = page.reloaded(6);
    let games = page.json("GET", "me/statistics", None);
    assert_eq!(games["games"][0]["game"], "schwarze-dame");
    assert_eq!((&games["games"][0]["own"]["deals"], &games["games"][0]["own"]["matches"]), (&json!(2), &json!(1)));
    assert_eq!(page.json("DELETE", "me/statistics", None)["games"], json!([]));
    assert_eq!(page.json("GET", "me/statistics", None)["games"], json!([]));
    assert_eq!(page.json("GET", "me", None)["tables"].as_array().map(Vec::len), Some(1), "the match stays");
}

#[test]
fn the_deal_of_the_day_is_the_servers_and_only_its_first_table_counts() {
    let mut page = Page::new(5);
    let daily = page.json("GET", "daily", None);
    assert_eq!(daily["date"], "2026-11-23");
    let game = daily["deals"][0]["game"].as_str().expect("a game").to_owned();
    let number = daily["deals"][0]["deal"].as_u64().expect("a number");
    let cancel = std::sync::atomic::AtomicBool::new(false);
    assert_eq!(catalog::daily(&game, 20_261_123, &cancel).expect("a game"), Some(number));
    let first = page.open_new(json!({ "game": game, "deal": number }));
    page.wait(1000.0);
    page.open_new(json!({ "game": game, "deal": number }));
    assert_eq!(page.json("GET", "daily", None)["deals"][0]["table"], json!(first));
}

#[test]
fn deals_are_found_by_level_and_lessons_are_taught() {
    let mut page = Page::new(5);
    let solitaire = catalog::entries().into_iter().find(|game| game.solved).expect("a solitaire").id;
    let rated = page.json("POST", "deals", Some(json!({ "game": solitaire, "level": "easy" })));
    assert_eq!((&rated["verdict"], &rated["level"]), (&json!("winnable"), &json!("easy")), "{rated}");
    for game in catalog::entries() {
        let lesson = page.json("GET", &format!("lessons/{}", game.id), None);
        let legal = lesson["steps"][0]["legal"][0].as_str().or(lesson["steps"][0]["legal"][0]["action"].as_str());
        let action = legal.expect("an action").replace(' ', "+");
        let why = page.json("GET", &format!("lessons/{}/why?step=0&action={action}", game.id), None);
        assert_eq!(why["refusal"], Value::Null, "{}: {action} is legal", game.id);
        let why = page.json("GET", &format!("lessons/{}/why?step=0&action=fly", game.id), None);
        assert_ne!(why["refusal"], Value::Null, "{}", game.id);
    }
}

#[test]
fn everything_goes_into_one_file_and_comes_back_from_it() {
    let (mut page, id) = finished("schwarze-dame", json!({ "deals": 1 }));
    page.json("POST", "me", Some(json!({ "name": "Ada" })));
    let going = page.open_new(json!({ "game": "kael" }));
    let file = page.json("GET", "me/data", None);
    let mut other = Page::new(6);
    assert_eq!(other.request("POST", "me/data", Some(file.clone())).0, 204);
    let mut other = other.reloaded(7);
    assert_eq!(other.disk, page.disk);
    let me = other.json("GET", "me", None);
    assert_eq!(me["name"], "Ada");
    assert_eq!(me["tables"].as_array().map(Vec::len), Some(2));
    other.open(&going);
    assert_eq!(other.request("GET", &format!("tables/{id}/replay?deal=0"), None).0, 200);
    // An import does not change data that are stored already.
    other.json("POST", "me", Some(json!({ "name": "Bo" })));
    assert_eq!(other.request("POST", "me/data", Some(file)).0, 204);
    assert_eq!(other.json("GET", "me", None)["name"], "Bo");
    assert_eq!(other.request("DELETE", "me", None).0, 204);
    assert!(!other.is_open);
    assert!(other.disk.is_empty());
    assert_eq!(other.json("GET", "me", None)["tables"], json!([]));
}
