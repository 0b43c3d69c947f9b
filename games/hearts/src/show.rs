//! The presentation of the game to people, pages and records.

use game::{BoardKind, Seat, Show};

use crate::{Action, Facts, Hearts};

impl Show for Hearts {
    type Facts = Facts;
    const BOARD: BoardKind = BoardKind::Tricks;
    const LESSON: Option<&'static str> = Some(include_str!("../lesson.json"));
    const MARKS: &'static [&'static str] = &["took no point", "took the queen", "shot the moon"];

    fn facts(&self, seat: Seat, action: Action) -> Facts {
        match action {
            Action::Give(gift) => Facts { cards: gift.cards().to_vec(), to: self.public.giving.from(seat) },
            Action::Play(card) => Facts { cards: vec![card], to: None },
        }
    }

    /// The other seats see that a seat has chosen its gift, but not which cards. [H4]
    fn seen_by_others(action: Action) -> String {
        match action {
            Action::Give(_) => "give".to_owned(),
            Action::Play(_) => action.to_string(),
        }
    }

    fn mark(&self, mark: usize, seat: Seat) -> bool {
        match Self::MARKS[mark] {
            "took no point" => self.public.taken[seat.index()] == 0,
            "took the queen" => self.public.queen == Some(seat),
            _ => self.public.shooter() == Some(seat),
        }
    }
}
