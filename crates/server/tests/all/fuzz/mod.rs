//! Fuzz tests: no reader of untrusted input panics or exceeds its limit of processor time. `cargo xtask test` runs them
//! for seconds, and with `--long` for hours. docs/develop/reliability.md states the promises.
//!
//! - `almost`: makes inputs that are almost valid; `trial`: gives such inputs to a reader
//! - `texts`: tests of single readers of texts; `requests`: tests of a real server
//!
//! The samples are the files in `tests/corpus`, which has one folder for each target.

mod almost;
mod requests;
mod texts;
mod trial;
