//! Finding the database that the tests start, or installing it where that is possible.

use std::fs;
use std::path::PathBuf;

use crate::debian;
use crate::run::Done;

/// Debian's package.
pub const PACKAGE: &str = "postgresql";
/// The oldest version that the tests run against.
const OLDEST: u32 = 15;

/// Makes sure that there is a PostgreSQL. `POSTGRES_BIN` names its programs; else Debian's place and the path are looked at; else,
/// on Debian as root, it is installed.
///
/// # Errors
/// Says in a line what to install. The tests of the database are never skipped quietly.
pub fn find() -> Done {
    if let Some(folder) = std::env::var_os("POSTGRES_BIN") {
        let found = PathBuf::from(&folder).join("initdb").exists();
        return if found { Ok(()) } else { Err(format!("POSTGRES_BIN={} has no initdb", folder.to_string_lossy())) };
    }
    if installed().is_none() {
        debian::install(&[PACKAGE])?;
    }
    installed().map(drop).ok_or_else(|| {
        format!(
            "the tests of the store need PostgreSQL {OLDEST} or newer: install it (Debian: apt install postgresql), or name its \
             programs with POSTGRES_BIN=/folder"
        )
    })
}

/// The folder with the programs of PostgreSQL.
///
/// # Errors
/// If there is none.
pub fn programs() -> Result<PathBuf, String> {
    let named = std::env::var_os("POSTGRES_BIN").map(PathBuf::from);
    named.or_else(installed).ok_or_else(|| "there is no PostgreSQL".to_owned())
}

/// The newest that Debian has installed, else what is on the path.
fn installed() -> Option<PathBuf> {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(|entry| {
        let folder = entry.ok()?.path();
        let version: u32 = folder.file_name()?.to_str()?.parse().ok()?;
        Some((version, folder.join("bin")))
    });
    let newest = debian.filter(|(version, bin)| *version >= OLDEST && bin.join("initdb").exists()).max();
    newest.map(|(_, bin)| bin).or_else(|| Some(debian::on_path(&["initdb"])?.parent()?.to_owned()))
}
