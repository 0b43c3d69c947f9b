//! The chat of a table: phrases from a list, and free text if the table agreed to it. The latest lines stay in memory
//! for people who join later. Lines are never stored. Spectators read each line after the delay of the table, because
//! chat can reveal cards. The administrator of the server can forbid free text, and can list words to mask.

use std::collections::VecDeque;
use std::time::Duration;

use game::{Seat, Viewer};
use protocol::{ChatLine, ChatMode, Phrase, Refusal};

use crate::ids::PersonId;
use crate::names;
use crate::talk_rules::TalkRules;
use crate::time::{Instant, Now};
use crate::wire::{number, refusal};

const MOST_CHARS: usize = 200;
/// The number of lines that stay in memory, for people who join later.
const KEPT: usize = 50;
/// The maximum number of lines that a seat may write within [`WHILE`].
const MOST_LINES: usize = 10;
const WHILE: Duration = Duration::from_secs(10);

pub(crate) struct ChatLog {
    lines: VecDeque<QueuedLine>,
    next: u64,
    /// For each seat, the times of its recent lines. The last entry is for all spectators together.
    spoke: Vec<VecDeque<Instant>>,
    rules: TalkRules,
}

struct QueuedLine {
    by: PersonId,
    said: ChatLine,
    /// The time from which spectators may read the line.
    shown_at: Instant,
}

/// The content of a chat line: a phrase, or free text.
pub(crate) struct Words {
    phrase: Option<Phrase>,
    text: Option<String>,
}

impl Words {
    pub(crate) fn phrase(phrase: Phrase) -> Words {
        Words { phrase: Some(phrase), text: None }
    }

    /// Makes free text: one line, without characters that change the direction of writing.
    fn free(text: &str) -> Result<Words, Refusal> {
        let text = names::on_a_line(text);
        match text.chars().count() {
            0 => Err(refusal("empty", "The message is empty.")),
            1..=MOST_CHARS => Ok(Words { phrase: None, text: Some(text) }),
            _ => Err(refusal("too_long", "A message can have up to 200 characters.")),
        }
    }
}

impl ChatLog {
    /// Sets the rules of the server's host.
    pub(crate) fn set_rules(&mut self, rules: TalkRules) {
        self.rules = rules;
    }

    /// Returns the kind of messages that is allowed at a table that agreed on `chat`.
    pub(crate) fn allowed(&self, chat: ChatMode) -> ChatMode {
        self.rules.allowed(chat)
    }

    pub(crate) fn new(seats: usize, now: Now) -> ChatLog {
        // The numbers of lines start at the present time, so they exceed all numbers from before the table was loaded.
        let next = now.unix_ms.max(0).cast_unsigned();
        ChatLog { lines: VecDeque::new(), next, spoke: vec![VecDeque::new(); seats + 1], rules: TalkRules::default() }
    }

    /// Makes free text at a table that agreed on `chat`.
    ///
    /// # Errors
    /// If only phrases are allowed, or the text is empty or too long.
    pub(crate) fn free(&self, text: &str, chat: ChatMode) -> Result<Words, Refusal> {
        match self.rules.allowed(chat) {
            ChatMode::Free => {
                let mut words = Words::free(text)?;
                words.text = words.text.map(|text| self.rules.words.masked(&text));
                Ok(words)
            }
            ChatMode::Phrases => Err(refusal("phrases_only", "Only ready-made phrases at this table.")),
        }
    }

    /// Adds a line of a person on a seat or of a spectator. Spectators read it after `delay`.
    ///
    /// # Errors
    /// If the seat has written too much recently.
    pub(crate) fn add_line(
        &mut self,
        now: Instant,
        (seat, by, name): (Option<Seat>, PersonId, &str),
        words: Words,
        delay: Duration,
    ) -> Result<(), Refusal> {
        if !self.may_speak(seat.map_or(self.spoke.len() - 1, Seat::index), now) {
            return Err(refusal("too_fast", "Too many messages. Wait a few seconds."));
        }
        let Words { phrase, text } = words;
        let said = ChatLine { n: self.next, seat: seat.map(number), name: name.to_owned(), phrase, text };
        self.next += 1;
        if self.lines.len() == KEPT {
            self.lines.pop_front();
        }
        self.lines.push_back(QueuedLine { by, said, shown_at: now + delay });
        Ok(())
    }

    /// Returns the lines with numbers above `read` that a viewer may read now.
    pub(crate) fn unread(&self, read: u64, viewer: Viewer, now: Instant) -> Vec<ChatLine> {
        let may = |line: &&QueuedLine| line.said.n > read && (viewer.seat().is_some() || line.shown_at <= now);
        self.lines.iter().filter(may).map(|line| line.said.clone()).collect()
    }

    /// Returns the first time later than `after` at which spectators can read a further line.
    pub(crate) fn next_shown(&self, after: Instant) -> Option<Instant> {
        self.lines.iter().map(|line| line.shown_at).find(|shown_at| *shown_at > after)
    }

    /// Returns the writers of the lines that are still in memory.
    pub(crate) fn speakers(&self) -> impl Iterator<Item = PersonId> {
        self.lines.iter().map(|line| line.by)
    }

    pub(crate) fn forget(&mut self, person: PersonId) {
        self.lines.retain(|line| line.by != person);
    }

    fn may_speak(&mut self, seat: usize, now: Instant) -> bool {
        let spoke = &mut self.spoke[seat];
        while spoke.front().is_some_and(|at| now.since(*at) >= WHILE) {
            spoke.pop_front();
        }
        let may = spoke.len() < MOST_LINES;
        if may {
            spoke.push_back(now);
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::word_filter::WordFilter;

    #[test]
    fn free_words_are_read_in_the_order_in_which_they_were_written() {
        let words =
            Words::free("you win \u{202E}gnihton\u{202C} or\u{2067} all\u{2069}\n\u{5D3}\u{5E0}\u{5D4}").unwrap();
        assert_eq!(words.text.as_deref(), Some("you win gnihton or all \u{5D3}\u{5E0}\u{5D4}"));
        assert!(Words::free("\u{202E} \u{2066}").is_err(), "nothing is left");
    }

    #[test]
    fn a_host_masks_words_and_may_allow_phrases_alone() {
        let now = Now { instant: Instant::default(), unix_ms: 0 };
        let mut chat = ChatLog::new(2, now);
        let said = |chat: &ChatLog, mode| chat.free("what a bad hand", mode).map(|words| words.text);
        assert_eq!(said(&chat, ChatMode::Free), Ok(Some("what a bad hand".to_owned())));
        chat.rules.words = Arc::new(WordFilter::read("bad").expect("a list"));
        assert_eq!(said(&chat, ChatMode::Free), Ok(Some("what a *** hand".to_owned())));
        assert_eq!(said(&chat, ChatMode::Phrases).map_err(|why| why.key), Err("phrases_only".into()));
        chat.rules.phrases_only = true;
        assert_eq!(said(&chat, ChatMode::Free).map_err(|why| why.key), Err("phrases_only".into()));
    }
}
