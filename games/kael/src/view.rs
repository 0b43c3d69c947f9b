//! The view of a deal: everything that a viewer may know, and the cards that it remembers.

use game::{PerSeat, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::memory::MemoryEvent;
use crate::score::{CALL_LIMIT, Outcome};
use crate::state::{Fresh, Phase, run_of};
use crate::{Action, Card, Hand, Kael, Rules, Source, Standing};

/// The next decision of the seat to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The dealer chooses how many cards each player gets. [K2]
    Deal,
    /// A turn begins: the seat lays, says Kaël or, if it has no cards, may draw. [K4] [K7] [K13]
    Play,
    /// The seat has laid and must draw. [K4]
    Draw,
    /// The caller shows. [K14]
    Show,
    /// The deal is over.
    Over,
}

/// The view of one viewer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct View {
    /// The options (house rules).
    #[cfg_attr(feature = "types", ts(skip))]
    pub rules: Rules,
    /// The standing before this deal.
    pub standing: Standing,
    /// The viewer's seat, if it has one.
    pub seat: Option<Seat>,
    /// The decision of the seat in `next`.
    pub step: Step,
    /// The seat to act; null when the deal is over.
    pub next: Option<Seat>,
    /// The number of cards that each player got; 0 before the dealer has chosen.
    pub size: u8,
    /// The number of turns that have been taken in this deal. [K13]
    pub turns: u16,
    /// The hands that this viewer sees: its own hand, or all hands. A viewer of all cards sees all, and so does
    /// everybody once the caller has shown.
    pub hands: PerSeat<Option<Hand>>,
    /// The number of cards that each seat holds.
    pub held: PerSeat<u8>,
    /// The cards that each seat is known to hold, because it took them from the pile and has not laid them since.
    pub known: PerSeat<Hand>,
    /// The number of cards in the deck.
    pub deck: u8,
    /// The pile, its top card last. All of its cards are public.
    pub pile: Vec<Card>,
    /// The number of equal cards that lie together on top of the pile.
    pub run: u8,
    /// The value that the seat in `next` has laid, as long as that seat has to draw.
    pub laid: Option<Card>,
    /// The index in `pile` of the card that `draw pile` takes.
    pub under: Option<u8>,
    /// The number of cards that a cut must add to the run on top of the pile; none if the run cannot be cut. [K10]
    pub missing: Option<u8>,
    /// The latest draw after a lay, until the next player acts. [K9]
    pub fresh: Option<Fresh>,
    /// The card that each seat drew last, until the seat lays again; null if this viewer does not know it.
    pub drawn: PerSeat<Option<Card>>,
    /// The seat that has said Kaël. [K13]
    pub caller: Option<Seat>,
    /// The seats that play once more before the caller shows, in order. [K14]
    pub remaining: Vec<Seat>,
    /// The value of the cards that the caller has cut since the call. Its hand was higher by this value at the call.
    /// [K18]
    pub caller_cut: i32,
    /// True if the viewer has said Kaël with more than 5. For another caller it is null until that caller shows. [K18]
    pub mistaken: Option<bool>,
    /// The value of the viewer's own hand. [K15]
    pub value: Option<i32>,
    /// True if there have been enough turns for a call and nobody has called. [K13]
    pub callable: bool,
    /// True if a call with the viewer's own hand would be a mistake, which costs 20 points and all further landings,
    /// and eliminates the player the second time. [K18]
    pub call_is_mistake: Option<bool>,
    /// True if a call would be a mistake that eliminates the viewer.
    pub call_eliminates: Option<bool>,
    /// The card just drawn, if the viewer can lay it as a good draw. [K9]
    pub good: Option<Card>,
    /// The last action and the seat that took it.
    pub last: Option<(Seat, Action)>,
    /// The record of events with unseen cards, beginning with the first new deck that was made from the pile.
    pub memory: Vec<MemoryEvent>,
    /// The outcome of the deal, once it is over.
    pub outcome: Option<Outcome>,
}

impl Kael {
    /// Returns the seats that still have a turn before the caller shows. [K14]
    fn remaining(&self) -> Vec<Seat> {
        let Some(call) = self.call.filter(|_| matches!(self.phase, Phase::Play | Phase::Draw { .. })) else {
            return Vec::new();
        };
        self.playing.from_seat(self.next, self.standing.seats()).take_while(|&seat| seat != call.seat).collect()
    }
}

impl View {
    /// Returns the view of this viewer. Hidden cards of other seats are left out until all hands are shown.
    pub(crate) fn of(deal: &Kael, viewer: Viewer) -> View {
        let seats = deal.standing.seats();
        let over = deal.is_over();
        let own = viewer.seat().filter(|&seat| deal.playing.has(seat));
        let value = own.map(|seat| deal.hands[seat.index()].value()).filter(|_| deal.size > 0);
        let mistake = value.map(|value| value > CALL_LIMIT);
        let under = deal.under().filter(|_| match deal.phase {
            Phase::Draw { .. } => true,
            _ => deal.hands[deal.next.index()].is_empty(),
        });
        let sees = |seat: Seat| viewer.sees(seat);
        View {
            rules: deal.rules,
            standing: deal.standing,
            seat: viewer.seat(),
            step: match deal.phase {
                Phase::Deal => Step::Deal,
                Phase::Play => Step::Play,
                Phase::Draw { .. } => Step::Draw,
                Phase::Show => Step::Show,
                Phase::Over => Step::Over,
            },
            next: (!over).then_some(deal.next),
            size: deal.size,
            turns: deal.turns,
            hands: PerSeat::from_fn(seats, |seat| {
                (deal.playing.has(seat) && (over || sees(seat))).then_some(deal.hands[seat.index()])
            }),
            held: PerSeat::from_fn(seats, |seat| deal.hands[seat.index()].size() as u8),
            known: PerSeat::from_fn(seats, |seat| deal.known[seat.index()]),
            deck: deal.deck().len() as u8,
            pile: deal.pile().to_vec(),
            run: deal.run().map_or(0, |(_, count)| count),
            laid: match deal.phase {
                Phase::Draw { laid, .. } => Some(laid),
                _ => None,
            },
            under: under.map(|(place, _)| place),
            missing: deal.cuttable().map(|(_, missing)| missing as u8),
            fresh: deal.fresh,
            drawn: PerSeat::from_fn(seats, |seat| {
                let open = deal.fresh.is_some_and(|fresh| fresh.seat == seat && fresh.source == Source::Pile);
                deal.drawn[seat.index()].filter(|_| open || sees(seat))
            }),
            caller: deal.call.map(|call| call.seat),
            remaining: deal.remaining(),
            caller_cut: deal.call.map_or(0, |call| call.cut_since),
            mistaken: deal.call.filter(|call| over || sees(call.seat)).map(|call| call.mistake),
            value,
            callable: deal.phase == Phase::Play && deal.callable(),
            call_is_mistake: mistake,
            call_eliminates: own.filter(|_| mistake.is_some()).map(|seat| deal.standing.mistakes[seat] > 0),
            good: deal.fresh.filter(|_| deal.good().is_some_and(sees)).map(|fresh| fresh.laid),
            last: deal.last,
            memory: deal.memory.events(sees),
            outcome: deal.outcome(),
        }
    }

    /// Returns the hand of the viewer's own seat. It is empty if the seat is out of the match or nothing has been
    /// dealt.
    ///
    /// # Panics
    /// If the viewer has no seat.
    pub fn hand(&self) -> Hand {
        let seat = self.seat.expect("the viewer has a seat");
        self.hands[seat].unwrap_or_default()
    }

    /// Returns the card on top of the pile, and the number of equal cards that lie together there.
    pub fn top(&self) -> Option<(Card, u8)> {
        run_of(&self.pile)
    }
}
