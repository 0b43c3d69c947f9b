//! An analysis takes long, so it is done decision by decision, and everything else goes on meanwhile.

use serde_json::{Value, json};

use crate::page::Page;

/// Returns a page at a match of two deals. The first deal is finished, and its analysis has done one step.
fn begun() -> Page {
    let mut page = Page::new(5);
    page.open_new(json!({ "game": "schwarze-dame", "options": { "deals": 2 }, "bots": ["random"] }));
    while page.frame.as_ref().is_none_or(|frame| frame["phase"] != "between") {
        assert!(page.step(0), "two deals are played");
    }
    let asked = page.command(json!({ "t": "analyse", "deal": 0 }));
    page.post(&asked);
    page.think();
    page
}

fn heard(page: &Page, kind: &str) -> Vec<Value> {
    page.heard.iter().filter(|heard| heard["t"] == kind).cloned().collect()
}

#[test]
fn the_next_deal_begins_while_the_last_is_analysed() {
    let mut page = begun();
    let done: Vec<Value> = heard(&page, "analysing").iter().map(|told| told["done"].clone()).collect();
    assert_eq!(done, [json!(1)]);
    assert_eq!(heard(&page, "analysis"), Vec::<Value>::new());
    let next = page.command(json!({ "t": "next" }));
    page.post(&next);
    assert_eq!(page.frame.as_ref().map(|frame| frame["phase"].clone()), Some(json!("deal")));
    while heard(&page, "analysis").is_empty() {
        page.think();
    }
    let analysis = &heard(&page, "analysis")[0];
    assert_eq!((&analysis["deal"], &analysis["done"]), (&json!(0), &analysis["of"]));
    let told = heard(&page, "analysing").len() as u64;
    assert_eq!(told + 1, analysis["of"].as_u64().expect("a number"), "every decision but the last is told");
}

#[test]
fn an_analysis_ends_after_a_minute_with_what_it_has() {
    let mut page = begun();
    page.ms += 59_000.0;
    page.think();
    assert_eq!(heard(&page, "analysis"), Vec::<Value>::new());
    page.ms += 2_000.0;
    page.think();
    let analysis = &heard(&page, "analysis")[0];
    assert_eq!(analysis["done"], 2);
    assert!(analysis["of"].as_u64() > Some(2), "{analysis}");
}

#[test]
fn an_analysis_ends_when_nobody_waits_for_it() {
    let mut page = begun();
    assert!(page.answer.thinks);
    page.close();
    assert!(!page.answer.thinks, "nothing more is done");
}
