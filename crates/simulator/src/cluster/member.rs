//! A node among others: its lease, its sockets whose table another node owns, and the sockets of other nodes.

use std::collections::BTreeMap;
use std::time::Duration;

use node::{Lease, Moment, Next};
use room::ConnectionId;

use super::database::{DatabaseRequest, LifeId};
use crate::disk::Disk;
use crate::faults::Fault;
use crate::simulation::Simulation;
use crate::simulation::nodes::NodeInput;

/// The time that a node's clock shows at the beginning.
const BOOTED: Duration = Duration::from_secs(1000);
/// The interval at which a node checks its lease.
const LOOK: Duration = Duration::from_millis(200);

pub(crate) struct ClusterMember {
    pub(super) lease: Lease,
    /// The number of the last request about the lease.
    lease_asked: u64,
    /// The speed of the node's clock, in thousandths of the true speed.
    rate: u64,
    /// The node's current or last life in the database. It survives the end of the process, because a real node stores
    /// it in a file.
    pub(super) life: Option<LifeId>,
    /// The state of the table that the node read before it became the owner, if the fault `ReadBeforeTaken` is planted.
    pub(super) early: Option<Box<Disk>>,
    /// The node's own sockets whose table another node owns, with the connections over which they are forwarded.
    pub(crate) passed_on: BTreeMap<ConnectionId, u64>,
    /// The sockets of other nodes that are forwarded to this node, with the connections between the nodes.
    pub(crate) arrived: BTreeMap<ConnectionId, u64>,
    pub(super) last_owner: Option<usize>,
    /// The time at which the node next reads which nodes have a lease.
    pub(super) looks_at: Duration,
}

pub(crate) enum LeaseAnswer {
    Began(LifeId),
    Renewed(bool),
    Unanswered,
}

pub(crate) enum NotTaken {
    /// The node with this number owns the table. A node whose own lease has run out gets its own number.
    Elsewhere(usize),
    /// The database cannot be reached, or the node has no lease.
    Away,
}

impl ClusterMember {
    pub(crate) fn new(rate: u64, life: Option<LifeId>, now: Duration) -> ClusterMember {
        let mut member = ClusterMember {
            lease: Lease::new(Moment(Duration::ZERO)),
            lease_asked: 0,
            rate,
            life,
            early: None,
            passed_on: BTreeMap::new(),
            arrived: BTreeMap::new(),
            last_owner: None,
            looks_at: now,
        };
        member.lease = Lease::new(member.moment(now));
        member
    }

    /// Returns the member after its process has ended. It knows nothing but what is stored in its folder.
    pub(crate) fn restarted(&self, now: Duration) -> ClusterMember {
        ClusterMember::new(self.rate, self.life, now)
    }

    pub(crate) fn lease_ends_at(&self) -> Option<Duration> {
        let until = self.lease.until().map(|Moment(until)| until - BOOTED);
        // A microsecond is added, because the node's clock is rounded.
        until.map(|until| until * 1000 / self.rate as u32 + Duration::from_micros(1))
    }

    /// Returns the time on the node's own clock, which goes on while the node is stopped.
    pub(super) fn moment(&self, now: Duration) -> Moment {
        Moment(BOOTED + now * self.rate as u32 / 1000)
    }
}

impl Simulation {
    pub(crate) fn renew_leases(&mut self, node: usize) {
        loop {
            let asked = self.number();
            let member = &mut self.nodes[node].member;
            let now = member.moment(self.clock);
            let request = match member.lease.next(now) {
                Next::Wait(_) => break,
                Next::Drop => {
                    member.lease.dropped(now);
                    if self.plan.fault != Some(Fault::LeaseIgnored) {
                        self.drop_table(node);
                    }
                    continue;
                }
                Next::Begin => DatabaseRequest::Begin { asked, before: member.life },
                Next::Renew => DatabaseRequest::Renew { asked, life: member.life.expect("it holds a lease") },
            };
            member.lease.asks(now);
            member.lease_asked = asked;
            self.ask(node, request);
        }
        self.look_at_leases(node);
        self.schedule_input(node, LOOK, NodeInput::Keeper);
    }

    pub(crate) fn on_lease_answer(&mut self, node: usize, asked: u64, answer: LeaseAnswer) {
        let member = &mut self.nodes[node].member;
        let now = member.moment(self.clock);
        match answer {
            // The node has given up this request and its connection to the database, so the answer is ignored.
            _ if asked != member.lease_asked => {}
            LeaseAnswer::Began(life) => {
                member.life = Some(life);
                member.lease.granted(now);
            }
            LeaseAnswer::Renewed(true) => member.lease.granted(now),
            LeaseAnswer::Renewed(false) => member.lease.refused(now),
            LeaseAnswer::Unanswered => member.lease.unanswered(now),
        }
    }
}
