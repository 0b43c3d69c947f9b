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

/// The bots of a worker.
#[derive(Default)]
pub struct BotWorker {
    /// The one that was asked last stands last.
    bots: VecDeque<(BotKey, Box<dyn AnyBot>)>,
}

impl BotWorker {
    /// Asks a bot. It thinks until it has an answer, or says at once that it needs a net.
    ///
    /// # Errors
    /// If the question cannot be read.
    pub fn answer(&mut self, asked: &WorkerRequest) -> Result<WorkerAnswer, CatalogError> {
        let WorkerRequest { game, bot: key, question } = asked;
        if catalog::lacks_net(game, &key.level)? {
            return Ok(WorkerAnswer::WantsNet { wants_net: game.clone() });
        }
        let question = catalog::read_question(game, question)?;
        let mut bot = match self.bots.iter().position(|(known, _)| known == key) {
            Some(place) => self.bots.remove(place).expect("it is there").1,
            None => catalog::bot(game, &key.level, u64::from_str_radix(&key.seed, 16).unwrap_or_default())?,
        };
        let action = bot.answer(question, &AtomicBool::new(false));
        self.bots.push_back((key.clone(), bot));
        if self.bots.len() > MOST_BOTS {
            self.bots.pop_front();
        }
        Ok(WorkerAnswer::Reply(WorkerReply { action }))
    }
}
