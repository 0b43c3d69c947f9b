//! Checks of the structure of the crates for tables and bots: no cycles of files, no structs with many fields, no long
//! functions.

use std::collections::{BTreeMap, BTreeSet};

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::sources::{Modules, leaves, modules, planted};

/// The crates whose structure is checked.
const HELD: [&str; 6] = ["room", "server", "arena", "search", "offline", "store"];
const MOST_FIELDS: usize = 15;
const MOST_LINES: usize = 60;

/// For each file, the items that it re-exports by `use`: the name of each item, and its path from the root of the
/// crate.
type HandedOn = BTreeMap<Vec<String>, BTreeMap<String, Vec<String>>>;

/// The files of a crate, the names that each re-exports, and the files that each re-exports as a whole (`use a::*`).
struct Crate {
    modules: Modules,
    names: HandedOn,
    globs: BTreeMap<Vec<String>, Vec<Vec<String>>>,
}

fn defines(file: &syn::File, name: &str) -> bool {
    file.items.iter().any(|item| match item {
        syn::Item::Struct(item) => item.ident == name,
        syn::Item::Enum(item) => item.ident == name,
        syn::Item::Trait(item) => item.ident == name,
        syn::Item::Type(item) => item.ident == name,
        syn::Item::Fn(item) => item.sig.ident == name,
        syn::Item::Const(item) => item.ident == name,
        syn::Item::Static(item) => item.ident == name,
        _ => false,
    })
}

impl Crate {
    fn of(modules: Modules) -> Crate {
        let (mut names, mut globs) = (HandedOn::new(), BTreeMap::<_, Vec<Vec<String>>>::new());
        for (module, file) in &modules {
            for item in &file.items {
                let syn::Item::Use(item) = item else { continue };
                for (path, name) in leaves(&item.tree) {
                    let Some(path) = Crate::absolute(&modules, module, &path) else { continue };
                    match name {
                        Some(name) => drop(names.entry(module.clone()).or_default().insert(name, path)),
                        None => globs.entry(module.clone()).or_default().push(path),
                    }
                }
            }
        }
        Crate { modules, names, globs }
    }

    /// Returns a path from the root of the crate, if the path leads into this crate. A path can also begin with the
    /// name of a child module.
    fn absolute(modules: &Modules, module: &[String], path: &[String]) -> Option<Vec<String>> {
        let (first, mut rest) = path.split_first()?;
        let parent = |module: &[String]| module[..module.len().saturating_sub(1)].to_vec();
        let mut base = match first.as_str() {
            "crate" => Vec::new(),
            "self" => module.to_vec(),
            // `super` leads to the parent, in whose folder the siblings of the file are.
            "super" => parent(module),
            own if modules.contains_key(&[module, &[own.to_owned()]].concat()) => [module, &[own.to_owned()]].concat(),
            _ => return None,
        };
        while let Some((_, behind)) = rest.split_first().filter(|(next, _)| *next == "super") {
            (base, rest) = (parent(&base), behind);
        }
        base.extend(rest.iter().cloned());
        Some(base)
    }

    /// Returns the file that defines an item. Files that only re-export the item are skipped.
    fn file_of(&self, path: &[String], steps: usize) -> Option<Vec<String>> {
        let length = (0..=path.len()).rev().find(|length| self.modules.contains_key(&path[..*length]))?;
        let (module, rest) = path.split_at(length);
        let Some((name, behind)) = rest.split_first().filter(|_| steps > 0) else { return Some(module.to_vec()) };
        let further = |to: &Vec<String>| self.file_of(&[to.as_slice(), behind].concat(), steps - 1);
        if let Some(to) = self.names.get(module).and_then(|names| names.get(name)) {
            return further(to);
        }
        let globs = self.globs.get(module).into_iter().flatten();
        let mut from = globs.filter(|from| self.modules.get(*from).is_some_and(|file| defines(file, name)));
        Some(from.next().cloned().unwrap_or_else(|| module.to_vec()))
    }

    /// Returns the files that each file uses. The root of the crate is left out, because it only re-exports.
    fn uses(&self) -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
        let files = self.modules.iter().filter(|(module, _)| !module.is_empty());
        let uses = files.map(|(module, file)| {
            let is_folder = self.modules.keys().any(|other| other.len() > module.len() && other.starts_with(module));
            let mut uses = Uses { all: self, module, is_folder, found: BTreeSet::new() };
            uses.visit_file(file);
            (module.clone(), uses.found)
        });
        uses.collect()
    }
}

/// Collects the files that a file uses, except in its re-exports (`pub use`) and in its tests.
struct Uses<'a> {
    all: &'a Crate,
    module: &'a [String],
    is_folder: bool,
    found: BTreeSet<Vec<String>>,
}

impl Uses<'_> {
    /// Adds the file to which a path leads, if the path begins in this crate.
    fn note(&mut self, path: &[String]) {
        let absolute = Crate::absolute(&self.all.modules, self.module, path);
        let Some(file) = absolute.and_then(|path| self.all.file_of(&path, 8)) else { return };
        if file != self.module && !file.is_empty() {
            self.found.insert(file);
        }
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let handed_on = self.is_folder && !matches!(item.vis, syn::Visibility::Inherited);
        if !handed_on {
            leaves(&item.tree).iter().for_each(|(path, _)| self.note(path));
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let path_of: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if path_of.len() > 1 {
            self.note(&path_of);
        }
        visit::visit_path(self, path);
    }
}

/// Returns a cycle of files that use each other, if there is one.
fn circle(uses: &BTreeMap<Vec<String>, BTreeSet<Vec<String>>>) -> Option<Vec<String>> {
    // Files that use no remaining file are removed, one after the other. If files are left in the end, these files form
    // at least one cycle.
    let mut left: BTreeSet<&Vec<String>> = uses.keys().collect();
    loop {
        let free = left.iter().find(|module| uses[**module].iter().all(|other| !left.contains(other))).copied();
        match free {
            Some(module) => left.remove(module),
            None => break,
        };
    }
    let mut at = *left.first()?;
    let mut way = vec![at];
    loop {
        at = uses[at].iter().find(|other| left.contains(other)).expect("each of them uses one of them");
        if let Some(begin) = way.iter().position(|module| *module == at) {
            let names = way[begin..].iter().chain([&at]).map(|module| module.join("::"));
            return Some(names.collect());
        }
        way.push(at);
    }
}

/// Returns, for each folder, the other folders that its files use.
fn folders(uses: &BTreeMap<Vec<String>, BTreeSet<Vec<String>>>) -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    let mut found: BTreeMap<Vec<String>, BTreeSet<Vec<String>>> = BTreeMap::new();
    for (module, used) in uses {
        let folder = module[..1].to_vec();
        let others = used.iter().map(|other| other[..1].to_vec()).filter(|other| *other != folder);
        let others: BTreeSet<Vec<String>> = others.collect();
        found.entry(folder).or_default().extend(others);
    }
    found
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    for krate in HELD {
        let uses = Crate::of(modules(krate)).uses();
        assert_eq!(circle(&uses), None, "crates/{krate}: files that use each other");
        assert_eq!(circle(&folders(&uses)), None, "crates/{krate}: folders that use each other");
    }
}

/// Collects structs with too many fields and functions with too many lines.
#[derive(Default)]
struct Large {
    found: Vec<String>,
}

impl Large {
    fn lines(&mut self, name: &syn::Ident, block: &syn::Block) {
        let span = block.span();
        let lines = span.end().line - span.start().line + 1;
        if lines > MOST_LINES {
            self.found.push(format!("fn {name}: {lines} lines"));
        }
    }
}

impl<'ast> Visit<'ast> for Large {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let fields = item.fields.len();
        if fields > MOST_FIELDS {
            self.found.push(format!("struct {}: {fields} fields", item.ident));
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.lines(&item.sig.ident, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.lines(&item.sig.ident, &item.block);
        visit::visit_impl_item_fn(self, item);
    }
}

#[test]
fn structs_are_small_and_functions_are_short() {
    for krate in HELD {
        for (module, file) in modules(krate) {
            let mut large = Large::default();
            large.visit_file(&file);
            assert!(large.found.is_empty(), "crates/{krate}, {}: {:?}", module.join("::"), large.found);
        }
    }
}

#[test]
fn a_circle_is_found() {
    let uses = |pairs: &[(&str, &[&str])]| {
        let own = |name: &&str| vec![(*name).to_owned()];
        pairs.iter().map(|(from, to)| (own(from), to.iter().map(own).collect())).collect()
    };
    assert_eq!(circle(&uses(&[("a", &["b"]), ("b", &["c"]), ("c", &[])])), None);
    let found = circle(&uses(&[("a", &["b"]), ("b", &["c"]), ("c", &["b"]), ("d", &["a"])])).expect("a circle");
    assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), 2);
}

#[test]
fn a_circle_behind_a_file_that_hands_names_on_is_found() {
    let files = [
        ("", "pub use self::a::one::One;"),
        ("a", "mod one; mod two; pub(crate) use self::one::One; pub(crate) use two::*;"),
        ("a::one", "use super::Two; pub struct One(Two);"),
        ("a::two", "pub struct Two(Box<super::One>);"),
        ("b", "use crate::a::Two; use crate::One;"),
    ];
    let uses = Crate::of(planted(&files)).uses();
    let names = |module: &str| -> Vec<String> {
        let module: Vec<String> = module.split("::").map(str::to_owned).collect();
        uses[&module].iter().map(|other| other.join("::")).collect()
    };
    assert_eq!((names("a::one"), names("a::two")), (vec!["a::two".to_owned()], vec!["a::one".to_owned()]));
    assert_eq!(names("b"), ["a::one", "a::two"]);
    assert!(circle(&uses).is_some_and(|found| found.len() == 3));
}

#[test]
fn a_circle_through_a_folder_is_found() {
    // The files alone form no cycle, but their folders do.
    let files = [
        ("a", "mod one; mod two;"),
        ("a::one", "use crate::b::B;"),
        ("a::two", "pub struct Two;"),
        ("b", "pub struct B(crate::a::two::Two);"),
    ];
    let uses = Crate::of(planted(&files)).uses();
    assert_eq!(circle(&uses), None);
    assert!(circle(&folders(&uses)).is_some());
}
