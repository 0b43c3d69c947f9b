//! Counts the answers of a store that callers wait for.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::{Pending, StoreError};

/// The number of answers that callers wait for, counted as references: each waiting caller holds one.
#[derive(Default)]
pub(crate) struct PendingCount(Arc<()>);

impl PendingCount {
    pub(crate) fn count(&self) -> usize {
        Arc::strong_count(&self.0) - 1
    }

    /// Waits for an answer, and counts it until it comes or the caller stops waiting.
    pub(crate) fn wait<T: Send + 'static>(&self, answer: oneshot::Receiver<Result<T, StoreError>>) -> Pending<T> {
        let counted = self.0.clone();
        Box::pin(async move {
            let answer = answer.await.unwrap_or(Err(StoreError::Closed));
            drop(counted);
            answer
        })
    }
}

/// A job that a closure does, with its answer for the caller who waits.
pub(crate) struct Closure<T, F> {
    pub(crate) run: F,
    pub(crate) out: Option<T>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Closure<T, F> {
    /// Makes a job, and the receiver of its answer.
    pub(crate) fn new(run: F) -> (Closure<T, F>, oneshot::Receiver<Result<T, StoreError>>) {
        let (reply, answer) = oneshot::channel();
        (Closure { run, out: None, reply }, answer)
    }

    /// Sends the answer. The caller may no longer wait; what is written stays written.
    pub(crate) fn answer(self, result: Result<(), StoreError>) {
        let Closure { out, reply, .. } = self;
        let _ = reply.send(result.map(|()| out.expect("a job that succeeded has its answer")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_answer_counts_until_it_comes_or_nobody_waits() {
        let waiting = PendingCount::default();
        let (reply, answer) = oneshot::channel();
        let first = waiting.wait(answer);
        let (_reply, other) = oneshot::channel::<Result<(), StoreError>>();
        let second = waiting.wait(other);
        assert_eq!(waiting.count(), 2);
        reply.send(Ok(7)).expect("it is waited for");
        assert_eq!((first.await, waiting.count()), (Ok(7), 1));
        drop(second);
        assert_eq!(waiting.count(), 0);
    }
}
