//! Tests that SQLite and the store in memory pass the conformance suite, and tests of faults that only a folder on a
//! disk can have.

use std::path::Path;

use store::conformance::{a_deleted_person_gets_no_seat, check, event, setup};
use store::{EventStore, Sqlite, StoreError, StoreState};

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
    let store = open(folder.path());
    check(&store).await;
    a_deleted_person_gets_no_seat(&store).await;
}

#[tokio::test]
async fn so_does_the_store_in_memory() {
    let store = store::MemoryStore::default();
    check(&store).await;
    a_deleted_person_gets_no_seat(&store).await;
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
fn a_version_below_zero_is_nobodys_of_ours() {
    let folder = folder();
    drop(open(folder.path()));
    let file = folder.path().join("cardroom.sqlite");
    rusqlite::Connection::open(&file).unwrap().pragma_update(None, "user_version", -5).unwrap();
    assert!(refused(folder.path()).contains("is not a database of cardroom"));
    let copied = store::backup(folder.path(), &folder.path().join("copy"), |_, _| {});
    assert!(matches!(copied, Err(store::BackupError::Store(StoreError::Foreign { .. }))), "{copied:?}");
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
    // Two writes run concurrently. The one that is too large for the last pages is refused, and the small one is
    // stored.
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

#[cfg(unix)]
mod modes {
    use std::fs::{Permissions, metadata, set_permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        metadata(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).permissions().mode() & 0o7777
    }

    /// Checks that nobody but the owner can read the folder and everything in it.
    fn check(folder: &Path) {
        assert_eq!(mode(folder), 0o700, "{}", folder.display());
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            assert_eq!(mode(&path), 0o600, "{}", path.display());
        }
    }

    #[tokio::test]
    async fn the_data_are_their_owners_alone() {
        let home = folder();
        let data = home.path().join("data");
        let store = open(&data);
        store.create(setup("t", None, 1)).await.unwrap();
        let names: Vec<_> = std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names.len(), 4, "database, log, its index, lock: {names:?}");
        check(&data);
        // Backups and restored folders have the same permissions.
        let copy = home.path().join("copy");
        store::backup(&data, &copy, |_, _| {}).unwrap();
        assert_eq!(mode(&copy), 0o600);
        let restored = home.path().join("restored");
        store::restore(&copy, &restored, |_, _| {}).unwrap();
        check(&restored);
    }

    #[tokio::test]
    async fn data_that_others_could_read_are_closed_at_the_start() {
        let home = folder();
        let data = home.path().join("data");
        let store = open(&data);
        store.create(setup("t", None, 1)).await.unwrap();
        // The store is leaked, not closed, as in a crash, so its log stays beside the file.
        std::mem::forget(store);
        let crashed = home.path().join("crashed");
        std::fs::create_dir(&crashed).unwrap();
        for entry in std::fs::read_dir(&data).unwrap() {
            let entry = entry.unwrap();
            let to = crashed.join(entry.file_name());
            std::fs::copy(entry.path(), &to).unwrap();
            set_permissions(&to, Permissions::from_mode(0o644)).unwrap();
        }
        set_permissions(&crashed, Permissions::from_mode(0o755)).unwrap();
        let store = open(&crashed);
        assert!(store.find("t").await.unwrap().is_some());
        check(&crashed);
    }
}

#[tokio::test]
async fn what_is_written_to_a_file_that_was_deleted_is_not_acknowledged() {
    let home = folder();
    let data = home.path().join("data");
    let store = open(&data);
    store.create(setup("t", None, 1)).await.unwrap();
    assert_eq!(store.writable().await, Ok(()));
    std::fs::remove_dir_all(&data).unwrap();
    let gone = |result: Result<(), StoreError>| matches!(result, Err(StoreError::Gone { .. }));
    assert!(gone(store.append("t", 0, vec![event(0, None, "x")]).await));
    assert!(gone(store.writable().await));
    // Several writes that share a commit fail in the same way.
    let all =
        [store.append("t", 0, vec![event(0, None, "x")]), store.end("t", store::Ending { at_ms: 1, totals: vec![] })];
    for one in all {
        assert!(gone(one.await));
    }
    // The folder gets a new file of the same name, which is not the file that the store writes to.
    std::fs::create_dir(&data).unwrap();
    std::fs::write(data.join("cardroom.sqlite"), "").unwrap();
    assert!(gone(store.writable().await));
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_in_the_place_of_a_file_is_not_followed() {
    let (folder, elsewhere) = (folder(), folder());
    let other = elsewhere.path().join("precious");
    std::fs::write(&other, "precious").unwrap();
    for name in ["cardroom.lock", "cardroom.sqlite"] {
        let link = folder.path().join(name);
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(&other, &link).unwrap();
        let words = refused(folder.path());
        assert!(words.contains(&format!("{name} is a symbolic link")), "{words}");
        assert_eq!(std::fs::read_to_string(&other).unwrap(), "precious");
        std::fs::remove_file(&link).unwrap();
    }
    open(folder.path());
}

#[cfg(unix)]
#[test]
fn root_does_not_use_the_folder_of_another_user() {
    let folder = folder();
    drop(open(folder.path()));
    let owned = std::os::unix::fs::chown(folder.path(), Some(65533), None);
    // Only root can give the folder to another user, and only root can open the folder of another user.
    assert_eq!(owned.is_ok(), rustix::process::geteuid().is_root());
    if owned.is_ok() {
        let words = refused(folder.path());
        assert!(words.contains("it belongs to user 65533: run this as that user, not as root"), "{words}");
    }
}
