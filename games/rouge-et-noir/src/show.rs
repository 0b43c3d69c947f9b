//! Actions in words.

use cards::{Card, Rank};
use game::{BoardKind, Seat, Show, Viewer};

use crate::{Action, Destination, Facts, RougeEtNoir, Source};

impl Show for RougeEtNoir {
    type Facts = Facts;
    const BOARD: BoardKind = BoardKind::Patience;
    const LESSON: Option<&'static str> = Some(include_str!("../lesson.json"));

    fn facts(&self, _: Seat, action: Action) -> Facts {
        let Action::Move(from, to) = action else {
            return Facts {
                from: None,
                to: None,
                card: None,
                foundation: None,
                key: Some(' '),
                into_empty: false,
                safe: false,
                best: false,
            };
        };
        let card = self.position.card(&self.order, from).expect("a legal move has a card");
        let foundation = match to {
            Destination::Foundation => {
                self.position.foundations.taker(card).map(|which| 2 * card.suit() as u8 + which as u8)
            }
            Destination::Discard | Destination::Tableau(_) => None,
        };
        let into_empty = match to {
            Destination::Tableau(spot) => self.position.tableaus[spot.index()].is_empty(),
            Destination::Discard | Destination::Foundation => false,
        };
        Facts {
            from: Some(from),
            to: Some(to),
            card: Some(card),
            foundation,
            key: ((from, to) == (Source::Hand, Destination::Discard)).then_some('x'),
            into_empty,
            safe: self.move_is_safe(card, to),
            best: self.best(from, card) == Some(to),
        }
    }

    /// A card that is turned up is named only to who knows it.
    fn tell(&self, _: Seat, action: Action, viewer: Viewer) -> String {
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

/// "the queen of spades".
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
