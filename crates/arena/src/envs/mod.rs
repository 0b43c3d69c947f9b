//! Environments for programs that learn. They present every game as numbers, through type-erased interfaces.
//!
//! Begin at `state` for one match, or at `batch` for many.
//!
//! - `spec`: the shape of a game's observations and actions
//! - `state`: one match, step by step, with its record
//! - `batch`: many matches at once, in buffers of the caller, with bots on some seats; `opponent`: these bots;
//!   `threads`: the threads that step the matches
//! - `reward`: what programs that learn are rewarded with; `error`: the errors of requests
//!
//! Each game defines what its numbers mean ([`game::Observe`]). docs/bots/observations.md describes them channel by
//! channel.
//!
//! ```
//! use arena::envs::{Batch, Buffers, Players};
//!
//! let spec = arena::envs::spec("schwarze-dame")?;
//! let mut batch = arena::envs::batch(arena::envs::Wish {
//!     game: "schwarze-dame", options: Default::default(), seats: None, envs: 8, seed: 1, threads: 1, spin: false, max_steps: arena::CAP, reward: Default::default(), illegal: None, stop: Default::default(),
//!     players: vec![Players::Agent, Players::Bot("rule".to_owned()), Players::Bot("rule".to_owned()), Players::Bot("rule".to_owned())],
//! })?;
//! let mut buffers = Buffers::new(&spec, 8, 4);
//! batch.reset(None, buffers.borrow())?;
//! // The first number that each mask allows.
//! let first = |mask: &[i8]| mask.iter().position(|&bit| bit == 1).unwrap() as i32;
//! let actions: Vec<i32> = buffers.mask.chunks(spec.actions).map(first).collect();
//! batch.step(&actions, buffers.borrow())?;
//! assert!(buffers.seat.iter().all(|&seat| seat == 0), "the others are played by bots");
//! # Ok::<(), arena::envs::EnvError>(())
//! ```

mod batch;
mod error;
mod opponent;
mod reward;
mod spec;
mod state;
mod threads;

pub use batch::{Batch, BatchBuffers, Buffers, Players, Wish, batch};
pub use error::{EnvError, ErrorKind};
pub use reward::Reward;
pub use spec::{Spec, document, spec};
pub use state::{State, from_record, start};
