//! Help for the player of a one-seat table: whether the position can be won, the next action of a solution, the
//! solution step by step, and where the deal was lost. The solver reads the deal with all cards face up. If help is on,
//! the connections of the seat get answers. Before the first answer, the match is stored as assisted.

use std::collections::VecDeque;

use catalog::{SolvedPosition, TurningPoint};
use game::{Seat, Verdict};
use table::{AnyTable, Entry, Intent, PublicEvent};

use super::question::SolverRequest;
use super::work::Finding;
use crate::ids::{ConnectionId, TaskId};

/// The maximum number of requests that wait for the solver. A page sends one at a time.
const MOST_WAITING: usize = 16;

/// The known results, and the requests that wait for results. The length of the log identifies a position.
#[derive(Default)]
pub(crate) struct SolverHelp {
    forecast: Option<(u64, SolvedPosition)>,
    turning_point: Option<(u64, TurningPoint)>,
    waiting: Vec<SolverRequest>,
    /// The current computation. Each table has one at a time.
    solving: Option<Solving>,
    demo: Option<Demo>,
}

#[derive(Clone, Copy)]
struct Solving {
    task: TaskId,
    /// The connection that asked first.
    connection: ConnectionId,
    log: u64,
}

/// A solution that is being shown, on a copy of the table.
struct Demo {
    /// The length of the log in the position from which the solution begins.
    log: u64,
    table: Box<dyn AnyTable>,
    line: Vec<String>,
    step: usize,
}

impl SolverHelp {
    pub(crate) fn has_room(&self) -> bool {
        self.waiting.len() < MOST_WAITING
    }

    pub(crate) fn wait(&mut self, waiting: SolverRequest) {
        self.waiting.push(waiting);
    }

    pub(crate) fn drain_requests(&mut self) -> VecDeque<SolverRequest> {
        std::mem::take(&mut self.waiting).into()
    }

    pub(crate) fn known(&self, log: u64) -> Option<&SolvedPosition> {
        self.forecast.as_ref().filter(|(of, _)| *of == log).map(|(_, known)| known)
    }

    pub(crate) fn turning_point(&self, log: u64) -> Option<&TurningPoint> {
        self.turning_point.as_ref().filter(|(of, _)| *of == log).map(|(_, found)| found)
    }

    pub(crate) fn is_solving(&self) -> bool {
        self.solving.is_some()
    }

    pub(crate) fn solve(&mut self, task: TaskId, connection: ConnectionId, log: u64) {
        self.solving = Some(Solving { task, connection, log });
    }

    pub(crate) fn task(&self) -> Option<TaskId> {
        self.solving.map(|solving| solving.task)
    }

    /// Handles the solver's result for a task; `None` if the solver failed. Returns whether the task was the current
    /// one. A result about an earlier position is dropped, and the caller asks the solver again.
    pub(crate) fn found(&mut self, task: TaskId, log: u64, finding: Option<Finding>) -> bool {
        let Some(Solving { log: of, .. }) = self.solving.take_if(|solving| solving.task == task) else { return false };
        if of == log {
            match finding {
                Some(Finding::Solved(found)) => self.forecast = Some((log, found)),
                Some(Finding::TurningPoint(found)) => self.turning_point = Some((log, found)),
                _ => {
                    // An unknown result is recorded, because the solver would fail again.
                    self.forecast = Some((log, SolvedPosition { verdict: Verdict::Unknown, line: Vec::new() }));
                    self.turning_point = Some((log, TurningPoint { winnable: None, lost: None, line: Vec::new() }));
                }
            }
        }
        true
    }

    /// Removes and returns the requests that the refused computation would have answered.
    pub(crate) fn refused(&mut self, task: TaskId) -> Vec<SolverRequest> {
        match self.solving.take_if(|solving| solving.task == task) {
            Some(_) => std::mem::take(&mut self.waiting),
            None => Vec::new(),
        }
    }

    /// Drops the requests of a connection, because its person has left. If this connection asked for the computation,
    /// the computation is dropped too. The room then asks the solver again for the remaining requests.
    pub(crate) fn dismiss(&mut self, connection: ConnectionId) {
        self.waiting.retain(|waiting| waiting.connection != connection);
        self.solving.take_if(|solving| solving.connection == connection);
    }

    /// Applies the last entry of the log. `log`: the number of entries, including this one. Drops the results that are
    /// not valid any more.
    pub(crate) fn apply_entry(&mut self, log: u64, entry: &Entry) {
        // A running computation is about the position before this entry.
        self.solving = None;
        if let Some((of, known)) = &mut self.forecast {
            let holds = match entry {
                // The rest of the solution stays known, so that hints lead to its end and never in a circle.
                Entry::Act { action, .. } if known.line.first() == Some(action) => {
                    known.line.remove(0);
                    true
                }
                // A lost position stays lost.
                Entry::Act { .. } => known.verdict == Verdict::Lost,
                Entry::Assisted => true,
                _ => false,
            };
            if *of + 1 == log && holds { *of = log } else { self.forecast = None }
        }
        match (&mut self.turning_point, entry) {
            (Some((of, _)), Entry::Assisted) if *of + 1 == log => *of = log,
            (known, _) => *known = None,
        }
    }

    /// Plays the known solution up to `step` on a copy of the table ([`shown`](SolverHelp::shown)). Returns the events
    /// of the last step, the step, and the number of steps.
    pub(crate) fn show(
        &mut self,
        log: u64,
        step: usize,
        seat: Seat,
        begin: impl FnOnce() -> Box<dyn AnyTable>,
    ) -> (Vec<PublicEvent>, usize, usize) {
        let line: Vec<String> = self.known(log).map(|known| known.line.clone()).unwrap_or_default();
        let of = line.len();
        let step = step.min(of);
        let shown = self.demo.take().filter(|demo| demo.log == log && demo.line == line && demo.step <= step);
        let mut demo = shown.unwrap_or_else(|| Demo { log, table: begin(), line, step: 0 });
        let mut events = Vec::new();
        while demo.step < step {
            events = play(demo.table.as_mut(), seat, &demo.line[demo.step]);
            demo.step += 1;
        }
        self.demo = Some(demo);
        (events, step, of)
    }

    pub(crate) fn shown(&self) -> Option<&dyn AnyTable> {
        self.demo.as_ref().map(|demo| demo.table.as_ref())
    }
}

fn play(table: &mut dyn AnyTable, seat: Seat, action: &str) -> Vec<PublicEvent> {
    let accepted = table.check(Intent::act(seat, action)).expect("what was played, and a solution, is legal");
    table.apply(accepted)
}
