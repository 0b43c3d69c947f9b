//! What commands have become: sending one again gets the same answer and does nothing.

use std::collections::{HashSet, VecDeque};

use game::Seat;
use protocol::{Message, Refusal};
use store::Event;

/// Refusals are remembered so far back. They changed nothing, so forgetting one is harmless: it is judged anew.
const MOST_REFUSALS: usize = 256;

/// The commands of one table. Those that were carried out are in the store, and come back with it.
#[derive(Default)]
pub(super) struct Answers {
    carried_out: HashSet<(u8, String)>,
    refused: VecDeque<(u8, String, Refusal)>,
}

impl Answers {
    pub(super) fn of(events: &[Event]) -> Answers {
        let named = |event: &Event| Some((event.seat?, event.cmd.clone()?));
        Answers { carried_out: events.iter().filter_map(named).collect(), refused: VecDeque::new() }
    }

    pub(super) fn get(&self, seat: Seat, cmd: &str) -> Option<Message> {
        let seat = seat.index() as u8;
        if self.carried_out.contains(&(seat, cmd.to_owned())) {
            return Some(Message::Done { cmd: cmd.to_owned() });
        }
        let (_, _, refusal) = self.refused.iter().find(|(by, name, _)| *by == seat && name == cmd)?;
        Some(Message::Refused { cmd: cmd.to_owned(), refusal: refusal.clone() })
    }

    pub(super) fn carried_out(&mut self, seat: Seat, cmd: &str) {
        self.carried_out.insert((seat.index() as u8, cmd.to_owned()));
    }

    pub(super) fn refused(&mut self, seat: Seat, cmd: &str, refusal: Refusal) {
        if self.refused.len() == MOST_REFUSALS {
            self.refused.pop_front();
        }
        self.refused.push_back((seat.index() as u8, cmd.to_owned(), refusal));
    }
}
