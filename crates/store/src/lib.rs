//! What must survive: matches and their events, sessions and their seats.
//!
//! [`EventStore`] is the face; [`Sqlite`] keeps it in one file of the process's own, [`Memory`] nowhere, for tests. Another
//! store passes [`conformance::keep`] and takes its place. Nothing is answered before it is on the disk: when a [`Pending`] says yes,
//! a `kill -9` in the next instant changes nothing about it.
//!
//! A match is its [`Setup`] and its events, numbered from 0 without gaps. The number is the primary key: two writers
//! cannot both have it. What an event says is the table's own business; here it is a text.

mod backup;
pub mod conformance;
mod devices;
mod event_store;
mod files;
mod log;
mod memory;
mod migrations;
mod person;
mod results;
mod sqlite;
mod writer;

pub use backup::{BackupError, Contents, backup, restore};
pub use devices::{Device, DeviceLink, DeviceStore, Devices};
pub use event_store::{
    Arrangement, Ending, Event, EventStore, Invited, Keeping, Kept, Later, Most, Pending, Seated, Session, SessionId,
    Setup, StoreError, Stored, Terms, TokenHash, Write,
};
pub use memory::Memory;
pub use person::{Held, PersonStore};
pub use results::{DealResult, ResultStore};
pub use sqlite::Sqlite;
