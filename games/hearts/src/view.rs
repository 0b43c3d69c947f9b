//! The view of a deal: everything that a viewer may know.

use cards::CardSet;
use game::{Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};
use tricks::{Trick, Tricks};

use crate::score::{POINTS, costs};
use crate::state::{Phase, Public};
use crate::{Giving, Hearts, Rules, Standing};

/// The view of one viewer: its own hand, its gift, the gift that it received, and all cards that are or were face up.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct View {
    /// The options (house rules).
    pub rules: Rules,
    /// The standing before this deal.
    pub standing: Standing,
    /// The viewer's seat, if it has one.
    pub seat: Option<Seat>,
    /// The phase of the deal.
    pub phase: Phase,
    /// The hands that this viewer sees: its own hand, or all hands for a viewer of all cards; null for other seats.
    /// Cards that are put aside to be passed are not included.
    pub hands: [Option<CardSet>; 4],
    /// The number of cards that each seat holds. Cards that it has put aside are not included.
    pub held: [u8; 4],

    /// The direction in which cards are passed in this deal.
    pub giving: Giving,
    /// The seats that have chosen their gift.
    pub chosen: SeatSet,
    /// The cards that each seat has passed or has put aside, if this viewer knows them: its own gift and the gift that
    /// it received. Null for other seats.
    pub gifts: [Option<CardSet>; 4],

    /// All tricks in order. The last one may be unfinished.
    pub tricks: Vec<Trick>,
    /// True if the last of `tricks` is unfinished.
    pub on_table: bool,
    /// The seat that is winning the trick on the table.
    pub winning: Option<Seat>,
    /// The points of the trick on the table.
    pub worth: u8,
    /// The seat that took each finished trick.
    pub takers: Vec<Seat>,
    /// The points that each seat has taken.
    pub taken: [u8; 4],
    /// The points of each seat in this deal so far: `taken`, or the points after a seat has shot the moon. [H12]
    pub points: [i16; 4],
    /// True once a heart has been played, so that hearts may be led.
    pub broken: bool,
    /// The seat to play; null while cards are passed and when the deal is over.
    pub next: Option<Seat>,
    /// True if all cards that cost points have been taken.
    pub harmless: bool,
}

impl View {
    /// Returns the view of this viewer. Hands and gifts of other seats are included only if the viewer may see them.
    pub(crate) fn of(deal: &Hearts, viewer: Viewer) -> View {
        let public = &deal.public;
        let tricks = &public.tricks;
        let on_table = !tricks.on_table().is_empty();
        let given = public.phase != Phase::Giving;
        View {
            rules: deal.rules,
            standing: deal.standing,
            seat: viewer.seat(),
            phase: deal.phase(),
            hands: std::array::from_fn(|i| viewer.sees(Seat::new(i as u8)).then_some(deal.hands[i])),
            held: deal.hands.map(|hand| hand.len() as u8),
            giving: public.giving,
            chosen: public.chosen,
            gifts: std::array::from_fn(|i| {
                let giver = Seat::new(i as u8);
                // [H4] The giver knows its gift, and the receiver sees the cards once they have changed hands.
                let got = given && public.giving.from(giver).is_some_and(|receiver| viewer.sees(receiver));
                (public.chosen.has(giver) && (viewer.sees(giver) || got)).then_some(deal.gifts[i])
            }),
            tricks: public.tricks.views(costs),
            on_table,
            winning: tricks.winning(),
            worth: public.worth,
            takers: tricks.takers().to_vec(),
            taken: public.taken,
            points: public.points(deal.rules.moon),
            broken: public.broken,
            next: (deal.phase() == Phase::Play).then(|| tricks.next()),
            harmless: public.worth == 0 && tricks.gone().has_all(POINTS),
        }
    }

    /// Returns the hand of the viewer's own seat. Cards that are put aside are not included.
    ///
    /// # Panics
    /// If the viewer has no seat.
    pub fn hand(&self) -> CardSet {
        let seat = self.seat.expect("the viewer has a seat");
        self.hands[seat.index()].expect("a seat sees its own hand")
    }

    pub(crate) fn public(&self) -> Public {
        let mut public = Public::new(self.giving);
        public.chosen = self.chosen;
        if self.phase != Phase::Giving {
            public.phase = Phase::Play;
        }
        // [H5] Before the first lead, the seat to play is the one that holds the two of clubs.
        if let Some(leader) = self.tricks.first().map(|trick| trick.leader).or(self.next) {
            public.tricks = Tricks::new(leader);
        }
        for (_, card) in self.tricks.iter().flat_map(Trick::plays) {
            public.put(card);
        }
        public
    }
}
