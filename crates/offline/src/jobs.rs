//! What bots and helpers are asked. They think one after the other, when the page has nothing else to do.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::bot_worker::WorkerReply;
use room::{BotQuestion, BotReply, Input, TaskId, Work};

/// The work of a table.
pub(crate) struct BrowserJob {
    pub(crate) table: String,
    /// Which loading of the table asked.
    pub(crate) life: u64,
    pub(crate) task: Task,
}

pub(crate) enum Task {
    Bot(BotQuestion),
    Help(TaskId, Work),
}

impl Task {
    fn id(&self) -> TaskId {
        match self {
            Task::Bot(asked) => asked.task,
            Task::Help(task, _) => *task,
        }
    }

    /// Whether play waits for it.
    fn is_turn(&self) -> bool {
        matches!(self, Task::Bot(asked) if asked.question.must)
    }

    /// Thinks. There is no clock here: the budgets of simulations and positions end it.
    fn run(self) -> Input {
        let never = AtomicBool::new(false);
        match self {
            Task::Bot(BotQuestion { task, mut bot, question, .. }) => {
                let answer = bot.answer(question, &never);
                bot_reply(task, (bot, answer))
            }
            Task::Help(task, work) => Input::HelpReply { task, result: Ok(work.run(&mut |_, _| {}, &never)) },
        }
    }

    /// The reply of a bot from its worker. `None`: its worker has failed.
    pub(crate) fn replied(self, reply: Option<WorkerReply>) -> Input {
        match (self, reply) {
            (Task::Bot(BotQuestion { task, bot, .. }), Some(reply)) => bot_reply(task, (bot, reply.action)),
            (task, _) => Input::BotReply(BotReply { task: task.id(), took: Duration::ZERO, result: None }),
        }
    }

    /// The answer to what nobody needs any more.
    fn cancelled(self) -> Input {
        match self {
            Task::Bot(BotQuestion { task, bot, .. }) => bot_reply(task, (bot, None)),
            Task::Help(task, _) => Input::HelpReply { task, result: Ok(None) },
        }
    }
}

/// Only a server counts how long its bots think.
fn bot_reply(task: TaskId, result: (Box<dyn table::AnyBot>, Option<String>)) -> Input {
    Input::BotReply(BotReply { task, took: Duration::ZERO, result: Some(result) })
}

/// What waits to be thought about.
#[derive(Default)]
pub(crate) struct BrowserJobs(VecDeque<BrowserJob>);

impl BrowserJobs {
    pub(crate) fn push(&mut self, job: BrowserJob) {
        self.0.push_back(job);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The place of the next work: what play waits for goes first.
    fn next(&self) -> usize {
        self.0.iter().position(|job| job.task.is_turn()).unwrap_or(0)
    }

    /// The game whose net the next work is done with, if the net is not here. Without it the work is done less well.
    pub(crate) fn wants_net(&self) -> Option<&'static str> {
        match &self.0.get(self.next())?.task {
            Task::Help(_, Work::Advise { game, .. } | Work::Analyse { game, .. }) => {
                Some(*game).filter(|game| catalog::advice_lacks_net(game))
            }
            Task::Help(..) | Task::Bot(_) => None,
        }
    }

    /// Does the next work. Returns the table, its life, and the answer.
    pub(crate) fn think(&mut self) -> Option<(String, u64, Input)> {
        let BrowserJob { table, life, task } = self.0.remove(self.next())?;
        Some((table, life, task.run()))
    }

    /// Cancels work that has not begun. Returns its answer.
    pub(crate) fn cancel(&mut self, table: &str, task: TaskId) -> Option<Input> {
        let place = self.0.iter().position(|job| job.table == table && job.task.id() == task)?;
        self.0.remove(place).map(|job| job.task.cancelled())
    }

    /// Drops the work of a table that is unloaded.
    pub(crate) fn forget(&mut self, table: &str) {
        self.0.retain(|job| job.table != table);
    }
}
