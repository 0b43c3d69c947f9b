//! Workers in which bots think and advice is found. They get questions as text: what a seat sees, and what it may do.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;

use catalog::{AdviceBudget, CatalogError, WrittenQuestion};
use protocol::Advised;
use serde::{Deserialize, Serialize};
use table::{AnyBot, Decision};

/// The most bots of a worker. A bot that is left out begins anew with its seed.
const MOST_BOTS: usize = 32;

/// A question for a worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerRequest {
    /// The game's id.
    pub game: String,
    /// What the seat sees, and what it may do.
    pub question: WrittenQuestion,
    /// The answer that is wanted.
    pub wanted: WantedAnswer,
    /// The net that the answer needs cannot be loaded now: it is given without the net ([`search::Level`] says how a bot plays then).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_net: bool,
}

/// The answer that is wanted of a worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WantedAnswer {
    /// The decision of this bot.
    Bot(BotKey),
    /// Advice.
    Advice {
        /// The deal, from 0.
        deal: usize,
        /// How many actions of the deal had been done before the decision.
        after: usize,
        /// The value of the standing before the deal to the seat: a number of 64 bits (IEEE 754) as 16 hex digits, as JSON does not
        /// keep every number to the bit.
        before: String,
    },
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

/// The answer of a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum WorkerAnswer {
    /// The game whose net is needed: give it to [`catalog::load_net`], then ask again.
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
    Bot {
        /// An action in notation; `None`: not now.
        action: Option<String>,
    },
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

    /// Thinks until there is an answer, or says at once that a net is needed (unless it is to be done without).
    ///
    /// # Errors
    /// If the question cannot be read.
    pub fn answer(&mut self, asked: &WorkerRequest) -> Result<WorkerAnswer, CatalogError> {
        let WorkerRequest { game, question, wanted, without_net } = asked;
        let lacks_net = match wanted {
            WantedAnswer::Bot(key) => catalog::lacks_net(game, &key.level)?,
            WantedAnswer::Advice { .. } => catalog::advice_lacks_net(game),
        };
        if lacks_net && !without_net {
            return Ok(WorkerAnswer::WantsNet { wants_net: game.clone() });
        }
        let question = catalog::read_question(game, question)?;
        let never = AtomicBool::new(false);
        let (deal, after, before) = match wanted {
            WantedAnswer::Bot(key) => {
                let action = self.bot(game, key, lacks_net)?.answer(question, &never);
                return Ok(WorkerAnswer::Bot { action });
            }
            WantedAnswer::Advice { deal, after, before } => (*deal, *after, u64::from_str_radix(before, 16)),
        };
        let before = before.map_err(|_| CatalogError::malformed("\"before\" is not 16 hex digits"))?;
        // Advice does not depend on the line.
        let decision = Decision { deal, line: 0, after, question, before: f64::from_bits(before), done: None };
        let advice = catalog::advise(game, &decision, AdviceBudget::USUAL, &never)?;
        Ok(WorkerAnswer::Advice { advice: room::advised(advice) })
    }
}
