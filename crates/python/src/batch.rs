//! Many matches in NumPy arrays of the caller.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use arena::envs::{BatchBuffers, EnvError, Players, Wish};
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;

use crate::call::{Control, detached};
use crate::error::{raise, value};
use crate::game::read_options;

/// The number of steps above which a call counts as slow, even if no slow bot plays.
const MANY: usize = 250_000;

/// Many matches that are played in parallel. `cardroom.vector.make(...)` makes a batch with its arrays.
#[pyclass(module = "cardroom", name = "Batch")]
pub(crate) struct Batch {
    matches: Mutex<BegunBatch>,
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
        arrays: &mut Arrays<'_>,
        work: impl FnOnce(&mut dyn arena::envs::Batch, &mut BatchBuffers<'_>) -> Result<(), EnvError> + Send,
    ) -> PyResult<()> {
        self.check()?;
        let (observation, mask, seat, reward, done, truncated) = arrays;
        let mut view = BatchBuffers {
            observation: observation.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            seat: seat.as_slice_mut()?,
            reward: reward.as_slice_mut()?,
            done: done.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
        };
        let stop = &self.control.stop;
        let work = |view: &mut BatchBuffers<'_>| {
            let (batch, is_ready) = &mut *self.lock(steps == 0)?;
            let was_ready = std::mem::take(is_ready);
            let done = work(&mut **batch, view);
            *is_ready = (was_ready || done.is_ok()) && !stop.load(Ordering::SeqCst);
            done
        };
        let is_slow = self.has_slow_bots || steps.max(self.envs) > MANY;
        let work = || work(&mut view);
        if is_slow { self.control.run(py, None, |_news| work()) } else { detached(py, work) }?.map_err(raise)
    }
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
        let has_slow_bots = players.iter().flatten().any(|level| crate::game::is_slow(game, level));
        let players = players.into_iter().map(|name| name.map_or(Players::Agent, Players::Bot)).collect();
        let control = Control::default();
        let stop = control.stop.clone();
        let wish = Wish { game, options, seats, envs: num_envs, seed, threads, spin, max_steps, players, stop };
        let batch = detached(py, || arena::envs::batch(wish))?.map_err(raise)?;
        let (matches, game) = (Mutex::new((batch, false)), game.to_owned());
        Ok(Batch { matches, game, envs: num_envs, has_slow_bots, control, process: std::process::id() })
    }

    fn reset(&self, py: Python<'_>, mut arrays: Arrays<'_>) -> PyResult<()> {
        self.change(py, 0, &mut arrays, |batch, view| batch.reset(view))
    }

    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i32>, mut arrays: Arrays<'_>) -> PyResult<()> {
        let actions = actions.as_slice()?;
        self.change(py, self.envs, &mut arrays, |batch, view| batch.step(actions, view))
    }

    fn random_steps(&self, py: Python<'_>, steps: usize, mut arrays: Arrays<'_>) -> PyResult<()> {
        let all = self.envs.saturating_mul(steps).max(1);
        self.change(py, all, &mut arrays, |batch, view| batch.random_steps(steps, view))
    }

    fn row_offsets(&self, py: Python<'_>, mut offsets: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        self.check()?;
        let offsets = offsets.as_slice_mut()?;
        detached(py, || self.lock(false)?.0.row_offsets(offsets))?.map_err(raise)
    }

    fn rows(
        &self,
        py: Python<'_>,
        mut rows: PyReadwriteArray2<'_, i8>,
        mut numbers: PyReadwriteArray1<'_, i32>,
    ) -> PyResult<()> {
        self.check()?;
        let (rows, numbers) = (rows.as_slice_mut()?, numbers.as_slice_mut()?);
        detached(py, || self.lock(false)?.0.rows(rows, numbers))?.map_err(raise)
    }

    /// For each match that `asked` marks: the choice that a bot of this level makes from the view of the seat to act.
    fn bot_actions(
        &self,
        py: Python<'_>,
        level: &str,
        asked: Option<PyReadonlyArray1<'_, bool>>,
        mut actions: PyReadwriteArray1<'_, i32>,
    ) -> PyResult<()> {
        self.check()?;
        let asked = asked.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
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
    fn load(&self, py: Python<'_>, saved: &str, mut arrays: Arrays<'_>) -> PyResult<()> {
        self.change(py, 0, &mut arrays, |batch, view| batch.load(saved, view))
    }
}
