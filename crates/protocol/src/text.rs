//! A check of text from outside.

/// Checks a message from outside for control characters. Some stores, logs and terminals cannot handle U+0000.
///
/// # Errors
/// If the JSON text has a control character other than white space, directly or as an escape. Text that people write
/// has none.
pub fn check_text(json: &str) -> Result<(), String> {
    let mut rest = json.chars();
    while let Some(letter) = rest.next() {
        let meant = match letter {
            '\\' => match rest.next() {
                Some('u') => {
                    let hex: String = rest.by_ref().take(4).collect();
                    u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32)
                }
                Some('b') => Some('\u{8}'),
                _ => None,
            },
            letter => Some(letter),
        };
        if let Some(found) = meant.filter(|c| c.is_control() && !c.is_whitespace()) {
            return Err(format!("It has a character that can't be shown, U+{:04X}. Remove it.", u32::from(found)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_found_however_they_are_written() {
        for (json, found) in [
            (r#""a\u0000b""#, Some('\0')),
            (r#"{"\u001B":1}"#, Some('\u{1b}')),
            (r#""\\\u0007""#, Some('\u{7}')),
            (r#""\b""#, Some('\u{8}')),
            ("\"\u{7f}\"", Some('\u{7f}')),
            ("\"\u{9b}\"", Some('\u{9b}')),
            (r#""\u009b""#, Some('\u{9b}')),
            (r#""\\u0000 \\b""#, None),
            ("{\n\t\"a\": \"\\n\\t\\r\\f\\/\"\r\n}", None),
            (r#""\ud83c\udca1 \u00e9 \u2028""#, None),
            ("\"🂡 é \u{fffc}\"", None),
            ("\\", None),
        ] {
            let words = check_text(json).err();
            let named = found.map(|found: char| format!("U+{:04X}.", u32::from(found)));
            assert_eq!(words.is_some(), named.is_some(), "{json}");
            assert!(named.is_none_or(|named| words.is_some_and(|words| words.contains(&named))), "{json}");
        }
    }
}
