//! The view of a deal: everything that a viewer may know.

use cards::{Card, CardSet};
use game::{Seat, Viewer};
use serde::{Deserialize, Serialize};
use tricks::{SEATS, Trick};

use crate::score::{penalty, worth_in_parts};
use crate::state::Public;
use crate::{Rules, SchwarzeDame, Standing};

/// The view of one viewer: its own hand, and all cards that are or were face up.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct View {
    /// The options (house rules).
    pub rules: Rules,
    /// The standing before this deal.
    pub standing: Standing,
    /// The viewer's seat, if it has one.
    pub seat: Option<Seat>,
    /// The hands that this viewer sees: its own hand, or all hands for a viewer of all cards; null for other seats.
    pub hands: [Option<CardSet>; 4],
    /// The number of cards that each seat holds.
    pub held: [u8; 4],
    /// All tricks in order. The last one may be unfinished.
    pub tricks: Vec<Trick>,
    /// True if the last of `tricks` is unfinished.
    pub on_table: bool,
    /// The seat that is winning the trick on the table.
    pub winning: Option<Seat>,
    /// The current worth of the trick on the table: 10 minus the penalties of its cards; 0 before a lead.
    pub worth: i16,
    /// The seat that took each finished trick.
    pub takers: Vec<Seat>,
    /// The points of each seat in this deal so far.
    pub points: [i16; 4],
    /// The seat to play; null when the deal is over.
    pub next: Option<Seat>,
    /// True if all cards with a penalty have been taken, so that each remaining trick is worth 10 points.
    pub harmless: bool,
}

impl View {
    /// Returns the view of this viewer. Hands of other seats are included only if the viewer may see them.
    pub(crate) fn of(deal: &SchwarzeDame, viewer: Viewer) -> View {
        let public = &deal.public;
        let table = public.tricks.on_table();
        let cost = |cards: &mut dyn Iterator<Item = Card>| cards.map(penalty).sum::<i16>();
        View {
            rules: deal.rules,
            standing: deal.standing,
            seat: viewer.seat(),
            hands: std::array::from_fn(|i| viewer.sees(Seat::new(i as u8)).then_some(deal.hands[i])),
            held: deal.hands.map(|hand| hand.len() as u8),
            on_table: !table.is_empty(),
            winning: public.tricks.winning(),
            worth: if table.is_empty() { 0 } else { public.worth },
            tricks: public.tricks.views(worth_in_parts),
            takers: public.tricks.takers().to_vec(),
            points: public.points,
            next: (!public.tricks.is_over()).then(|| public.tricks.next()),
            harmless: cost(&mut (!public.tricks.gone() | table.iter().copied().collect()).into_iter()) == 0,
        }
    }

    /// Returns the hand of the viewer's own seat.
    ///
    /// # Panics
    /// If the viewer has no seat.
    pub fn hand(&self) -> CardSet {
        let seat = self.seat.expect("the viewer has a seat");
        self.hands[seat.index()].expect("a seat sees its own hand")
    }

    pub(crate) fn public(&self) -> Public {
        let mut public = Public::new(self.standing.dealer.after(1, SEATS));
        for (_, card) in self.tricks.iter().flat_map(Trick::plays) {
            public.put(card);
        }
        public
    }
}
