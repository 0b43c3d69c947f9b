//! Stored data that cannot be read, and long lists.

use serde_json::{Value, json};

use crate::page::Page;

/// Returns a page with a table in play, after some actions, and the id of the table.
fn played() -> (Page, String) {
    let mut page = Page::new(5);
    let id = page.open_new(json!({ "game": "rouge-et-noir", "deal": 7 }));
    for _ in 0..10 {
        page.step(100);
    }
    (page, id)
}

#[test]
fn a_table_that_cannot_be_read_says_so_and_can_be_removed() {
    let broken = |damage: fn(&str) -> String| {
        let (page, id) = played();
        let mut disk = page.disk;
        let key = damage(&id);
        *disk.get_mut(&key).expect("a key") = "{\"game\":\"rouge-et-noir\",\"created_ms\":1000}".to_owned();
        (Page::with_disk(disk, 6), id)
    };
    for (mut page, id) in [broken(|id| format!("table/{id}")), broken(|id| format!("log/{id}/00000002"))] {
        let lines = page.json("GET", "me", None)["tables"].clone();
        assert_eq!((&lines[0]["id"], &lines[0]["game"]), (&json!(id), &json!("rouge-et-noir")));
        assert_eq!((&lines[0]["seats"], &lines[0]["over"]), (&json!([]), &json!(false)));
        for asked in ["record", "course", "replay?deal=0"] {
            let (status, body) = page.request("GET", &format!("tables/{id}/{asked}"), None);
            assert_eq!(status, 500, "{asked}");
            assert!(body.contains("broken_table"), "{body}");
        }
        assert_eq!(page.request("DELETE", &format!("tables/{id}/seat"), None).0, 204);
        assert!(page.disk.is_empty(), "{:?}", page.disk.keys());
        assert_eq!(page.json("GET", "me", None)["tables"], json!([]));
    }
}

#[test]
fn a_log_with_a_gap_is_not_played_on() {
    let (page, id) = played();
    let mut disk = page.disk;
    disk.remove(&format!("log/{id}/00000002"));
    let mut page = Page::with_disk(disk, 6);
    assert_eq!(page.request("GET", &format!("tables/{id}/record"), None).0, 500);
}

#[test]
fn what_cannot_be_read_is_in_the_file_comes_back_from_it_and_is_deleted() {
    let (page, _) = played();
    let mut disk = page.disk;
    for key in ["table/0later", "log/0later/00000000", "result/0later/0"] {
        disk.insert(key.to_owned(), "written by a later version".to_owned());
    }
    let mut page = Page::with_disk(disk.clone(), 6);
    let file = page.json("GET", "me/data", None);
    let mut other = Page::new(7);
    assert_eq!(other.request("POST", "me/data", Some(file)).0, 204);
    assert_eq!(other.disk, disk);
    let mut other = other.reloaded(8);
    assert_eq!(other.json("GET", "me", None)["tables"].as_array().map(Vec::len), Some(2));
    assert_eq!(other.request("DELETE", "me", None).0, 204);
    assert!(other.disk.is_empty());
    assert_eq!(other.json("GET", "me/data", None)["kept"], json!([]));
}

#[test]
fn only_keys_of_the_card_room_are_taken_from_a_file() {
    let mut page = Page::new(5);
    let file = json!({ "cardroom": 1, "kept": [["owner/0", "x"], ["me", "Ada"]] });
    assert_eq!(page.request("POST", "me/data", Some(file)).0, 204);
    assert_eq!(page.disk.keys().collect::<Vec<_>>(), ["me"]);
}

#[test]
fn every_table_is_in_the_list() {
    let mut page = Page::new(5);
    for _ in 0..60 {
        page.json("POST", "tables", Some(json!({ "game": "rouge-et-noir", "deal": 7 })));
    }
    let tables: Value = page.json("GET", "me", None)["tables"].clone();
    assert_eq!(tables.as_array().map(Vec::len), Some(60));
}
