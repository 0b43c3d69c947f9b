//! Tests of a power cut. After a power cut, only a part of the server's writes is on the disk: the write-ahead log up
//! to some byte, and the file with some of the pages that a checkpoint copied into it. Every acknowledged event must be
//! readable from these parts.
//!
//! The tests assume that the operating system has really flushed the data to the disk before each acknowledgement. They
//! cannot check that.

use std::fs;
use std::path::Path;

use store::conformance::{event, setup};
use store::{EventStore, Sqlite};

/// The sizes of a page and of the heads in the log. The format is SQLite's, fixed since 3.7.0.
const PAGE: usize = 4096;
const HEAD_OF_LOG: usize = 32;
const FRAME: usize = 24 + PAGE;

fn bytes(folder: &Path, end: &str) -> Vec<u8> {
    fs::read(folder.join(format!("cardroom.sqlite{end}"))).unwrap_or_default()
}

/// Starts a server on these files, and checks that every event of the table is as it was written. Returns their number.
async fn found(file: &[u8], log: &[u8]) -> u64 {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join("cardroom.sqlite"), file).expect("a file");
    fs::write(folder.path().join("cardroom.sqlite-wal"), log).expect("a log");
    let store = Sqlite::open(folder.path()).expect("the store opens");
    let events = store.events("t").await.expect("events without a gap");
    for (seq, event) in events.iter().enumerate() {
        assert_eq!(event.entry, entry(seq as u64), "each as it was written");
    }
    let next = events.len() as u64;
    if store.find("t").await.expect("it can be read").is_some() {
        store.append("t", next, vec![event(0, None, &entry(next))]).await.expect("play goes on");
    }
    next
}

/// Returns the entry of an event. The lengths vary, so that some commits need one page and others need several.
fn entry(seq: u64) -> String {
    format!("{seq} {}", "x".repeat((seq as usize * 977) % 9000))
}

/// Writes this number of events. Returns the length of the log at each acknowledgement.
async fn write(store: &Sqlite, folder: &Path, events: std::ops::Range<u64>) -> Vec<usize> {
    let mut lengths = Vec::new();
    for seq in events {
        store.append("t", seq, vec![event(0, None, &entry(seq))]).await.expect("there is room");
        lengths.push(bytes(folder, "-wal").len());
    }
    lengths
}

#[tokio::test]
async fn cut_anywhere_the_log_has_what_was_acknowledged_before() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let store = Sqlite::open(folder.path()).expect("the store opens");
    store.create(setup("t", None, 1)).await.expect("a table");
    let events = if std::env::var_os("CARDROOM_LONG").is_some() { 80 } else { 8 };
    let acknowledged = write(&store, folder.path(), 0..events).await;
    let (file, log) = (bytes(folder.path(), ""), bytes(folder.path(), "-wal"));
    assert_eq!((log.len() - HEAD_OF_LOG) % FRAME, 0, "the log is made of frames");
    let first = acknowledged[0];
    let boundaries = (first..=log.len()).filter(|at| (at - HEAD_OF_LOG).is_multiple_of(FRAME));
    let mut cuts = 0;
    for boundary in boundaries {
        // The log is cut at the end of a frame, in the frame's head, in its page, and one byte before its end.
        for at in [boundary, boundary.saturating_sub(FRAME - 10), boundary.saturating_sub(PAGE / 2), boundary - 1] {
            if at < first {
                continue;
            }
            let promised = acknowledged.iter().filter(|length| **length <= at).count() as u64;
            assert_eq!(found(&file, &log[..at]).await, promised, "cut at {at}");
            cuts += 1;
        }
    }
    println!("{cuts} cuts, {events} events, none lost");
    assert!(cuts > 4 * events, "{cuts}");
}

#[tokio::test]
async fn a_log_that_was_being_folded_into_the_file_has_everything() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let store = Sqlite::open(folder.path()).expect("the store opens");
    store.create(setup("t", None, 1)).await.expect("a table");
    write(&store, folder.path(), 0..60).await;
    let (before, log) = (bytes(folder.path(), ""), bytes(folder.path(), "-wal"));
    drop(store);
    let after = bytes(folder.path(), "");
    assert!(after.len() > before.len(), "closing folds the log");
    for round in 0..20_usize {
        let written = |page: usize| (page.wrapping_mul(2_654_435_761) + round * 40_503) >> 7 & 1 == 0;
        // Each page of the file may have been written or not, and the file may have its new length or not.
        let mut file = if round % 2 == 0 { after.clone() } else { before.clone() };
        for (page, old) in before.chunks(PAGE).enumerate() {
            if !written(page) {
                file[page * PAGE..][..old.len()].copy_from_slice(old);
            } else {
                file[page * PAGE..][..old.len()].copy_from_slice(&after[page * PAGE..][..old.len()]);
            }
        }
        for page in before.len() / PAGE..file.len() / PAGE {
            if !written(page) {
                file[page * PAGE..][..PAGE].fill(0);
            }
        }
        assert_eq!(found(&file, &log).await, 60, "round {round}");
    }
}
