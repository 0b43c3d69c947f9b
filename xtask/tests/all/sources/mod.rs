//! Access to the sources of a crate, for the checks of its structure.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

pub mod files;
mod without_tests;

pub use without_tests::without_tests;

/// The files of a crate by module path. For example, `help::advice` is `help/advice.rs`, and `help` is `help/mod.rs`.
pub type Modules = BTreeMap<Vec<String>, syn::File>;

/// Returns the files of a crate of this workspace, except those that only tests use.
pub fn modules(krate: &str) -> Modules {
    modules_in(&files::root().join("crates").join(krate).join("src"))
}

/// Returns the files of the crate in this folder.
pub fn modules_in(root: &Path) -> Modules {
    let mut found = Modules::new();
    let mut folders: Vec<PathBuf> = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if name.ends_with("tests.rs") || !name.ends_with(".rs") {
                continue;
            }
            let within = path.strip_prefix(root).expect("below").with_extension("");
            let mut module: Vec<String> = within.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if ["mod", "lib", "main"].contains(&module.last().expect("a name").as_str()) {
                module.pop();
            }
            let text = fs::read_to_string(&path).expect("readable");
            found.insert(module, parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
        }
    }
    found
}

/// Parses a source, without code that only tests use.
pub fn parse(source: &str) -> syn::Result<syn::File> {
    syn::parse_file(&without_tests(source)?)
}

/// Returns the names that a tree of `use` imports: the path of each name, and the name in this file. For `*` that is
/// `None`.
pub fn leaves(tree: &syn::UseTree) -> Vec<(Vec<String>, Option<String>)> {
    fn walk(tree: &syn::UseTree, before: &[String], found: &mut Vec<(Vec<String>, Option<String>)>) {
        let with = |ident: &syn::Ident| [before, &[ident.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => walk(&path.tree, &with(&path.ident), found),
            syn::UseTree::Name(name) if name.ident == "self" => found.push((before.to_vec(), before.last().cloned())),
            syn::UseTree::Name(name) => found.push((with(&name.ident), Some(name.ident.to_string()))),
            syn::UseTree::Rename(name) => found.push((with(&name.ident), Some(name.rename.to_string()))),
            syn::UseTree::Glob(_) => found.push((before.to_vec(), None)),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| walk(tree, before, found)),
        }
    }
    let mut found = Vec::new();
    walk(tree, &[], &mut found);
    found
}

/// Returns a crate that consists of these sources. Each source has its module path. Tests use it to plant faults.
pub fn planted(files: &[(&str, &str)]) -> Modules {
    let path = |name: &str| name.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
    files.iter().map(|(name, source)| (path(name), parse(source).expect("Rust"))).collect()
}
