//! Processes and leases: a node requests and renews its lease, and is killed, stopped and started again.

use node::Next;

use super::nodes::{LeaseAnswer, NotTaken};
use super::*;

/// The interval at which a node checks its lease.
const LOOK: Duration = Duration::from_millis(200);

impl ClusterSimulation {
    /// Passes an input to a node. If the node is stopped, the input waits until the node continues.
    pub(super) fn on_node_input(&mut self, node: usize, incarnation: u32, input: NodeInput) -> Result<(), Broken> {
        let known = &mut self.nodes[node];
        if known.is_dead || known.incarnation != incarnation {
            return Ok(());
        }
        if known.paused_until > self.clock || !known.inbox.is_empty() {
            known.inbox.push_back(input);
            return Ok(());
        }
        self.handle(node, input)
    }

    /// Returns the time at which a node has to be woken: when its room wants it, when its lease ends, or when it
    /// continues with inputs waiting.
    pub(super) fn wakes(&self, node: usize) -> Option<Duration> {
        let known = &self.nodes[node];
        if known.is_dead {
            return None;
        }
        let waits = (!known.inbox.is_empty()).then_some(known.paused_until);
        let wake = known.loaded().and_then(|loaded| loaded.room.next_wake()).map(room::Instant::elapsed);
        // The end of the lease wakes a node even if its room has nothing to do. A real server also has a timer for the
        // end of the lease, and drops the table at that time.
        let drops = known.drops_at().filter(|_| self.fault != Some(ClusterFault::LeaseIgnored));
        waits.into_iter().chain(wake.into_iter().chain(drops).map(|wake| wake.max(known.paused_until))).min()
    }

    /// Handles the inputs that came while the node was stopped, or passes the time to its room.
    pub(super) fn time_passes(&mut self, node: usize) -> Result<(), Broken> {
        let waiting = std::mem::take(&mut self.nodes[node].inbox);
        if waiting.is_empty() {
            return self.handle_time(node);
        }
        waiting.into_iter().try_for_each(|input| self.handle(node, input))
    }

    pub(super) fn renew_leases(&mut self, node: usize) {
        loop {
            let now = self.nodes[node].moment(self.clock);
            let asked = self.number();
            let request = match self.nodes[node].lease.next(now) {
                Next::Wait(_) => break,
                Next::Drop => {
                    if self.fault != Some(ClusterFault::LeaseIgnored) {
                        self.drop_table(node);
                    }
                    self.nodes[node].lease.dropped(now);
                    continue;
                }
                Next::Begin => DatabaseRequest::Begin { asked, before: self.nodes[node].life },
                Next::Renew => {
                    let life = self.nodes[node].life.expect("it holds a lease");
                    DatabaseRequest::Renew { asked, life }
                }
            };
            self.nodes[node].lease.asks(now);
            self.nodes[node].lease_asked = asked;
            self.ask(node, request);
        }
        self.look_at_leases(node);
        self.schedule_input(node, LOOK, NodeInput::Keeper);
    }

    pub(super) fn ask(&mut self, node: usize, request: DatabaseRequest) {
        self.note_shared(|| format!("node {node} asks the database {}", request.kind()));
        let incarnation = self.nodes[node].incarnation;
        // Some requests take long, as they do after a lost packet or on a busy machine.
        let way = if self.rng.below(150) == 0 && self.mood == Mood::Lively { self.pause(9_000) } else { self.pause(8) };
        self.later(way, ClusterEvent::Asked { node, incarnation, request });
    }

    pub(super) fn asked(&mut self, node: usize, incarnation: u32, request: DatabaseRequest) {
        if self.clock < self.database.away_until {
            return self.ask_during_outage(node, incarnation, request);
        }
        if matches!(request, DatabaseRequest::Write { .. })
            && let Some(failover) = self.database.fails_at_write.take()
        {
            // The write is still in flight when the database fails.
            self.later(Duration::ZERO, ClusterEvent::Asked { node, incarnation, request });
            return self.fails_over(failover);
        }
        let input = self.answer(node, request);
        let late = matches!(input, NodeInput::OfLease(..)) && self.rng.below(20) == 0 && self.mood == Mood::Lively;
        let way = self.pause(if late { 6_000 } else { 8 });
        self.later(way, ClusterEvent::Node { node, incarnation, input });
    }

    pub(super) fn answer(&mut self, node: usize, request: DatabaseRequest) -> NodeInput {
        let now = self.clock;
        if let Some(commit) = request.commit() {
            self.database.committed.insert(commit);
        }
        match request {
            DatabaseRequest::Begin { asked, before } => {
                NodeInput::OfLease(asked, LeaseAnswer::Began(self.database.begin(node, before, now)))
            }
            DatabaseRequest::Renew { asked, life } => {
                NodeInput::OfLease(asked, LeaseAnswer::Renewed(self.database.renew(life, now)))
            }
            DatabaseRequest::Take { life, .. } => {
                let before = self.database.owner();
                let taken = self.database.take(life, now);
                if taken.is_ok() && before.is_some_and(|before| before != node) {
                    self.counted.count("takeovers");
                }
                NodeInput::Taken(taken.map_err(NotTaken::Elsewhere))
            }
            DatabaseRequest::Living => NodeInput::Living(self.database.living(now)),
            DatabaseRequest::Read(title) => NodeInput::Read(title, Box::new(self.database.disk.clone())),
            DatabaseRequest::Write { title, serial, write, .. } => {
                let (id, result) = (write.id, self.commit(title, *write));
                NodeInput::Stored { serial, write: id, result }
            }
            DatabaseRequest::LookUp { serial, seat, cmd } => {
                let known = self.database.disk.place(seat, &cmd).is_some();
                NodeInput::Later { serial, input: Box::new(room::Input::LookedUp(Ok(known))) }
            }
            DatabaseRequest::ReadBack { commit, answer } => self.read_back(node, commit, *answer),
        }
    }

    /// Makes something go wrong: a process is killed or stopped, connections between nodes end, or the database fails
    /// over.
    pub(super) fn trouble(&mut self) {
        if self.mood != Mood::Lively {
            return;
        }
        // Half of the time the owner of the table is chosen, because its failures matter most.
        let node = match self.rng.below(2) {
            0 => self.database.owner().unwrap_or(0),
            _ => self.rng.below(self.nodes.len() as u32) as usize,
        };
        match self.rng.below(6) {
            5 => self.end_some_lines(),
            0 | 1 if !self.nodes[node].is_dead => self.kill(node),
            2 | 3 if !self.nodes[node].is_dead => {
                self.counted.count("pauses");
                self.nodes[node].paused_until = self.clock + self.pause(12_000);
            }
            _ => self.plan_failover(),
        }
        let pause = Duration::from_secs(2) + self.pause(14_000);
        self.later(pause, ClusterEvent::Trouble);
    }

    fn kill(&mut self, node: usize) {
        self.counted.count("kills");
        self.nodes[node].restart(self.clock);
        self.nodes[node].is_dead = true;
        let tabs = self.people.tabs.iter().filter(|(_, tab)| tab.node == node).map(|(tab, _)| *tab);
        for tab in tabs.collect::<Vec<_>>() {
            self.later(WAY, ClusterEvent::Lost(tab));
        }
        self.end_lines_of(node);
        let pause = self.pause(8_000);
        self.later(pause, ClusterEvent::Start(node));
    }
}
