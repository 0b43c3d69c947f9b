//! One meaning a name: a type has a name that nothing else in the workspace has, private types included.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Names of roles: each game gives them to its own part, and each subcommand has its arguments.
const ROLES: [&str; 16] = [
    "Action",
    "Arguments",
    "Card",
    "CliCommand",
    "Facts",
    "Memory",
    "Phase",
    "Public",
    "Rules",
    "Sampler",
    "Sight",
    "Source",
    "Standing",
    "Trick",
    "Unchecked",
    "View",
];

/// What a board of the terminal reads of a game's view has the name that it has in the game.
const BOARDS: [&str; 9] = ["Bet", "CoupChoice", "CoupOn", "Filling", "Fresh", "Laid", "LastMove", "Outcome", "Trade"];

/// Names of one idea in several layers: as the rules or the room know it, as it is stored, as it is sent, or as Python
/// has it.
const LAYERS: [&str; 17] = [
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

/// Crates in which two files may give a private type the same name; other crates have no type of that name.
const BY_CRATE: [&str; 3] = ["room", "server", "simulator"];

/// The name of the type that a line of source defines.
fn defined(line: &str) -> Option<&str> {
    let trimmed = line.trim_start();
    let (rest, public) = match trimmed.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => (rest.split_once(')')?.1.strip_prefix(' ')?, true),
        Some(rest) => (rest.strip_prefix(' ')?, true),
        None => (trimmed, false),
    };
    let (kind, name) = rest.split_once(' ')?;
    // An indented `type` is a part of a trait.
    let kinds =
        if public || line == trimmed { &["struct", "enum", "trait", "type"][..] } else { &["struct", "enum", "trait"] };
    let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
    (kinds.contains(&kind) && name.starts_with(|c: char| c.is_ascii_uppercase())).then_some(name)
}

#[test]
fn a_definition_is_found() {
    assert_eq!(defined("pub struct Frame<View = Value> {"), Some("Frame"));
    assert_eq!(defined("    pub(crate) type Pending<T> = T;"), Some("Pending"));
    assert_eq!(defined("struct Private;"), Some("Private"));
    assert_eq!(defined("    struct Local<'a>(&'a str);"), Some("Local"));
    assert_eq!(defined("    type Output = ();"), None);
    assert_eq!(defined("pub fn frame() {"), None);
}

#[test]
fn a_type_name_has_one_definition() {
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for folder in ["crates", "games"] {
        for entry in fs::read_dir(root().join(folder)).expect(folder) {
            let package = entry.expect("an entry").path();
            let this = package.file_name().expect("a name").to_string_lossy().into_owned();
            let by_crate = BY_CRATE.contains(&this.as_str());
            let mut files = Vec::new();
            if package.join("src").is_dir() {
                sources(&package.join("src"), &mut files);
            }
            for file in files {
                let source = fs::read_to_string(&file).expect("readable");
                let source = source.split("\n#[cfg(test)]\nmod tests {").next().expect("a beginning");
                for (number, line) in source.lines().enumerate() {
                    let Some(name) = defined(line) else { continue };
                    let place = if by_crate { this.clone() } else { format!("{}:{}", file.display(), number + 1) };
                    places.entry(name.to_owned()).or_default().insert(place);
                }
            }
        }
    }
    assert!(places.len() > 700, "{} names", places.len());
    let allowed: BTreeSet<&str> = ROLES.into_iter().chain(BOARDS).chain(LAYERS).collect();
    places.retain(|_, places| places.len() > 1);
    let unused: Vec<&&str> = allowed.iter().filter(|name| !places.contains_key(**name)).collect();
    assert!(unused.is_empty(), "these have one definition now, take them off the list: {unused:?}");
    places.retain(|name, _| !allowed.contains(name.as_str()));
    assert!(
        places.is_empty(),
        "different things need different names; one idea in several layers goes on the list: {places:#?}"
    );
}
