//! The sources of a crate, read for the structure tests.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A file of a crate, by its module path: `help::advice` for `help/advice.rs`, `help` for `help/mod.rs`.
pub type Modules = BTreeMap<Vec<String>, syn::File>;

pub fn modules(krate: &str) -> Modules {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates").join(krate).join("src");
    let mut found = Modules::new();
    let mut folders: Vec<PathBuf> = vec![root.clone()];
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
            let within = path.strip_prefix(&root).expect("below").with_extension("");
            let mut module: Vec<String> = within.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if ["mod", "lib", "main"].contains(&module.last().expect("a name").as_str()) {
                module.pop();
            }
            let text = fs::read_to_string(&path).expect("readable");
            found.insert(module, syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
        }
    }
    found
}

/// Whether an item is there in tests only.
pub fn is_test(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("cfg") && quote(attr).contains("test"))
}

fn quote(attr: &syn::Attribute) -> String {
    match &attr.meta {
        syn::Meta::List(list) => list.tokens.to_string(),
        _ => String::new(),
    }
}
