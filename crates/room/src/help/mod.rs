//! Help for people: advice and analyses from what a seat sees (`advice`), and, for the player of a solitaire, what
//! the solver knows of the deal (`solver`). `question` has what people ask, `work` has the
//! computations. The shell runs them where they block nobody.

mod advice;
mod question;
mod solver;
mod work;

pub(crate) use self::advice::Advisers;
pub(crate) use self::question::{About, AdviceQuestion, SolverRequest, Want};
pub(crate) use self::solver::SolverHelp;
pub use self::work::{BegunWork, Finding, Work, WorkStep, advised};
