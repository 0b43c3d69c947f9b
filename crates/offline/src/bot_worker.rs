//! Workers in which bots think and advice is computed. They get questions as text: a seat's view and its legal actions.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;

use catalog::{AdviceBudget, CatalogError, WrittenQuestion};
use protocol::Advised;
use serde::{Deserialize, Serialize};
use table::{AnyBot, Decision};

/// The most bots that a worker has in memory. A bot that was removed can be created again from its seed.
const MOST_BOTS: usize = 32;

/// A question for a worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerRequest {
    /// The game's id.
    pub game: String,
    /// The seat's view and its legal actions.
    pub question: WrittenQuestion,
    /// The kind of answer.
    pub wanted: WantedAnswer,
    /// True if the net that the bot or the advice needs cannot be loaded now. Then the worker has to answer without the
    /// net (see [`search::Level`]).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_net: bool,
}

/// The kind of answer that a worker gives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WantedAnswer {
    /// The decision of this bot.
    Bot(BotKey),
    /// Advice.
    Advice {
        /// The deal, from 0.
        deal: usize,
        /// The number of actions of the deal before the decision.
        after: usize,
        /// The seat's value of the standing before the deal: a 64-bit number (IEEE 754) as 16 hex digits, because JSON
        /// does not preserve every bit of every number.
        before: String,
    },
}

/// The identity of a bot. Questions with equal keys go to the same bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotKey {
    /// The life of the table's room, that is, the number of the load that created the room.
    pub life: u64,
    /// The seat of the bot.
    pub seat: u8,
    /// The level of the bot.
    pub level: String,
    /// The seed of the bot's random choices, a 64-bit number in hex.
    pub seed: String,
}

/// The answer of a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged, from = "WorkerAnswerKeys")]
pub enum WorkerAnswer {
    /// The net of a game is needed for the answer. The page loads it with [`catalog::load_net`] and then asks again.
    WantsNet {
        /// The game's id.
        wants_net: String,
    },
    /// Advice.
    Advice {
        /// The advice in the form of the protocol.
        advice: Advised,
    },
    /// The bot's answer.
    Bot {
        /// The action in notation; `None` for "not now".
        action: Option<String>,
    },
}

/// The keys of all answers.
#[derive(Deserialize)]
struct WorkerAnswerKeys {
    wants_net: Option<String>,
    advice: Option<Advised>,
    action: Option<String>,
}

impl From<WorkerAnswerKeys> for WorkerAnswer {
    fn from(WorkerAnswerKeys { wants_net, advice, action }: WorkerAnswerKeys) -> WorkerAnswer {
        match (wants_net, advice) {
            (Some(wants_net), _) => WorkerAnswer::WantsNet { wants_net },
            (None, Some(advice)) => WorkerAnswer::Advice { advice },
            (None, None) => WorkerAnswer::Bot { action },
        }
    }
}

struct WorkerBot {
    key: BotKey,
    /// True if the bot plays without the net that it needs. Once the net is loaded, a new bot replaces this one.
    lacks_net: bool,
    bot: Box<dyn AnyBot>,
}

/// The bots of a worker. The bot that was asked last is at the end.
#[derive(Default)]
pub struct BotWorker(VecDeque<WorkerBot>);

impl BotWorker {
    /// Returns the bot of this key, and creates it if necessary.
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

    /// Thinks until there is an answer. If a net is needed, requests it without thinking, unless `without_net` is set.
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
        // Advice does not depend on the line's number.
        let decision = Decision { deal, line: 0, after, question, before: f64::from_bits(before), done: None };
        let advice = catalog::advise(game, &decision, AdviceBudget::USUAL, &never)?;
        Ok(WorkerAnswer::Advice { advice: room::advised(advice) })
    }
}
