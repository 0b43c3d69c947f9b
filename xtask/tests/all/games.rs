//! Checks of the sources of games: no I/O, no clock, no blocks that only forward calls, and the same results on every
//! platform.

use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};

use crate::sources::files::{files, folders, name, root, text};
use crate::sources::without_tests;

/// Returns the sources in a folder: the path, and the text without code that only tests use.
fn searched_sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut paths = files(folder, &[".rs"]);
    paths.retain(|path| !name(path).ends_with("_tests.rs"));
    let source = |path: PathBuf| {
        let source = without_tests(&text(&path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, source)
    };
    paths.into_iter().map(source).collect()
}

/// Returns the words in a source that a game must not use, because they mean I/O, a clock or hash maps.
fn impure(source: &str) -> Vec<&'static str> {
    let mut words =
        vec!["std::time", "std::fs", "std::net", "std::thread", "async fn", "println!", "HashMap", "HashSet"];
    words.retain(|word| source.contains(word));
    words
}

#[test]
fn games_do_no_io_and_know_no_time() {
    for game in folders("games") {
        for (path, source) in searched_sources(&game.join("src")) {
            let found = impure(&source);
            assert!(found.is_empty(), "{} uses {found:?}", path.display());
        }
    }
}

#[test]
fn what_stands_behind_an_item_for_tests_is_searched() {
    let source = "#[cfg(test)] mod x;\nfn f(y: f64) -> f64 { y.exp() }\nfn g() { std::fs::read(\"y\"); }";
    let searched = without_tests(source).expect("Rust");
    assert_eq!((different(&searched), impure(&searched)), (vec![(2, "exp")], vec!["std::fs"]));
    for test in [
        "#[cfg(test)] mod tests { fn f(y: f64) -> f64 { y.exp() } }",
        "#[cfg(test)]\n/// [é] a file\nfn f() { std::fs::read(\"y\"); }",
        "impl X { #[cfg(test)] fn f(y: f64) -> f64 { y.exp() } }",
        "mod inner { #[cfg(test)] use std::fs; }",
    ] {
        let searched = without_tests(&format!("{test}\n#[cfg(not(test))] fn g(y: f64) -> f64 {{ y.sin() }}"));
        let searched = searched.expect("Rust");
        let line = 1 + test.lines().count();
        assert_eq!((different(&searched), impure(&searched)), (vec![(line, "sin")], vec![]), "{test}");
    }
}

/// Returns the functions of a source, including those in traits and blocks.
fn functions(source: &str) -> Vec<String> {
    #[derive(Default)]
    struct Functions(Vec<String>);
    impl<'ast> Visit<'ast> for Functions {
        fn visit_signature(&mut self, signature: &'ast syn::Signature) {
            self.0.push(signature.ident.to_string());
            visit::visit_signature(self, signature);
        }

        fn visit_macro(&mut self, item: &'ast syn::Macro) {
            // The parser does not look into macros, so the words after `fn` in them are collected instead.
            let text = item.tokens.to_string();
            let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
            while words.any(|word| word == "fn") {
                self.0.extend(words.next().map(str::to_owned));
            }
            visit::visit_macro(self, item);
        }
    }
    let mut found = Functions::default();
    found.visit_file(&syn::parse_file(source).expect("Rust"));
    found.0
}

/// Checks that a game's `lib.rs` only says what its files contain and has no functions. So each trait is implemented in
/// the file that contains the code. No block in `lib.rs` only calls another file.
#[test]
fn the_traits_of_a_game_are_implemented_where_its_code_stands() {
    for game in folders("games") {
        let functions = functions(&text(&game.join("src/lib.rs")));
        assert!(functions.is_empty(), "{}: {functions:#?}", game.display());
    }
}

#[test]
fn a_function_in_a_lib_is_found() {
    for source in [
        "fn f() {}",
        "pub fn f() {}",
        "pub(crate) const fn f() {}",
        "pub async unsafe fn f() {}",
        "impl Game for Kael {\n    fn f(&self) {}\n}",
        "impl Kael { pub const fn f() {} }",
        "trait Hint { fn f(&self); }",
        "mod inner { pub(super) fn f() {} }",
        "macro_rules! given { () => { pub fn f() {} } }",
    ] {
        assert_eq!(functions(source), ["f"], "{source}");
    }
    let lib = "//! fn f() {}\nmod play;\npub use play::f;\nimpl Claims for Kael {}\npub type Play = fn(u8) -> u8;";
    assert_eq!(functions(lib), [""; 0]);
}

/// Functions of the standard library whose last digit differs between platforms. Code whose result must be the same
/// everywhere uses the functions of `libm` instead. Sums, products, quotients and square roots are exact everywhere.
const DIFFERENT: [&str; 26] = [
    "ln", "ln_1p", "log", "log2", "log10", "exp", "exp2", "exp_m1", "powf", "powi", "cbrt", "hypot", "sin", "cos",
    "tan", "sin_cos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
];

/// Returns the calls of such functions, each with its line, counted from 1.
fn different(source: &str) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    for (number, line) in source.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
        let called = DIFFERENT.into_iter().filter(|name| {
            line.contains(&format!(".{name}("))
                || line.contains(&format!("f64::{name}("))
                || line.contains(&format!("f32::{name}("))
        });
        found.extend(called.map(|name| (number + 1, name)));
    }
    found
}

#[test]
fn results_are_the_same_on_every_platform() {
    let mut found = Vec::new();
    let exact = ["net", "search", "arena", "game", "table"].map(|name| root().join("crates").join(name));
    for folder in exact.into_iter().chain(folders("games")) {
        // Code that only tests use may call them, because tests compare with the functions of the standard library.
        for (path, source) in searched_sources(&folder.join("src")) {
            let different = different(&source).into_iter();
            found.extend(different.map(|(line, name)| format!("{}:{line}: {name}", path.display())));
        }
    }
    assert!(found.is_empty(), "take them from libm: {found:#?}");
}
