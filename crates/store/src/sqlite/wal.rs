//! Checkpoints of the write-ahead log, on their own thread, so that commits do not wait for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use rusqlite::Connection;

/// The number of jobs after which a checkpoint begins. After so many jobs, most pages in the log are versions of the
/// same few pages. The checkpoint writes only the last version of each page to the file.
pub(crate) const JOBS: usize = 1000;

/// A thread that makes checkpoints on its own connection, and the writer's part in them.
///
/// Commits go on during a checkpoint, so the thread alone never reaches the end of a busy log. The log starts again at
/// its beginning only when all of the log has been copied. So after a checkpoint, the writer copies the few pages that
/// were added meanwhile. The writer does this between two commits.
pub(crate) struct Checkpointer {
    wake: Option<SyncSender<()>>,
    nearly: Arc<AtomicBool>,
    /// The number of jobs since the last checkpoint began, and the number of jobs after which the next one begins.
    jobs: usize,
    every: usize,
    thread: Option<JoinHandle<()>>,
}

impl Checkpointer {
    /// Starts the thread. After every `every` jobs it makes a checkpoint of the log of the database that `db` has open.
    pub(crate) fn new(db: Connection, every: usize) -> Checkpointer {
        let (wake, woken) = sync_channel(1);
        let nearly = Arc::new(AtomicBool::new(false));
        let folded = nearly.clone();
        let thread = std::thread::Builder::new()
            .name("store-log".to_owned())
            .spawn(move || work(&db, &woken, &folded))
            .expect("a thread can be started before the server serves");
        Checkpointer { wake: Some(wake), nearly, jobs: 0, every, thread: Some(thread) }
    }

    /// Counts `jobs` further jobs in the log. The writer calls this after each commit, once it has sent the answers.
    pub(crate) fn grew(&mut self, jobs: usize, writer: &Connection) {
        if self.nearly.swap(false, Ordering::Relaxed) {
            fold(writer);
        }
        self.jobs += jobs;
        if self.jobs >= self.every
            && let Some(wake) = &self.wake
        {
            // If the channel is full, the thread was woken but has not begun yet, so it need not be woken again.
            let _ = wake.try_send(());
            self.jobs = 0;
        }
    }
}

impl Drop for Checkpointer {
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

/// Makes a checkpoint without waiting for readers or writers. If it fails, for example on a full disk, the log keeps
/// its pages, and the next checkpoint copies them.
fn fold(db: &Connection) {
    let _ = db.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// Checks that a log with permanent writes starts again at its beginning after a complete checkpoint. Without
    /// checkpoints it would have a page for every row.
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
        let mut log = Checkpointer::new(open(), 50);
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
