//! A player from outside who is asked by numbers, many decisions at once.

use std::fmt::Debug;

/// Someone who chooses among numbers ([`game::Observe`]). It sees what each seat observes, and nothing else.
pub trait Policy: Send + Sync + Debug {
    /// Whether it wants the rows of the actions.
    fn wants_rows(&self) -> bool;

    /// A number for each question, one that its mask allows.
    ///
    /// # Errors
    /// If it cannot answer: the run ends with these words.
    fn choose(&self, questions: Questions) -> Result<Vec<i32>, String>;
}

/// What a policy is asked, in the order of the matches. A seat that has one action is not asked.
#[derive(Default, Debug)]
pub struct Questions {
    /// What each seat observes: as many numbers a question as an observation has.
    pub observation: Vec<i8>,
    /// The numbers that it may choose: as many a question as the game has actions.
    pub mask: Vec<i8>,
    /// Who is asked.
    pub seat: Vec<u8>,
    /// What the actions are, if the policy wants to know.
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
