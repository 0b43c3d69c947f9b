//! Bots at a table. They are asked with a view and their legal actions, think away from the async threads, and come back
//! through the same door as people.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use game::{Seat, Viewer};
use protocol::Message;
use store::StoreError;
use table::{AnyBot, Question};
use tokio::time::Instant;

use super::engines::RULE;
use super::{Croupier, ENGINE, Note, TRY_AGAIN, not_stored};
use crate::fault::Fault;

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
    pub(super) plan: Plan,
    /// The position in which it let a chance pass: it is asked once.
    pub(super) passed_at: Option<u64>,
}

/// What a bot is about to do.
pub(super) enum Plan {
    Rests,
    Waits {
        decision: Decision,
        due: Instant,
    },
    Thinks,
    /// The engine of this seat has been asked, in the position after so many events.
    Asks {
        decision: Decision,
        log: u64,
        until: Instant,
    },
}

/// What it will be asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Decision {
    /// Play waits for it.
    Turn { at: u32 },
    /// It could cut in, in the position after so many events.
    Chance { log: u64 },
}

/// What a bot has thought.
pub(crate) struct Thought {
    seat: Seat,
    serial: u64,
    /// The position that it thought about.
    log: u64,
    at: u32,
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
            plan: Plan::Rests,
            passed_at: None,
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

    /// Gives every bot that can act a moment to do so. A bot that waits for the same decision keeps its moment.
    pub(super) fn plan_bots(&mut self) {
        let now = Instant::now();
        let (must, may) = (self.table.must(), self.table.may());
        for (index, bot) in self.bots.iter_mut().enumerate() {
            let Some(bot) = bot else { continue };
            let seat = Seat::new(index as u8);
            let decision = if must.has(seat) {
                Some(Decision::Turn { at: self.table.at(seat) })
            } else if may.has(seat) && bot.passed_at != Some(self.log) {
                Some(Decision::Chance { log: self.log })
            } else {
                None
            };
            // The pause is drawn whether it is needed or not.
            let (turn, chance) = (self.house.pace.turn(&mut self.rng), self.house.pace.claim(&mut self.rng));
            let same = match &bot.plan {
                Plan::Thinks => true,
                Plan::Waits { decision: planned, .. } => Some(*planned) == decision,
                Plan::Asks { decision: asked, log, .. } => Some(*asked) == decision && *log == self.log,
                Plan::Rests => decision.is_none(),
            };
            if !same {
                // What has happened meanwhile the engine has been told: it is asked anew without a pause.
                let again = matches!(&bot.plan, Plan::Asks { decision: asked, .. } if Some(*asked) == decision);
                bot.plan = match decision {
                    Some(decision) if again => Plan::Waits { decision, due: now },
                    Some(decision @ Decision::Turn { .. }) => Plan::Waits { decision, due: now + turn },
                    Some(decision @ Decision::Chance { .. }) => Plan::Waits { decision, due: now + chance },
                    None => Plan::Rests,
                };
            }
        }
    }

    /// When the next bot is due.
    pub(super) fn next_bot(&self) -> Option<Instant> {
        (0..self.bots.len()).filter_map(|index| self.due(index)).min()
    }

    /// Whether a bot thinks or is about to.
    pub(super) fn is_busy(&self) -> bool {
        !self.state.paused && self.bots.iter().flatten().any(|bot| !matches!(bot.plan, Plan::Rests))
    }

    /// When a bot is due. A turn waits for a window to close, a chance does not.
    fn due(&self, index: usize) -> Option<Instant> {
        // A table that pauses waits for its bots too.
        if self.state.paused {
            return None;
        }
        match self.bots[index].as_ref()?.plan {
            Plan::Waits { decision, due } => match (decision, &self.race) {
                (Decision::Turn { .. }, Some(race)) if self.waits_for_claims(Seat::new(index as u8)) => {
                    Some(due.max(race.closes))
                }
                _ => Some(due),
            },
            Plan::Asks { until, .. } => Some(until),
            Plan::Rests | Plan::Thinks => None,
        }
    }

    /// Asks the bots that are due.
    pub(super) fn ask_bots(&mut self, now: Instant) {
        for index in 0..self.bots.len() {
            if self.due(index).is_none_or(|due| due > now) {
                continue;
            }
            let late = self.bots[index].as_ref().is_some_and(|bot| matches!(bot.plan, Plan::Asks { .. }));
            if late {
                self.engine_is_late(index);
            }
            if late || !self.ask_engine(index, now) {
                self.ask_mind(index);
            }
        }
    }

    /// Asks a bot of the house.
    pub(super) fn ask_mind(&mut self, index: usize) {
        let seat = Seat::new(index as u8);
        let question = self.table.question(seat);
        let log = self.log;
        let Some(mailbox) = self.mailbox.upgrade() else { return };
        let bot = self.bots[index].as_mut().expect("only a bot is due");
        let (Some(question), Some(mind)) = (question, bot.mind.take()) else {
            bot.plan = Plan::Rests;
            return;
        };
        bot.plan = Plan::Thinks;
        let serial = bot.serial;
        let minds = self.house.minds.clone();
        let who = Thinker { table: self.id.clone(), game: bot.game, level: bot.level.clone() };
        tokio::spawn(async move {
            let _permit = minds.acquire_owned().await;
            let thought = think(seat, serial, log, question, mind, who).await;
            // If the croupier has gone, the bot is not needed.
            let _ = mailbox.send(Box::new(Note::Thought(thought))).await;
        });
    }

    /// A bot has thought: does what it wants, if that is still the question.
    pub(super) async fn take_thought(&mut self, thought: Thought) {
        let Thought { seat, serial, log, at, must, took, result } = thought;
        // That a bot could cut in tells of its hand.
        if must {
            self.house.meters.thought(took);
        }
        let table = must.then(|| self.id.clone());
        // Its person may be back.
        let Some(bot) = self.bots[seat.index()].as_mut().filter(|bot| bot.serial == serial) else { return };
        let (mind, answer) = match result {
            Some((mind, answer)) => (Some(mind), answer),
            None => {
                tracing::error!(table, level = bot.level, "a bot failed and is replaced by a fresh one");
                bot.seed = bot.seed.wrapping_add(1);
                let level = if bot.level == ENGINE { RULE } else { &bot.level };
                (catalog::bot(bot.game, level, bot.seed).ok(), None)
            }
        };
        bot.mind = mind;
        bot.plan = Plan::Rests;
        if log != self.log {
            // Play has gone on meanwhile: what it has to decide is asked again, at once.
            if self.table.must().has(seat) {
                bot.plan = Plan::Waits { decision: Decision::Turn { at: self.table.at(seat) }, due: Instant::now() };
            }
            return;
        }
        let action = match answer {
            Some(action) => action,
            None if must => match self.any_action(seat) {
                Some(action) => action,
                None => return,
            },
            None => {
                bot.passed_at = Some(log);
                return;
            }
        };
        let action = match self.table.check(seat, Some(at), &action) {
            Ok(_) => action,
            Err(refused) => {
                tracing::error!(table, key = refused.key, "a bot wanted what is not legal");
                match self.any_action(seat) {
                    Some(any) => any,
                    None => return,
                }
            }
        };
        let player = self.is_engines(seat.index()).then_some(RULE);
        self.bot_acts(seat, at, must, &action, player).await;
    }

    /// Does what was decided on a bot's seat. `player`: who acts on an engine's seat.
    pub(super) async fn bot_acts(&mut self, seat: Seat, at: u32, must: bool, action: &str, player: Option<&str>) {
        if let Some(player) = player
            && self.table.check(seat, Some(at), action).is_ok()
            && let Err(error) = self.say_who_acts(seat, player).await
        {
            return self.bot_not_stored(seat, at, must, &error);
        }
        let Ok(accepted) = self.table.check(seat, Some(at), action) else { return };
        match self.commit(accepted, None, None).await {
            Ok(()) => self.release_held().await,
            Err(error) => self.bot_not_stored(seat, at, must, &error),
        }
    }

    /// A bot's action could not be stored: it tries again later, and the guests know why play stands still.
    fn bot_not_stored(&mut self, seat: Seat, at: u32, must: bool, error: &StoreError) {
        let decision = if must { Decision::Turn { at } } else { Decision::Chance { log: self.log } };
        let bot = self.bots[seat.index()].as_mut().expect("only bots think");
        bot.plan = Plan::Waits { decision, due: Instant::now() + TRY_AGAIN };
        if !self.told_full {
            self.told_full = true;
            let refusal = not_stored(error);
            self.say_to_all(&Message::Error { key: refusal.key, words: refusal.words });
        }
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

async fn think(seat: Seat, serial: u64, log: u64, question: Question, mind: Box<dyn AnyBot>, who: Thinker) -> Thought {
    let (at, must) = (question.at, question.must);
    let asked = std::time::Instant::now();
    let result = answer_within(THINKS_AT_MOST, question, mind, who).await;
    Thought { seat, serial, log, at, must, took: asked.elapsed(), result }
}

/// Asks a bot away from the async threads. At the ceiling it is told to stop, and answers with what it has.
async fn answer_within(
    ceiling: Duration,
    question: Question,
    mut mind: Box<dyn AnyBot>,
    who: Thinker,
) -> Option<(Box<dyn AnyBot>, Option<String>)> {
    let cancel = Arc::new(AtomicBool::new(false));
    let told = cancel.clone();
    let must = question.must;
    let mut thinking = tokio::task::spawn_blocking(move || {
        let answer = mind.answer(question, &told);
        (mind, answer)
    });
    tokio::select! {
        result = &mut thinking => return result.ok(),
        () = tokio::time::sleep(ceiling) => {}
    }
    cancel.store(true, Ordering::Relaxed);
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
        let thinking = tokio::spawn(answer_within(Duration::from_secs(1), question, mind, who));
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
