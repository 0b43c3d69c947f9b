//! The stored sessions of a terminal, in a file that only its owner can read.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::private_file;

const FILE: &str = "terminal-sessions.json";

/// The cookies of the sessions, by server.
pub(crate) struct Sessions {
    file: PathBuf,
    cookies: BTreeMap<String, String>,
}

impl Sessions {
    /// Reads the file in a data folder. If the file cannot be read, returns no sessions.
    pub(crate) fn of(folder: &Path) -> Sessions {
        let file = folder.join(FILE);
        let text = private_file::read(&file).unwrap_or_default();
        Sessions { cookies: serde_json::from_str(&text).unwrap_or_default(), file }
    }

    pub(crate) fn cookie(&self, server: &str) -> Option<String> {
        self.cookies.get(server).cloned()
    }

    pub(crate) fn store(&mut self, server: &str, cookie: &str) -> io::Result<()> {
        if self.cookies.get(server).is_some_and(|stored| stored == cookie) {
            return Ok(());
        }
        self.cookies.insert(server.to_owned(), cookie.to_owned());
        private_file::write(&self.file, &serde_json::to_string(&self.cookies)?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::MetadataExt;

    use super::*;

    #[test]
    fn a_session_is_kept_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mut sessions = Sessions::of(folder.path());
        assert_eq!(sessions.cookie("alone"), None);
        // If the file can be read by other users, it is replaced by a private one.
        fs::write(folder.path().join(FILE), "{}").unwrap();
        sessions.store("alone", "cardroom=abc").unwrap();
        sessions.store("https://a", "cardroom=def").unwrap();
        assert_eq!(Sessions::of(folder.path()).cookie("alone").as_deref(), Some("cardroom=abc"));
        assert_eq!(fs::metadata(folder.path().join(FILE)).unwrap().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_without_an_end_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/dev/zero", folder.path().join(FILE)).unwrap();
        let mut sessions = Sessions::of(folder.path());
        assert_eq!(sessions.cookie("alone"), None);
        sessions.store("alone", "cardroom=abc").unwrap();
        assert_eq!(Sessions::of(folder.path()).cookie("alone").as_deref(), Some("cardroom=abc"));
    }
}
