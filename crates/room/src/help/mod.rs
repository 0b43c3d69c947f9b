//! Help for people: advice and analyses from what a seat sees (`advice`), and for the player of a solitaire what the solver
//! knows of the deal (`solver`). `work` is the thinking itself: the shell runs it where it does not hold anybody up.

mod advice;
mod solver;
mod work;

pub(crate) use self::advice::{About, AdviceQuestion, Advisers};
pub(crate) use self::solver::{SolverHelp, SolverRequest, Want, demo_table};
pub use self::work::{Finding, Work};

use game::SeatSet;
use table::Entry;

use crate::ids::{ConnectionId, TaskId};

/// All help of a room.
#[derive(Default)]
pub(crate) struct Help {
    pub(crate) advisers: Advisers,
    pub(crate) solver: SolverHelp,
    /// Seats that were advised since they last acted: nobody else sees that yet.
    advised_unseen: SeatSet,
}

impl Help {
    /// An entry of the log, as far as it concerns who is advised.
    pub(crate) fn note(&mut self, entry: &Entry) {
        match entry {
            Entry::Advised { seat } => self.advised_unseen.insert(*seat),
            Entry::Act { seat, .. } => self.advised_unseen = self.advised_unseen - SeatSet::only(*seat),
            Entry::Next => self.advised_unseen = SeatSet::EMPTY,
            _ => {}
        }
    }

    /// Seats of which others may not know yet that they were advised. That somebody is advised out of turn would tell them that
    /// it has something to decide: a claim, for which it holds the cards. They see it from that seat's next action on.
    pub(crate) fn advised_unseen(&self) -> SeatSet {
        self.advised_unseen
    }

    /// Somebody has left: nobody waits for what was asked over this connection.
    pub(crate) fn dismiss(&mut self, connection: ConnectionId) {
        self.advisers.dismiss(connection);
        self.solver.dismiss(connection);
    }

    /// The work that is wanted.
    pub(crate) fn tasks(&self) -> impl Iterator<Item = TaskId> {
        self.advisers.tasks().chain(self.solver.task())
    }
}
