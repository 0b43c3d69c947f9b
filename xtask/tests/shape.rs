//! The shape of the crates in which a table is played: no circle of files, no struct of many fields, no long function.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// Crates whose shape is held.
const HELD: [&str; 3] = ["room", "server", "arena"];
const MOST_FIELDS: usize = 15;
const MOST_LINES: usize = 60;

/// A file of a crate, by its module path: `help::advice` for `help/advice.rs`, `help` for `help/mod.rs`.
type Modules = BTreeMap<Vec<String>, syn::File>;

fn modules(krate: &str) -> Modules {
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

/// Which files a file uses. What a file only hands on (`pub use`) and its tests do not count.
struct Uses<'a> {
    modules: &'a Modules,
    module: &'a [String],
    is_folder: bool,
    found: BTreeSet<Vec<String>>,
}

impl Uses<'_> {
    /// Notes the file to which a path leads, if it begins in this crate.
    fn note(&mut self, path: &[String]) {
        let Some((first, mut rest)) = path.split_first() else { return };
        let parent = |module: &[String]| module[..module.len().saturating_sub(1)].to_vec();
        let mut base = match first.as_str() {
            "crate" => Vec::new(),
            "self" => self.module.to_vec(),
            // Siblings of a file are in the folder of its parent.
            "super" => parent(self.module),
            _ => return,
        };
        while let Some((next, behind)) = rest.split_first().filter(|(next, _)| *next == "super") {
            debug_assert_eq!(next, "super");
            (base, rest) = (parent(&base), behind);
        }
        base.extend(rest.iter().cloned());
        while !base.is_empty() {
            if self.modules.contains_key(&base) {
                if base != self.module {
                    self.found.insert(base);
                }
                return;
            }
            base.pop();
        }
    }

    fn tree(&mut self, tree: &syn::UseTree, before: &[String]) {
        let with = |ident: &syn::Ident| [before, &[ident.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.tree(&path.tree, &with(&path.ident)),
            syn::UseTree::Name(name) => self.note(&with(&name.ident)),
            syn::UseTree::Rename(name) => self.note(&with(&name.ident)),
            syn::UseTree::Glob(_) => self.note(before),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree, before)),
        }
    }
}

fn is_test(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("cfg") && quote(attr).contains("test"))
}

fn quote(attr: &syn::Attribute) -> String {
    match &attr.meta {
        syn::Meta::List(list) => list.tokens.to_string(),
        _ => String::new(),
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let handed_on = self.is_folder && !matches!(item.vis, syn::Visibility::Inherited);
        if !handed_on && !is_test(&item.attrs) {
            self.tree(&item.tree, &[]);
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

/// A circle of files, if there is one.
fn circle(uses: &BTreeMap<Vec<String>, BTreeSet<Vec<String>>>) -> Option<Vec<String>> {
    // Files that use nothing that is left are taken away, until none is or all are.
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

#[test]
fn no_files_use_each_other_in_a_circle() {
    for krate in HELD {
        let modules = modules(krate);
        let folder =
            |module: &Vec<String>| modules.keys().any(|other| other.len() > module.len() && other.starts_with(module));
        let uses = modules.iter().filter(|(module, _)| !module.is_empty()).map(|(module, file)| {
            let mut uses = Uses { modules: &modules, module, is_folder: folder(module), found: BTreeSet::new() };
            uses.visit_file(file);
            // A folder's own file may speak of what is in it, and what is in it of the folder.
            let inside = |other: &Vec<String>| other.starts_with(module) || module.starts_with(other);
            uses.found.retain(|other| !inside(other));
            (module.clone(), uses.found)
        });
        let found = circle(&uses.collect());
        assert_eq!(found, None, "crates/{krate}: files that use each other");
    }
}

/// Structs with too many fields, and functions with too many lines.
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
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

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
