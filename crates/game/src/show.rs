//! How a game appears to people, pages and records.

use serde::{Deserialize, Serialize};

use crate::{Data, Game, Seat};

/// The kinds of board that a program without code for a game (the terminal) can draw. The kind determines the fields of
/// the view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum BoardKind {
    /// The view as a list and the actions in notation, for a game without a board of its own.
    #[default]
    Plain,
    /// A trick on the table, and the tricks that each seat has taken.
    Tricks,
    /// Combinations that beat each other.
    Climb,
    /// A deck and a pile.
    Pile,
    /// The columns and foundations of a solitaire.
    Patience,
}

/// The companion of [`Game`] that shows the game: the public facts of an action, the part of it that others see,
/// claims, and the marks of a deal.
pub trait Show: Game {
    /// The public facts of an action. With these facts, the page does not have to implement the game's rules. They are
    /// the cards in the action, the kind and strength of a combination, the `key` that a player presses. The facts are
    /// further keys of the action's JSON object.
    type Facts: Data;

    /// The kind of the game's board.
    const BOARD: BoardKind = BoardKind::Plain;

    /// The guided first deal: the text of the game's `lesson.json`, if it exists. `catalog::lesson` reads it.
    const LESSON: Option<&'static str> = None;

    /// The texts of the table setting for claims (Kaël's cut and good draw), which are lost when the next player moves.
    /// Most games have no claims.
    const CLAIMS: Option<ClaimWords> = None;

    /// The name of each [`mark`](Show::mark), such as "first out". Marks are facts about finished deals that statistics
    /// count beside points.
    const MARKS: &'static [&'static str] = &[];

    /// Returns the facts of an action that is legal for `seat` now.
    fn facts(&self, seat: Seat, action: Self::Action) -> Self::Facts;

    /// Returns the notation of the action without its hidden parts, as the other seats see it (`trade 7d` becomes
    /// `trade`).
    fn seen_by_others(action: Self::Action) -> String {
        action.to_string()
    }

    /// Returns how long claims are possible after the last action. The answer depends only on public facts, so a pause
    /// reveals nothing (K12).
    fn race(&self) -> Race {
        Race::None
    }

    /// Returns whether this action is a claim. A table accepts a claim immediately, even while it holds the next
    /// player's move.
    fn is_claim(_action: Self::Action) -> bool {
        false
    }

    /// Returns whether `MARKS[mark]` is true of `seat` in this finished deal.
    fn mark(&self, _mark: usize, _seat: Seat) -> bool {
        false
    }

    /// Returns the mark without which this mark cannot occur, such as "bets held" for "bets won". The frequency of this
    /// mark then refers to the deals with the returned mark. If there is none, the frequency refers to all deals.
    fn mark_among(_mark: usize) -> Option<usize> {
        None
    }
}

/// The texts of the table setting for claims.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClaimWords {
    /// The rule by which a claim can come too late.
    pub rule: &'static str,
    /// Quoted examples in notation.
    pub examples: &'static str,
}

/// The time for which a table holds the next player's move for claims, if the table's setting allows that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Race {
    /// No claim is possible here, whatever the hands are.
    None,
    /// A claim is possible but rare.
    Short,
    /// The cards on the table invite a claim.
    Long,
}
