//! What each viewer is told: whole frames, made from its own position and nothing else.

use axum::extract::ws::Utf8Bytes;
use game::{Seat, SeatSet, Viewer};
use protocol::{DealScore, Event, Margin, Message, Stage, Window};
use serde::Serialize;
use table::{AnyTable, Entry, Heard, Json, Phase, Position};
use tokio::time::Instant;

use super::course::By;
use super::{Croupier, GuestId};

/// The table as one viewer may see it.
pub(super) type Frame = protocol::Frame<Json>;

/// A table's line in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub(crate) over: bool,
    pub(crate) must: Vec<u8>,
    /// Seats that have not said that they want the next deal, where one waits.
    pub(crate) next: Vec<u8>,
    pub(crate) totals: Vec<i32>,
    /// Seats whose people are connected.
    pub(crate) here: Vec<u8>,
}

/// The line of a table; `here` are the seats whose people are connected, `ready` those that want the next deal.
pub(crate) fn line_of(table: &dyn AnyTable, stage: Stage, here: Vec<u8>, ready: SeatSet) -> Line {
    let totals = table.position(Viewer::Public).totals;
    let playing = stage == Stage::Playing;
    let must = if playing { table.must() } else { SeatSet::EMPTY };
    let next = if playing && table.phase() == Phase::Between {
        Seat::all(totals.len() as u8).filter(|seat| !ready.has(*seat)).collect()
    } else {
        SeatSet::EMPTY
    };
    Line { over: stage == Stage::Over, must: numbers(must), next: numbers(next), totals, here }
}

/// A frame as a [`Message`], without being given away.
#[derive(Serialize)]
#[serde(tag = "t", rename_all = "snake_case")]
enum Told<'a> {
    Frame(&'a Frame),
}

/// A message as it goes over the wire.
pub(crate) fn text(message: &Message) -> Utf8Bytes {
    json(message)
}

fn json(message: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages are text, numbers and lists").into()
}

impl Croupier {
    /// Tells everybody what happened, each what it may know.
    pub(super) fn broadcast(&mut self, heard: &[Heard]) {
        let all: Vec<GuestId> = self.guests.iter().map(|guest| guest.id).collect();
        if self.is_delayed() && self.stage() != Stage::Gathering {
            self.show_later(heard);
        }
        self.send_frames(&all, heard);
    }

    /// Tells everybody how it stands with the people.
    pub(super) fn broadcast_room(&mut self) {
        for index in 0..self.guests.len() {
            if let Some(room) = self.room(self.guests[index].id) {
                self.send(index, text(&Message::Room(Box::new(room))));
            }
        }
        self.drop_the_gone();
    }

    pub(super) fn send_room(&mut self, guest: GuestId) {
        if let Some(room) = self.room(guest) {
            self.say(guest, &Message::Room(Box::new(room)));
        }
    }

    /// Sends the current frame to the guests of one seat: something that concerns it alone has changed.
    pub(super) fn send_seat(&mut self, seat: Seat) {
        let own = self.guests.iter().filter(|guest| guest.viewer == Viewer::Seat(seat)).map(|guest| guest.id);
        let own: Vec<GuestId> = own.collect();
        self.send_frames(&own, &[]);
    }

    pub(super) fn send_frames(&mut self, to: &[GuestId], heard: &[Heard]) {
        // Before the match there are no cards to show.
        if self.stage() == Stage::Gathering {
            return;
        }
        // Guests of one seat see the same.
        let mut made: Vec<(Viewer, Frame)> = Vec::new();
        for index in 0..self.guests.len() {
            let (id, viewer) = (self.guests[index].id, self.guests[index].viewer);
            if !to.contains(&id) {
                continue;
            }
            let viewer = match viewer {
                Viewer::Seat(_) => viewer,
                Viewer::Public | Viewer::All if self.is_delayed() => {
                    // What has just happened comes to them in its time.
                    if heard.is_empty() {
                        self.show_again(id);
                    }
                    continue;
                }
                Viewer::Public | Viewer::All => self.watcher(),
            };
            let known = made.iter().position(|(other, _)| *other == viewer);
            let known = known.unwrap_or_else(|| {
                made.push((viewer, self.frame(viewer, heard)));
                made.len() - 1
            });
            self.send_frame(index, &mut made[known].1);
        }
        self.drop_the_gone();
    }

    /// Sends a frame as the next of a guest's connection.
    pub(super) fn send_frame(&mut self, index: usize, frame: &mut Frame) {
        self.guests[index].n += 1;
        frame.n = self.guests[index].n;
        self.send(index, json(&Told::Frame(frame)));
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
    pub(super) fn send(&mut self, index: usize, text: Utf8Bytes) {
        if self.guests[index].outbox.try_send(text).is_err() {
            if !self.guests[index].outbox.is_closed() {
                self.house.meters.too_slow();
                tracing::info!(table = self.id, "a connection could not keep up");
            }
            let (outbox, _) = tokio::sync::mpsc::channel(1);
            self.guests[index].outbox = outbox;
        }
    }

    pub(super) fn drop_the_gone(&mut self) {
        if self.guests.iter().any(|guest| guest.outbox.is_closed()) {
            self.guests.retain(|guest| !guest.outbox.is_closed());
            self.now_empty();
        }
    }

    pub(super) fn frame(&self, viewer: Viewer, heard: &[Heard]) -> Frame {
        self.frame_of(self.table.as_ref(), viewer, heard)
    }

    /// A frame of another table of the same match: one that shows how it could go on.
    pub(super) fn frame_of(&self, table: &dyn AnyTable, viewer: Viewer, heard: &[Heard]) -> Frame {
        let Position { phase, at, deal, dealer, view, must, legal, totals, deals, winners, undo, redo } =
            table.position(viewer);
        let setup = self.table.setup();
        Frame {
            n: 0,
            table: self.id.clone(),
            game: setup.game.to_owned(),
            options: self.table.options().clone(),
            seats: self.seat_infos(),
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
            since: heard.iter().map(|heard| event(heard, viewer, self.margin, self.by)).collect(),
            past: self.course.past(),
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
            advised: numbers(self.advised_as_seen_by(viewer, phase)),
            commitment: self.commitment.clone(),
            number: setup.number,
            window: self.race.as_ref().map(|race| Window {
                left_ms: race.closes.saturating_duration_since(Instant::now()).as_millis() as u32,
                ms: race.ms,
            }),
            held: viewer.seat().and_then(|seat| self.held_by(seat)),
            armed: viewer.seat().map(|seat| self.armed_by(seat)).unwrap_or_default(),
            clock: self.clock(),
            played_ms: self.played_ms(),
        }
    }
}

impl Croupier {
    /// That somebody is advised out of turn would tell the others that it has something to decide: a claim, which it holds
    /// the cards for. They see it from the next action of that seat on, whenever it was advised before.
    fn advised_as_seen_by(&self, viewer: Viewer, phase: Phase) -> SeatSet {
        let all = self.table.advised();
        let own = viewer.seat().map_or(SeatSet::EMPTY, SeatSet::only);
        if phase == Phase::Deal { (all - self.advised_unseen) | (all & own) } else { all }
    }

    /// Notes an entry of the log as far as it concerns who is advised.
    pub(super) fn note_advice(&mut self, entry: &Entry) {
        match entry {
            Entry::Advised { seat } => self.advised_unseen.insert(*seat),
            Entry::Act { seat, .. } => self.advised_unseen = self.advised_unseen - SeatSet::only(*seat),
            Entry::Next => self.advised_unseen = SeatSet::EMPTY,
            _ => {}
        }
    }
}

pub(super) fn event(heard: &Heard, viewer: Viewer, margin: Option<Margin>, by: By) -> Event {
    let whole = heard.seat.is_none_or(|seat| viewer.sees(seat));
    let action = if whole { heard.full.clone() } else { heard.public.clone() };
    let acted = heard.seat.is_some();
    let margin = margin.filter(|_| acted);
    Event { seat: heard.seat.map(number), action, margin, bot: by.bot && acted, time_up: by.time_up && acted }
}

fn number(seat: Seat) -> u8 {
    seat.index() as u8
}

fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.map(number).collect()
}
