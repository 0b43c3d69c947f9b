//! Messages from the server on a table's socket.

use game::{BoardKind, MatchPhase, PublicEvent, Seat, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Advised, ChatLine, Judged, Notice, People, Refusal, Review, SeatInfo, SharedShuffle};

/// A message to one viewer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Message<View = Value, Legal = Value> {
    /// The current state of the table.
    Frame(Box<Frame<View, Legal>>),
    /// A command was carried out, and its effect is stored.
    Done {
        /// The name of the command.
        cmd: String,
    },
    /// A command was refused.
    Refused {
        /// The name of the command.
        cmd: String,
        /// The reason.
        refusal: Refusal,
    },
    /// The people who are now at the table.
    Room(Box<People>),
    /// The state of shuffling together.
    Shuffle(SharedShuffle),
    /// The review of the finished match by its people together.
    Review(Review),
    /// Chat: the recent lines, or a new line.
    Talk {
        /// The lines in order.
        lines: Vec<ChatLine>,
    },
    /// A notice from the administrator of the server to everybody. A notice without words removes the previous one.
    Notice(Notice),
    /// The answer to `why`.
    Answer {
        /// The name of the command.
        cmd: String,
        /// The reason why the action is not legal; null if it is legal now.
        refusal: Option<Refusal>,
    },
    /// The answer to `verdict` and to `hint`.
    Advice {
        /// The name of the command.
        cmd: String,
        /// The verdict on the position.
        verdict: Verdict,
        /// In the answer to `hint`, the next action that wins, if the position can be won.
        action: Option<String>,
    },
    /// The answer to `demo`.
    Demo {
        /// The name of the command.
        cmd: String,
        /// The verdict on the current position.
        verdict: Verdict,
        /// The number of actions of the solution that have been done in `frame`.
        step: u32,
        /// The number of actions in the solution.
        of: u32,
        /// The table after `step` actions of the solution, without legal actions. Null if no solution is known.
        frame: Option<Box<Frame<View, Legal>>>,
    },
    /// The answer to `turning_point`. A position is identified by the number of actions before it in the deal.
    TurningPoint {
        /// The name of the command.
        cmd: String,
        /// The number of all actions in the deal.
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
        /// The name of the command.
        cmd: String,
        /// The choices in order of their points, with reasons.
        advice: Advised<Legal>,
    },
    /// The progress of an analysis, sent before its result.
    Analysing {
        /// The name of the command.
        cmd: String,
        /// The number of decisions evaluated so far.
        done: u32,
        /// The number of all decisions.
        of: u32,
    },
    /// The answer to `analyse`.
    Analysis {
        /// The name of the command.
        cmd: String,
        /// The number of the deal.
        deal: u32,
        /// The seat's decisions in the deal, in order, without forced ones.
        decisions: Vec<Judged<View, Legal>>,
        /// The sum of the `cost` of these decisions.
        cost: f64,
        /// The number of decisions evaluated, forced ones included.
        done: u32,
        /// The number of all decisions. If it is greater than `done`, there was too little time.
        of: u32,
    },
    /// The answer to `ping`.
    Pong {},
    /// The message was not a command, or the table cannot continue now. The words say whether the socket closes.
    Error {
        /// The stable key.
        key: String,
        /// The error and its remedy in English.
        words: String,
    },
}

/// The state of the table that one viewer may know. A frame is always complete, never a change to an earlier frame.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Frame<View = Value, Legal = Value> {
    /// The number of the frame. It grows by 1 with each frame of a connection. After a gap, ask for the current frame.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub n: u64,
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The kind of the game's board, which determines the fields of `view`, for programs without code for each game.
    #[cfg_attr(feature = "types", schema(value_type = String))]
    pub board: BoardKind,
    /// All options of the game.
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"), schema(value_type = Object))]
    pub options: Map<String, Value>,
    /// The occupants of the seats, in order.
    pub seats: Vec<SeatInfo>,
    /// The viewer's seat; null for a spectator.
    pub viewer: Option<u8>,
    /// The seat's decision number, which `act` sends back.
    pub at: u32,
    /// The phase of the match: `deal` while a deal is played, `between` if another deal follows, `over` at the end.
    #[cfg_attr(feature = "types", schema(value_type = String))]
    pub phase: MatchPhase,
    /// The number of the current deal, from 0.
    pub deal: u32,
    /// The seat of the dealer.
    pub dealer: u8,
    /// The viewer's view of the game.
    pub view: View,
    /// The seats that play waits for.
    pub must: Vec<u8>,
    /// The viewer's legal actions in byte order, each `{"action": …, …public facts}`.
    pub legal: Vec<Legal>,
    /// The events since the previous frame, as the viewer may see them. Events before the current deal are left out.
    pub since: Vec<TableEvent>,
    /// The number of the frame's step in the current deal; in step 0 the cards were just dealt. `GET
    /// /api/v1/tables/{id}/course` returns the steps.
    pub past: u32,
    /// The totals.
    pub totals: Vec<i32>,
    /// The finished deals of this match.
    pub deals: Vec<DealScore>,
    /// The winners, once the match is over. Null until then, and if the match was stopped at 50,000 log entries.
    pub winners: Option<Vec<u8>>,
    /// The number of your actions that can be undone; 0 if undo is not possible at this table.
    pub undo: u32,
    /// The number of actions that can be redone.
    pub redo: u32,
    /// `true` if the player may ask the table for help.
    pub assist: bool,
    /// `true` if the current deal counts as assisted.
    pub assisted: bool,
    /// `true` if a seat may ask for advice.
    pub advice: bool,
    /// The seats that have had advice in the current deal. The seat of another player is listed only once it has acted
    /// after the advice.
    pub advised: Vec<u8>,
    /// The hash of the sealed seed. Empty at a practice table, where nothing is proven.
    pub commitment: String,
    /// The number of a numbered deal.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub number: Option<u64>,
    /// The open claim window (K12). The next move is held until the window closes.
    pub window: Option<Window>,
    /// The viewer's own move, if it is held until the window closes.
    pub held: Option<String>,
    /// The viewer's own claims that were set in advance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<String>>"))]
    pub armed: Vec<String>,
    /// An offer to end the decided deal, or the note that the viewer may make one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub rest: Option<RestOffer>,
    /// The clocks, if the table has a time limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub clock: Option<Clock>,
    /// The time of play in milliseconds. It grows only during a deal, while somebody with a seat is at the table and,
    /// in a one-seat game, has not paused.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub played_ms: u64,
}

/// An open claim window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Window {
    /// The milliseconds until the window closes.
    pub left_ms: u32,
    /// The length of the window in milliseconds.
    pub ms: u32,
}

/// An offer to end a deal that is decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RestOffer {
    /// The seat whose turn it is. It knows the points of every seat in this deal, whatever the others play.
    pub seat: u8,
    /// The decision number of the seat. The command `rest` sends the seat and this number back.
    pub at: u32,
    /// The seats that have accepted the offer. Null before an offer. Before an offer, only the seat that may make the
    /// offer gets `rest`.
    pub accepted: Option<Vec<u8>>,
    /// The seats that have not answered yet.
    pub open: Vec<u8>,
}

/// The clocks of a table with a time limit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Clock {
    /// For each seat, the milliseconds left for its decision; null if play does not wait for the seat.
    pub left_ms: Vec<Option<u32>>,
    /// The milliseconds for each decision.
    pub ms: u32,
    /// `true` while the clocks are stopped.
    pub paused: bool,
}

/// An event, without its hidden parts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TableEvent {
    /// The seat that acted; null for `shuffle`, `deal`, `undo 2`, `give up`, `play on`.
    pub seat: Option<u8>,
    /// The action in notation, without its hidden parts (`trade`). `bot club`: a bot takes over the seat; `back`: its
    /// person plays again; `left`: the person has left for good; `removed`: the host has removed the person; `joined`:
    /// a new person plays from here on.
    pub action: String,
    /// The time in the claim window at which the claim was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub margin: Option<Margin>,
    /// `true` if a bot acted for the seat's player.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"), schema(required = false))]
    pub bot: bool,
    /// `true` if the seat's clock had run out while its player was present: on `bot club`, on the bot's actions after
    /// it, and on `back`.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"), schema(required = false))]
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

/// The time of a claim in its claim window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Margin {
    /// The time of the claim in milliseconds after the window opened, minus the credit for a slow connection.
    pub after_ms: u32,
    /// The length of the window in milliseconds.
    pub of_ms: u32,
    /// The credit in milliseconds for a slow connection: the claim arrived this much later than `after_ms`.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<u32>"))]
    pub lag_ms: u32,
}

// Serde passes a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// A finished deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DealScore {
    /// The seat of the dealer.
    pub dealer: u8,
    /// The points of each seat; null for a seat that was out.
    pub points: Vec<Option<i32>>,
    /// The totals after the deal.
    pub totals: Vec<i32>,
}
