//! Files that only their owner can read.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Reads a file: of a device without an end not more than any file has.
pub(super) fn read(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(file)?.take(16 << 20).read_to_string(&mut text)?;
    Ok(text)
}

/// Writes a file that appears whole, with its mode from the beginning, in place of the one that was there. When this
/// returns, the text is on the disk.
pub(super) fn write(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let beside = file.with_extension(format!("{}.new", std::process::id()));
    let _ = fs::remove_file(&beside);
    let mut written = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&beside)?;
    written.write_all(text.as_bytes())?;
    written.sync_all()?;
    fs::rename(&beside, file)
}
