//! Checks that docs/bots/observations.md, which explains the numbers, is the page that the code generates.

#[test]
fn the_page_is_true() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bots/observations.md");
    if std::env::var_os("WRITE_DOCS").is_some() {
        std::fs::write(path, arena::envs::document()).expect(path);
    }
    let written = std::fs::read_to_string(path).expect(path);
    assert!(written == arena::envs::document(), "WRITE_DOCS=1 cargo test -p arena --test all document writes it again");
}
