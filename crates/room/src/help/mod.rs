//! Help for people. `advice` contains advice and analyses from a seat's own view. `solver` contains the results of the
//! solver, for the player of a solitaire. `question` contains the questions of people. `work` contains the
//! computations. The shell runs the computations on other threads or in a worker, so they block nobody.

mod advice;
mod question;
mod solver;
mod work;

pub(crate) use self::advice::Advisers;
pub(crate) use self::question::{About, AdviceQuestion, SolverRequest, Want};
pub(crate) use self::solver::SolverHelp;
pub use self::work::{BegunWork, Finding, Work, WorkStep, advised};
