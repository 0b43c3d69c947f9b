//! What commands have become: sending one again gets the same answer and does nothing.

use std::collections::{HashSet, VecDeque};

use game::Seat;
use protocol::{Message, Refusal};
use store::Event;

/// What is not in the store is remembered so far back: refusals, which changed nothing, and wishes about the table, which
/// can be granted twice.
const MOST_LATELY: usize = 256;

/// The commands of one table. Those that were carried out are in the store, and come back with it.
#[derive(Default)]
pub(super) struct Answers {
    carried_out: HashSet<(u8, String)>,
    lately: VecDeque<(u8, String, Option<Refusal>)>,
}

impl Answers {
    pub(super) fn of(events: &[Event]) -> Answers {
        let named = |event: &Event| Some((event.seat?, event.cmd.clone()?));
        Answers { carried_out: events.iter().filter_map(named).collect(), lately: VecDeque::new() }
    }

    pub(super) fn get(&self, seat: Seat, cmd: &str) -> Option<Message> {
        let seat = seat.index() as u8;
        if self.carried_out.contains(&(seat, cmd.to_owned())) {
            return Some(Message::Done { cmd: cmd.to_owned() });
        }
        let (_, _, refusal) = self.lately.iter().find(|(by, name, _)| *by == seat && name == cmd)?;
        Some(match refusal {
            None => Message::Done { cmd: cmd.to_owned() },
            Some(refusal) => Message::Refused { cmd: cmd.to_owned(), refusal: refusal.clone() },
        })
    }

    pub(super) fn carried_out(&mut self, seat: Seat, cmd: &str) {
        self.carried_out.insert((seat.index() as u8, cmd.to_owned()));
    }

    /// Remembers what was answered: `None` that it was done.
    pub(super) fn remember(&mut self, seat: Seat, cmd: &str, refusal: Option<Refusal>) {
        if refusal.is_none() && self.carried_out.contains(&(seat.index() as u8, cmd.to_owned())) {
            return;
        }
        if self.lately.len() == MOST_LATELY {
            self.lately.pop_front();
        }
        self.lately.push_back((seat.index() as u8, cmd.to_owned(), refusal));
    }
}
