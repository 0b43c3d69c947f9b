//! Fuzz tests: no reader of untrusted input panics or exceeds its limit of processor time. `cargo xtask test` runs them
//! for seconds, `--long` for hours. docs/reliability.md states the promises.
//!
//! - `almost`: makes inputs that are almost valid; `trial`: tries a reader with them
//! - `texts`: tries readers of texts, one by one; `requests`: tries a real server
//!
//! The samples are the files in `tests/corpus`, one folder for each target.

mod almost;
mod requests;
mod texts;
mod trial;
