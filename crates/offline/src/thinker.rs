//! Bots that think in a worker of their own. They get questions as text: what a seat sees, and what it may do.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;

use catalog::{CatalogError, WrittenQuestion};
use serde::{Deserialize, Serialize};
use table::AnyBot;

/// The most bots that are kept. A bot that is left out begins anew with its seed.
const MOST_MINDS: usize = 32;

/// A question to a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThinkRequest {
    /// The game's id.
    pub game: String,
    /// Names the bot.
    pub mind: MindName,
    /// What it is asked.
    pub question: WrittenQuestion,
}

/// Names a bot: the same name is the same bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MindName {
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
pub struct ThinkAnswer {
    /// An action in notation; `None`: not now.
    pub action: Option<String>,
}

/// The bots of a worker.
#[derive(Default)]
pub struct Thinker {
    /// The one that was asked last stands last.
    minds: VecDeque<(MindName, Box<dyn AnyBot>)>,
}

impl Thinker {
    /// Asks a bot. It thinks until it has an answer.
    ///
    /// # Errors
    /// If the question cannot be read.
    pub fn answer(&mut self, asked: &ThinkRequest) -> Result<ThinkAnswer, CatalogError> {
        let ThinkRequest { game, mind: name, question } = asked;
        let question = catalog::read_question(game, question)?;
        let mut mind = match self.minds.iter().position(|(known, _)| known == name) {
            Some(place) => self.minds.remove(place).expect("it is there").1,
            None => catalog::bot(game, &name.level, u64::from_str_radix(&name.seed, 16).unwrap_or_default())?,
        };
        let action = mind.answer(question, &AtomicBool::new(false));
        self.minds.push_back((name.clone(), mind));
        if self.minds.len() > MOST_MINDS {
            self.minds.pop_front();
        }
        Ok(ThinkAnswer { action })
    }
}
