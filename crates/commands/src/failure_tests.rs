//! The style of errors.

use crate::failure::styled;

#[test]
fn errors_have_one_style() {
    for (words, expect) in [
        ("There is no data/cardroom.sqlite.", "there is no data/cardroom.sqlite"),
        ("A link is needed. Ask for one.", "a link is needed. Ask for one"),
        ("Data/a.sqlite: No such file", "Data/a.sqlite: No such file"),
        ("PostgreSQL 9 is too old", "PostgreSQL 9 is too old"),
        ("--out is a folder", "--out is a folder"),
        ("It isn’t there", "it isn’t there"),
        ("", ""),
    ] {
        assert_eq!(styled(words), expect);
    }
}
