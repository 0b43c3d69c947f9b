//! What ARCHITECTURE.md sends a reader to is there, and it names every file of the crates that it maps.

use std::collections::BTreeSet;

use crate::sources::files::{files, root, text};

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
        let of_the_root = ["games/", "web/", "xtask/", "python/cardroom/", "packaging/"]
            .iter()
            .any(|folder| path.starts_with(folder));
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
