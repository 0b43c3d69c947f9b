//! Counts the answers of a store that somebody waits for.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::oneshot;

use crate::{Pending, StoreError};

/// The answers that somebody waits for.
#[derive(Clone, Default)]
pub(crate) struct PendingCount(Arc<AtomicUsize>);

/// An answer that counts until this is dropped.
struct CountedAnswer(Arc<AtomicUsize>);

impl PendingCount {
    /// How many.
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Waits for an answer, and counts it until it comes or nobody waits any more.
    pub(crate) fn wait<T: Send + 'static>(&self, answer: oneshot::Receiver<Result<T, StoreError>>) -> Pending<T> {
        self.0.fetch_add(1, Ordering::Relaxed);
        let counted = CountedAnswer(self.0.clone());
        Box::pin(async move {
            let answer = answer.await.unwrap_or(Err(StoreError::Closed));
            drop(counted);
            answer
        })
    }
}

impl Drop for CountedAnswer {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
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
