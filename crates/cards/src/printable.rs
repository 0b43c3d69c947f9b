//! Text from outside, made safe for a terminal.

use std::ffi::OsStr;

/// Returns whether a character moves the cursor, changes the direction of writing, or is invisible.
pub fn is_control(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{61c}')
}

/// Returns text that is safe to print on one line: escapes replace control characters and bytes that are not UTF-8.
pub fn printable(text: impl AsRef<OsStr>) -> String {
    let mut safe = String::new();
    for chunk in text.as_ref().as_encoded_bytes().utf8_chunks() {
        for letter in chunk.valid().chars() {
            match letter {
                _ if is_control(letter) => safe.extend(letter.escape_default()),
                _ => safe.push(letter),
            }
        }
        safe.extend(chunk.invalid().escape_ascii().map(char::from));
    }
    safe
}

/// Returns text of several lines, each of them safe to print as [`printable`] makes it.
pub fn printable_lines(text: &str) -> String {
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_control_a_terminal_is_written_out() {
        for (text, safe) in [
            ("Zoë 🂡 Jürg", "Zoë 🂡 Jürg"),
            ("e\u{1b}[31m\r\n", r"e\u{1b}[31m\r\n"),
            ("\u{202e}eve\u{9b}2J\u{2066}", r"\u{202e}eve\u{9b}2J\u{2066}"),
            ("\u{feff}a\u{200b}b", r"\u{feff}a\u{200b}b"),
        ] {
            assert_eq!(printable(text), safe);
        }
        assert_eq!(printable_lines("a\r\nb\n"), "a\\r\nb\n");
        #[cfg(unix)]
        {
            let name: &OsStr = std::os::unix::ffi::OsStrExt::from_bytes(b"bad\xff.jsonl");
            assert_eq!(printable(name), r"bad\xff.jsonl");
        }
    }
}
