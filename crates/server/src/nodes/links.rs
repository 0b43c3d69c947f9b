//! The links of this node to all others, and what is in flight on them: requests, and the streams of people and engines whose
//! table is at another node than their socket.
//!
//! A link ends as a whole (`node::PeerLink`): then every request on it fails, every stream is closed, on both sides, and people
//! connect again. So nobody sees a table with a frame missing.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use bus::Bus;
use node::{FragmentHeader, LinkEvent, PeerLink};
use protocol::LobbyTable;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use super::message::{Broadcast, NodeMessage, RemoteError, StreamInput, TableRequest, TableResponse, UnknownMessage};
use crate::error::ApiError;
use store::StoreError;

/// A node from which nothing has come for this long is gone.
const PEER_TIMEOUT: Duration = Duration::from_secs(3);
/// How long a table of another node may take to respond.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
/// How the announcement of a node begins, by which all others learn its address, which follows.
const ANNOUNCEMENT: &[u8] = b"here ";

/// All links of this node.
pub(crate) struct Nodes {
    bus: Arc<dyn Bus>,
    name: String,
    state: Mutex<LinksState>,
    /// Told when this node may not have heard what another has stored.
    pub(crate) missed: Notify,
}

struct LinksState {
    peers: BTreeMap<String, Peer>,
    last_number: u64,
    connection: BusConnection,
    /// Whether this node hands its tables over and takes no others.
    draining: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BusConnection {
    Disconnected,
    Connected,
    /// This node has left the bus.
    Left,
}

/// Another node.
struct Peer {
    link: PeerLink,
    /// When something last came from it.
    heard: Instant,
    /// Its name, once its side of the link has begun.
    name: Option<String>,
    /// Whether it takes no tables any more.
    draining: bool,
    /// The public tables that it lists.
    lobby: BTreeMap<String, LobbyTable>,
    traffic: LinkTraffic,
}

/// What is in flight on a link, and ends with it. All senders are dropped then.
struct LinkTraffic {
    number: u64,
    ended: CancellationToken,
    /// Our requests.
    requests: HashMap<u64, oneshot::Sender<Result<TableResponse, RemoteError>>>,
    /// Streams of our people and engines to its tables.
    outbound: HashMap<u64, mpsc::Sender<Utf8Bytes>>,
    /// Streams of its people and engines to our tables.
    inbound: HashMap<u64, mpsc::Sender<StreamInput>>,
}

impl Drop for LinkTraffic {
    fn drop(&mut self) {
        self.ended.cancel();
    }
}

/// The way to another node, until the link ends.
#[derive(Clone, Debug)]
pub(crate) struct Route {
    address: String,
    number: u64,
    ended: CancellationToken,
}

impl Route {
    /// Ready when the link has ended.
    pub(crate) async fn ended(&self) {
        self.ended.cancelled().await;
    }

    /// Whether the link has ended.
    pub(crate) fn has_ended(&self) -> bool {
        self.ended.is_cancelled()
    }
}

/// What is to be done because of a message.
#[derive(Debug)]
pub(crate) enum NodeEvent {
    /// This node's side of a link has begun anew: the other node knows nothing of this one.
    LinkBegun(Route),
    /// The other node's side of a link has begun anew: what that node told everybody before may not have come here.
    PeerBegun,
    /// Somebody at another node asks something of a table of ours.
    Requested { route: Route, id: u64, table: String, request: TableRequest },
    /// Something that all nodes should know.
    Broadcast(Broadcast),
}

impl Nodes {
    pub(crate) fn new(bus: Arc<dyn Bus>, name: String) -> Nodes {
        let connection = BusConnection::Disconnected;
        let state = LinksState { peers: BTreeMap::new(), last_number: 0, connection, draining: false };
        Nodes { bus, name, state: Mutex::new(state), missed: Notify::new() }
    }

    /// What carries the messages.
    pub(crate) fn bus(&self) -> &Arc<dyn Bus> {
        &self.bus
    }

    /// How many other nodes can be reached.
    pub(crate) fn count(&self) -> usize {
        self.lock().peers.values().filter(|peer| peer.name.is_some()).count()
    }

    /// Whether the bus can be reached.
    pub(crate) fn is_connected(&self) -> bool {
        self.lock().connection == BusConnection::Connected
    }

    /// The way to the node with this address, if there is one.
    pub(crate) fn route(&self, address: &str) -> Option<Route> {
        let state = self.lock();
        let peer = state.peers.get(address).filter(|peer| peer.name.is_some())?;
        Some(peer.route(address))
    }

    /// The way to a node that takes tables, if one can be reached.
    pub(crate) fn successor(&self) -> Option<Route> {
        let state = self.lock();
        let (address, peer) = state.peers.iter().find(|(_, peer)| peer.name.is_some() && !peer.draining)?;
        Some(peer.route(address))
    }

    /// This node takes no tables any more, or takes them again. The others hear it.
    pub(crate) fn set_draining(&self, draining: bool) {
        let mut state = self.lock();
        state.draining = draining;
        state.tell_heartbeat(&*self.bus);
    }

    /// A number that nothing else of this process has.
    pub(crate) fn number(&self) -> u64 {
        self.lock().number()
    }

    /// The public tables of all other nodes.
    pub(crate) fn lobby(&self) -> Vec<LobbyTable> {
        self.lock().peers.values().flat_map(|peer| peer.lobby.values().cloned()).collect()
    }

    /// Asks something of a table of another node.
    pub(crate) async fn request(
        &self,
        route: &Route,
        table: &str,
        request: TableRequest,
    ) -> Result<TableResponse, ApiError> {
        let (reply, response) = oneshot::channel();
        let id = self.number();
        let known = self.with_peer(route, |peer| drop(peer.traffic.requests.insert(id, reply)));
        if known.is_some() {
            self.send(route, &NodeMessage::Request { id, table: table.to_owned(), request }, "");
        }
        if let Ok(Ok(result)) = timeout(REQUEST_TIMEOUT, response).await {
            return result.map_err(ApiError::from);
        }
        self.with_peer(route, |peer| drop(peer.traffic.requests.remove(&id)));
        Err(ApiError::Store(StoreError::Elsewhere))
    }

    /// Texts of the other node's table for this stream go there from now on.
    pub(crate) fn open_stream(&self, route: &Route, stream: u64, outbox: mpsc::Sender<Utf8Bytes>) {
        self.with_peer(route, |peer| drop(peer.traffic.outbound.insert(stream, outbox)));
    }

    /// The client of ours that had this stream has gone.
    pub(crate) fn forget_stream(&self, route: &Route, stream: u64) {
        self.with_peer(route, |peer| drop(peer.traffic.outbound.remove(&stream)));
    }

    /// Input of a client at the other node goes there from now on. Whether the link still stands.
    pub(crate) fn accept_stream(&self, route: &Route, stream: u64, input: mpsc::Sender<StreamInput>) -> bool {
        self.with_peer(route, |peer| drop(peer.traffic.inbound.insert(stream, input))).is_some()
    }

    /// Closes the stream of a client at the other node.
    pub(crate) fn close_stream(&self, route: &Route, stream: u64) {
        self.with_peer(route, |peer| drop(peer.traffic.inbound.remove(&stream)));
        self.send(route, &NodeMessage::Close { stream }, "");
    }

    /// Sends a message, if the link still stands.
    pub(crate) fn send(&self, route: &Route, message: &NodeMessage, text: &str) {
        let mut state = self.lock();
        let Some(peer) = state.peers.get_mut(&route.address) else { return };
        if peer.traffic.number == route.number {
            peer.send(&*self.bus, &route.address, message, text);
        }
    }

    /// Tells all nodes that can be reached.
    pub(crate) fn broadcast(&self, broadcast: &Broadcast) {
        let mut state = self.lock();
        let message = NodeMessage::Broadcast(broadcast.clone());
        for (address, peer) in &mut state.peers {
            peer.send(&*self.bus, address, &message, "");
        }
    }

    /// The bus cannot be reached any more, or again. All links end.
    pub(crate) fn set_connected(&self, connected: bool) {
        let mut state = self.lock();
        if state.connection == BusConnection::Left {
            return;
        }
        state.connection = if connected { BusConnection::Connected } else { BusConnection::Disconnected };
        state.peers.clear();
        drop(state);
        if connected {
            self.announce();
        }
    }

    /// This node stops: its people connect again, and those of others at its tables too.
    pub(crate) fn leave(&self) {
        let mut state = self.lock();
        for (address, peer) in &mut state.peers {
            peer.send(&*self.bus, address, &NodeMessage::Leaving, "");
        }
        state.connection = BusConnection::Left;
        state.peers.clear();
    }

    /// A second has passed: others hear that this node lives, and those that are silent are gone.
    pub(crate) fn heartbeat(&self, now: Instant) {
        self.announce();
        let mut state = self.lock();
        state.peers.retain(|address, peer| {
            let lives = now.saturating_duration_since(peer.heard) < PEER_TIMEOUT;
            if !lives {
                tracing::warn!(node = peer.name, address, "another node is silent: its people connect again");
            }
            lives
        });
        state.tell_heartbeat(&*self.bus);
    }

    /// Takes what came over the bus.
    pub(crate) fn receive(&self, payload: &[u8], now: Instant) -> Vec<NodeEvent> {
        let mut events = Vec::new();
        let mut state = self.lock();
        if state.connection == BusConnection::Left {
            return events;
        }
        if let Some(address) = payload.strip_prefix(ANNOUNCEMENT).and_then(|rest| std::str::from_utf8(rest).ok()) {
            if address != self.bus.address() {
                events.extend(state.add_peer(&*self.bus, &self.name, address, now));
            }
            return events;
        }
        let Some((header, content)) = FragmentHeader::decode(payload) else { return events };
        let sender = &header.sender;
        let begun = state.add_peer(&*self.bus, &self.name, sender, now);
        let is_new_peer = begun.is_some();
        events.extend(begun);
        let peer = state.peers.get_mut(sender).expect("added above");
        peer.heard = now;
        match peer.link.receive(&header, content) {
            LinkEvent::Duplicate | LinkEvent::Incomplete => {}
            LinkEvent::Gap { generation, is_new } => {
                if is_new {
                    tracing::warn!(node = peer.name, "messages of another node were lost: people connect again");
                    (peer.name, peer.lobby) = (None, BTreeMap::new());
                    events.push(state.restart_link(&*self.bus, &self.name, sender));
                }
                let peer = state.peers.get_mut(sender).expect("added above");
                peer.send(&*self.bus, sender, &NodeMessage::Lost { generation }, "");
            }
            LinkEvent::Message { content, first } => {
                if first {
                    peer.lobby.clear();
                    // On a link that has just begun nothing is in flight, and what is about to be sent over its route must go.
                    if !is_new_peer {
                        state.end_traffic(sender);
                    }
                }
                match NodeMessage::decode(&content) {
                    Ok((message, text)) => events.extend(self.handle(&mut state, sender, message, text)),
                    Err(unknown) => self.refuse(&mut state, sender, &unknown),
                }
            }
        }
        events
    }

    /// Handles a message that is complete.
    fn handle(&self, state: &mut LinksState, sender: &str, message: NodeMessage, text: &str) -> Option<NodeEvent> {
        let peer = state.peers.get_mut(sender)?;
        match message {
            NodeMessage::Heartbeat { draining } => peer.draining = draining,
            NodeMessage::Hello { name } => {
                peer.name = Some(name);
                return Some(NodeEvent::PeerBegun);
            }
            NodeMessage::Lost { generation } if generation == peer.link.generation() => {
                return Some(state.restart_link(&*self.bus, &self.name, sender));
            }
            NodeMessage::Lost { .. } => {}
            NodeMessage::Leaving => drop(state.peers.remove(sender)),
            NodeMessage::Request { id, table, request } => {
                return Some(NodeEvent::Requested { route: peer.route(sender), id, table, request });
            }
            NodeMessage::Response { id, result } => {
                if let Some(reply) = peer.traffic.requests.remove(&id) {
                    // The asker may have gone.
                    let _ = reply.send(result);
                }
            }
            NodeMessage::Input { stream, input } => peer.deliver_input(&*self.bus, sender, stream, input),
            NodeMessage::Output { stream } => peer.deliver_output(&*self.bus, sender, stream, text),
            NodeMessage::Close { stream } => drop(peer.traffic.outbound.remove(&stream)),
            NodeMessage::Broadcast(Broadcast::TableListed(table)) => {
                drop(peer.lobby.insert(table.id.clone(), *table));
            }
            NodeMessage::Broadcast(Broadcast::TableUnlisted(id)) => drop(peer.lobby.remove(&id)),
            NodeMessage::Broadcast(broadcast) => return Some(NodeEvent::Broadcast(broadcast)),
        }
        None
    }

    /// A node of another version sent what this one does not know. Whoever waits for an answer gets one at once.
    fn refuse(&self, state: &mut LinksState, sender: &str, unknown: &UnknownMessage) {
        let Some(peer) = state.peers.get_mut(sender) else { return };
        let UnknownMessage { t: kind, id, stream } = unknown;
        tracing::info!(node = peer.name, kind, "a message of another version is not known here");
        match (kind.as_str(), id, stream) {
            ("request", Some(id), _) => {
                let refusal = NodeMessage::Response { id: *id, result: Err(RemoteError::OtherVersion) };
                peer.send(&*self.bus, sender, &refusal, "");
            }
            ("response", Some(id), _) => {
                if let Some(reply) = peer.traffic.requests.remove(id) {
                    // The asker may have gone.
                    let _ = reply.send(Err(RemoteError::OtherVersion));
                }
            }
            ("input", _, Some(stream)) if peer.traffic.inbound.contains_key(stream) => {
                let protocol::ErrorDetail { key, words, .. } = ApiError::OtherVersion.body();
                let refusal: protocol::Message = protocol::Message::Error { key, words };
                let text = serde_json::to_string(&refusal).expect("messages are text, numbers and lists");
                peer.send(&*self.bus, sender, &NodeMessage::Output { stream: *stream }, &text);
            }
            _ => {}
        }
    }

    fn announce(&self) {
        if self.is_connected() {
            // Whoever does not receive it receives the next.
            let _ = self.bus.broadcast([ANNOUNCEMENT, self.bus.address().as_bytes()].concat());
        }
    }

    /// Does something with the node at the end of a route, if the link still stands.
    fn with_peer<T>(&self, route: &Route, act: impl FnOnce(&mut Peer) -> T) -> Option<T> {
        let mut state = self.lock();
        let peer = state.peers.get_mut(&route.address)?;
        (peer.traffic.number == route.number).then(|| act(peer))
    }

    fn lock(&self) -> MutexGuard<'_, LinksState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LinksState {
    fn number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }

    /// The others hear that this node lives, and whether it takes tables.
    fn tell_heartbeat(&mut self, bus: &dyn Bus) {
        let heartbeat = NodeMessage::Heartbeat { draining: self.draining };
        for (address, peer) in &mut self.peers {
            peer.send(bus, address, &heartbeat, "");
        }
    }

    fn traffic(&mut self) -> LinkTraffic {
        LinkTraffic {
            number: self.number(),
            ended: CancellationToken::new(),
            requests: HashMap::new(),
            outbound: HashMap::new(),
            inbound: HashMap::new(),
        }
    }

    /// Begins a link to a node that is not known yet.
    fn add_peer(&mut self, bus: &dyn Bus, name: &str, address: &str, now: Instant) -> Option<NodeEvent> {
        if self.peers.contains_key(address) {
            return None;
        }
        let (link, traffic) = (PeerLink::new(self.number()), self.traffic());
        let mut peer = Peer { link, heard: now, name: None, draining: false, lobby: BTreeMap::new(), traffic };
        peer.send(bus, address, &NodeMessage::Hello { name: name.to_owned() }, "");
        let route = peer.route(address);
        self.peers.insert(address.to_owned(), peer);
        Some(NodeEvent::LinkBegun(route))
    }

    /// What is in flight on the link to a node ends, and this node's side of the link begins anew.
    fn restart_link(&mut self, bus: &dyn Bus, name: &str, address: &str) -> NodeEvent {
        self.end_traffic(address);
        let generation = self.number();
        let peer = self.peers.get_mut(address).expect("its link is known");
        peer.link.restart(generation);
        peer.send(bus, address, &NodeMessage::Hello { name: name.to_owned() }, "");
        NodeEvent::LinkBegun(peer.route(address))
    }

    /// What is in flight on the link to a node ends.
    fn end_traffic(&mut self, address: &str) {
        let traffic = self.traffic();
        if let Some(peer) = self.peers.get_mut(address) {
            peer.traffic = traffic;
        }
    }
}

impl Peer {
    fn route(&self, address: &str) -> Route {
        let LinkTraffic { number, ended, .. } = &self.traffic;
        Route { address: address.to_owned(), number: *number, ended: ended.clone() }
    }

    fn send(&mut self, bus: &dyn Bus, address: &str, message: &NodeMessage, text: &str) {
        for fragment in self.link.encode(bus.address(), &message.encode(text)) {
            // If it is lost, the other node detects that, and tells us.
            let _ = bus.send(address, fragment);
        }
    }

    /// Input of a client there for a table of ours. The stream of a client that sends too much at once is closed.
    fn deliver_input(&mut self, bus: &dyn Bus, sender: &str, stream: u64, input: StreamInput) {
        let refused = self.traffic.inbound.get(&stream).is_some_and(|client| client.try_send(input).is_err());
        if refused {
            self.traffic.inbound.remove(&stream);
            self.send(bus, sender, &NodeMessage::Close { stream }, "");
        }
    }

    /// A text of a table there for a client of ours. A client that cannot keep up connects again.
    fn deliver_output(&mut self, bus: &dyn Bus, sender: &str, stream: u64, text: &str) {
        let takes = self.traffic.outbound.get(&stream).is_some_and(|outbox| outbox.try_send(text.into()).is_ok());
        if !takes {
            self.traffic.outbound.remove(&stream);
            let input = StreamInput::Left { silent_ms: 0 };
            self.send(bus, sender, &NodeMessage::Input { stream, input }, "");
        }
    }
}

#[cfg(test)]
#[path = "links_tests.rs"]
mod tests;
