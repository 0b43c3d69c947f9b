//! Advice to a seat from what it sees, and, after a deal, the cost of its decisions. Only the views of the asking
//! seat are used, and only the person who asked gets the answer.
//!
//! A solitaire is analysed with all its cards known. If it can still be played on then, the match is stored as
//! assisted first.

use game::Seat;
use protocol::Message;

use super::question::AdviceQuestion;
use crate::ids::{ConnectionId, TaskId, WriteId};
use crate::log_entry::LogEntry;
use crate::schedule::TRY_AGAIN;
use crate::time::{Instant, Now};

/// The questions that are being answered: at most one for each seat.
#[derive(Default)]
pub(crate) struct Advisers {
    asked: Vec<AdviceQuestion>,
    /// Answers that wait until it is stored that their seat was advised, in the order of the log.
    unstored: Vec<UnstoredAdvice>,
    /// When those are stored again that no write has.
    retry_at: Instant,
}

/// A seat was advised, and the store does not have that yet.
struct UnstoredAdvice {
    seat: Seat,
    entry: LogEntry,
    /// The write that has the entry. `None`: that write failed, and the next one takes the entry with it.
    write: Option<WriteId>,
    answer: (TaskId, Message),
}

impl Advisers {
    pub(crate) fn is_asked_by(&self, seat: Seat) -> bool {
        self.asked.iter().any(|question| question.seat == seat)
    }

    pub(crate) fn ask(&mut self, question: AdviceQuestion) {
        self.asked.push(question);
    }

    pub(crate) fn get(&self, task: TaskId) -> Option<&AdviceQuestion> {
        self.asked.iter().find(|question| question.task == task)
    }

    /// The answer is there, or will never be.
    pub(crate) fn finish(&mut self, task: TaskId) -> Option<AdviceQuestion> {
        let index = self.asked.iter().position(|question| question.task == task)?;
        Some(self.asked.remove(index))
    }

    /// Sends the answer once this write has stored that the seat was advised.
    pub(crate) fn answer_when_stored(
        &mut self,
        write: WriteId,
        seat: Seat,
        entry: LogEntry,
        answer: (TaskId, Message),
    ) {
        self.unstored.push(UnstoredAdvice { seat, entry, write: Some(write), answer });
    }

    /// Sends this answer when it is stored that the seat was advised, in place of the one that waits for it. `Err`: none waits.
    pub(crate) fn replace_answer(&mut self, seat: Seat, answer: (TaskId, Message)) -> Result<(), (TaskId, Message)> {
        match self.unstored.iter_mut().find(|unstored| unstored.seat == seat) {
            Some(unstored) => unstored.answer = answer,
            None => return Err(answer),
        }
        Ok(())
    }

    /// The entries that a new write takes with it, because those before it could not store them.
    pub(crate) fn entries_for(&mut self, new: WriteId) -> Vec<LogEntry> {
        let failed = self.unstored.iter_mut().filter(|unstored| unstored.write.is_none());
        failed
            .map(|unstored| {
                unstored.write = Some(new);
                unstored.entry.clone()
            })
            .collect()
    }

    /// A write is stored: the answers that waited for it, and who asked.
    pub(crate) fn stored(&mut self, write: WriteId) -> Vec<(AdviceQuestion, Message)> {
        let stored = self.unstored.extract_if(.., |unstored| unstored.write == Some(write));
        let answers: Vec<(TaskId, Message)> = stored.map(|unstored| unstored.answer).collect();
        answers.into_iter().filter_map(|(task, message)| Some((self.finish(task)?, message))).collect()
    }

    /// A write has stored nothing: what it had of advice is tried again, and what came after that, because the store takes no entry
    /// without those before it. Returns whether it had any.
    pub(crate) fn not_stored(&mut self, now: Now, write: WriteId) -> bool {
        let Some(first) = self.unstored.iter().position(|unstored| unstored.write == Some(write)) else { return false };
        self.unstored[first..].iter_mut().for_each(|unstored| unstored.write = None);
        self.retry_at = now.instant + TRY_AGAIN;
        true
    }

    /// When something is stored again that no write has.
    pub(crate) fn retry_at(&self) -> Option<Instant> {
        self.unstored.iter().any(|unstored| unstored.write.is_none()).then_some(self.retry_at)
    }

    /// Ends the questions that are over; returns them.
    pub(crate) fn stop(&mut self, is_over: impl Fn(&AdviceQuestion) -> bool) -> Vec<AdviceQuestion> {
        let (over, open) = std::mem::take(&mut self.asked).into_iter().partition(is_over);
        self.asked = open;
        over
    }

    pub(crate) fn dismiss(&mut self, connection: ConnectionId) {
        self.asked.retain(|question| question.connection != connection);
    }

    pub(crate) fn tasks(&self) -> impl Iterator<Item = TaskId> {
        self.asked.iter().map(|question| question.task)
    }
}
