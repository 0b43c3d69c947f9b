//! Work for a connection, with the answer for whoever asked.

use futures_util::future::LocalBoxFuture;
use tokio::sync::oneshot;

use super::link::Link;
use super::owned::{NodeId, OwnedTables};
use crate::{LogEntry, StoreError};

/// What work can reach.
pub(super) struct Scope<'a> {
    pub(super) link: &'a Link,
    /// The node that writes, and what it owns; `None` where something is only read.
    pub(super) writes: Option<(NodeId, &'a OwnedTables)>,
}

impl<'a> Scope<'a> {
    /// The node that writes, and what it owns.
    pub(super) fn writer(&self) -> (NodeId, &'a OwnedTables) {
        self.writes.expect("only the writer changes something")
    }
}

/// The answer for whoever asked.
pub(super) type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// Events to append to a table as numbers `first`, `first + 1`, …, and what is left of its clocks: all or none.
pub(super) struct Append {
    pub(super) table: String,
    pub(super) first: u64,
    pub(super) events: Vec<LogEntry>,
    pub(super) clocks: Option<String>,
}

/// Something to write. Carried out once more if the transaction that it shared with others fails.
pub(super) enum WriterJob {
    /// Several of these are one statement.
    Append(Append, Reply<()>),
    Other {
        work: Box<dyn StoreWork>,
        /// It needs a transaction of its own.
        alone: bool,
    },
}

impl WriterJob {
    pub(super) fn is_alone(&self) -> bool {
        matches!(self, WriterJob::Other { alone: true, .. })
    }

    pub(super) fn answer(self, result: Result<(), StoreError>) {
        match self {
            // The asker may have gone; what is written stays written.
            WriterJob::Append(_, reply) => drop(reply.send(result)),
            WriterJob::Other { work, .. } => work.answer(result),
        }
    }

    /// It will never be answered: nobody knows what became of it.
    pub(super) fn leave(self) {
        match self {
            WriterJob::Append(_, reply) => std::mem::forget(reply),
            WriterJob::Other { work, .. } => std::mem::forget(work),
        }
    }
}

/// Work of any kind.
pub(super) trait StoreWork: Send {
    /// Does it, and keeps the answer.
    fn perform<'a>(&'a mut self, scope: &'a Scope<'a>) -> LocalBoxFuture<'a, Result<(), StoreError>>;

    fn answer(self: Box<Self>, result: Result<(), StoreError>);
}

/// A closure that is carried out on the thread of its connection.
pub(super) struct Closure<T, F> {
    pub(super) run: F,
    pub(super) out: Option<T>,
    pub(super) reply: Reply<T>,
}

impl<T, F> StoreWork for Closure<T, F>
where
    T: Send,
    F: AsyncFnMut(&Scope<'_>) -> Result<T, StoreError> + Send,
{
    fn perform<'a>(&'a mut self, scope: &'a Scope<'a>) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            self.out = Some((self.run)(scope).await?);
            Ok(())
        })
    }

    fn answer(self: Box<Self>, result: Result<(), StoreError>) {
        let Closure { out, reply, .. } = *self;
        let _ = reply.send(result.map(|()| out.expect("work that succeeded has its answer")));
    }
}
