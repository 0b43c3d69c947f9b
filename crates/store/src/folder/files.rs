//! Only the owner may read the data files. Also checks that the files are still where they were opened.

use std::fs::{self, File, OpenOptions};
use std::io;
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use crate::StoreError;

/// The permission bits of everybody but the owner.
#[cfg(unix)]
const OTHERS: u32 = 0o077;
#[cfg(unix)]
const NOT_A_LINK: i32 = rustix::fs::OFlags::NOFOLLOW.bits().cast_signed();
/// On a folder that everybody may write to, as /tmp.
#[cfg(unix)]
const STICKY: u32 = 0o1000;

/// Makes the folder for its owner alone, or narrows the permissions of an existing one.
pub(crate) fn own_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    // The server of that user cannot write to files that root makes there.
    #[cfg(unix)]
    if let owner @ 1.. = fs::metadata(folder)?.uid()
        && rustix::process::geteuid().is_root()
    {
        return Err(io::Error::other(format!("it belongs to user {owner}: run this as that user, not as root")));
    }
    tighten(folder);
    Ok(())
}

/// Opens an existing file, or makes one for its owner alone. A symbolic link is refused: it may lead to a file of somebody else.
pub(crate) fn own_file(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    options.mode(0o600).custom_flags(NOT_A_LINK);
    let opened = options.open(file).map_err(|error| match fs::read_link(file) {
        Ok(_) => io::Error::other(format!("{} is a symbolic link: put the file itself there", file.display())),
        Err(_) => error,
    })?;
    tighten(file);
    Ok(opened)
}

/// Writes a file for its owner alone, in place of the one that is there: it appears whole or not at all.
pub(crate) fn write_whole(file: &Path, text: &str) -> io::Result<()> {
    let folder = file.parent().expect("a file in a folder");
    let mut part = tempfile::NamedTempFile::new_in(folder)?;
    io::Write::write_all(&mut part, text.as_bytes())?;
    part.persist(file)?;
    Ok(())
}

/// Removes all permissions except the owner's from a file or folder, and logs it.
#[cfg(unix)]
pub(crate) fn tighten(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(found) = fs::metadata(path).map(|found| found.permissions().mode()) else { return };
    if found & OTHERS == 0 {
        return;
    }
    let (name, mode) = (path.display(), format!("{:o}", found & 0o7777));
    if found & STICKY != 0 {
        tracing::warn!(%name, mode, "this folder is everybody's: choose one of your own for the data");
        return;
    }
    match fs::set_permissions(path, fs::Permissions::from_mode(found & 0o7700)) {
        Ok(()) => tracing::warn!(%name, mode, "others could read or write this: now its owner alone can"),
        Err(error) => tracing::warn!(%name, mode, %error, "others can read or write this, and it cannot be changed"),
    }
}

#[cfg(not(unix))]
pub(crate) fn tighten(_: &Path) {}

/// A file by its name and its identity. After it is deleted or replaced we could still write to a file that nobody
/// will find; this detects it.
pub(crate) struct Placed {
    file: PathBuf,
    #[cfg(unix)]
    is: (u64, u64),
}

impl Placed {
    pub(crate) fn of(file: &Path) -> io::Result<Placed> {
        #[cfg(unix)]
        let is = identity(file)?;
        Ok(Placed {
            file: file.to_owned(),
            #[cfg(unix)]
            is,
        })
    }

    /// Fails if the file has gone or another has its name.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        #[cfg(unix)]
        let there = identity(&self.file).is_ok_and(|is| is == self.is);
        #[cfg(not(unix))]
        let there = self.file.exists();
        if there { Ok(()) } else { Err(StoreError::Gone { file: self.file.display().to_string() }) }
    }
}

#[cfg(unix)]
fn identity(file: &Path) -> io::Result<(u64, u64)> {
    fs::metadata(file).map(|found| (found.dev(), found.ino()))
}
