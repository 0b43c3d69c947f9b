//! Bots that think in a worker of their own. They get questions as text: what a seat sees, and what it may do.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;

use catalog::{CatalogError, WrittenQuestion};
use serde::{Deserialize, Serialize};
use table::AnyBot;

/// The most bots that are kept. A bot that is left out begins anew with its seed.
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum WorkerAnswer {
    /// The game whose net the bot needs: give it to [`BotWorker::load_net`], then ask again.
    WantsNet {
        /// The game's id.
        wants_net: String,
    },
    /// The bot's answer.
    Reply(WorkerReply),
}

/// A bot of a worker.
struct WorkerBot {
    key: BotKey,
    /// Whether it was made without the net that it needs: once the net is there, another bot takes its place.
    lacks_net: bool,
    bot: Box<dyn AnyBot>,
}

/// The bots of a worker.
#[derive(Default)]
pub struct BotWorker {
    /// The one that was asked last stands last.
    bots: VecDeque<WorkerBot>,
}

impl BotWorker {
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
        let known = self.bots.iter().position(|bot| bot.key == *key);
        let known = known.and_then(|place| self.bots.remove(place)).filter(|bot| bot.lacks_net == lacks_net);
        let mut bot = match known {
            Some(known) => known.bot,
            None => catalog::bot(game, &key.level, u64::from_str_radix(&key.seed, 16).unwrap_or_default())?,
        };
        let action = bot.answer(question, &AtomicBool::new(false));
        self.bots.push_back(WorkerBot { key: key.clone(), lacks_net, bot });
        if self.bots.len() > MOST_BOTS {
            self.bots.pop_front();
        }
        Ok(WorkerAnswer::Reply(WorkerReply { action }))
    }
}
