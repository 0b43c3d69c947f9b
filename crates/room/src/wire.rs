//! Messages and parts of messages that several modules send.

use std::borrow::Cow;

use game::{Seat, Viewer};
use protocol::{Margin, Message, Refusal, TableEvent, Verdict};
use serde::Serialize;
use table::{Json, MatchPhase, PublicEvent};

/// The table as one viewer may see it.
pub(crate) type Frame = protocol::Frame<Json, Json>;

/// A message that borrows its frame. The views in the frame are JSON text.
#[derive(Serialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum FrameMessage<'a> {
    Frame(&'a Frame),
    /// As [`Message::Demo`].
    Demo {
        cmd: &'a str,
        verdict: Verdict,
        step: u32,
        of: u32,
        frame: Option<&'a Frame>,
    },
}

/// The marks of an action that a bot made in place of the seat's player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct By {
    /// `true` if a bot acted for the seat's player.
    pub bot: bool,
    /// `true` if the seat's clock had run out.
    pub time_up: bool,
}

pub(crate) fn text(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("messages are text, numbers and lists")
}

/// Returns the viewer whose view spectators get. They see a finished deal with all cards.
pub(crate) fn spectator_in(phase: MatchPhase) -> Viewer {
    match phase {
        MatchPhase::Deal => Viewer::Public,
        MatchPhase::Between | MatchPhase::Over => Viewer::All,
    }
}

/// Returns an event as a viewer may know it.
pub(crate) fn event(event: &PublicEvent, viewer: Viewer, margin: Option<Margin>, by: By) -> TableEvent {
    let seat = event.seat().map(number);
    let acted = seat.is_some();
    TableEvent {
        seat,
        action: event.text(viewer).into_owned(),
        margin: margin.filter(|_| acted),
        bot: by.bot && acted,
        time_up: by.time_up && acted,
    }
}

/// Returns a refusal that does not come from a game's rules.
pub(crate) fn refusal(key: &'static str, words: impl Into<Cow<'static, str>>) -> Refusal {
    Refusal::new(key, words)
}

pub(crate) fn outcome(cmd: String, refusal: Option<Refusal>) -> Message {
    match refusal {
        None => Message::Done { cmd },
        Some(refusal) => Message::Refused { cmd, refusal },
    }
}

pub(crate) fn number(seat: Seat) -> u8 {
    seat.index() as u8
}
