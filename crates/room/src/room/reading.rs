//! Functions that read a room. They can be called at any time. If a person asks, they check the person's permission.

use core::net::IpAddr;
use std::collections::BTreeSet;

use game::{Seat, SeatSet, Viewer};
use protocol::{ChatLine, Stage};
use table::AnyTable;

use super::Room;
use crate::effect::Denied;
use crate::frame::{TableSummary, summary};
use crate::ids::PersonId;
use crate::state::RoomState;
use crate::time::Instant;
use crate::wire::{spectator_in, text};

impl Room {
    /// Returns the table's id.
    pub fn id(&self) -> &str {
        &self.state.facts.id
    }

    /// Returns the match.
    pub fn table(&self) -> &dyn AnyTable {
        self.state.table.as_ref()
    }

    /// Returns the record. At a private table only people who have or had a seat may read the record. While the match
    /// goes on, a removed person may not read it.
    ///
    /// # Errors
    /// If the person may not have the record.
    pub fn record(&self, person: Option<PersonId>) -> Result<String, Denied> {
        let settings = &self.state.facts.settings;
        let private = settings.open != protocol::Open::Alone && !settings.watch;
        let plays = |person| self.state.seating.has_sat(person) || self.state.viewer_of(person).is_some();
        if self.state.stage() != Stage::Over && person.is_some_and(|person| self.state.seating.is_removed(person)) {
            return Err(Denied::Removed);
        }
        match private && !person.is_some_and(plays) {
            true => Err(Denied::NotYourTable),
            // The match is over because its log is full or the deal of the day is finished, so the seed and the cards
            // of the last deal are no secret any more.
            false if self.state.is_full() || self.state.is_day_cut_short() => Ok(self.state.table.broken_off_record()),
            false => Ok(self.state.table.record()),
        }
    }

    /// Returns the JSON of a [`protocol::DealHistory`]: the events of the deal that a person currently sees, without
    /// anything hidden from this person.
    ///
    /// # Errors
    /// If the person may not be here, or there is no deal yet.
    pub fn history(&self, person: PersonId) -> Result<String, Denied> {
        let viewer = self.state.viewer_of(person).ok_or_else(|| self.state.shut_out(person))?;
        if self.state.stage() == Stage::Gathering {
            return Err(Denied::UnknownDeal);
        }
        let table = self.state.table.as_ref();
        let deal = match viewer {
            Viewer::Seat(_) => self.state.sent.history.seen_by(table, &|_| viewer),
            Viewer::Public | Viewer::All if self.state.is_delayed() => {
                let in_view = || self.state.sent.history.seen_by(table, &spectator_in);
                self.state.sent.spectators.watched(table.deal(), in_view).ok_or(Denied::UnknownDeal)?
            }
            Viewer::Public | Viewer::All => self.state.sent.history.seen_by(table, &spectator_in),
        };
        Ok(text(&deal))
    }

    /// Returns the last lines of chat that a person with a seat could read, oldest first; `None` for anybody else.
    pub fn chat_read_by(&self, person: PersonId) -> Option<Vec<ChatLine>> {
        let seat = self.state.seating.seat_of(person)?;
        Some(self.state.sent.chat.unread(0, Viewer::Seat(seat), Instant::default()))
    }

    /// Returns the people whose names the room has. They have a seat, wait for a seat, are connected, or wrote a chat
    /// line. After [`Input::Forget`](crate::Input::Forget) a person is not among them.
    pub fn people(&self) -> BTreeSet<PersonId> {
        let RoomState { seating, presence, sent, .. } = &self.state;
        let seated = seating.people().map(|(_, person)| person);
        let newcomers = seating.newcomers().iter().map(|newcomer| newcomer.person);
        let connected = presence.connections().iter().map(|connection| connection.person);
        let asking = presence.requests().values().map(|(person, ..)| *person);
        seated.chain(newcomers).chain(connected).chain(asking).chain(sent.chat.speakers()).collect()
    }

    /// Returns for each connection the person, the network, and whether the person has a seat. No player sees this.
    pub fn clients(&self) -> impl Iterator<Item = (PersonId, Option<IpAddr>, bool)> {
        let connections = self.state.presence.connections().iter();
        connections.map(|client| (client.person, client.network, client.viewer.seat().is_some()))
    }

    /// Returns the table's line in a list.
    pub fn summary(&self) -> TableSummary {
        let ready = Seat::all(self.state.seats() as u8).filter(|seat| self.state.schedule.is_ready(seat.index()));
        let ready: SeatSet = ready.collect();
        let same_network = self.state.same_network();
        TableSummary { same_network, ..summary(self.table(), self.state.stage(), self.state.presence.here(), ready) }
    }
}
