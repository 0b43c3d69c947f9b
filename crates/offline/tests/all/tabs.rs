//! Two tabs of a browser that share one storage.

use std::collections::BTreeMap;

use offline::{FromPage, ToPage, WriteOutcome};
use serde_json::{Value, json};

use crate::page::Page;

fn past(page: &Page) -> Value {
    page.frame.as_ref().expect("a frame")["past"].clone()
}

/// Returns the entries of all logs.
fn log(disk: &BTreeMap<String, String>) -> Vec<(&String, &String)> {
    disk.iter().filter(|(key, _)| key.starts_with("log/")).collect()
}

#[test]
fn of_two_tabs_the_one_that_opens_a_table_last_goes_on_with_it() {
    let mut first = Page::new(5);
    let id = first.open_new(json!({ "game": "schwarze-dame" }));
    let mut second = Page::new(6);
    second.sees(&first.disk);
    second.open(&id);
    first.loses(&id);
    assert!(!first.is_open);
    for _ in 0..40 {
        second.step(0);
    }
    let past = second.frame.as_ref().expect("a frame")["past"].clone();
    assert_ne!(past, first.frame.as_ref().expect("a frame")["past"]);
    first.sees(&second.disk);
    first.open(&id);
    assert_eq!(first.frame.as_ref().expect("a frame")["past"], past);
}

#[test]
fn a_room_that_was_looked_at_here_is_not_played_on_when_another_tab_has_gone_on() {
    for asked in ["record", "course", "replay?deal=0"] {
        let mut first = Page::new(5);
        let id = first.open_new(json!({ "game": "rouge-et-noir", "deal": 7 }));
        let mut second = Page::with_disk(first.disk.clone(), 6);
        second.request("GET", &format!("tables/{id}/{asked}"), None);
        for _ in 0..10 {
            first.step(100);
        }
        first.close();
        let played = first.disk.clone();
        assert!(log(&played).len() > 4);
        second.sees(&played);
        second.open(&id);
        assert_eq!(past(&second), past(&first), "{asked}");
        for _ in 0..4 {
            second.step(100);
        }
        assert_ne!(past(&second), past(&first));
        assert!(log(&second.disk).starts_with(&log(&played)), "{asked}: what the first tab stored stays");
    }
}

#[test]
fn a_room_that_was_loaded_before_a_write_was_through_is_loaded_again() {
    let mut page = Page::new(5);
    let id = page.open_new(json!({ "game": "rouge-et-noir", "deal": 7 }));
    let before = page.disk.clone();
    let frame = page.frame.clone().expect("a frame");
    let act = page.command(json!({ "t": "act", "at": frame["at"], "action": frame["legal"][0]["action"] }));
    let [ToPage::Store { write, changes }] = &page.tell(&act)[..] else { panic!("one write") };
    // Before its write is stored, the tab leaves the table, reloads the index, and opens the table again.
    page.close();
    page.sees(&before);
    page.open(&id);
    assert_eq!(past(&page), 0);
    for (key, value) in changes {
        page.disk.insert(key.clone(), value.clone().expect("an entry"));
    }
    page.post(&FromPage::Stored { write: *write, outcome: WriteOutcome::Stored });
    assert!(!page.is_open, "the room does not know what was stored");
    page.open(&id);
    assert_eq!(past(&page), 1);
}
