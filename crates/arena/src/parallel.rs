//! Parallel work whose results are returned in order.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

/// Computes the pieces 0, 1, …, `pieces` − 1 on `threads` threads and passes each result to `take` in that order.
/// Threads compute only a limited number of pieces ahead of `take`, so memory does not grow with the run.
///
/// # Errors
/// Returns the first error of `take`, which stops the work.
///
/// # Panics
/// If the computation of a piece panics.
pub fn parallel_ordered<T: Send, E>(
    pieces: u64,
    threads: NonZeroUsize,
    work: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> Result<(), E>,
) -> Result<(), E> {
    let ahead = 64 * threads.get() as u64;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build().expect("threads can be started");
    let stopped = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    pool.in_place_scope(|scope| {
        let (mut begun, mut taken, mut early) = (0, 0, BTreeMap::new());
        while taken < pieces {
            while begun < pieces.min(taken + ahead) {
                let (piece, sender, work, stopped) = (begun, sender.clone(), &work, &stopped);
                scope.spawn(move |_| {
                    if !stopped.load(Ordering::Relaxed) {
                        // Sending fails if the receiver has been dropped, which is no error.
                        let _ = sender.send((piece, catch_unwind(AssertUnwindSafe(|| work(piece)))));
                    }
                });
                begun += 1;
            }
            let (piece, result) = results.recv().expect("a sender is here");
            // After a piece panicked, nobody needs the remaining pieces. The flag makes the threads skip the remaining
            // pieces.
            let result = result.unwrap_or_else(|panic| {
                stopped.store(true, Ordering::Relaxed);
                resume_unwind(panic)
            });
            early.insert(piece, result);
            while let Some(result) = early.remove(&taken) {
                take(taken, result).inspect_err(|_| stopped.store(true, Ordering::Relaxed))?;
                taken += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;
    use std::thread;

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
    #[should_panic(expected = "a bug")]
    fn a_panic_is_not_waited_for() {
        let _: Result<(), ()> =
            parallel_ordered(1_000, threads(2), |piece| assert_ne!(piece, 300, "a bug"), |_, ()| Ok(()));
    }
}
