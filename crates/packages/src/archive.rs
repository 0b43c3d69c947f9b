//! The archive for machines that are not Debian, and for `cargo binstall`.

use std::fs;
use std::path::Path;

use crate::release::{CONFIGURATION, RECIPES, Release, UNIT};
use crate::tree::{FileTree, gzip};

/// Writes `cardroom-VERSION-TARGET.tar.gz`; returns its name. In it is one folder of the same name.
///
/// # Errors
/// If the binary does not run, or the file cannot be written.
pub fn archive(release: &Release, to: &Path) -> Result<String, String> {
    let folder = format!("cardroom-{}-{}", release.version, release.target);
    let installed = release.installed()?;
    let mut tree = FileTree::default();
    for (path, mode, contents) in installed.files() {
        let place = match path {
            "usr/bin/cardroom" => "cardroom",
            // What a person reads, in one place.
            path => path.strip_prefix("usr/share/doc/cardroom/").or_else(|| path.strip_prefix("usr/")).unwrap_or(path),
        };
        tree.file(place, mode, contents);
    }
    tree.file("cardroom.service", 0o644, UNIT);
    tree.file("cardroom.toml", 0o644, CONFIGURATION);
    for (folder, name, mode, contents) in RECIPES {
        tree.file(&format!("{folder}/{name}"), mode, contents);
    }
    let name = format!("{folder}.tar.gz");
    let tar = tree.to_tar(&format!("{folder}/"), release.epoch).map_err(|error| format!("{name}: {error}"))?;
    fs::write(to.join(&name), gzip(&tar)).map_err(|error| format!("{name}: {error}"))?;
    Ok(name)
}
