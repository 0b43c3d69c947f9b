//! Actions in words, and what is public about them.

use cards::{Card, Rank};
use game::{BoardKind, Seat, Show, Viewer};

use crate::combination::Power;
use crate::score::worth;
use crate::trading::left_of;
use crate::view::strength_of;
use crate::{Action, CombinationKind, Facts, LaDameNoire, Play};

impl Show for LaDameNoire {
    type Facts = Facts;
    const BOARD: BoardKind = BoardKind::Climb;
    const LESSON: Option<&'static str> = Some(include_str!("../lesson.json"));

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

    /// [D6] The others see that a card was put, never which.
    fn seen_by_others(action: Action) -> String {
        match action {
            Action::Trade(_) => "trade".to_owned(),
            _ => action.to_string(),
        }
    }

    fn tell(&self, seat: Seat, action: Action, viewer: Viewer) -> String {
        match action {
            Action::Pass => "passes".to_owned(),
            Action::Bid(points) => format!("bids {points}"),
            Action::Trade(card) if viewer.sees(seat) => format!("puts {} for seat {}", name(card), left_of(seat)),
            Action::Trade(_) => format!("puts a card for seat {}", left_of(seat)),
            Action::Stop => "calls stop".to_owned(),
            Action::Play(play) => {
                let verb = if self.public.top.is_nothing() { "leads" } else { "plays" };
                format!("{verb} {}", combination(play))
            }
            Action::Coup(to) => format!("gives the trick to seat {to}"),
            Action::Keep => "keeps the trick".to_owned(),
        }
    }
}

/// "the seven of diamonds".
fn name(card: Card) -> String {
    format!("the {} of {}", rank_name(card.rank()), format!("{:?}", card.suit()).to_lowercase())
}

/// "seven", "queen".
fn rank_name(rank: Rank) -> String {
    format!("{rank:?}").to_lowercase()
}

/// "a libra 22-3-44".
fn combination(play: Play) -> String {
    let cards: Vec<Card> = play.in_order().collect();
    let runs: Vec<String> = cards
        .chunk_by(|a, b| a.rank() == b.rank())
        .map(|alike| alike.iter().map(|card| short(card.rank())).collect())
        .collect();
    let run = runs.join("-");
    match play.power().map(Power::kind) {
        Some(CombinationKind::Singleton) => name(cards[0]),
        Some(CombinationKind::Beggar) if runs.len() == 1 => "a beggar 8-8".to_owned(),
        Some(CombinationKind::Beggar) => format!("a beggar {run}"),
        Some(CombinationKind::Straight) => format!("a straight {run}"),
        Some(CombinationKind::Quarto) => format!(
            "a quarto of {}{}",
            rank_name(cards[0].rank()),
            if cards[0].rank() == Rank::Six { "es" } else { "s" }
        ),
        Some(CombinationKind::Libra) => format!("a libra {run}"),
        None => run,
    }
}

/// A rank in a run: "7", "10", "Q".
fn short(rank: Rank) -> String {
    if rank == Rank::Ten { "10".to_owned() } else { rank.letter().to_string() }
}
