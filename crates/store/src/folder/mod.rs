//! The data folder of a server, which only one process uses at a time.
//!
//! - `files`: the permissions of the files in the folder
//! - `moved`: the mark that the data have moved to a database

mod files;
mod moved;

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use crate::StoreError;

pub(crate) use files::{Placed, own_file, own_folder, tighten, write_whole};
pub(crate) use moved::{database, mark, unmark};

/// The file that the server using the folder keeps locked.
const LOCK: &str = "cardroom.lock";

/// Locks an existing folder, so that only one process uses it at a time.
pub(crate) fn lock(folder: &Path) -> Result<File, StoreError> {
    let name = folder.display().to_string();
    let lock = own_file(&folder.join(LOCK)).map_err(|error| unusable(&name, &error))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { folder: name }),
        Err(TryLockError::Error(error)) => Err(unusable(&name, &error)),
    }
}

pub(crate) fn unusable(folder: &str, error: &io::Error) -> StoreError {
    use io::ErrorKind::{FileTooLarge, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    match error.kind() {
        FileTooLarge | PermissionDenied | QuotaExceeded | ReadOnlyFilesystem | StorageFull => {
            StoreError::Unwritable { folder: folder.to_owned(), words: error.to_string() }
        }
        _ => StoreError::Broken(format!("{folder}: {error}")),
    }
}
