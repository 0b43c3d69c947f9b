//! The answers to commands that were carried out. A command that is sent again gets the same answer and changes
//! nothing.

use std::collections::{HashSet, VecDeque};

use crate::log_entry::LogEntry;
use game::Seat;
use protocol::{Message, Refusal};

/// The maximum number of answers that are kept only in memory, not in the store. Some are refusals, and a refused
/// command changed nothing. The others answer commands about people and settings. Such a command may safely be carried
/// out twice.
const MOST_LATELY: usize = 256;

/// The maximum number of carried-out commands that are kept in memory. The store has all of them.
const MOST_CARRIED_OUT: usize = 1024;

/// The answered commands of one table. The store has all commands that were carried out. The latest commands are loaded
/// with the table.
#[derive(Default)]
pub(crate) struct Answers {
    carried_out: HashSet<(u8, String)>,
    /// The same commands, the oldest first.
    order: VecDeque<(u8, String)>,
    /// `true` if the store knows commands that are not kept here.
    partly: bool,
    lately: VecDeque<(u8, String, Option<Refusal>)>,
}

impl Answers {
    pub(crate) fn of(events: &[LogEntry]) -> Answers {
        let named = |event: &LogEntry| Some((event.seat?, event.cmd.clone()?));
        let mut answers = Answers::default();
        events.iter().filter_map(named).for_each(|(seat, cmd)| answers.note(seat, cmd));
        answers
    }

    fn note(&mut self, seat: u8, cmd: String) {
        if self.order.len() == MOST_CARRIED_OUT
            && let Some(oldest) = self.order.pop_front()
        {
            self.carried_out.remove(&oldest);
            self.partly = true;
        }
        if self.carried_out.insert((seat, cmd.clone())) {
            self.order.push_back((seat, cmd));
        }
    }

    /// Returns whether a command that is not found here may still be in the store.
    pub(crate) fn is_partial(&self) -> bool {
        self.partly
    }

    pub(crate) fn get(&self, seat: Seat, cmd: &str) -> Option<Message> {
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

    pub(crate) fn carried_out(&mut self, seat: Seat, cmd: &str) {
        self.note(seat.index() as u8, cmd.to_owned());
    }

    /// Stores the answer to a command. `refusal` is `None` if the command was carried out.
    pub(crate) fn remember(&mut self, seat: Seat, cmd: &str, refusal: Option<Refusal>) {
        if refusal.is_none() && self.carried_out.contains(&(seat.index() as u8, cmd.to_owned())) {
            return;
        }
        if self.lately.len() == MOST_LATELY {
            self.lately.pop_front();
        }
        self.lately.push_back((seat.index() as u8, cmd.to_owned(), refusal));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_commands_are_remembered_and_no_more() {
        let seat = Seat::new(0);
        let mut answers = Answers::default();
        for n in 0..MOST_CARRIED_OUT {
            answers.carried_out(seat, &n.to_string());
        }
        assert!(!answers.is_partial() && answers.get(seat, "0").is_some(), "all of them");
        answers.carried_out(seat, "one more");
        assert!(answers.is_partial());
        assert_eq!(answers.get(seat, "0"), None, "the store knows it");
        assert!(answers.get(seat, "1").is_some());
        assert_eq!((answers.carried_out.len(), answers.order.len()), (MOST_CARRIED_OUT, MOST_CARRIED_OUT));
    }
}
