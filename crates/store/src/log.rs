//! The write-ahead log, folded into the file beside the writing: who waits for a commit does not wait for a checkpoint.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use rusqlite::Connection;

/// Jobs after which the log of a store is folded. Most of its pages are then versions of a few, which go into the file once.
pub(crate) const JOBS: usize = 1000;

/// A thread with a connection of its own that folds the log, and the writer's part in it.
///
/// Commits go on meanwhile, so the thread never finds the end of a log that is written to all the time, and a log begins
/// from its start only when nothing of it is left. What came in during the fold is therefore folded by the writer, between two
/// commits: a few pages.
pub(crate) struct Log {
    wake: Option<SyncSender<()>>,
    nearly: Arc<AtomicBool>,
    /// Jobs since the last fold began, and after how many the next does.
    jobs: usize,
    every: usize,
    thread: Option<JoinHandle<()>>,
}

impl Log {
    /// Checkpoints the log of the file that `db` has open, once in this number of jobs.
    pub(crate) fn new(db: Connection, every: usize) -> Log {
        let (wake, woken) = sync_channel(1);
        let nearly = Arc::new(AtomicBool::new(false));
        let folded = nearly.clone();
        let thread = std::thread::Builder::new()
            .name("store-log".to_owned())
            .spawn(move || work(&db, &woken, &folded))
            .expect("a thread can be started before the server serves");
        Log { wake: Some(wake), nearly, jobs: 0, every, thread: Some(thread) }
    }

    /// After each commit, when those who waited for it have their answers: `jobs` more are in the log.
    pub(crate) fn grew(&mut self, jobs: usize, writer: &Connection) {
        if self.nearly.swap(false, Ordering::Relaxed) {
            fold(writer);
        }
        self.jobs += jobs;
        if self.jobs >= self.every
            && let Some(wake) = &self.wake
        {
            // Full while it was woken and has not begun: then it need not be woken.
            let _ = wake.try_send(());
            self.jobs = 0;
        }
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        drop(self.wake.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(db: &Connection, woken: &Receiver<()>, nearly: &AtomicBool) {
    while woken.recv().is_ok() {
        fold(db);
        nearly.store(true, Ordering::Relaxed);
    }
}

/// Folds what is there and waits for nobody. A fold that failed, on a full disk, is made up for by the next: the log keeps
/// what it has.
fn fold(db: &Connection) {
    let _ = db.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// Without folding the log has a page for every row; folded to its end, it is written from its beginning again.
    #[test]
    fn a_log_that_is_written_to_all_the_time_starts_over() {
        let folder = tempfile::tempdir().unwrap();
        let open = || {
            let db = Connection::open(folder.path().join("db")).unwrap();
            db.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(())).unwrap();
            db.pragma_update(None, "synchronous", "off").unwrap();
            db.pragma_update(None, "wal_autocheckpoint", 0).unwrap();
            db
        };
        let writer = open();
        writer.execute("CREATE TABLE rows (n INTEGER PRIMARY KEY)", []).unwrap();
        let mut log = Log::new(open(), 50);
        let (start, mut rows) = (Instant::now(), 0_u64);
        loop {
            writer.execute("INSERT INTO rows DEFAULT VALUES", []).unwrap();
            rows += 1;
            log.grew(1, &writer);
            let size = folder.path().join("db-wal").metadata().unwrap().len();
            if rows > 1000 && rows * 4096 > 4 * size {
                break;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "{rows} rows, {size} bytes");
        }
        drop(log);
        let there: i64 = open().query_row("SELECT count(*) FROM rows", [], |row| row.get(0)).unwrap();
        assert_eq!(there.cast_unsigned(), rows);
    }
}
