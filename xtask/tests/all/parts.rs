//! Checks of the core of a live table (crates/room). Each part of the core's state must be the only one that changes
//! its own fields, and no part may do I/O.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};

use crate::sources::{Modules, leaves, modules, parse, planted};

/// Files with plain data. Every combination of values is valid, so other files may create, read and destructure the
/// structs of these files. Each file has its reason.
const PLAIN: [(&str, &str); 15] = [
    ("arrangement", "a draft of what is stored together, filled in where a change is decided; the store's shape of it"),
    ("asker", "who is connected, who has sent a command, and the moves that wait; others only read them"),
    ("effect", "what a room wants done, taken apart by the shell"),
    ("frame", "what has just happened; a table's line in a list, read by the shell"),
    ("help::question", "what people ask advisers and the solver"),
    ("input", "what a room is told, made by the shell"),
    ("load", "a table as it is stored, made by the shell"),
    ("log_entry", "an entry of the log as it is stored, made by the shell"),
    ("engine_pass", "what lets an engine in, made by the shell"),
    ("seated", "who sits on a seat, as the shell and the store have it; the bot that stands in"),
    ("settings", "what a match is played by, and the facts of a table"),
    ("talk_rules", "what a host allows to be said, made by the shell"),
    ("time", "the time that comes with an input"),
    ("wire", "by whom something was done, sent as it is"),
    ("ids", "numbers that name things"),
];

/// The files that may name the parts but not replace a part by another: the file with the list of all parts.
const PARTS: [&str; 1] = ["state"];

/// Fields of messages to which a file may assign, although a field of a part has the same name. Each entry has the
/// file, the field, and the message.
const MESSAGES: [(&str, &str, &str); 2] =
    [("settings", "chat", "protocol::Settings"), ("send", "n", "the number of a protocol::Frame")];

fn named(module: &[String]) -> String {
    module.join("::")
}

/// Returns the fields of the structs of a file: the struct, the field, and true if other files see the field.
fn fields(file: &syn::File) -> Vec<(String, String, bool)> {
    struct Fields(Vec<(String, String, bool)>);
    impl<'ast> Visit<'ast> for Fields {
        fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
            for (place, field) in item.fields.iter().enumerate() {
                let name = field.ident.as_ref().map_or(place.to_string(), ToString::to_string);
                self.0.push((item.ident.to_string(), name, !matches!(field.vis, syn::Visibility::Inherited)));
            }
        }
    }
    let mut found = Fields(Vec::new());
    found.visit_file(file);
    found.0
}

/// Returns the fields that other files can see, although their file is not in the list of plain data ([`PLAIN`]).
fn shown(modules: &Modules) -> Vec<String> {
    let mut found = Vec::new();
    for (module, file) in modules {
        let name = named(module);
        if PLAIN.iter().any(|(plain, _)| *plain == name) || PARTS.contains(&name.as_str()) {
            continue;
        }
        let seen = fields(file).into_iter().filter(|(.., seen)| *seen);
        found.extend(seen.map(|(of, field, _)| format!("{name}: {of}.{field}")));
    }
    found
}

/// The assignments to fields in a file.
#[derive(Default)]
struct Writes(Vec<String>);

impl Writes {
    fn target(&mut self, target: &syn::Expr) {
        match target {
            syn::Expr::Field(field) => match &field.member {
                syn::Member::Named(name) => self.0.push(name.to_string()),
                syn::Member::Unnamed(_) => {}
            },
            syn::Expr::Index(index) => self.target(&index.expr),
            syn::Expr::Paren(inner) => self.target(&inner.expr),
            syn::Expr::Unary(inner) => self.target(&inner.expr),
            syn::Expr::Tuple(tuple) => tuple.elems.iter().for_each(|element| self.target(element)),
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for Writes {
    fn visit_expr_assign(&mut self, assignment: &'ast syn::ExprAssign) {
        self.target(&assignment.left);
        visit::visit_expr_assign(self, assignment);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        use syn::BinOp;
        let assigns = matches!(
            binary.op,
            BinOp::AddAssign(_)
                | BinOp::SubAssign(_)
                | BinOp::MulAssign(_)
                | BinOp::DivAssign(_)
                | BinOp::RemAssign(_)
                | BinOp::BitAndAssign(_)
                | BinOp::BitOrAssign(_)
                | BinOp::BitXorAssign(_)
                | BinOp::ShlAssign(_)
                | BinOp::ShrAssign(_)
        );
        if assigns {
            self.target(&binary.left);
        }
        visit::visit_expr_binary(self, binary);
    }
}

/// Returns the fields that a file writes although they belong to another part. A file may write the fields of its own
/// structs, of the folder's main file, and of plain data. Several structs can have a field with the same name. If the
/// file may write one of these, all are allowed here: the compiler refuses access to private fields anyway.
fn written_by_others(modules: &Modules) -> Vec<String> {
    let mut homes: BTreeMap<String, BTreeSet<&Vec<String>>> = BTreeMap::new();
    for (module, file) in modules {
        for (_, field, _) in fields(file) {
            homes.entry(field).or_default().insert(module);
        }
    }
    let mut found = Vec::new();
    for (module, file) in modules {
        let mut writes = Writes::default();
        writes.visit_file(file);
        for field in writes.0 {
            let Some(homes) = homes.get(&field) else { continue };
            let plain = |home: &Vec<String>| PLAIN.iter().any(|(plain, _)| *plain == named(home));
            let own = |home: &Vec<String>| home == module || (module.starts_with(home) && !home.is_empty());
            let message = MESSAGES.iter().any(|(file, of, _)| *file == named(module) && *of == field);
            if !message && !homes.iter().any(|home| own(home) || plain(home)) {
                found.push(format!("{} writes {field}", named(module)));
            }
        }
    }
    found
}

#[test]
fn each_part_of_a_room_owns_its_fields() {
    let modules = modules("room");
    let (shown, written) = (shown(&modules), written_by_others(&modules));
    assert!(shown.is_empty(), "make them private, with a method that says what happens: {shown:#?}");
    assert!(written.is_empty(), "call a method of the part: {written:#?}");
    let unused = PLAIN.iter().map(|(name, _)| *name).chain(PARTS).filter(|name| {
        let path: Vec<String> = name.split("::").map(str::to_owned).collect();
        !modules.get(&path).is_some_and(|file| fields(file).iter().any(|(.., seen)| *seen))
    });
    assert_eq!(unused.collect::<Vec<_>>(), Vec::<&str>::new(), "they show no field: take them off the list");
}

#[test]
fn a_part_that_shows_a_field_is_found() {
    let files = [
        ("clocks", "pub(crate) struct Clocks { pub(crate) paused: bool, left: u32 }"),
        ("seating", "struct Seating(pub u8, u8);"),
        ("asker", "pub struct Asker { pub seat: u8 }"),
    ];
    assert_eq!(shown(&planted(&files)), ["clocks: Clocks.paused", "seating: Seating.0"]);
}

#[test]
fn a_write_into_another_part_is_found() {
    let clocks =
        "pub struct Clocks { pub paused: bool, pub left: Vec<u32> } fn own(c: &mut Clocks) { c.paused = true; }";
    let state = "pub struct State { pub clocks: Clocks }";
    for (write, field) in [
        ("s.clocks.paused = true;", "paused"),
        ("s.clocks.left[2] += 1;", "left"),
        ("(s.clocks.paused, x) = (true, 1);", "paused"),
        ("*s.clocks.left = 1;", "left"),
        ("s.clocks = other;", "clocks"),
    ] {
        let text = format!("fn evolve(s: &mut State) {{ {write} }}");
        let files = [("clocks", clocks), ("state", state), ("evolve", text.as_str())];
        assert_eq!(written_by_others(&planted(&files)), [format!("evolve writes {field}")], "{write}");
    }
    let reads = "fn evolve(s: &State) -> bool { let asker = s.clocks.paused == true; asker }";
    assert!(written_by_others(&planted(&[("clocks", clocks), ("state", state), ("evolve", reads)])).is_empty());
}

/// Parts of paths that must not occur in a core without I/O.
const NOT_PURE: [&[&str]; 14] = [
    &["Instant", "now"],
    &["SystemTime"],
    &["std", "fs"],
    &["std", "net"],
    &["std", "thread"],
    &["std", "env"],
    &["std", "io"],
    &["std", "process"],
    &["std", "os"],
    &["tokio"],
    &["rand"],
    &["getrandom"],
    &["OsRng"],
    &["RandomState"],
];

/// The paths that occur in a file.
#[derive(Default)]
struct Paths(Vec<Vec<String>>);

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.0.extend(leaves(&item.tree).into_iter().map(|(path, _)| path));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.0.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        // The parser does not look into macros, so all words in a macro together count as a path.
        let text = item.tokens.to_string();
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        self.0.push(words.map(str::to_owned).collect());
        visit::visit_macro(self, item);
    }
}

/// Returns the paths in a file that a core without I/O must not use.
fn impure(file: &syn::File) -> BTreeSet<String> {
    let mut paths = Paths::default();
    paths.visit_file(file);
    let mut found = BTreeSet::new();
    for path in &paths.0 {
        let uses = |words: &&&[&str]| path.windows(words.len()).any(|part| part == **words);
        found.extend(NOT_PURE.iter().filter(uses).map(|words| words.join("::")));
    }
    found
}

#[test]
fn a_room_has_no_clock_no_file_no_thread_and_no_chance_of_its_own() {
    let modules = modules("room");
    assert!(modules.len() > 40, "{} files", modules.len());
    for (module, file) in &modules {
        let found = impure(file);
        assert!(found.is_empty(), "crates/room, {}: {found:?}", named(module));
    }
}

#[test]
fn a_line_that_does_io_is_found() {
    for (line, word) in [
        ("use std::{collections::BTreeMap, time::Instant}; fn f() -> Instant { Instant::now() }", "Instant::now"),
        ("fn f() { let _ = std::time::SystemTime::now(); }", "SystemTime"),
        ("use std::{fs, fmt};", "std::fs"),
        ("use std::net::*;", "std::net"),
        ("fn f() { std::thread::sleep(d); }", "std::thread"),
        ("fn f() { assert!(std::env::var(name).is_ok()); }", "std::env"),
        ("fn f(file: &mut dyn std::io::Read) {}", "std::io"),
        ("use tokio::sync::mpsc as queue;", "tokio"),
        ("fn f() -> u64 { rand::random() }", "rand"),
        ("mod inner { pub fn f() { getrandom::fill(b); } }", "getrandom"),
        ("type Seed = std::collections::hash_map::RandomState;", "RandomState"),
    ] {
        let found = impure(&parse(line).expect("Rust"));
        assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), [word], "{line}");
    }
    let pure =
        "use std::time::Duration; struct Instant(Duration); fn f(now: Instant) -> Instant { Instant::after(now.0) }";
    assert!(impure(&parse(pure).expect("Rust")).is_empty());
    let test = "#[cfg(test)] mod tests { fn f() { std::fs::read(p); } }";
    assert!(impure(&parse(test).expect("Rust")).is_empty());
}
