//! The list of games. No other crate names a game.
//!
//! The entry point is `open`, which makes a table of any game. Tables and bots are type-erased (`table::AnyTable`,
//! `table::AnyBot`). Code that needs the type of a game implements [`Visit`]; `visit` calls it with the type.
//!
//! - `entry`: the entry of a game in the list
//! - `open`: tables, options and bots of a game by its id; `erased`: a type-erased bot; `player`: a bot of a known type
//! - `question`: questions to bots as text, for bots in another process
//! - `advice`: advice and the cost of decisions; `assist`: help for the player of a solitaire, with all cards known
//! - `best_choice`: the best choice of a decision; `puzzle_file`: files of puzzles
//! - `deals`: numbered deals of a solitaire: the deal of the day, search by level
//! - `replay`: verification, replay and forks of records; `lesson`: the guided first deal
//! - `typescript`: the TypeScript types of each game's board
//!
//! ```
//! let setup = catalog::setup("schwarze-dame", &Default::default(), ["a", "b", "c", "d"].map(String::from).to_vec(),
//!     cards::Seed::numbered(1))?;
//! let table = catalog::open(setup)?;
//! assert_eq!(table.must().len(), 1);
//! # Ok::<(), catalog::CatalogError>(())
//! ```

/// Lists every game, in the order of the start page. A new game, solitaires included, is one line here: its type, the
/// simulations of its bots, and the method of its champion, if it has one.
macro_rules! each_game {
    ($of:ident $($with:tt)*) => {
        $of! {
            $($with)*
            la_dame_noire::LaDameNoire: FEW, Resampling(4_000);
            kael::Kael: FEW, Close(2_000);
            schwarze_dame::SchwarzeDame: USUAL, NetRollouts(300);
            rouge_et_noir::RougeEtNoir: USUAL;
            hearts::Hearts: USUAL, NetRollouts(300);
            #[cfg(feature = "testgames")] testgame::Stairs: USUAL;
            #[cfg(feature = "testgames")] testgame::Pairs: USUAL;
        }
    };
}

/// Evaluates an expression in which `G` is the type of the game with this id: `with_game!(id, G => …)`. Returns an
/// error if there is no such game.
macro_rules! with_game {
    ($id:expr, $G:ident => $value:expr) => { each_game!(match_game [$id, $G => $value]) };
}

macro_rules! match_game {
    ([$id:expr, $G:ident => $value:expr] $($(#[$only:meta])? $game:ty: $simulations:ident $(, $method:ident($number:literal))?;)*) => {
        match $id {
            $($(#[$only])? <$game as game::Game>::ID => { type $G = $game; Ok($value) })*
            id => Err($crate::CatalogError::unknown_game(id)),
        }
    };
}

mod advice;
mod assist;
mod best_choice;
mod deals;
mod entry;
mod erased;
mod lesson;
mod open;
mod player;
mod puzzle_file;
mod question;
mod replay;
#[cfg(feature = "types")]
mod typescript;

pub use advice::{
    Advice, AdviceBudget, Choice, Cost, Expected, Judgement, MARKED, advise, costliest, deals_face_up, decisions,
    judge, judge_solitaire, total_cost,
};
pub use assist::{SolvedPosition, TurningPoint, solve_position, turning_point};
pub use best_choice::{BestChoice, ChoiceFacts, advice_simulations, best_choice, choice_facts};
pub use deals::{Rated, daily, find_deal, opening, rate_deal};
#[cfg(feature = "testgames")]
pub use entry::list_test_games;
pub use entry::{GameEntry, entries, entry};
pub use game::Verdict;
pub use lesson::{AnswerWords, Explained, ExplainedDecision, Lesson, lesson};
pub use open::open;
pub use open::{
    CatalogError, advice_lacks_net, bot, check_seats, lacks_net, level_of, load_net, needs_net, options, setup,
    todays_options,
};
pub use player::player;
pub use puzzle_file::{MinedPuzzle, PuzzleFile, PuzzleHead, PuzzlePosition, choices, pack_path};
pub use question::{WrittenQuestion, read_question, write_question};
pub use replay::{check, fork, replay};

use search::{Level, Simulations};

use game::{Game, Hint, Observe, Rest, Show, Solvable, Solve, SolveJob, Worlds};

/// A game with all its companions.
pub trait CardGame: Game + Show + Rest + Worlds + Hint + Observe + Solvable {}
impl<G: Game + Show + Rest + Worlds + Hint + Observe + Solvable> CardGame for G {}

/// A job for any game.
pub trait Visit {
    /// The result.
    type Output;
    /// Does the job with this game.
    fn visit<G: CardGame>(self) -> Self::Output;
}

/// Calls `visitor` with the type of the game that has this id.
///
/// # Errors
/// If there is no such game. The error lists the existing ones.
pub fn visit<V: Visit>(id: &str, visitor: V) -> Result<V::Output, CatalogError> {
    with_game!(id, G => visitor.visit::<G>())
}

macro_rules! simulations {
    ($($(#[$only:meta])? $game:ty: $simulations:ident $(, $method:ident($number:literal))?;)*) => {
        /// Returns the number of simulated deals that the bots of each level use for a decision.
        pub(crate) fn simulations(id: &str) -> Simulations {
            match id {
                $($(#[$only])? <$game as Game>::ID => Simulations::$simulations$(.with_champion(Level::$method($number)))?,)*
                _ => Simulations::USUAL,
            }
        }
    };
}
each_game!(simulations);

/// A one-seat game that can be solved.
pub trait Solitaire: CardGame + Solve {}
impl<G: CardGame + Solve> Solitaire for G {}

/// A job for any [`Solitaire`].
pub trait VisitSolitaire {
    /// The result.
    type Output;
    /// Does the job with this game.
    fn visit<G: Solitaire>(self) -> Self::Output;
}

/// Calls `visitor` with the type of the solitaire that has this id.
///
/// # Errors
/// If there is no such game, or it cannot be solved.
pub fn visit_solitaire<V: VisitSolitaire>(id: &str, visitor: V) -> Result<V::Output, CatalogError> {
    struct IfSolved<V>(V);
    impl<V: VisitSolitaire> Visit for IfSolved<V> {
        type Output = Result<V::Output, CatalogError>;
        fn visit<G: CardGame>(self) -> Self::Output {
            G::if_solved(self).ok_or_else(|| CatalogError::not_solved(G::ID))
        }
    }
    impl<G: CardGame, V: VisitSolitaire> SolveJob<G> for IfSolved<V> {
        type Output = V::Output;
        fn run(self) -> V::Output
        where
            G: Solve,
        {
            self.0.visit::<G>()
        }
    }
    visit(id, IfSolved(visitor))?
}

/// Returns the TypeScript types of a game, or nothing for a test game, which has no page.
#[cfg(feature = "types")]
macro_rules! typescript_of {
    ($game:ty) => {
        Some((<$game as Game>::ID, typescript::of_game::<$game>()))
    };
    ($game:ty, $only:meta) => {
        None
    };
}

#[cfg(feature = "types")]
macro_rules! typescript {
    ($($(#[$only:meta])? $game:ty: $simulations:ident $(, $method:ident($number:literal))?;)*) => {
        /// Returns each game's id and the TypeScript types of its board.
        pub fn typescript() -> Vec<(&'static str, String)> {
            [$(typescript_of!($game $(, $only)?),)*].into_iter().flatten().collect()
        }
    };
}
#[cfg(feature = "types")]
each_game!(typescript);

/// Checks that a deal with its cards face up is not `Serialize`. So no derive can send the deal. If such a type becomes
/// `Serialize`, the tests do not compile.
#[cfg(test)]
macro_rules! deals_stay_here {
    ($($(#[$only:meta])? $game:ty: $simulations:ident $(, $method:ident($number:literal))?;)*) => {
        $(static_assertions::assert_not_impl_any!($game: serde::Serialize, serde::Deserialize<'static>);)*
    };
}
#[cfg(test)]
each_game!(deals_stay_here);
