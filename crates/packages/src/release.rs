//! What is released, and the files that every form of it has.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use sha2::{Digest, Sha256};

use crate::manual::Manual;
use crate::tree::{FileTree, gzip};

/// A binary, and what is to be known of it.
pub struct Release {
    /// The binary: `cardroom`, built for `target`, with the page inside. This machine can run it.
    pub binary: PathBuf,
    /// As Rust names it: `x86_64-unknown-linux-musl`.
    pub target: String,
    /// As Cargo writes it: `0.1.0`.
    pub version: String,
    /// The commit from which it was built.
    pub commit: String,
    /// The date of everything, in seconds since 1970: that of the commit.
    pub epoch: u64,
    /// The licences of its parts, as text.
    pub licences: String,
}

/// The unit of systemd.
pub(crate) const UNIT: &str = include_str!("../files/cardroom.service");
/// The configuration file.
pub(crate) const CONFIGURATION: &str = include_str!("../files/cardroom.toml");
/// Recipes for hosts: their units and their settings. The folder of each in the archive, its name, mode and contents.
pub(crate) const RECIPES: [(&str, &str, u32, &str); 8] = [
    ("backup", "backup.sh", 0o755, include_str!("../../../docs/hosting/backup.sh")),
    ("backup", "cardroom-backup.service", 0o644, include_str!("../../../docs/hosting/cardroom-backup.service")),
    ("backup", "cardroom-backup.timer", 0o644, include_str!("../../../docs/hosting/cardroom-backup.timer")),
    ("backup", "cardroom-backup.env", 0o644, include_str!("../../../docs/hosting/cardroom-backup.env")),
    ("supervisor", "supervisor.sh", 0o755, include_str!("../../../docs/hosting/supervisor.sh")),
    (
        "supervisor",
        "cardroom-supervisor.service",
        0o644,
        include_str!("../../../docs/hosting/cardroom-supervisor.service"),
    ),
    ("supervisor", "cardroom-supervisor.env", 0o644, include_str!("../../../docs/hosting/cardroom-supervisor.env")),
    ("nodes", "cardroom@.service", 0o644, include_str!("../../../docs/hosting/cardroom@.service")),
];
/// The guide for hosts, with the files that it names and that a host copies and edits.
const GUIDE: [(&str, &str); 4] = [
    ("hosting.md", include_str!("../../../docs/hosting.md")),
    ("hosting/haproxy.cfg", include_str!("../../../docs/hosting/haproxy.cfg")),
    ("hosting/alerts.yaml", include_str!("../../../docs/hosting/alerts.yaml")),
    ("hosting/dashboard.json", include_str!("../../../docs/hosting/dashboard.json")),
];
const LICENCE_MIT: &str = include_str!("../../../LICENSE-MIT");
const LICENCE_APACHE: &str = include_str!("../../../LICENSE-APACHE");
const CHANGES: &str = include_str!("../../../CHANGELOG.md");

impl Release {
    /// The date of everything, as RFC 3339 writes it.
    ///
    /// # Errors
    /// If no calendar has it.
    pub fn date(&self) -> Result<String, String> {
        let seconds = i64::try_from(self.epoch).map_err(|error| error.to_string())?;
        Timestamp::from_second(seconds).map(|date| date.to_string()).map_err(|error| error.to_string())
    }

    /// The processor, as containers and Debian name it.
    ///
    /// # Errors
    /// If this is made for none that is known here.
    pub fn architecture(&self) -> Result<&'static str, String> {
        match self.target.split('-').next() {
            Some("x86_64") => Ok("amd64"),
            Some("aarch64") => Ok("arm64"),
            _ => Err(format!("packages are made for x86_64 and aarch64, not for {}", self.target)),
        }
    }

    /// What every form of the release has, as an installation below `/usr` has it.
    ///
    /// # Errors
    /// If the binary cannot be read, or does not say what it is asked.
    pub(crate) fn installed(&self) -> Result<FileTree, String> {
        let mut tree = FileTree::default();
        let binary = fs::read(&self.binary).map_err(|error| format!("{}: {error}", self.binary.display()))?;
        tree.file("usr/bin/cardroom", 0o755, binary);
        let manual = Manual::of(&self.binary)?;
        for (page, text) in manual.pages {
            tree.file(&format!("usr/share/man/man1/{page}.gz"), 0o644, gzip(&text));
        }
        for (path, text) in manual.completions {
            tree.file(&format!("usr/share/{path}"), 0o644, text);
        }
        tree.file("usr/share/doc/cardroom/changelog.gz", 0o644, gzip(CHANGES.as_bytes()));
        tree.file("usr/share/doc/cardroom/licences.gz", 0o644, gzip(self.licences.as_bytes()));
        tree.file("usr/share/doc/cardroom/copyright", 0o644, copyright());
        for (name, text) in GUIDE {
            tree.file(&format!("usr/share/doc/cardroom/{name}"), 0o644, text);
        }
        tree.file("usr/share/doc/cardroom/LICENSE-APACHE.gz", 0o644, gzip(LICENCE_APACHE.as_bytes()));
        Ok(tree)
    }
}

/// The licence of cardroom itself.
fn copyright() -> String {
    format!(
        "cardroom, by the cardroom authors, is licensed under the MIT licence (below) or the Apache Licence 2.0\n\
         (LICENSE-APACHE.gz beside this file), at your choice.\n\
         It has parts of others: licences.gz beside this file has their names and licences.\n\n{LICENCE_MIT}"
    )
}

/// The lines of `SHA256SUMS` for files of a folder, in order of names; `sha256sum --check` reads them.
///
/// # Errors
/// If a file cannot be read.
pub fn checksums(folder: &Path, names: &[String]) -> Result<String, String> {
    let mut names = names.to_vec();
    names.sort();
    let mut text = String::new();
    for name in names {
        let path = folder.join(&name);
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        writeln!(text, "{}  {name}", hex::encode(Sha256::digest(bytes))).expect("a string grows");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_start_what_is_packed_with_the_settings_that_are_packed() {
        let text = |file: &str| RECIPES.iter().find(|(_, name, ..)| *name == file).expect("it is packed").3;
        // Nodes start the program itself: a test of the package reads their unit.
        let is_recipe = |name: &str| name.ends_with(".service") && !name.contains('@');
        for (_, name, _, unit) in RECIPES.iter().filter(|(_, name, ..)| is_recipe(name)) {
            let value = |key: &str| unit.lines().find_map(|line| line.strip_prefix(key)).expect(key);
            let program = value("ExecStart=/usr/lib/cardroom/").split(' ').next().expect("a program");
            assert!(text(program).starts_with("#!/bin/sh"), "{name} starts {program}");
            let settings = text(value("EnvironmentFile=/etc/"));
            for variable in unit.split("${").skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name) {
                assert!(settings.contains(&format!("\n{variable}=")), "{name}: {variable} is among the settings");
            }
        }
    }
}
