//! What each viewer is told: whole frames, made from its own position and nothing else.

use axum::extract::ws::Utf8Bytes;
use game::{Seat, SeatSet, Viewer};
use protocol::{DealScore, Event, Frame, Message, SeatInfo, Window};
use table::{AnyTable, Heard, Phase, Position};
use tokio::time::Instant;

use super::{Croupier, Guest, GuestId};
use crate::time::now_ms;

/// A table's line in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub(crate) over: bool,
    pub(crate) must: Vec<u8>,
    pub(crate) totals: Vec<i32>,
    /// Seats whose people are connected.
    pub(crate) here: Vec<u8>,
}

/// The line of a table; `here` are the seats whose people are connected.
pub(crate) fn line_of(table: &dyn AnyTable, here: Vec<u8>) -> Line {
    let totals = table.position(Viewer::Public).totals;
    Line { over: table.phase() == Phase::Over, must: numbers(table.must()), totals, here }
}

/// A message as it goes over the wire.
pub(crate) fn text(message: &Message) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages are text, numbers and lists").into()
}

impl Croupier {
    /// Tells everybody what happened, each what it may know.
    pub(super) fn broadcast(&mut self, heard: &[Heard]) {
        let all: Vec<GuestId> = self.guests.iter().map(|guest| guest.id).collect();
        self.send_frames(&all, heard);
    }

    /// Sends the current frame to the guests of one seat: something that concerns it alone has changed.
    pub(super) fn send_seat(&mut self, seat: Seat) {
        let own = self.guests.iter().filter(|guest| guest.viewer == Viewer::Seat(seat)).map(|guest| guest.id);
        let own: Vec<GuestId> = own.collect();
        self.send_frames(&own, &[]);
    }

    pub(super) fn send_frames(&mut self, to: &[GuestId], heard: &[Heard]) {
        // Guests of one seat see the same.
        let mut made: Vec<(Viewer, Frame)> = Vec::new();
        for index in 0..self.guests.len() {
            let Guest { id, viewer, n, .. } = self.guests[index];
            if !to.contains(&id) {
                continue;
            }
            let known = made.iter().position(|(other, _)| *other == viewer);
            let known = known.unwrap_or_else(|| {
                made.push((viewer, self.frame(viewer, heard)));
                made.len() - 1
            });
            let mut frame = made[known].1.clone();
            frame.n = n + 1;
            self.guests[index].n = frame.n;
            self.send(index, text(&Message::Frame(Box::new(frame))));
        }
        self.drop_the_gone();
    }

    pub(super) fn say(&mut self, guest: GuestId, message: &Message) {
        if let Some(index) = self.guests.iter().position(|other| other.id == guest) {
            self.send(index, text(message));
            self.drop_the_gone();
        }
    }

    pub(super) fn say_to_all(&mut self, message: &Message) {
        let text = text(message);
        for index in 0..self.guests.len() {
            self.send(index, text.clone());
        }
        self.drop_the_gone();
    }

    /// A guest whose outbox is full is too slow: dropping the outbox hangs up, and it comes back to a whole frame.
    fn send(&mut self, index: usize, text: Utf8Bytes) {
        if self.guests[index].outbox.try_send(text).is_err() {
            let (outbox, _) = tokio::sync::mpsc::channel(1);
            self.guests[index].outbox = outbox;
        }
    }

    fn drop_the_gone(&mut self) {
        if self.guests.iter().any(|guest| guest.outbox.is_closed()) {
            self.guests.retain(|guest| !guest.outbox.is_closed());
            self.now_empty();
        }
    }

    fn frame(&self, viewer: Viewer, heard: &[Heard]) -> Frame {
        self.frame_of(self.table.as_ref(), viewer, heard)
    }

    /// A frame of another table of the same match: one that shows how it could go on.
    pub(super) fn frame_of(&self, table: &dyn AnyTable, viewer: Viewer, heard: &[Heard]) -> Frame {
        let Position { phase, at, deal, dealer, view, must, legal, totals, deals, winners, undo, redo } =
            table.position(viewer);
        let setup = self.table.setup();
        let here = self.here();
        let seats = self.setup.seats.iter().zip(0_u8..).map(|(seated, index)| SeatInfo {
            name: seated.name.clone(),
            bot: seated.bot.clone(),
            here: seated.bot.is_some() || here.contains(&index),
        });
        Frame {
            n: 0,
            table: self.id.clone(),
            game: setup.game.to_owned(),
            options: setup.options.clone(),
            seats: seats.collect(),
            viewer: viewer.seat().map(number),
            at,
            phase: match phase {
                Phase::Deal => protocol::Phase::Deal,
                Phase::Between => protocol::Phase::Between,
                Phase::Over => protocol::Phase::Over,
            },
            deal,
            dealer: number(dealer),
            view,
            must: numbers(must),
            legal,
            since: heard.iter().map(|heard| event(heard, viewer)).collect(),
            totals,
            deals: deals
                .into_iter()
                .map(|(dealer, points, totals)| DealScore { dealer: number(dealer), points, totals })
                .collect(),
            winners: winners.map(|seats| seats.into_iter().map(number).collect()),
            undo,
            redo,
            assist: self.helps(),
            assisted: self.table.counts_as_assisted(),
            advice: self.settings.advice,
            advised: numbers(self.table.advised()),
            commitment: self.commitment.clone(),
            number: setup.number,
            window: self.race.as_ref().map(|race| Window {
                left_ms: race.closes.saturating_duration_since(Instant::now()).as_millis() as u32,
                ms: race.ms,
            }),
            held: viewer.seat().and_then(|seat| self.held_by(seat)),
            server_ms: (now_ms() - self.setup.created_ms).max(0).cast_unsigned(),
        }
    }
}

fn event(heard: &Heard, viewer: Viewer) -> Event {
    let whole = heard.seat.is_none_or(|seat| viewer.sees(seat));
    Event { seat: heard.seat.map(number), action: if whole { heard.full.clone() } else { heard.public.clone() } }
}

fn number(seat: Seat) -> u8 {
    seat.index() as u8
}

fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.map(number).collect()
}
