//! The mark in a folder whose data are in a database. A SQLite file that still lies there is as old as the move, and a
//! backup of it would look like one of today.

use std::fs;
use std::io;
use std::path::Path;

use super::files::write_whole;

/// The file that names the database.
const FILE: &str = "cardroom.database";

/// From now on the data of this folder are in the database of this name.
pub(crate) fn mark(folder: &Path, database: &str) -> io::Result<()> {
    write_whole(&folder.join(FILE), database)
}

/// The database that has the data of this folder; `None` if they are in the folder.
pub(crate) fn database(folder: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(folder.join(FILE)) {
        Ok(name) => Ok(Some(name)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// From now on the data of this folder are in the folder again. Returns the database that had them.
pub(crate) fn unmark(folder: &Path) -> io::Result<Option<String>> {
    let database = database(folder)?;
    if database.is_some() {
        fs::remove_file(folder.join(FILE))?;
    }
    Ok(database)
}
