//! Many matches in NumPy arrays of the caller.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use arena::envs::{BatchBuffers, EnvError, Players, Wish};
use numpy::ndarray::Dimension;
use numpy::{BorrowError, Element, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray, PyReadwriteArray};
use pyo3::prelude::*;

use crate::call::{Control, detached};
use crate::error::{raise, value};
use crate::game::read_options;

/// The number of steps or answers above which a call counts as slow, even if no slow bot plays. It is small, because
/// some rule players take a twentieth of a millisecond.
const MANY: usize = 20_000;

/// Many matches that are played in parallel. `cardroom.vector.make(...)` makes a batch with its arrays.
#[pyclass(module = "cardroom", name = "Batch")]
pub(crate) struct Batch {
    matches: Mutex<BegunBatch>,
    arrays: Arrays,
    game: String,
    envs: usize,
    has_slow_bots: bool,
    control: Control,
    /// The id of the process that made the batch. Its threads do not survive a fork.
    process: u32,
}

/// The matches, and whether they can be stepped. They can be stepped if they have begun, and no panic or stop has
/// interrupted them since. While one thread steps them, other threads wait.
type BegunBatch = (Box<dyn arena::envs::Batch>, bool);

/// The arrays that a step writes, all C-contiguous: see [`BatchBuffers`].
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Arrays {
    observation: Py<PyArray2<i8>>,
    mask: Py<PyArray2<i8>>,
    seat: Py<PyArray1<u8>>,
    reward: Py<PyArray2<f32>>,
    done: Py<PyArray1<u8>>,
    truncated: Py<PyArray1<u8>>,
    over: Py<PyArray1<u8>>,
    won: Py<PyArray2<u8>>,
    final_observation: Py<PyArray2<i8>>,
    state: Py<PyArray2<i8>>,
}

/// Borrows an array for writing.
fn writable<'py, T: Element, D: Dimension>(array: &Bound<'py, PyArray<T, D>>) -> PyResult<PyReadwriteArray<'py, T, D>> {
    array.try_readwrite().map_err(not_borrowed)
}

fn readable<'py, T: Element, D: Dimension>(array: &Bound<'py, PyArray<T, D>>) -> PyResult<PyReadonlyArray<'py, T, D>> {
    array.try_readonly().map_err(not_borrowed)
}

fn not_borrowed(error: BorrowError) -> PyErr {
    value(match error {
        BorrowError::NotWriteable => "an array of the batch is read-only",
        _ => "another thread uses this batch: use it in one thread at a time",
    })
}

impl Batch {
    fn lock(&self, may_begin: bool) -> Result<MutexGuard<'_, BegunBatch>, EnvError> {
        // A step that panicked has poisoned the lock. The batch can still be begun again.
        let matches = self.matches.lock().unwrap_or_else(PoisonError::into_inner);
        self.control.stop.store(false, Ordering::SeqCst);
        if may_begin || matches.1 { Ok(matches) } else { Err(EnvError::value("no match has begun: call reset first")) }
    }

    fn check(&self) -> PyResult<()> {
        if self.process == std::process::id() {
            Ok(())
        } else {
            Err(value("this batch was made before a fork: make it in the child process, or send it there by pickle"))
        }
    }

    /// Changes the matches by about `steps` steps; `steps` is 0 if `work` begins them. After a panic or a stop, the
    /// matches must be reset before they can be stepped again.
    fn change(
        &self,
        py: Python<'_>,
        steps: usize,
        work: impl FnOnce(&mut dyn arena::envs::Batch, BatchBuffers<'_>) -> Result<(), EnvError> + Send,
    ) -> PyResult<()> {
        self.check()?;
        let arrays = &self.arrays;
        let mut observation = writable(arrays.observation.bind(py))?;
        let mut mask = writable(arrays.mask.bind(py))?;
        let mut seat = writable(arrays.seat.bind(py))?;
        let mut reward = writable(arrays.reward.bind(py))?;
        let mut done = writable(arrays.done.bind(py))?;
        let mut truncated = writable(arrays.truncated.bind(py))?;
        let mut over = writable(arrays.over.bind(py))?;
        let mut won = writable(arrays.won.bind(py))?;
        let mut last = writable(arrays.final_observation.bind(py))?;
        let mut hidden = writable(arrays.state.bind(py))?;
        let view = BatchBuffers {
            observation: observation.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            seat: seat.as_slice_mut()?,
            reward: reward.as_slice_mut()?,
            done: done.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            over: over.as_slice_mut()?,
            won: won.as_slice_mut()?,
            last: last.as_slice_mut()?,
            hidden: hidden.as_slice_mut()?,
        };
        let stop = &self.control.stop;
        let work = || {
            let (batch, is_ready) = &mut *self.lock(steps == 0)?;
            let was_ready = std::mem::take(is_ready);
            let done = work(&mut **batch, view);
            *is_ready = (was_ready || done.is_ok()) && !stop.load(Ordering::SeqCst);
            done
        };
        let is_slow = self.has_slow_bots || steps.max(self.envs) > MANY;
        if is_slow { self.control.run(py, None, |_news| work()) } else { detached(py, work) }?.map_err(raise)
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "Python calls it by keywords")]
    #[pyo3(signature = (game, options, seats, num_envs, seed, threads, spin, max_steps, reward, illegal, players, arrays))]
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
        reward: &str,
        illegal: Option<f32>,
        players: Vec<Option<String>>,
        arrays: Arrays,
    ) -> PyResult<Batch> {
        let options = read_options(options)?;
        let has_slow_bots = players.iter().flatten().any(|level| crate::game::is_slow(game, level));
        let players = players.into_iter().map(|name| name.map_or(Players::Agent, Players::Bot)).collect();
        let control = Control::default();
        let stop = control.stop.clone();
        let reward = reward.parse().map_err(raise)?;
        let envs = num_envs;
        let wish = Wish { game, options, seats, envs, seed, threads, spin, max_steps, reward, illegal, players, stop };
        let batch = detached(py, || arena::envs::batch(wish))?.map_err(raise)?;
        let (matches, game) = (Mutex::new((batch, false)), game.to_owned());
        Ok(Batch { matches, arrays, game, envs, has_slow_bots, control, process: std::process::id() })
    }

    fn reset(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        self.change(py, 0, |batch, view| batch.reset(seed, view))
    }

    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyArray1<i32>>) -> PyResult<()> {
        let actions = readable(actions)?;
        let actions = actions.as_slice()?;
        self.change(py, self.envs, |batch, view| batch.step(actions, view))
    }

    fn random_steps(&self, py: Python<'_>, steps: usize) -> PyResult<()> {
        let all = self.envs.saturating_mul(steps).max(1);
        self.change(py, all, |batch, view| batch.random_steps(steps, view))
    }

    fn row_offsets(&self, py: Python<'_>, offsets: &Bound<'_, PyArray1<i64>>) -> PyResult<()> {
        self.check()?;
        let mut offsets = writable(offsets)?;
        let offsets = offsets.as_slice_mut()?;
        detached(py, || self.lock(false)?.0.row_offsets(offsets))?.map_err(raise)
    }

    fn rows(&self, py: Python<'_>, rows: &Bound<'_, PyArray2<i8>>, numbers: &Bound<'_, PyArray1<i32>>) -> PyResult<()> {
        self.check()?;
        let (mut rows, mut numbers) = (writable(rows)?, writable(numbers)?);
        let (rows, numbers) = (rows.as_slice_mut()?, numbers.as_slice_mut()?);
        detached(py, || self.lock(false)?.0.rows(rows, numbers))?.map_err(raise)
    }

    /// For each match that `asked` marks: the choice that a bot of this level makes from the view of the seat to act.
    fn bot_actions(
        &self,
        py: Python<'_>,
        level: &str,
        asked: Option<Bound<'_, PyArray1<bool>>>,
        actions: &Bound<'_, PyArray1<i32>>,
    ) -> PyResult<()> {
        self.check()?;
        let asked = asked.as_ref().map(readable).transpose()?;
        let asked = asked.as_ref().map(PyReadonlyArray::as_slice).transpose()?;
        let mut actions = writable(actions)?;
        let actions = actions.as_slice_mut()?;
        let mut work = || self.lock(false)?.0.advise(level, asked, actions);
        let is_slow = self.envs > MANY || crate::game::is_slow(&self.game, level);
        if is_slow { self.control.run(py, None, |_news| work()) } else { detached(py, work) }?.map_err(raise)
    }

    /// The state of the matches as text; empty before they have begun.
    fn save(&self, py: Python<'_>) -> PyResult<String> {
        detached(py, || self.lock(false).map_or(String::new(), |matches| matches.0.save()))
    }

    /// Restores a state that `save` of a batch with the same game and size has returned.
    fn load(&self, py: Python<'_>, saved: &str) -> PyResult<()> {
        self.change(py, 0, |batch, view| batch.load(saved, view))
    }
}
