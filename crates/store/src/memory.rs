//! A store in memory for tests: SQLite without a file. It needs no disk and answers without waiting.

use std::future::ready;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;
use tokio::sync::watch;

use crate::sql::{SqlStore, SqlWork, at_once};
use crate::{ClusterStore, DataPart, Pending, StoreError, StoreState, Write, sqlite};

/// A store in memory. Every answer comes immediately, unless a test withholds the answers.
pub struct MemoryStore {
    db: Mutex<Connection>,
    /// `true` while the store withholds the answers to appends.
    held: watch::Sender<bool>,
    /// `true` while every write fails.
    away: AtomicBool,
    /// The number of the store's lease. A test can end the lease.
    lease: AtomicU64,
}

impl Default for MemoryStore {
    fn default() -> MemoryStore {
        let db = Mutex::new(sqlite::in_memory().expect("SQLite needs nothing but memory"));
        MemoryStore { db, held: watch::Sender::default(), away: AtomicBool::default(), lease: AtomicU64::default() }
    }
}

impl MemoryStore {
    /// Withholds the answers to all further appends, or releases them.
    pub fn hold_answers(&self, held: bool) {
        self.held.send_replace(held);
    }

    /// Makes every write to a table fail from now on, or succeed again.
    pub fn set_away(&self, away: bool) {
        self.away.store(away, Ordering::SeqCst);
    }

    /// Ends the lease and immediately begins another one, as if other servers owned the loaded tables by now.
    pub fn end_lease(&self) {
        self.lease.fetch_add(1, Ordering::SeqCst);
    }

    fn transact<T>(&self, work: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let mut db = self.db.lock().unwrap_or_else(PoisonError::into_inner);
        let transaction = db.transaction()?;
        let done = work(&transaction)?;
        transaction.commit()?;
        Ok(done)
    }
}

impl ClusterStore for MemoryStore {
    fn lease(&self) -> Option<u64> {
        Some(self.lease.load(Ordering::SeqCst))
    }
}

impl SqlStore for MemoryStore {
    fn query<T: Send + 'static>(&self, mut work: impl SqlWork<T>) -> Pending<T> {
        Box::pin(ready(self.transact(|db| at_once(work(db)))))
    }

    fn change<T: Send + 'static>(&self, work: impl SqlWork<T>) -> Pending<T> {
        self.query(work)
    }

    fn write_table(&self, table: &str, write: Write) -> Pending<()> {
        let written = match self.away.load(Ordering::SeqCst) {
            true => Err(StoreError::Away),
            false => self.transact(|db| sqlite::write(db, table, &write)),
        };
        if written != Err(StoreError::Away) && (written.is_err() || write.events.is_empty()) {
            return Box::pin(ready(written));
        }
        let mut held = self.held.subscribe();
        Box::pin(async move {
            // If the store has been dropped during the wait, nothing is withheld any more.
            let _ = held.wait_for(|held| !held).await;
            written
        })
    }
}

impl StoreState for MemoryStore {
    fn writable(&self) -> Pending<()> {
        Box::pin(ready(Ok(())))
    }

    fn waiting(&self) -> usize {
        0
    }

    fn bytes(&self) -> Pending<u64> {
        Box::pin(ready(self.transact(sqlite::count_bytes)))
    }

    fn data_parts(&self) -> Pending<Vec<DataPart>> {
        Box::pin(ready(self.transact(sqlite::count_parts)))
    }
}
