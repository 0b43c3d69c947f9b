//! The single thread that writes. Jobs that arrive during a commit share the next commit, so a busy server flushes the
//! disk only once for many tables.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use rusqlite::{Connection, ErrorCode};

use super::wal::Checkpointer;
use crate::folder::Placed;
use crate::waiting::{Closure, PendingCount};
use crate::{Pending, StoreError};

/// The largest number of writes in one commit.
const MOST: usize = 256;

/// A thread with a connection that carries out jobs in order.
pub(crate) struct Worker {
    queue: Option<Sender<Box<dyn SqliteJob>>>,
    thread: Option<JoinHandle<()>>,
    waiting: PendingCount,
}

/// A job on the database. It is carried out again, alone, if the commit that it shared with other jobs fails.
pub(crate) trait SqliteJob: Send {
    fn perform(&mut self, db: &Connection) -> Result<(), StoreError>;
    fn answer(self: Box<Self>, result: Result<(), StoreError>);
}

impl<T: Send, F: FnMut(&Connection) -> Result<T, StoreError> + Send> SqliteJob for Closure<T, F> {
    fn perform(&mut self, db: &Connection) -> Result<(), StoreError> {
        self.out = Some((self.run)(db)?);
        Ok(())
    }

    fn answer(self: Box<Self>, result: Result<(), StoreError>) {
        Closure::answer(*self, result);
    }
}

impl Worker {
    /// Starts a worker whose jobs write. Several jobs share a commit. `failed` says whether the last commit failed,
    /// other than with [`StoreError::Conflict`] or [`StoreError::Malformed`].
    pub(crate) fn writer(mut db: Connection, mut log: Checkpointer, placed: Placed, failed: Arc<AtomicBool>) -> Worker {
        Worker::start("store-writer", move |jobs| {
            while let Ok(first) = jobs.recv() {
                let mut batch = vec![first];
                batch.extend(jobs.try_iter().take(MOST - 1));
                let size = batch.len();
                failed.store(!commit(&mut db, batch, &placed), Ordering::Relaxed);
                log.grew(size, &db);
            }
            drop(log);
            // At the end, the last open connection copies the log into the file, so that an unused folder has one file.
            let _ = db.pragma_update(None, "wal_checkpoint", "TRUNCATE");
        })
    }

    pub(crate) fn reader(db: Connection) -> Worker {
        Worker::start("store-reader", move |jobs| {
            for mut job in jobs {
                let result = job.perform(&db);
                job.answer(result);
            }
        })
    }

    /// Returns the number of answers that callers wait for.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.count()
    }

    fn start(name: &str, work: impl FnOnce(Receiver<Box<dyn SqliteJob>>) + Send + 'static) -> Worker {
        let (queue, jobs) = channel();
        let thread = std::thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || work(jobs))
            .expect("a thread can be started before the server serves");
        Worker { queue: Some(queue), thread: Some(thread), waiting: PendingCount::default() }
    }

    /// Adds a job. Its answer comes once the job is done.
    pub(crate) fn add<T: Send + 'static>(
        &self,
        run: impl FnMut(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<T> {
        let (job, answer) = Closure::new(run);
        // If the worker has ended, the job is dropped, and its reply with it.
        let _ = self.queue.as_ref().expect("open until dropped").send(Box::new(job));
        self.waiting.wait(answer)
    }
}

/// Finishes the waiting jobs, and then ends the thread.
impl Drop for Worker {
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Carries out a batch in one commit. A refused job (such as one with a taken number) does not affect the others. If
/// the whole commit fails, each job is tried alone, so that one large write cannot make the others fail. Returns
/// whether everything is on the disk.
fn commit(db: &mut Connection, mut batch: Vec<Box<dyn SqliteJob>>, placed: &Placed) -> bool {
    let fine =
        |result: &Result<(), StoreError>| matches!(result, Ok(()) | Err(StoreError::Conflict | StoreError::Malformed));
    match together(db, &mut batch, placed) {
        Ok(results) => {
            for (job, result) in batch.into_iter().zip(results) {
                job.answer(result);
            }
            true
        }
        Err(error) if batch.len() == 1 => {
            let result = Err(error);
            let fine = fine(&result);
            batch.remove(0).answer(result);
            fine
        }
        Err(_) => {
            let mut all = true;
            for job in batch {
                let mut alone = vec![job];
                let result = together(db, &mut alone, placed).and_then(|mut results| results.remove(0));
                all &= fine(&result);
                alone.remove(0).answer(result);
            }
            all
        }
    }
}

/// Returns the result of each job once everything that succeeded is on the disk. If the commit fails, returns the
/// reason why nothing of the batch was written.
fn together(
    db: &mut Connection,
    batch: &mut [Box<dyn SqliteJob>],
    placed: &Placed,
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    // The check comes after the commit, because a commit to a deleted file succeeds, but nobody would find the data.
    let done = begin_and_commit(db, batch);
    let done = placed.check().and(done);
    if done.is_err() && !db.is_autocommit() {
        // On a full disk SQLite may have rolled back already.
        let _ = run(db, "ROLLBACK");
    }
    done
}

fn begin_and_commit(
    db: &Connection,
    batch: &mut [Box<dyn SqliteJob>],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    run(db, "BEGIN IMMEDIATE")?;
    // In a batch, a savepoint protects the other jobs. A single job needs none, because the whole transaction is
    // undone.
    let alone = batch.len() == 1;
    let mut results = Vec::with_capacity(batch.len());
    for job in batch {
        if !alone {
            run(db, "SAVEPOINT job")?;
        }
        match job.perform(db) {
            Ok(()) => results.push(Ok(())),
            Err(error @ (StoreError::Conflict | StoreError::Malformed)) if !alone => {
                run(db, "ROLLBACK TO job")?;
                results.push(Err(error));
            }
            // A full disk may have rolled back more than the savepoint, so nothing of this transaction counts.
            Err(error) => return Err(error),
        }
        if !alone {
            run(db, "RELEASE job")?;
        }
    }
    run(db, "COMMIT")?;
    Ok(results)
}

/// Carries out a statement without values, which is prepared once.
fn run(db: &Connection, sql: &str) -> Result<(), StoreError> {
    Ok(db.prepare_cached(sql)?.execute([]).map(drop)?)
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full,
            Some(ErrorCode::ConstraintViolation) => StoreError::Conflict,
            Some(ErrorCode::TooBig | ErrorCode::TypeMismatch) => StoreError::Malformed,
            Some(ErrorCode::DatabaseCorrupt) => {
                StoreError::Broken(format!("{error}. Stop the server and put a backup back with cardroom restore"))
            }
            _ => StoreError::Broken(error.to_string()),
        }
    }
}
