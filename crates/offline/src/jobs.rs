//! Questions to bots and helpers. They think in workers of their own, or one after the other when the page has nothing
//! else to do.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use protocol::Advised;
use room::{BegunWork, BotQuestion, BotReply, Finding, Input, Instant, TaskId, Work, WorkStep};

use crate::bot_worker::{AdviceRequest, BotKey, WorkerReply, WorkerRequest};
use crate::message::ToPage;
use crate::rooms::RoomInput;

/// The work of a table.
struct BrowserJob {
    table: String,
    /// The life of the room that asked.
    life: u64,
    task: Task,
}

enum Task {
    Bot(BotQuestion),
    Help(Box<HelpTask>),
}

/// Work that helps the person, done step by step.
struct HelpTask {
    task: TaskId,
    rest: BegunWork,
    /// The time of its first step.
    began: Option<Instant>,
    /// The longest time from then on.
    ceiling: Duration,
    /// The game whose net it uses, if there is one.
    game: Option<&'static str>,
}

impl HelpTask {
    fn new(task: TaskId, work: Work) -> HelpTask {
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

    /// Returns true if play waits for it.
    fn is_turn(&self) -> bool {
        matches!(self, Task::Bot(asked) if asked.question.must)
    }

    /// Thinks: a bot to the end, a helper one step. Returns the input for the room, and the rest of the task. No clock stops a
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
    fn replied(self, reply: Option<WorkerReply>) -> Input {
        match (self, reply) {
            (Task::Bot(BotQuestion { task, bot, .. }), Some(reply)) => bot_reply(task, (bot, reply.action)),
            (task, _) => Input::BotReply(BotReply { task: task.id(), took: Duration::ZERO, result: None }),
        }
    }

    /// The advice of a worker.
    fn advised(self, advice: Advised) -> Input {
        Input::HelpReply { task: self.id(), result: Ok(Some(Finding::Advice(advice))) }
    }

    fn is_help(&self) -> bool {
        matches!(self, Task::Help(_))
    }

    /// The answer of a task that is no longer needed.
    fn cancelled(self) -> Input {
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

/// The questions to bots and helpers that are not answered yet.
pub(crate) struct BrowserJobs {
    /// Done here, one after the other.
    queue: VecDeque<BrowserJob>,
    /// Done in workers of their own, by number.
    in_workers: BTreeMap<u64, BrowserJob>,
    with_workers: bool,
    last: u64,
}

impl BrowserJobs {
    /// Jobs of workers are numbered from `first` on: an answer for another card room finds no question.
    pub(crate) fn new(with_workers: bool, first: u64) -> BrowserJobs {
        BrowserJobs { queue: VecDeque::new(), in_workers: BTreeMap::new(), with_workers, last: first }
    }

    /// Asks a bot. Returns the message for its worker, if there are workers.
    pub(crate) fn ask_bot(&mut self, game: &str, table: &str, life: u64, asked: BotQuestion) -> Option<ToPage> {
        let question = catalog::write_question(game, &asked.question);
        let bot = BotKey {
            life,
            seat: asked.question.seat.index() as u8,
            level: asked.level.clone(),
            seed: format!("{:016x}", asked.seed),
        };
        let request =
            question.ok().map(|question| WorkerRequest { game: game.to_owned(), bot, question, without_net: false });
        let job = BrowserJob { table: table.to_owned(), life, task: Task::Bot(asked) };
        self.add(job, request, |job, request| ToPage::AskWorker { job, request })
    }

    /// Helps a person. Returns the message for the workers if one of them searches for advice: the card room goes on
    /// meanwhile.
    pub(crate) fn help(&mut self, table: &str, life: u64, task: TaskId, work: Work) -> Option<ToPage> {
        let request = match &work {
            Work::Advise { game, decision } if self.with_workers && is_searched(game) => {
                AdviceRequest::of(game, decision).ok()
            }
            _ => None,
        };
        let job = BrowserJob { table: table.to_owned(), life, task: Task::Help(Box::new(HelpTask::new(task, work))) };
        self.add(job, request, |job, request| ToPage::AskAdvice { job, request })
    }

    fn add<R>(
        &mut self,
        job: BrowserJob,
        request: Option<R>,
        message: impl FnOnce(u64, R) -> ToPage,
    ) -> Option<ToPage> {
        let Some(request) = request.filter(|_| self.with_workers) else {
            self.queue.push_back(job);
            return None;
        };
        self.last += 1;
        self.in_workers.insert(self.last, job);
        Some(message(self.last, request))
    }

    /// The reply of a bot from its worker; `None`: the worker has failed.
    #[inline(never)]
    pub(crate) fn on_worker_reply(&mut self, number: u64, reply: Option<WorkerReply>) -> Option<RoomInput> {
        let BrowserJob { table, life, task } = self.in_workers.remove(&number)?;
        Some((table, life, task.replied(reply)))
    }

    /// Advice from a worker. `None`: the worker has failed; then the module advises, if the room is still `loaded`.
    #[inline(never)]
    pub(crate) fn on_advice(
        &mut self,
        number: u64,
        advice: Option<Advised>,
        is_loaded: impl FnOnce(&str, u64) -> bool,
    ) -> Option<RoomInput> {
        let job = self.in_workers.remove(&number)?;
        if let Some(advice) = advice {
            return Some((job.table, job.life, job.task.advised(advice)));
        }
        if is_loaded(&job.table, job.life) {
            self.queue.push_back(job);
        }
        None
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// The place of the next job: those that play waits for go first.
    fn next(&self) -> usize {
        self.queue.iter().position(|job| job.task.is_turn()).unwrap_or(0)
    }

    /// The game whose net the next job uses, if the net is not loaded. Without it the job is done less well. A job that has
    /// begun goes on as it began.
    pub(crate) fn wants_net(&self) -> Option<&'static str> {
        match &self.queue.get(self.next())?.task {
            Task::Help(help) if help.began.is_none() => help.game.filter(|game| catalog::advice_lacks_net(game)),
            Task::Help(_) | Task::Bot(_) => None,
        }
    }

    /// Does the next step of the next job. Returns the input for its room.
    #[inline(never)]
    pub(crate) fn think(&mut self, now: Instant) -> Option<RoomInput> {
        let BrowserJob { table, life, task } = self.queue.remove(self.next())?;
        let (input, rest) = task.run(now);
        if let Some(task) = rest {
            self.queue.push_front(BrowserJob { table: table.clone(), life, task });
        }
        Some((table, life, input?))
    }

    /// Cancels a job that helps the person. Returns the input for its room.
    pub(crate) fn cancel(&mut self, table: &str, life: u64, task: TaskId) -> Option<Input> {
        let is_it = |job: &BrowserJob| job.table == table && job.life == life && job.task.id() == task;
        let in_worker = self.in_workers.extract_if(.., |_, job| is_it(job) && job.task.is_help()).next();
        let job = match in_worker {
            Some((_, job)) => job,
            None => self.queue.iter().position(is_it).and_then(|place| self.queue.remove(place))?,
        };
        Some(job.task.cancelled())
    }

    /// Drops the jobs of a table that is unloaded.
    pub(crate) fn drop_table(&mut self, table: &str) {
        self.queue.retain(|job| job.table != table);
    }
}

/// Returns true if advice in a game is a search. The player of a solitaire is quick.
fn is_searched(game: &str) -> bool {
    catalog::entry(game).is_ok_and(|entry| *entry.seats.end() > 1)
}
