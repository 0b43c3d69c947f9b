//! Advice to a seat from its own view. After a deal, also the cost of the seat's decisions. The computations use only
//! the views of the asking seat. Only the person who asked gets the answer.
//!
//! The analysis of a solitaire uses all its cards. If its player can still play on, the match is stored as assisted
//! before the analysis is sent.

use game::{Seat, SeatSet};
use protocol::Message;
use table::Entry;

use super::question::AdviceQuestion;
use crate::ids::{ConnectionId, TaskId, WriteId};
use crate::log_entry::LogEntry;
use crate::schedule::TRY_AGAIN;
use crate::time::{Instant, Now};

/// The unanswered questions: at most one for each seat.
#[derive(Default)]
pub(crate) struct Advisers {
    asked: Vec<AdviceQuestion>,
    /// The answers that are held until the log entry about the advice is stored, in the order of the log.
    unstored: Vec<UnstoredAdvice>,
    /// The time of the next attempt to store the entries that no write has stored.
    retry_at: Instant,
    /// The seats that were advised since their last action. Other players cannot see this fact yet.
    unseen: SeatSet,
}

struct UnstoredAdvice {
    seat: Seat,
    entry: LogEntry,
    /// The write that contains the entry. `None` after that write failed: then the next write contains the entry.
    write: Option<WriteId>,
    answer: (TaskId, Message),
}

impl Advisers {
    /// Updates `unseen` after an entry of the log.
    pub(crate) fn apply_entry(&mut self, entry: &Entry) {
        match entry {
            Entry::Advised { seat } => self.unseen.insert(*seat),
            Entry::Act { seat, .. } => self.unseen = self.unseen - SeatSet::only(*seat),
            Entry::Next => self.unseen = SeatSet::EMPTY,
            _ => {}
        }
    }

    /// Returns the seats whose advice is still secret. If others saw advice out of turn, they would know that the seat
    /// can make a claim, and so which cards it has. After the seat's next action, others see that it was advised.
    pub(crate) fn unseen(&self) -> SeatSet {
        self.unseen
    }

    pub(crate) fn is_asked_by(&self, seat: Seat) -> bool {
        self.asked.iter().any(|question| question.seat == seat)
    }

    pub(crate) fn ask(&mut self, question: AdviceQuestion) {
        self.asked.push(question);
    }

    pub(crate) fn get(&self, task: TaskId) -> Option<&AdviceQuestion> {
        self.asked.iter().find(|question| question.task == task)
    }

    /// Removes a question that was answered, or that will never be answered.
    pub(crate) fn finish(&mut self, task: TaskId) -> Option<AdviceQuestion> {
        let index = self.asked.iter().position(|question| question.task == task)?;
        Some(self.asked.remove(index))
    }

    /// Holds an answer until this write has stored that the seat was advised.
    pub(crate) fn answer_when_stored(
        &mut self,
        write: WriteId,
        seat: Seat,
        entry: LogEntry,
        answer: (TaskId, Message),
    ) {
        self.unstored.push(UnstoredAdvice { seat, entry, write: Some(write), answer });
    }

    /// Replaces the held answer to a seat. Returns `answer` as an error if no answer is held.
    pub(crate) fn replace_answer(&mut self, seat: Seat, answer: (TaskId, Message)) -> Result<(), (TaskId, Message)> {
        match self.unstored.iter_mut().find(|unstored| unstored.seat == seat) {
            Some(unstored) => unstored.answer = answer,
            None => return Err(answer),
        }
        Ok(())
    }

    /// Returns the entries that earlier writes could not store, to be stored with the write `new`.
    pub(crate) fn entries_for(&mut self, new: WriteId) -> Vec<LogEntry> {
        let failed = self.unstored.iter_mut().filter(|unstored| unstored.write.is_none());
        failed
            .map(|unstored| {
                unstored.write = Some(new);
                unstored.entry.clone()
            })
            .collect()
    }

    /// Removes and returns the answers that were held until this write was stored, each with its question.
    pub(crate) fn stored(&mut self, write: WriteId) -> Vec<(AdviceQuestion, Message)> {
        let stored = self.unstored.extract_if(.., |unstored| unstored.write == Some(write));
        let answers: Vec<(TaskId, Message)> = stored.map(|unstored| unstored.answer).collect();
        answers.into_iter().filter_map(|(task, message)| Some((self.finish(task)?, message))).collect()
    }

    /// Marks the advice of a failed write, and all later advice, to be stored again. Later advice is included because
    /// the store accepts entries only in order. Returns whether the write contained advice.
    pub(crate) fn not_stored(&mut self, now: Now, write: WriteId) -> bool {
        let Some(first) = self.unstored.iter().position(|unstored| unstored.write == Some(write)) else { return false };
        self.unstored[first..].iter_mut().for_each(|unstored| unstored.write = None);
        self.retry_at = now.instant + TRY_AGAIN;
        true
    }

    pub(crate) fn retry_at(&self) -> Option<Instant> {
        self.unstored.iter().any(|unstored| unstored.write.is_none()).then_some(self.retry_at)
    }

    /// Removes and returns the questions that are over.
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
