//! The data folder of a node. It has a lock, which only one process can hold, and the key of the node that used the
//! folder last. If a process gets the lock, that node has stopped. So the tables of the stopped node are free
//! immediately, and nobody has to wait until its lease runs out.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::database::NodeIdentity;
use crate::StoreError;
use crate::folder::{lock, own_folder, write_whole};

/// The file with the key of the node that uses the folder, or was the last one to use it.
const FILE: &str = "cardroom.node";

/// The identity of a node, and the folder that it locks.
pub(super) struct Home {
    pub(super) identity: NodeIdentity,
    folder: Option<(PathBuf, File)>,
    /// The keys of nodes that have stopped. These nodes were begun by this process, or by the previous process in this
    /// folder.
    ended: Vec<String>,
    /// The key of the current node of this process.
    lives: Option<String>,
}

impl Home {
    /// Locks the folder, which is created if necessary, and reads the key of its last node. Without a folder, no key is
    /// stored.
    pub(super) fn open(folder: Option<&Path>, identity: NodeIdentity) -> Result<Home, StoreError> {
        let Some(folder) = folder else { return Ok(Home { identity, folder: None, ended: Vec::new(), lives: None }) };
        let refused = |error: io::Error| StoreError::Unwritable {
            folder: folder.display().to_string(),
            words: error.to_string(),
        };
        own_folder(folder).map_err(refused)?;
        let lock = lock(folder)?;
        let ended = match fs::read_to_string(folder.join(FILE)) {
            Ok(key) => vec![key.trim().to_owned()],
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(refused(error)),
        };
        Ok(Home { identity, folder: Some((folder.to_owned(), lock)), ended, lives: None })
    }

    /// Returns the keys of all nodes that will have stopped when this process begins its next node.
    pub(super) fn ended(&self) -> Vec<String> {
        self.ended.iter().chain(&self.lives).cloned().collect()
    }

    /// Records that a node has begun.
    pub(super) fn lives(&mut self, key: &str) {
        self.ended.clear();
        self.lives = Some(key.to_owned());
        if let Some((folder, _)) = &self.folder
            && let Err(error) = write_whole(&folder.join(FILE), key)
        {
            // If the key is not stored, the next process in this folder only has to wait until the lease of this node
            // runs out.
            tracing::warn!(%error, "the data folder cannot be written to");
        }
    }

    /// Deletes the key in the folder, because the database says that the node has ended.
    pub(super) fn left(&self) {
        if let Some((folder, _)) = &self.folder {
            let _ = fs::remove_file(folder.join(FILE));
        }
    }
}
