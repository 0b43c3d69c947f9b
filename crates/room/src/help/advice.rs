//! Advice to a seat from what it sees, and, after a deal, the cost of its decisions. Only the views of the asking
//! seat are used, and only the person who asked gets the answer.
//!
//! A solitaire is analysed with all its cards known. If it can still be played on then, the match is stored as
//! assisted first.

use game::Seat;
use protocol::Message;

use super::question::AdviceQuestion;
use crate::ids::{ConnectionId, TaskId, WriteId};

/// The questions that are being answered: at most one for each seat.
#[derive(Default)]
pub(crate) struct Advisers {
    asked: Vec<AdviceQuestion>,
    /// Answers that wait until it is stored that their seat was advised.
    waiting: Vec<(WriteId, TaskId, Message)>,
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

    /// The answer is told once this write is stored.
    pub(crate) fn tell_when_stored(&mut self, write: WriteId, task: TaskId, message: Message) {
        self.waiting.push((write, task, message));
    }

    /// A write is stored: the answer that waited for it, and who asked.
    pub(crate) fn stored(&mut self, write: WriteId) -> Option<(Option<AdviceQuestion>, Message)> {
        let index = self.waiting.iter().position(|(waits_for, ..)| *waits_for == write)?;
        let (_, task, message) = self.waiting.remove(index);
        Some((self.finish(task), message))
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
