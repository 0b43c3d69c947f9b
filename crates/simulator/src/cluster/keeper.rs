//! Processes and leases: a node asks for its lease and renews it, is killed, stopped, started again.

use node::Next;

use super::nodes::{LeaseAnswer, NotTaken};
use super::*;

/// How often a node looks after its lease.
const LOOK: Duration = Duration::from_millis(200);

impl ClusterSimulation {
    /// A node hears something: at once, or when it is no longer stopped.
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

    /// When a node wakes by itself: its room wants to, or it is no longer stopped.
    pub(super) fn wakes(&self, node: usize) -> Option<Duration> {
        let known = &self.nodes[node];
        if known.is_dead {
            return None;
        }
        let waits = (!known.inbox.is_empty()).then_some(known.paused_until);
        let wake = known.loaded().and_then(|loaded| loaded.room.next_wake()).map(room::Instant::elapsed);
        // A server has a timer for the end of its lease: so a table is dropped then, and not when its room does something next.
        let drops = known.drops_at().filter(|_| self.fault != Some(ClusterFault::LeaseIgnored));
        waits.into_iter().chain(wake.into_iter().chain(drops).map(|wake| wake.max(known.paused_until))).min()
    }

    /// A node that was stopped goes on; or a room is given the time.
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
        self.note_shared(|| format!("node {node} asks the database: {:?}", std::mem::discriminant(&request)));
        let incarnation = self.nodes[node].incarnation;
        // A request can hang: a retransmission, a busy machine.
        let way = if self.rng.below(150) == 0 && self.mood == Mood::Lively { self.pause(9_000) } else { self.pause(8) };
        self.later(way, ClusterEvent::Asked { node, incarnation, request });
    }

    /// The database gets a request.
    pub(super) fn asked(&mut self, node: usize, incarnation: u32, request: DatabaseRequest) {
        if self.clock < self.database.away_until {
            return self.ask_during_outage(node, incarnation, request);
        }
        if matches!(request, DatabaseRequest::Write { .. })
            && let Some(failover) = self.database.fails_at_write.take()
        {
            // It is in flight when the database fails.
            self.later(Duration::ZERO, ClusterEvent::Asked { node, incarnation, request });
            return self.fails_over(failover);
        }
        let input = self.answer(node, request);
        let late = matches!(input, NodeInput::OfLease(..)) && self.rng.below(20) == 0 && self.mood == Mood::Lively;
        let way = self.pause(if late { 6_000 } else { 8 });
        self.later(way, ClusterEvent::Node { node, incarnation, input });
    }

    /// The database carries out what a node asks.
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

    /// Something goes wrong: a process is killed or stopped, connections between nodes end, or the database fails over.
    pub(super) fn trouble(&mut self) {
        if self.mood != Mood::Lively {
            return;
        }
        // Trouble of the owner is more trouble.
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
