//! An external player that is asked by numbers, many decisions at once.

use std::fmt::Debug;

/// A player that chooses among numbers ([`game::Observe`]). It sees what each seat observes, and nothing else.
pub trait ExternalPolicy: Send + Sync + Debug {
    /// Returns true if it wants the rows of the actions.
    fn wants_rows(&self) -> bool;

    /// Chooses, for each question, a number that its mask allows.
    ///
    /// # Errors
    /// If it cannot answer: the run ends with these words.
    fn choose(&self, questions: Questions) -> Result<Vec<i32>, String>;
}

/// The questions to a policy, in the order of the matches. A seat that has one action is not asked.
#[derive(Default, Debug)]
pub struct Questions {
    /// The observation of each seat, one after the other.
    pub observation: Vec<i8>,
    /// The masks of the numbers that each seat may choose, one after the other.
    pub mask: Vec<i8>,
    /// The seats that are asked.
    pub seat: Vec<u8>,
    /// The rows of the actions, if the policy wants them.
    pub rows: Option<Rows>,
}

/// The legal actions of some questions.
#[derive(Default, Debug)]
pub struct Rows {
    /// A row each.
    pub rows: Vec<i8>,
    /// Its number.
    pub numbers: Vec<i32>,
    /// The rows of question i are `offsets[i]` to `offsets[i + 1]`.
    pub offsets: Vec<i64>,
}
