//! A failover of the database: what becomes of requests in flight, how long a node waits for an answer, and how it learns whether
//! a commit without an answer is there. The rules and times are those of `store/src/postgres`: `writer.rs`, `reader.rs`, and
//! `Keeper::ask` of `ownership.rs`.

use node::GRANTED;

use super::keeper::LOOK;
use super::nodes::{LeaseAnswer, NotTaken};
use super::*;

/// After this long a database that does not answer is away, for a read and for a new connection.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long a transaction may take until its commit, and a commit until its answer.
const LONGEST: Duration = Duration::from_secs(4);
/// Pauses between attempts to connect.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

#[derive(Clone, Copy)]
pub(super) struct PlannedFailover {
    pub(super) lasts: Duration,
    /// Nothing answers, as when a network is cut. Otherwise connections break, and new ones are refused.
    pub(super) is_silent: bool,
}

/// Outages that were seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountedOutages {
    /// How often the database could not be reached.
    pub failovers: u64,
    /// In how many of these it did not answer at all.
    pub silent: u64,
    /// Transactions that ended without an answer: they were committed.
    pub unanswered: u64,
    /// Transactions that ended without an answer: they were not committed.
    pub lost: u64,
    /// Writes that were found when they were read back, while their table waited for that.
    pub found: u64,
    /// Writes that were not found then.
    pub not_found: u64,
    /// Writes that were refused because the database was away.
    pub writes_refused: u64,
    /// Requests for the table, its log or a command that were refused so.
    pub reads_refused: u64,
    /// Requests for a lease, or for more time, that went unanswered.
    pub leases_unanswered: u64,
}

impl std::ops::Add for CountedOutages {
    type Output = CountedOutages;
    fn add(self, other: CountedOutages) -> CountedOutages {
        CountedOutages {
            failovers: self.failovers + other.failovers,
            silent: self.silent + other.silent,
            unanswered: self.unanswered + other.unanswered,
            lost: self.lost + other.lost,
            found: self.found + other.found,
            not_found: self.not_found + other.not_found,
            writes_refused: self.writes_refused + other.writes_refused,
            reads_refused: self.reads_refused + other.reads_refused,
            leases_unanswered: self.leases_unanswered + other.leases_unanswered,
        }
    }
}

/// A node's view of its connections to the database.
pub(super) struct StoreConnections {
    /// True if the connection for writes was good when it was used last.
    can_write: bool,
    /// The writer waits for an answer from the first moment to the second. What comes meanwhile waits less.
    busy: (Duration, Duration),
    /// When the writer connects next, and how long it pauses after that.
    again: Duration,
    pause: Duration,
    /// Until when reads wait, if one has met a database that was away. Later ones are refused at once.
    reads_until: Option<Duration>,
}

impl StoreConnections {
    pub(super) fn new() -> StoreConnections {
        let never = Duration::ZERO;
        StoreConnections { can_write: false, busy: (never, never), again: never, pause: FIRST_PAUSE, reads_until: None }
    }

    /// Until when a write waits for a database that is away.
    fn write_waits(&mut self, now: Duration, is_silent: bool) -> Duration {
        let (since, until) = self.busy;
        if now < until {
            return now.max(since + PATIENCE);
        }
        if now < self.again {
            return now;
        }
        let takes = match (is_silent, self.can_write) {
            // The connection breaks, and no new one is accepted.
            (false, _) => Duration::ZERO,
            // First the answer is waited for, then a new connection.
            (true, true) => LONGEST + PATIENCE,
            (true, false) => PATIENCE,
        };
        self.busy = (now, now + takes);
        self.fails_until(now + takes);
        now + takes
    }

    /// The writer could not connect until a moment.
    fn fails_until(&mut self, until: Duration) {
        self.can_write = false;
        self.again = until + self.pause;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
    }

    /// Until when a read waits for a database that is away.
    fn read_waits(&mut self, now: Duration) -> Duration {
        now.max(*self.reads_until.get_or_insert(now + PATIENCE))
    }

    /// True if a write is refused without an attempt: the last attempt to connect has failed just before.
    fn pauses(&self, now: Duration) -> bool {
        !self.can_write && self.busy.1 <= now && now < self.again
    }

    fn has_written(&mut self) {
        (self.can_write, self.again, self.pause) = (true, Duration::ZERO, FIRST_PAUSE);
    }
}

impl ClusterSimulation {
    /// The database fails over: now, or while it commits the next write. Then one is in flight for certain.
    pub(super) fn plan_failover(&mut self) {
        let lasts = self.pause(9_000);
        let failover = PlannedFailover { lasts, is_silent: self.rng.below(2) == 0 };
        match self.rng.below(2) {
            0 => self.fails_over(failover),
            _ => self.database.fails_at_write = Some(failover),
        }
    }

    /// A standby takes over, which has all that was acknowledged: a commit is acknowledged when a standby has it. Of what is in
    /// flight the standby may have nothing, or all without an answer.
    pub(super) fn fails_over(&mut self, failover: PlannedFailover) {
        let PlannedFailover { lasts, is_silent } = failover;
        self.counted.outages.failovers += 1;
        self.counted.outages.silent += u64::from(is_silent);
        self.database.away_until = self.database.away_until.max(self.clock + lasts);
        self.database.is_silent = is_silent;
        let of_transaction =
            |event: &ClusterEvent| matches!(event, ClusterEvent::Asked { request, .. } if request.changes_something());
        let in_flight = self.events.iter().filter(|(_, event)| of_transaction(event)).map(|(key, _)| *key);
        for key in in_flight.collect::<Vec<_>>() {
            let is_committed = match self.rng.below(3) {
                // COMMIT has not been sent: it meets a database that is away.
                0 => continue,
                dice => dice == 1,
            };
            if let Some(ClusterEvent::Asked { node, incarnation, request }) = self.events.remove(&key) {
                self.ends_without_answer((node, incarnation), request, is_committed);
            }
        }
    }

    /// A transaction whose COMMIT was sent has no answer.
    fn ends_without_answer(&mut self, asker: (usize, u32), request: DatabaseRequest, is_committed: bool) {
        let (node, incarnation) = asker;
        let commit = request.commit();
        let is_lease = commit.is_none();
        let outages = &mut self.counted.outages;
        let count = match (is_lease, is_committed) {
            (true, _) => &mut outages.leases_unanswered,
            (false, true) => &mut outages.unanswered,
            (false, false) => &mut outages.lost,
        };
        *count += 1;
        let unanswered = match &request {
            DatabaseRequest::Begin { asked, .. } | DatabaseRequest::Renew { asked, .. } => {
                Some(NodeInput::OfLease(*asked, LeaseAnswer::Unanswered))
            }
            _ => None,
        };
        // The answer was known before COMMIT, and holds if it is committed.
        let answer = match request {
            request if is_committed => self.answer(node, request),
            DatabaseRequest::Write { serial, write, .. } => {
                NodeInput::Stored { serial, write: write.id, result: Ok(()) }
            }
            request => request.refused(),
        };
        let no_answer = commit.map(|commit| NodeInput::NoAnswer { commit, answer: Box::new(answer) });
        let Some(input) = no_answer.or(unanswered) else { return };
        if self.nodes[node].incarnation != incarnation {
            return;
        }
        let waits = match (is_lease, self.database.is_silent) {
            (true, _) => self.lease_waits(node) - self.clock,
            (false, true) => LONGEST,
            (false, false) => self.pause(8),
        };
        self.schedule_input(node, waits, input);
    }

    /// Until when a node waits for the answer about its lease.
    fn lease_waits(&self, node: usize) -> Duration {
        match self.database.is_silent {
            true => self.nodes[node].lease_ends_at().map_or(self.clock + GRANTED, |ends| ends.max(self.clock)),
            false => self.clock + LOOK,
        }
    }

    /// A database that is away gets a request. It is carried out when the database is back, if the node waits so long.
    pub(super) fn ask_during_outage(&mut self, node: usize, incarnation: u32, request: DatabaseRequest) {
        if self.nodes[node].incarnation != incarnation {
            // Its connection has ended with its process.
            return;
        }
        let (now, back) = (self.clock, self.database.away_until);
        let connections = &mut self.nodes[node].connections;
        let (until, late) = match &request {
            DatabaseRequest::Begin { .. } | DatabaseRequest::Renew { .. } => (self.lease_waits(node), 300),
            // A write without an answer is repeated after longer and longer pauses. So it can come when the table has been taken.
            DatabaseRequest::Write { .. } => match self.database.is_silent {
                true => (connections.write_waits(now, true), 4_000),
                false => (connections.write_waits(now, false), 300),
            },
            // Loading begins with a read.
            DatabaseRequest::Take { .. }
            | DatabaseRequest::Read(_)
            | DatabaseRequest::Living
            | DatabaseRequest::LookUp { .. } => (connections.read_waits(now), 300),
            // Until it is known.
            DatabaseRequest::ReadBack { .. } => (Duration::MAX, 1_000),
        };
        if back <= until {
            let after = back - now + self.pause(late);
            self.later(after, ClusterEvent::Asked { node, incarnation, request });
            return;
        }
        let waits = until - now + self.pause(8);
        self.refuse(node, request, waits);
    }

    /// Refuses a request without an attempt where the writer has failed to connect just before.
    pub(super) fn is_refused_at_once(&self, node: usize, incarnation: u32, request: &DatabaseRequest) -> bool {
        let known = &self.nodes[node];
        request.commit().is_some() && known.incarnation == incarnation && known.connections.pauses(self.clock)
    }

    pub(super) fn refuse(&mut self, node: usize, request: DatabaseRequest, after: Duration) {
        let outages = &mut self.counted.outages;
        let count = match &request {
            DatabaseRequest::Begin { .. } | DatabaseRequest::Renew { .. } => &mut outages.leases_unanswered,
            DatabaseRequest::Write { .. } => &mut outages.writes_refused,
            _ => &mut outages.reads_refused,
        };
        *count += 1;
        self.schedule_input(node, after, request.refused());
    }

    /// The database has answered a node: it can be reached.
    pub(super) fn is_reached(&mut self, node: usize, incarnation: u32, request: &DatabaseRequest) {
        let known = &mut self.nodes[node];
        if known.incarnation != incarnation {
            return;
        }
        match request {
            DatabaseRequest::Write { .. } | DatabaseRequest::ReadBack { .. } => known.connections.has_written(),
            DatabaseRequest::Take { .. } => {
                known.connections.has_written();
                known.connections.reads_until = None;
            }
            DatabaseRequest::Read(_) | DatabaseRequest::Living | DatabaseRequest::LookUp { .. } => {
                known.connections.reads_until = None
            }
            DatabaseRequest::Begin { .. } | DatabaseRequest::Renew { .. } => {}
        }
    }

    /// The answer of a transaction that had none, if it was committed; otherwise the answer for "not written".
    pub(super) fn read_back(&mut self, node: usize, commit: CommitNumber, answer: NodeInput) -> NodeInput {
        let is_there = self.database.has_committed(commit);
        if let NodeInput::Stored { serial, .. } = &answer
            && self.nodes[node].loaded().is_some_and(|loaded| loaded.serial == *serial)
        {
            let outages = &mut self.counted.outages;
            *if is_there { &mut outages.found } else { &mut outages.not_found } += 1;
        }
        if is_there { answer } else { not_written(answer) }
    }

    /// A node has no answer to a commit: it asks again before it tells anybody anything.
    pub(super) fn has_no_answer(
        &mut self,
        node: usize,
        commit: CommitNumber,
        answer: Box<NodeInput>,
    ) -> Result<(), Broken> {
        let of_write = matches!(*answer, NodeInput::Stored { .. });
        match self.fault {
            Some(ClusterFault::ToldBeforeReadBack) if of_write => self.handle(node, *answer),
            Some(ClusterFault::RefusedBeforeReadBack) if of_write => self.handle(node, not_written(*answer)),
            _ => {
                self.ask(node, DatabaseRequest::ReadBack { commit, answer });
                Ok(())
            }
        }
    }
}

impl DatabaseRequest {
    /// True if a failover can leave open whether it was carried out.
    fn changes_something(&self) -> bool {
        matches!(self, DatabaseRequest::Begin { .. } | DatabaseRequest::Renew { .. }) || self.commit().is_some()
    }

    /// The node's input when the database is away.
    fn refused(self) -> NodeInput {
        match self {
            DatabaseRequest::Begin { asked, .. } | DatabaseRequest::Renew { asked, .. } => {
                NodeInput::OfLease(asked, LeaseAnswer::Unanswered)
            }
            // Whoever loads the table gives up.
            DatabaseRequest::Take { .. } | DatabaseRequest::Read(_) => NodeInput::Taken(Err(NotTaken::Away)),
            DatabaseRequest::Write { serial, write, .. } => {
                NodeInput::Stored { serial, write: write.id, result: Err(is_away()) }
            }
            DatabaseRequest::LookUp { serial, .. } => {
                NodeInput::Later { serial, input: Box::new(room::Input::LookedUp(Err(is_away()))) }
            }
            // Nobody knows who lives: connections stay.
            DatabaseRequest::Living => NodeInput::Living((0..NODES).collect()),
            DatabaseRequest::ReadBack { .. } => unreachable!("it is asked until it is known"),
        }
    }
}

/// The answer for a transaction that is not there.
fn not_written(answer: NodeInput) -> NodeInput {
    match answer {
        NodeInput::Stored { serial, write, .. } => NodeInput::Stored { serial, write, result: Err(is_away()) },
        _ => NodeInput::Taken(Err(NotTaken::Away)),
    }
}

/// The database could not be reached, and nothing was written.
fn is_away() -> NotStored {
    let words = "The server can't reach its database, so nothing can be stored.";
    NotStored { fault: StoreFault::Away, refusal: protocol::Refusal::new("store_away", words) }
}
