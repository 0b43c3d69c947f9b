//! Connections between nodes, as in `server/src/forward`. There is one connection for each socket whose table another
//! node owns. Messages over a connection arrive in order. A connection can end at any time. The two sides notice the
//! end at different times.

use std::collections::BTreeMap;
use std::time::Duration;

use game::Rng;
use protocol::Command;
use room::ConnectionId;

use super::database::DatabaseRequest;
use crate::faults::Fault;
use crate::simulation::nodes::NodeInput;

use crate::simulation::{Broken, SimulatedEvent, Simulation, WAY};

/// The time that a node waits for a connection to a node that does not answer.
const CONNECT_WITHIN: Duration = Duration::from_secs(1);
/// The longest time until a side notices that a connection has ended.
const NOTICED_WITHIN_MS: u32 = 4_000;
/// The interval at which a node reads which nodes have a lease.
const LOOK: Duration = Duration::from_secs(1);

/// The connections between nodes.
pub(crate) struct SimulatedNetwork {
    lines: BTreeMap<u64, LineBetweenNodes>,
    /// The first value: of a thousand messages between nodes, the number that end their connection and do not arrive.
    /// The second value: the longest delay of a late message in milliseconds.
    pub(super) trouble: [u32; 2],
    /// The time at which the last message between nodes has arrived, if the fault `LengthDelays` is planted.
    busy_until: Duration,
}

impl SimulatedNetwork {
    pub(crate) fn new(rng: &mut Rng) -> SimulatedNetwork {
        let trouble = [[0, 2, 10][rng.below(3) as usize], [2, 30][rng.below(2) as usize]];
        SimulatedNetwork { lines: BTreeMap::new(), trouble, busy_until: Duration::ZERO }
    }
}

struct LineBetweenNodes {
    tab: ConnectionId,
    /// The node of the socket, and the node to which the socket is forwarded.
    ends: [usize; 2],
    /// The times at which the last message to each end arrives.
    last: [Duration; 2],
}

/// A message over a connection between nodes, to the owner of the table or from the owner.
#[derive(Clone)]
pub(crate) enum Letter {
    Join,
    Command(Command),
    /// The person's socket has closed.
    Left,
    /// A message of the table, with its number.
    Output(u64, String),
    /// The table has closed the connection.
    Close,
    /// The table is not at this node (status 421).
    NotMine,
}

impl Simulation {
    pub(crate) fn pass_on(&mut self, node: usize, owner: usize, tab: ConnectionId) {
        let other = &self.nodes[owner];
        let waits = if other.paused_until > self.clock { CONNECT_WITHIN } else { Duration::from_millis(150) };
        if other.is_dead || other.paused_until > self.clock {
            return self.schedule_input(node, waits, NodeInput::Again(tab));
        }
        let line = self.number();
        self.network.lines.insert(line, LineBetweenNodes { tab, ends: [node, owner], last: [self.clock; 2] });
        self.nodes[node].member.passed_on.insert(tab, line);
        self.post(line, 1, Letter::Join);
    }

    /// Sends a message over a connection to one of its ends. With some probability the connection ends instead.
    pub(crate) fn post(&mut self, line: u64, to: usize, letter: Letter) {
        if !self.network.lines.contains_key(&line) {
            return;
        }
        self.note_letter(line, to, &letter);
        let [ends, delay] = self.network.trouble;
        if self.rng.below(1000) < ends {
            return self.end_line(line);
        }
        let late = self.rng.below(50) == 0;
        let way = Duration::from_millis(1) + if late { self.pause(delay) } else { Duration::ZERO };
        let way = way + self.takes_by_its_length(&letter);
        let now = self.clock;
        let known = self.network.lines.get_mut(&line).expect("looked up above");
        known.last[to] = known.last[to].max(now + way);
        let (node, after) = (known.ends[to], known.last[to] - now);
        self.schedule_input(node, after, NodeInput::Letter(line, letter));
    }

    /// Notes a message between nodes. The two worlds may differ in the contents of messages for other seats, but not in
    /// the fact that such a message is sent.
    fn note_letter(&mut self, line: u64, to: usize, letter: &Letter) {
        let Some(world) = &mut self.world else { return };
        let LineBetweenNodes { tab, ends, .. } = &self.network.lines[&line];
        let person = self.people.tabs.get(tab).map(|tab| self.people.all[tab.person].id);
        let watched = person.is_some_and(|person| world.watches(person));
        let words = match letter {
            Letter::Join => "comes".to_owned(),
            Letter::Command(command) if watched => format!("says {command:?}"),
            Letter::Command(_) => "says something".to_owned(),
            Letter::Left => "leaves".to_owned(),
            Letter::Output(_, text) if watched => format!("is told {text}"),
            Letter::Output(..) => "is told something".to_owned(),
            Letter::Close => "is closed".to_owned(),
            Letter::NotMine => "is not there".to_owned(),
        };
        world.said.push(format!("to node {}: connection {} {words}", ends[to], tab.0));
    }

    /// Returns an additional delay of a message. If the fault `LengthDelays` is planted, a long message takes longer
    /// and also delays the messages after it.
    fn takes_by_its_length(&mut self, letter: &Letter) -> Duration {
        if self.plan.fault != Some(Fault::LengthDelays) {
            return Duration::ZERO;
        }
        let takes = Duration::from_micros(if let Letter::Output(_, text) = letter { text.len() as u64 } else { 0 });
        self.network.busy_until = self.network.busy_until.max(self.clock) + takes;
        self.network.busy_until - self.clock
    }

    /// Ends a connection between nodes. Messages that are on their way arrive, but are ignored.
    pub(crate) fn end_line(&mut self, line: u64) {
        let Some(LineBetweenNodes { ends, .. }) = self.network.lines.remove(&line) else { return };
        self.counted.count("connections between nodes ended");
        for node in ends {
            let most = if self.rng.below(8) == 0 { NOTICED_WITHIN_MS } else { 20 };
            let after = self.pause(most);
            self.schedule_input(node, after, NodeInput::LineEnded(line));
        }
    }

    /// Ends the connections of a node that was killed.
    pub(crate) fn end_lines_of(&mut self, node: usize) {
        let of = self.network.lines.iter().filter(|(_, line)| line.ends.contains(&node)).map(|(line, _)| *line);
        of.collect::<Vec<_>>().into_iter().for_each(|line| self.end_line(line));
    }

    /// Ends one of the connections, or all connections between the same two nodes.
    pub(crate) fn end_some_lines(&mut self) {
        let all: Vec<(u64, [usize; 2])> = self.network.lines.iter().map(|(line, known)| (*line, known.ends)).collect();
        if all.is_empty() {
            return;
        }
        let (one, ends) = all[self.rng.below(all.len() as u32) as usize];
        let network = self.rng.below(2) == 0;
        let gone = all.into_iter().filter(|(line, of)| *line == one || (network && *of == ends));
        gone.for_each(|(line, _)| self.end_line(line));
    }

    /// Handles the end of a connection at a side that has noticed it.
    pub(crate) fn line_ended(&mut self, node: usize, line: u64) -> Result<(), Broken> {
        let by = |known: &BTreeMap<ConnectionId, u64>| known.iter().find(|(_, of)| **of == line).map(|(tab, _)| *tab);
        let (passed_on, arrived) = (by(&self.nodes[node].member.passed_on), by(&self.nodes[node].member.arrived));
        if let Some(tab) = passed_on {
            self.nodes[node].member.passed_on.remove(&tab);
            self.later(WAY, SimulatedEvent::Lost(tab));
        }
        match arrived {
            Some(tab) => {
                self.nodes[node].member.arrived.remove(&tab);
                self.leaves(node, tab)
            }
            None => Ok(()),
        }
    }

    /// Handles a message that arrives over a connection, unless the connection has ended.
    pub(crate) fn receive(&mut self, node: usize, line: u64, letter: Letter) -> Result<(), Broken> {
        let Some(LineBetweenNodes { tab, .. }) = self.network.lines.get(&line) else { return Ok(()) };
        let tab = *tab;
        if matches!(letter, Letter::Left | Letter::Close | Letter::NotMine) {
            // The connection is over.
            self.network.lines.remove(&line);
        }
        match letter {
            Letter::Join => {
                self.nodes[node].member.arrived.insert(tab, line);
                return self.arrives(node, tab);
            }
            Letter::Command(command) => return self.command(node, tab, command),
            Letter::Output(message, text) => self.later(WAY, SimulatedEvent::Deliver { tab, message, text }),
            Letter::Left => {
                self.nodes[node].member.arrived.remove(&tab);
                return self.leaves(node, tab);
            }
            Letter::NotMine => {
                self.counted.count("sockets passed on to no owner");
                self.nodes[node].member.passed_on.remove(&tab);
                return self.again(node, tab);
            }
            Letter::Close => {
                self.nodes[node].member.passed_on.remove(&tab);
                self.later(WAY, SimulatedEvent::Lost(tab));
            }
        }
        Ok(())
    }

    /// Lets a node look up the owner of a socket's table once more, unless the node has tried for some seconds already.
    pub(crate) fn again(&mut self, node: usize, tab: ConnectionId) -> Result<(), Broken> {
        match self.people.tabs.get(&tab) {
            Some(known) if self.clock < known.until => self.arrives(node, tab),
            Some(_) => {
                self.close(node, tab);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Reads every second which nodes have a lease, if the node forwards sockets.
    pub(crate) fn look_at_leases(&mut self, node: usize) {
        if self.clock >= self.nodes[node].member.looks_at && !self.nodes[node].member.passed_on.is_empty() {
            self.nodes[node].member.looks_at = self.clock + LOOK;
            self.ask(node, DatabaseRequest::Living);
        }
    }

    /// Ends the connections to nodes whose lease has run out, because such a node may be stopped.
    pub(crate) fn lives(&mut self, node: usize, living: &[usize]) {
        let passed_on: Vec<u64> = self.nodes[node].member.passed_on.values().copied().collect();
        for line in passed_on {
            if self.network.lines.get(&line).is_some_and(|known| !living.contains(&known.ends[1])) {
                self.end_line(line);
            }
        }
    }
}
