//! Bots at a table. They are asked with a view and their legal actions, think away from the async threads, and come back
//! through the same door as people.
//!
//! When a bot gets a decision, the moment at which it acts is drawn first (`pace`); then it is asked, and thinks while that
//! moment comes. So what it may do and how long it thinks do not show, unless it thinks until after its moment. If play goes
//! on meanwhile, it is told to stop and is asked again about the new position; for the same decision the moment stays.

use std::time::Duration;

use game::{Seat, Viewer};
use protocol::Message;
use store::StoreError;
use table::{AnyBot, Question};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::Instant;

use super::engines::RULE;
use super::pace::Occasion;
use super::{Croupier, ENGINE, Note, TRY_AGAIN, not_stored};
use crate::fault::Fault;
use crate::work::{Cancel, CancelOnDrop};

/// The longest that a bot may think: a ceiling, far above what its simulations take.
pub(super) const THINKS_AT_MOST: Duration = Duration::from_secs(5);

/// A seat that a bot plays.
pub(super) struct BotSeat {
    /// Tells it from a bot that had the seat before.
    serial: u64,
    game: &'static str,
    level: String,
    seed: u64,
    /// Away while it thinks.
    mind: Option<Box<dyn AnyBot>>,
    /// What it is about to decide, if anything.
    pub(super) plan: Option<Plan>,
    /// The position in which it let a chance pass: it is asked once.
    pub(super) passed_at: Option<u64>,
    /// How often the house has asked it.
    asked: u64,
}

/// A decision that a bot is about to make.
pub(super) struct Plan {
    pub(super) decision: Decision,
    /// When it acts: drawn before it was asked.
    moment: Instant,
    pub(super) work: Work,
}

/// How far a bot has come with its decision. Positions are counted by [`Croupier::position`].
pub(super) enum Work {
    Unasked,
    /// It thinks. Dropping this tells it to stop.
    Thinks {
        /// The question's number.
        number: u64,
        position: u64,
        _cancel: CancelOnDrop,
    },
    /// The engine of this seat has been asked.
    Asks {
        position: u64,
        until: Instant,
    },
    /// It knows what it does when the moment comes.
    Ready {
        position: u64,
        action: String,
        /// Who decided, on an engine's seat.
        player: Option<&'static str>,
    },
}

impl Work {
    /// The position that it is about.
    fn position(&self) -> Option<u64> {
        match self {
            Work::Unasked => None,
            Work::Thinks { position, .. } | Work::Asks { position, .. } | Work::Ready { position, .. } => {
                Some(*position)
            }
        }
    }
}

/// What a bot is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decision {
    /// Play waits for it.
    Turn { at: u32 },
    /// It could cut in, in this position.
    Chance { position: u64 },
}

/// What a bot has thought.
pub(crate) struct Thought {
    seat: Seat,
    serial: u64,
    /// The question's number.
    number: u64,
    must: bool,
    took: Duration,
    /// The bot and its answer; `None` if it failed.
    result: Option<(Box<dyn AnyBot>, Option<String>)>,
}

impl BotSeat {
    pub(super) fn new(game: &'static str, level: &str, seed: u64) -> Result<BotSeat, Fault> {
        // Beside an engine sits the rule bot.
        let mind = catalog::bot(game, if level == ENGINE { RULE } else { level }, seed).map_err(|error| {
            tracing::error!(%error, "a stored bot is not to be had");
            Fault::BrokenTable
        })?;
        Ok(BotSeat {
            serial: seed,
            game,
            level: level.to_owned(),
            seed,
            mind: Some(mind),
            plan: None,
            passed_at: None,
            asked: 0,
        })
    }
}

impl Croupier {
    /// Lets a bot play every seat that nobody plays: its own, and those of people for whom it stands in.
    pub(super) fn sync_bots(&mut self) {
        let begun = self.setup.started_ms.is_some();
        for index in 0..self.bots.len() {
            let level = self.setup.seats[index].bot.as_ref().or(self.places[index].stand_in.as_ref());
            let level = level.filter(|_| begun).cloned();
            if self.bots[index].as_ref().map(|bot| &bot.level) == level.as_ref() {
                continue;
            }
            let seed = self.rng.bits();
            self.bots[index] = level.and_then(|level| BotSeat::new(self.table.setup().game, &level, seed).ok());
            // A level that is not to be had was never accepted: the data are not ours.
            self.astray |= self.bots[index].is_none() && (self.setup.seats[index].bot.is_some() && begun);
        }
    }

    /// Draws a moment for every new decision of a bot. A decision that is planned already keeps its moment; if the position is
    /// another, the bot is asked again.
    pub(super) fn plan_bots(&mut self) {
        // Nobody is there to play for: what was being thought about is not wanted.
        if !self.is_attended() {
            self.bots.iter_mut().flatten().for_each(|bot| bot.plan = None);
            return;
        }
        let now = Instant::now();
        let (must, may) = (self.table.must(), self.table.may());
        for (index, bot) in self.bots.iter_mut().enumerate() {
            let Some(bot) = bot else { continue };
            let seat = Seat::new(index as u8);
            let decision = if must.has(seat) {
                Some(Decision::Turn { at: self.table.at(seat) })
            } else if may.has(seat) && bot.passed_at != Some(self.position) {
                Some(Decision::Chance { position: self.position })
            } else {
                None
            };
            match &mut bot.plan {
                Some(plan) if Some(plan.decision) == decision => {
                    if plan.work.position().is_some_and(|position| position != self.position) {
                        plan.work = Work::Unasked;
                    }
                }
                _ => {
                    bot.plan = decision.map(|decision| {
                        let occasion = match decision {
                            Decision::Turn { .. } => Occasion::Turn,
                            Decision::Chance { .. } => Occasion::Chance,
                        };
                        let pause = self.house.pace.pause(&bot.level, occasion, self.rng.bits());
                        Plan { decision, moment: now + pause, work: Work::Unasked }
                    });
                }
            }
        }
        self.ask_bots(now);
    }

    /// Asks every bot that has a decision and was not asked yet.
    fn ask_bots(&mut self, now: Instant) {
        for index in 0..self.bots.len() {
            let unasked = |bot: &BotSeat| bot.plan.as_ref().is_some_and(|plan| matches!(plan.work, Work::Unasked));
            if self.bots[index].as_ref().is_some_and(unasked) && !self.ask_engine(index, now) {
                self.ask_mind(index);
            }
        }
    }

    /// When something of a bot is due next.
    pub(super) fn next_bot(&self) -> Option<Instant> {
        (0..self.bots.len()).filter_map(|index| self.due(index)).min()
    }

    /// Whether a bot thinks or is about to act.
    pub(super) fn is_busy(&self) -> bool {
        !self.state.paused && self.bots.iter().flatten().any(|bot| bot.plan.is_some())
    }

    /// When a bot that knows what it does acts, or the time of an engine is over.
    fn due(&self, index: usize) -> Option<Instant> {
        // A table that pauses waits for its bots too.
        if self.state.paused {
            return None;
        }
        let plan = self.bots[index].as_ref()?.plan.as_ref()?;
        match plan.work {
            Work::Ready { .. } => Some(self.moment(index, plan)),
            Work::Asks { until, .. } => Some(until),
            Work::Unasked | Work::Thinks { .. } => None,
        }
    }

    /// When a bot acts. A turn waits for a window to close, a chance does not.
    fn moment(&self, index: usize, plan: &Plan) -> Instant {
        match (plan.decision, &self.race) {
            (Decision::Turn { .. }, Some(race)) if self.waits_for_claims(Seat::new(index as u8)) => {
                plan.moment.max(race.closes)
            }
            _ => plan.moment,
        }
    }

    /// Lets the bots act whose moment has come, one after the other, and asks the house where an engine is late.
    pub(super) async fn bots_act(&mut self, now: Instant) {
        for index in 0..self.bots.len() {
            let asks = |bot: &BotSeat| bot.plan.as_ref().is_some_and(|plan| matches!(plan.work, Work::Asks { .. }));
            if self.bots[index].as_ref().is_some_and(asks) && self.due(index).is_some_and(|due| due <= now) {
                self.engine_is_late(index);
                self.ask_again(index);
                self.ask_mind(index);
            }
        }
        loop {
            let due = |index: usize| self.due(index).filter(|due| *due <= now).map(|due| (due, index));
            let Some((_, index)) = (0..self.bots.len()).filter_map(due).min() else { return };
            let acted = self.bot_acts(index).await;
            if self.astray || !acted {
                return;
            }
            // Others may have nothing to decide now, or something else.
            self.plan_bots();
        }
    }

    /// What a bot was asked is asked anew.
    pub(super) fn ask_again(&mut self, index: usize) {
        if let Some(plan) = self.bots[index].as_mut().and_then(|bot| bot.plan.as_mut()) {
            plan.work = Work::Unasked;
        }
    }

    /// Asks a bot of the house, unless it is still thinking about something else: then it is asked when it is back.
    pub(super) fn ask_mind(&mut self, index: usize) {
        let seat = Seat::new(index as u8);
        let Some(question) = self.table.question(seat) else { return };
        #[cfg(test)]
        let script = self.house.script.as_ref().map(|script| script(self.table.as_ref(), seat, self.level_of(index)));
        let Some(mailbox) = self.mailbox.upgrade() else { return };
        let bot = self.bots[index].as_mut().expect("a bot is asked");
        let Some(plan) = &mut bot.plan else { return };
        let Some(mind) = bot.mind.take() else { return };
        bot.asked += 1;
        let (serial, number, must) = (bot.serial, bot.asked, question.must);
        let cancel = Cancel::default();
        plan.work = Work::Thinks { number, position: self.position, _cancel: CancelOnDrop(cancel.clone()) };
        let permits = if must { &self.house.work.bots.turns } else { &self.house.work.bots.chances }.clone();
        let who = Thinker { table: self.id.clone(), game: bot.game, level: bot.level.clone() };
        tokio::spawn(async move {
            let permit = tokio::select! {
                biased;
                () = cancel.cancelled() => None,
                permit = permits.acquire_owned() => permit.ok(),
            };
            let asked = std::time::Instant::now();
            let result = match permit {
                #[cfg(test)]
                Some(_permit) if script.is_some() => script.expect("there").play(mind, &cancel).await,
                Some(permit) => answer_within(THINKS_AT_MOST, question, mind, who, (cancel, permit)).await,
                // Nobody wants to know any more.
                None => Some((mind, None)),
            };
            let thought = Thought { seat, serial, number, must, took: asked.elapsed(), result };
            // If the croupier has gone, the bot is not needed.
            let _ = mailbox.send(Box::new(Note::Thought(thought))).await;
        });
    }

    /// A bot is back. If its answer is to the question that stands, it acts when its moment comes.
    pub(super) async fn take_thought(&mut self, thought: Thought) {
        let Thought { seat, serial, number, must, took, result } = thought;
        let (index, table) = (seat.index(), must.then(|| self.id.clone()));
        let engine = self.is_engines(index);
        // Its person may be back.
        let Some(bot) = self.bots[index].as_mut().filter(|bot| bot.serial == serial) else { return };
        let answer = match result {
            Some((mind, answer)) => {
                bot.mind = Some(mind);
                answer
            }
            None => {
                tracing::error!(table, level = bot.level, "a bot failed and is replaced by a fresh one");
                bot.seed = bot.seed.wrapping_add(1);
                let level = if bot.level == ENGINE { RULE } else { &bot.level };
                bot.mind = catalog::bot(bot.game, level, bot.seed).ok();
                None
            }
        };
        let Some(plan) = &mut bot.plan else { return };
        let position = match plan.work {
            Work::Thinks { number: of, position, .. } if of == number && position == self.position => position,
            _ => return,
        };
        let action = match answer {
            Some(action) => action,
            None if must => match self.any_action(seat) {
                Some(action) => action,
                None => return,
            },
            None => {
                bot.passed_at = Some(position);
                bot.plan = None;
                return;
            }
        };
        let player = engine.then_some(RULE);
        let plan = self.bots[index].as_mut().and_then(|bot| bot.plan.as_mut()).expect("it was there");
        plan.work = Work::Ready { position, action, player };
        let now = Instant::now();
        // That a bot could cut in tells of its hand.
        if must {
            let late = self.due(index).is_some_and(|moment| moment < now);
            self.house.meters.bot_thought(took, late);
        }
        self.bots_act(now).await;
    }

    /// Does what a bot has decided. Returns whether anything was done.
    async fn bot_acts(&mut self, index: usize) -> bool {
        let seat = Seat::new(index as u8);
        let Some(Plan { decision, work: Work::Ready { action, player, .. }, .. }) =
            self.bots[index].as_ref().and_then(|bot| bot.plan.as_ref())
        else {
            return false;
        };
        let (must, mut action, player) = (matches!(decision, Decision::Turn { .. }), action.clone(), *player);
        let at = self.table.at(seat);
        if let Err(refused) = self.table.check(seat, Some(at), &action) {
            let table = must.then(|| self.id.clone());
            tracing::error!(table, key = refused.key, "a bot wanted what is not legal");
            match self.any_action(seat).filter(|_| must) {
                Some(any) => action = any,
                None => {
                    let bot = self.bots[index].as_mut().expect("it acts");
                    (bot.passed_at, bot.plan) = (Some(self.position), None);
                    return true;
                }
            }
        }
        if let Some(player) = player
            && let Err(error) = self.say_who_acts(seat, player).await
        {
            self.bot_not_stored(seat, &error);
            return false;
        }
        let Ok(accepted) = self.table.check(seat, Some(at), &action) else { return false };
        match self.commit(accepted, None, None).await {
            Ok(()) => self.release_held().await,
            Err(error) => {
                self.bot_not_stored(seat, &error);
                return false;
            }
        }
        true
    }

    /// A bot's action could not be stored: it tries again later, and the guests know why play stands still.
    fn bot_not_stored(&mut self, seat: Seat, error: &StoreError) {
        if let Some(plan) = self.bots[seat.index()].as_mut().and_then(|bot| bot.plan.as_mut()) {
            plan.moment = Instant::now() + TRY_AGAIN;
        }
        if !self.told_full {
            self.told_full = true;
            let refusal = not_stored(error);
            self.say_to_all(&Message::Error { key: refusal.key, words: refusal.words });
        }
    }

    #[cfg(test)]
    fn level_of(&self, index: usize) -> &str {
        self.bots[index].as_ref().map_or("", |bot| &bot.level)
    }

    /// Something legal for a bot that has no answer of its own.
    fn any_action(&self, seat: Seat) -> Option<String> {
        let position = self.table.position(Viewer::Seat(seat));
        position.legal.first().and_then(|legal| legal["action"].as_str()).map(str::to_owned)
    }
}

/// Whose decision it is, for the log.
struct Thinker {
    table: String,
    game: &'static str,
    level: String,
}

/// Asks a bot away from the async threads. When it is cancelled, and at the ceiling, it is told to stop, and answers with what
/// it has. Until then it keeps its permit.
async fn answer_within(
    ceiling: Duration,
    question: Question,
    mut mind: Box<dyn AnyBot>,
    who: Thinker,
    (cancel, permit): (Cancel, OwnedSemaphorePermit),
) -> Option<(Box<dyn AnyBot>, Option<String>)> {
    let told = cancel.clone();
    let must = question.must;
    let mut thinking = tokio::task::spawn_blocking(move || {
        let answer = mind.answer(question, told.flag());
        drop(permit);
        (mind, answer)
    });
    tokio::select! {
        result = &mut thinking => return result.ok(),
        () = tokio::time::sleep(ceiling) => {}
    }
    cancel.cancel();
    // That a bot could cut in tells of its hand.
    if must {
        let ceiling_ms = ceiling.as_millis() as u64;
        let Thinker { table, game, level } = who;
        tracing::warn!(table, game, level, ceiling_ms, "a bot thought until the ceiling");
    }
    thinking.await.ok()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::sync::Semaphore;

    use super::*;

    /// A bot at whose decision no number of simulations is ever enough.
    #[tokio::test]
    async fn a_bot_at_the_ceiling_answers_with_what_it_has_and_blocks_nobody() {
        let log = logged(true).await;
        let [line] = log.lines().collect::<Vec<_>>()[..] else { panic!("one line, not {log:?}") };
        assert!(line.contains("WARN"), "{line}");
        for part in [
            "a bot thought until the ceiling",
            "table=\"t7\"",
            "game=\"schwarze-dame\"",
            "level=\"master\"",
            "ceiling_ms=1000",
        ] {
            assert!(line.contains(part), "{part} in {line}");
        }
    }

    /// A bot that is asked about a chance has the cards for it, and who keeps the house may play at the table.
    #[tokio::test]
    async fn that_a_bot_had_a_chance_to_think_about_is_not_logged() {
        assert_eq!(logged(false).await, "");
    }

    /// What is logged of a bot that thinks until the ceiling.
    async fn logged(must: bool) -> String {
        let names = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
        let setup = catalog::setup("schwarze-dame", &Default::default(), names, cards::Seed::numbered(3)).unwrap();
        let table = catalog::open(setup).unwrap();
        let seat = table.must().first().unwrap();
        let question = table.question(seat).unwrap();
        let question = Question { must, ..question };
        let at = question.at;
        let mind = catalog::bot("schwarze-dame", "pimc:10000000", 1).unwrap();
        let who = Thinker { table: "t7".to_owned(), game: "schwarze-dame", level: "master".to_owned() };
        let log = Log::default();
        let heard = log.clone();
        let subscriber = tracing_subscriber::fmt().without_time().with_ansi(false).with_writer(move || heard.clone());
        let _listens = tracing::subscriber::set_default(subscriber.finish());
        let permit = Arc::new(Semaphore::new(1)).acquire_owned().await.unwrap();
        let wanted = (Cancel::default(), permit);
        let thinking = tokio::spawn(answer_within(Duration::from_secs(1), question, mind, who, wanted));
        // The one async thread of this test stays free while the bot thinks.
        let before = Instant::now();
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert!(!thinking.is_finished());
        assert!(before.elapsed() < Duration::from_secs(1));
        let (_, answer) = thinking.await.unwrap().expect("the bot does not fail");
        assert!(table.check(seat, Some(at), &answer.expect("it must play")).is_ok());
        let bytes = log.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    /// What was logged.
    #[derive(Clone, Default)]
    struct Log(Arc<std::sync::Mutex<Vec<u8>>>);

    impl std::io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            std::io::Write::write(&mut *self.0.lock().unwrap(), bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
}
