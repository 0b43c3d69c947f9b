//! Questions to bots and helpers. Bots and helpers think in separate workers. Without workers they think in this
//! module, one after the other, while the page has no other work.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use room::{BegunWork, BotQuestion, BotReply, Finding, Input, Instant, TaskId, Work, WorkStep};
use table::{AnyBot, Question};

use crate::bot_worker::{BotKey, WantedAnswer, WorkerAnswer, WorkerRequest};
use crate::message::ToPage;
use crate::rooms::RoomInput;

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

/// A task that helps the person, done step by step.
struct HelpTask {
    task: TaskId,
    rest: BegunWork,
    /// The time of the first step.
    began: Option<Instant>,
    /// The time limit from the first step on.
    ceiling: Duration,
    /// The game whose net the task uses, if it uses one.
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

    /// Returns true if play waits for the task.
    fn is_turn(&self) -> bool {
        matches!(self, Task::Bot(asked) if asked.question.must)
    }

    /// Runs a bot to the end, or a helper for one step. Returns the input for the room, and the remaining task. No
    /// clock ends a step, only the limits of simulations and positions.
    fn run(self, now: Instant) -> (Option<Input>, Option<Task>) {
        match self {
            Task::Bot(BotQuestion { task, mut bot, question, .. }) => {
                let answer = bot.answer(question, &AtomicBool::new(false));
                (Some(bot_reply(task, Some((bot, answer)))), None)
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

    fn is_help(&self) -> bool {
        matches!(self, Task::Help(_))
    }

    fn cancelled(self) -> Input {
        match self {
            Task::Bot(BotQuestion { task, bot, .. }) => bot_reply(task, Some((bot, None))),
            Task::Help(help) => Input::HelpReply { task: help.task, result: Ok(None) },
        }
    }
}

/// Returns a bot's answer. Its time is 0, because only a server measures how long its bots think.
fn bot_reply(task: TaskId, result: Option<(Box<dyn AnyBot>, Option<String>)>) -> Input {
    Input::BotReply(BotReply { task, took: Duration::ZERO, result })
}

fn request(game: &str, question: &Question, wanted: WantedAnswer) -> Option<WorkerRequest> {
    let question = catalog::write_question(game, question).ok()?;
    Some(WorkerRequest { game: game.to_owned(), question, wanted, without_net: false })
}

/// The questions to bots and helpers that have not been answered yet.
pub(crate) struct BrowserJobs {
    /// The jobs that this module does, one after the other.
    queue: VecDeque<BrowserJob>,
    /// The jobs that workers do, by number.
    in_workers: BTreeMap<u64, BrowserJob>,
    with_workers: bool,
    last: u64,
}

impl BrowserJobs {
    /// Creates an empty queue. The numbers of its jobs begin after `first`. The card rooms of a page begin at different
    /// numbers. So if an answer was meant for an earlier card room, it matches no job.
    pub(crate) fn new(with_workers: bool, first: u64) -> BrowserJobs {
        BrowserJobs { queue: VecDeque::new(), in_workers: BTreeMap::new(), with_workers, last: first }
    }

    /// Asks a bot. Returns the message for its worker, if there are workers.
    pub(crate) fn ask_bot(&mut self, game: &str, table: &str, life: u64, asked: BotQuestion) -> Option<ToPage> {
        let (seat, level) = (asked.question.seat.index() as u8, asked.level.clone());
        let wanted = WantedAnswer::Bot(BotKey { life, seat, level, seed: format!("{:016x}", asked.seed) });
        let request = request(game, &asked.question, wanted);
        self.add(BrowserJob { table: table.to_owned(), life, task: Task::Bot(asked) }, request)
    }

    /// Starts help for a person. If a worker computes the advice, returns the message for the worker. The card room
    /// goes on meanwhile.
    #[inline(never)]
    pub(crate) fn help(&mut self, table: &str, life: u64, task: TaskId, work: Work) -> Option<ToPage> {
        let request = match &work {
            Work::Advise { game, decision } if self.with_workers && is_searched(game) => {
                let before = format!("{:016x}", decision.before.to_bits());
                let wanted = WantedAnswer::Advice { deal: decision.deal, after: decision.after, before };
                request(game, &decision.question, wanted)
            }
            _ => None,
        };
        let task = Task::Help(Box::new(HelpTask::new(task, work)));
        self.add(BrowserJob { table: table.to_owned(), life, task }, request)
    }

    fn add(&mut self, job: BrowserJob, request: Option<WorkerRequest>) -> Option<ToPage> {
        let Some(request) = request.filter(|_| self.with_workers) else {
            self.queue.push_back(job);
            return None;
        };
        self.last += 1;
        self.in_workers.insert(self.last, job);
        Some(ToPage::AskWorker { job: self.last, request })
    }

    /// Handles a worker's answer. The answer is `None` if the worker has failed. Then, if the room is still loaded,
    /// this module computes the advice itself.
    #[inline(never)]
    pub(crate) fn on_worker_answer(
        &mut self,
        number: u64,
        answer: Option<WorkerAnswer>,
        is_loaded: impl FnOnce(&str, u64) -> bool,
    ) -> Option<RoomInput> {
        let BrowserJob { table, life, task } = self.in_workers.remove(&number)?;
        let input = match (task, answer) {
            (Task::Bot(BotQuestion { task, bot, .. }), Some(WorkerAnswer::Bot { action })) => {
                bot_reply(task, Some((bot, action)))
            }
            (Task::Bot(BotQuestion { task, .. }), _) => bot_reply(task, None),
            (Task::Help(help), Some(WorkerAnswer::Advice { advice })) => {
                Input::HelpReply { task: help.task, result: Ok(Some(Finding::Advice(advice))) }
            }
            (task, _) => {
                if is_loaded(&table, life) {
                    self.queue.push_back(BrowserJob { table, life, task });
                }
                return None;
            }
        };
        Some((table, life, input))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Returns the index of the next job. Jobs that play waits for have priority.
    fn next(&self) -> usize {
        self.queue.iter().position(|job| job.task.is_turn()).unwrap_or(0)
    }

    /// Returns the game whose net the next job needs, if the net is not loaded. Without the net the result is weaker.
    /// Once a job has begun it does not need the net any more, because it does not change its method.
    pub(crate) fn wants_net(&self) -> Option<&'static str> {
        match &self.queue.get(self.next())?.task {
            Task::Help(help) if help.began.is_none() => help.game.filter(|game| catalog::advice_lacks_net(game)),
            Task::Help(_) | Task::Bot(_) => None,
        }
    }

    /// Runs the next step of the next job. Returns the input for its room.
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
    #[inline(never)]
    pub(crate) fn cancel(&mut self, table: &str, life: u64, task: TaskId) -> Option<Input> {
        let is_it = |job: &BrowserJob| job.table == table && job.life == life && job.task.id() == task;
        let in_worker = self.in_workers.extract_if(.., |_, job| is_it(job) && job.task.is_help()).next();
        let job = match in_worker {
            Some((_, job)) => job,
            None => self.queue.iter().position(is_it).and_then(|place| self.queue.remove(place))?,
        };
        Some(job.task.cancelled())
    }

    /// Drops the jobs of a table whose room is unloaded.
    pub(crate) fn drop_table(&mut self, table: &str) {
        self.queue.retain(|job| job.table != table);
    }
}

/// Returns true if advice in a game needs a search. Advice in a solitaire comes from the game's own player, which is
/// fast.
fn is_searched(game: &str) -> bool {
    catalog::entry(game).is_ok_and(|entry| *entry.seats.end() > 1)
}
