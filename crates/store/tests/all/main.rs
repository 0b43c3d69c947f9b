//! Tests of backups and of the store in PostgreSQL. `tests/sqlite.rs` has the tests of SQLite. All tests here are one
//! program, so that the code is linked only once.

mod backup;
#[cfg(unix)]
mod pooler;
#[cfg(unix)]
mod postgres;
#[cfg(unix)]
mod postgres_server;
#[cfg(unix)]
mod proxy;
#[cfg(unix)]
mod standby;
