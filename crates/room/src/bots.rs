//! Bots at a table, and the bots that stand in for people. A bot is asked with a view and its legal actions. The room
//! decides about its actions like about those of people.
//!
//! When a bot gets a decision, the room first draws the moment at which the bot acts ([`Pace`]). Then the room asks the
//! bot, and the bot thinks until that moment. So the pause does not show the bot's options or its thinking time, unless
//! the bot thinks for longer. If the position changes meanwhile, the room cancels the work and asks again. If the
//! decision is still the same, the moment stays.

use std::time::Duration;

use game::{Rng, Seat, SeatSet};
use table::AnyBot;

use crate::asker::DecidedMove;
use crate::ids::TaskId;
use crate::pace::{Occasion, Pace};
use crate::seated::{ENGINE, StandIn};
use crate::time::Instant;

/// The level of the bot that decides for an engine.
pub(crate) const RULE: &str = "club";

/// A seat that a bot plays.
pub(crate) struct BotSeat {
    game: &'static str,
    level: String,
    seed: u64,
    /// The bot; `None` while it thinks.
    bot: Option<Box<dyn AnyBot>>,
    /// The task for which the bot is away.
    task: Option<TaskId>,
    /// The move that the bot plans, if any.
    plan: Option<PlannedMove>,
    /// The position in which the bot declined a chance to cut in. A bot is asked only once in a position.
    passed_at: Option<u64>,
}

/// A decision that a bot is about to make.
struct PlannedMove {
    decision: BotDecision,
    /// The moment at which the bot acts, drawn before the bot is asked.
    moment: Instant,
    work: BotProgress,
}

/// The question to a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BotDecision {
    /// Play waits for the seat.
    Turn {
        /// The seat's decision number.
        at: u32,
    },
    /// The seat could cut in, in this position.
    Chance { position: u64 },
}

/// The progress of a bot's decision. Positions are counted by [`crate::log::Log::position`].
enum BotProgress {
    Unasked,
    /// The bot thinks.
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
    /// Returns the position of the question.
    fn position(&self) -> Option<u64> {
        match self {
            BotProgress::Unasked => None,
            BotProgress::Thinks { position, .. }
            | BotProgress::Asks { position, .. }
            | BotProgress::Ready(DecidedMove { position, .. }) => Some(*position),
        }
    }
}

/// The bots of a table.
pub(crate) struct Bots {
    seats: Vec<Option<BotSeat>>,
    stand_ins: Vec<StandIn>,
    pace: Pace,
    /// The seed of the pauses. Each pause is drawn independently, so an earlier decision, of which others may not know,
    /// changes no later pause.
    seed: u64,
    /// For the bots' own seeds. It reveals nothing about shuffles.
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

    /// Lets a bot of this level play for the seat's person or engine from now on; with `None`, they play themselves.
    /// `time_up`: the bot plays because the clock ran out, and the person is there.
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

    /// True if a bot plays the seat.
    pub(crate) fn plays(&self, index: usize) -> bool {
        self.seats[index].is_some()
    }

    /// Puts a bot on each seat for which `level` names one, and removes the bots of all other seats. A bot that already
    /// has this level stays. Returns false if a level does not exist.
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

    /// Draws a moment for every new decision of a bot. A decision that is planned already keeps its moment, but if the
    /// position has changed, the bot is asked again.
    /// Play waits for the seats of `must`; the seats of `may` could cut in. `position`: the table's position.
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

    /// Seats whose bots have a decision and have not been asked yet.
    pub(crate) fn unasked(&self) -> Vec<usize> {
        let unasked = |bot: &BotSeat| bot.plan.as_ref().is_some_and(|plan| matches!(plan.work, BotProgress::Unasked));
        (0..self.seats.len()).filter(|index| self.seats[*index].as_ref().is_some_and(unasked)).collect()
    }

    /// True if a bot thinks or is about to act.
    pub(crate) fn are_busy(&self) -> bool {
        self.seats.iter().flatten().any(|bot| bot.plan.is_some())
    }

    /// Returns the tasks whose answers are wanted.
    pub(crate) fn tasks(&self) -> impl Iterator<Item = TaskId> {
        self.seats.iter().flatten().filter_map(|bot| match bot.plan.as_ref()?.work {
            BotProgress::Thinks { task, .. } => Some(task),
            _ => None,
        })
    }

    /// Returns when the bot of a seat acts, or when the time of its engine is over. `window_closes`: the end of the
    /// window that a turn of the seat waits for.
    pub(crate) fn due(&self, index: usize, window_closes: Option<Instant>) -> Option<Instant> {
        let plan = self.seats[index].as_ref()?.plan.as_ref()?;
        match plan.work {
            BotProgress::Ready(_) => Some(match (plan.decision, window_closes) {
                // A turn waits for a window to close, a chance does not.
                (BotDecision::Turn { .. }, Some(closes)) => plan.moment.max(closes),
                _ => plan.moment,
            }),
            BotProgress::Asks { until, .. } => Some(until),
            BotProgress::Unasked | BotProgress::Thinks { .. } => None,
        }
    }

    /// Returns the seat whose bot is away for this task.
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
    /// Returns the seed of the current bot.
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

    /// True if the bot thinks about this position for this task.
    pub(crate) fn thinks_about(&self, task: TaskId, position: u64) -> bool {
        let work = self.plan.as_ref().map(|plan| &plan.work);
        matches!(work, Some(BotProgress::Thinks { task: of, position: about }) if *of == task && *about == position)
    }

    /// Returns the position about which the engine of this seat was asked, if it was asked.
    pub(crate) fn engine_asked_about(&self) -> Option<u64> {
        match self.plan.as_ref()?.work {
            BotProgress::Asks { position, .. } => Some(position),
            _ => None,
        }
    }

    /// Records that the engine of this seat was asked about a position and has time until `until`.
    pub(crate) fn engine_is_asked(&mut self, position: u64, until: Instant) {
        if let Some(plan) = &mut self.plan {
            plan.work = BotProgress::Asks { position, until };
        }
    }

    /// Stores the decision of the bot, which then waits for its moment.
    pub(crate) fn decide(&mut self, decided: DecidedMove) {
        if let Some(plan) = &mut self.plan {
            plan.work = BotProgress::Ready(decided);
        }
    }

    /// True unless the bot is away at a task.
    pub(crate) fn is_idle(&self) -> bool {
        self.bot.is_some()
    }

    /// Takes the bot out so that it can think; `None` if it is away already.
    pub(crate) fn take_for_task(&mut self, task: TaskId, position: u64) -> Option<Box<dyn AnyBot>> {
        let plan = self.plan.as_mut()?;
        let bot = self.bot.take()?;
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

    /// Lets the bot decline its chance in this position.
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

    /// Asks again if the engine was asked, because the engine has gone.
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
