//! Failovers of the database. This file decides what happens to requests in flight, and how long a node waits for an
//! answer. A node finds out whether a commit without an answer succeeded, as in `store/src/postgres/writer.rs`. The
//! times in that file are upper limits; a simulated node gives up at a random time within them.

use std::time::Duration;

use node::GRANTED;

use super::database::{CommitNumber, DatabaseRequest};
use super::member::{LeaseAnswer, NotTaken};
use crate::disk::Refused;
use crate::faults::Fault;
use crate::plan::NODES;
use crate::simulation::nodes::NodeInput;
use crate::simulation::storing::not_stored;
use crate::simulation::{Broken, SimulatedEvent, Simulation};

/// The longest times for which a write and a read wait for an unreachable database.
const WRITE_WAITS_MS: u32 = 6_000;
const READ_WAITS_MS: u32 = 2_000;
/// The longest time that a node waits for the answer to a COMMIT.
const COMMIT_WAITS_MS: u32 = 4_000;

impl Simulation {
    /// Returns a request that reaches the database, or `None` if the database is away.
    pub(crate) fn reach_database(
        &mut self,
        node: usize,
        incarnation: u32,
        request: DatabaseRequest,
    ) -> Option<DatabaseRequest> {
        if self.clock < self.database.away_until {
            self.ask_during_outage(node, incarnation, request);
            return None;
        }
        if matches!(request, DatabaseRequest::Write { .. })
            && let Some(failover) = self.database.fails_at_write.take()
        {
            // The write is still in flight when the database fails.
            self.later(Duration::ZERO, SimulatedEvent::Asked { node, incarnation, request });
            self.fails_over(failover);
            return None;
        }
        Some(request)
    }

    /// Lets the database fail over now, or while it commits the next write. In the second case a write is certainly in
    /// flight.
    pub(super) fn plan_failover(&mut self) {
        let lasts = self.pause(9_000);
        match self.rng.below(2) {
            0 => self.fails_over(lasts),
            _ => self.database.fails_at_write = Some(lasts),
        }
    }

    /// Lets a standby take over. The standby has everything that was acknowledged, because a commit is acknowledged
    /// only when a standby has it. A transaction in flight is either lost, or committed without an answer.
    fn fails_over(&mut self, lasts: Duration) {
        self.counted.count("failovers");
        self.database.away_until = self.database.away_until.max(self.clock + lasts);
        let of_transaction = |event: &SimulatedEvent| matches!(event, SimulatedEvent::Asked { request, .. } if request.changes_something());
        let in_flight = self.events.iter().filter(|(_, event)| of_transaction(event)).map(|(key, _)| *key);
        for key in in_flight.collect::<Vec<_>>() {
            let is_committed = match self.rng.below(3) {
                // Here COMMIT has not been sent yet. So the request stays, and arrives while the database is away.
                0 => continue,
                dice => dice == 1,
            };
            if let Some(SimulatedEvent::Asked { node, incarnation, request }) = self.events.remove(&key) {
                self.ends_without_answer((node, incarnation), request, is_committed);
            }
        }
    }

    /// Ends a transaction whose COMMIT was sent. The node gets no answer.
    fn ends_without_answer(&mut self, asker: (usize, u32), request: DatabaseRequest, is_committed: bool) {
        let (node, incarnation) = asker;
        let commit = request.commit();
        self.counted.count(match (commit, is_committed) {
            (None, _) => "leases unanswered",
            (Some(_), true) => "commits without an answer",
            (Some(_), false) => "commits lost",
        });
        let unanswered = match &request {
            DatabaseRequest::Begin { asked, .. } | DatabaseRequest::Renew { asked, .. } => {
                Some(NodeInput::OfLease(*asked, LeaseAnswer::Unanswered))
            }
            _ => None,
        };
        // Before a node sends COMMIT, it knows its answer for the case that the transaction is committed.
        let answer = match request {
            request if is_committed => self.answer(node, request),
            DatabaseRequest::Write { serial, write, .. } => {
                NodeInput::Stored { serial, write: write.id, result: Ok(()) }
            }
            request => request.refused(),
        };
        let no_answer = commit.map(|commit| NodeInput::NoAnswer { commit, answer: Box::new(answer) });
        let Some(input) = no_answer.or(unanswered).filter(|_| self.nodes[node].incarnation == incarnation) else {
            return;
        };
        let waits = if commit.is_none() { self.lease_waits(node) } else { self.pause(COMMIT_WAITS_MS) };
        self.schedule_input(node, waits, input);
    }

    /// Returns the time that a node waits for an answer about its lease. It is not longer than the remaining lease.
    fn lease_waits(&mut self, node: usize) -> Duration {
        let most = self.nodes[node].member.lease_ends_at().map_or(GRANTED, |ends| ends.saturating_sub(self.clock));
        self.pause(GRANTED.as_millis() as u32).min(most)
    }

    /// Handles a request while the database is away. If the node waits long enough, the request is carried out when the
    /// database is back.
    fn ask_during_outage(&mut self, node: usize, incarnation: u32, request: DatabaseRequest) {
        if self.nodes[node].incarnation != incarnation {
            // The connection of the request has ended with the process.
            return;
        }
        let (waits, late) = match &request {
            DatabaseRequest::Begin { .. } | DatabaseRequest::Renew { .. } => (self.lease_waits(node), 300),
            // A write without an answer is repeated after longer and longer pauses. So it can arrive after another node
            // has taken the table over.
            DatabaseRequest::Write { .. } => (self.pause(WRITE_WAITS_MS), 4_000),
            // A node repeats this request until it has an answer.
            DatabaseRequest::ReadBack { .. } => (Duration::MAX, 1_000),
            _ => (self.pause(READ_WAITS_MS), 300),
        };
        let back = self.database.away_until - self.clock;
        if back <= waits {
            let after = back + self.pause(late);
            return self.later(after, SimulatedEvent::Asked { node, incarnation, request });
        }
        self.counted.count(match &request {
            DatabaseRequest::Begin { .. } | DatabaseRequest::Renew { .. } => "leases unanswered",
            DatabaseRequest::Write { .. } => "writes refused",
            _ => "reads refused",
        });
        self.schedule_input(node, waits, request.refused());
    }

    /// Returns the answer to a transaction whose COMMIT had no answer. If the transaction was committed, this is
    /// `answer`. Otherwise, it is "not written".
    pub(super) fn read_back(&mut self, node: usize, commit: CommitNumber, answer: NodeInput) -> NodeInput {
        let is_there = self.database.committed.contains(&commit);
        if let NodeInput::Stored { serial, .. } = &answer
            && self.nodes[node].loaded().is_some_and(|loaded| loaded.serial == *serial)
        {
            self.counted.count(if is_there { "writes read back" } else { "writes not found" });
        }
        if is_there { answer } else { not_written(answer) }
    }

    /// Handles a commit without an answer. The node first reads back whether the commit succeeded, and informs nobody
    /// before that.
    pub(crate) fn has_no_answer(
        &mut self,
        node: usize,
        commit: CommitNumber,
        answer: Box<NodeInput>,
    ) -> Result<(), Broken> {
        let of_write = matches!(*answer, NodeInput::Stored { .. });
        match self.plan.fault {
            Some(Fault::ToldBeforeReadBack) if of_write => self.handle(node, *answer),
            Some(Fault::RefusedBeforeReadBack) if of_write => self.handle(node, not_written(*answer)),
            _ => {
                self.ask(node, DatabaseRequest::ReadBack { commit, answer });
                Ok(())
            }
        }
    }
}

impl DatabaseRequest {
    /// Returns true if the outcome of the request can be unknown after a failover.
    fn changes_something(&self) -> bool {
        matches!(self, DatabaseRequest::Begin { .. } | DatabaseRequest::Renew { .. }) || self.commit().is_some()
    }

    /// Returns the node's input if the database is away.
    fn refused(self) -> NodeInput {
        match self {
            DatabaseRequest::Begin { asked, .. } | DatabaseRequest::Renew { asked, .. } => {
                NodeInput::OfLease(asked, LeaseAnswer::Unanswered)
            }
            // The node gives up loading the table.
            DatabaseRequest::Take { .. } | DatabaseRequest::Read(_) => NodeInput::Taken(Err(NotTaken::Away)),
            DatabaseRequest::Write { serial, write, .. } => {
                NodeInput::Stored { serial, write: write.id, result: Err(not_stored(Refused::Away)) }
            }
            DatabaseRequest::LookUp { serial, .. } => {
                NodeInput::Room(Some(serial), Box::new(room::Input::LookedUp(Err(not_stored(Refused::Away)))))
            }
            // A node that cannot find out which nodes have a lease ends no connection. So in this case the node gets
            // the answer that all nodes have a lease.
            DatabaseRequest::Living => NodeInput::Living((0..NODES).collect()),
            DatabaseRequest::ReadBack { .. } => unreachable!("it is asked until it is known"),
        }
    }
}

fn not_written(answer: NodeInput) -> NodeInput {
    match answer {
        NodeInput::Stored { serial, write, .. } => {
            NodeInput::Stored { serial, write, result: Err(not_stored(Refused::Away)) }
        }
        _ => NodeInput::Taken(Err(NotTaken::Away)),
    }
}
