//! An external player that gets questions and gives answers as numbers. One call contains many decisions.

use std::fmt::Debug;

/// A player that chooses numbers ([`game::Observe`]). It gets only the observations of the seats that it plays.
pub trait ExternalPolicy: Send + Sync + Debug {
    /// Returns true if the player needs the rows of the actions.
    fn wants_rows(&self) -> bool;

    /// Chooses for each question a number that the mask allows.
    ///
    /// # Errors
    /// If the player cannot answer. The text of the error ends the run.
    fn choose(&self, questions: Questions) -> Result<Vec<i32>, String>;
}

/// The questions to a policy, in the order of the matches. A seat with only one action is not asked.
#[derive(Default, Debug)]
pub struct Questions {
    /// For each question, the observation of the seat that is asked.
    pub observation: Vec<i8>,
    /// For each question, the mask of the numbers that the seat may choose.
    pub mask: Vec<i8>,
    /// The seats that are asked.
    pub seat: Vec<u8>,
    /// The rows of the actions, if the policy needs them.
    pub rows: Option<Rows>,
}

/// The legal actions of the questions, one row for each action.
#[derive(Default, Debug)]
pub struct Rows {
    /// One row for each action.
    pub rows: Vec<i8>,
    /// The number of each action.
    pub numbers: Vec<i32>,
    /// The rows of question i are `offsets[i]` to `offsets[i + 1]`.
    pub offsets: Vec<i64>,
}
