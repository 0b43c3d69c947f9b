//! Parallel work whose results come in order.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, mpsc};
use std::thread;

/// Computes the pieces 0, 1, …, `pieces` − 1 on `threads` threads and passes each result to `take` in that order.
/// Threads run ahead of `take` by a bounded number of pieces, so memory does not grow with the run.
///
/// # Errors
/// The first that `take` returns; the work stops then.
///
/// # Panics
/// If a piece does.
pub fn parallel_ordered<T: Send, E>(
    pieces: u64,
    threads: NonZeroUsize,
    work: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> Result<(), E>,
) -> Result<(), E> {
    let ahead = 64 * threads.get() as u64;
    let queue =
        ResultQueue { state: Mutex::new(Progress { next: 0, taken: 0, stopped: false }), moved: Condvar::new() };
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..threads.get() {
            let (sender, queue, work) = (sender.clone(), &queue, &work);
            scope.spawn(move || {
                let _stop = StopOnPanic(queue);
                while let Some(piece) = queue.next(pieces, ahead) {
                    if sender.send((piece, work(piece))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut taken = 0;
        for (piece, result) in results {
            early.insert(piece, result);
            while let Some(result) = early.remove(&taken) {
                if let Err(error) = take(taken, result) {
                    queue.stop();
                    return Err(error);
                }
                taken += 1;
                queue.advance(taken);
            }
        }
        Ok(())
    })
}

struct ResultQueue {
    state: Mutex<Progress>,
    moved: Condvar,
}

struct Progress {
    /// The next piece to begin.
    next: u64,
    /// How many results have been taken.
    taken: u64,
    stopped: bool,
}

impl ResultQueue {
    /// The next piece, as soon as it is not too far ahead. None if all have begun or the work has stopped.
    fn next(&self, pieces: u64, ahead: u64) -> Option<u64> {
        let mut state = self.state.lock().expect("nothing panics with the lock held");
        loop {
            if state.stopped || state.next >= pieces {
                return None;
            }
            if state.next < state.taken + ahead {
                state.next += 1;
                return Some(state.next - 1);
            }
            state = self.moved.wait(state).expect("nothing panics with the lock held");
        }
    }

    fn advance(&self, taken: u64) {
        self.state.lock().expect("nothing panics with the lock held").taken = taken;
        self.moved.notify_all();
    }

    fn stop(&self) {
        self.state.lock().expect("nothing panics with the lock held").stopped = true;
        self.moved.notify_all();
    }
}

/// A piece that panics gives no result, so the others must not wait for it.
struct StopOnPanic<'a>(&'a ResultQueue);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn threads(n: usize) -> NonZeroUsize {
        NonZeroUsize::new(n).unwrap()
    }

    #[test]
    fn results_come_parallel_ordered_whatever_takes_longest() {
        for n in [1, 2, 5] {
            let mut results = Vec::new();
            let slow_first = |piece: u64| {
                if piece.is_multiple_of(7) {
                    thread::sleep(std::time::Duration::from_micros(300));
                }
                piece * piece
            };
            let taken: Result<(), ()> = parallel_ordered(200, threads(n), slow_first, |_, square| {
                results.push(square);
                Ok(())
            });
            assert_eq!(taken, Ok(()));
            assert_eq!(results, (0..200).map(|i| i * i).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn threads_do_not_run_far_ahead() {
        let begun = AtomicU64::new(0);
        let most = AtomicU64::new(0);
        let mut taken = 0;
        let all: Result<(), ()> = parallel_ordered(
            2_000,
            threads(2),
            |_| begun.fetch_add(1, Ordering::Relaxed),
            |_, _| {
                most.fetch_max(begun.load(Ordering::Relaxed) - taken, Ordering::Relaxed);
                taken += 1;
                Ok(())
            },
        );
        assert_eq!(all, Ok(()));
        assert!(most.into_inner() <= 2 * 64 + 2);
    }

    #[test]
    fn a_full_disk_stops_the_work() {
        let begun = AtomicU64::new(0);
        let result = parallel_ordered(
            1_000_000,
            threads(2),
            |_| begun.fetch_add(1, Ordering::Relaxed),
            |piece, _| if piece == 10 { Err("full") } else { Ok(()) },
        );
        assert_eq!(result, Err("full"));
        assert!(begun.into_inner() < 1_000);
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_is_not_waited_for() {
        let _: Result<(), ()> =
            parallel_ordered(1_000, threads(2), |piece| assert_ne!(piece, 300, "a bug"), |_, ()| Ok(()));
    }
}
