//! Tests of the build script, which makes the list of all word lists.

use std::fs;
use std::path::Path;

#[path = "../build.rs"]
#[expect(dead_code, reason = "only the choice of folders is tested")]
mod build_script;

#[test]
fn a_new_game_without_words_stops_no_build() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("word_lists");
    for folder in ["games/new/src", "games/old/lang"] {
        fs::create_dir_all(root.join(folder)).expect("a folder for tests");
    }
    let folders = build_script::folders(&root);
    let games: Vec<_> = folders.iter().filter_map(|folder| folder.strip_prefix(root.join("games")).ok()).collect();
    assert_eq!(games, [Path::new("old/lang")]);
}
