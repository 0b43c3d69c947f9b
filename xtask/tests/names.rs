//! One meaning a name: a public type has a name that no other crate gives to something else.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Names that each game gives to its own part, for the same role.
const ROLES: [&str; 13] = [
    "Action",
    "Card",
    "Facts",
    "Memory",
    "Phase",
    "Public",
    "Rules",
    "Sampler",
    "Source",
    "Standing",
    "Trick",
    "View",
    // Each subcommand has its own.
    "Arguments",
];

/// Names of one idea in several layers: as the rules or the room know it, as it is stored, as it is sent, or as Python
/// has it.
const LAYERS: [&str; 18] = [
    "Arrangement",
    "Batch",
    "Busy",
    "Choice",
    "Frame",
    "Lesson",
    "Lobby",
    "LogEntry",
    "OptionField",
    "Reason",
    "Replay",
    "ReplayStep",
    "Seated",
    "Setup",
    "State",
    "Terms",
    "TurningPoint",
    "Write",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root").to_owned()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.to_string_lossy().ends_with("tests.rs")
        {
            found.push(path);
        }
    }
}

/// The name of the public type that a line of source defines.
fn defined(line: &str) -> Option<&str> {
    let mut rest = line.trim_start().strip_prefix("pub")?;
    if rest.starts_with('(') {
        rest = rest.split_once(')')?.1;
    }
    let (kind, name) = rest.strip_prefix(' ')?.split_once(' ')?;
    let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
    (["struct", "enum", "trait", "type"].contains(&kind) && !name.is_empty()).then_some(name)
}

#[test]
fn a_definition_is_found() {
    assert_eq!(defined("pub struct Frame<View = Value> {"), Some("Frame"));
    assert_eq!(defined("    pub(crate) type Pending<T> = T;"), Some("Pending"));
    assert_eq!(defined("pub fn frame() {"), None);
    assert_eq!(defined("struct Private;"), None);
}

#[test]
fn a_public_name_has_one_meaning() {
    let mut crates: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for folder in ["crates", "games"] {
        for entry in fs::read_dir(root().join(folder)).expect(folder) {
            let package = entry.expect("an entry").path();
            let mut files = Vec::new();
            if package.join("src").is_dir() {
                sources(&package.join("src"), &mut files);
            }
            for file in files {
                for name in fs::read_to_string(&file).expect("readable").lines().filter_map(defined) {
                    let this = package.file_name().expect("a name").to_string_lossy().into_owned();
                    crates.entry(name.to_owned()).or_default().insert(this);
                }
            }
        }
    }
    assert!(crates.len() > 300, "{} names", crates.len());
    let allowed: BTreeSet<&str> = ROLES.into_iter().chain(LAYERS).collect();
    crates.retain(|_, crates| crates.len() > 1);
    let unused: Vec<&&str> = allowed.iter().filter(|name| !crates.contains_key(**name)).collect();
    assert!(unused.is_empty(), "only one crate defines these now, take them off the list: {unused:?}");
    crates.retain(|name, _| !allowed.contains(name.as_str()));
    assert!(
        crates.is_empty(),
        "different things need different names; one idea in several layers goes on the list: {crates:#?}"
    );
}
