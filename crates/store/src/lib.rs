//! The durable data: matches and their events, sessions and their seats.
//!
//! [`EventStore`] is the trait. [`Sqlite`] writes to one file, which belongs to the process. [`Postgres`] is a database
//! that several processes can share. Each table has an owner among these processes ([`ClusterStore::own`]).
//! [`MemoryStore`] is for tests. Any other store that passes [`conformance::check`] can replace them. A store answers
//! once the data are on the disk. After a [`Pending`] has succeeded, even a `kill -9` in the next instant loses
//! nothing.
//!
//! A match is its [`StoredSetup`] and its events ([`LogEntry`]), numbered from 0 without gaps. The number is part of
//! the primary key, so two writers cannot both write the same event. The store does not interpret events.
//!
//! - `contract`: the traits and their types; `conformance`: the tests that every store passes
//! - `sql`: the operations that all stores share, in SQL that both SQLite and PostgreSQL understand
//! - `sqlite`: the store in one file; `postgres`: the store in a shared database; `memory`: the store for tests
//! - `folder`: the data folder; `opening`: opens the store that a host has chosen; `waiting`: counts the answers that
//!   callers wait for

pub mod conformance;
mod contract;
mod folder;
mod memory;
mod opening;
mod postgres;
mod sql;
mod sqlite;
mod waiting;

pub use contract::{
    AdminAction, Arrangement, Ban, ClusterStore, DataPart, DayStore, DayStored, DayTry, DealResult, Departed, Device,
    DeviceLink, DeviceStore, Devices, Ending, EventStore, GuestLine, HostStore, Import, Invited, LivingNode, LogEntry,
    Most, NewTry, NodeLine, Pending, PersonData, PersonStore, Pruned, Pruning, Report, ResultStore, Seated, Session,
    SessionId, StoreError, StoreState, Stored, StoredMistake, StoredRecord, StoredSetup, TablesWanted, Terms,
    TokenHash, Write, prune_all,
};
pub use memory::MemoryStore;
pub use opening::open;
pub use postgres::{Copied, Database, DatabaseError, DatabaseState, NodeIdentity, Postgres, copy};
pub use sqlite::{BackupError, Contents, Sqlite, backup, restore};
