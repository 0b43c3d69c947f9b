//! The list of games. No other crate names a game. Code that works on every game is a [`Visit`], which is called with
//! the game's type. Tables and bots are returned without types.
//!
//! ```
//! let setup = catalog::setup("schwarze-dame", &Default::default(), ["a", "b", "c", "d"].map(String::from).to_vec(),
//!     cards::Seed::numbered(1))?;
//! let table = catalog::open(setup)?;
//! assert_eq!(table.must().len(), 1);
//! # Ok::<(), catalog::CatalogError>(())
//! ```

mod advice;
mod assist;
mod deals;
mod entry;
mod erased;
mod lesson;
mod open;
mod player;
mod question;
mod replay;
#[cfg(feature = "ts")]
mod typescript;

pub use advice::{
    Advice, AdviceBudget, Choice, Cost, Expected, Judgement, MARKED, advise, costliest, deals_face_up, decisions,
    judge, judge_solitaire, total_cost,
};
pub use assist::{SolvedPosition, TurningPoint, solve_position, turning_point};
pub use deals::{Rated, daily, find_deal, rate_deal};
pub use entry::{GameEntry, entries, entry};
pub use game::Verdict;
pub use lesson::{AnswerWords, Explained, ExplainedDecision, Lesson, lesson};
pub use open::open;
pub use open::{CatalogError, bot, check_seats, level_of, options, setup, todays_options};
pub use player::player;
pub use question::{WrittenQuestion, read_question, write_question};
pub use replay::{check, replay};

use search::Simulations;

use game::{Claims, Game, Hint, Marks, Observe, Rest, Show, Solve, Worlds};

/// Every game, in the order of the start page. A new game is one line here: its type, whether it is a [`Solitaire`] that
/// can be solved, and how far its bots search.
macro_rules! each_game {
    ($of:ident) => {
        $of! {
            la_dame_noire::LaDameNoire: several, FEW;
            kael::Kael: several, FEW;
            schwarze_dame::SchwarzeDame: several, USUAL;
            rouge_et_noir::RougeEtNoir: solitaire, USUAL;
            hearts::Hearts: several, USUAL;
        }
    };
}
pub(crate) use each_game;

/// A game with all its companions.
pub trait CardGame: Game + Show + Claims + Rest + Marks + Worlds + Hint + Observe {}
impl<G: Game + Show + Claims + Rest + Marks + Worlds + Hint + Observe> CardGame for G {}

/// Something that can be done with any game.
pub trait Visit {
    /// What comes out.
    type Output;
    /// Does it with this game.
    fn visit<G: CardGame>(self) -> Self::Output;
}

macro_rules! visit_one_of {
    ($($game:ty: $kind:ident, $simulations:ident;)*) => {
        /// Does something with the game of this name.
        ///
        /// # Errors
        /// If there is no such game. The error lists the existing ones.
        pub fn visit<V: Visit>(id: &str, visit: V) -> Result<V::Output, CatalogError> {
            match id {
                $(<$game as Game>::ID => Ok(visit.visit::<$game>()),)*
                _ => Err(CatalogError::unknown_game(id)),
            }
        }
    };
}
each_game!(visit_one_of);

macro_rules! simulations {
    ($($game:ty: $kind:ident, $simulations:ident;)*) => {
        /// How many simulated deals the levels of a game's bots spend on a decision.
        pub(crate) fn simulations(id: &str) -> Simulations {
            match id {
                $(<$game as Game>::ID => Simulations::$simulations,)*
                _ => Simulations::USUAL,
            }
        }
    };
}
each_game!(simulations);

/// A game of one seat that can be solved.
pub trait Solitaire: CardGame + Solve {}
impl<G: CardGame + Solve> Solitaire for G {}

/// Something that can be done with any [`Solitaire`].
pub trait VisitSolitaire {
    /// What comes out.
    type Output;
    /// Does it with this game.
    fn visit<G: Solitaire>(self) -> Self::Output;
}

/// Visits a game of the list if it is a solitaire.
macro_rules! solve_one {
    (solitaire, $game:ty, $visit:ident) => {
        Ok($visit.visit::<$game>())
    };
    (several, $game:ty, $visit:ident) => {
        Err(CatalogError::not_solved(<$game as Game>::ID))
    };
}

macro_rules! visit_a_solitaire {
    ($($game:ty: $kind:ident, $simulations:ident;)*) => {
        /// Does something with the solitaire of this name.
        ///
        /// # Errors
        /// If there is no such game, or it is not one that can be solved.
        pub fn visit_solitaire<V: VisitSolitaire>(id: &str, visit: V) -> Result<V::Output, CatalogError> {
            match id {
                $(<$game as Game>::ID => solve_one!($kind, $game, visit),)*
                _ => Err(CatalogError::unknown_game(id)),
            }
        }
    };
}
each_game!(visit_a_solitaire);

#[cfg(feature = "ts")]
macro_rules! typescript {
    ($($game:ty: $kind:ident, $simulations:ident;)*) => {
        /// Each game's id and the TypeScript types of its board.
        pub fn typescript() -> Vec<(&'static str, String)> {
            vec![$((<$game as Game>::ID, typescript::of_game::<$game>()),)*]
        }
    };
}
#[cfg(feature = "ts")]
each_game!(typescript);

/// A deal with its cards face up is not `Serialize`, so no derive can send it. If one becomes `Serialize`, the tests
/// do not compile.
#[cfg(test)]
macro_rules! deals_stay_here {
    ($($game:ty: $kind:ident, $simulations:ident;)*) => {
        $(static_assertions::assert_not_impl_any!($game: serde::Serialize, serde::Deserialize<'static>);)*
    };
}
#[cfg(test)]
each_game!(deals_stay_here);
