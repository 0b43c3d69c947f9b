//! Restricts the data files to their owner, and checks that the files are still where they were opened.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use crate::StoreError;

/// The permission bits of everybody except the owner.
const OTHERS: u32 = 0o077;
const NOT_A_LINK: i32 = rustix::fs::OFlags::NOFOLLOW.bits().cast_signed();
/// The sticky bit of folders to which everybody may write, such as /tmp.
const STICKY: u32 = 0o1000;

/// Creates the folder so that only its owner can use it, or removes the other permissions from an existing folder.
pub(crate) fn own_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    // Root must not create files in a folder of another user, because that user's server could not write to them.
    if let owner @ 1.. = fs::metadata(folder)?.uid()
        && rustix::process::geteuid().is_root()
    {
        return Err(io::Error::other(format!("it belongs to user {owner}: run this as that user, not as root")));
    }
    tighten(folder);
    Ok(())
}

/// Opens a file, or creates it so that only its owner can use it. Refuses a symbolic link, because it may lead to
/// another user's file.
pub(crate) fn own_file(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    options.mode(0o600).custom_flags(NOT_A_LINK);
    let opened = options.open(file).map_err(|error| match fs::read_link(file) {
        Ok(_) => io::Error::other(format!("{} is a symbolic link: put the file itself there", file.display())),
        Err(_) => error,
    })?;
    tighten(file);
    Ok(opened)
}

/// Writes a file that only its owner can use, and replaces an existing one. The file appears as a whole or not at all.
pub(crate) fn write_whole(file: &Path, text: &str) -> io::Result<()> {
    let folder = file.parent().expect("a file in a folder");
    let mut part = tempfile::NamedTempFile::new_in(folder)?;
    io::Write::write_all(&mut part, text.as_bytes())?;
    part.persist(file)?;
    Ok(())
}

/// Removes others' permissions from a file or folder, and logs that. Changes no folder that is for everybody.
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

/// The name and the identity of an open file. They show whether the file was deleted or replaced. If so, writes to it
/// would still succeed, but nobody could find the data.
pub(crate) struct Placed {
    file: PathBuf,
    is: (u64, u64),
}

impl Placed {
    pub(crate) fn of(file: &Path) -> io::Result<Placed> {
        Ok(Placed { file: file.to_owned(), is: identity(file)? })
    }

    /// Fails if the file has been deleted, or if another file has its name.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let there = identity(&self.file).is_ok_and(|is| is == self.is);
        if there { Ok(()) } else { Err(StoreError::Gone { file: self.file.display().to_string() }) }
    }
}

fn identity(file: &Path) -> io::Result<(u64, u64)> {
    fs::metadata(file).map(|found| (found.dev(), found.ino()))
}
