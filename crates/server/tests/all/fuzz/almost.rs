//! Makes inputs that are almost valid: a valid sample with a few changes. Such inputs cause errors of every kind in a
//! reader, even deep inside the input. Random bytes never get so far.

use std::ops::Range;

/// Tokens that often reveal errors in the handling of numbers, strings and nesting.
const TOKENS: [&str; 25] = [
    "-1",
    "0",
    "255",
    "256",
    "4294967296",
    "18446744073709551616",
    "1e999",
    "-0.0",
    "NaN",
    "null",
    "true",
    "\"\"",
    "\\u0000",
    "\\ud800",
    "seventy-letters-seventy-letters-seventy-letters-seventy-letters-seventy",
    "[]",
    "{}",
    "[[[[[[[[",
    "{\"a\":{\"a\":{\"a\":",
    ",",
    ":",
    "\u{202e}",
    "\u{1f0a1}",
    "\n",
    " ",
];

/// The number of input bytes for one change.
const CHANGE: usize = 6;

/// The greatest number of changes to a text. With more changes, the text would be noise, which readers refuse at its
/// beginning.
const CHANGES: usize = 8;

/// The length of the longest input in which every byte has an effect.
pub const INPUT: usize = 1 + CHANGE * CHANGES;

/// Returns a sample with the changes that `input` describes. The first byte chooses the sample. Each further six bytes
/// describe a change. If the first byte of a change is 128 or more, the change is the last one. There are at most eight
/// changes. So with random bytes, half of the texts have one change, and a quarter have two.
/// # Panics
/// If there are no samples.
pub fn almost(input: &[u8], samples: &[String]) -> String {
    let (&first, changes) = input.split_first().unwrap_or((&0, &[]));
    let sample = |byte: u8| samples[usize::from(byte) % samples.len()].as_bytes();
    let mut text = sample(first).to_vec();
    for change in changes.chunks_exact(CHANGE).take(CHANGES) {
        let &[kind, high, low, a, b, c] = change else { unreachable!("chunks have this length") };
        let at = place(high, low, text.len());
        let token = || TOKENS[usize::from(a) % TOKENS.len()].bytes();
        match kind % 8 {
            0 => match text.get_mut(at) {
                Some(byte) => *byte = a,
                None => text.push(a),
            },
            1 => text.insert(at, a),
            2 => drop(text.drain(at..text.len().min(at + usize::from(a)))),
            3 => drop(text.splice(at..at, token())),
            4 => {
                let piece = text[at..text.len().min(at + usize::from(a))].repeat(usize::from(b % 8));
                drop(text.splice(at..at, piece));
            }
            5 => {
                let other = sample(a);
                let from = place(b, c, other.len());
                let piece = other[from..other.len().min(from + 40)].to_vec();
                let end = text.len().min(at + piece.len());
                drop(text.splice(at..end, piece));
            }
            6 => drop(text.splice(word(&text, at), token())),
            _ => {
                let other = sample(a);
                let taken = other[word(other, place(b, c, other.len()))].to_vec();
                drop(text.splice(word(&text, at), taken));
            }
        }
        if kind >= 128 {
            break;
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// Returns a position in a text of this length. It may be the end of the text.
fn place(high: u8, low: u8, length: usize) -> usize {
    (usize::from(u16::from_be_bytes([high, low])) * (length + 1)) >> 16
}

/// Returns the last word or number that begins before this position. At the start of the text, the range is empty.
fn word(text: &[u8], at: usize) -> Range<usize> {
    let part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.-".contains(byte);
    let Some(inside) = text[..at].iter().rposition(part) else { return 0..0 };
    let start = text[..inside].iter().rposition(|byte| !part(byte)).map_or(0, |before| before + 1);
    let end = text[inside..].iter().position(|byte| !part(byte)).map_or(text.len(), |length| inside + length);
    start..end
}

#[test]
fn a_word_is_what_stands_before_a_place() {
    let text = br#"{"n":12,"to":"all"}"#;
    let of = |at: usize| std::str::from_utf8(&text[word(text, at)]).expect("ASCII");
    assert_eq!((of(0), of(3), of(6), of(9), of(19)), ("", "n", "12", "12", "all"));
}

#[test]
fn the_bytes_say_what_is_changed() {
    let samples = vec![r#"{"t":"undo","cmd":"u1","n":1}"#.to_owned()];
    assert_eq!(almost(&[0], &samples), samples[0], "no bytes, no changes");
    assert_eq!(almost(&[0, 6, 255, 255, 4, 0, 0], &samples), r#"{"t":"undo","cmd":"u1","n":4294967296}"#);
}
