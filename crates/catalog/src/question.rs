//! Questions to bots as text, for a bot in another process or worker.

use game::{Seat, read_json};
use serde::{Deserialize, Serialize};
use table::Question;

use crate::{CardGame, CatalogError};

/// A question to a bot: the seat's view and its legal actions, and nothing else.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct WrittenQuestion {
    seat: u8,
    at: u32,
    must: bool,
    /// The view as JSON.
    view: String,
    /// The legal actions in ascending order, as JSON.
    legal: String,
}

/// Converts a question of a game to text.
///
/// # Errors
/// If there is no such game, or the question belongs to another game.
pub fn write_question(game: &str, question: &Question) -> Result<WrittenQuestion, CatalogError> {
    fn write<G: CardGame>(question: &Question) -> Option<WrittenQuestion> {
        let Question { seat, at, must, view, legal } = question;
        let view = serde_json::to_string(view.downcast_ref::<G::View>()?).ok()?;
        let legal = serde_json::to_string(legal.downcast_ref::<Vec<G::Action>>()?).ok()?;
        Some(WrittenQuestion { seat: seat.index() as u8, at: *at, must: *must, view, legal })
    }
    with_game!(game, G => write::<G>(question))?.ok_or_else(wrong)
}

/// Reads a question of a game.
///
/// # Errors
/// If there is no such game, or the question does not fit it.
pub fn read_question(game: &str, written: &WrittenQuestion) -> Result<Question, CatalogError> {
    fn read<G: CardGame>(written: &WrittenQuestion) -> Option<Question> {
        let WrittenQuestion { seat, at, must, view, legal } = written;
        let view: G::View = read_json(view).ok()?;
        let legal: Vec<G::Action> = read_json(legal).ok()?;
        let seat = Seat::try_from(*seat).ok()?;
        Some(Question { seat, at: *at, must: *must, view: Box::new(view), legal: Box::new(legal) })
    }
    with_game!(game, G => read::<G>(written))?.ok_or_else(wrong)
}

fn wrong() -> CatalogError {
    CatalogError::malformed("the question is not one of this game")
}
