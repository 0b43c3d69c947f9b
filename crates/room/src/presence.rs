//! The people who are connected, how slow each connection is, and how long somebody has been away.

use core::net::IpAddr;
use std::collections::BTreeMap;
use std::time::Duration;

use game::{Seat, SeatSet, Viewer, sort_compactly};

use crate::ALONE;
use crate::asker::Connection;
use crate::ids::{ConnectionId, PersonId};
use crate::seating::Seating;
use crate::time::{Instant, millis};

/// A shorter round trip counts as no latency.
const LEAST_LATENCY: Duration = Duration::from_millis(10);
/// A connection with at least this latency is called slow. Everybody gets a message when a connection becomes slow, and
/// when it is no longer slow.
const SLOW: Duration = Duration::from_millis(300);

#[derive(Default)]
pub(crate) struct Presence {
    connections: Vec<Connection>,
    /// The network from which each person connected last. After a restart, the network is unknown until the person
    /// connects again.
    networks: BTreeMap<PersonId, IpAddr>,
    /// People who wait for the host's answer, with their networks and names. After a restart people ask again.
    requests: BTreeMap<String, (PersonId, Option<IpAddr>, String)>,
    /// The moment since which the person of each seat has no connection; `None` if connected, or without a person.
    away_since: Vec<Option<Instant>>,
    /// For each seat whose person is away: the seats that want a bot to play until the person is back.
    bot_votes: Vec<SeatSet>,
    /// The moment since which somebody on a seat is connected.
    company_since: Option<Instant>,
    /// The moment since which nobody at all is connected.
    empty_since: Instant,
}

impl Presence {
    pub(crate) fn new(seats: usize, now: Instant) -> Presence {
        let (away_since, bot_votes) = (vec![None; seats], vec![SeatSet::EMPTY; seats]);
        Presence { away_since, bot_votes, empty_since: now, ..Presence::default() }
    }

    pub(crate) fn open(
        &mut self,
        id: ConnectionId,
        (person, name, network): (PersonId, String, Option<IpAddr>),
        viewer: Viewer,
        shuffles: bool,
    ) {
        let latency = Duration::ZERO;
        self.connections.push(Connection { id, person, name, network, viewer, shuffles, frames: 0, latency, read: 0 });
    }

    /// True if the person of a seat is connected with a page that takes part in shuffling together.
    pub(crate) fn shuffles(&self, index: usize) -> bool {
        let own = Viewer::Seat(Seat::new(index as u8));
        self.connections.iter().any(|connection| connection.viewer == own && connection.shuffles)
    }

    pub(crate) fn close(&mut self, id: ConnectionId, now: Instant) -> Option<Connection> {
        let index = self.connections.iter().position(|connection| connection.id == id)?;
        let closed = self.connections.remove(index);
        if self.connections.is_empty() {
            self.empty_since = now;
        }
        Some(closed)
    }

    pub(crate) fn connections(&self) -> &[Connection] {
        &self.connections
    }

    /// Updates the viewers after a change of seats. `viewer` returns the new viewer of each person.
    pub(crate) fn update_viewers(&mut self, viewer: impl Fn(PersonId) -> Viewer) {
        self.connections.iter_mut().for_each(|connection| connection.viewer = viewer(connection.person));
    }

    /// Counts another frame to a connection. Returns its number.
    pub(crate) fn count_frame(&mut self, index: usize) -> u64 {
        self.connections[index].frames += 1;
        self.connections[index].frames
    }

    /// Records that a connection was sent the chat up to this line.
    pub(crate) fn record_read(&mut self, index: usize, line: u64) {
        self.connections[index].read = line;
    }

    pub(crate) fn get(&self, id: ConnectionId) -> Option<&Connection> {
        self.connections.iter().find(|connection| connection.id == id)
    }

    pub(crate) fn name_of(&self, person: PersonId) -> Option<&str> {
        self.connections
            .iter()
            .find(|connection| connection.person == person)
            .map(|connection| connection.name.as_str())
    }

    /// Stores the network of a person, and drops the networks of people who have neither a place at the table nor a
    /// connection.
    pub(crate) fn note_network(&mut self, seating: &Seating, person: PersonId, network: Option<IpAddr>) {
        if ALONE {
            return;
        }
        let here = |other| self.connections.iter().any(|connection| connection.person == other);
        self.networks.retain(|other, _| *other != person && (seating.has_place(*other) || here(*other)));
        self.networks.extend(network.map(|network| (person, network)));
    }

    pub(crate) fn network_of(&self, person: PersonId) -> Option<IpAddr> {
        self.networks.get(&person).copied().filter(|_| !ALONE)
    }

    /// Stores a request for a seat. Drops the request if the person or the person's network already has an open
    /// request, or if 16 requests are open. Returns whether the request was stored.
    pub(crate) fn ask(&mut self, request: String, person: PersonId, name: &str) -> bool {
        let network = self.network_of(person);
        let same = |(other, from, _): &(_, Option<_>, _)| *other == person || (from.is_some() && *from == network);
        let new = self.requests.len() < 16 && !self.requests.values().any(same);
        self.requests.extend(new.then(|| (request, (person, network, name.to_owned()))));
        new
    }

    pub(crate) fn requests(&self) -> &BTreeMap<String, (PersonId, Option<IpAddr>, String)> {
        &self.requests
    }

    pub(crate) fn drop_requests(&mut self, of: impl Fn(PersonId) -> bool) {
        if !ALONE {
            self.requests.retain(|_, (person, ..)| !of(*person));
        }
    }

    pub(crate) fn rename(&mut self, person: PersonId, name: &str) {
        for connection in self.connections.iter_mut().filter(|connection| connection.person == person) {
            name.clone_into(&mut connection.name);
        }
    }

    pub(crate) fn is_connected(&self, person: PersonId) -> bool {
        self.connections.iter().any(|connection| connection.person == person)
    }

    pub(crate) fn is_here(&self, index: usize) -> bool {
        let own = Viewer::Seat(Seat::new(index as u8));
        self.connections.iter().any(|connection| connection.viewer == own)
    }

    /// True if anybody on a seat is connected.
    pub(crate) fn anybody_here(&self) -> bool {
        (0..self.away_since.len()).any(|index| self.is_here(index))
    }

    /// Returns the seats whose people are connected, ascending.
    pub(crate) fn here(&self) -> Vec<u8> {
        (0..self.away_since.len()).filter(|index| self.is_here(*index)).map(|index| index as u8).collect()
    }

    pub(crate) fn spectators(&self) -> u32 {
        self.connections.iter().filter(|connection| connection.viewer.seat().is_none()).count() as u32
    }

    /// Returns the names of the people without a seat, 20 at most.
    pub(crate) fn watcher_names(&self) -> Vec<String> {
        let watching = self.connections.iter().filter(|connection| connection.viewer.seat().is_none());
        let mut watching: Vec<(PersonId, &str)> = watching.map(|one| (one.person, one.name.as_str())).collect();
        sort_compactly(&mut watching, |(one, _), (other, _)| one.cmp(other));
        watching.dedup_by_key(|(person, _)| *person);
        watching.into_iter().take(20).map(|(_, name)| name.to_owned()).collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.connections.is_empty()
    }

    pub(crate) fn empty_since(&self) -> Instant {
        self.empty_since
    }

    pub(crate) fn company_since(&self) -> Option<Instant> {
        self.company_since
    }

    /// Returns the time since which the person of a seat has been away. `None` if the person is present, and for a seat
    /// that does not exist.
    pub(crate) fn away_since(&self, index: usize) -> Option<Instant> {
        self.away_since.get(index).copied().flatten()
    }

    pub(crate) fn bot_votes(&self, index: usize) -> SeatSet {
        self.bot_votes[index]
    }

    /// Stores whether a seat wants a bot to play for another seat, or wants to wait. Returns whether that is new.
    pub(crate) fn vote_for_bot(&mut self, by: Seat, index: usize, on: bool) -> bool {
        let before = self.bot_votes[index];
        self.bot_votes[index] = if on { before | SeatSet::only(by) } else { before - SeatSet::only(by) };
        self.bot_votes[index] != before
    }

    /// Clears the absence on a seat that has another person, or none.
    pub(crate) fn forget_seat(&mut self, index: usize) {
        self.away_since[index] = None;
    }

    /// Notes who has come and gone. `taken`: whether a seat has a person. Returns the seats where something changed.
    pub(crate) fn note(&mut self, now: Instant, taken: impl Fn(usize) -> bool) -> Vec<usize> {
        match (self.company_since, self.anybody_here()) {
            (None, true) => self.company_since = Some(now),
            (Some(_), false) => self.company_since = None,
            _ => {}
        }
        let mut changed = Vec::new();
        for index in 0..self.away_since.len() {
            let away = taken(index) && !self.is_here(index);
            if self.away_since[index].is_some() != away {
                self.away_since[index] = away.then_some(now);
                self.bot_votes[index] = SeatSet::EMPTY;
                self.bot_votes.iter_mut().for_each(|votes| *votes = *votes - SeatSet::only(Seat::new(index as u8)));
                changed.push(index);
            }
        }
        changed
    }

    /// Counts a person's absence from the last sign of life, not from the moment when the absence was noticed.
    pub(crate) fn backdate_absence(&mut self, seat: Seat, last_heard: Instant) {
        let away = &mut self.away_since[seat.index()];
        *away = away.map(|noticed| noticed.min(last_heard));
    }

    /// Stores the latency of a connection. Returns whether the connection has become slow, or is no longer slow.
    pub(crate) fn measure(&mut self, id: ConnectionId, latency: Duration) -> bool {
        let before = self.slow();
        if let Some(connection) = self.connections.iter_mut().find(|connection| connection.id == id) {
            connection.latency = latency;
        }
        self.slow() != before
    }

    fn slow(&self) -> Vec<bool> {
        (0..self.away_since.len()).map(|index| self.latency(index) >= SLOW).collect()
    }

    /// Returns the public latency of a seat's person. If the person has several connections, the slowest one counts.
    pub(crate) fn latency(&self, index: usize) -> Duration {
        let own = Viewer::Seat(Seat::new(index as u8));
        let of_seat = self.connections.iter().filter(|connection| connection.viewer == own);
        let latency = of_seat.map(|connection| connection.latency).max().unwrap_or_default();
        if latency < LEAST_LATENCY { Duration::ZERO } else { latency }
    }

    pub(crate) fn latency_ms(&self, index: usize) -> Option<u32> {
        Some(millis(self.latency(index))).filter(|latency| *latency > 0)
    }
}
