//! Words that the administrator does not want on the server. Whole words are compared. Wide and small letters are equal
//! (NFKC). Upper and lower case are equal (case folding).

use std::collections::BTreeMap;
use std::ops::Range;

use crate::ALONE;
use crate::confusables::{fold_case, is_word_character, usual_forms};

/// The replacement of a listed word in chat.
const MASK: &str = "***";

/// The words of a list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WordFilter {
    /// The entries by their first word. Each value lists the entries that begin with this word. The first word itself
    /// is left out of each entry. Shorter entries come first.
    entries: BTreeMap<String, Vec<Vec<String>>>,
}

/// A word of a text: its place, and the form in which it is compared.
struct FoundWord {
    at: Range<usize>,
    folded: String,
}

impl WordFilter {
    /// Reads a list. Each line contains an entry: a word, or several words in a row. `#` begins a comment.
    ///
    /// # Errors
    /// The number of a line, from 1, that is not empty and contains no word.
    pub fn read(list: &str) -> Result<WordFilter, usize> {
        let mut entries: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
        for (number, line) in (1..).zip(list.trim_start_matches('\u{FEFF}').lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            let mut entry = words(line).into_iter().map(|word| word.folded);
            match entry.next() {
                Some(first) => entries.entry(first).or_default().push(entry.collect()),
                None if line.is_empty() => {}
                None => return Err(number),
            }
        }
        entries.values_mut().for_each(|rests| rests.sort_by_key(Vec::len));
        Ok(WordFilter { entries })
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.entries.values().map(Vec::len).sum()
    }

    /// True if the list is empty.
    pub fn is_empty(&self) -> bool {
        ALONE || self.entries.is_empty()
    }

    /// True if a text contains a word of the list.
    pub fn finds(&self, text: &str) -> bool {
        !self.is_empty() && !self.found(text).is_empty()
    }

    /// Returns the text with `***` for each word of the list.
    pub fn masked(&self, text: &str) -> String {
        let mut masked = String::with_capacity(text.len());
        let mut end = 0;
        for found in if self.is_empty() { Vec::new() } else { self.found(text) } {
            masked.push_str(&text[end..found.start]);
            masked.push_str(MASK);
            end = found.end;
        }
        masked.push_str(&text[end..]);
        masked
    }

    /// Returns the places of listed words, without overlaps. If several entries begin at one place, the longest counts.
    fn found(&self, text: &str) -> Vec<Range<usize>> {
        let words = words(text);
        let mut found = Vec::new();
        let mut next = 0;
        while let Some(first) = words.get(next) {
            let follows = |rest: &&Vec<String>| {
                let here = words[next + 1..].iter().map(|word| &word.folded).take(rest.len());
                here.eq(rest.iter())
            };
            match self.entries.get(&first.folded).and_then(|rests| rests.iter().rev().find(follows)) {
                Some(rest) => {
                    found.push(first.at.start..words[next + rest.len()].at.end);
                    next += rest.len() + 1;
                }
                None => next += 1,
            }
        }
        found
    }
}

/// Returns the words of a text: letters, digits, marks on them, and invisible characters that join them.
fn words(text: &str) -> Vec<FoundWord> {
    let mut words: Vec<FoundWord> = Vec::new();
    let mut in_word = false;
    for (start, c) in text.char_indices() {
        let part = is_part(c) || (in_word && is_unseen(c));
        let end = start + c.len_utf8();
        match words.last_mut().filter(|_| part && in_word) {
            Some(word) => word.at.end = end,
            None if part => words.push(FoundWord { at: start..end, folded: String::new() }),
            None => {}
        }
        in_word = part;
    }
    for word in &mut words {
        word.folded = folded(&text[word.at.clone()]);
    }
    words
}

/// True if the compared form of a character contains a letter, a digit or a mark.
fn is_part(c: char) -> bool {
    usual_forms(c.encode_utf8(&mut [0; 4])).any(is_word_character)
}

/// True for joiners, and for hyphens that show only at the end of a line.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{00AD}' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}')
}

/// Returns the form in which words are compared.
fn folded(word: &str) -> String {
    let plain: String = usual_forms(word).filter(|c| is_word_character(*c)).collect();
    usual_forms(&fold_case(&plain)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(list: &str) -> WordFilter {
        WordFilter::read(list).expect("a list")
    }

    #[test]
    fn words_of_the_list_are_masked_in_whatever_letters_they_are_written() {
        let filter = filter("# a list\nbad\nStraße # a street\nφίλος\n");
        assert_eq!(filter.len(), 3);
        for (text, masked) in [
            ("a bad word", "a *** word"),
            ("BAD, bad. (Bad)", "***, ***. (***)"),
            ("ｂａｄ", "***"),
            ("ⓑⓐⓓ 𝐛𝐚𝐝 ⒝⒜⒟", "*** *** ***"),
            ("b\u{200B}a\u{00AD}d", "***"),
            ("STRASSE strasse straße", "*** *** ***"),
            ("ΦΊΛΟΣ φίλοσ", "*** ***"),
            ("Φι\u{301}λος", "***"),
            ("badly badminton embad bäd bad1", "badly badminton embad bäd bad1"),
            ("", ""),
            ("👍🏽 דנה", "👍🏽 דנה"),
        ] {
            assert_eq!(filter.masked(text), masked, "{text}");
            assert_eq!(filter.finds(text), text != masked, "{text}");
        }
    }

    #[test]
    fn several_words_are_found_where_they_follow_each_other() {
        let filter = filter("go away\ngo\ngo away now\n");
        assert_eq!(filter.masked("Go  away! go now, go away now"), "***! *** now, ***");
        assert_eq!(filter.masked("away go"), "away ***");
        let longer = self::filter("go away\n");
        assert_eq!(longer.masked("go, we go away"), "go, we ***");
        assert!(!longer.finds("go"), "the text ends before the entry does");
    }

    #[test]
    fn a_list_without_words_masks_nothing_and_a_line_without_one_is_named() {
        assert!(filter("\n  \n# nothing\n").is_empty());
        assert_eq!(filter("").masked("bad"), "bad");
        assert_eq!(WordFilter::read("bad\n\n!!!\n"), Err(3));
        assert_eq!(filter("\u{FEFF}bad\r\nworse\r\n").masked("bad worse"), "*** ***");
    }
}
