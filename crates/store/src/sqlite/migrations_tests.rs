//! Tests of a migration step. A server carries out the step in one transaction when it opens the data. After that, an
//! older program refuses the data. These tests add a step to those of this program.

use std::path::Path;

use super::*;
use crate::conformance::{event, setup};
use crate::sqlite::FILE;
use crate::{BackupError, EventStore, Sqlite, backup, restore};

/// The steps that the next version could have.
const NEXT: [&str; 4] = [
    STEPS[0],
    STEPS[1],
    STEPS[2],
    "ALTER TABLE matches ADD COLUMN place TEXT NOT NULL DEFAULT 'here'; UPDATE matches SET place = 'table ' || id;",
];

fn open(folder: &Path, steps: &[&str]) -> Result<Connection, StoreError> {
    let file = folder.join(FILE);
    let mut db = Connection::open(&file).expect("a file");
    migrate(&mut db, steps, &folder.display().to_string(), &file.display().to_string())?;
    Ok(db)
}

fn version(folder: &Path) -> i64 {
    let db = Connection::open(folder.join(FILE)).expect("a file");
    db.pragma_query_value(None, "user_version", |row| row.get(0)).expect("a version")
}

/// Returns a folder with a match of this version, and a backup of it.
async fn data() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Sqlite::open(folder.path()).expect("the store opens");
    store.create(setup("t", None, 1)).await.expect("a match");
    store.append("t", 0, vec![event(0, Some("c"), "x")]).await.expect("an event");
    drop(store);
    backup(folder.path(), &folder.path().join("copy"), |_, _| {}).expect("a backup");
    folder
}

#[tokio::test]
async fn a_step_is_carried_out_on_opening_and_older_programs_refuse_the_data_then() {
    let folder = data().await;
    let db = open(folder.path(), &NEXT).expect("the next program opens it");
    let place: String = db.query_row("SELECT place FROM matches", [], |row| row.get(0)).expect("a match");
    let events: i64 = db.query_row("SELECT count(*) FROM events", [], |row| row.get(0)).expect("a count");
    assert_eq!((version(folder.path()), place.as_str(), events), (4, "table t", 1));
    drop(db);
    drop(open(folder.path(), &NEXT).expect("nothing is left to do"));

    // The data now have the next version. The server, the backup and the restore of this version refuse them.
    let before = std::fs::read(folder.path().join(FILE)).expect("a file");
    let words = Sqlite::open(folder.path()).err().expect("it must not open").to_string();
    assert!(words.contains("(version 4, this one knows up to 3). Use that cardroom"), "{words}");
    for refused in [
        backup(folder.path(), &folder.path().join("other"), |_, _| {}),
        restore(&folder.path().join(FILE), &folder.path().join("new"), |_, _| {}),
    ] {
        assert!(matches!(refused, Err(BackupError::Newer { found: 4, known: 3, .. })), "{refused:?}");
    }
    assert_eq!(std::fs::read(folder.path().join(FILE)).expect("a file"), before, "nothing was changed");

    // A backup that was made before the step still opens with this version, and a server of the next version upgrades
    // it.
    let back = folder.path().join("back");
    restore(&folder.path().join("copy"), &back, |_, _| {}).expect("the backup is of this version");
    assert_eq!(Sqlite::open(&back).expect("it opens").events("t").await.expect("readable").len(), 1);
    drop(open(&back, &NEXT).expect("the next program opens the backup of this one"));
    assert_eq!(version(&back), 4);
}

#[tokio::test]
async fn steps_are_carried_out_all_or_none() {
    let folder = data().await;
    let fails = [NEXT[0], NEXT[1], NEXT[2], NEXT[3], "CREATE TABLE places (id TEXT); INSERT INTO nowhere VALUES (1);"];
    let refused = open(folder.path(), &fails).expect_err("it fails");
    assert!(matches!(refused, StoreError::Broken(_)), "{refused:?}");
    assert_eq!(version(folder.path()), VERSION);
    assert_eq!(Sqlite::open(folder.path()).expect("as before").events("t").await.expect("readable").len(), 1);
    let db = Connection::open(folder.path().join(FILE)).expect("a file");
    assert_eq!(foreign(&db), Ok(None), "nothing is left of the steps before");
}

#[tokio::test]
async fn data_of_the_first_version_get_what_the_second_one_adds() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = open(folder.path(), &STEPS[..1]).expect("the first program opens it");
    first
        .execute_batch(
            "INSERT INTO sessions (hash, name, created_ms, seen_ms) VALUES (x'00', 'Ann', 1, 1);
         INSERT INTO matches (id, game, rules, options, settings, seed, created_ms, ended_ms, totals)
             VALUES ('t', 'hearts', 1, '{}', '{}', zeroblob(32), 1, 2, '1 2');
         INSERT INTO results (match_id, deal, seat, assisted, session, game, rules, options, seats, points, at_ms)
             VALUES ('t', 0, 0, 0, 1, 'hearts', 1, '{}', 4, 5, 2);",
        )
        .expect("a result");
    drop(first);
    let store = Sqlite::open(folder.path()).expect("it opens");
    let unjudged = crate::ResultStore::unjudged(&store, crate::SessionId(1), 9).await.expect("readable");
    assert_eq!(unjudged.len(), 1, "the deals that were played before can be judged");
}
