//! Logs and records stay in the storage of the page. Only the logs of loaded tables are in memory.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::page::Page;

/// Returns a disk with a finished match and this number of copies of it, and the ids of their tables.
fn finished(copies: usize) -> (BTreeMap<String, String>, Vec<String>) {
    let mut page = Page::new(5);
    let id = page.open_new(json!({ "game": "rouge-et-noir", "deal": 7 }));
    while page.step(30) {}
    let played = page.disk;
    let mut disk = played.clone();
    let names: Vec<String> = (0..copies).map(|number| format!("0{number:016x}")).collect();
    for name in &names {
        disk.extend(played.iter().map(|(key, value)| (key.replace(&id, name), value.clone())));
    }
    (disk, names)
}

fn log_length(disk: &BTreeMap<String, String>, table: &str) -> usize {
    let prefix = format!("log/{table}/");
    disk.keys().filter(|key| key.starts_with(&prefix)).count()
}

#[test]
fn the_logs_in_memory_do_not_grow_with_the_finished_tables() {
    for copies in [2, 50] {
        let (disk, names) = finished(copies);
        assert!(log_length(&disk, &names[0]) > 20);
        let mut page = Page::with_disk(disk.clone(), 6);
        assert_eq!(page.json("GET", "me", None)["tables"].as_array().map(Vec::len), Some(copies + 1));
        assert_eq!(page.json("GET", "me/statistics", None)["games"].as_array().map(Vec::len), Some(1));
        assert!(page.reads.is_empty(), "what is known of finished matches is in the index: {:?}", page.reads);
        for name in &names {
            page.json("GET", &format!("tables/{name}/replay?deal=0"), None);
            assert_eq!(page.offline.log_entries(), log_length(&disk, name), "{copies} copies");
            page.loses(name);
        }
        assert_eq!(page.offline.log_entries(), 0);
        assert_eq!(page.reads.len(), copies);
        assert!(page.reads.iter().zip(&names).all(|(read, name)| read.iter().all(|prefix| prefix.contains(name))));
    }
}

#[test]
fn the_list_of_tables_reads_each_match_that_goes_on_once() {
    let mut page = Page::new(5);
    let tables: Vec<String> = ["kael", "schwarze-dame", "rouge-et-noir"]
        .map(|game| {
            let id = page.open_new(json!({ "game": game }));
            for _ in 0..20 {
                page.step(100);
            }
            page.close();
            id
        })
        .to_vec();
    let turns = |me: &Value| -> BTreeMap<String, Value> {
        let lines = me["tables"].as_array().expect("a list");
        lines.iter().map(|line| (line["id"].as_str().expect("an id").to_owned(), line["totals"].clone())).collect()
    };
    let mut page = page.reloaded(6);
    let first = page.json("GET", "me", None);
    assert_eq!(page.reads.len(), tables.len());
    assert_eq!(page.offline.log_entries(), 0, "the list holds no log");
    assert_eq!(page.json("GET", "me", None), first);
    assert_eq!(page.reads.len(), tables.len(), "it is known now");
    for table in &tables {
        page.open(table);
        assert_eq!(page.frame.as_ref().expect("a frame")["totals"], turns(&first)[table]);
        page.close();
    }
}
