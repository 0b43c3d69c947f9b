//! Opens the store that a host has chosen.

use std::path::Path;
use std::sync::Arc;

use crate::{Database, EventStore, Postgres, Sqlite, StoreError};

/// Opens a server's store: a file in the data folder, or a database. With a database, the folder still has the identity
/// of the server.
///
/// # Errors
/// If the store cannot be opened. The text says what to do.
pub async fn open(data: &Path, database: Option<Database>) -> Result<Arc<dyn EventStore>, StoreError> {
    Ok(match database {
        Some(database) => Arc::new(Postgres::open(database, Some(data)).await?),
        None => Arc::new(Sqlite::open(data)?),
    })
}
