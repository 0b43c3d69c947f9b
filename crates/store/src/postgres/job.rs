//! The jobs of a connection, each with the channel for its answer. A job that changes a table first checks that this
//! process owns the table.

use futures_util::future::LocalBoxFuture;
use tokio::sync::oneshot;

use super::link::Link;
use super::owned::{NodeId, OwnedTables};
use crate::waiting::Closure;
use crate::{LogEntry, StoreError};

pub(super) struct Scope<'a> {
    pub(super) link: &'a Link,
    /// The node that writes, and the tables that it owns; `None` in a job that only reads.
    pub(super) writes: Option<(NodeId, &'a OwnedTables)>,
}

impl<'a> Scope<'a> {
    pub(super) fn writer(&self) -> (NodeId, &'a OwnedTables) {
        self.writes.expect("only the writer changes something")
    }
}

/// Locks the row of a table in `owners`, and checks that this node owns the table. No other node gets the table before
/// this transaction ends.
pub(super) async fn fence(scope: &Scope<'_>, table: &str) -> Result<(), StoreError> {
    let row = scope.link.row("SELECT node, epoch FROM owners WHERE table_id = $1 FOR SHARE", &[&table]).await?;
    check(scope, table, row.map(|row| Owner { node: row.get(0), epoch: row.get(1) }))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Owner {
    pub(super) node: Option<i64>,
    pub(super) epoch: i64,
}

/// Checks that this node owns a table. A table without a row in `owners` does not exist.
pub(super) fn check(scope: &Scope<'_>, table: &str, found: Option<Owner>) -> Result<(), StoreError> {
    let (node, owned) = scope.writer();
    let Some(found) = found else {
        owned.disown(table);
        return Err(StoreError::Conflict);
    };
    if found.node == Some(node.0) && owned.epoch(table) == Some(found.epoch) {
        return Ok(());
    }
    owned.disown(table);
    Err(StoreError::Elsewhere)
}

/// An append to a table, all or nothing: events with the numbers `first`, `first + 1`, …, and new clocks.
pub(super) struct Append {
    pub(super) table: String,
    pub(super) first: u64,
    pub(super) events: Vec<LogEntry>,
    pub(super) clocks: Option<String>,
}

/// A write. It is carried out again, alone, if the transaction that it shared with other jobs fails.
pub(super) enum WriterJob {
    /// Several appends share one statement.
    Append(Append, oneshot::Sender<Result<(), StoreError>>),
    Other {
        work: Box<dyn StoreWork>,
        /// `true` if the work needs a transaction that it shares with no other job.
        alone: bool,
    },
}

impl WriterJob {
    pub(super) fn is_alone(&self) -> bool {
        matches!(self, WriterJob::Other { alone: true, .. })
    }

    pub(super) fn answer(self, result: Result<(), StoreError>) {
        match self {
            // The caller may have stopped waiting. The data stay written nevertheless.
            WriterJob::Append(_, reply) => drop(reply.send(result)),
            WriterJob::Other { work, .. } => work.answer(result),
        }
    }

    /// Leaves the job without an answer, because nobody knows the result. The caller waits until the process ends.
    pub(super) fn leave(self) {
        match self {
            WriterJob::Append(_, reply) => std::mem::forget(reply),
            WriterJob::Other { work, .. } => std::mem::forget(work),
        }
    }
}

/// Work that is carried out on the thread of a connection.
pub(super) trait StoreWork: Send {
    /// Carries out the work and stores its answer for [`answer`](StoreWork::answer).
    fn perform<'a>(&'a mut self, scope: &'a Scope<'a>) -> LocalBoxFuture<'a, Result<(), StoreError>>;

    fn answer(self: Box<Self>, result: Result<(), StoreError>);
}

/// A closure that runs on the thread of the connection.
pub(super) trait ScopeWork<T>: AsyncFnMut(&Scope<'_>) -> Result<T, StoreError> + Send + 'static {}
impl<T, W: AsyncFnMut(&Scope<'_>) -> Result<T, StoreError> + Send + 'static> ScopeWork<T> for W {}

impl<T: Send, F: ScopeWork<T>> StoreWork for Closure<T, F> {
    fn perform<'a>(&'a mut self, scope: &'a Scope<'a>) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            self.out = Some((self.run)(scope).await?);
            Ok(())
        })
    }

    fn answer(self: Box<Self>, result: Result<(), StoreError>) {
        Closure::answer(*self, result);
    }
}
