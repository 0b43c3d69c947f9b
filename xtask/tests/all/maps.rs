//! The parts that ARCHITECTURE.md names exist, and it stays short.

use crate::sources::files::{root, text};

/// A quarter of an hour's reading.
const MOST_BYTES: usize = 16 << 10;

#[test]
fn the_paths_of_the_architecture_exist() {
    let architecture = text(&root().join("ARCHITECTURE.md"));
    assert!(architecture.len() <= MOST_BYTES, "ARCHITECTURE.md has {} bytes", architecture.len());
    let is_path =
        |path: &&str| path.contains('/') && path.chars().all(|c| c.is_ascii_alphanumeric() || "/._-<>".contains(c));
    let mut count = 0;
    // Blocks of code name folders in words of their own.
    for path in
        architecture.split("\n```").step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2)).filter(is_path)
    {
        let path = path.replace("<id>", "rouge-et-noir");
        let there = [root(), root().join("crates")].iter().any(|folder| folder.join(&path).exists());
        assert!(there, "ARCHITECTURE.md names {path}, which is not there");
        count += 1;
    }
    assert!(count > 40, "{count} paths were found");
}
