//! Messages from the server on a table's socket.

use game::{BoardKind, MatchPhase, PublicEvent, Seat, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Advised, ChatLine, Judged, Notice, People, Refusal, SeatInfo, SharedShuffle};

/// A message to one viewer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Message<View = Value, Legal = Value> {
    /// The table as it is now.
    Frame(Box<Frame<View, Legal>>),
    /// A command was carried out; what it did is stored.
    Done {
        /// Which command.
        cmd: String,
    },
    /// A command was refused.
    Refused {
        /// Which command.
        cmd: String,
        /// Why.
        refusal: Refusal,
    },
    /// The people at the table as they are now.
    Room(Box<People>),
    /// How the cards are, or were, shuffled together.
    Shuffle(SharedShuffle),
    /// Chat: recent lines, or a new one.
    Talk {
        /// In order.
        lines: Vec<ChatLine>,
    },
    /// A line of the administrator of the server for everybody. Without words it is taken back.
    Notice(Notice),
    /// The answer to `why`.
    Answer {
        /// Which command.
        cmd: String,
        /// Why not; null: the action is legal now.
        refusal: Option<Refusal>,
    },
    /// The answer to `verdict` and to `hint`.
    Advice {
        /// Which command.
        cmd: String,
        /// The verdict on the position.
        verdict: Verdict,
        /// To `hint`, where the position can be won: the next action that wins it.
        action: Option<String>,
    },
    /// The answer to `demo`.
    Demo {
        /// Which command.
        cmd: String,
        /// The verdict on the position of the frame.
        verdict: Verdict,
        /// How many actions of the solution are done in the frame.
        step: u32,
        /// How many the solution has.
        of: u32,
        /// The table as it would be, without legal actions. Null if no solution is known.
        frame: Option<Box<Frame<View, Legal>>>,
    },
    /// The answer to `turning_point`. Positions are named by the number of actions of the deal.
    TurningPoint {
        /// Which command.
        cmd: String,
        /// How many actions were done in all.
        actions: u32,
        /// The last position from which a win is known.
        winnable: Option<u32>,
        /// The first position that is known to be lost.
        lost: Option<u32>,
        /// The action done in the last winnable position.
        action: Option<String>,
    },
    /// The answer to `advise`.
    Advised {
        /// Which command.
        cmd: String,
        /// The choices by their points, with reasons.
        advice: Advised<Legal>,
    },
    /// An analysis is being made, whose answer follows: how far it has come.
    Analysing {
        /// Which command.
        cmd: String,
        /// How many decisions have been looked at.
        done: u32,
        /// Of how many.
        of: u32,
    },
    /// The answer to `analyse`.
    Analysis {
        /// Which command.
        cmd: String,
        /// Which deal.
        deal: u32,
        /// The seat's decisions in it, in order. Forced ones are left out.
        decisions: Vec<Judged<View, Legal>>,
        /// The sum of their `cost`.
        cost: f64,
        /// How many decisions were evaluated, forced ones included.
        done: u32,
        /// Of how many. If these are more, there was too little time.
        of: u32,
    },
    /// The answer to `ping`.
    Pong {},
    /// The message was not a command, or the table cannot continue for now. The socket stays open unless it says so.
    Error {
        /// Stable.
        key: String,
        /// English: what to do.
        words: String,
    },
}

/// The table as one viewer may know it. Always complete, never a patch.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Frame<View = Value, Legal = Value> {
    /// Grows by 1 with each frame of a connection. After a gap, ask for the current frame.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub n: u64,
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The kind of its board, for programs that know no game: which fields `view` has.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub board: BoardKind,
    /// All options of the game.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub options: Map<String, Value>,
    /// The occupants of the seats, in order.
    pub seats: Vec<SeatInfo>,
    /// The viewer's seat; null: it watches.
    pub viewer: Option<u8>,
    /// The seat's decision number: sent back with `act`.
    pub at: u32,
    /// The phase of the match: `deal`, a deal is played; `between`, a deal is finished and another follows; `over`.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub phase: MatchPhase,
    /// The number of the current deal, from 0.
    pub deal: u32,
    /// The seat of the dealer.
    pub dealer: u8,
    /// The game as the viewer sees it.
    pub view: View,
    /// Seats that play waits for.
    pub must: Vec<u8>,
    /// The viewer's legal actions in byte order, each `{"action": …, …public facts}`.
    pub legal: Vec<Legal>,
    /// The events since the last frame, as the viewer sees them. Never reaches back over a new deal.
    pub since: Vec<TableEvent>,
    /// How many steps of the deal have happened, this one included. `GET /api/v1/tables/{id}/course` tells them.
    pub past: u32,
    /// Totals.
    pub totals: Vec<i32>,
    /// Finished deals of this match.
    pub deals: Vec<DealScore>,
    /// The winners, once the match is over. Null while it goes on, and of a match that ended for its length (50,000 entries).
    pub winners: Option<Vec<u8>>,
    /// How many actions can be undone; 0 where undo is not offered.
    pub undo: u32,
    /// How many can be redone.
    pub redo: u32,
    /// `true` if the player may ask the table for help.
    pub assist: bool,
    /// `true` if the current deal counts as assisted.
    pub assisted: bool,
    /// `true` if a seat is advised when it asks.
    pub advice: bool,
    /// The seats that were advised in the current deal; of the other seats, those that have acted since.
    pub advised: Vec<u8>,
    /// Hash of the sealed seed.
    pub commitment: String,
    /// Of a numbered deal.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub number: Option<u64>,
    /// An open window for claims (K12): the next move waits.
    pub window: Option<Window>,
    /// The viewer's own move that waits for the window to close.
    pub held: Option<String>,
    /// The viewer's own claims that are set in advance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub armed: Vec<String>,
    /// An offer to end the deal, because it is decided, or that the viewer may make one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rest: Option<RestOffer>,
    /// The clocks, if time is short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clock: Option<Clock>,
    /// The time of play, in milliseconds. It stops while nobody is at the table, while a game for one is paused, and
    /// after the end.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub played_ms: u64,
}

/// An open race.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Window {
    /// How long it is still open.
    pub left_ms: u32,
    /// How long it is open in all.
    pub ms: u32,
}

/// An offer to end a deal that is decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RestOffer {
    /// The seat whose turn it is: it knows what the deal brings each seat, however it goes on.
    pub seat: u8,
    /// Its decision number: both are sent back with `rest`.
    pub at: u32,
    /// The seats that have accepted the offer. Null: there is none yet; only the seat itself is told that it may make one.
    pub accepted: Option<Vec<u8>>,
    /// The seats that have not answered yet.
    pub open: Vec<u8>,
}

/// The clocks of a table with a time limit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Clock {
    /// Milliseconds that each seat has left for the decision that play waits for; null if play does not wait for the
    /// seat.
    pub left_ms: Vec<Option<u32>>,
    /// Milliseconds for a decision.
    pub ms: u32,
    /// `true` while they stand still.
    pub paused: bool,
}

/// An event, without its hidden parts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableEvent {
    /// Who; null for `shuffle`, `deal`, `undo 2`, `give up`, `play on`.
    pub seat: Option<u8>,
    /// The action in notation, hidden parts blank (`trade`). `bot club`: a bot takes over the seat; `back`: its person plays
    /// again; `left`: the person has left for good; `removed`: the host has removed the person; `joined`: somebody new plays from
    /// here.
    pub action: String,
    /// Of a claim in a race: how close it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub margin: Option<Margin>,
    /// A bot did it for the seat's player.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub bot: bool,
    /// The seat's clock had run out while its player was present. Set on `bot club`, on what the bot then did, and on
    /// `back`.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub time_up: bool,
}

impl TableEvent {
    /// Returns the event as an enum.
    pub fn event(&self) -> PublicEvent {
        PublicEvent::read(self.seat.and_then(|seat| Seat::try_from(seat).ok()), &self.action)
    }
}

pub(crate) fn is_false(yes: &bool) -> bool {
    !*yes
}

/// How close a claim was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Margin {
    /// Milliseconds after the window opened, minus the credit for a slow connection.
    pub after_ms: u32,
    /// How long it was open in all.
    pub of_ms: u32,
    /// Milliseconds credited for the claimant's slow connection: the claim came that much later than `after_ms`.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<u32>"))]
    pub lag_ms: u32,
}

// serde wants a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// A finished deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DealScore {
    /// The seat of the dealer.
    pub dealer: u8,
    /// The points of each seat; null for a seat that was out.
    pub points: Vec<Option<i32>>,
    /// Totals after it.
    pub totals: Vec<i32>,
}
