//! What a store must do beside SQLite's own tests: copies of the data, and the store in PostgreSQL. All tests are one program, so
//! that they are linked once.

mod backup;
#[cfg(unix)]
mod postgres;
#[cfg(unix)]
mod postgres_server;
#[cfg(unix)]
mod proxy;
#[cfg(unix)]
mod standby;
