//! Checks that each name has one meaning: no two types in the workspace have the same name, private types included.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};

use crate::sources::files::{folders, name};
use crate::sources::{modules_in, parse};

/// Names that describe a role. Each game has a type with such a name, or each subcommand has its `Arguments`.
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

/// Types of the terminal's boards that read a game's view. They have the same names as in the game.
const BOARDS: [&str; 9] = ["Bet", "CoupChoice", "CoupOn", "Filling", "Fresh", "Laid", "LastMove", "Outcome", "Trade"];

/// Names that the types of several layers share. These types represent one idea: as the rules or the room use it, as it
/// is stored, as it is sent, or as Python uses it.
const LAYERS: [&str; 16] = [
    "Arrangement",
    "Batch",
    "Choice",
    "DayTry",
    "Frame",
    "Lesson",
    "Lobby",
    "LogEntry",
    "OptionField",
    "Replay",
    "ReplayStep",
    "Seated",
    "State",
    "Terms",
    "TurningPoint",
    "Write",
];

/// Crates in which private types of two files may have the same name, if no other crate has a type of that name.
const BY_CRATE: [&str; 3] = ["room", "server", "simulator"];

/// Returns the names of the types that a file defines, except those that belong to a trait.
fn defined(file: &syn::File) -> Vec<String> {
    struct Types(Vec<String>);
    impl<'ast> Visit<'ast> for Types {
        fn visit_item(&mut self, item: &'ast syn::Item) {
            let name = match item {
                syn::Item::Struct(item) => Some(&item.ident),
                syn::Item::Enum(item) => Some(&item.ident),
                syn::Item::Trait(item) => Some(&item.ident),
                syn::Item::Type(item) => Some(&item.ident),
                _ => None,
            };
            self.0.extend(name.map(ToString::to_string));
            visit::visit_item(self, item);
        }
    }
    let mut types = Types(Vec::new());
    types.visit_file(file);
    types.0
}

#[test]
fn definitions_are_found() {
    let source = "pub struct Frame<View = Value>(View); pub(crate) type Pending<T> = T; trait Visit { type Output; }
        impl Visit for Frame { type Output = (); } fn frame() { struct Local<'a>(&'a str); }";
    assert_eq!(defined(&parse(source).expect("Rust")), ["Frame", "Pending", "Visit", "Local"]);
}

#[test]
fn a_type_name_has_one_definition() {
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in folders("crates").into_iter().chain(folders("games")) {
        let this = name(&package);
        for (module, file) in modules_in(&package.join("src")) {
            for (place, name) in defined(&file).into_iter().enumerate() {
                let place = match BY_CRATE.contains(&this.as_str()) {
                    true => this.clone(),
                    false => format!("{this}, {}, {place}", module.join("::")),
                };
                places.entry(name).or_default().insert(place);
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

/// Verbs that say less than the standard ones (send, receive, store, apply, count). Some of these verbs are terms of
/// the card table, as in "to follow suit", and are allowed there.
const PRIVATE_VERBS: [&str; 12] =
    ["tell", "told", "hear", "heard", "keep", "kept", "follow", "follows", "settle", "settled", "meet", "met"];
const AT_THE_TABLE: [&str; 1] = ["tricks::play::follow"];

/// Returns the names of a file's functions that other files can call.
fn callable(file: &syn::File) -> Vec<String> {
    struct Functions(Vec<String>);
    impl<'ast> Visit<'ast> for Functions {
        fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
            if !matches!(item.vis, syn::Visibility::Inherited) {
                self.0.push(item.sig.ident.to_string());
            }
        }
        fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
            if !matches!(item.vis, syn::Visibility::Inherited) {
                self.0.push(item.sig.ident.to_string());
            }
        }
        fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
            self.0.push(item.sig.ident.to_string());
        }
    }
    let mut functions = Functions(Vec::new());
    functions.visit_file(file);
    functions.0
}

#[test]
fn callable_functions_are_found() {
    let source = "pub fn send() { fn inner() {} } fn hear() {} struct Line; impl Line { pub(crate) fn told(&self) {} fn own() {} }
        pub trait Visit { fn visit(); }";
    assert_eq!(callable(&parse(source).expect("Rust")), ["send", "told", "visit"]);
}

#[test]
fn functions_have_the_verbs_of_the_field() {
    let mut found = Vec::new();
    let mut functions = 0;
    for package in folders("crates").into_iter().chain(folders("games")) {
        for (module, file) in modules_in(&package.join("src")) {
            for function in callable(&file) {
                functions += 1;
                let path = [&[name(&package)], &module[..], std::slice::from_ref(&function)].concat().join("::");
                let verb = function.split('_').next().unwrap_or_default();
                if PRIVATE_VERBS.contains(&verb) && !AT_THE_TABLE.contains(&path.as_str()) {
                    found.push(path);
                }
            }
        }
    }
    assert!(functions > 2_000, "{functions} functions");
    assert!(found.is_empty(), "use the field's own verb: {found:#?}");
}
