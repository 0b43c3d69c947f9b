//! Tests that a backup is the state at one moment, even if a server writes meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use store::conformance::{event, setup};
use store::{BackupError, EventStore, Sqlite, StoreError, backup, restore};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn copies_made_under_load_hold_what_was_answered_before_and_have_no_gaps() {
    let data = folder();
    let store = Arc::new(Sqlite::open(data.path()).unwrap());
    let session = store.begin_session([9; 32], "Ann", 1).await.unwrap();
    for table in ["a", "b"] {
        store.create(setup(table, Some(session.id), 1)).await.unwrap();
    }
    // The file has more pages than one step copies, so that commits happen between steps.
    for seq in 0..60 {
        store.append("a", seq, vec![event(0, None, &"x".repeat(100_000))]).await.unwrap();
    }
    let (answered, stop) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
    let writing = tokio::spawn({
        let (store, answered, stop) = (store.clone(), answered.clone(), stop.clone());
        async move {
            let mut seq = 0;
            while !stop.load(Ordering::Relaxed) {
                store.append("b", seq, vec![event(0, Some(&format!("c{seq}")), "move")]).await.unwrap();
                seq += 1;
                answered.store(seq, Ordering::Release);
            }
        }
    });
    for round in 0..8 {
        while answered.load(Ordering::Acquire) < round * 5 {
            tokio::task::yield_now().await;
        }
        let before = answered.load(Ordering::Acquire);
        let copy = data.path().join(format!("copy{round}"));
        let mut steps = 0;
        let made = tokio::task::block_in_place(|| backup(data.path(), &copy, |_, _| steps += 1)).unwrap();
        assert!(steps > 1, "{steps}");
        assert_eq!((made.version >= 1, made.matches), (true, 2));
        let home = folder();
        assert_eq!(restore(&copy, home.path(), |_, _| {}).unwrap().events, made.events);
        let again = Sqlite::open(home.path()).unwrap();
        let events = again.events("b").await.unwrap();
        assert!(events.len() as u64 >= before, "{} of {before}", events.len());
        assert_eq!(events.len() + 60, made.events as usize);
        for (seq, event) in events.iter().enumerate() {
            assert_eq!(event.cmd, Some(format!("c{seq}")), "in order, none twice");
        }
        assert_eq!(again.events("a").await.unwrap().len(), 60);
        assert_eq!(again.session([9; 32]).await.unwrap(), Some(session.clone()), "sessions come along");
        again.append("b", events.len() as u64, vec![event(0, None, "on")]).await.expect("play goes on");
    }
    stop.store(true, Ordering::Relaxed);
    writing.await.unwrap();
}

#[test]
fn a_folder_in_use_is_not_filled_by_a_restore() {
    let (data, home) = (folder(), folder());
    drop(Sqlite::open(data.path()).unwrap());
    let copy = data.path().join("copy");
    backup(data.path(), &copy, |_, _| {}).unwrap();
    let held = Sqlite::open(home.path()).unwrap();
    assert!(matches!(restore(&copy, home.path(), |_, _| {}), Err(BackupError::Exists { .. })));
    drop(held);
    // A process holds the lock of the folder, so the folder is in use even if the data file has been deleted.
    let lock = std::fs::File::options().append(true).open(home.path().join("cardroom.lock")).unwrap();
    lock.lock().unwrap();
    for file in ["cardroom.sqlite", "cardroom.sqlite-wal", "cardroom.sqlite-shm"] {
        let _ = std::fs::remove_file(home.path().join(file));
    }
    let refused = restore(&copy, home.path(), |_, _| {});
    assert!(matches!(refused, Err(BackupError::Store(StoreError::InUse { .. }))), "{refused:?}");
    drop(lock);
    restore(&copy, home.path(), |_, _| {}).unwrap();
    Sqlite::open(home.path()).unwrap();
}

#[test]
fn a_copy_with_a_gap_in_a_log_is_no_backup() {
    let (data, home) = (folder(), folder());
    drop(Sqlite::open(data.path()).unwrap());
    let copy = data.path().join("copy");
    backup(data.path(), &copy, |_, _| {}).unwrap();
    let db = rusqlite::Connection::open(&copy).unwrap();
    db.pragma_update(None, "foreign_keys", false).unwrap();
    db.execute_batch("INSERT INTO events (table_id, seq, at_ms, entry) VALUES ('gone', 1, 1, 'x')").unwrap();
    drop(db);
    let refused = restore(&copy, &home.path().join("data"), |_, _| {}).unwrap_err();
    assert!(refused.to_string().contains("1 rows without what they belong to, 1 tables with gaps"), "{refused}");
    assert!(!home.path().join("data").exists(), "nothing was made");
}

#[test]
fn a_database_with_something_that_cardroom_did_not_make_is_no_backup() {
    let (data, home) = (folder(), folder());
    drop(Sqlite::open(data.path()).unwrap());
    let copy = data.path().join("copy");
    backup(data.path(), &copy, |_, _| {}).unwrap();
    for (made, what) in [
        ("CREATE TRIGGER spy AFTER INSERT ON events BEGIN DELETE FROM bans; END", "trigger spy"),
        ("CREATE VIEW hands AS SELECT entry FROM events", "view hands"),
        ("CREATE TABLE copies (entry TEXT)", "table copies"),
        ("CREATE INDEX slow ON events (entry)", "index slow"),
        ("CREATE TRIGGER matches AFTER DELETE ON bans BEGIN SELECT 1; END", "trigger matches"),
    ] {
        let altered = data.path().join(what);
        std::fs::copy(&copy, &altered).unwrap();
        rusqlite::Connection::open(&altered).unwrap().execute_batch(made).unwrap();
        let refused = restore(&altered, &home.path().join("data"), |_, _| {}).unwrap_err().to_string();
        assert!(refused.contains(&format!("it has the {what}, which cardroom did not make")), "{refused}");
    }
    assert!(!home.path().join("data").exists(), "nothing was made");
    // Tables that SQLite adds itself are allowed.
    rusqlite::Connection::open(&copy).unwrap().execute_batch("ANALYZE").unwrap();
    restore(&copy, &home.path().join("data"), |_, _| {}).unwrap();
}
