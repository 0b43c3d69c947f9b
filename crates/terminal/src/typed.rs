//! The text that a reader types for an action. It can be the notation of the action, or its cards by name, letter or
//! sign in the reader's language. The page reads the same texts (`web/src/i18n/commands.ts`).

use unicode_normalization::UnicodeNormalization;

use wording::Language;
use wording::cards;

/// Splits a word into cards if it consists of cards without blanks ("4h5d"). Any other word stays as it is.
fn cards_in(word: &str) -> Vec<String> {
    let together = word.is_ascii() && word.len() > 1 && word.len().is_multiple_of(2);
    if together && (0..word.len()).step_by(2).all(|i| cards::is_suited(&word[i..i + 2])) {
        return (0..word.len()).step_by(2).map(|i| word[i..i + 2].to_owned()).collect();
    }
    vec![word.to_owned()]
}

/// Returns an action with its cards by name.
pub(crate) fn words_of(action: &str, language: Language) -> String {
    let name = |card: String| if cards::is_suited(&card) { cards::name(&card, language) } else { card };
    let words = action.split(' ').map(|word| {
        let parts: Vec<String> = cards_in(word).into_iter().map(name).collect();
        parts.join(" + ")
    });
    words.collect::<Vec<String>>().join(" ")
}

/// Returns a text in the form in which texts are compared: without upper case, accents, blanks, articles, and hyphens
/// between words.
fn plain(text: &str) -> String {
    let folded: String = text.nfd().filter(|c| !('\u{300}'..='\u{36f}').contains(c) && *c != '\u{fe0f}').collect();
    let folded = folded.to_lowercase().replace('−', "-").replace('œ', "oe");
    let mut words = Vec::new();
    for word in folded.split(|c: char| c.is_whitespace() || "'’.,:+".contains(c)) {
        if !["the", "of", "la", "le", "de", "l", ""].contains(&word) {
            words.push(word);
        }
    }
    let joined = words.concat();
    let letters: Vec<char> = joined.chars().collect();
    let is_hyphen = |i: usize| {
        letters[i] == '-'
            && i > 0
            && letters[i - 1].is_alphabetic()
            && letters.get(i + 1).is_some_and(|next| next.is_alphanumeric())
    };
    (0..letters.len()).filter(|&i| !is_hyphen(i)).map(|i| letters[i]).collect()
}

fn spellings(action: &str, language: Language) -> Vec<String> {
    let ways: [&dyn Fn(&str) -> String; 5] = [
        &|card| card.to_owned(),
        &|card| cards::name(card, language),
        &|card| format!("{}{}", cards::letter(card, language), &card[1..]),
        &|card| cards::short(card, language),
        &|card| cards::name(card, Language::English),
    ];
    let mut found = Vec::new();
    for way in ways {
        let name = |card: String| if cards::is_suited(&card) { way(&card) } else { card };
        let word = |word| cards_in(word).into_iter().map(name).collect::<Vec<String>>().join(" ");
        let words: Vec<String> = action.split(' ').map(word).collect();
        // The verb may be left out, because the cards alone can identify the action.
        found.push(plain(&words.join(" ")));
        found.push(plain(&words[1..].join(" ")));
    }
    found.retain(|way| !way.is_empty());
    found
}

/// Returns true if the text is this phrase, apart from spelling variants.
pub(crate) fn is_phrase(text: &str, phrase: &str) -> bool {
    plain(text) == plain(phrase)
}

/// Returns the actions that the text can mean. If the text is the whole text of an action, apart from spelling
/// variants, only such actions are returned. Otherwise, these are the actions that begin with the text. If there is
/// none, these are the actions that contain it.
pub(crate) fn matching(text: &str, actions: &[&str], language: Language) -> Vec<String> {
    let wanted = plain(text);
    if wanted.is_empty() {
        return Vec::new();
    }
    if let Some(exact) = actions.iter().find(|action| **action == text.trim()) {
        return vec![(*exact).to_owned()];
    }
    let known: Vec<(&str, Vec<String>)> = actions.iter().map(|action| (*action, spellings(action, language))).collect();
    let of = |test: &dyn Fn(&String) -> bool| -> Vec<String> {
        known.iter().filter(|(_, ways)| ways.iter().any(test)).map(|(action, _)| (*action).to_owned()).collect()
    };
    let whole = of(&|way| *way == wanted);
    if !whole.is_empty() {
        return whole;
    }
    let begun = of(&|way| way.starts_with(&wanted));
    if begun.is_empty() { of(&|way| way.contains(&wanted)) } else { begun }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACTIONS: [&str; 4] = ["play Qs", "play Qh", "play 4h5d6c7s8h", "pass"];

    fn check(text: &str, language: Language, expect: &[&str]) {
        assert_eq!(matching(text, &ACTIONS, language), expect, "{text}");
    }

    #[test]
    fn notation_names_letters_and_signs_are_read() {
        check("play Qs", Language::English, &["play Qs"]);
        check("qs", Language::English, &["play Qs"]);
        check("the queen of spades", Language::English, &["play Qs"]);
        check("dame de pique", Language::French, &["play Qs"]);
        check("D♠", Language::French, &["play Qs"]);
        check("Pik-Dame", Language::German, &["play Qs"]);
        check("4h5d6c7s8h", Language::English, &["play 4h5d6c7s8h"]);
        check("queen", Language::English, &["play Qs", "play Qh"]);
        check("pa", Language::English, &["pass"]);
        check("king", Language::English, &[]);
        check(" ", Language::English, &[]);
    }

    #[test]
    fn an_action_is_said_with_the_names_of_its_cards() {
        assert_eq!(words_of("play 4h5d", Language::English), "play 4 of hearts + 5 of diamonds");
        assert_eq!(words_of("lay 10 10", Language::English), "lay 10 10");
    }
}
