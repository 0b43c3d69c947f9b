//! The names of cards, the same as on the page, and the order of cards in a hand.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::Language;

#[derive(Deserialize)]
struct Naming {
    ranks: BTreeMap<String, String>,
    suits: BTreeMap<String, String>,
    letters: BTreeMap<String, String>,
    name: String,
    the: BTreeMap<String, String>,
    kael: BTreeMap<String, String>,
}

static NAMES: LazyLock<BTreeMap<String, Naming>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../web/src/cards/names.json")).expect("the page's names are JSON")
});

const RANKS: &str = "23456789TJQKA";
const SUITS: &str = "cdhs";

/// Returns whether a card has a suit: `Qs`, but not `10` or `X`.
pub fn is_suited(face: &str) -> bool {
    let mut letters = face.chars();
    let (rank, suit) = (letters.next(), letters.next());
    letters.next().is_none()
        && rank.is_some_and(|rank| RANKS.contains(rank))
        && suit.is_some_and(|suit| SUITS.contains(suit))
}

/// Returns the sign of the card's suit: "♣".
pub fn suit_sign(face: &str) -> &'static str {
    match face.as_bytes().get(1) {
        Some(b'c') => "♣",
        Some(b'd') => "♦",
        Some(b'h') => "♥",
        _ => "♠",
    }
}

/// Returns the letter on a card: "10", "Q", in French "D".
pub fn letter(face: &str, language: Language) -> String {
    let rank = &face[..1];
    match NAMES[language.code()].letters.get(rank) {
        Some(letter) => letter.clone(),
        None if rank == "T" => "10".to_owned(),
        None => rank.to_owned(),
    }
}

/// Returns the short name of a card: "Q♠", "10♦", "−1".
pub fn short(face: &str, language: Language) -> String {
    if is_suited(face) { format!("{}{}", letter(face, language), suit_sign(face)) } else { face.replace('-', "−") }
}

/// Returns the short names of several cards with spaces between them.
pub fn shorts(faces: &[String], language: Language) -> String {
    let each: Vec<String> = faces.iter().map(|face| short(face, language)).collect();
    each.join(" ")
}

/// Returns the full name of a card: "queen of spades".
pub fn name(face: &str, language: Language) -> String {
    let names = &NAMES[language.code()];
    if !is_suited(face) {
        return names.kael.get(face).cloned().unwrap_or_else(|| face.to_owned());
    }
    let (rank, suit) = face.split_at(1);
    let rank = match names.ranks.get(rank) {
        Some(rank) => rank,
        None if rank == "T" => "10",
        None => rank,
    };
    names.name.replace("{rank}", rank).replace("{suit}", &names.suits[suit])
}

/// Returns the name of a card inside a sentence: "the queen of spades".
pub fn the(face: &str, language: Language) -> String {
    let name = name(face, language);
    if !is_suited(face) {
        return name;
    }
    let the = &NAMES[language.code()].the;
    the.get(&face[..1]).unwrap_or(&the["other"]).replace("{name}", &name)
}

/// Sorts cards by suit, then rank, or with `by_rank` by rank, then suit. Cards without a suit are sorted by value.
pub fn sort(cards: &mut [String], by_rank: bool) {
    cards.sort_by_key(|face| {
        if is_suited(face) {
            let rank = RANKS.find(&face[..1]).unwrap_or(0) as i32;
            let suit = SUITS.find(&face[1..]).unwrap_or(0) as i32;
            if by_rank { (rank, suit) } else { (suit, rank) }
        } else {
            (face.parse().unwrap_or(99), 0)
        }
    });
}

/// Returns the rank that a typed key means, as the first letter of a card's notation. The keys are the letters on cards
/// in the reader's language. J, Q, K and A work in every language, and 0 means the ten.
pub fn typed_rank(key: char, language: Language) -> Option<char> {
    let key = key.to_ascii_uppercase();
    if ('2'..='9').contains(&key) {
        return Some(key);
    }
    if key == '0' || key == '1' {
        return Some('T');
    }
    let letters = &NAMES[language.code()].letters;
    let own = letters.iter().find(|(_, letter)| **letter == key.to_string());
    own.and_then(|(rank, _)| rank.chars().next()).or_else(|| "JQKA".contains(key).then_some(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_have_the_names_of_the_page() {
        assert_eq!(the("Qs", Language::English), "the queen of spades");
        assert_eq!(the("Qs", Language::French), "la dame de pique");
        assert_eq!(the("Ad", Language::French), "l’as de carreau");
        assert_eq!(the("Th", Language::German), "Herz-10");
        assert_eq!(short("Qs", Language::German), "D♠");
        assert_eq!(short("-1", Language::English), "−1");
        assert_eq!(name("X", Language::English), "X, pass, 15");
    }

    #[test]
    fn a_hand_goes_by_suit_or_by_rank() {
        let hand = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let mut cards = hand("Qs 2h Td Ac 2c");
        sort(&mut cards, false);
        assert_eq!(cards.join(" "), "2c Ac Td 2h Qs");
        sort(&mut cards, true);
        assert_eq!(cards.join(" "), "2c 2h Td Qs Ac");
        let mut cards = hand("X 13 -1 0 7");
        sort(&mut cards, false);
        assert_eq!(cards.join(" "), "-1 0 7 13 X");
    }

    #[test]
    fn ranks_are_typed_as_they_are_written() {
        assert_eq!(typed_rank('q', Language::English), Some('Q'));
        assert_eq!(typed_rank('d', Language::German), Some('Q'));
        assert_eq!(typed_rank('b', Language::German), Some('J'));
        assert_eq!(typed_rank('d', Language::English), None);
        assert_eq!(typed_rank('0', Language::French), Some('T'));
    }
}
