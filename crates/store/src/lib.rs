//! The durable data: matches and their events, sessions and their seats.
//!
//! [`EventStore`] is the trait. [`Sqlite`] writes to one file, which belongs to the process. [`Postgres`] is a database
//! that several processes can share; each table has an owner among them ([`EventStore::own`]). [`MemoryStore`] is for
//! tests. Any other store that passes [`conformance::check`] can replace them. A store answers when the data are on the
//! disk: once a [`Pending`] has succeeded, a `kill -9` in the next instant loses nothing.
//!
//! A match is its [`StoredSetup`] and its events ([`LogEntry`]), numbered from 0 without gaps. The number is the
//! primary key, so two writers cannot both write it. To the store an event is a text; only the table reads it.
//!
//! - `opening`: opens the store that a host has chosen
//! - `event_store`: the trait and what it stores; `conformance`: the tests that every store passes
//! - `cluster`: what servers that share the data know of each other
//! - `devices`: one person on several devices; `person`: all that is kept of a person, and how it is deleted;
//!   `results`: results of finished deals; `prune`: deletes what nobody needs any more; `host`: what a host asks and
//!   writes
//! - `sqlite`: the store in one file. `writer`: the thread that writes; `log`: checkpoints of the write-ahead log;
//!   `migrations`: the tables, version by version; `files`: who may read them; `backup`: copies, also while a server
//!   runs; `moved`: whether the data of a folder are in a database
//! - `postgres`: the store in a database that servers share
//! - `memory`: the store for tests; `waiting`: counts the answers of a store that somebody waits for

mod backup;
mod cluster;
pub mod conformance;
mod devices;
mod event_store;
mod files;
mod host;
mod log;
mod memory;
mod migrations;
mod moved;
mod opening;
mod person;
mod postgres;
mod prune;
mod results;
mod sqlite;
mod waiting;
mod writer;

pub use backup::{BackupError, Contents, backup, restore};
pub use cluster::{ClusterStore, LivingNode};
pub use devices::{Device, DeviceLink, DeviceStore, Devices};
pub use event_store::{
    Arrangement, Ending, EventStore, Import, Invited, Later, LogEntry, Most, Pending, Seated, Session, SessionId,
    StoreError, Stored, StoredRecord, StoredSetup, Terms, TokenHash, Write,
};
pub use host::{AdminAction, Ban, DataPart, GuestLine, HostStore, NodeLine, Report, TablesWanted};
pub use memory::MemoryStore;
pub use opening::open;
pub use person::{Departed, PersonData, PersonStore};
pub use postgres::{Copied, CopyError, Database, DatabaseError, DatabaseState, NodeIdentity, Postgres, copy};
pub use prune::{Pruned, Pruning, prune_all};
pub use results::{DealResult, ResultStore};
pub use sqlite::Sqlite;
