//! Carries out work in Rust while Python waits. A panic, which is a bug, becomes a `CardroomError`.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::error::value;

/// The interval at which signals are checked.
pub(crate) const TICK: Duration = Duration::from_millis(50);

pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(panicked)
}

/// Carries out work without the interpreter's lock.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| caught(work))
}

pub(crate) fn panicked(payload: Box<dyn Any + Send>) -> PyErr {
    let words = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
    value(format!("a bug in cardroom, please report it: {}", words.unwrap_or("a panic")))
}

/// The state that a long call shares with the thread that works for it.
#[derive(Default, Debug)]
pub(crate) struct Control {
    pub(crate) stop: Arc<AtomicBool>,
    /// The number of Python functions that are being called.
    pub(crate) asking: AtomicUsize,
    pub(crate) raised: Mutex<Option<PyErr>>,
}

impl Control {
    /// Runs `work` on another thread. Meanwhile this thread runs Python's signal handlers, and calls `each` with every
    /// number that `work` sends. Ctrl-C or an exception in `each` sets `stop`.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'_>,
        each: Option<&Py<PyAny>>,
        work: impl FnOnce(Sender<u64>) -> T + Send,
    ) -> PyResult<T> {
        // The system may refuse a thread, and then `spawn` panics.
        caught(|| {
            thread::scope(|scope| {
                let (sender, mut news) = channel();
                let worker = scope.spawn(move || work(sender));
                let watched = loop {
                    let news = &mut news;
                    let heard = py.detach(move || news.recv_timeout(TICK));
                    let looked = py.check_signals().and_then(|()| match (heard, each) {
                        (Ok(done), Some(each)) => each.call1(py, (done,)).map(drop),
                        _ => Ok(()),
                    });
                    if looked.is_err() || heard == Err(RecvTimeoutError::Disconnected) {
                        break looked;
                    }
                };
                let done = py.detach(|| {
                    while watched.is_err() && !worker.is_finished() {
                        self.stop.store(true, Ordering::SeqCst);
                        thread::sleep(Duration::from_millis(1));
                    }
                    worker.join()
                });
                watched.and(done.map_err(panicked))
            })
        })?
    }
}
