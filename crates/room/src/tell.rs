//! Telling people: each connection gets what its viewer may know, in its own numbering.

use game::{Seat, Viewer};
use protocol::Message;
use table::PublicEvent;

use crate::effect::Effect;
use crate::fault::{Fault, planted};
use crate::frame::{News, frame, room};
use crate::ids::ConnectionId;
use crate::state::State;
use crate::time::Now;
use crate::wire::{Frame, FrameMessage, spectator_in, text};

/// Tells everybody what happened, each what it may know. Spectators who are behind are told later.
pub(crate) fn everybody(state: &mut State, now: Now, out: &mut Vec<Effect>, news: &News<'_>) {
    // Before the match there are no cards to show.
    if !state.seating.has_begun() {
        return;
    }
    if state.is_delayed() {
        show_later(state, now, news);
    }
    let all: Vec<ConnectionId> = state.presence.connections().iter().map(|connection| connection.id).collect();
    frames(state, now, out, &all, news);
}

/// Puts what has just happened aside for spectators who are behind.
pub(crate) fn show_later(state: &mut State, now: Now, news: &News<'_>) {
    let frame = frame(state, now, spectator_in(state.table.phase()), news);
    let delay = if planted(Fault::NoWatchDelay) { std::time::Duration::ZERO } else { state.watch_delay() };
    let watched = state.presence.watchers() > 0;
    state.spectators.show_later(now.instant, &frame, delay, watched);
}

/// Sends the current frame to the connections of one seat: something that concerns it alone has changed.
pub(crate) fn seat(state: &mut State, now: Now, out: &mut Vec<Effect>, seat: Seat) {
    let own = state.presence.connections().iter().filter(|connection| connection.viewer == Viewer::Seat(seat));
    let own: Vec<ConnectionId> = own.map(|connection| connection.id).collect();
    frames(state, now, out, &own, &News::default());
}

/// Sends the current frame to some connections.
pub(crate) fn frames(state: &mut State, now: Now, out: &mut Vec<Effect>, to: &[ConnectionId], news: &News<'_>) {
    if !state.seating.has_begun() {
        return;
    }
    // Connections of one seat see the same.
    let mut made: Vec<(Viewer, Frame)> = Vec::new();
    for index in 0..state.presence.connections().len() {
        let connection = &state.presence.connections()[index];
        if !to.contains(&connection.id) {
            continue;
        }
        let others = &state.presence.connections()[..index];
        if planted(Fault::StaleTab) && others.iter().any(|other| other.viewer == connection.viewer) {
            continue;
        }
        let viewer = match connection.viewer {
            viewer @ Viewer::Seat(_) => viewer,
            Viewer::Public | Viewer::All if state.is_delayed() => {
                // What has just happened comes to them in its time.
                if news.events.is_empty()
                    && let Some(mut shown) = state.spectators.shown()
                {
                    send_frame(state, out, index, &mut shown);
                }
                continue;
            }
            Viewer::Public | Viewer::All => spectator_in(state.table.phase()),
        };
        let is_own = |other: &Viewer| *other == viewer || planted(Fault::WrongFrame);
        let known = made.iter().position(|(other, _)| is_own(other)).unwrap_or_else(|| {
            made.push((viewer, frame(state, now, viewer, news)));
            made.len() - 1
        });
        send_frame(state, out, index, &mut made[known].1);
    }
}

/// Sends a frame as the next of a connection.
fn send_frame(state: &mut State, out: &mut Vec<Effect>, index: usize, frame: &mut Frame) {
    let connection = &mut state.presence.connections_mut()[index];
    connection.frames += 1;
    if planted(Fault::FrameNumber) && connection.frames.is_multiple_of(8) {
        connection.frames += 1;
    }
    frame.n = connection.frames;
    out.push(Effect::Send { to: connection.id, text: text(&FrameMessage::Frame(frame)) });
}

/// Shows spectators who are behind what they may see by now.
pub(crate) fn spectators(state: &mut State, now: Now, out: &mut Vec<Effect>) {
    while let Some(mut frame) = state.spectators.take(now.instant) {
        for index in 0..state.presence.connections().len() {
            if state.presence.connections()[index].viewer == Viewer::Public {
                send_frame(state, out, index, &mut frame);
            }
        }
    }
}

/// Tells everybody how it stands with the people.
pub(crate) fn room_to_all(state: &State, now: Now, out: &mut Vec<Effect>) {
    for connection in state.presence.connections() {
        let message = Message::<serde_json::Value>::Room(Box::new(room(state, now.instant, connection)));
        out.push(Effect::Send { to: connection.id, text: text(&message) });
    }
}

/// Tells one connection how it stands with the people.
pub(crate) fn room_to(state: &State, now: Now, out: &mut Vec<Effect>, to: ConnectionId) {
    if let Some(connection) = state.presence.get(to) {
        say(out, to, &Message::Room(Box::new(room(state, now.instant, connection))));
    }
}

/// Who sits where has changed: everybody is told. While people gather there is nothing but the room to tell.
pub(crate) fn arrangement(state: &mut State, now: Now, out: &mut Vec<Effect>) {
    everybody(state, now, out, &News::default());
    room_to_all(state, now, out);
}

/// Tells everybody what was said, as far as each may read it by now and has not.
pub(crate) fn chat(state: &mut State, now: Now, out: &mut Vec<Effect>) {
    for index in 0..state.presence.connections().len() {
        let connection = &state.presence.connections()[index];
        let lines = state.chat.unread(connection.read, connection.viewer, now.instant);
        let Some(last) = lines.last().map(|line| line.n) else { continue };
        let to = connection.id;
        state.presence.connections_mut()[index].read = last;
        say(out, to, &Message::Talk { lines });
    }
}

/// Sends a message to one connection.
pub(crate) fn say(out: &mut Vec<Effect>, to: ConnectionId, message: &Message) {
    out.push(Effect::Send { to, text: text(message) });
}

/// Sends a message to everybody.
pub(crate) fn say_to_all(state: &State, out: &mut Vec<Effect>, message: &Message) {
    let text = text(message);
    for connection in state.presence.connections() {
        out.push(Effect::Send { to: connection.id, text: text.clone() });
    }
}

/// What happened last, for a frame.
pub(crate) fn news<'a>(events: &'a [PublicEvent], margin: Option<protocol::Margin>, by: crate::wire::By) -> News<'a> {
    News { events, margin, by }
}
