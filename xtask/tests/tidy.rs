//! What ARCHITECTURE.md says is checked here.

#[path = "sources/without_tests.rs"]
mod without_tests;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};

use without_tests::without_tests;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root").to_owned()
}

fn folders(of: &str) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        fs::read_dir(root().join(of)).expect(of).map(|e| e.expect("an entry").path()).filter(|p| p.is_dir()).collect();
    folders.sort();
    folders
}

/// All files below a folder with one of these endings, build outputs and installed packages left out.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return found };
    for path in entries.map(|e| e.expect("an entry").path()) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            if !matches!(name.as_str(), "target" | "node_modules" | "dist" | ".git" | "artifacts" | "data") {
                found.extend(files(&path, endings));
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn all_text(folder: &Path, endings: &[&str]) -> String {
    files(folder, endings).iter().map(|path| text(path)).collect()
}

fn name(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

/// Numbers such as S3 or K12 in a text: a letter and digits that no letter or digit touches.
fn numbers(text: &str, letter: char) -> BTreeSet<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = BTreeSet::new();
    for (i, &c) in chars.iter().enumerate() {
        let free = i == 0 || !chars[i - 1].is_alphanumeric();
        let digits: String = chars[i + 1..].iter().take_while(|c| c.is_ascii_digit()).collect();
        let ends = chars.get(i + 1 + digits.len()).is_none_or(|c| !c.is_alphanumeric());
        if c == letter && free && ends && !digits.is_empty() {
            found.insert(format!("{letter}{digits}"));
        }
    }
    found
}

/// The letter of a game's rule numbers: that of the first bold number in its RULES.md.
fn letter(rules: &str) -> char {
    let bold = rules.split("**").skip(1).step_by(2);
    let numbered = |word: &&str| word.len() >= 2 && word[1..].bytes().all(|b| b.is_ascii_digit());
    bold.filter(|word| word.is_ascii())
        .find(numbered)
        .expect("a RULES.md has numbered paragraphs")
        .chars()
        .next()
        .expect("a letter")
}

#[test]
fn every_rule_is_carried_out_and_tested() {
    let mut missing = Vec::new();
    for game in folders("games") {
        let rules = text(&game.join("RULES.md"));
        let letter = letter(&rules);
        let stated = numbers(&rules, letter);
        assert!(stated.len() >= 5, "{}: {stated:?}", game.display());
        for part in ["src", "tests"] {
            let cited = numbers(&all_text(&game.join(part), &[".rs", ".txt"]), letter);
            missing.extend(stated.difference(&cited).map(|n| format!("{} is in no file of {}/{part}", n, name(&game))));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The rules are told in every language of the page, paragraph by paragraph: the same numbers in the same order.
#[test]
fn every_rule_is_told_in_every_language() {
    for game in folders("games") {
        let numbered = |file: &str| -> Vec<String> {
            let rules = text(&game.join(file));
            let bold = rules.split("**").skip(1).step_by(2).map(str::to_owned);
            bold.filter(|word| word.len() >= 2 && word.is_ascii() && word[1..].bytes().all(|b| b.is_ascii_digit()))
                .collect()
        };
        let english = numbered("RULES.md");
        assert!(english.len() >= 5, "{}: {english:?}", game.display());
        for file in ["RULES.fr.md", "RULES.de.md"] {
            assert_eq!(numbered(file), english, "{} of {}", file, name(&game));
        }
    }
}

/// The sources in a folder: the path and the text, without what is there in tests only.
fn searched_sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut paths = files(folder, &[".rs"]);
    paths.retain(|path| !name(path).ends_with("_tests.rs"));
    let source = |path: PathBuf| {
        let source = without_tests(&text(&path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, source)
    };
    paths.into_iter().map(source).collect()
}

/// What a game without I/O and without a clock does not use.
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

/// The functions of a source, those in traits and blocks included.
fn functions(source: &str) -> Vec<String> {
    #[derive(Default)]
    struct Functions(Vec<String>);
    impl<'ast> Visit<'ast> for Functions {
        fn visit_signature(&mut self, signature: &'ast syn::Signature) {
            self.0.push(signature.ident.to_string());
            visit::visit_signature(self, signature);
        }

        fn visit_macro(&mut self, item: &'ast syn::Macro) {
            // What is within a macro is no tree yet.
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

/// A game's `lib.rs` says what its files hold. A trait is implemented in the file where its code stands, without a block that
/// only calls another file.
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

/// Our crates that each crate may use: the arrows of ARCHITECTURE.md. `games` stands for all games.
const ARROWS: [(&str, &[&str]); 29] = [
    ("answers", &["cards", "catalog", "game", "protocol", "room", "table"]),
    ("arena", &["cards", "catalog", "engine", "game", "search", "table"]),
    ("bus", &[]),
    ("cardroom", &["bus", "cards", "catalog", "commands", "game", "protocol", "server", "store", "table", "terminal"]),
    ("cards", &[]),
    ("catalog", &["cards", "game", "games", "search", "solve", "table"]),
    ("commands", &["arena", "cards", "catalog", "game", "solve", "table"]),
    ("engine", &["catalog", "game", "protocol", "search"]),
    ("envs", &["cards", "catalog", "game", "search", "table"]),
    ("fuzz", &[]),
    ("game", &["cards"]),
    ("games", &["cards", "game", "tricks"]),
    ("load", &[]),
    ("net", &[]),
    ("offline", &["answers", "cards", "catalog", "game", "protocol", "room", "table"]),
    ("packages", &[]),
    ("protocol", &["game"]),
    ("python", &["arena", "cards", "catalog", "commands", "envs", "game", "search"]),
    ("room", &["cards", "catalog", "engine", "game", "protocol", "table"]),
    ("search", &["game", "net"]),
    ("server", &["answers", "bus", "cards", "catalog", "game", "protocol", "room", "store", "table"]),
    ("simulator", &["cards", "catalog", "game", "protocol", "room", "table"]),
    ("solve", &["game"]),
    ("store", &["cards"]),
    ("table", &["cards", "game"]),
    ("terminal", &["protocol"]),
    ("testgame", &["cards", "game"]),
    ("tricks", &["cards", "game"]),
    ("xtask", &[]),
];

/// Libraries that do I/O, or are there for it, and the crates without I/O, which may not use them.
const IO: [&str; 7] = ["axum", "hyper", "postgres", "reqwest", "rusqlite", "tokio", "tracing"];
const WITHOUT_IO: [&str; 14] = [
    "answers",
    "cards",
    "catalog",
    "envs",
    "game",
    "net",
    "offline",
    "protocol",
    "room",
    "search",
    "simulator",
    "solve",
    "table",
    "tricks",
];

/// What a crate depends on wherever it is built, for its tests alone left out.
fn dependencies(manifest: &toml::Table) -> BTreeSet<String> {
    let names = |table: &toml::Table| -> Vec<String> {
        table.get("dependencies").and_then(|d| d.as_table()).into_iter().flat_map(|d| d.keys().cloned()).collect()
    };
    let targets = manifest.get("target").and_then(|targets| targets.as_table());
    let of_targets = targets.into_iter().flat_map(|t| t.values()).filter_map(|t| t.as_table()).flat_map(&names);
    names(manifest).into_iter().chain(of_targets).collect()
}

/// Dependencies that this crate of ours may not have. `ours` are all our crates, `games` those of games.
fn forbidden(this: &str, manifest: &toml::Table, ours: &BTreeSet<String>, games: &BTreeSet<String>) -> Vec<String> {
    let is_game = games.contains(this);
    let kind = if is_game { "games" } else { this };
    let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == kind) else {
        return vec![format!("{this} has no line in the list of arrows")];
    };
    let mut found = Vec::new();
    for dependency in dependencies(manifest) {
        let name = if games.contains(&dependency) { "games" } else { dependency.as_str() };
        if ours.contains(&dependency) && !allowed.contains(&name) {
            found.push(format!("{this} may not depend on {dependency}"));
        }
        let library = dependency.split('-').next().unwrap_or_default();
        if (is_game || WITHOUT_IO.contains(&this)) && IO.contains(&library) {
            found.push(format!("{this} may not depend on {dependency}: it does no I/O"));
        }
        if ["commands", "python"].contains(&this) && IO.contains(&library) {
            found.push(format!("{this} may not depend on {dependency}: it needs no server"));
        }
        if is_game && !ours.contains(&dependency) && !["serde", "ts-rs"].contains(&dependency.as_str()) {
            found.push(format!("the game {this} may not depend on {dependency}"));
        }
    }
    found
}

/// The dependencies of ours that a crate may have: design decides, Cargo.toml follows.
#[test]
fn who_may_know_whom() {
    let names = |of: &str| -> BTreeSet<String> { folders(of).iter().map(|folder| name(folder)).collect() };
    let games = names("games");
    let ours: BTreeSet<String> = names("crates").into_iter().chain(games.iter().cloned()).collect();
    let mut found = Vec::new();
    for folder in folders("crates").into_iter().chain(folders("games")).chain([root().join("xtask")]) {
        let manifest: toml::Table = text(&folder.join("Cargo.toml")).parse().expect("a manifest");
        found.extend(forbidden(&name(&folder), &manifest, &ours, &games));
    }
    assert!(found.is_empty(), "{found:#?}");
    let gone = |name: &&str| *name != "games" && *name != "xtask" && !ours.contains(*name);
    let gone: Vec<&str> = ARROWS.iter().map(|(name, _)| *name).chain(WITHOUT_IO).filter(gone).collect();
    assert!(gone.is_empty(), "there are no such crates: {gone:?}");
}

#[test]
fn an_arrow_against_the_design_is_found() {
    let games = BTreeSet::from(["kael".to_owned()]);
    let ours: BTreeSet<String> = ARROWS.iter().map(|(name, _)| (*name).to_owned()).chain(games.clone()).collect();
    let found = |this: &str, depends: &str| {
        let manifest = format!("[dependencies]\n{depends}.workspace = true").parse().expect("a manifest");
        forbidden(this, &manifest, &ours, &games)
    };
    for (this, depends) in [
        ("terminal", "server"),
        ("terminal", "room"),
        ("envs", "protocol"),
        ("engine", "room"),
        ("arena", "room"),
        ("net", "game"),
        ("search", "table"),
        ("offline", "server"),
        ("offline", "store"),
        ("answers", "store"),
        ("simulator", "server"),
        ("room", "store"),
        ("table", "kael"),
        ("kael", "table"),
    ] {
        assert_eq!(found(this, depends), [format!("{this} may not depend on {depends}")]);
    }
    assert_eq!(found("catalog", "kael"), [""; 0]);
    assert_eq!(found("room", "tokio"), ["room may not depend on tokio: it does no I/O"]);
    assert_eq!(found("net", "tokio-util"), ["net may not depend on tokio-util: it does no I/O"]);
    assert_eq!(found("commands", "tokio"), ["commands may not depend on tokio: it needs no server"]);
    assert_eq!(found("kael", "serde_json"), ["the game kael may not depend on serde_json"]);
    assert_eq!(found("unknown", "cards").len(), 1);
    let target = "[target.'cfg(unix)'.dependencies]\nstore = \"1\"".parse().expect("a manifest");
    assert_eq!(forbidden("terminal", &target, &ours, &games), ["terminal may not depend on store"]);
}

/// These functions of the standard library differ in the last place from platform to platform. What must have the same
/// result everywhere takes them from `libm`. Sums, products, quotients and square roots are exact.
const DIFFERENT: [&str; 26] = [
    "ln", "ln_1p", "log", "log2", "log10", "exp", "exp2", "exp_m1", "powf", "powi", "cbrt", "hypot", "sin", "cos",
    "tan", "sin_cos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
];

/// Calls of those functions: the line, from 1, and the function.
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
    let exact =
        ["net", "search", "solve", "arena", "envs", "game", "table"].map(|name| root().join("crates").join(name));
    for folder in exact.into_iter().chain(folders("games")) {
        // Tests compare with the functions of the standard library.
        for (path, source) in searched_sources(&folder.join("src")) {
            let different = different(&source).into_iter();
            found.extend(different.map(|(line, name)| format!("{}:{line}: {name}", path.display())));
        }
    }
    assert!(found.is_empty(), "take them from libm: {found:#?}");
}

#[test]
fn no_unfinished_work() {
    let marks = [
        concat!("to", "do!("),
        concat!("unimple", "mented!("),
        concat!("#[ig", "nore"),
        concat!("FIX", "ME"),
        concat!("test.", "skip"),
        concat!("it.", "skip"),
        concat!("describe.", "skip"),
    ];
    let mut found = Vec::new();
    for path in files(&root(), &[".rs", ".ts", ".tsx", ".mjs", ".py", ".sh"]) {
        let source = text(&path);
        found.extend(
            marks.iter().filter(|mark| source.contains(*mark)).map(|mark| format!("{}: {mark}", path.display())),
        );
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_project_speaks_of_itself_alone() {
    let words = [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("../sha", "red")];
    let mut found = Vec::new();
    for path in files(&root(), &[".rs", ".ts", ".tsx", ".md", ".toml", ".json", ".mjs", ".py", ".sh", ".css", ".html"])
    {
        if path.ends_with("package-lock.json") {
            continue;
        }
        let source = text(&path);
        found.extend(words.iter().filter(|w| source.contains(*w)).map(|w| format!("{}: {w}", path.display())));
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// A game's word lists, one a language; those of its lesson lie deeper.
fn words_of(game: &Path) -> Vec<PathBuf> {
    let mut lists = files(&game.join("lang"), &[".json"]);
    lists.retain(|path| path.parent().is_some_and(|folder| folder.ends_with("lang")));
    lists
}

/// A refusal is a key, and the page needs words for it in every language that the game speaks.
#[test]
fn every_refusal_has_words() {
    let mut missing = Vec::new();
    for game in folders("games") {
        let source = all_text(&game.join("src"), &[".rs"]);
        for part in source.split("Refusal::rule(").skip(1) {
            let key = part.split('"').nth(3).expect("a rule number and a key");
            for words in words_of(&game) {
                if !text(&words).contains(&format!("\"refusal.{key}\"")) {
                    missing.push(format!("{}: refusal.{key}", words.display()));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// So is a reason.
#[test]
fn every_reason_has_words() {
    let mut missing = Vec::new();
    for game in folders("games") {
        let source = all_text(&game.join("src"), &[".rs"]);
        for part in source.split("Reason::new(").skip(1) {
            let key = part.split('"').nth(1).expect("a key");
            for words in words_of(&game) {
                if !text(&words).contains(&format!("\"reason.{key}\"")) {
                    missing.push(format!("{}: reason.{key}", words.display()));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// A test program links all that its crate depends on: a crate has few, with a module a file.
#[test]
fn tests_are_few_programs() {
    let mut many = Vec::new();
    for folder in folders("crates").into_iter().chain(folders("games")) {
        let Ok(entries) = fs::read_dir(folder.join("tests")) else { continue };
        let entries = entries.map(|entry| entry.expect("an entry").path());
        let programs =
            entries.filter(|path| path.extension().is_some_and(|e| e == "rs") || path.join("main.rs").exists());
        let programs = programs.count();
        if programs > 3 {
            many.push(format!("{}: {programs}", folder.display()));
        }
    }
    assert!(many.is_empty(), "make them modules of tests/all/main.rs: {many:#?}");
}

#[test]
fn the_citation_names_this_version() {
    let manifest: toml::Table = text(&root().join("Cargo.toml")).parse().expect("a manifest");
    let version = manifest["workspace"]["package"]["version"].as_str().expect("a version");
    assert!(text(&root().join("CITATION.cff")).contains(&format!("\nversion: {version}\n")));
}

/// Hosts copy these names.
#[test]
fn what_hosts_install_is_named_with_this_version() {
    let manifest: toml::Table = text(&root().join("Cargo.toml")).parse().expect("a manifest");
    let version = manifest["workspace"]["package"]["version"].as_str().expect("a version");
    let archive = format!("cardroom-{version}-x86_64-unknown-linux-musl.tar.gz");
    let (deb, image) = (format!("cardroom_{version}_amd64.deb"), format!("cardroom-{version}-amd64.oci.tar"));
    for (file, names) in [
        ("docs/hosting.md", vec![deb.as_str(), image.as_str(), archive.as_str()]),
        ("README.md", vec![deb.as_str()]),
        ("compose.yaml", vec![image.as_str()]),
    ] {
        let text = text(&root().join(file));
        names.into_iter().for_each(|name| assert!(text.contains(name), "{file} does not name {name}"));
    }
    assert!(text(&root().join("compose.yaml")).contains(&format!("image: cardroom:{version}\n")));
}

/// Every licence among our dependencies is one that deny.toml allows: cargo-deny's first check, for who has it not.
#[test]
fn licences_are_allowed() {
    let deny: toml::Table = text(&root().join("deny.toml")).parse().expect("deny.toml");
    let allowed: Vec<&str> =
        deny["licenses"]["allow"].as_array().expect("a list").iter().map(|l| l.as_str().expect("a licence")).collect();
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = std::process::Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked", "--all-features"])
        .current_dir(root())
        .output()
        .expect("cargo metadata runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 50);
    let mut refused = Vec::new();
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none stated");
        // "A OR B" leaves the choice, "A AND B" asks for both; "/" is an old way to write OR.
        let fine = licence
            .replace('/', " OR ")
            .split(" AND ")
            .all(|both| both.split(" OR ").any(|one| allowed.contains(&one.trim().trim_matches(['(', ')']))));
        if !fine {
            refused.push(format!("{}: {licence}", package["name"]));
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
}

/// Every path with a folder that the table of ARCHITECTURE.md names is there.
#[test]
fn the_paths_that_newcomers_are_sent_to_exist() {
    let architecture = text(&root().join("ARCHITECTURE.md"));
    let (_, table) = architecture.split_once("\n## Where to begin reading\n").expect("the section");
    let table = table.split_once("\n## ").map_or(table, |(section, _)| section);
    let (_, rows) = table.split_once("\n|---|---|\n").expect("the table");
    let named = rows.split('`').skip(1).step_by(2);
    let is_path =
        |path: &&str| path.contains('/') && path.chars().all(|c| c.is_ascii_alphanumeric() || "/._-<>".contains(c));
    let mut count = 0;
    for path in named.filter(is_path) {
        let path = path.replace("<id>", "rouge-et-noir");
        let of_the_root =
            ["games/", "web/", "xtask/", "python/cardroom/"].iter().any(|folder| path.starts_with(folder));
        let folder = if of_the_root { root() } else { root().join("crates") };
        assert!(folder.join(&path).exists(), "ARCHITECTURE.md names {path}, which is not there");
        count += 1;
    }
    assert!(count > 40, "{count} paths were found");
}

/// Words between backticks.
fn quoted(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// ARCHITECTURE.md has a map of these crates: each file is named there, by its path or in its folder, and no other.
#[test]
fn the_maps_of_room_and_server_name_every_file() {
    let architecture = text(&root().join("ARCHITECTURE.md"));
    for (krate, title) in [("room", "The live table: crates/room"), ("server", "The server: crates/server")] {
        let (_, section) = architecture.split_once(&format!("\n## {title}\n")).expect("the section");
        let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
        let table: String = section.lines().filter(|line| line.starts_with('|')).collect();
        let named = quoted(&table);
        let source = root().join("crates").join(krate).join("src");
        let mut missing = Vec::new();
        for path in files(&source, &[".rs"]) {
            let within = path.strip_prefix(&source).expect("below").to_string_lossy().into_owned();
            if within == "lib.rs" || within.ends_with("tests.rs") {
                continue;
            }
            let (folder, file) = within.rsplit_once('/').unwrap_or(("", &within));
            let stem = file.trim_end_matches(".rs");
            // A line of a folder names its files without the ending; one of `admin/` stands for all of it.
            let listed = named.contains(format!("{folder}/").as_str())
                && (stem == "mod" || folder == "admin" || named.contains(stem) || named.contains(file));
            if !named.contains(within.as_str()) && !listed {
                missing.push(within);
            }
        }
        assert!(missing.is_empty(), "ARCHITECTURE.md, {title}: no line names {missing:?}");
        let gone = |name: &&&str| {
            name.ends_with(".rs") && !source.join(name).exists() && !source.join("http").join(name).exists()
        };
        let gone: Vec<&&str> = named.iter().filter(gone).collect();
        assert!(gone.is_empty(), "ARCHITECTURE.md, {title}: there is no {gone:?}");
    }
}
