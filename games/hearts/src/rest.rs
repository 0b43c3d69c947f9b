//! The proof that the deal is decided before its last card.

use cards::Card;
use game::{Rest, Seat, Viewer};

use crate::play::HEARTS;
use crate::worlds::hidden;
use crate::{Action, Hearts, View};

/// The deal is decided once no point is left. It is also decided if the seat to play can take all remaining tricks,
/// because that seat then knows the result. To take them, the seat leads hearts last, so that [H8] does not forbid
/// them. The first trick is excluded: in it, the other seats may not discard freely [H7].
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

/// Returns the card with which the seat to play can take all remaining tricks, if there is one.
fn rest(view: &View, own: Seat) -> Option<Card> {
    let tricks = view.public().tricks;
    tricks::takes_all(&tricks, own, view.hand(), &hidden(view, tricks.gone()))
}
