//! What is said at a table: phrases from a list, and free words where the table agreed on them. Words are text, kept in
//! memory for those who come a moment later, and never stored. Watchers read them as late as they see the table: words tell
//! of cards.

use std::collections::VecDeque;
use std::time::Duration;

use game::{Seat, Viewer};
use protocol::{Chat, Message, Phrase, Said, Stage};
use store::SessionId;
use tokio::time::Instant;

use super::people::no;
use super::{Croupier, Outcome, text};
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
    lines: VecDeque<Line>,
    next: u64,
    /// When each seat spoke lately.
    spoke: Vec<VecDeque<Instant>>,
}

struct Line {
    by: SessionId,
    said: Said,
    /// From when on watchers read it.
    watched: Instant,
}

impl Talk {
    pub(super) fn new(seats: usize) -> Talk {
        // Beyond every number that was given out before the table was loaded.
        let next = now_ms().max(0).cast_unsigned();
        Talk { lines: VecDeque::new(), next, spoke: vec![VecDeque::new(); seats] }
    }

    /// The lines after `read` that somebody may read now.
    fn unread(&self, read: u64, viewer: Viewer, now: Instant) -> Vec<Said> {
        let may = |line: &&Line| line.said.n > read && (viewer.seat().is_some() || line.watched <= now);
        self.lines.iter().filter(may).map(|line| line.said.clone()).collect()
    }

    /// When watchers read something next.
    pub(super) fn next_watched(&self, now: Instant) -> Option<Instant> {
        self.lines.iter().map(|line| line.watched).find(|watched| *watched > now)
    }

    /// Lets go of what somebody has said.
    pub(super) fn forget(&mut self, session: SessionId) {
        self.lines.retain(|line| line.by != session);
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
            return no("phrases_only", "Only ready-made phrases at this table.");
        }
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match text.chars().count() {
            0 => no("empty", "The message is empty."),
            1..=MOST_CHARS => self.speak(seat, None, Some(text)),
            _ => no("too_long", "A message can have up to 200 characters."),
        }
    }

    pub(super) fn say_phrase(&mut self, seat: Seat, phrase: Phrase) -> Outcome {
        self.speak(seat, Some(phrase), None)
    }

    fn speak(&mut self, seat: Seat, phrase: Option<Phrase>, text: Option<String>) -> Outcome {
        if !self.talk.may_speak(seat.index(), Instant::now()) {
            return no("too_fast", "Too many messages. Wait a few seconds.");
        }
        let seated = &self.setup.seats[seat.index()];
        let Some(by) = seated.session else { return Outcome::Done };
        let name = seated.name.clone();
        let said = Said { n: self.talk.next, seat: seat.index() as u8, name, phrase, text };
        self.talk.next += 1;
        if self.talk.lines.len() == KEPT {
            self.talk.lines.pop_front();
        }
        // Before the match there is no picture that they could be behind.
        let delay = match self.stage() {
            Stage::Gathering => 0,
            Stage::Playing | Stage::Over => self.settings.watch_delay_s,
        };
        let watched = Instant::now() + Duration::from_secs(u64::from(delay));
        self.talk.lines.push_back(Line { by, said, watched });
        self.pass_on_talk();
        Outcome::Done
    }

    /// Tells everybody what was said, as far as they may read it by now and have not.
    pub(super) fn pass_on_talk(&mut self) {
        let now = Instant::now();
        for index in 0..self.guests.len() {
            let guest = &self.guests[index];
            let lines = self.talk.unread(guest.read, guest.viewer, now);
            if let Some(last) = lines.last() {
                self.guests[index].read = last.n;
                self.send(index, text(&Message::Talk { lines }));
            }
        }
        self.drop_the_gone();
    }
}
