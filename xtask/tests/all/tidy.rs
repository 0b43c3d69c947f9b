//! Checks of good order: no unfinished work, no foreign words, few test programs, one version number, and only allowed
//! licences.

use std::fs;

use crate::sources::files::{files, folders, root, text};

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

/// Checks that a crate has few test programs, because each further program links everything again. Each file of tests
/// is a module of a program.
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

/// Checks that a library or program without a test program (`test = false`) has no tests, because these would never
/// run.
#[test]
fn what_has_no_test_program_has_no_tests() {
    let untested = |target: &toml::Value| target.get("test").and_then(toml::Value::as_bool) == Some(false);
    let mut lost = Vec::new();
    for folder in folders("crates").into_iter().chain(folders("games")) {
        let manifest: toml::Table = text(&folder.join("Cargo.toml")).parse().expect("a manifest");
        let library = manifest.get("lib").is_some_and(untested);
        let programs = manifest.get("bin").and_then(toml::Value::as_array);
        let programs = programs.is_some_and(|programs| programs.iter().any(untested));
        for path in files(&folder.join("src"), &[".rs"]) {
            let in_program = path.ends_with("src/main.rs") || path.parent().is_some_and(|p| p.ends_with("src/bin"));
            let source = text(&path);
            let is_test = source.contains("#[test]") || source.contains("::test]") || source.contains("::test(");
            if is_test && if in_program { programs } else { library } {
                lost.push(path);
            }
        }
    }
    assert!(lost.is_empty(), "{lost:#?}");
}

#[test]
fn the_citation_and_the_page_name_this_version() {
    let manifest: toml::Table = text(&root().join("Cargo.toml")).parse().expect("a manifest");
    let version = manifest["workspace"]["package"]["version"].as_str().expect("a version");
    assert!(text(&root().join("CITATION.cff")).contains(&format!("\nversion: {version}\n")));
    assert!(text(&root().join("package.json")).contains(&format!("\"version\": \"{version}\"")), "the page is a part");
}

/// Checks that the guides and the files for containers name the files of the current version.
#[test]
fn what_hosts_install_is_named_with_this_version() {
    let manifest: toml::Table = text(&root().join("Cargo.toml")).parse().expect("a manifest");
    let version = manifest["workspace"]["package"]["version"].as_str().expect("a version");
    let archive = format!("cardroom-{version}-x86_64-unknown-linux-musl.tar.gz");
    let (deb, image) = (format!("cardroom_{version}_amd64.deb"), format!("cardroom-{version}-amd64.image.tar"));
    for (file, names) in [
        ("docs/host/quick-start.md", vec![deb.as_str()]),
        ("docs/host/install.md", vec![image.as_str(), archive.as_str()]),
        ("README.md", vec![deb.as_str(), archive.as_str()]),
        ("compose.yaml", vec![image.as_str()]),
        ("docs/hosting/cluster/compose.yaml", vec![image.as_str()]),
    ] {
        let text = text(&root().join(file));
        names.into_iter().for_each(|name| assert!(text.contains(name), "{file} does not name {name}"));
    }
    for file in ["compose.yaml", "docs/hosting/cluster/compose.yaml"] {
        assert!(text(&root().join(file)).contains(&format!("image: cardroom:{version}\n")), "{file}");
    }
}

/// Checks that downloads are pinned to reviewed versions: packages of the page by their hashes, and actions of the
/// workflows by their commits.
#[test]
fn downloads_are_named_by_their_hashes() {
    let lock: serde_json::Value = serde_json::from_str(&text(&root().join("package-lock.json"))).expect("a lock file");
    let packages = lock["packages"].as_object().expect("packages").iter().filter(|(name, _)| !name.is_empty());
    let without: Vec<&String> =
        packages.filter(|(_, package)| package["integrity"].is_null()).map(|(name, _)| name).collect();
    assert!(without.is_empty(), "{without:#?}");
    let workflows = root().join(".github/workflows");
    let files = fs::read_dir(workflows).expect("workflows").map(|entry| text(&entry.expect("an entry").path()));
    let files: Vec<String> = files.collect();
    let actions: Vec<&str> =
        files.iter().flat_map(|file| file.lines()).filter_map(|l| l.split_once("uses: ")).map(|(_, a)| a).collect();
    assert!(actions.len() > 5);
    let is_by_tag = |action: &&&str| {
        let commit = action.split_once('@').and_then(|(_, at)| at.split_once(" # v")).map(|(commit, _)| commit);
        !commit.is_some_and(|commit| commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()))
    };
    let by_tag: Vec<&&str> = actions.iter().filter(is_by_tag).collect();
    assert!(by_tag.is_empty(), "{by_tag:#?}");
}

/// Checks that deny.toml allows every licence of a dependency. cargo-deny makes the same check, but not everybody has
/// it installed.
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
        // "A OR B" allows a choice, "A AND B" requires both, and "/" is an old way to write OR.
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
