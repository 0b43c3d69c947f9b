//! Actions in words, and the public facts about them.

use game::{BoardKind, Seat, Show};

use crate::combination::Power;
use crate::score::worth;
use crate::trading::left_of;
use crate::view::strength_of;
use crate::{Action, Facts, LaDameNoire};

impl Show for LaDameNoire {
    type Facts = Facts;
    const BOARD: BoardKind = BoardKind::Climb;
    const LESSON: Option<&'static str> = Some(include_str!("../lesson.json"));
    /// The holder wins its bet if it is the first out [D21]. Every deal that is not thrown in has a bet [D5].
    const MARKS: &'static [&'static str] = &["first out", "last", "held the bet", "bet won"];

    fn facts(&self, seat: Seat, action: Action) -> Facts {
        let with_key = |key| Facts { key: Some(key), ..Facts::default() };
        let digit = |number: u8| char::from_digit(u32::from(number) % 10, 10);
        match action {
            Action::Pass => with_key('p'),
            Action::Stop => with_key('S'),
            Action::Keep => with_key('k'),
            Action::Bid(points) => Facts { bid: Some(points), key: digit(points / 10), ..Facts::default() },
            Action::Trade(card) => Facts { cards: vec![card], to: Some(left_of(seat)), ..Facts::default() },
            Action::Coup(to) => Facts { to: Some(to), key: digit(to.index() as u8 + 1), ..Facts::default() },
            Action::Play(play) => Facts {
                cards: play.in_order().collect(),
                kind: play.power().map(Power::kind),
                strength: play.power().map(strength_of),
                power: play.power().map(Power::number),
                points: Some(worth(play.cards())),
                beats: !self.public.top.is_nothing(),
                last: play.cards() == self.hands[seat.index()],
                ..Facts::default()
            },
        }
    }

    /// The other seats see that a seat has put a card, but not which. [D6]
    fn seen_by_others(action: Action) -> String {
        match action {
            Action::Trade(_) => "trade".to_owned(),
            _ => action.to_string(),
        }
    }

    fn mark(&self, mark: usize, seat: Seat) -> bool {
        let first = self.public.out.first() == Some(seat);
        let holds = self.public.bet.is_some_and(|(holder, _)| holder == seat);
        match Self::MARKS[mark] {
            "first out" => first,
            "last" => self.public.out.seats().get(3) == Some(&seat),
            "held the bet" => holds,
            _ => holds && first,
        }
    }

    fn mark_among(mark: usize) -> Option<usize> {
        let held = Self::MARKS.iter().position(|name| *name == "held the bet");
        held.filter(|_| Self::MARKS[mark] == "bet won")
    }
}
