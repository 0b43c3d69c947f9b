//! Advice to a seat from its own view, and, after a deal, the cost of its decisions. Only the views of the asking seat
//! are used, and only the person who asked gets the answer.
//!
//! The analysis of a solitaire uses all its cards. If the solitaire can still be played on, it is stored as assisted
//! first.

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
    /// The answers that wait until it is stored that the seat was advised, in the order of the log.
    unstored: Vec<UnstoredAdvice>,
    /// The time of the next try for entries that are not stored yet.
    retry_at: Instant,
    /// The seats that were advised since their last action. Nobody else sees that yet.
    unseen: SeatSet,
}

/// The advice to a seat that is not stored yet.
struct UnstoredAdvice {
    seat: Seat,
    entry: LogEntry,
    /// The write with the entry. `None` after that write failed: then the next write stores the entry.
    write: Option<WriteId>,
    answer: (TaskId, Message),
}

impl Advisers {
    /// Applies an entry of the log to the marks of advice.
    pub(crate) fn apply_entry(&mut self, entry: &Entry) {
        match entry {
            Entry::Advised { seat } => self.unseen.insert(*seat),
            Entry::Act { seat, .. } => self.unseen = self.unseen - SeatSet::only(*seat),
            Entry::Next => self.unseen = SeatSet::EMPTY,
            _ => {}
        }
    }

    /// Returns the advised seats whose marks others may not see yet. A mark out of turn would reveal that the seat can
    /// make a claim, and so holds the cards for it. Others see the mark from the seat's next action on.
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

    /// Removes a question that was answered or never will be.
    pub(crate) fn finish(&mut self, task: TaskId) -> Option<AdviceQuestion> {
        let index = self.asked.iter().position(|question| question.task == task)?;
        Some(self.asked.remove(index))
    }

    /// Stores an answer that is sent once this write has stored that the seat was advised.
    pub(crate) fn answer_when_stored(
        &mut self,
        write: WriteId,
        seat: Seat,
        entry: LogEntry,
        answer: (TaskId, Message),
    ) {
        self.unstored.push(UnstoredAdvice { seat, entry, write: Some(write), answer });
    }

    /// Replaces the waiting answer to a seat, which is sent once the advice is stored. `Err` if no answer waits.
    pub(crate) fn replace_answer(&mut self, seat: Seat, answer: (TaskId, Message)) -> Result<(), (TaskId, Message)> {
        match self.unstored.iter_mut().find(|unstored| unstored.seat == seat) {
            Some(unstored) => unstored.answer = answer,
            None => return Err(answer),
        }
        Ok(())
    }

    /// Returns the entries that earlier writes could not store. The new write stores them.
    pub(crate) fn entries_for(&mut self, new: WriteId) -> Vec<LogEntry> {
        let failed = self.unstored.iter_mut().filter(|unstored| unstored.write.is_none());
        failed
            .map(|unstored| {
                unstored.write = Some(new);
                unstored.entry.clone()
            })
            .collect()
    }

    /// Returns the answers that waited for this write, and their questions.
    pub(crate) fn stored(&mut self, write: WriteId) -> Vec<(AdviceQuestion, Message)> {
        let stored = self.unstored.extract_if(.., |unstored| unstored.write == Some(write));
        let answers: Vec<(TaskId, Message)> = stored.map(|unstored| unstored.answer).collect();
        answers.into_iter().filter_map(|(task, message)| Some((self.finish(task)?, message))).collect()
    }

    /// Marks the advice of a failed write, and all later advice, to be stored again: the store takes no entry without
    /// those before it. Returns whether the write had any.
    pub(crate) fn not_stored(&mut self, now: Now, write: WriteId) -> bool {
        let Some(first) = self.unstored.iter().position(|unstored| unstored.write == Some(write)) else { return false };
        self.unstored[first..].iter_mut().for_each(|unstored| unstored.write = None);
        self.retry_at = now.instant + TRY_AGAIN;
        true
    }

    /// Returns when the entries are stored again that no write has stored.
    pub(crate) fn retry_at(&self) -> Option<Instant> {
        self.unstored.iter().any(|unstored| unstored.write.is_none()).then_some(self.retry_at)
    }

    /// Ends the questions that are over, and returns them.
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
