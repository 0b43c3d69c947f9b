//! Workers in which bots think and advice is found. They get questions as text: what a seat sees, and what it may do.
//!
//! Several workers can share a decision: each has the bot, and is asked for its part of the simulated deals. It answers with the values of
//! its part, gets those of all parts, and goes on, until it has the bot's answer. All workers come to the same answer: that which one
//! worker finds alone.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;

use catalog::{AdviceBudget, AdviceSearch, CatalogError, WrittenQuestion};
use protocol::Advised;
use serde::{Deserialize, Serialize};
use table::{AnyBot, AnySearch, BotSearch, Decision};

/// The most bots that are kept, of each kind. A bot that is left out begins anew with its seed.
const MOST_BOTS: usize = 32;

/// A question to a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerRequest {
    /// The game's id.
    pub game: String,
    /// Names the bot.
    pub bot: BotKey,
    /// What it is asked.
    pub question: WrittenQuestion,
    /// The net that the bot needs cannot be loaded now: it plays without the net ([`search::Level`] says how).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_net: bool,
    /// Which part of the simulated deals this worker plays, where several share the decision. All of them must be asked all questions of
    /// such a bot, in the same order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<WorkerPart>,
}

/// A question for advice, which workers share.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdviceRequest {
    /// The game's id.
    pub game: String,
    /// The decision.
    pub question: WrittenQuestion,
    /// Its deal, from 0.
    pub deal: usize,
    /// How many actions of the deal had been done before it.
    pub after: usize,
    /// What the standing before the deal was worth to the seat: a value as in [`WorkerAnswer::Values`].
    pub before: String,
    /// The net that advice uses cannot be loaded now: it is given without the net.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_net: bool,
    /// Which part of the simulated deals this worker plays; left out: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<WorkerPart>,
}

impl AdviceRequest {
    /// For a decision of a game.
    ///
    /// # Errors
    /// If there is no such game, or the decision is of another one.
    pub(crate) fn of(game: &str, decision: &Decision) -> Result<AdviceRequest, CatalogError> {
        Ok(AdviceRequest {
            game: game.to_owned(),
            question: catalog::write_question(game, &decision.question)?,
            deal: decision.deal,
            after: decision.after,
            before: written(&[decision.before]),
            without_net: false,
            share: None,
        })
    }

    fn decision(&self) -> Result<Decision, CatalogError> {
        let before = read_values(&self.before).and_then(|values| values.first().copied());
        Ok(Decision {
            deal: self.deal,
            // Advice does not depend on it.
            line: 0,
            after: self.after,
            question: catalog::read_question(&self.game, &self.question)?,
            before: before.ok_or_else(|| malformed("this is not a value"))?,
            done: None,
        })
    }
}

/// One of several parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerPart {
    /// Which, from 0.
    pub part: usize,
    /// Of how many.
    pub parts: usize,
    /// Grows when a worker has failed: then all workers begin their shared bots anew, so that they have the same.
    pub epoch: u32,
}

/// The values of all parts, in their order, for a worker that shares a decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AllValues {
    /// As in [`WorkerAnswer::Values`], one part after the other.
    pub values: String,
}

/// Names a bot: the same name is the same bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotKey {
    /// Which loading of the table.
    pub life: u64,
    /// Its seat.
    pub seat: u8,
    /// Its level.
    pub level: String,
    /// The seed of its random choices, as a number of 64 bits in hex.
    pub seed: String,
}

/// What a bot answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerReply {
    /// An action in notation; `None`: not now.
    pub action: Option<String>,
}

/// What a worker says to a question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum WorkerAnswer {
    /// The game whose net the bot needs: give it to [`BotWorker::load_net`], then ask again.
    WantsNet {
        /// The game's id.
        wants_net: String,
    },
    /// What this worker's part of the simulated deals brought: collect those of all workers, and give them to
    /// [`BotWorker::go_on`].
    Values {
        /// Numbers of 64 bits (IEEE 754), each as 16 hex digits.
        values: String,
    },
    /// What to do.
    Advice {
        /// As people are told it.
        advice: Advised,
    },
    /// The bot's answer. The last one: it can be read from any object.
    Reply(WorkerReply),
}

/// A bot of a worker.
struct WorkerBot {
    key: BotKey,
    /// Whether it was made without the net that it needs: once the net is there, another bot takes its place.
    lacks_net: bool,
    /// Of [`WorkerPart`], if its decisions are shared; otherwise 0.
    epoch: u32,
    bot: Box<dyn AnyBot>,
}

/// The bots of a worker.
#[derive(Default)]
pub struct BotWorker {
    bots: BotShelf,
    /// Bots whose decisions are shared: every worker has the same.
    sharing: BotShelf,
    /// The decision that is being shared, and this worker's part.
    search: Option<(SharedWork, WorkerPart)>,
}

/// What workers share.
enum SharedWork {
    Bot(Box<dyn BotSearch>),
    Advice(Box<dyn AdviceSearch>),
}

impl SharedWork {
    fn search(&mut self) -> &mut dyn AnySearch {
        match self {
            SharedWork::Bot(search) => &mut **search,
            SharedWork::Advice(search) => &mut **search,
        }
    }
}

/// Bots that are kept. The one that was asked last stands last.
#[derive(Default)]
struct BotShelf(VecDeque<WorkerBot>);

impl BotShelf {
    /// The bot of this name. It is made if it is not here.
    fn bot(
        &mut self,
        game: &str,
        key: &BotKey,
        (lacks_net, epoch): (bool, u32),
    ) -> Result<&mut dyn AnyBot, CatalogError> {
        let known = self.0.iter().position(|bot| bot.key == *key).and_then(|place| self.0.remove(place));
        let known = known.filter(|bot| (bot.lacks_net, bot.epoch) == (lacks_net, epoch));
        let bot = match known {
            Some(known) => known,
            None => {
                let seed = u64::from_str_radix(&key.seed, 16).unwrap_or_default();
                WorkerBot { key: key.clone(), lacks_net, epoch, bot: catalog::bot(game, &key.level, seed)? }
            }
        };
        if self.0.len() == MOST_BOTS {
            self.0.pop_front();
        }
        self.0.push_back(bot);
        Ok(&mut *self.0.back_mut().expect("it was put there").bot)
    }
}

impl BotWorker {
    /// Asks a bot. It thinks until it has an answer or the values of its part, or says at once that it needs a net (unless it is to play
    /// without).
    ///
    /// # Errors
    /// If the question cannot be read, or there is no such part.
    pub fn answer(&mut self, asked: &WorkerRequest) -> Result<WorkerAnswer, CatalogError> {
        let WorkerRequest { game, bot: key, question, without_net, share } = asked;
        let lacks_net = catalog::lacks_net(game, &key.level)?;
        if lacks_net && !without_net {
            return Ok(WorkerAnswer::WantsNet { wants_net: game.clone() });
        }
        let question = catalog::read_question(game, question)?;
        let never = AtomicBool::new(false);
        let Some(share) = share else {
            let action = self.bots.bot(game, key, (lacks_net, 0))?.answer(question, &never);
            return Ok(WorkerAnswer::Reply(WorkerReply { action }));
        };
        check_part(*share)?;
        self.search = None;
        let bot = self.sharing.bot(game, key, (lacks_net, share.epoch))?;
        match bot.begin(question) {
            Ok(search) => self.play(SharedWork::Bot(search), *share),
            Err(question) => {
                let action = bot.answer(question, &never);
                Ok(WorkerAnswer::Reply(WorkerReply { action }))
            }
        }
    }

    /// Advises. Answers as [`answer`](BotWorker::answer) does, in the end with the advice.
    ///
    /// # Errors
    /// If the question cannot be read, or there is no such part.
    pub fn advise(&mut self, asked: &AdviceRequest) -> Result<WorkerAnswer, CatalogError> {
        let share = asked.share.unwrap_or(WorkerPart { part: 0, parts: 1, epoch: 0 });
        check_part(share)?;
        if catalog::advice_lacks_net(&asked.game) && !asked.without_net {
            return Ok(WorkerAnswer::WantsNet { wants_net: asked.game.clone() });
        }
        let search = catalog::advice_search(&asked.game, asked.decision()?, AdviceBudget::USUAL)?;
        self.play(SharedWork::Advice(search), share)
    }

    /// Goes on with the decision that is being shared.
    ///
    /// # Errors
    /// If there is none, or these are not the values that it waits for. Then it is over.
    pub fn go_on(&mut self, all: &AllValues) -> Result<WorkerAnswer, CatalogError> {
        let (mut work, share) = self.search.take().ok_or_else(|| malformed("no decision is being shared"))?;
        let values = read_values(&all.values).filter(|values| values.len() == work.search().expected());
        work.search().meet(&values.ok_or_else(|| malformed("these are not the values of the worlds that were drawn"))?);
        self.play(work, share)
    }

    /// Plays this worker's part of the next worlds. When there are none, there is an answer. If a bot was asked, it is the last of those that
    /// share.
    fn play(&mut self, mut work: SharedWork, share: WorkerPart) -> Result<WorkerAnswer, CatalogError> {
        if work.search().draw() {
            let values = written(&work.search().play(share.part, share.parts));
            self.search = Some((work, share));
            return Ok(WorkerAnswer::Values { values });
        }
        Ok(match work {
            SharedWork::Bot(search) => {
                let bot = self.sharing.0.back_mut().ok_or_else(|| malformed("no bot was asked"))?;
                WorkerAnswer::Reply(WorkerReply { action: bot.bot.end(&*search) })
            }
            SharedWork::Advice(search) => WorkerAnswer::Advice { advice: room::advised(search.advice()) },
        })
    }
}

fn check_part(share: WorkerPart) -> Result<(), CatalogError> {
    if share.part < share.parts { Ok(()) } else { Err(malformed("there is no such part")) }
}

fn malformed(words: &str) -> CatalogError {
    CatalogError::malformed(words)
}

/// JSON does not keep every number to the bit.
fn written(values: &[f64]) -> String {
    values.iter().map(|value| format!("{:016x}", value.to_bits())).collect()
}

fn read_values(text: &str) -> Option<Vec<f64>> {
    let digits = text.as_bytes().chunks(16).map(|digits| std::str::from_utf8(digits).ok().filter(|it| it.len() == 16));
    digits.map(|digits| u64::from_str_radix(digits?, 16).ok().map(f64::from_bits)).collect()
}
