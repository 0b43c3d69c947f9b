//! Checks that the head of each crate's `lib.rs` names all its modules, so that a reader finds the files.

use std::fs;

use crate::sources::files::{folders, name};

/// Returns the modules of a `lib.rs` that are missing from its head, the `//!` lines. The head names a module in
/// backticks, alone or in a path. Modules for tests need not be named.
fn unnamed(source: &str) -> Vec<String> {
    let head: String = source.lines().filter(|line| line.starts_with("//!")).map(|line| format!("{line}\n")).collect();
    let named = |name: &str| {
        [format!("`{name}`"), format!("`{name}/"), format!("`{name}.rs`"), format!("/{name}.rs`")]
            .iter()
            .any(|mark| head.contains(mark))
    };
    let modules = syn::parse_file(source).expect("Rust").items.into_iter().filter_map(|item| match item {
        syn::Item::Mod(module) if module.content.is_none() && !is_for_tests(&module) => Some(module.ident.to_string()),
        _ => None,
    });
    modules.filter(|name| !named(name)).collect()
}

fn is_for_tests(module: &syn::ItemMod) -> bool {
    module.ident.to_string().ends_with("tests")
}

#[test]
fn the_head_of_each_crate_names_its_modules() {
    let mut missing = Vec::new();
    for package in folders("crates").into_iter().chain(folders("games")) {
        let Ok(source) = fs::read_to_string(package.join("src/lib.rs")) else { continue };
        missing.extend(unnamed(&source).iter().map(|module| format!("{}: {module}", name(&package))));
    }
    assert_eq!(missing, [""; 0], "modules that the head of their crate does not name");
}

#[test]
fn a_module_that_is_not_named_is_found() {
    let source = "//! A crate.\n//!\n//! - `one`: this; [`two`]: that; see `three/mod.rs`\nmod one;\nmod two;\nmod three;\nmod four;\n";
    assert_eq!(unnamed(source), ["four"]);
}
