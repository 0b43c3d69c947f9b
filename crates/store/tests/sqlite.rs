//! SQLite keeps the suite, so does the store in memory; and what only a folder on a disk can get wrong.

use std::path::Path;

use store::conformance::{event, keep, setup};
use store::{EventStore, Sqlite, StoreError};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

fn open(folder: &Path) -> Sqlite {
    Sqlite::open(folder).expect("the store opens")
}

fn refused(folder: &Path) -> String {
    match Sqlite::open(folder) {
        Ok(_) => panic!("the store must not open"),
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn keeps_the_suite() {
    let folder = folder();
    keep(&open(folder.path())).await;
}

#[tokio::test]
async fn so_does_the_store_in_memory() {
    keep(&store::Memory::default()).await;
}

#[tokio::test]
async fn what_was_answered_is_there_after_opening_again() {
    let folder = folder();
    for round in 0..5 {
        let store = open(folder.path());
        if round == 0 {
            store.create(setup("t", None, 1)).await.unwrap();
        }
        assert_eq!(store.events("t").await.unwrap().len(), round as usize);
        store.append("t", round, vec![event(0, Some(&format!("c{round}")), "x")]).await.unwrap();
    }
}

#[tokio::test]
async fn a_write_that_nobody_waits_for_is_written_all_the_same() {
    let folder = folder();
    let store = open(folder.path());
    drop(store.create(setup("t", None, 1)));
    drop(store.append("t", 0, vec![event(0, None, "x")]));
    drop(store);
    assert_eq!(open(folder.path()).events("t").await.unwrap().len(), 1);
}

#[test]
fn two_servers_cannot_share_a_folder() {
    let folder = folder();
    let first = open(folder.path());
    let words = refused(folder.path());
    assert!(words.contains("Another cardroom uses the data folder") && words.contains("--data"), "{words}");
    drop(first);
    open(folder.path());
}

#[test]
fn data_of_a_newer_version_stay_as_they_are() {
    let folder = folder();
    drop(open(folder.path()));
    let file = folder.path().join("cardroom.sqlite");
    let db = rusqlite::Connection::open(&file).unwrap();
    db.pragma_update(None, "user_version", 99).unwrap();
    drop(db);
    let before = std::fs::read(&file).unwrap();
    let words = refused(folder.path());
    assert!(words.contains("newer cardroom (version 99, this one knows up to "), "{words}");
    assert_eq!(std::fs::read(&file).unwrap(), before, "nothing was changed");
}

#[test]
fn a_file_of_somebody_else_stays_as_it_is() {
    let folder = folder();
    let file = folder.path().join("cardroom.sqlite");
    std::fs::write(&file, "Dear diary, ".repeat(100)).unwrap();
    assert!(refused(folder.path()).contains("is not a database of cardroom"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "Dear diary, ".repeat(100));
    std::fs::remove_file(&file).unwrap();
    rusqlite::Connection::open(&file).unwrap().execute_batch("CREATE TABLE recipes (cake TEXT)").unwrap();
    assert!(refused(folder.path()).contains("is not a database of cardroom"));
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = folder();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let words = refused(&file.join("data"));
    assert!(words.contains("file/data"), "{words}");
}

#[tokio::test]
async fn a_full_disk_refuses_and_loses_nothing() {
    let folder = folder();
    let store = open(folder.path());
    store.create(setup("t", None, 1)).await.unwrap();
    let pages = store.pages().await.unwrap();
    store.limit_pages(pages + 2).await.unwrap();
    let long = "x".repeat(500);
    let mut stored = 0;
    let error = loop {
        match store.append("t", stored, vec![event(0, None, &long)]).await {
            Ok(()) => stored += 1,
            Err(error) => break error,
        }
        assert!(stored < 1000, "the disk never gets full");
    };
    assert_eq!(error, StoreError::Full);
    assert!(error.to_string().contains("disk of the server is full"));
    assert_eq!(store.append("t", stored, vec![event(0, None, &long)]).await, Err(StoreError::Full), "still full");
    assert_eq!(store.events("t").await.unwrap().len() as u64, stored, "what was acknowledged is there, no more");
    // Many at once, one of them too large for the last page: the small ones are not refused with it.
    store.limit_pages(pages + 4).await.unwrap();
    store.create(setup("u", None, 1)).await.unwrap();
    let large = store.append("t", stored, vec![event(0, None, &"x".repeat(100_000))]);
    let small = store.append("u", 0, vec![event(0, None, "x")]);
    assert_eq!((large.await, small.await), (Err(StoreError::Full), Ok(())));
    store.limit_pages(pages + 100).await.unwrap();
    store.append("t", stored, vec![event(0, None, &long)]).await.expect("there is room again");
    drop(store);
    assert_eq!(open(folder.path()).events("t").await.unwrap().len() as u64, stored + 1);
}

#[tokio::test]
async fn no_token_and_no_readable_seed_lies_open_in_debug_texts() {
    let folder = folder();
    let store = open(folder.path());
    store.create(setup("t", None, 1)).await.unwrap();
    let text = format!("{:?}", store.find("t").await.unwrap());
    assert!(text.contains("Seed(sealed)") && !text.contains("7, 7"), "{text}");
}
