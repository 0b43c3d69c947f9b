//! Actions in words.

use game::{BoardKind, Seat, Show};

use crate::{Action, Destination, Facts, RougeEtNoir, Source};

impl Show for RougeEtNoir {
    type Facts = Facts;
    const BOARD: BoardKind = BoardKind::Patience;
    const LESSON: Option<&'static str> = Some(include_str!("../lesson.json"));

    fn facts(&self, _: Seat, action: Action) -> Facts {
        let Action::Move(from, to) = action else {
            return Facts { key: Some(' '), ..Facts::default() };
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
}
