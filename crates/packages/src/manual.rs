//! Man pages and completions, as the binary writes them.

use std::fs;
use std::path::Path;
use std::process::Command;

/// What the binary says of itself.
pub(crate) struct Manual {
    /// Names of pages (`cardroom-serve.1`) and their text, in order.
    pub(crate) pages: Vec<(String, Vec<u8>)>,
    /// Paths below `/usr/share`, and the text of the completions there.
    pub(crate) completions: Vec<(&'static str, Vec<u8>)>,
}

const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "bash-completion/completions/cardroom"),
    ("fish", "fish/vendor_completions.d/cardroom.fish"),
    ("zsh", "zsh/vendor-completions/_cardroom"),
];

impl Manual {
    pub(crate) fn of(binary: &Path) -> Result<Manual, String> {
        let folder = tempfile::tempdir().map_err(|error| format!("a folder for man pages: {error}"))?;
        run(binary, &["man", "--to", &folder.path().to_string_lossy()])?;
        let mut pages = Vec::new();
        let failed = |error: std::io::Error| format!("man pages: {error}");
        for entry in fs::read_dir(folder.path()).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            pages.push((name, fs::read(entry.path()).map_err(failed)?));
        }
        pages.sort();
        let completions =
            COMPLETIONS.map(|(shell, path)| run(binary, &["completions", shell]).map(|text| (path, text)));
        Ok(Manual { pages, completions: completions.into_iter().collect::<Result<_, _>>()? })
    }
}

fn run(binary: &Path, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let output = Command::new(binary).args(arguments).output();
    let output = output.map_err(|error| format!("cannot run {}: {error}", binary.display()))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("{} {}: {}", binary.display(), arguments.join(" "), said.trim()))
    }
}
