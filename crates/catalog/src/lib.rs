//! The list of games. No other crate names a game.
//!
//! Begin at `open`, which makes a table of any game. Tables and bots are type-erased (`table::AnyTable`,
//! `table::AnyBot`). Code that needs the type of a game implements [`Visit`], and `visit` calls it with that type.
//!
//! - `entry`: what a start page needs to know of a game
//! - `open`: tables, options and bots of a game by its id; `erased`: a type-erased bot; `player`: a bot of a known type
//! - `question`: questions to bots as text, for another process
//! - `advice`: what to do, and what decisions cost; `assist`: help for the player of a solitaire, with all cards known
//! - `deals`: numbered deals of a solitaire: the deal of the day, a deal of a level
//! - `replay`: verifies records and replays them; `lesson`: the guided first deal
//! - `typescript`: the types of each game's board
//!
//! ```
//! let setup = catalog::setup("schwarze-dame", &Default::default(), ["a", "b", "c", "d"].map(String::from).to_vec(),
//!     cards::Seed::numbered(1))?;
//! let table = catalog::open(setup)?;
//! assert_eq!(table.must().len(), 1);
//! # Ok::<(), catalog::CatalogError>(())
//! ```

/// Every game, in the order of the start page. A new game is one line here, a solitaire like any other: its type, how
/// far its bots search, and the method of its champion, if it has one.
macro_rules! each_game {
    ($of:ident $($with:tt)*) => {
        $of! {
            $($with)*
            la_dame_noire::LaDameNoire: FEW, Resampling(4_000);
            kael::Kael: FEW, Close(2_000);
            schwarze_dame::SchwarzeDame: USUAL, NetRollouts(300);
            rouge_et_noir::RougeEtNoir: USUAL;
            hearts::Hearts: USUAL, NetRollouts(300);
            #[cfg(any(test, feature = "testgames"))] testgame::Stairs: USUAL;
            #[cfg(any(test, feature = "testgames"))] testgame::Pairs: USUAL;
        }
    };
}

/// The value of an expression in which `G` is the type of the game of this name: `with_game!(id, G => …)`. An error if there is
/// no such game.
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
mod deals;
mod entry;
mod erased;
mod lesson;
mod open;
mod player;
mod question;
mod replay;
#[cfg(test)]
mod second_solitaire_tests;
#[cfg(feature = "ts")]
mod typescript;

pub use advice::{
    Advice, AdviceBudget, Choice, Cost, Expected, Judgement, MARKED, advise, costliest, deals_face_up, decisions,
    judge, judge_solitaire, total_cost,
};
pub use assist::{SolvedPosition, TurningPoint, solve_position, turning_point};
pub use deals::{Rated, daily, find_deal, opening, rate_deal};
pub use entry::{GameEntry, entries, entry};
pub use game::Verdict;
pub use lesson::{AnswerWords, Explained, ExplainedDecision, Lesson, lesson};
pub use open::open;
pub use open::{
    CatalogError, advice_lacks_net, bot, check_seats, lacks_net, level_of, load_net, needs_net, options, setup,
    todays_options,
};
pub use player::player;
pub use question::{WrittenQuestion, read_question, write_question};
pub use replay::{check, replay};

use search::{Level, Simulations};

use game::{Claims, Game, Hint, Marks, Observe, Rest, Show, Solvable, Solve, SolveJob, Worlds};

/// A game with all its companions.
pub trait CardGame: Game + Show + Claims + Rest + Marks + Worlds + Hint + Observe + Solvable {}
impl<G: Game + Show + Claims + Rest + Marks + Worlds + Hint + Observe + Solvable> CardGame for G {}

/// Something that can be done with any game.
pub trait Visit {
    /// The result.
    type Output;
    /// Does it with this game.
    fn visit<G: CardGame>(self) -> Self::Output;
}

/// Does something with the game of this name.
///
/// # Errors
/// If there is no such game. The error lists the existing ones.
pub fn visit<V: Visit>(id: &str, visitor: V) -> Result<V::Output, CatalogError> {
    with_game!(id, G => visitor.visit::<G>())
}

macro_rules! simulations {
    ($($(#[$only:meta])? $game:ty: $simulations:ident $(, $method:ident($number:literal))?;)*) => {
        /// How many simulated deals the levels of a game's bots spend on a decision.
        pub(crate) fn simulations(id: &str) -> Simulations {
            match id {
                $($(#[$only])? <$game as Game>::ID => Simulations::$simulations$(.with_champion(Level::$method($number)))?,)*
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
    /// The result.
    type Output;
    /// Does it with this game.
    fn visit<G: Solitaire>(self) -> Self::Output;
}

/// Does something with the solitaire of this name.
///
/// # Errors
/// If there is no such game, or it is not one that can be solved.
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

/// A line of the list that is only for tests has no page.
#[cfg(feature = "ts")]
macro_rules! typescript_of {
    ($game:ty) => {
        Some((<$game as Game>::ID, typescript::of_game::<$game>()))
    };
    ($game:ty, $only:meta) => {
        None
    };
}

#[cfg(feature = "ts")]
macro_rules! typescript {
    ($($(#[$only:meta])? $game:ty: $simulations:ident $(, $method:ident($number:literal))?;)*) => {
        /// Each game's id and the TypeScript types of its board.
        pub fn typescript() -> Vec<(&'static str, String)> {
            [$(typescript_of!($game $(, $only)?),)*].into_iter().flatten().collect()
        }
    };
}
#[cfg(feature = "ts")]
each_game!(typescript);

/// A deal with its cards face up is not `Serialize`, so no derive can send it. If one becomes `Serialize`, the tests
/// do not compile.
#[cfg(test)]
macro_rules! deals_stay_here {
    ($($(#[$only:meta])? $game:ty: $simulations:ident $(, $method:ident($number:literal))?;)*) => {
        $(static_assertions::assert_not_impl_any!($game: serde::Serialize, serde::Deserialize<'static>);)*
    };
}
#[cfg(test)]
each_game!(deals_stay_here);
