//! Checks of the rules of games: each rule is implemented, tested and explained in every language, and each refusal and
//! reason has words.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::sources::files::{all_text, files, folders, name, text};

/// Returns the numbers of rules in a text, such as S3 or K12: a letter and digits, without another letter or digit
/// beside them.
fn numbers(text: &str, letter: char) -> BTreeSet<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = BTreeSet::new();
    for (i, &c) in chars.iter().enumerate() {
        let free = i == 0 || !chars[i - 1].is_alphanumeric();
        let digits: String = chars[i + 1..].iter().take_while(|c| c.is_ascii_digit()).collect();
        let ends = chars.get(i + 1 + digits.len()).is_none_or(|c| !c.is_alphanumeric());
        if c == letter && free && ends && !digits.is_empty() {
            found.insert(format!("{letter}{digits}"));
        }
    }
    found
}

/// Returns the letter of a game's rule numbers. It is the letter of the first bold number in RULES.md.
fn letter(rules: &str) -> char {
    let bold = rules.split("**").skip(1).step_by(2);
    let numbered = |word: &&str| word.len() >= 2 && word[1..].bytes().all(|b| b.is_ascii_digit());
    bold.filter(|word| word.is_ascii())
        .find(numbered)
        .expect("a RULES.md has numbered paragraphs")
        .chars()
        .next()
        .expect("a letter")
}

#[test]
fn every_rule_is_carried_out_and_tested() {
    let mut missing = Vec::new();
    for game in folders("games") {
        let rules = text(&game.join("RULES.md"));
        let letter = letter(&rules);
        let stated = numbers(&rules, letter);
        assert!(stated.len() >= 5, "{}: {stated:?}", game.display());
        for part in ["src", "tests"] {
            let cited = numbers(&all_text(&game.join(part), &[".rs", ".txt"]), letter);
            missing.extend(stated.difference(&cited).map(|n| format!("{} is in no file of {}/{part}", n, name(&game))));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Checks that the rules in each language of the page are complete: each paragraph has the same numbers in the same
/// order as RULES.md.
#[test]
fn every_rule_is_told_in_every_language() {
    for game in folders("games") {
        let numbered = |file: &str| -> Vec<String> {
            let rules = text(&game.join(file));
            let bold = rules.split("**").skip(1).step_by(2).map(str::to_owned);
            bold.filter(|word| word.len() >= 2 && word.is_ascii() && word[1..].bytes().all(|b| b.is_ascii_digit()))
                .collect()
        };
        let english = numbered("RULES.md");
        assert!(english.len() >= 5, "{}: {english:?}", game.display());
        for file in ["RULES.fr.md", "RULES.de.md"] {
            assert_eq!(numbered(file), english, "{} of {}", file, name(&game));
        }
    }
}

/// Returns the paths of a game's word lists, one for each language. The word lists of its lesson are in another folder
/// and do not count.
fn words_of(game: &Path) -> Vec<PathBuf> {
    let mut lists = files(&game.join("lang"), &[".json"]);
    lists.retain(|path| path.parent().is_some_and(|folder| folder.ends_with("lang")));
    lists
}

/// Checks that the page has words for each refusal of a game, in every language. A refusal is a key in the game's
/// source.
#[test]
fn every_refusal_has_words() {
    let mut missing = Vec::new();
    for game in folders("games") {
        let source = all_text(&game.join("src"), &[".rs"]);
        for part in source.split("Refusal::rule(").skip(1) {
            let key = part.split('"').nth(3).expect("a rule number and a key");
            for words in words_of(&game) {
                if !text(&words).contains(&format!("\"refusal.{key}\"")) {
                    missing.push(format!("{}: refusal.{key}", words.display()));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Checks that the page has words for each reason of a game, in every language.
#[test]
fn every_reason_has_words() {
    let mut missing = Vec::new();
    for game in folders("games") {
        let source = all_text(&game.join("src"), &[".rs"]);
        for part in source.split("Reason::new(").skip(1) {
            let key = part.split('"').nth(1).expect("a key");
            for words in words_of(&game) {
                if !text(&words).contains(&format!("\"reason.{key}\"")) {
                    missing.push(format!("{}: reason.{key}", words.display()));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
