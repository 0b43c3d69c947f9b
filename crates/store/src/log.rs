//! The write-ahead log, folded into the file beside the writing: whoever waits for a commit does not wait for a fold.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use rusqlite::Connection;

/// Jobs after which the log is folded. Most of its pages are then versions of a few, which go into the file once.
const JOBS: usize = 1000;

/// A thread with a connection of its own that folds the log, and the writer's part in it.
///
/// Commits go on meanwhile, so the thread never finds the end of a log that is written to all the time, and a log begins
/// anew only when nothing of it is left. What came in during the fold is therefore folded by the writer, between two
/// commits: a few pages.
pub(crate) struct Log {
    wake: Option<SyncSender<()>>,
    nearly: Arc<AtomicBool>,
    jobs: usize,
    thread: Option<JoinHandle<()>>,
}

impl Log {
    /// Folds the log of the file that `db` has open.
    pub(crate) fn new(db: Connection) -> Log {
        let (wake, woken) = sync_channel(1);
        let nearly = Arc::new(AtomicBool::new(false));
        let folded = nearly.clone();
        let thread = std::thread::Builder::new()
            .name("store-log".to_owned())
            .spawn(move || work(&db, &woken, &folded))
            .expect("a thread can be started before the server serves");
        Log { wake: Some(wake), nearly, jobs: 0, thread: Some(thread) }
    }

    /// After each commit, when those who waited for it have their answers: `jobs` more are in the log.
    pub(crate) fn grew(&mut self, jobs: usize, writer: &Connection) {
        if self.nearly.swap(false, Ordering::Relaxed) {
            fold(writer);
        }
        self.jobs += jobs;
        if self.jobs >= JOBS
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
