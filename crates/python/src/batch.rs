//! Many matches in NumPy arrays of the caller.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use envs::{BatchBuffers, Players, Wish};
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;

use crate::error::{raise, value};
use crate::game::read_options;

/// Many matches at once. `cardroom.vector.make(...)` makes one with its arrays.
#[pyclass(module = "cardroom", name = "Batch")]
pub(crate) struct Batch {
    /// A second thread that steps it waits.
    batch: Mutex<Box<dyn envs::Batch>>,
    seats: u8,
    /// Whether the matches have begun, and nothing has panicked since.
    is_ready: AtomicBool,
    /// The process that made it. Threads do not survive a fork.
    process: u32,
}

/// The arrays that a step writes, all C-contiguous: observation, mask, seat, reward, done, truncated.
type Arrays<'py> = (
    PyReadwriteArray2<'py, i8>,
    PyReadwriteArray2<'py, i8>,
    PyReadwriteArray1<'py, u8>,
    PyReadwriteArray2<'py, f32>,
    PyReadwriteArray1<'py, u8>,
    PyReadwriteArray1<'py, u8>,
);

impl Batch {
    fn lock(&self) -> MutexGuard<'_, Box<dyn envs::Batch>> {
        // A step that panicked has left a batch that can be begun again.
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check(&self) -> PyResult<()> {
        if self.process == std::process::id() {
            Ok(())
        } else {
            Err(value("this batch was made before a fork, and its threads are not here: make it in the child process"))
        }
    }

    fn check_begun(&self) -> PyResult<()> {
        self.check()?;
        if self.is_ready.load(Ordering::Acquire) {
            Ok(())
        } else {
            Err(value("the matches have not begun: call reset first"))
        }
    }

    /// Changes the matches. After a panic they have to be reset.
    fn change<T: Send>(
        &self,
        py: Python<'_>,
        arrays: &mut Arrays<'_>,
        work: impl FnOnce(&mut dyn envs::Batch, &mut BatchBuffers<'_>) -> Result<T, envs::EnvError> + Send,
    ) -> PyResult<T> {
        with_view(py, arrays, |view| {
            let mut batch = self.lock();
            let before = self.is_ready.swap(false, Ordering::AcqRel);
            let done = work(&mut **batch, view);
            self.is_ready.store(before || done.is_ok(), Ordering::Release);
            done
        })
    }
}

/// Runs `work` on the arrays as slices, without the interpreter's lock.
fn with_view<T: Send>(
    py: Python<'_>,
    arrays: &mut Arrays<'_>,
    work: impl FnOnce(&mut BatchBuffers<'_>) -> Result<T, envs::EnvError> + Send,
) -> PyResult<T> {
    let (observation, mask, seat, reward, done, truncated) = arrays;
    let mut view = BatchBuffers {
        observation: observation.as_slice_mut()?,
        mask: mask.as_slice_mut()?,
        seat: seat.as_slice_mut()?,
        reward: reward.as_slice_mut()?,
        done: done.as_slice_mut()?,
        truncated: truncated.as_slice_mut()?,
    };
    py.detach(|| work(&mut view)).map_err(raise)
}

#[pymethods]
impl Batch {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "Python calls it by keywords")]
    #[pyo3(signature = (game, options, seats, num_envs, seed, threads, spin, max_steps, players))]
    fn new(
        py: Python<'_>,
        game: &str,
        options: &str,
        seats: Option<u8>,
        num_envs: usize,
        seed: u64,
        threads: usize,
        spin: bool,
        max_steps: u32,
        players: Vec<Option<String>>,
    ) -> PyResult<Batch> {
        let options = read_options(options)?;
        let players = players.into_iter().map(|name| name.map_or(Players::Agent, Players::Bot)).collect();
        let wish = Wish { game, options, seats, envs: num_envs, seed, threads, spin, max_steps, players };
        let batch = py.detach(|| envs::batch(wish)).map_err(raise)?;
        Ok(Batch {
            seats: batch.seats(),
            batch: Mutex::new(batch),
            is_ready: AtomicBool::new(false),
            process: std::process::id(),
        })
    }

    /// How many seats each match has.
    #[getter]
    fn num_seats(&self) -> u8 {
        self.seats
    }

    fn reset(&self, py: Python<'_>, mut arrays: Arrays<'_>) -> PyResult<()> {
        self.check()?;
        self.change(py, &mut arrays, |batch, view| batch.reset(view))
    }

    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i32>, mut arrays: Arrays<'_>) -> PyResult<()> {
        self.check_begun()?;
        let actions = actions.as_slice()?;
        self.change(py, &mut arrays, |batch, view| batch.step(actions, view))
    }

    fn random_steps(&self, py: Python<'_>, steps: usize, mut arrays: Arrays<'_>) -> PyResult<()> {
        self.check_begun()?;
        self.change(py, &mut arrays, |batch, view| batch.random_steps(steps, view))
    }

    fn row_offsets(&self, py: Python<'_>, mut offsets: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        self.check_begun()?;
        let offsets = offsets.as_slice_mut()?;
        py.detach(|| self.lock().row_offsets(offsets)).map_err(raise)
    }

    fn rows(
        &self,
        py: Python<'_>,
        offsets: PyReadonlyArray1<'_, i64>,
        mut rows: PyReadwriteArray2<'_, i8>,
        mut numbers: PyReadwriteArray1<'_, i32>,
    ) -> PyResult<()> {
        self.check_begun()?;
        let (offsets, rows, numbers) = (offsets.as_slice()?, rows.as_slice_mut()?, numbers.as_slice_mut()?);
        py.detach(|| self.lock().rows(offsets, rows, numbers)).map_err(raise)
    }

    /// What a bot of this level chooses in each match that is asked, from the view of the seat that is to act.
    fn bot_actions(
        &self,
        py: Python<'_>,
        level: &str,
        asked: Option<PyReadonlyArray1<'_, bool>>,
        mut actions: PyReadwriteArray1<'_, i32>,
    ) -> PyResult<()> {
        self.check_begun()?;
        let asked = asked.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
        let actions = actions.as_slice_mut()?;
        py.detach(|| self.lock().advise(level, asked, actions)).map_err(raise)
    }
}
