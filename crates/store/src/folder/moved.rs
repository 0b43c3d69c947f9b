//! The mark in a folder whose data have moved to a database. The SQLite file in the folder is then outdated, and
//! without the mark a backup of that file would look like a current one.

use std::fs;
use std::io;
use std::path::Path;

use super::files::write_whole;

/// The file that marks the folder. It contains the name of the database.
const FILE: &str = "cardroom.database";

/// Marks this folder: from now on its data are in the database of this name.
pub(crate) fn mark(folder: &Path, database: &str) -> io::Result<()> {
    write_whole(&folder.join(FILE), database)
}

/// Returns the database that has the data of this folder; `None` if the data are in the folder.
pub(crate) fn database(folder: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(folder.join(FILE)) {
        Ok(name) => Ok(Some(name)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Removes the mark: from now on the data are in the folder again. Returns the database that had the data.
pub(crate) fn unmark(folder: &Path) -> io::Result<Option<String>> {
    let database = database(folder)?;
    if database.is_some() {
        fs::remove_file(folder.join(FILE))?;
    }
    Ok(database)
}
