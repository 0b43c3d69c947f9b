//! Workers in which bots think and advice is found. They get questions as text: what a seat sees, and what it may do.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;

use catalog::{AdviceBudget, CatalogError, WrittenQuestion};
use protocol::Advised;
use serde::{Deserialize, Serialize};
use table::{AnyBot, Decision};

/// The most bots of a worker. A bot that is left out begins anew with its seed.
const MOST_BOTS: usize = 32;

/// A question to a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerRequest {
    /// The game's id.
    pub game: String,
    /// The name of the bot.
    pub bot: BotKey,
    /// The question.
    pub question: WrittenQuestion,
    /// The net that the bot needs cannot be loaded now: it plays without the net ([`search::Level`] says how).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_net: bool,
}

/// A question for advice.
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
    /// The value of the standing before the deal to the seat: a number of 64 bits (IEEE 754) as 16 hex digits, as JSON does not keep every
    /// number to the bit.
    pub before: String,
    /// The net that advice uses cannot be loaded now: it is given without the net.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_net: bool,
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
            before: format!("{:016x}", decision.before.to_bits()),
            without_net: false,
        })
    }

    fn decision(&self) -> Result<Decision, CatalogError> {
        let before = u64::from_str_radix(&self.before, 16).map(f64::from_bits);
        Ok(Decision {
            deal: self.deal,
            // Advice does not depend on it.
            line: 0,
            after: self.after,
            question: catalog::read_question(&self.game, &self.question)?,
            before: before.map_err(|_| CatalogError::malformed("\"before\" is not 16 hex digits"))?,
            done: None,
        })
    }
}

/// The name of a bot: the same name is the same bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotKey {
    /// The number of the table's loading.
    pub life: u64,
    /// Its seat.
    pub seat: u8,
    /// Its level.
    pub level: String,
    /// The seed of its random choices, as a number of 64 bits in hex.
    pub seed: String,
}

/// The answer of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerReply {
    /// An action in notation; `None`: not now.
    pub action: Option<String>,
}

/// The answer of a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum WorkerAnswer {
    /// The game whose net the bot needs: give it to [`BotWorker::load_net`], then ask again.
    WantsNet {
        /// The game's id.
        wants_net: String,
    },
    /// Advice.
    Advice {
        /// In the form of the protocol.
        advice: Advised,
    },
    /// The bot's answer. The last one: it can be read from any object.
    Reply(WorkerReply),
}

/// A bot of a worker.
struct WorkerBot {
    key: BotKey,
    /// True if it was made without the net that it needs: once the net is there, another bot takes its place.
    lacks_net: bool,
    bot: Box<dyn AnyBot>,
}

/// The bots of a worker. The one that was asked last stands last.
#[derive(Default)]
pub struct BotWorker(VecDeque<WorkerBot>);

impl BotWorker {
    /// The bot of this name. It is made if it is not here.
    fn bot(&mut self, game: &str, key: &BotKey, lacks_net: bool) -> Result<&mut dyn AnyBot, CatalogError> {
        let known = self.0.iter().position(|bot| bot.key == *key).and_then(|place| self.0.remove(place));
        let bot = match known.filter(|bot| bot.lacks_net == lacks_net) {
            Some(known) => known,
            None => {
                let seed = u64::from_str_radix(&key.seed, 16).unwrap_or_default();
                WorkerBot { key: key.clone(), lacks_net, bot: catalog::bot(game, &key.level, seed)? }
            }
        };
        if self.0.len() == MOST_BOTS {
            self.0.pop_front();
        }
        self.0.push_back(bot);
        Ok(&mut *self.0.back_mut().expect("it was added").bot)
    }

    /// Asks a bot. It thinks until it has an answer, or says at once that it needs a net (unless it is to play without).
    ///
    /// # Errors
    /// If the question cannot be read.
    pub fn answer(&mut self, asked: &WorkerRequest) -> Result<WorkerAnswer, CatalogError> {
        let WorkerRequest { game, bot: key, question, without_net } = asked;
        let lacks_net = catalog::lacks_net(game, &key.level)?;
        if lacks_net && !without_net {
            return Ok(WorkerAnswer::WantsNet { wants_net: game.clone() });
        }
        let question = catalog::read_question(game, question)?;
        let action = self.bot(game, key, lacks_net)?.answer(question, &AtomicBool::new(false));
        Ok(WorkerAnswer::Reply(WorkerReply { action }))
    }

    /// Advises, or says at once that it needs a net, as [`answer`](BotWorker::answer) does.
    ///
    /// # Errors
    /// If the question cannot be read.
    pub fn advise(&mut self, asked: &AdviceRequest) -> Result<WorkerAnswer, CatalogError> {
        if catalog::advice_lacks_net(&asked.game) && !asked.without_net {
            return Ok(WorkerAnswer::WantsNet { wants_net: asked.game.clone() });
        }
        let never = AtomicBool::new(false);
        let advice = catalog::advise(&asked.game, &asked.decision()?, AdviceBudget::USUAL, &never)?;
        Ok(WorkerAnswer::Advice { advice: room::advised(advice) })
    }
}
