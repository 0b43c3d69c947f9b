//! The view of a deal: everything that a viewer may know.

use cards::CardSet;
use game::{Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};
use tricks::{Trick, Tricks};

use crate::score::POINTS;
use crate::state::{Phase, Public};
use crate::{Giving, Hearts, Rules, Standing};

/// The view of one viewer: its own hand, its gift and the gift it got, and all that lies or lay open.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View {
    /// House rules.
    pub rules: Rules,
    /// The standing before this deal.
    pub standing: Standing,
    /// The viewer's seat, if it has one.
    pub seat: Option<Seat>,
    /// The phase of the deal.
    pub phase: Phase,
    /// The hands this viewer sees: its own, all for who sees everything; null for the others. Cards put aside to be given
    /// are not in it.
    pub hands: [Option<CardSet>; 4],
    /// How many cards each seat holds, those that it put aside not counted.
    pub held: [u8; 4],

    /// To whom cards are given in this deal.
    pub giving: Giving,
    /// The seats that have chosen their gift.
    pub chosen: SeatSet,
    /// The cards that each seat gave away or has chosen to give, as far as this viewer knows: its own, and those it got. Null for the
    /// others.
    pub gifts: [Option<CardSet>; 4],

    /// All tricks in order; the last may lie on the table unfinished.
    pub tricks: Vec<Trick>,
    /// True if the last of `tricks` lies on the table unfinished.
    pub on_table: bool,
    /// The seat that would take the trick on the table as it lies.
    pub winning: Option<Seat>,
    /// The points of the trick on the table.
    pub worth: u8,
    /// The seat that took each finished trick.
    pub takers: Vec<Seat>,
    /// The points that each seat has taken.
    pub taken: [u8; 4],
    /// The points of the deal for each seat as it stands: `taken`, or as a moon changes them.
    pub points: [i16; 4],
    /// True once a heart has been played, so that hearts may be led.
    pub broken: bool,
    /// The seat to play; null while cards are given and when the deal is over.
    pub next: Option<Seat>,
    /// True if no point is left to be taken.
    pub harmless: bool,
}

impl View {
    /// The view of this viewer: hands and gifts of others only if it may see them.
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
                // [H4] The giver remembers, and who gets cards sees them, once they have changed hands.
                let got = given && public.giving.from(giver).is_some_and(|receiver| viewer.sees(receiver));
                (public.chosen.has(giver) && (viewer.sees(giver) || got)).then_some(deal.gifts[i])
            }),
            tricks: public.trick_views(),
            on_table,
            winning: tricks.winning(),
            worth: public.worth,
            takers: tricks.takers().to_vec(),
            taken: public.taken,
            points: public.points(deal.rules.moon()),
            broken: public.broken,
            next: (deal.phase() == Phase::Play).then(|| tricks.next()),
            harmless: public.worth == 0 && tricks.gone().has_all(POINTS),
        }
    }

    /// The hand of the viewer's own seat, cards put aside not included.
    ///
    /// # Panics
    /// If the viewer has no seat.
    pub fn hand(&self) -> CardSet {
        let seat = self.seat.expect("the viewer has a seat");
        self.hands[seat.index()].expect("a seat sees its own hand")
    }

    /// The public part of the deal.
    pub(crate) fn public(&self) -> Public {
        let mut public = Public::new(self.giving);
        public.chosen = self.chosen;
        if self.phase != Phase::Giving {
            public.phase = Phase::Play;
        }
        // [H5] Nobody has led yet: who is to play holds the two of clubs.
        if let Some(leader) = self.tricks.first().map(|trick| trick.leader).or(self.next) {
            public.tricks = Tricks::new(leader);
        }
        for (_, card) in self.tricks.iter().flat_map(Trick::plays) {
            public.put(card);
        }
        public
    }
}
