//! The threads that step the matches of a batch.

use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread::yield_now;
use std::time::{Duration, Instant};

use super::EnvError;

/// The longest time that a thread spins while nothing happens.
const SPIN: Duration = Duration::from_millis(10);

/// The threads of a batch, except the caller's thread. The caller's thread works too, because a waiting thread would
/// have to be woken up after each step.
pub(crate) struct Threads {
    helpers: rayon::ThreadPool,
    /// The number of jobs so far; `None` if threads do not spin between jobs.
    spinning: Option<Arc<AtomicU64>>,
}

impl Threads {
    /// Creates `threads` threads, but at most one for each match. 0 means one thread for each core. Returns `None` if
    /// the caller's thread is enough.
    ///
    /// With `spin`, waiting threads keep their cores busy, because waking up a core can take longer than a step. These
    /// threads begin each step without delay, but use CPU time while they wait.
    pub(crate) fn new(threads: usize, matches: usize, spin: bool) -> Result<Option<Threads>, EnvError> {
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let threads = threads.min(matches);
        if threads == 1 {
            return Ok(None);
        }
        let helpers = rayon::ThreadPoolBuilder::new()
            .num_threads(threads - 1)
            .build()
            .map_err(|error| EnvError::value(format!("the threads cannot be started: {error}")))?;
        Ok(Some(Threads { helpers, spinning: spin.then(Arc::default) }))
    }

    /// Returns the number of threads, including the caller's.
    pub(crate) fn count(&self) -> usize {
        self.helpers.current_num_threads() + 1
    }

    /// Runs `work` once on every thread, with the thread's number. The caller's number is 0.
    pub(crate) fn run(&self, work: impl Fn(usize) + Sync) {
        let Some(given) = &self.spinning else {
            self.helpers.in_place_scope(|scope| {
                scope.spawn_broadcast(|_, context| work(context.index() + 1));
                work(0);
            });
            return;
        };
        let number = given.fetch_add(1, Ordering::Release) + 1;
        let working = AtomicUsize::new(self.helpers.current_num_threads());
        self.helpers.in_place_scope(|scope| {
            scope.spawn_broadcast(|_, context| {
                work(context.index() + 1);
                working.fetch_sub(1, Ordering::Release);
            });
            // Each helper spins for the next job as soon as it has finished this one, so no thread falls asleep between
            // two steps.
            let given = given.clone();
            self.helpers.spawn_broadcast(move |_| spin_while(|| given.load(Ordering::Acquire) == number));
            work(0);
            // If the caller did not spin here, it would fall asleep at the end of the scope.
            spin_while(|| working.load(Ordering::Acquire) > 0);
        });
    }
}

/// Keeps the core busy while `waiting` returns true, for at most [`SPIN`]. From time to time yields the core to other
/// threads.
fn spin_while(waiting: impl Fn() -> bool) {
    let begin = Instant::now();
    while begin.elapsed() < SPIN {
        for _ in 0..100 {
            if !waiting() {
                return;
            }
            spin_loop();
        }
        yield_now();
    }
}
