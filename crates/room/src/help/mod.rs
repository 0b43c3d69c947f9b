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

use game::SeatSet;
use table::Entry;

use crate::ids::{ConnectionId, TaskId};

/// All help of a room.
#[derive(Default)]
pub(crate) struct Help {
    advisers: Advisers,
    solver: SolverHelp,
    /// Seats that were advised since they last acted: nobody else sees that yet.
    advised_unseen: SeatSet,
}

impl Help {
    /// The questions to advisers.
    pub(crate) fn advisers(&self) -> &Advisers {
        &self.advisers
    }

    pub(crate) fn advisers_mut(&mut self) -> &mut Advisers {
        &mut self.advisers
    }

    /// The solver's results, and the people who wait for them.
    pub(crate) fn solver(&self) -> &SolverHelp {
        &self.solver
    }

    pub(crate) fn solver_mut(&mut self) -> &mut SolverHelp {
        &mut self.solver
    }

    /// Applies an entry of the log to the marks of advice.
    pub(crate) fn note(&mut self, entry: &Entry) {
        match entry {
            Entry::Advised { seat } => self.advised_unseen.insert(*seat),
            Entry::Act { seat, .. } => self.advised_unseen = self.advised_unseen - SeatSet::only(*seat),
            Entry::Next => self.advised_unseen = SeatSet::EMPTY,
            _ => {}
        }
    }

    /// Advised seats whose marks others may not see yet. A mark out of turn would tell them that the seat can make a
    /// claim, and so holds the cards for it. They see the mark from that seat's next action on.
    pub(crate) fn advised_unseen(&self) -> SeatSet {
        self.advised_unseen
    }

    /// A person has left: drops the questions of this connection.
    pub(crate) fn dismiss(&mut self, connection: ConnectionId) {
        self.advisers.dismiss(connection);
        self.solver.dismiss(connection);
    }

    /// The work that is wanted.
    pub(crate) fn tasks(&self) -> impl Iterator<Item = TaskId> {
        self.advisers.tasks().chain(self.solver.task())
    }
}
