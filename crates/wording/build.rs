//! Generates a list of all word lists of the page and of the games. So the terminal uses the same words as the page,
//! and its source names no game.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../..");
    let mut lists = Vec::new();
    println!("cargo:rerun-if-changed={}", root.join("games").display());
    for folder in folders(&root) {
        println!("cargo:rerun-if-changed={}", folder.display());
        lists.extend(entries(&folder).into_iter().filter(|path| path.extension().is_some_and(|end| end == "json")));
    }
    let mut source = String::from("pub(crate) static LISTS: &[(&str, &str)] = &[\n");
    for path in lists {
        let name = path.strip_prefix(&root).expect("it lies there").to_string_lossy().replace('\\', "/");
        let file = path.canonicalize().expect("it exists");
        writeln!(source, "    ({name:?}, include_str!({:?})),", file.display().to_string()).expect("a string grows");
    }
    source.push_str("];\n");
    let to = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("lists.rs");
    fs::write(to, source).expect("the output folder can be written");
}

/// Returns the folders with word lists. A new game may have no words yet.
pub fn folders(root: &Path) -> Vec<PathBuf> {
    let page = ["", "people", "replay", "side", "fair", "terminal"].map(|part| root.join("web/lang").join(part));
    let games = entries(&root.join("games")).into_iter().map(|game| game.join("lang")).filter(|folder| folder.is_dir());
    page.into_iter().chain(games).collect()
}

/// Returns the entries of a folder, sorted by name.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}
