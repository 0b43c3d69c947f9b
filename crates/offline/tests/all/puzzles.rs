//! Puzzles of a person who plays alone.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::page::Page;

/// Returns a file of puzzles of a game, in hex.
fn file(game: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(game).join("puzzles");
    let first = fs::read_dir(folder).expect("puzzles").next().expect("a file").expect("an entry");
    let bytes = fs::read(first.path()).expect("a file");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn puzzles_are_asked_answered_and_rated_and_none_comes_twice() {
    for game in catalog::entries() {
        let mut page = Page::new(5);
        let file = file(game.id);
        let mut seen = Vec::new();
        loop {
            let (status, body) = page.request("POST", "puzzles/next", Some(json!({ "file": file })));
            if status == 404 {
                break;
            }
            let question: Value = serde_json::from_str(&body).expect("JSON");
            let deal = question["deal"].clone();
            assert!(!seen.contains(&deal), "{}: {deal} comes twice", game.id);
            let legal = question["legal"].as_array().expect("a list");
            assert!(legal.len() + usize::from(question["may_wait"] == true) > 1);
            let steps = question["replay"]["steps"].as_array().expect("steps");
            let last = steps.last().expect("a position");
            assert!(
                last["must"].as_array().expect("seats").contains(&question["replay"]["viewer"])
                    || question["may_wait"] == true
            );
            let action = legal.first().map_or(Value::Null, |legal| legal["action"].clone());
            let tried = json!({ "file": file, "deal": deal, "action": action });
            let solution = page.json("POST", "puzzles/answer", Some(tried.clone()));
            seen.push(deal);
            assert_eq!(solution["standing"]["tried"], json!(seen.len()), "{solution}");
            // A second try is judged, and not rated.
            let again = page.json("POST", "puzzles/answer", Some(tried));
            assert_eq!(again, solution);
            page = page.reloaded(6);
        }
        assert!(!seen.is_empty(), "{}", game.id);
        assert_eq!(page.json("DELETE", "me/statistics", None)["games"], json!([]));
        let again = page.json("POST", "puzzles/next", Some(json!({ "file": file })));
        assert_eq!(again["standing"]["tried"], 0, "the tries go with the results");
    }
}

#[test]
fn a_theme_is_asked_for_and_wrong_requests_are_refused() {
    let mut page = Page::new(5);
    let file = file("schwarze-dame");
    let (status, body) = page.request("POST", "puzzles/next", Some(json!({ "file": file, "theme": "duck" })));
    assert_eq!(status, 200, "{body}");
    for (path, body) in [
        ("puzzles/next", json!({ "file": "00" })),
        ("puzzles/next", json!({ "file": &file[..file.len() - 2] })),
        ("puzzles/answer", json!({ "file": file, "deal": 1, "action": "play Qs" })),
        ("puzzles/answer", json!({ "file": file })),
    ] {
        assert_eq!(page.request("POST", path, Some(body.clone())).0, 400, "{path}");
    }
    let (status, _) = page.request("POST", "puzzles/next", Some(json!({ "file": file, "theme": "moon" })));
    assert_eq!(status, 404, "this game has no such theme");
}
