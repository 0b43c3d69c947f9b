//! The sending of frames and messages. Each connection gets what its viewer may know. Frames are numbered separately
//! for each connection.

use game::{Seat, Viewer};
use protocol::{Message, Stage};
use table::PublicEvent;

use crate::ALONE;
use crate::asker::Connection;
use crate::effect::Effect;
use crate::frame::{News, frame, room};
use crate::ids::ConnectionId;
use crate::state::RoomState;
use crate::time::{Instant, Now, millis};
use crate::wire::{Frame, FrameMessage, spectator_in, text};

/// Sends the events to everybody who may know them. Spectators with a delay get them later.
pub(crate) fn news_to_all(state: &mut RoomState, now: Now, out: &mut Vec<Effect>, news: &News<'_>) {
    // Before the match there are no cards to show.
    if !state.seating.has_begun() {
        return;
    }
    if state.is_delayed() {
        queue_frame(state, now, news);
    }
    let all: Vec<ConnectionId> = state.presence.connections().iter().map(|connection| connection.id).collect();
    frames_to(state, now, out, &all, news);
}

/// Queues the latest events for spectators with a delay.
pub(crate) fn queue_frame(state: &mut RoomState, now: Now, news: &News<'_>) {
    let frame = frame(state, now, spectator_in(state.table.phase()), news);
    let watched = state.presence.spectators() > 0;
    state.sent.spectators.show_later(now.instant, &frame, state.watch_delay(), watched);
}

/// Sends the current frame to the connections of one seat, because something changed for this seat alone.
pub(crate) fn frame_to_seat(state: &mut RoomState, now: Now, out: &mut Vec<Effect>, seat: Seat) {
    let own = state.presence.connections().iter().filter(|connection| connection.viewer == Viewer::Seat(seat));
    let own: Vec<ConnectionId> = own.map(|connection| connection.id).collect();
    frames_to(state, now, out, &own, &News::default());
}

pub(crate) fn frames_to(state: &mut RoomState, now: Now, out: &mut Vec<Effect>, to: &[ConnectionId], news: &News<'_>) {
    if !state.seating.has_begun() {
        return;
    }
    // The connections of one seat get the same frame.
    let mut made: Vec<(Viewer, Frame)> = Vec::new();
    for index in 0..state.presence.connections().len() {
        let connection = &state.presence.connections()[index];
        if !to.contains(&connection.id) {
            continue;
        }
        let viewer = match connection.viewer {
            viewer @ Viewer::Seat(_) => viewer,
            Viewer::Public | Viewer::All if state.is_delayed() => {
                // Delayed spectators get the latest events after their delay.
                if news.events.is_empty()
                    && let Some(mut shown) = state.sent.spectators.shown()
                {
                    send_frame(state, out, index, &mut shown);
                }
                continue;
            }
            Viewer::Public | Viewer::All => spectator_in(state.table.phase()),
        };
        let known = made.iter().position(|(other, _)| *other == viewer).unwrap_or_else(|| {
            made.push((viewer, frame(state, now, viewer, news)));
            made.len() - 1
        });
        send_frame(state, out, index, &mut made[known].1);
    }
}

fn send_frame(state: &mut RoomState, out: &mut Vec<Effect>, index: usize, frame: &mut Frame) {
    frame.n = state.presence.count_frame(index);
    out.push(Effect::Send { to: state.presence.connections()[index].id, text: text(&FrameMessage::Frame(frame)) });
}

/// Sends spectators with a delay the frames that are due.
pub(crate) fn due_frames(state: &mut RoomState, now: Now, out: &mut Vec<Effect>) {
    while let Some(mut frame) = state.sent.spectators.pop_due(now.instant) {
        for index in 0..state.presence.connections().len() {
            if state.presence.connections()[index].viewer == Viewer::Public {
                send_frame(state, out, index, &mut frame);
            }
        }
        if state.sent.spectators.next().is_none() {
            state.sent.review.end_shown();
        }
    }
}

/// Sends the review of the finished match to everybody if a change is due.
pub(crate) fn due_review(state: &mut RoomState, now: Instant, out: &mut Vec<Effect>) {
    if state.sent.review.take_due(now) {
        state.presence.connections().iter().for_each(|connection| review_to(state, out, connection));
    }
}

/// Sends the review to a connection, unless the match goes on, or goes on for a spectator who sees it with a delay.
#[inline(never)]
pub(crate) fn review_to(state: &RoomState, out: &mut Vec<Effect>, connection: &Connection) {
    let late = connection.viewer.seat().is_none() && state.is_delayed() && state.sent.spectators.next().is_some();
    if state.stage() == Stage::Over && !late && !ALONE {
        message_to(out, connection.id, &Message::Review(state.sent.review.current().clone()));
    }
}

/// Sends everybody the people at the table.
pub(crate) fn room_to_all(state: &RoomState, now: Now, out: &mut Vec<Effect>) {
    for connection in state.presence.connections() {
        let message = Message::<serde_json::Value>::Room(Box::new(room(state, now.instant, connection)));
        out.push(Effect::Send { to: connection.id, text: text(&message) });
    }
}

pub(crate) fn room_to(state: &RoomState, now: Now, out: &mut Vec<Effect>, to: ConnectionId) {
    if let Some(connection) = state.presence.get(to) {
        message_to(out, to, &Message::Room(Box::new(room(state, now.instant, connection))));
    }
}

/// Sends the list of people at the table to the host, because something changed for the host alone.
pub(crate) fn room_to_host(state: &RoomState, now: Now, out: &mut Vec<Effect>) {
    let hosts = state.presence.connections().iter().filter(|other| state.seating.host() == Some(other.person));
    hosts.for_each(|host| room_to(state, now, out, host.id));
}

pub(crate) fn shuffle_to_all(state: &RoomState, now: Now, out: &mut Vec<Effect>) {
    if let Some(message) = shuffle(state, now) {
        message_to_all(state, out, &message);
    }
}

pub(crate) fn shuffle_to(state: &RoomState, now: Now, out: &mut Vec<Effect>, to: ConnectionId) {
    if let Some(message) = shuffle(state, now) {
        message_to(out, to, &message);
    }
}

fn shuffle(state: &RoomState, now: Now) -> Option<Message> {
    let shared = &state.facts.shuffle;
    let left_ms = state.schedule.shuffle_due().map(|due| millis(due.since(now.instant)));
    let over = state.stage() == Stage::Over;
    (!ALONE && !shared.is_empty())
        .then(|| Message::Shuffle(shared.shown(&state.attempts(), (state.shuffle_waits(), left_ms), over)))
}

/// Sends everybody the news after a change of seats. Before the match, this is only the message about people, without a
/// frame.
pub(crate) fn arrangement(state: &mut RoomState, now: Now, out: &mut Vec<Effect>) {
    news_to_all(state, now, out, &News::default());
    room_to_all(state, now, out);
}

/// Sends each connection the chat lines that it may read and has not got yet.
pub(crate) fn unread_lines(state: &mut RoomState, now: Now, out: &mut Vec<Effect>) {
    for index in 0..state.presence.connections().len() {
        let connection = &state.presence.connections()[index];
        let lines = state.sent.chat.unread(connection.read, connection.viewer, now.instant);
        let Some(last) = lines.last().map(|line| line.n) else { continue };
        let to = connection.id;
        state.presence.record_read(index, last);
        message_to(out, to, &Message::Talk { lines });
    }
}

pub(crate) fn message_to(out: &mut Vec<Effect>, to: ConnectionId, message: &Message) {
    out.push(Effect::Send { to, text: text(message) });
}

pub(crate) fn message_to_all(state: &RoomState, out: &mut Vec<Effect>, message: &Message) {
    let text = text(message);
    for connection in state.presence.connections() {
        out.push(Effect::Send { to: connection.id, text: text.clone() });
    }
}

pub(crate) fn news<'a>(events: &'a [PublicEvent], margin: Option<protocol::Margin>, by: crate::wire::By) -> News<'a> {
    News { events, margin, by }
}
