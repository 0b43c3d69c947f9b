//! Bots at a table, and the bots that stand in for people. A bot gets a view and its legal actions as a question. The
//! room checks actions of bots in the same way as actions of people.
//!
//! When a bot gets a decision, the room first draws the moment at which the bot acts ([`Pace`]). Then the room asks the
//! bot, and the bot thinks until that moment. So the pause does not reveal the bot's options or thinking time, unless
//! the bot thinks beyond that moment. If the position changes meanwhile, the room cancels the work and asks again. If
//! the bot still has to make the same decision, the moment does not change.

use std::time::Duration;

use game::{Rng, Seat, SeatSet};
use table::AnyBot;

use crate::asker::DecidedMove;
use crate::ids::TaskId;
use crate::pace::{Occasion, Pace};
use crate::seated::{ENGINE, StandIn};
use crate::time::Instant;

/// The level of the bot that decides in place of an engine.
pub(crate) const RULE: &str = "club";

pub(crate) struct BotSeat {
    game: &'static str,
    level: String,
    seed: u64,
    /// The bot; `None` while it thinks.
    bot: Option<Box<dyn AnyBot>>,
    /// The task for which the bot was taken out of this seat, if any.
    task: Option<TaskId>,
    plan: Option<PlannedMove>,
    /// The position in which the bot declined a chance to cut in. A bot is asked only once in a position.
    passed_at: Option<u64>,
}

struct PlannedMove {
    decision: BotDecision,
    /// The moment at which the bot acts, drawn before the bot is asked.
    moment: Instant,
    work: BotProgress,
}

/// The question to a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BotDecision {
    /// A turn: play waits for the seat.
    Turn {
        /// The seat's decision number.
        at: u32,
    },
    /// A chance: the seat could cut in, in this position.
    Chance { position: u64 },
}

/// The progress of a bot's decision. Positions are counted by [`crate::log::Log::position`].
enum BotProgress {
    Unasked,
    Thinks {
        task: TaskId,
        position: u64,
    },
    /// The engine of this seat has been asked.
    Asks {
        position: u64,
        until: Instant,
    },
    /// The bot has decided, and waits for its moment.
    Ready(DecidedMove),
}

impl BotProgress {
    fn position(&self) -> Option<u64> {
        match self {
            BotProgress::Unasked => None,
            BotProgress::Thinks { position, .. }
            | BotProgress::Asks { position, .. }
            | BotProgress::Ready(DecidedMove { position, .. }) => Some(*position),
        }
    }
}

pub(crate) struct Bots {
    seats: Vec<Option<BotSeat>>,
    stand_ins: Vec<StandIn>,
    pace: Pace,
    /// The seed of the pauses. Each pause is drawn independently of the others. So a bot's secret decision does not
    /// change later pauses.
    seed: u64,
    /// The generator of the bots' seeds. Its numbers reveal nothing about shuffles.
    rng: Rng,
}

impl Bots {
    pub(crate) fn new(seats: usize, pace: Pace, seed: u64) -> Bots {
        Bots {
            seats: std::iter::repeat_with(|| None).take(seats).collect(),
            stand_ins: vec![StandIn::default(); seats],
            pace,
            seed,
            rng: Rng::new(seed),
        }
    }

    /// Returns random bits, for purposes that reveal nothing about the cards.
    pub(crate) fn random(&mut self) -> u64 {
        self.rng.bits()
    }

    /// Returns how long the last trick stays visible if only bots play on.
    pub(crate) fn pause_before_next_deal(&mut self) -> Duration {
        self.pace.before_next_deal(self.rng.bits())
    }

    pub(crate) fn stand_in(&self, index: usize) -> &StandIn {
        &self.stand_ins[index]
    }

    /// Sets the level of the bot that plays for the person or engine of a seat from now on. With `None`, the person or
    /// engine plays. `time_up` is true if the bot plays because the clock ran out, although the person is present.
    pub(crate) fn take_over(&mut self, index: usize, level: Option<String>, time_up: bool) {
        let stand_in = &mut self.stand_ins[index];
        stand_in.timed_out = stand_in.timed_out.filter(|_| level.is_some());
        (stand_in.level, stand_in.time_up) = (level, time_up);
    }

    /// Records that the clock of a seat ran out in the decision with this number.
    pub(crate) fn record_timeout(&mut self, index: usize, at: u32) {
        self.stand_ins[index].timed_out = Some(at);
    }

    /// Records that a bot plays on because the person of the seat has gone, not because the clock ran out.
    pub(crate) fn clear_time_up(&mut self, index: usize) {
        self.stand_ins[index].time_up = false;
    }

    /// Counts an action on an engine's seat if a bot stood in.
    pub(crate) fn count_replaced(&mut self, index: usize) {
        let stand_in = &mut self.stand_ins[index];
        stand_in.replaced += u32::from(stand_in.level.is_some());
    }

    /// Resets the count of replaced actions when another engine has the seat.
    pub(crate) fn forget_replaced(&mut self, index: usize) {
        self.stand_ins[index].replaced = 0;
    }

    /// Resets the stand-in when a seat has another person, or none.
    pub(crate) fn forget_stand_in(&mut self, index: usize) {
        self.stand_ins[index] = StandIn::default();
    }

    pub(crate) fn get(&self, index: usize) -> Option<&BotSeat> {
        self.seats[index].as_ref()
    }

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut BotSeat> {
        self.seats[index].as_mut()
    }

    pub(crate) fn plays(&self, index: usize) -> bool {
        self.seats[index].is_some()
    }

    /// Puts a bot on each seat for which `level` returns a level, and removes the bots of all other seats. A bot that
    /// already has this level stays. Returns false if a level does not exist.
    pub(crate) fn seat(&mut self, game: &'static str, level: impl Fn(usize) -> Option<String>) -> bool {
        let mut all = true;
        for index in 0..self.seats.len() {
            let level = level(index);
            if self.seats[index].as_ref().map(|bot| &bot.level) == level.as_ref() {
                continue;
            }
            let seed = self.rng.bits();
            self.seats[index] = level.as_ref().and_then(|level| BotSeat::new(game, level, seed));
            all &= level.is_none() || self.seats[index].is_some();
        }
        all
    }

    /// Cancels all thinking, for example because nobody is present to play for.
    pub(crate) fn cancel_plans(&mut self) {
        self.seats.iter_mut().flatten().for_each(|bot| bot.plan = None);
    }

    /// Draws a moment for every new decision of a bot. If a decision is already planned, its moment does not change. If
    /// the position has changed, the bot is asked again. `must`: the seats that have to act. `may`: the seats that
    /// could cut in. `position`: the table's position. `at` returns the decision number of a seat.
    pub(crate) fn plan(
        &mut self,
        now: Instant,
        (must, may): (SeatSet, SeatSet),
        position: u64,
        at: impl Fn(Seat) -> u32,
    ) {
        for (index, bot) in self.seats.iter_mut().enumerate() {
            let Some(bot) = bot else { continue };
            let seat = Seat::new(index as u8);
            let decision = if must.has(seat) {
                Some(BotDecision::Turn { at: at(seat) })
            } else if may.has(seat) && bot.passed_at != Some(position) {
                Some(BotDecision::Chance { position })
            } else {
                None
            };
            match &mut bot.plan {
                Some(plan) if Some(plan.decision) == decision => {
                    if plan.work.position().is_some_and(|about| about != position) {
                        plan.work = BotProgress::Unasked;
                    }
                }
                _ => {
                    bot.plan = decision.map(|decision| {
                        let draw = Rng::stream(self.seed, decision.place(index)).bits();
                        let pause = self.pace.pause(&bot.level, decision.occasion(), draw);
                        PlannedMove { decision, moment: now + pause, work: BotProgress::Unasked }
                    });
                }
            }
        }
    }

    /// Returns the seats whose bots have a decision and have not been asked yet.
    pub(crate) fn unasked(&self) -> Vec<usize> {
        let unasked = |bot: &BotSeat| bot.plan.as_ref().is_some_and(|plan| matches!(plan.work, BotProgress::Unasked));
        (0..self.seats.len()).filter(|index| self.seats[*index].as_ref().is_some_and(unasked)).collect()
    }

    /// True if a bot thinks or is about to act.
    pub(crate) fn are_busy(&self) -> bool {
        self.seats.iter().flatten().any(|bot| bot.plan.is_some())
    }

    /// Returns the tasks whose results are still needed.
    pub(crate) fn tasks(&self) -> impl Iterator<Item = TaskId> {
        self.seats.iter().flatten().filter_map(|bot| match bot.plan.as_ref()?.work {
            BotProgress::Thinks { task, .. } => Some(task),
            _ => None,
        })
    }

    /// Returns when the bot of a seat acts. For an engine's seat, returns the engine's deadline. `window_closes`: the
    /// end of the claim window, if the seat's move is held until that end.
    pub(crate) fn due(&self, index: usize, window_closes: Option<Instant>) -> Option<Instant> {
        let plan = self.seats[index].as_ref()?.plan.as_ref()?;
        match plan.work {
            BotProgress::Ready(_) => Some(match (plan.decision, window_closes) {
                // A turn is held until the window closes, but a chance to cut in is not.
                (BotDecision::Turn { .. }, Some(closes)) => plan.moment.max(closes),
                _ => plan.moment,
            }),
            BotProgress::Asks { until, .. } => Some(until),
            BotProgress::Unasked | BotProgress::Thinks { .. } => None,
        }
    }

    /// Returns the seat whose bot was taken out for this task.
    pub(crate) fn seat_at_task(&self, task: TaskId) -> Option<usize> {
        self.seats.iter().position(|bot| bot.as_ref().is_some_and(|bot| bot.task == Some(task)))
    }
}

impl BotDecision {
    /// Returns a number that is different for each decision of each seat.
    fn place(self, index: usize) -> u64 {
        let (kind, number) = match self {
            BotDecision::Turn { at } => (0, u64::from(at)),
            BotDecision::Chance { position } => (1, position),
        };
        (index as u64) << 56 | kind << 55 | number
    }

    fn occasion(self) -> Occasion {
        match self {
            BotDecision::Turn { .. } => Occasion::Turn,
            BotDecision::Chance { .. } => Occasion::Chance,
        }
    }
}

impl BotSeat {
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    fn new(game: &'static str, level: &str, seed: u64) -> Option<BotSeat> {
        let bot = new_bot(game, level, seed)?;
        let (bot, level) = (Some(bot), level.to_owned());
        Some(BotSeat { game, level, seed, bot, task: None, plan: None, passed_at: None })
    }

    pub(crate) fn level(&self) -> &str {
        &self.level
    }

    /// Returns the bot's move, once it is decided.
    pub(crate) fn ready(&self) -> Option<&DecidedMove> {
        match &self.plan.as_ref()?.work {
            BotProgress::Ready(decided) => Some(decided),
            _ => None,
        }
    }

    /// True if play waits for the bot's move.
    pub(crate) fn has_a_turn(&self) -> bool {
        matches!(self.plan, Some(PlannedMove { decision: BotDecision::Turn { .. }, .. }))
    }

    pub(crate) fn thinks_about(&self, task: TaskId, position: u64) -> bool {
        let work = self.plan.as_ref().map(|plan| &plan.work);
        matches!(work, Some(BotProgress::Thinks { task: of, position: about }) if *of == task && *about == position)
    }

    pub(crate) fn engine_asked_about(&self) -> Option<u64> {
        match self.plan.as_ref()?.work {
            BotProgress::Asks { position, .. } => Some(position),
            _ => None,
        }
    }

    pub(crate) fn engine_is_asked(&mut self, position: u64, until: Instant) {
        if let Some(plan) = &mut self.plan {
            plan.work = BotProgress::Asks { position, until };
        }
    }

    /// Stores the decision of the bot. The bot acts at its planned moment.
    pub(crate) fn decide(&mut self, decided: DecidedMove) {
        if let Some(plan) = &mut self.plan {
            plan.work = BotProgress::Ready(decided);
        }
    }

    /// True unless the bot is away at a task.
    pub(crate) fn is_idle(&self) -> bool {
        self.bot.is_some()
    }

    /// Takes the bot out of its seat, so that it can think in a task; `None` if another task has the bot. With `dice` a
    /// new bot with this seed takes its place before.
    pub(crate) fn take_for_task(&mut self, task: TaskId, position: u64, dice: Option<u64>) -> Option<Box<dyn AnyBot>> {
        let plan = self.plan.as_mut()?;
        let mut bot = self.bot.take()?;
        if let Some(seed) = dice {
            self.seed = seed;
            bot = new_bot(self.game, &self.level, seed).unwrap_or(bot);
        }
        self.task = Some(task);
        plan.work = BotProgress::Thinks { task, position };
        Some(bot)
    }

    /// Puts the bot back after its task. If the bot failed, a new one takes its place.
    pub(crate) fn return_from_task(&mut self, back: Option<Box<dyn AnyBot>>) {
        self.task = None;
        self.bot = back.or_else(|| {
            self.seed = self.seed.wrapping_add(1);
            new_bot(self.game, &self.level, self.seed)
        });
    }

    pub(crate) fn pass(&mut self, position: u64) {
        self.passed_at = Some(position);
        self.plan = None;
    }

    /// Clears the plan after the bot has acted. The bot does nothing more before it is asked again.
    pub(crate) fn has_acted(&mut self) {
        self.plan = None;
    }

    /// Resets the plan, so that the bot is asked again.
    pub(crate) fn ask_again(&mut self) {
        if let Some(plan) = &mut self.plan {
            plan.work = BotProgress::Unasked;
        }
    }

    /// Resets the plan if it waits for the engine's answer, because the engine has disconnected.
    pub(crate) fn ask_again_if_engine_was(&mut self) {
        if matches!(self.plan, Some(PlannedMove { work: BotProgress::Asks { .. }, .. })) {
            self.ask_again();
        }
    }

    /// Postpones the bot's action to `then`, because it could not be stored.
    pub(crate) fn act_later(&mut self, then: Instant) {
        if let Some(plan) = &mut self.plan {
            plan.moment = then;
        }
    }
}

fn new_bot(game: &'static str, level: &str, seed: u64) -> Option<Box<dyn AnyBot>> {
    // The rule bot stands in for an engine.
    catalog::bot(game, if level == ENGINE { RULE } else { level }, seed).ok()
}
