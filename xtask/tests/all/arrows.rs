//! The dependencies between the crates of this workspace: the arrows of ARCHITECTURE.md.

use std::collections::BTreeSet;

use crate::sources::files::{folders, name, root, text};

/// The crates of this workspace that each crate may use, as the arrows of ARCHITECTURE.md show them. `games` stands for
/// all games.
const ARROWS: [(&str, &[&str]); 25] = [
    ("answers", &["cards", "catalog", "game", "protocol", "room", "table"]),
    ("arena", &["cards", "catalog", "game", "protocol", "search", "table"]),
    ("cardroom", &["cards", "catalog", "commands", "game", "protocol", "server", "store", "table", "terminal"]),
    ("cards", &[]),
    ("catalog", &["cards", "game", "games", "search", "table", "testgame"]),
    ("commands", &["arena", "cards", "catalog", "game", "protocol", "search", "table", "wording"]),
    ("game", &["cards"]),
    ("games", &["cards", "game", "tricks"]),
    ("load", &[]),
    ("net", &[]),
    ("node", &[]),
    ("offline", &["answers", "cards", "catalog", "game", "protocol", "room", "table"]),
    ("protocol", &["game"]),
    ("python", &["arena", "cards", "catalog", "commands", "game", "search"]),
    ("room", &["cards", "catalog", "game", "protocol", "table"]),
    ("search", &["game", "net"]),
    ("server", &["answers", "cards", "catalog", "game", "protocol", "room", "store", "table"]),
    ("simulator", &["cards", "catalog", "game", "node", "protocol", "room", "table"]),
    ("store", &["cards", "node"]),
    ("table", &["cards", "game"]),
    ("terminal", &["cards", "protocol", "wording"]),
    ("testgame", &["cards", "game"]),
    ("tricks", &["cards", "game"]),
    ("wording", &["protocol"]),
    ("xtask", &[]),
];

/// Libraries that do I/O, or that exist for I/O. Crates without I/O must not use them.
const IO: [&str; 7] = ["axum", "hyper", "postgres", "reqwest", "rusqlite", "tokio", "tracing"];

const WITHOUT_IO: [&str; 14] = [
    "answers",
    "cards",
    "catalog",
    "game",
    "net",
    "node",
    "offline",
    "protocol",
    "room",
    "search",
    "simulator",
    "table",
    "tricks",
    "wording",
];

/// Returns the dependencies of a crate, except those that only its tests have.
fn dependencies(manifest: &toml::Table) -> BTreeSet<String> {
    let names = |table: &toml::Table| -> Vec<String> {
        table.get("dependencies").and_then(|d| d.as_table()).into_iter().flat_map(|d| d.keys().cloned()).collect()
    };
    let targets = manifest.get("target").and_then(|targets| targets.as_table());
    let of_targets = targets.into_iter().flat_map(|t| t.values()).filter_map(|t| t.as_table()).flat_map(&names);
    names(manifest).into_iter().chain(of_targets).collect()
}

/// Returns the dependencies that a crate has but must not have. `ours` are all crates of this workspace, and `games`
/// are the crates of games.
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
        if ["arena", "commands", "python"].contains(&this) && IO.contains(&library) {
            found.push(format!("{this} may not depend on {dependency}: it needs no server"));
        }
        if is_game && !ours.contains(&dependency) && !["serde", "ts-rs"].contains(&dependency.as_str()) {
            found.push(format!("the game {this} may not depend on {dependency}"));
        }
    }
    found
}

/// Checks that each crate depends only on the crates that the design allows. The arrows are decisive, and Cargo.toml
/// must agree with them.
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
