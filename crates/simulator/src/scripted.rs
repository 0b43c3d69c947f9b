//! Bots that play at random. They take no time, and the same seed gives the same play.

use catalog::{CardGame, Visit};
use game::Rng;
use table::Question;

/// Returns one of the actions that a bot may do.
pub fn random_action(game: &str, question: &Question, rng: &mut Rng) -> String {
    catalog::visit(game, Pick(question, rng)).expect("a game of the catalog")
}

struct Pick<'a>(&'a Question, &'a mut Rng);

impl Visit for Pick<'_> {
    type Output = String;
    fn visit<G: CardGame>(self) -> String {
        let Pick(question, rng) = self;
        let legal = question.legal.downcast_ref::<Vec<G::Action>>().expect("a table asks bots of its own game");
        rng.pick(legal).to_string()
    }
}
