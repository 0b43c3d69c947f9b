//! Checks that docs/observations.md, which explains the numbers, is the page that the code generates.

#[test]
fn the_page_is_true() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/observations.md");
    let written = std::fs::read_to_string(path).expect(path);
    assert!(written == arena::envs::document(), "cargo run -p arena --example observations > docs/observations.md");
}
