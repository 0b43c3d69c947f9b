//! The player's own play. A terminal stores it and compares it with the record, as the page does
//! (`web/src/fair/ownPlay.ts`).

use std::iter::repeat_n;

use protocol::{Frame, TableEvent};
use serde::{Deserialize, Serialize};

use crate::board::{self, verb_of};

/// A deal as a device saw it from its own seat.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SeenDeal {
    pub deal: u32,
    pub seat: u8,
    /// The cards that were dealt to the device's seat. Empty if the device connected after the seats had begun to act.
    pub hand: Vec<String>,
    /// The actions of the device's player, each with its step of the deal.
    pub moves: Vec<(u32, String)>,
}

impl SeenDeal {
    /// Returns the part of a frame that is stored. Returns `None` for spectators, in games of one seat, and if the
    /// frame contains nothing to store.
    pub(crate) fn of(frame: &Frame) -> Option<SeenDeal> {
        let seat = frame.viewer.filter(|_| frame.seats.len() > 1)?;
        let steps: Vec<&TableEvent> = frame.since.iter().filter(|event| event.seat.is_some()).collect();
        let numbers = frame.past.saturating_sub(steps.len() as u32) + 1..;
        let is_act = |action: &str| !matches!(verb_of(action).0, "bot" | "back" | "left" | "removed" | "joined");
        let own =
            numbers.zip(steps).filter(|(_, event)| event.seat == Some(seat) && !event.bot && is_act(&event.action));
        let moves: Vec<(u32, String)> = own.map(|(step, event)| (step, event.action.clone())).collect();
        // The frame shows the hand as it was dealt only if no seat has acted, apart from the dealer's choice of the
        // number of cards.
        let is_size = |event: &TableEvent| event.seat.is_some() && verb_of(&event.action).0 == "deal";
        let is_dealt = frame.past == 0 || (frame.past == 1 && frame.since.iter().any(is_size));
        let hand = if is_dealt { board::hand(frame) } else { Vec::new() };
        (!hand.is_empty() || !moves.is_empty()).then_some(SeenDeal { deal: frame.deal, seat, hand, moves })
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct RecordedDeal {
    dealer: u8,
    deck: String,
    actions: Vec<String>,
    points: Option<Vec<Option<i32>>>,
}

impl RecordedDeal {
    /// Returns true if the deck gives the device the hand that it saw, or if that cannot be checked.
    pub(crate) fn has_dealt(&self, seen: &SeenDeal, seats: usize) -> bool {
        // In a game in which the dealer chooses the number of cards, a seat without points is out of the deal.
        let is_chosen = self.actions.first().is_some_and(|line| line.contains(" deal "));
        let points = self.points.as_deref().filter(|_| is_chosen);
        let is_in = |seat: &usize| points.is_none_or(|points| points.get(*seat).is_some_and(Option::is_some));
        let order = (1..=seats).map(|step| (usize::from(self.dealer) + step) % seats).filter(is_in);
        let order: Vec<usize> = order.collect();
        // Some games deal single cards, and others deal packets.
        let deals = |packets: &[usize]| {
            let round = |packet: &usize| order.iter().flat_map(|seat| repeat_n(*seat, *packet)).collect::<Vec<_>>();
            let cards = self.deck.split(' ').zip(packets.iter().cycle().flat_map(round));
            let own = cards.filter(|(_, seat)| *seat == usize::from(seen.seat)).map(|(card, _)| card);
            let [mut dealt, mut hand] =
                [own.take(seen.hand.len()).collect(), seen.hand.iter().map(|c| &**c).collect::<Vec<&str>>()];
            dealt.sort_unstable();
            hand.sort_unstable();
            dealt == hand
        };
        seen.hand.is_empty()
            || (is_chosen && points.is_none())
            || (!order.is_empty() && (deals(&[1]) || deals(&[3, 2, 3, 2, 3])))
    }

    /// Returns true if the deal contains the device's actions in this order.
    pub(crate) fn has_done(&self, seen: &SeenDeal, _: usize) -> bool {
        let seat = format!("{} ", seen.seat);
        let mut own = self.actions.iter().filter_map(|line| line.strip_prefix(&*seat));
        seen.moves.iter().all(|(_, action)| own.any(|one| one == action))
    }
}
