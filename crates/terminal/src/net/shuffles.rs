//! The stored shuffles of a terminal. Their file contains nonces, so only its owner can read it.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::private_file;
use crate::taking_part::OwnShuffle;

const FILE: &str = "terminal-shuffles.json";

/// The greatest number of matches whose data are stored.
const MOST: usize = 200;

pub(crate) struct ShuffleFile {
    file: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct Dated {
    /// The time of the last change, in milliseconds of Unix time.
    at: u64,
    #[serde(flatten)]
    shuffle: OwnShuffle,
}

impl ShuffleFile {
    pub(crate) fn of(folder: &Path) -> ShuffleFile {
        ShuffleFile { file: folder.join(FILE) }
    }

    /// Changes the stored data of a match. When the function returns, they are on the disk. A lock excludes other
    /// terminals with the same data folder. `table` identifies the match by its server and its id.
    ///
    /// # Errors
    /// If the data cannot be stored. In that case, do not send anything that depends on them. It is also an error if
    /// the file exists but cannot be read, because it may contain nonces that are in use.
    pub(crate) fn update<R>(&self, table: &str, change: impl FnOnce(&mut OwnShuffle) -> R) -> io::Result<R> {
        let _lock = self.lock()?;
        let mut all: BTreeMap<String, Dated> = match private_file::read(&self.file) {
            Ok(text) => serde_json::from_str(&text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => return Err(error),
        };
        let before = all.remove(table).map(|dated| dated.shuffle).unwrap_or_default();
        let mut shuffle = before.clone();
        let result = change(&mut shuffle);
        if shuffle == before {
            return Ok(result);
        }
        while all.len() >= MOST {
            let oldest = all.iter().min_by_key(|(_, dated)| dated.at).map(|(table, _)| table.clone());
            oldest.and_then(|table| all.remove(&table));
        }
        let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_millis() as u64);
        all.insert(table.to_owned(), Dated { at, shuffle });
        private_file::write(&self.file, &serde_json::to_string(&all)?)?;
        Ok(result)
    }

    /// Returns the stored shuffle of a match, if it can be read.
    pub(crate) fn load(&self, table: &str) -> Option<OwnShuffle> {
        let text = private_file::read(&self.file).ok()?;
        let mut all: BTreeMap<String, Dated> = serde_json::from_str(&text).ok()?;
        all.remove(table).map(|dated| dated.shuffle)
    }

    /// Locks the file until the lock is dropped.
    fn lock(&self) -> io::Result<File> {
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true).mode(0o600);
        let lock = options.open(self.file.with_extension("lock"))?;
        lock.lock()?;
        Ok(lock)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt;

    use cards::Nonce;

    use super::*;
    use crate::taking_part::Contribution;
    use crate::taking_part::tests::asked;

    fn sealed(shuffles: &ShuffleFile, table: &str, nonce: u8) -> Option<Contribution> {
        let draw = || Nonce::new([nonce; 32]);
        shuffles.update(table, |device| device.answer(Some(0), &asked(), draw)).unwrap()
    }

    #[test]
    fn terminals_of_one_folder_share_the_nonce_of_a_match() {
        let folder = tempfile::tempdir().unwrap();
        let first = sealed(&ShuffleFile::of(folder.path()), "a", 1);
        assert!(first.is_some());
        assert_eq!(sealed(&ShuffleFile::of(folder.path()), "a", 2), first);
        assert_ne!(sealed(&ShuffleFile::of(folder.path()), "b", 2), first);
        for entry in fs::read_dir(folder.path()).unwrap() {
            assert_eq!(entry.unwrap().metadata().unwrap().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn threads_that_come_at_once_draw_once() {
        let folder = tempfile::tempdir().unwrap();
        let all: Vec<_> = std::thread::scope(|scope| {
            let path = folder.path();
            let begun: Vec<_> = (0..8).map(|n| scope.spawn(move || sealed(&ShuffleFile::of(path), "a", n))).collect();
            begun.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(all.iter().all(|one| *one == all[0]), "{all:?}");
    }

    #[test]
    fn the_oldest_matches_are_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let shuffles = ShuffleFile::of(folder.path());
        for number in 0..MOST + 3 {
            sealed(&shuffles, &number.to_string(), 1);
        }
        let text = fs::read_to_string(folder.path().join(FILE)).unwrap();
        let all: BTreeMap<String, Dated> = serde_json::from_str(&text).unwrap();
        assert_eq!(all.len(), MOST);
        assert!(all.contains_key(&(MOST + 2).to_string()));
    }

    #[test]
    fn what_cannot_be_kept_is_said() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), "{").unwrap();
        assert!(ShuffleFile::of(folder.path()).update("a", |_| ()).is_err());
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(ShuffleFile::of(&file).update("a", |_| ()).is_err());
    }
}
