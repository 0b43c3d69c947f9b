//! The licences of all parts, with their texts: most ask that the text goes where the binary goes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::parts::SoftwarePart;

/// How the file of a licence begins, in small letters.
const NAMES: [&str; 5] = ["licen", "copying", "copyright", "notice", "unlicense"];

/// What comes with the compiler and the target, and is in no lock file.
const TOOLCHAIN: &str = include_str!("../files/toolchain-licences.txt");

/// One text: which parts there are, then every different licence text with the parts that have it.
///
/// # Errors
/// If the source of a part cannot be read.
pub fn licences(parts: &[SoftwarePart]) -> Result<String, String> {
    let others = || parts.iter().filter(|part| !part.ours);
    let mut text =
        String::from("cardroom has parts of others. These are their names and licences; the texts follow.\n\n");
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for part in others() {
        let name = format!("{} {}", part.name, part.version);
        writeln!(text, "{name}: {}", part.licence).expect("a string grows");
        for found in texts_of(&part.folder)? {
            let names = texts.entry(found).or_default();
            if names.last() != Some(&name) {
                names.push(name.clone());
            }
        }
    }
    write!(text, "\n{}\n{TOOLCHAIN}", "=".repeat(80)).expect("a string grows");
    let mut texts: Vec<(Vec<String>, String)> = texts.into_iter().map(|(text, names)| (names, text)).collect();
    texts.sort();
    for (names, found) in texts {
        write!(text, "\n{}\n{}:\n\n{found}\n", "=".repeat(80), names.join(", ")).expect("a string grows");
    }
    Ok(text)
}

/// The licence texts in the source of a part, in order of their names.
fn texts_of(folder: &Path) -> Result<Vec<String>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_file() && NAMES.iter().any(|start| name.starts_with(start)) {
            let bytes = fs::read(&path).map_err(failed)?;
            // Two that differ in how lines end are the same.
            let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
            found.insert(name, text.trim().to_owned());
        }
    }
    Ok(found.into_values().collect())
}
