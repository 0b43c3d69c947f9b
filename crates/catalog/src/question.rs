//! Questions to bots as text, for a bot that thinks in another process or worker.

use game::Seat;
use serde::{Deserialize, Serialize};
use table::Question;

use crate::{CardGame, CatalogError, Visit, visit};

/// A question to a bot: what the seat sees, and what it may do. It holds nothing else.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct WrittenQuestion {
    seat: u8,
    at: u32,
    must: bool,
    /// JSON of the game's view.
    view: String,
    /// JSON of its legal actions, ascending.
    legal: String,
}

/// Writes a question of a game.
///
/// # Errors
/// If there is no such game, or the question is of another one.
pub fn write_question(game: &str, question: &Question) -> Result<WrittenQuestion, CatalogError> {
    struct WriteQuestion<'a>(&'a Question);
    impl Visit for WriteQuestion<'_> {
        type Output = Option<WrittenQuestion>;
        fn visit<G: CardGame>(self) -> Self::Output {
            let Question { seat, at, must, view, legal } = self.0;
            let view = serde_json::to_string(view.downcast_ref::<G::View>()?).ok()?;
            let legal = serde_json::to_string(legal.downcast_ref::<Vec<G::Action>>()?).ok()?;
            Some(WrittenQuestion { seat: seat.index() as u8, at: *at, must: *must, view, legal })
        }
    }
    visit(game, WriteQuestion(question))?.ok_or_else(wrong)
}

/// Reads a question of a game.
///
/// # Errors
/// If there is no such game, or the question is not one of it.
pub fn read_question(game: &str, written: &WrittenQuestion) -> Result<Question, CatalogError> {
    struct ReadQuestion<'a>(&'a WrittenQuestion);
    impl Visit for ReadQuestion<'_> {
        type Output = Option<Question>;
        fn visit<G: CardGame>(self) -> Self::Output {
            let WrittenQuestion { seat, at, must, view, legal } = self.0;
            let view: G::View = serde_json::from_str(view).ok()?;
            let legal: Vec<G::Action> = serde_json::from_str(legal).ok()?;
            let seat = Seat::try_from(*seat).ok()?;
            Some(Question { seat, at: *at, must: *must, view: Box::new(view), legal: Box::new(legal) })
        }
    }
    visit(game, ReadQuestion(written))?.ok_or_else(wrong)
}

fn wrong() -> CatalogError {
    CatalogError::malformed("the question is not one of this game")
}
