//! What bots and helpers are asked. They think one after the other, when the page has nothing else to do.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::bot_worker::WorkerReply;
use protocol::Advised;
use room::{BegunWork, BotQuestion, BotReply, Finding, Input, Instant, TaskId, Work, WorkStep};

/// The work of a table.
pub(crate) struct BrowserJob {
    pub(crate) table: String,
    /// Which loading of the table asked.
    pub(crate) life: u64,
    pub(crate) task: Task,
}

pub(crate) enum Task {
    Bot(BotQuestion),
    Help(Box<HelpTask>),
}

/// Work that helps the person, done step by step.
pub(crate) struct HelpTask {
    task: TaskId,
    rest: BegunWork,
    /// When its first step was done, and how long it may take from then on.
    began: Option<Instant>,
    ceiling: Duration,
    /// The game whose net it is done with, if there is one.
    game: Option<&'static str>,
}

impl HelpTask {
    pub(crate) fn new(task: TaskId, work: Work) -> HelpTask {
        let game = match work {
            Work::Advise { game, .. } | Work::Analyse { game, .. } => Some(game),
            Work::SolvePosition(_) | Work::FindTurningPoint(_) => None,
        };
        HelpTask { task, ceiling: work.ceiling(), rest: work.begin(), began: None, game }
    }
}

impl Task {
    fn id(&self) -> TaskId {
        match self {
            Task::Bot(asked) => asked.task,
            Task::Help(help) => help.task,
        }
    }

    /// Whether play waits for it.
    fn is_turn(&self) -> bool {
        matches!(self, Task::Bot(asked) if asked.question.must)
    }

    /// Thinks: a bot to the end, a helper one step. Returns what came of it, and what is left to do. No clock stops a
    /// step: the budgets of simulations and positions end it.
    fn run(self, now: Instant) -> (Option<Input>, Option<Task>) {
        match self {
            Task::Bot(BotQuestion { task, mut bot, question, .. }) => {
                let answer = bot.answer(question, &AtomicBool::new(false));
                (Some(bot_reply(task, (bot, answer))), None)
            }
            Task::Help(help) => {
                let HelpTask { task, rest, began, ceiling, .. } = *help;
                let began = began.unwrap_or(now);
                let is_late = now.since(began) > ceiling;
                let mut progress = None;
                let step = rest.step(
                    &mut |done, of| progress = Some(Input::Progress { task, done, of }),
                    &AtomicBool::new(is_late),
                );
                match step {
                    WorkStep::More(rest) => {
                        (progress, Some(Task::Help(Box::new(HelpTask { rest, began: Some(began), ..*help }))))
                    }
                    WorkStep::Done(finding) => (Some(Input::HelpReply { task, result: Ok(finding) }), None),
                }
            }
        }
    }

    /// The reply of a bot from its worker. `None`: its worker has failed.
    pub(crate) fn replied(self, reply: Option<WorkerReply>) -> Input {
        match (self, reply) {
            (Task::Bot(BotQuestion { task, bot, .. }), Some(reply)) => bot_reply(task, (bot, reply.action)),
            (task, _) => Input::BotReply(BotReply { task: task.id(), took: Duration::ZERO, result: None }),
        }
    }

    /// The advice of a worker.
    pub(crate) fn advised(self, advice: Advised) -> Input {
        Input::HelpReply { task: self.id(), result: Ok(Some(Finding::Advice(advice))) }
    }

    /// Whether it is this work that helps the person.
    pub(crate) fn is_help(&self, task: TaskId) -> bool {
        matches!(self, Task::Help(help) if help.task == task)
    }

    /// The answer to what nobody needs any more.
    pub(crate) fn cancelled(self) -> Input {
        match self {
            Task::Bot(BotQuestion { task, bot, .. }) => bot_reply(task, (bot, None)),
            Task::Help(help) => Input::HelpReply { task: help.task, result: Ok(None) },
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
    /// Work that has begun goes on as it began.
    pub(crate) fn wants_net(&self) -> Option<&'static str> {
        match &self.0.get(self.next())?.task {
            Task::Help(help) if help.began.is_none() => help.game.filter(|game| catalog::advice_lacks_net(game)),
            Task::Help(_) | Task::Bot(_) => None,
        }
    }

    /// Does the next step of work. Returns the table, its life, and what the room hears of it.
    pub(crate) fn think(&mut self, now: Instant) -> Option<(String, u64, Input)> {
        let BrowserJob { table, life, task } = self.0.remove(self.next())?;
        let (heard, rest) = task.run(now);
        if let Some(task) = rest {
            self.0.push_front(BrowserJob { table: table.clone(), life, task });
        }
        Some((table, life, heard?))
    }

    /// Cancels work. Returns its answer.
    pub(crate) fn cancel(&mut self, table: &str, task: TaskId) -> Option<Input> {
        let place = self.0.iter().position(|job| job.table == table && job.task.id() == task)?;
        self.0.remove(place).map(|job| job.task.cancelled())
    }

    /// Drops the work of a table that is unloaded.
    pub(crate) fn forget(&mut self, table: &str) {
        self.0.retain(|job| job.table != table);
    }
}
