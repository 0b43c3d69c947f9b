//! The viewer's hand: the order of its cards, the cursor, and the chosen cards.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::board::{action_of, cards_of, key_of};
use wording::cards;

#[derive(Default)]
pub(crate) struct OwnHand {
    pub cards: Vec<String>,
    pub cursor: usize,
    pub chosen: BTreeSet<usize>,
    pub by_rank: bool,
}

impl OwnHand {
    /// Sets the cards of a new frame. Chosen cards that are still in the hand stay chosen.
    pub(crate) fn set(&mut self, mut held: Vec<String>) {
        cards::sort(&mut held, self.by_rank);
        if held == self.cards {
            return;
        }
        let chosen = self.chosen_cards();
        let under = self.cards.get(self.cursor).cloned();
        self.cards = held;
        self.choose(&chosen);
        let same = under.and_then(|under| self.cards.iter().position(|card| *card == under));
        self.cursor = same.unwrap_or(self.cursor).min(self.cards.len().saturating_sub(1));
    }

    /// Switches between sorting by rank and sorting by suit.
    pub(crate) fn sort(&mut self) {
        self.by_rank = !self.by_rank;
        let chosen = self.chosen_cards();
        cards::sort(&mut self.cards, self.by_rank);
        self.cursor = 0;
        self.choose(&chosen);
    }

    fn chosen_cards(&self) -> Vec<String> {
        self.chosen.iter().map(|&at| self.cards[at].clone()).collect()
    }

    pub(crate) fn step(&mut self, by: isize) {
        let last = self.cards.len().saturating_sub(1);
        self.cursor = self.cursor.saturating_add_signed(by).min(last);
    }

    pub(crate) fn toggle(&mut self, at: usize) {
        if at < self.cards.len() && !self.chosen.remove(&at) {
            self.chosen.insert(at);
        }
    }

    /// Chooses exactly these cards.
    pub(crate) fn choose(&mut self, wanted: &[String]) {
        let mut wanted = wanted.to_vec();
        self.chosen.clear();
        for (at, card) in self.cards.iter().enumerate() {
            if let Some(found) = wanted.iter().position(|one| one == card) {
                wanted.swap_remove(found);
                self.chosen.insert(at);
            }
        }
    }

    /// Chooses all cards with the same face as the card under the cursor, and no others.
    pub(crate) fn choose_alike(&mut self) {
        let under = self.cards.get(self.cursor);
        self.chosen = (0..self.cards.len()).filter(|&at| self.cards.get(at) == under).collect();
    }

    /// Returns the chosen cards. If none is chosen, returns the card under the cursor.
    pub(crate) fn picked(&self) -> Vec<String> {
        if self.chosen.is_empty() {
            self.cards.get(self.cursor).cloned().into_iter().collect()
        } else {
            self.chosen_cards()
        }
    }

    /// Moves the cursor to the next card of the rank that was typed. If the game has actions with several cards, also
    /// chooses that card.
    pub(crate) fn typed(&mut self, is_it: impl Fn(&str) -> bool, several: bool) {
        let n = self.cards.len();
        let free = |at: &usize| is_it(&self.cards[*at]) && (!several || !self.chosen.contains(at));
        match (1..=n).map(|step| (self.cursor + step) % n).find(free) {
            Some(at) => {
                self.cursor = at;
                if several {
                    self.chosen.insert(at);
                }
            }
            // All cards of this rank are already chosen, so they are unchosen.
            None => self.chosen.retain(|&at| !is_it(&self.cards[at])),
        }
    }

    /// Returns the legal actions that take exactly the picked cards.
    pub(crate) fn fitting<'a>(&self, legal: &'a [Value]) -> Vec<&'a Value> {
        let mut picked = self.picked();
        picked.sort();
        let takes = |one: &&Value| {
            let mut cards = cards_of(one);
            cards.sort();
            !cards.is_empty() && cards == picked
        };
        legal.iter().filter(takes).collect()
    }

    pub(crate) fn is_playable(&self, card: &str, legal: &[Value]) -> bool {
        legal.iter().any(|one| cards_of(one).iter().any(|named| named == card))
    }
}

pub(crate) fn plays_several(legal: &[Value]) -> bool {
    legal.iter().any(|one| cards_of(one).len() > 1)
}

/// Returns an action with these cards as text, to ask why they cannot be played. The verb comes from a legal action
/// that takes cards.
pub(crate) fn question(picked: &[String], legal: &[Value], joined: bool) -> Option<String> {
    let verb = legal.iter().find(|one| !cards_of(one).is_empty() && key_of(one).is_none())?;
    let verb = action_of(verb).split(' ').next()?;
    let mut named = picked.to_vec();
    cards::sort(&mut named, joined);
    Some(format!("{verb} {}", named.join(if joined { "" } else { " " })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn hand(text: &str) -> OwnHand {
        let mut hand = OwnHand::default();
        hand.set(text.split(' ').map(str::to_owned).collect());
        hand
    }

    #[test]
    fn what_is_chosen_stays_chosen_while_it_is_held() {
        let mut hand = hand("Qs 2h 7d 7c");
        hand.choose(&["Qs".to_owned(), "7d".to_owned()]);
        hand.set(["Qs", "2h", "7c"].map(str::to_owned).to_vec());
        assert_eq!(hand.picked(), ["Qs"]);
        hand.sort();
        assert_eq!(hand.cards, ["2h", "7c", "Qs"]);
        assert_eq!(hand.picked(), ["Qs"]);
    }

    #[test]
    fn a_typed_rank_goes_from_card_to_card() {
        let mut hand = hand("7c 7d Ah");
        hand.typed(|card| card.starts_with('7'), false);
        assert_eq!(hand.picked(), ["7d"]);
        hand.typed(|card| card.starts_with('7'), false);
        assert_eq!(hand.picked(), ["7c"]);
        hand.typed(|card| card.starts_with('7'), true);
        hand.typed(|card| card.starts_with('7'), true);
        assert_eq!(hand.picked(), ["7c", "7d"]);
        hand.typed(|card| card.starts_with('7'), true);
        assert_eq!(hand.chosen.len(), 0);
    }

    #[test]
    fn equal_cards_are_chosen_together() {
        let mut hand = hand("10 4 10");
        hand.choose(&["4".to_owned()]);
        hand.cursor = hand.cards.iter().position(|card| card == "10").unwrap();
        hand.choose_alike();
        assert_eq!(hand.picked(), ["10", "10"]);
    }

    #[test]
    fn equal_cards_are_counted() {
        let mut hand = hand("10 10 4");
        let legal =
            [json!({"action": "lay 10", "cards": ["10"]}), json!({"action": "lay 10 10", "cards": ["10", "10"]})];
        hand.choose(&["10".to_owned()]);
        assert_eq!(hand.fitting(&legal).len(), 1);
        hand.choose(&["10".to_owned(), "10".to_owned()]);
        assert_eq!(action_of(hand.fitting(&legal)[0]), "lay 10 10");
        hand.choose(&["4".to_owned()]);
        assert!(hand.fitting(&legal).is_empty());
        assert_eq!(question(&["4".to_owned()], &legal, false).as_deref(), Some("lay 4"));
    }
}
