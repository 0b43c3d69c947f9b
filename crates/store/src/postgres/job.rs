//! Work for a connection: closures that are carried out on its thread, with the answer for whoever asked.

use futures_util::future::LocalBoxFuture;
use tokio::sync::oneshot;

use super::link::Link;
use super::owned::{NodeId, OwnedTables};
use crate::{LogEntry, StoreError};

/// The state that a job of the writer can reach.
pub(super) struct Scope<'a> {
    pub(super) link: &'a Link,
    pub(super) owned: &'a OwnedTables,
    pub(super) node: NodeId,
}

/// Events to append to a table as numbers `first`, `first + 1`, …, and what is left of its clocks: all or none.
pub(super) struct Append {
    pub(super) table: String,
    pub(super) first: u64,
    pub(super) events: Vec<LogEntry>,
    pub(super) clocks: Option<String>,
}

/// Something to write. Carried out once more if the transaction that it shared with others fails.
pub(super) trait PostgresJob: Send {
    /// Returns whether it needs a transaction of its own.
    fn is_alone(&self) -> bool {
        false
    }

    /// The events that it appends, if it does nothing else: several of these are one statement.
    fn append(&self) -> Option<&Append> {
        None
    }

    fn perform<'a>(&'a mut self, scope: &'a Scope<'a>) -> LocalBoxFuture<'a, Result<(), StoreError>>;

    fn answer(self: Box<Self>, result: Result<(), StoreError>);

    /// It will never be answered: nobody knows what became of it.
    fn leave(self: Box<Self>);
}

/// A job of any kind.
pub(super) struct AnyJob<T, F> {
    pub(super) run: F,
    pub(super) alone: bool,
    pub(super) out: Option<T>,
    pub(super) reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> PostgresJob for AnyJob<T, F>
where
    T: Send,
    F: AsyncFnMut(&Scope<'_>) -> Result<T, StoreError> + Send,
{
    fn is_alone(&self) -> bool {
        self.alone
    }

    fn perform<'a>(&'a mut self, scope: &'a Scope<'a>) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            self.out = Some((self.run)(scope).await?);
            Ok(())
        })
    }

    fn answer(self: Box<Self>, result: Result<(), StoreError>) {
        let AnyJob { out, reply, .. } = *self;
        // The asker may have gone; what is written stays written.
        let _ = reply.send(result.map(|()| out.expect("a job that succeeded has its answer")));
    }

    fn leave(self: Box<Self>) {
        std::mem::forget(self.reply);
    }
}

/// Something to read.
pub(super) trait Reading: Send {
    /// Reads, and keeps the answer; whether the connection is still of use.
    fn read<'a>(&'a mut self, link: &'a Link) -> LocalBoxFuture<'a, Result<(), StoreError>>;

    fn answer(self: Box<Self>, result: Result<(), StoreError>);
}

/// A reading of any kind.
pub(super) struct AnyReading<T, F> {
    pub(super) run: F,
    pub(super) out: Option<T>,
    pub(super) reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Reading for AnyReading<T, F>
where
    T: Send,
    F: AsyncFnMut(&Link) -> Result<T, StoreError> + Send,
{
    fn read<'a>(&'a mut self, link: &'a Link) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            self.out = Some((self.run)(link).await?);
            Ok(())
        })
    }

    fn answer(self: Box<Self>, result: Result<(), StoreError>) {
        let AnyReading { out, reply, .. } = *self;
        let _ = reply.send(result.map(|()| out.expect("a reading that succeeded has its answer")));
    }
}
