//! The interface of a store: the traits, and the data that go in and out.

mod cluster;
mod data;
mod devices;
mod error;
mod events;
mod host;
mod person;
mod prune;
mod results;

pub use cluster::{ClusterStore, Departed, LivingNode, NodeLine};
pub use data::{
    Arrangement, Ending, Import, Invited, LogEntry, Most, Pending, Seated, Session, SessionId, Stored, StoredRecord,
    StoredSetup, Terms, TokenHash, Write,
};
pub use devices::{Device, DeviceLink, DeviceStore, Devices};
pub use error::StoreError;
pub use events::{EventStore, Later};
pub use host::{AdminAction, Ban, DataPart, GuestLine, HostStore, Report, TablesWanted};
pub(crate) use host::{READ_REPORT_MS, REPORT_MS};
pub use person::{PersonData, PersonStore};
pub(crate) use prune::{DAY_MS, EMPTY_MS, IDLE_MS, ONCE_MS, VISIT_MS};
pub use prune::{Pruned, Pruning, prune_all};
pub use results::{DealResult, ResultStore};
