//! The links of this node to all others, and what stands on them: questions, and the lines of people and engines whose table
//! is at another node than their socket.
//!
//! A link ends as a whole (`bus::PeerLink`): then every question on it fails, every line is hung up, on both sides, and
//! people connect again. So nobody sees a table with a frame missing.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use bus::{Bus, PeerLink, Postmark, Receipt};
use protocol::LobbyTable;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use super::letter::{Fault, HouseNews, Letter, Said, TableAnswer, TableQuestion};
use crate::error::ApiError;
use store::StoreError;

/// A node of which nothing has been heard for this long is gone.
const SILENT: Duration = Duration::from_secs(3);
/// How long a table of another node may take to answer.
const ANSWERED: Duration = Duration::from_secs(15);
/// How what a node calls to all begins. Its address follows.
const HERE: &[u8] = b"here ";

/// All links of this node.
pub(crate) struct Nodes {
    bus: Arc<dyn Bus>,
    name: String,
    state: Mutex<LinksState>,
}

struct LinksState {
    peers: BTreeMap<String, Peer>,
    last_number: u64,
    condition: BusCondition,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BusCondition {
    Away,
    There,
    /// This node has left it.
    Left,
}

/// Another node.
struct Peer {
    link: PeerLink,
    heard: Instant,
    /// Its name, once its link to us has begun.
    name: Option<String>,
    /// What it lists.
    lobby: BTreeMap<String, LobbyTable>,
    standing: Standing,
}

/// What stands on a link, and ends with it. All senders are dropped then.
struct Standing {
    number: u64,
    broken: CancellationToken,
    /// Our questions.
    questions: HashMap<u64, oneshot::Sender<Result<TableAnswer, Fault>>>,
    /// Our people and engines at its tables.
    lines: HashMap<u64, mpsc::Sender<Utf8Bytes>>,
    /// Its people and engines at our tables.
    guests: HashMap<u64, mpsc::Sender<Said>>,
}

impl Drop for Standing {
    fn drop(&mut self) {
        self.broken.cancel();
    }
}

/// The way to another node, until the link ends.
#[derive(Clone, Debug)]
pub(crate) struct Route {
    address: String,
    number: u64,
    broken: CancellationToken,
}

impl Route {
    /// Ready when the link has ended.
    pub(crate) async fn ended(&self) {
        self.broken.cancelled().await;
    }
}

/// What is to be done because of a letter.
#[derive(Debug)]
pub(crate) enum Happening {
    /// This node's part of a link has begun anew: the other one knows nothing of it.
    Begun(Route),
    /// Somebody at another node asks a table of ours.
    Asked { route: Route, id: u64, table: String, asked: TableQuestion },
    /// Something that all nodes should know.
    HouseNews(HouseNews),
}

impl Nodes {
    pub(crate) fn new(bus: Arc<dyn Bus>, name: String) -> Nodes {
        let state = LinksState { peers: BTreeMap::new(), last_number: 0, condition: BusCondition::Away };
        Nodes { bus, name, state: Mutex::new(state) }
    }

    /// What carries the letters.
    pub(crate) fn bus(&self) -> &Arc<dyn Bus> {
        &self.bus
    }

    /// How many other nodes can be reached.
    pub(crate) fn count(&self) -> usize {
        self.lock().peers.values().filter(|peer| peer.name.is_some()).count()
    }

    /// Whether the bus can be reached.
    pub(crate) fn is_there(&self) -> bool {
        self.lock().condition == BusCondition::There
    }

    /// The way to the node with this address, if there is one.
    pub(crate) fn route(&self, address: &str) -> Option<Route> {
        let state = self.lock();
        let peer = state.peers.get(address).filter(|peer| peer.name.is_some())?;
        Some(peer.route(address))
    }

    /// A number that nothing else of this process has.
    pub(crate) fn number(&self) -> u64 {
        self.lock().number()
    }

    /// What all other nodes list.
    pub(crate) fn lobby(&self) -> Vec<LobbyTable> {
        self.lock().peers.values().flat_map(|peer| peer.lobby.values().cloned()).collect()
    }

    /// Asks a table of another node.
    pub(crate) async fn ask(&self, route: &Route, table: &str, asked: TableQuestion) -> Result<TableAnswer, ApiError> {
        let (reply, answer) = oneshot::channel();
        let id = self.number();
        let known = self.at(route, |peer| drop(peer.standing.questions.insert(id, reply)));
        if known.is_some() {
            self.send(route, &Letter::Ask { id, table: table.to_owned(), asked }, "");
        }
        if let Ok(Ok(answer)) = timeout(ANSWERED, answer).await {
            return answer.map_err(ApiError::from);
        }
        self.at(route, |peer| drop(peer.standing.questions.remove(&id)));
        Err(ApiError::Store(StoreError::Elsewhere))
    }

    /// Messages of the other node's table for this line go there from now on.
    pub(crate) fn open_line(&self, route: &Route, line: u64, outbox: mpsc::Sender<Utf8Bytes>) {
        self.at(route, |peer| drop(peer.standing.lines.insert(line, outbox)));
    }

    /// Nobody of ours has this line any more.
    pub(crate) fn close_line(&self, route: &Route, line: u64) {
        self.at(route, |peer| drop(peer.standing.lines.remove(&line)));
    }

    /// What comes over the line of somebody at the other node goes there from now on. Whether the link still stands.
    pub(crate) fn admit(&self, route: &Route, line: u64, said: mpsc::Sender<Said>) -> bool {
        self.at(route, |peer| drop(peer.standing.guests.insert(line, said))).is_some()
    }

    /// Somebody at the other node has gone, or is sent away.
    pub(crate) fn dismiss(&self, route: &Route, line: u64) {
        self.at(route, |peer| drop(peer.standing.guests.remove(&line)));
        self.send(route, &Letter::End { line }, "");
    }

    /// Sends a letter, if the link still stands.
    pub(crate) fn send(&self, route: &Route, letter: &Letter, text: &str) {
        let mut state = self.lock();
        let Some(peer) = state.peers.get_mut(&route.address) else { return };
        if peer.standing.number == route.number {
            peer.post(&*self.bus, &route.address, letter, text);
        }
    }

    /// Tells all nodes that can be reached.
    pub(crate) fn spread(&self, news: &HouseNews) {
        let mut state = self.lock();
        let letter = Letter::HouseNews(news.clone());
        for (address, peer) in &mut state.peers {
            peer.post(&*self.bus, address, &letter, "");
        }
    }

    /// The bus has gone away, or is back. What stood on it ends.
    pub(crate) fn bus_is(&self, there: bool) {
        let mut state = self.lock();
        if state.condition == BusCondition::Left {
            return;
        }
        state.condition = if there { BusCondition::There } else { BusCondition::Away };
        state.peers.clear();
        drop(state);
        if there {
            self.call();
        }
    }

    /// This node stops: its people connect again, and those of others at its tables too.
    pub(crate) fn leave(&self) {
        let mut state = self.lock();
        for (address, peer) in &mut state.peers {
            peer.post(&*self.bus, address, &Letter::Leaving, "");
        }
        state.condition = BusCondition::Left;
        state.peers.clear();
    }

    /// A second has passed: others hear that this node lives, and those that are silent are gone.
    pub(crate) fn beat(&self, now: Instant) {
        self.call();
        let mut state = self.lock();
        state.peers.retain(|address, peer| {
            let lives = now.saturating_duration_since(peer.heard) < SILENT;
            if !lives {
                tracing::warn!(node = peer.name, address, "another node is silent: its people connect again");
            }
            lives
        });
        for (address, peer) in &mut state.peers {
            peer.post(&*self.bus, address, &Letter::Beat, "");
        }
    }

    /// Takes what came over the bus.
    pub(crate) fn receive(&self, post: &[u8], now: Instant) -> Vec<Happening> {
        let mut happened = Vec::new();
        let mut state = self.lock();
        if state.condition == BusCondition::Left {
            return happened;
        }
        if let Some(address) = post.strip_prefix(HERE).and_then(|address| std::str::from_utf8(address).ok()) {
            if address != self.bus.address() {
                happened.extend(state.meet(&*self.bus, &self.name, address, now));
            }
            return happened;
        }
        let Some((mark, content)) = Postmark::read(post) else { return happened };
        happened.extend(state.meet(&*self.bus, &self.name, &mark.from, now));
        let peer = state.peers.get_mut(&mark.from).expect("it was met");
        peer.heard = now;
        match peer.link.read(&mark, content) {
            Receipt::Again | Receipt::Part => {}
            Receipt::Broken { era, news } => {
                if news {
                    tracing::warn!(node = peer.name, "letters of another node were lost: people connect again");
                    (peer.name, peer.lobby) = (None, BTreeMap::new());
                    happened.push(state.renew(&*self.bus, &self.name, &mark.from));
                }
                let peer = state.peers.get_mut(&mark.from).expect("it was met");
                peer.post(&*self.bus, &mark.from, &Letter::Lost { era }, "");
            }
            Receipt::Letter { content, first } => {
                if first {
                    peer.lobby.clear();
                    state.forget(&mark.from);
                }
                if let Some((letter, text)) = Letter::read(&content) {
                    happened.extend(self.open(&mut state, &mark.from, letter, text));
                }
            }
        }
        happened
    }

    /// Opens a letter.
    fn open(&self, state: &mut LinksState, from: &str, letter: Letter, text: &str) -> Option<Happening> {
        let peer = state.peers.get_mut(from)?;
        match letter {
            Letter::Beat => {}
            Letter::Hello { name } => peer.name = Some(name),
            Letter::Lost { era } if era == peer.link.era() => return Some(state.renew(&*self.bus, &self.name, from)),
            Letter::Lost { .. } => {}
            Letter::Leaving => drop(state.peers.remove(from)),
            Letter::Ask { id, table, asked } => {
                return Some(Happening::Asked { route: peer.route(from), id, table, asked });
            }
            Letter::Answer { id, answer } => {
                if let Some(reply) = peer.standing.questions.remove(&id) {
                    // The asker may have gone.
                    let _ = reply.send(answer);
                }
            }
            Letter::Said { line, said } => peer.hear(&*self.bus, from, line, said),
            Letter::Frame { line } => peer.show(&*self.bus, from, line, text),
            Letter::End { line } => drop(peer.standing.lines.remove(&line)),
            Letter::HouseNews(HouseNews::Shown(table)) => drop(peer.lobby.insert(table.id.clone(), *table)),
            Letter::HouseNews(HouseNews::Hidden(id)) => drop(peer.lobby.remove(&id)),
            Letter::HouseNews(news) => return Some(Happening::HouseNews(news)),
        }
        None
    }

    fn call(&self) {
        if self.is_there() {
            // Whoever does not hear it hears the next.
            let _ = self.bus.call([HERE, self.bus.address().as_bytes()].concat());
        }
    }

    /// Does something with the node at the end of a route, if the link still stands.
    fn at<T>(&self, route: &Route, act: impl FnOnce(&mut Peer) -> T) -> Option<T> {
        let mut state = self.lock();
        let peer = state.peers.get_mut(&route.address)?;
        (peer.standing.number == route.number).then(|| act(peer))
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

    fn standing(&mut self) -> Standing {
        Standing {
            number: self.number(),
            broken: CancellationToken::new(),
            questions: HashMap::new(),
            lines: HashMap::new(),
            guests: HashMap::new(),
        }
    }

    /// Greets a node that is not known yet.
    fn meet(&mut self, bus: &dyn Bus, name: &str, address: &str, now: Instant) -> Option<Happening> {
        if self.peers.contains_key(address) {
            return None;
        }
        let (link, standing) = (PeerLink::new(self.number()), self.standing());
        let mut peer = Peer { link, heard: now, name: None, lobby: BTreeMap::new(), standing };
        peer.post(bus, address, &Letter::Hello { name: name.to_owned() }, "");
        let route = peer.route(address);
        self.peers.insert(address.to_owned(), peer);
        Some(Happening::Begun(route))
    }

    /// What stood on the link to a node ends, and this node's part of the link begins anew.
    fn renew(&mut self, bus: &dyn Bus, name: &str, address: &str) -> Happening {
        self.forget(address);
        let era = self.number();
        let peer = self.peers.get_mut(address).expect("it was met");
        peer.link.renew(era);
        peer.post(bus, address, &Letter::Hello { name: name.to_owned() }, "");
        Happening::Begun(peer.route(address))
    }

    /// What stood on the link to a node ends.
    fn forget(&mut self, address: &str) {
        let standing = self.standing();
        if let Some(peer) = self.peers.get_mut(address) {
            peer.standing = standing;
        }
    }
}

impl Peer {
    fn route(&self, address: &str) -> Route {
        let Standing { number, broken, .. } = &self.standing;
        Route { address: address.to_owned(), number: *number, broken: broken.clone() }
    }

    fn post(&mut self, bus: &dyn Bus, address: &str, letter: &Letter, text: &str) {
        for part in self.link.write(bus.address(), &letter.write(text)) {
            // If it is lost, the other node sees that, and tells us.
            let _ = bus.send(address, part);
        }
    }

    /// Something came over the line of somebody there to a table of ours. Who says too much at once is sent away.
    fn hear(&mut self, bus: &dyn Bus, from: &str, line: u64, said: Said) {
        let refused = self.standing.guests.get(&line).is_some_and(|guest| guest.try_send(said).is_err());
        if refused {
            self.standing.guests.remove(&line);
            self.post(bus, from, &Letter::End { line }, "");
        }
    }

    /// A message of a table there, for somebody of ours. Who cannot keep up connects again.
    fn show(&mut self, bus: &dyn Bus, from: &str, line: u64, text: &str) {
        let takes = self.standing.lines.get(&line).is_some_and(|outbox| outbox.try_send(text.into()).is_ok());
        if !takes {
            self.standing.lines.remove(&line);
            self.post(bus, from, &Letter::Said { line, said: Said::Left { silent_ms: 0 } }, "");
        }
    }
}

#[cfg(test)]
#[path = "links_tests.rs"]
mod tests;
