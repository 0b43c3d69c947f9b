//! A type-erased bot, for type-erased tables.

use std::sync::atomic::AtomicBool;

use game::Game;
use search::{Ask, Bot};
use table::{AnyBot, Question};

/// A bot of a game as an [`AnyBot`].
pub(crate) struct Erased<G: Game>(pub(crate) Box<dyn Bot<G>>);

impl<G: Game> AnyBot for Erased<G> {
    /// # Panics
    /// If the question belongs to another game, or the bot's answer is not legal. Both are bugs.
    fn answer(&mut self, question: Question, cancel: &AtomicBool) -> Option<String> {
        let own = "a table asks bots of its own game";
        let Question { seat, must, view, legal, .. } = question;
        let view: Box<G::View> = view.downcast().expect(own);
        let legal: Box<Vec<G::Action>> = legal.downcast().expect(own);
        match self.0.decide(Ask { seat, view: &view, legal: &legal, must, cancel }) {
            Some(action) => {
                assert!(legal.binary_search(&action).is_ok(), "a bot of {} answered {action}: not legal", G::ID);
                Some(action.to_string())
            }
            None => {
                assert!(!must, "a bot of {} had no answer though play waits for it", G::ID);
                None
            }
        }
    }
}
