//! The presentation of the game to people, pages and records.

use game::{BoardKind, Seat, Show};

use crate::{Action, Facts, SchwarzeDame};

impl Show for SchwarzeDame {
    type Facts = Facts;
    const BOARD: BoardKind = BoardKind::Tricks;
    const LESSON: Option<&'static str> = Some(include_str!("../lesson.json"));

    fn facts(&self, _: Seat, Action(card): Action) -> Facts {
        Facts { card }
    }
}
