//! Proves that the deal is decided before its last card.

use cards::Card;
use game::{Rest, Seat, Viewer};

use crate::play::HEARTS;
use crate::worlds::hidden;
use crate::{Action, Hearts, View};

/// The deal is decided once no point is left. Before that a seat that takes every trick that is left knows what the deal
/// brings. It leads hearts last, so that [H8] does not bar them. In the first trick others may not discard what they like
/// [H7].
impl Rest for Hearts {
    fn is_decided(view: &View) -> bool {
        let Some(own) = view.seat.filter(|seat| view.next == Some(*seat)) else { return false };
        view.hand().len() > 1 && !view.takers.is_empty() && (view.harmless || rest(view, own).is_some())
    }

    fn rest_action(&self, by: Seat, seat: Seat) -> Action {
        let legal = self.legal_cards();
        let top = tricks::top((legal - HEARTS).or(legal));
        Action::Play(match self.public.tricks.led() {
            _ if seat != by => legal.first().expect("the deal goes on"),
            Some(_) => rest(&View::of(self, Viewer::Seat(by)), by).unwrap_or(top),
            None => top,
        })
    }
}

/// The card with which the seat to play takes every trick that is left.
fn rest(view: &View, own: Seat) -> Option<Card> {
    let tricks = view.public().tricks;
    tricks::takes_all(&tricks, own, view.hand(), &hidden(view, tricks.gone()))
}
