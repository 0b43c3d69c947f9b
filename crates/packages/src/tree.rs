//! Files by the path that they will have, in an order and with dates that do not depend on the machine.

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, SystemTime};

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, EntryType, Header};

/// Files and folders; parents come before what is in them.
#[derive(Default)]
pub struct FileTree {
    nodes: BTreeMap<String, Node>,
}

struct Node {
    mode: u32,
    /// The number of the user and of the group.
    owner: u32,
    /// None: a folder.
    contents: Option<Vec<u8>>,
}

impl FileTree {
    /// Adds a file, with the folders above it. The path is relative.
    pub fn file(&mut self, path: &str, mode: u32, contents: impl Into<Vec<u8>>) {
        self.parents(path);
        self.nodes.insert(path.to_owned(), Node { mode, owner: 0, contents: Some(contents.into()) });
    }

    /// Adds an empty folder of a user, with the folders above it.
    pub fn folder(&mut self, path: &str, mode: u32, owner: u32) {
        self.parents(path);
        self.nodes.insert(path.to_owned(), Node { mode, owner, contents: None });
    }

    fn parents(&mut self, path: &str) {
        for (end, _) in path.match_indices('/') {
            let folder = Node { mode: 0o755, owner: 0, contents: None };
            self.nodes.entry(path[..end].to_owned()).or_insert(folder);
        }
    }

    /// The files in order of their paths, with their modes and contents.
    pub fn files(&self) -> impl Iterator<Item = (&str, u32, &[u8])> {
        self.nodes.iter().filter_map(|(path, node)| Some((path.as_str(), node.mode, node.contents.as_deref()?)))
    }

    /// The size of all files, each rounded up to whole KiB, as Debian counts it.
    #[must_use]
    pub fn kib(&self) -> usize {
        let files = self.nodes.values().map(|node| node.contents.as_ref().map_or(1, |c| c.len().div_ceil(1024)));
        files.sum()
    }

    /// Writes everything below a folder, with these modes and dates. Owners are left out.
    ///
    /// # Errors
    /// If something cannot be written.
    pub fn write_below(&self, folder: &Path, epoch: u64) -> io::Result<()> {
        let date = SystemTime::UNIX_EPOCH + Duration::from_secs(epoch);
        // The folder itself becomes the root of a package.
        fs::set_permissions(folder, Permissions::from_mode(0o755))?;
        for (path, node) in &self.nodes {
            let path = folder.join(path);
            match &node.contents {
                Some(contents) => {
                    fs::write(&path, contents)?;
                    File::options().write(true).open(&path)?.set_modified(date)?;
                }
                None => fs::create_dir_all(&path)?,
            }
            // Whatever the umask is.
            fs::set_permissions(&path, Permissions::from_mode(node.mode))?;
        }
        // Last: a folder is changed by what is put into it.
        for (path, _) in self.nodes.iter().filter(|(_, node)| node.contents.is_none()) {
            File::open(folder.join(path))?.set_modified(date)?;
        }
        File::open(folder)?.set_modified(date)
    }

    /// All of it as a tar file, each path behind a prefix.
    ///
    /// # Errors
    /// If a path is too long for the format.
    pub fn to_tar(&self, prefix: &str, epoch: u64) -> io::Result<Vec<u8>> {
        let mut tar = Builder::new(Vec::new());
        for (path, node) in &self.nodes {
            let mut header = Header::new_gnu();
            header.set_mode(node.mode);
            header.set_uid(node.owner.into());
            header.set_gid(node.owner.into());
            header.set_mtime(epoch);
            let contents = node.contents.as_deref().unwrap_or_default();
            header.set_size(contents.len() as u64);
            let end = if node.contents.is_some() { "" } else { "/" };
            header.set_entry_type(if node.contents.is_some() { EntryType::Regular } else { EntryType::Directory });
            tar.append_data(&mut header, format!("{prefix}{path}{end}"), contents)?;
        }
        tar.into_inner()
    }
}

/// Compresses, without a date or a name.
#[must_use]
pub fn gzip(contents: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(contents).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt;

    use super::*;

    fn tree() -> FileTree {
        let mut tree = FileTree::default();
        tree.file("usr/bin/cardroom", 0o755, "program");
        tree.file("etc/cardroom.toml", 0o644, "port = 1\n");
        tree.folder("data", 0o700, 65_532);
        tree
    }

    #[test]
    fn a_tar_has_folders_before_files_and_nothing_of_the_machine() {
        let tar = tree().to_tar("cardroom/", 1_000).expect("a tar");
        let mut archive = tar::Archive::new(&tar[..]);
        let lines = archive.entries().expect("a tar").map(|entry| {
            let entry = entry.expect("an entry");
            let (header, path) = (entry.header(), entry.path().expect("a path").display().to_string());
            let (mode, owner) = (header.mode().expect("a mode"), header.uid().expect("a user"));
            assert_eq!(header.mtime().expect("a date"), 1_000);
            assert_eq!(header.username().expect("UTF-8").unwrap_or_default(), "");
            format!("{mode:o} {owner} {path}")
        });
        let expect = [
            "700 65532 cardroom/data/",
            "755 0 cardroom/etc/",
            "644 0 cardroom/etc/cardroom.toml",
            "755 0 cardroom/usr/",
            "755 0 cardroom/usr/bin/",
            "755 0 cardroom/usr/bin/cardroom",
        ];
        assert_eq!(lines.collect::<Vec<_>>(), expect);
    }

    #[test]
    fn what_is_written_has_its_modes_and_dates() {
        let folder = tempfile::tempdir().expect("a folder");
        // However private it was: it becomes the root of a package.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o700)).expect("ours");
        tree().write_below(folder.path(), 1_000).expect("written");
        for (path, mode) in
            [("", 0o40_755), ("usr/bin/cardroom", 0o100_755), ("etc/cardroom.toml", 0o100_644), ("data", 0o40_700)]
        {
            let found = fs::metadata(folder.path().join(path)).expect(path);
            assert_eq!((found.mode(), found.mtime()), (mode, 1_000), "{path}");
        }
    }

    #[test]
    fn gzip_writes_no_date() {
        assert_eq!(gzip(b"text")[4..8], [0; 4]);
    }
}
