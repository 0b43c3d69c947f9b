//! The proof that the deal is decided before its last card.

use cards::Card;
use game::{Rest, Seat, Viewer};

use crate::worlds::hidden;
use crate::{Action, SchwarzeDame, View};

/// The deal is decided if the seat to play can take all remaining tricks, because that seat then knows the result.
impl Rest for SchwarzeDame {
    fn is_decided(view: &View) -> bool {
        rest(view).is_some() && view.hand().len() > 1
    }

    fn rest_action(&self, by: Seat, seat: Seat) -> Action {
        let legal = self.legal_cards();
        Action(match self.public.tricks.led() {
            _ if seat != by => legal.first().expect("the deal goes on"),
            Some(_) => rest(&View::of(self, Viewer::Seat(by))).unwrap_or_else(|| tricks::top(legal)),
            None => tricks::top(legal),
        })
    }
}

/// Returns the card with which the seat to play can take all remaining tricks, if there is one.
fn rest(view: &View) -> Option<Card> {
    let own = view.seat.filter(|seat| view.next == Some(*seat))?;
    let tricks = view.public().tricks;
    tricks::takes_all(&tricks, own, view.hand(), &hidden(view, tricks.gone()))
}
