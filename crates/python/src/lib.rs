//! The compiled part of the Python package `cardroom` (python/cardroom).
//!
//! - `game`: the games and the shapes of their observations and actions
//! - `state`: one match; `batch`: many matches in NumPy arrays
//! - `runs`: the arena, simulations, the solver, the command line
//! - `call`: long calls, and those that panic; `error`: Python's exceptions
//!
//! Everything that takes longer than a microsecond releases the interpreter.

mod batch;
mod call;
mod error;
mod game;
mod runs;
mod state;

use pyo3::prelude::*;

/// The compiled part of `cardroom`. Programs import `cardroom`.
#[pymodule(gil_used = false)]
mod _cardroom {
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::error::{CardroomError, IllegalAction, MatchOver};
    #[pymodule_export]
    use super::game::{games, levels, methods, spec};
    #[pymodule_export]
    use super::runs::{_panic, arena, arena_join, arena_part, main, simulate, simulate_join, simulate_part, solve};
    #[pymodule_export]
    use super::state::State;
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("CAP", ::arena::CAP)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
