//! What is said at a table: phrases from a list, and free words where the table agreed on them. Words are text, kept in
//! memory for those who come a moment later, and never stored.

use std::collections::VecDeque;
use std::time::Duration;

use game::Seat;
use protocol::{Chat, Message, Phrase, Said};
use tokio::time::Instant;

use super::people::no;
use super::{Croupier, Outcome};
use crate::time::now_ms;

/// Characters of a line.
const MOST_CHARS: usize = 200;
/// Lines that somebody who comes later still hears.
const KEPT: usize = 50;
/// So many lines of one seat in [`WHILE`].
const MOST_LINES: usize = 10;
const WHILE: Duration = Duration::from_secs(10);

/// What was said lately.
pub(super) struct Talk {
    lines: VecDeque<Said>,
    next: u64,
    /// When each seat spoke lately.
    spoke: Vec<VecDeque<Instant>>,
}

impl Talk {
    pub(super) fn new(seats: usize) -> Talk {
        // Beyond every number that was given out before the table was loaded.
        let next = now_ms().max(0).cast_unsigned();
        Talk { lines: VecDeque::new(), next, spoke: vec![VecDeque::new(); seats] }
    }

    pub(super) fn lines(&self) -> Vec<Said> {
        self.lines.iter().cloned().collect()
    }

    /// Whether a seat may speak again.
    fn may_speak(&mut self, seat: usize, now: Instant) -> bool {
        let spoke = &mut self.spoke[seat];
        while spoke.front().is_some_and(|at| now.duration_since(*at) >= WHILE) {
            spoke.pop_front();
        }
        let may = spoke.len() < MOST_LINES;
        if may {
            spoke.push_back(now);
        }
        may
    }
}

impl Croupier {
    pub(super) fn say_words(&mut self, seat: Seat, text: &str) -> Outcome {
        if self.settings.chat != Chat::Free {
            return no("phrases_only", "At this table one speaks in phrases from the list.");
        }
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match text.chars().count() {
            0 => no("empty", "There is nothing to say in that."),
            1..=MOST_CHARS => self.speak(seat, None, Some(text)),
            _ => no("too_long", "A line has at most 200 characters."),
        }
    }

    pub(super) fn say_phrase(&mut self, seat: Seat, phrase: Phrase) -> Outcome {
        self.speak(seat, Some(phrase), None)
    }

    fn speak(&mut self, seat: Seat, phrase: Option<Phrase>, text: Option<String>) -> Outcome {
        if !self.talk.may_speak(seat.index(), Instant::now()) {
            return no("too_fast", "That is a lot at once. Wait a few seconds.");
        }
        let name = self.setup.seats[seat.index()].name.clone();
        let said = Said { n: self.talk.next, seat: seat.index() as u8, name, phrase, text };
        self.talk.next += 1;
        if self.talk.lines.len() == KEPT {
            self.talk.lines.pop_front();
        }
        self.talk.lines.push_back(said.clone());
        self.say_to_all(&Message::Talk { lines: vec![said] });
        Outcome::Done
    }
}
