//! Actions in words.

use cards::{Card, Rank};
use game::Viewer;

use crate::{Action, Destination, RougeEtNoir, Source};

impl RougeEtNoir {
    /// The action in English, told before it is done: a card that is turned up is named only to who knows it.
    pub(crate) fn tell(&self, action: Action, viewer: Viewer) -> String {
        match action {
            Action::Turn => {
                let known = match viewer {
                    Viewer::All => true,
                    Viewer::Seat(_) => self.known() > 0,
                    Viewer::Public => false,
                };
                match self.position.stock().next() {
                    Some(place) if known => format!("turns up {}", name(self.order[place])),
                    _ => "turns up the next card".to_owned(),
                }
            }
            Action::Redeal => "turns the discard pile over: it is the stock again".to_owned(),
            Action::Move(from, to) => {
                let card = self.position.card(&self.order, from).map_or_else(|| "a card".to_owned(), name);
                let from = match from {
                    Source::Discard => " from the discard pile".to_owned(),
                    Source::Hand => String::new(),
                    Source::Tableau(spot) => format!(" from {spot}"),
                };
                match to {
                    Destination::Discard => format!("discards {card}"),
                    Destination::Foundation => format!("puts {card}{from} on its foundation"),
                    Destination::Tableau(spot) => format!("moves {card}{from} to {spot}"),
                }
            }
        }
    }
}

pub(crate) fn name(card: Card) -> String {
    let rank = match card.rank() {
        Rank::Jack => "jack".to_owned(),
        Rank::Queen => "queen".to_owned(),
        Rank::King => "king".to_owned(),
        Rank::Ace => "ace".to_owned(),
        rank => (rank as u8 + 2).to_string(),
    };
    format!("the {rank} of {}", format!("{:?}", card.suit()).to_lowercase())
}
