//! The data folder of a node: a lock that no other process holds, and the key of the node that used it last. The holder of the
//! lock knows that this node has stopped, so that its tables are free without a wait for its lease.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::database::NodeIdentity;
use crate::StoreError;
use crate::folder::{lock, own_folder, write_whole};

/// The key of the node that uses the folder, or used it last.
const FILE: &str = "cardroom.node";

/// The identity of a node, and the folder that it locks.
pub(super) struct Home {
    pub(super) identity: NodeIdentity,
    folder: Option<(PathBuf, File)>,
    /// Keys of nodes of this process or its predecessor that have stopped.
    ended: Vec<String>,
    /// The key of the node that lives.
    lives: Option<String>,
}

impl Home {
    /// A node in a folder, which is made if need be. Without a folder nothing is remembered.
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

    /// Nodes that have stopped for certain.
    pub(super) fn ended(&self) -> Vec<String> {
        self.ended.iter().chain(&self.lives).cloned().collect()
    }

    /// A node has begun.
    pub(super) fn lives(&mut self, key: &str) {
        self.ended.clear();
        self.lives = Some(key.to_owned());
        if let Some((folder, _)) = &self.folder
            && let Err(error) = write_whole(&folder.join(FILE), key)
        {
            // Then the next start waits for the lease.
            tracing::warn!(%error, "the data folder cannot be written to");
        }
    }

    /// The node has ended in the database too.
    pub(super) fn left(&self) {
        if let Some((folder, _)) = &self.folder {
            let _ = fs::remove_file(folder.join(FILE));
        }
    }
}
