//! Bots at a table, and the bots that stand in for people. They are asked with a view and their legal actions. Their
//! actions are decided like those of people.
//!
//! When a bot gets a decision, the moment at which it acts is drawn first ([`Pace`]). Then it is asked, and it thinks
//! until that moment. So its options and its thinking time do not show, unless it thinks for longer. If the position
//! changes meanwhile, its work is cancelled and it is asked again. If its decision is still the same, the moment
//! stays.

use std::time::Duration;

use game::{Rng, Seat, SeatSet};
use table::AnyBot;

use crate::ids::TaskId;
use crate::pace::{Occasion, Pace};
use crate::seated::ENGINE;
use crate::time::Instant;

/// The level of the bot that decides for an engine.
pub(crate) const RULE: &str = "club";

/// A seat that a bot plays.
pub(crate) struct BotSeat {
    game: &'static str,
    level: String,
    seed: u64,
    /// Away while it thinks.
    mind: Option<Box<dyn AnyBot>>,
    /// The work for which its mind is away.
    away_for: Option<TaskId>,
    /// What it is about to decide, if anything.
    plan: Option<PlannedMove>,
    /// The position in which it declined a chance. It is asked only once there.
    passed_at: Option<u64>,
}

/// A decision that a bot is about to make.
pub(crate) struct PlannedMove {
    pub(crate) decision: BotDecision,
    /// When it acts: drawn before it was asked.
    moment: Instant,
    pub(crate) work: BotProgress,
}

/// What a bot is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BotDecision {
    /// Play waits for it.
    Turn {
        /// The seat's decision number.
        at: u32,
    },
    /// It could cut in, in this position.
    Chance { position: u64 },
}

/// The progress of a bot's decision. Positions are counted by [`crate::log::Log::position`].
pub(crate) enum BotProgress {
    Unasked,
    /// It thinks.
    Thinks {
        task: TaskId,
        position: u64,
    },
    /// The engine of this seat has been asked.
    Asks {
        position: u64,
        until: Instant,
    },
    /// It has decided, and waits for its moment.
    Ready {
        position: u64,
        action: String,
        /// Who decided, on an engine's seat.
        player: Option<&'static str>,
        /// How long a bot thought about its turn, and when it was done.
        thought: Option<(Duration, Instant)>,
    },
}

impl BotProgress {
    /// The position that it is about.
    fn position(&self) -> Option<u64> {
        match self {
            BotProgress::Unasked => None,
            BotProgress::Thinks { position, .. }
            | BotProgress::Asks { position, .. }
            | BotProgress::Ready { position, .. } => Some(*position),
        }
    }
}

/// The bot that acts for a seat's person or engine for now.
#[derive(Clone, Default)]
pub(crate) struct StandIn {
    /// The level of the bot that plays until the person comes back.
    pub(crate) level: Option<String>,
    /// The decision for which there was no time left. The bot makes only this one.
    pub(crate) timed_out: Option<u32>,
    /// The bot plays because of that, and its person is there.
    pub(crate) time_up: bool,
    /// On an engine's seat: how many actions were not its own.
    pub(crate) replaced: u32,
}

/// Who has a decision to make now.
pub(crate) struct ToDecide {
    pub(crate) must: SeatSet,
    pub(crate) may: SeatSet,
    pub(crate) position: u64,
}

/// The bots of a table.
pub(crate) struct Bots {
    seats: Vec<Option<BotSeat>>,
    stand_ins: Vec<StandIn>,
    pace: Pace,
    /// Each pause is drawn independently. So an earlier decision, of which others may not know, changes no later
    /// pause.
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

    /// Random bits, for purposes that reveal nothing about the cards.
    pub(crate) fn random(&mut self) -> u64 {
        self.rng.bits()
    }

    /// How long the last trick stays visible if only bots play on.
    pub(crate) fn pause_before_next_deal(&mut self) -> Duration {
        self.pace.before_next_deal(self.rng.bits())
    }

    pub(crate) fn stand_in(&self, index: usize) -> &StandIn {
        &self.stand_ins[index]
    }

    pub(crate) fn stand_in_mut(&mut self, index: usize) -> &mut StandIn {
        &mut self.stand_ins[index]
    }

    pub(crate) fn get(&self, index: usize) -> Option<&BotSeat> {
        self.seats[index].as_ref()
    }

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut BotSeat> {
        self.seats[index].as_mut()
    }

    /// Whether a bot plays a seat.
    pub(crate) fn plays(&self, index: usize) -> bool {
        self.seats[index].is_some()
    }

    /// Gives every seat the bot of the level that plays it, if one does. Returns whether all levels exist.
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

    /// Nobody is present to play for, so all thinking is cancelled.
    pub(crate) fn rest(&mut self) {
        self.seats.iter_mut().flatten().for_each(|bot| bot.plan = None);
    }

    /// Draws a moment for every new decision of a bot. A decision that is planned already keeps its moment; if the position
    /// is another, the bot is asked again.
    pub(crate) fn plan(&mut self, now: Instant, asked: &ToDecide, at: impl Fn(Seat) -> u32) {
        let position = asked.position;
        for (index, bot) in self.seats.iter_mut().enumerate() {
            let Some(bot) = bot else { continue };
            let seat = Seat::new(index as u8);
            let decision = if asked.must.has(seat) {
                Some(BotDecision::Turn { at: at(seat) })
            } else if asked.may.has(seat) && bot.passed_at != Some(position) {
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

    /// Whether a bot thinks or is about to act.
    pub(crate) fn are_busy(&self) -> bool {
        self.seats.iter().flatten().any(|bot| bot.plan.is_some())
    }

    /// The work that is wanted.
    pub(crate) fn tasks(&self) -> impl Iterator<Item = TaskId> {
        self.seats.iter().flatten().filter_map(|bot| match bot.plan.as_ref()?.work {
            BotProgress::Thinks { task, .. } => Some(task),
            _ => None,
        })
    }

    /// When a bot is due: it acts, or the time of its engine is over. `window_closes`: when the window closes that a
    /// turn of the seat waits for.
    pub(crate) fn due(&self, index: usize, window_closes: Option<Instant>) -> Option<Instant> {
        let plan = self.seats[index].as_ref()?.plan.as_ref()?;
        match plan.work {
            BotProgress::Ready { .. } => Some(match (plan.decision, window_closes) {
                // A turn waits for a window to close, a chance does not.
                (BotDecision::Turn { .. }, Some(closes)) => plan.moment.max(closes),
                _ => plan.moment,
            }),
            BotProgress::Asks { until, .. } => Some(until),
            BotProgress::Unasked | BotProgress::Thinks { .. } => None,
        }
    }

    /// The seat whose bot is away for this work.
    pub(crate) fn away_for(&self, task: TaskId) -> Option<usize> {
        self.seats.iter().position(|bot| bot.as_ref().is_some_and(|bot| bot.away_for == Some(task)))
    }
}

impl BotDecision {
    /// A different number for each decision of each seat.
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
    /// The seed of the mind that it has now.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    fn new(game: &'static str, level: &str, seed: u64) -> Option<BotSeat> {
        let mind = mind(game, level, seed)?;
        let (mind, level) = (Some(mind), level.to_owned());
        Some(BotSeat { game, level, seed, mind, away_for: None, plan: None, passed_at: None })
    }

    pub(crate) fn level(&self) -> &str {
        &self.level
    }

    pub(crate) fn plan(&self) -> Option<&PlannedMove> {
        self.plan.as_ref()
    }

    pub(crate) fn plan_mut(&mut self) -> Option<&mut PlannedMove> {
        self.plan.as_mut()
    }

    /// Whether it is not away thinking.
    pub(crate) fn is_home(&self) -> bool {
        self.mind.is_some()
    }

    /// Hands the bot out to think; `None` while it is still away.
    pub(crate) fn send_away(&mut self, task: TaskId, position: u64) -> Option<Box<dyn AnyBot>> {
        let plan = self.plan.as_mut()?;
        let mind = self.mind.take()?;
        self.away_for = Some(task);
        plan.work = BotProgress::Thinks { task, position };
        Some(mind)
    }

    /// The bot is back, or it failed: then a new one takes its place.
    pub(crate) fn come_back(&mut self, mind_back: Option<Box<dyn AnyBot>>) {
        self.away_for = None;
        self.mind = mind_back.or_else(|| {
            self.seed = self.seed.wrapping_add(1);
            mind(self.game, &self.level, self.seed)
        });
    }

    /// It lets the chance of this position pass.
    pub(crate) fn pass(&mut self, position: u64) {
        self.passed_at = Some(position);
        self.plan = None;
    }

    /// Its decision is carried out. It does nothing more before it is asked again.
    pub(crate) fn has_acted(&mut self) {
        self.plan = None;
    }

    /// What it was asked is asked again.
    pub(crate) fn ask_again(&mut self) {
        if let Some(plan) = &mut self.plan {
            plan.work = BotProgress::Unasked;
        }
    }

    /// The engine that was asked has gone.
    pub(crate) fn ask_again_if_engine_was(&mut self) {
        if matches!(self.plan, Some(PlannedMove { work: BotProgress::Asks { .. }, .. })) {
            self.ask_again();
        }
    }

    /// Its action could not be stored: it tries again then.
    pub(crate) fn act_later(&mut self, then: Instant) {
        if let Some(plan) = &mut self.plan {
            plan.moment = then;
        }
    }
}

fn mind(game: &'static str, level: &str, seed: u64) -> Option<Box<dyn AnyBot>> {
    // Beside an engine sits the rule bot.
    catalog::bot(game, if level == ENGINE { RULE } else { level }, seed).ok()
}
