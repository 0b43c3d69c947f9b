//! The presentation of the game to people, pages and records.

use game::{BoardKind, ClaimWords, Race, Rest, Seat, Show};

use crate::{Action, ActionKind, CallOutcome, Card, Facts, Kael, Source};

impl Show for Kael {
    type Facts = Facts;
    const BOARD: BoardKind = BoardKind::Pile;
    const LESSON: Option<&'static str> = Some(include_str!("../lesson.json"));
    const CLAIMS: Option<ClaimWords> = Some(ClaimWords { rule: "K12", examples: "\"cut 7 7\" or \"good\"" });
    /// A call succeeds if the caller alone has the lowest value [K16]; a call with more than 5 is a mistake [K18].
    const MARKS: &'static [&'static str] = &["called", "call succeeded", "mistake", "eliminated"];

    fn facts(&self, _: Seat, action: Action) -> Facts {
        let run = self.run();
        let on_top = |card: Card| run.map_or(0, |(top, count)| if top == card { count } else { 0 });
        let many = |card: Card, count: u8| vec![card; usize::from(count)];
        let square = |card: Card, count: u8| on_top(card) + count == 4;
        let plain = |kind| Facts {
            kind,
            key: None,
            cards: Vec::new(),
            source: None,
            takes: None,
            deal: None,
            square: false,
            draws: false,
        };
        let with_key = |kind, key| Facts { key: Some(key), ..plain(kind) };
        match action {
            Action::Deal(size) => {
                Facts { deal: Some(size), key: char::from_digit(u32::from(size) % 10, 10), ..plain(ActionKind::Deal) }
            }
            Action::Lay(card, count) => {
                let square = square(card, count);
                Facts { cards: many(card, count), square, draws: card != Card::X && !square, ..plain(ActionKind::Lay) }
            }
            Action::Draw(source) => {
                let takes = self.under().filter(|_| source == Source::Pile).map(|(_, card)| card);
                let key = if source == Source::Deck { 'd' } else { 't' };
                Facts { source: Some(source), takes, ..with_key(ActionKind::Draw, key) }
            }
            Action::Good => {
                let card = self.fresh.expect("a good draw follows a draw").laid;
                Facts { cards: vec![card], square: square(card, 1), ..with_key(ActionKind::Good, 'g') }
            }
            Action::Cut(card, count) => {
                Facts { cards: many(card, count), square: true, ..with_key(ActionKind::Cut, 'c') }
            }
            Action::Kael => with_key(ActionKind::Kael, 'K'),
            Action::Show => with_key(ActionKind::Show, 's'),
        }
    }

    /// Returns the length of the window for claims. A window opens after every lay, draw and good draw. It also opens
    /// after the deal if the first card can be cut. The window is long if a cut would need one or two cards. [K12]
    fn race(&self) -> Race {
        let opens = match self.last.map(|(_, action)| action) {
            Some(Action::Lay(..) | Action::Draw(_) | Action::Good) => !self.is_over(),
            Some(Action::Deal(_)) => self.cuttable().is_some(),
            _ => false,
        };
        match self.cuttable() {
            _ if !opens => Race::None,
            Some((_, 1 | 2)) => Race::Long,
            _ => Race::Short,
        }
    }

    fn is_claim(action: Action) -> bool {
        matches!(action, Action::Cut(..) | Action::Good)
    }

    fn mark(&self, mark: usize, seat: Seat) -> bool {
        let Some(outcome) = self.outcome() else { return false };
        let called = outcome.caller == seat;
        match Self::MARKS[mark] {
            "called" => called,
            "call succeeded" => called && outcome.count == CallOutcome::Success,
            "mistake" => called && outcome.count == CallOutcome::Mistake,
            _ => outcome.eliminated.has(seat),
        }
    }

    fn mark_among(mark: usize) -> Option<usize> {
        let called = Self::MARKS.iter().position(|name| *name == "called");
        called.filter(|_| matches!(Self::MARKS[mark], "call succeeded" | "mistake"))
    }
}

impl Rest for Kael {}
