//! The words of the page and of its games in three languages, with the page's rules for plurals and names.

use std::collections::BTreeMap;
use std::env;

use protocol::Frame;
use serde::Deserialize;

use crate::cards;

include!(concat!(env!("OUT_DIR"), "/lists.rs"));

/// A language of the word lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// French.
    French,
    /// German.
    German,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 3] = [Language::English, Language::French, Language::German];

    /// Returns the language of a tag such as "fr" or "de_AT.UTF-8".
    pub fn of(tag: &str) -> Option<Language> {
        Language::ALL
            .into_iter()
            .find(|language| tag.get(..2).is_some_and(|tag| tag.eq_ignore_ascii_case(language.code())))
    }

    /// Returns the language of the environment, or English if there are no lists for it.
    pub fn of_environment() -> Language {
        let mut values = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().filter_map(|name| env::var(name).ok());
        values.find(|value| !value.is_empty()).and_then(|value| Language::of(&value)).unwrap_or_default()
    }

    /// Returns the tag of the language: "de".
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
            Language::German => "de",
        }
    }

    /// Returns whether `n` takes the singular.
    fn is_one(self, n: i64) -> bool {
        match self {
            Language::French => n == 0 || n == 1,
            Language::English | Language::German => n == 1,
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum WordEntry {
    Plain(String),
    Plural { one: Option<String>, other: String },
}

type WordList = BTreeMap<String, WordEntry>;

/// A value in a phrase.
#[derive(Clone, Copy)]
pub enum Value<'a> {
    /// A name or a part of a sentence.
    Text(&'a str),
    /// A number. The value named `n` decides between singular and plural.
    Number(i64),
}

/// The word lists of one language. A phrase is looked up first in the game's list, and then in the page's list.
#[derive(Default)]
pub struct WordLists {
    /// The language of the lists.
    pub language: Language,
    lists: Vec<WordList>,
}

impl WordLists {
    /// Loads the lists of the page and, if `game` is given, those of the game.
    pub fn new(language: Language, game: Option<&str>) -> WordLists {
        let code = language.code();
        let game = game.map(|game| format!("games/{game}/lang/{code}.json"));
        let shell =
            ["terminal/", "side/", "", "people/", "replay/", "fair/"].map(|part| format!("web/lang/{part}{code}.json"));
        let lists = game.into_iter().chain(shell).filter_map(|name| read(&name)).collect();
        WordLists { language, lists }
    }

    fn find(&self, key: &str) -> Option<&WordEntry> {
        self.lists.iter().find_map(|list| list.get(key))
    }

    /// Returns whether a phrase exists.
    pub fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// Returns a phrase without values.
    pub fn say(&self, key: &str) -> String {
        self.with(key, &[])
    }

    /// Returns a phrase with its values. If there is no such phrase, returns the key, so that people notice the
    /// mistake.
    pub fn with(&self, key: &str, values: &[(&str, Value<'_>)]) -> String {
        let n = values.iter().find_map(|(name, value)| match value {
            Value::Number(n) if *name == "n" => Some(*n),
            _ => None,
        });
        let phrase = match self.find(key) {
            None => return key.to_owned(),
            Some(WordEntry::Plain(text)) => text,
            Some(WordEntry::Plural { one: Some(one), .. }) if self.language.is_one(n.unwrap_or(0)) => one,
            Some(WordEntry::Plural { other, .. }) => other,
        };
        let mut text = phrase.clone();
        for (name, value) in values {
            let value = match value {
                Value::Text(text) => (*text).to_owned(),
                Value::Number(n) => number(*n),
            };
            if self.language == Language::French && value.starts_with(is_vowel) {
                text = text.replace(&format!("de {{{name}}}"), &format!("d’{value}"));
            }
            text = text.replace(&format!("{{{name}}}"), &value);
        }
        text
    }

    /// Returns a phrase with the value `who`.
    pub fn about(&self, key: &str, who: &str) -> String {
        self.with(key, &[("who", Value::Text(who))])
    }

    /// Returns a phrase with the number `n`.
    pub fn count(&self, key: &str, n: i64) -> String {
        self.with(key, &[("n", Value::Number(n))])
    }

    /// Returns the words for a reason.
    pub fn reason(&self, key: &str, n: Option<i32>, card: Option<&str>) -> String {
        let card = card.map(|card| cards::the(card, self.language)).unwrap_or_default();
        let n = Value::Number(n.unwrap_or(0).into());
        self.with(&format!("reason.{key}"), &[("n", n), ("card", Value::Text(&card))])
    }

    /// Returns advice in a sentence: `Play the 3 of clubs: stays under, ….`
    pub fn advised(&self, choice: &str, reasons: &[String]) -> String {
        let choice = ("choice", Value::Text(choice));
        match reasons {
            [] => self.with("advice.plain", &[choice]),
            reasons => self.with("advice.sentence", &[choice, ("reasons", Value::Text(&reasons.join(", ")))]),
        }
    }

    /// Returns a phrase about a seat. For the viewer's own seat, it is the phrase `key.you`, if there is one. For any
    /// other seat, it is the phrase `key` with the seat's name.
    pub fn of_seat(&self, frame: &Frame, seat: u8, key: &str, values: &[(&str, Value<'_>)]) -> String {
        let own = format!("{key}.you");
        if frame.viewer == Some(seat) && self.has(&own) {
            return self.with(&own, values);
        }
        let name = self.seat(frame, seat);
        let all: Vec<_> = [("who", Value::Text(&name))].into_iter().chain(values.iter().copied()).collect();
        self.with(key, &all)
    }

    /// Returns the name of a seat, "You" for the viewer's own.
    pub fn seat(&self, frame: &Frame, seat: u8) -> String {
        if frame.viewer == Some(seat) {
            return self.say("seat.you");
        }
        match frame.seats.get(usize::from(seat)) {
            Some(info) if !info.name.is_empty() => info.name.clone(),
            _ => self.say("seat.nobody"),
        }
    }
}

fn read(name: &str) -> Option<WordList> {
    let (_, text) = LISTS.iter().find(|(path, _)| *path == name)?;
    Some(serde_json::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}")))
}

fn is_vowel(letter: char) -> bool {
    "aeiouyœæàâäéèêëîïôöùûü".contains(letter.to_lowercase().next().unwrap_or(letter))
}

/// Writes a number with a true minus sign.
pub fn number(n: i64) -> String {
    n.to_string().replace('-', "\u{2212}")
}

/// Writes a number with its sign: +20, −10, 0.
pub fn signed(n: i64) -> String {
    if n > 0 { format!("+{n}") } else { number(n) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_of_the_page_and_its_games_are_there() {
        for code in ["en", "fr", "de"] {
            for part in ["", "terminal/", "side/", "people/", "replay/"] {
                assert!(read(&format!("web/lang/{part}{code}.json")).is_some(), "{part}{code}");
            }
        }
        for game in catalog::entries() {
            let words = WordLists::new(Language::German, Some(game.id));
            assert_ne!(words.say("title"), WordLists::new(Language::German, None).say("title"), "{}", game.id);
        }
    }

    #[test]
    fn phrases_count_and_elide_as_on_the_page() {
        let english = WordLists::new(Language::English, None);
        assert_eq!(english.count("seat.cards", 1), "1 card");
        assert_eq!(english.count("seat.cards", 0), "0 cards");
        let french = WordLists::new(Language::French, None);
        assert!(french.count("start.players_one", 0).ends_with("joueur"));
        assert!(french.about("lobby.join_of", "Eda").contains("d’Eda"), "{}", french.about("lobby.join_of", "Eda"));
        assert_eq!(english.say("no.such.key"), "no.such.key");
        assert_eq!(signed(-3), "−3");
    }

    #[test]
    fn languages_are_read_from_tags() {
        assert_eq!(Language::of("de_AT.UTF-8"), Some(Language::German));
        assert_eq!(Language::of("FR"), Some(Language::French));
        assert_eq!(Language::of("C"), None);
        assert_eq!(Language::of("ja_JP"), None);
    }
}
