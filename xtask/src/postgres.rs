//! The PostgreSQL that the tests start: finds it, or installs it on Debian.

use std::fs;
use std::path::PathBuf;

use crate::debian;
use crate::run::Done;

/// The name of Debian's package.
pub const PACKAGE: &str = "postgresql";
/// The oldest version of PostgreSQL that the tests support.
const OLDEST: u32 = 15;

/// Makes sure that PostgreSQL is installed. If the variable `POSTGRES_BIN` names a folder, PostgreSQL must be in that
/// folder. Otherwise, it must be in Debian's folder or on the path. On Debian as root, installs the package.
///
/// # Errors
/// Says in one line what to install. The tests of the database are never skipped silently.
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

/// Returns the folder with the programs of PostgreSQL.
///
/// # Errors
/// If there is no such folder.
pub fn programs() -> Result<PathBuf, String> {
    let named = std::env::var_os("POSTGRES_BIN").map(PathBuf::from);
    named.or_else(installed).ok_or_else(|| "there is no PostgreSQL".to_owned())
}

/// Returns the folder of the newest version from Debian's packages, or otherwise the folder of the version on the path.
fn installed() -> Option<PathBuf> {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(|entry| {
        let folder = entry.ok()?.path();
        let version: u32 = folder.file_name()?.to_str()?.parse().ok()?;
        Some((version, folder.join("bin")))
    });
    let newest = debian.filter(|(version, bin)| *version >= OLDEST && bin.join("initdb").exists()).max();
    newest.map(|(_, bin)| bin).or_else(|| Some(debian::on_path(&["initdb"])?.parent()?.to_owned()))
}
