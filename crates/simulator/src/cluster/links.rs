//! Messages between nodes, over links that detect what is missing and then end as a whole, as in `server/src/nodes`.

use std::collections::BTreeSet;

use node::{FragmentHeader, LinkEvent, PeerLink};

use super::nodes::NodeLink;
use super::*;

/// A node from which nothing has come for this long is gone.
const PEER_TIMEOUT: Duration = Duration::from_secs(3);
const BEAT: Duration = Duration::from_secs(1);

impl ClusterSimulation {
    pub(super) fn link(&mut self, node: usize, peer: usize) -> &mut NodeLink {
        self.last_number += 1;
        let (generation, heard) = (self.last_number, self.clock);
        self.nodes[node].links.entry(peer).or_insert_with(|| NodeLink {
            link: PeerLink::new(generation),
            heard,
            busy_until: Duration::ZERO,
            outbound: BTreeSet::new(),
            inbound: BTreeSet::new(),
        })
    }

    /// Sends a letter over the bus, which may lose it, double it, or bring it after a later one.
    pub(super) fn post(&mut self, node: usize, peer: usize, letter: Letter) {
        self.crosses_the_bus(node, peer, &letter);
        let waits = self.waits_for_longer_ones(node, peer, &letter);
        let content = self.letters.len().to_string();
        self.letters.push(letter);
        let [lost, doubled, delay] = self.bus;
        for payload in self.link(node, peer).link.encode(&node.to_string(), content.as_bytes()) {
            let times = match self.rng.below(1000) {
                dice if dice < lost => 0,
                dice if dice < lost + doubled => 2,
                _ => 1,
            };
            for _ in 0..times {
                let late = self.rng.below(50) == 0;
                let way = Duration::from_millis(1) + if late { self.pause(delay) } else { Duration::ZERO };
                self.tell(peer, waits + way, NodeInput::Fragment(payload.clone()));
            }
        }
    }

    /// How long a letter waits for those before it and takes itself, if longer ones take longer.
    fn waits_for_longer_ones(&mut self, node: usize, peer: usize, letter: &Letter) -> Duration {
        if self.fault != Some(ClusterFault::LengthDelays) {
            return Duration::ZERO;
        }
        let takes = Duration::from_micros(if let Letter::Output(_, text) = letter { text.len() as u64 } else { 0 });
        let now = self.clock;
        let link = self.link(node, peer);
        link.busy_until = link.busy_until.max(now) + takes;
        link.busy_until - now
    }

    pub(super) fn receive(&mut self, node: usize, payload: &[u8]) -> Result<(), Broken> {
        let (header, content) = FragmentHeader::decode(payload).expect("nodes send fragments");
        let peer: usize = header.sender.parse().expect("the number of a node");
        let now = self.clock;
        let link = self.link(node, peer);
        link.heard = now;
        match link.link.receive(&header, content) {
            LinkEvent::Message { content, first } => {
                if first {
                    // The other side has forgotten what was before.
                    self.end_streams(node, peer)?;
                }
                self.read(node, peer, &content)
            }
            LinkEvent::Incomplete | LinkEvent::Duplicate => Ok(()),
            LinkEvent::Gap { .. } if self.fault == Some(ClusterFault::GapIgnored) => self.read(node, peer, content),
            LinkEvent::Gap { generation, is_new } => {
                if is_new {
                    self.end_link(node, peer)?;
                }
                self.post(node, peer, Letter::Broken { generation });
                Ok(())
            }
        }
    }

    fn read(&mut self, node: usize, peer: usize, content: &[u8]) -> Result<(), Broken> {
        let number: usize = std::str::from_utf8(content).expect("digits").parse().expect("the number of a letter");
        match self.letters[number].clone() {
            Letter::Heartbeat => Ok(()),
            Letter::Broken { generation } => match self.link(node, peer).link.generation() == generation {
                true => self.end_link(node, peer),
                false => Ok(()),
            },
            Letter::Join(tab) => {
                self.link(node, peer).inbound.insert(tab);
                self.arrives(node, tab)
            }
            Letter::Command(tab, command) => match self.link(node, peer).inbound.contains(&tab) {
                true => self.command(node, tab, command),
                false => Ok(()),
            },
            Letter::Left(tab) => {
                self.link(node, peer).inbound.remove(&tab);
                self.leaves(node, tab, false)
            }
            Letter::Output(tab, text) => {
                // A stream can have ended on one side alone: the other side hears that its person is not there.
                match self.link(node, peer).outbound.contains(&tab) {
                    true => self.later(WAY, ClusterEvent::Deliver { tab, text }),
                    false => self.post(node, peer, Letter::Left(tab)),
                }
                Ok(())
            }
            Letter::Close(tab) => {
                if self.link(node, peer).outbound.remove(&tab) {
                    self.later(WAY, ClusterEvent::Lost(tab));
                }
                Ok(())
            }
        }
    }

    /// Everything that is in flight on a link ends, and this side begins a new generation.
    pub(super) fn end_link(&mut self, node: usize, peer: usize) -> Result<(), Broken> {
        self.counted.ended_links += 1;
        let generation = self.number();
        self.link(node, peer).link.restart(generation);
        self.end_streams(node, peer)
    }

    fn end_streams(&mut self, node: usize, peer: usize) -> Result<(), Broken> {
        let link = self.link(node, peer);
        let (outbound, inbound) = (std::mem::take(&mut link.outbound), std::mem::take(&mut link.inbound));
        for tab in outbound {
            self.later(WAY, ClusterEvent::Lost(tab));
        }
        inbound.into_iter().try_for_each(|tab| self.leaves(node, tab, true))
    }

    /// Tells the others that this node lives, and gives up those from which nothing comes.
    pub(super) fn beat(&mut self, node: usize) {
        if self.clock < self.nodes[node].beat_at {
            return;
        }
        self.nodes[node].beat_at = self.clock + BEAT;
        for peer in (0..NODES).filter(|peer| *peer != node) {
            self.post(node, peer, Letter::Heartbeat);
        }
    }

    /// Ends the links over which nothing has come for too long.
    pub(super) fn end_silent_links(&mut self, node: usize) -> Result<(), Broken> {
        let now = self.clock;
        let silent =
            |link: &NodeLink| now > link.heard + PEER_TIMEOUT && !(link.outbound.is_empty() && link.inbound.is_empty());
        let links = self.nodes[node].links.iter().filter(|(_, link)| silent(link)).map(|(peer, _)| *peer);
        links.collect::<Vec<_>>().into_iter().try_for_each(|peer| self.end_link(node, peer))
    }
}
