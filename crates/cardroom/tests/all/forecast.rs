//! `cardroom forecast` as a person runs it.

use serde_json::Value;

use crate::support::{self, cardroom};

const WORDS: &str = "forecast la-dame-noire --option deals=1 --when phase=showdown --matches 12 --simulations 20";

#[test]
fn forecasts_are_scored_and_drawn_and_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let [json, svg] = ["f.json", "f.svg"].map(|name| folder.path().join(name));
    let run = |threads: u32| {
        let words = format!("{WORDS} --threads {threads} --json {} --svg {}", json.display(), svg.display());
        let mut words: Vec<&str> = words.split(' ').collect();
        words.extend(["--mark", "first out"]);
        let said = support::cardroom_reading(b"", &words);
        assert_eq!(said.code, Some(0), "{}", said.err);
        (said.out, std::fs::read_to_string(&json).unwrap(), std::fs::read_to_string(&svg).unwrap())
    };
    let (out, figures, drawing) = run(1);
    assert_eq!((out.clone(), figures.clone(), drawing.clone()), run(2));
    assert!(out.contains("Brier score 0."), "{out}");
    assert!(drawing.starts_with("<svg") && drawing.ends_with("</svg>\n") && drawing.contains("<circle"), "{drawing}");
    let figures: Value = serde_json::from_str(&figures).unwrap();
    let deals = figures["deals"].as_u64().unwrap();
    assert!((1..=12).contains(&deals), "one of each match that was not thrown in: {deals}");
    let forecasts: u64 = figures["bins"].as_array().unwrap().iter().map(|bin| bin["forecasts"].as_u64().unwrap()).sum();
    assert_eq!(forecasts, 16 * deals, "each seat of each seat");
    // Exactly one of the four players goes out first, so the constant forecast is 1/4 and its score is 1/4 · 3/4.
    assert_eq!(figures["constant"], 0.1875);
    let brier = figures["brier"]["estimate"].as_f64().unwrap();
    assert!((0.0..0.1875).contains(&brier), "better than a constant: {brier}");
}

#[test]
fn what_there_is_not_is_refused() {
    for (words, says) in [
        (
            "forecast la-dame-noire --mark luck --when phase=showdown --matches 1",
            "has no mark \"luck\"; its marks are: first out",
        ),
        ("forecast kael --mark called --when weather=fine --matches 1", "a view of kael has no field \"weather\""),
        ("forecast kael --mark called --when next=9 --matches 1", "in no deal did a view say next=9"),
        ("forecast kael --mark called --when phase --matches 1", "as phase=showdown"),
        ("forecast schwarze-dame --mark first --when next=1 --matches 1", "its marks are: none"),
    ] {
        let said = cardroom(words);
        assert_eq!(said.code, Some(2), "{words}");
        assert!(said.err.contains(says), "{words}: {}", said.err);
    }
}
