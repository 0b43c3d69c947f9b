//! Work for a connection, with the answer for whoever asked. What changes a table first checks that the table is ours.

use futures_util::future::LocalBoxFuture;
use tokio::sync::oneshot;

use super::link::Link;
use super::owned::{NodeId, OwnedTables};
use crate::waiting::Closure;
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

/// Locks the row of a table, so that nobody takes it over before this transaction ends, and checks that it is ours.
pub(super) async fn fence(scope: &Scope<'_>, table: &str) -> Result<(), StoreError> {
    let row = scope.link.row("SELECT node, epoch FROM owners WHERE table_id = $1 FOR SHARE", &[&table]).await?;
    check(scope, table, row.map(|row| Owner { node: row.get(0), epoch: row.get(1) }))
}

/// The owner of a table, as the database has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Owner {
    pub(super) node: Option<i64>,
    pub(super) epoch: i64,
}

/// Checks that a table is ours. One that is not there is nobody's.
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
    Append(Append, oneshot::Sender<Result<(), StoreError>>),
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

    /// It will never be answered: nobody knows what became of it. Whoever waits waits until the process ends, and asks again after that.
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
