//! Reasons for a move, and the themes of puzzles, from the visible cards.

use cards::Card;
use game::{Explain, Reason};

use crate::safe::is_safe;
use crate::tableau::value;
use crate::{Action, Destination, FillEmpty, RougeEtNoir, Source, Spot, View};

impl Explain for RougeEtNoir {
    const THEMES: &'static [&'static str] = &["stock", "redeal", "foundation", "discard", "column", "space"];

    fn themes(view: &View, action: Option<Action>) -> Vec<&'static str> {
        let (from, to) = match action {
            Some(Action::Turn) => return vec!["stock"],
            Some(Action::Redeal) => return vec!["redeal"],
            Some(Action::Move(from, to)) => (from, to),
            None => return Vec::new(),
        };
        let cards = |spot: Spot| view.tableaus[spot.index()].len();
        let mut themes = vec![match to {
            Destination::Foundation => "foundation",
            Destination::Discard => "discard",
            Destination::Tableau(_) => "column",
        }];
        if matches!(to, Destination::Tableau(spot) if cards(spot) == 0)
            || matches!(from, Source::Tableau(spot) if cards(spot) == 1)
        {
            themes.push("space");
        }
        if from == Source::Discard {
            themes.push("discard");
        }
        themes
    }

    fn reasons(view: &View, action: Option<Action>) -> Vec<Reason> {
        let mut reasons = match action {
            Some(Action::Turn) => turned(view),
            Some(Action::Redeal) => redealt(view),
            Some(Action::Move(from, to)) => moved(view, from, to),
            None => Vec::new(),
        };
        reasons.truncate(3);
        reasons
    }
}

/// Returns the reasons for turning up the next card. [R4]
fn turned(view: &View) -> Vec<Reason> {
    match (view.known.first(), view.stock) {
        (Some(card), _) => vec![Reason::new("known_next").card(card)],
        (None, n) => vec![Reason::new("stock").n(n.into())],
    }
}

/// Returns the reasons for a redeal. [R8]
fn redealt(view: &View) -> Vec<Reason> {
    let n = view.discard.len() as i32;
    let mut reasons = vec![Reason::new("again").n(n)];
    if view.redeals_left == Some(1) {
        reasons.push(Reason::new("last_redeal"));
    }
    reasons
}

/// Returns the reasons for this move, the most important first.
fn moved(view: &View, from: Source, to: Destination) -> Vec<Reason> {
    let column = match from {
        Source::Tableau(spot) => &view.tableaus[spot.index()][..],
        Source::Hand | Source::Discard => &[],
    };
    let card = match from {
        Source::Hand => view.hand,
        Source::Discard => view.discard.last().copied(),
        Source::Tableau(_) => column.last().copied(),
    };
    let Some(card) = card else { return Vec::new() };
    let mut reasons = Vec::new();
    match to {
        Destination::Foundation => {
            let (world, _) = view.world();
            if view.rules.fill_empty == FillEmpty::Choice && is_safe(world.position.foundations, card) {
                reasons.push(Reason::new("safe"));
            } else {
                reasons.push(Reason::new("home"));
            }
        }
        Destination::Discard => {
            if !view.tableaus.iter().any(|column| takes(column, card)) && !goes_home(view, card) {
                reasons.push(Reason::new("fits_nowhere"));
            } else {
                reasons.push(Reason::new("keeps_columns"));
            }
        }
        Destination::Tableau(spot) => match view.tableaus[spot.index()].last() {
            None => reasons.push(Reason::new("into_space")),
            Some(below) if from != Source::Discard => {
                reasons.push(Reason::new("builds_on").card(below));
            }
            Some(below) => {
                reasons.push(Reason::new("takes_back").card(below));
            }
        },
    }
    match column {
        [_] => reasons.push(Reason::new("clears")),
        [.., under, _] if goes_home(view, *under) => {
            reasons.push(Reason::new("frees_home").card(under));
        }
        [.., under, _] => reasons.push(Reason::new("frees").card(under)),
        [] => {}
    }
    reasons
}

/// Returns true if this column has cards and the card can be built on its top card. [R3]
fn takes(column: &[Card], card: Card) -> bool {
    column.last().is_some_and(|top| top.suit().is_red() != card.suit().is_red() && value(*top) == value(card) + 1)
}

/// Returns true if a foundation takes the card now.
fn goes_home(view: &View, card: Card) -> bool {
    view.foundations[card.suit() as usize].iter().any(|top| value(*top) + 1 == value(card))
}
