//! How a game appears to people, pages and records.

use serde::{Deserialize, Serialize};

use crate::{Data, Game, Seat};

/// The kinds of board that a program which knows no game (the terminal) can draw. A kind says which fields a view has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum BoardKind {
    /// The view as a list, the actions in notation: for a game that nobody has drawn yet.
    #[default]
    Plain,
    /// A trick on the table, and what each seat has taken.
    Tricks,
    /// Combinations that beat each other.
    Climb,
    /// A deck and a pile.
    Pile,
    /// The columns and foundations of a solitaire.
    Patience,
}

/// The companion of [`Game`] that shows an action: its public facts, and what others see of it.
pub trait Show: Game {
    /// Public facts of a legal action for the page, so that no rule is written twice: the cards it names, the kind and
    /// strength of a combination, the `key` that a player presses for it. Sent beside the action as further keys of the same object.
    type Facts: Data;

    /// The kind of its board.
    const BOARD: BoardKind = BoardKind::Plain;

    /// The guided first deal: the text of the `lesson.json` in the game's folder, if it has one. `catalog::lesson` reads it.
    const LESSON: Option<&'static str> = None;

    /// The facts of an action that is legal for `seat` now.
    fn facts(&self, seat: Seat, action: Self::Action) -> Self::Facts;

    /// The action as seats other than the one that did it see it: its notation with the hidden parts left out
    /// (`trade 7d` is seen as `trade`).
    fn seen_by_others(action: Self::Action) -> String {
        action.to_string()
    }
}

/// The companion of [`Game`] for claims (Kaël's cut and good draw), which are lost when the next player moves. Most
/// games have none.
pub trait Claims: Game {
    /// The texts for the table setting for claims, if the game has claims.
    const CLAIMS: Option<ClaimWords> = None;

    /// Returns whether the last action allows claims. It follows from public facts only, so that a pause reveals
    /// nothing (K12).
    fn race(&self) -> Race {
        Race::None
    }

    /// Returns whether this action is a claim. A table that holds the next player's move lets a claim through.
    fn is_claim(_action: Self::Action) -> bool {
        false
    }
}

/// The companion of [`Game`] for statistics: what finished deals count beside points.
pub trait Marks: Game {
    /// A name for each [`mark`](Marks::mark), as "first out".
    const MARKS: &'static [&'static str] = &[];

    /// Returns whether `MARKS[mark]` is true of `seat` in this finished deal.
    fn mark(&self, _mark: usize, _seat: Seat) -> bool {
        false
    }

    /// The mark whose cases are the basis of this one: bets won are counted of bets held. `None`: of all deals.
    fn mark_among(_mark: usize) -> Option<usize> {
        None
    }
}

/// The texts about claims.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClaimWords {
    /// The rule by which a claim can come too late.
    pub rule: &'static str,
    /// Examples in notation, quoted.
    pub examples: &'static str,
}

/// How long the next player's move waits for claims, at tables that let it wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Race {
    /// No claim is possible here, whatever the hands are.
    None,
    /// A claim is conceivable but rare.
    Short,
    /// The cards on the table invite a claim.
    Long,
}
