//! The inputs of a room. Every input comes with the time ([`crate::Now`]).

use core::net::IpAddr;
use std::time::Duration;

use protocol::{Command, Refusal};
use table::AnyBot;

use crate::engine_pass::EnginePass;
use crate::help::Finding;
use crate::ids::{ConnectionId, EngineId, PersonId, RequestId, TaskId, WriteId};
use crate::time::Instant;

/// A message from the shell to the room.
pub enum Input {
    /// A connection is open. It is answered by [`crate::Effect::Welcome`] or [`crate::Effect::TurnAway`].
    Opened {
        /// The number of the connection, which is new.
        connection: ConnectionId,
        /// The person.
        person: PersonId,
        /// The name that the person goes by now.
        name: String,
        /// The person's network, in the shell's form for comparisons. `None` for this machine, and for a network that
        /// many people share.
        network: Option<IpAddr>,
        /// True if the page takes part in shuffling together.
        shuffles: bool,
    },
    /// A connection has ended.
    Closed {
        /// The connection.
        connection: ConnectionId,
        /// The time of the last sign of life over the connection.
        last_heard: Instant,
    },
    /// The latency of a connection was measured.
    Latency {
        /// The connection.
        connection: ConnectionId,
        /// The smoothed round trip time.
        latency: Duration,
    },
    /// A person sends a command.
    Command {
        /// The connection.
        connection: ConnectionId,
        /// The command.
        command: Command,
    },
    /// A person who may have a seat wants one. Answered by [`crate::Effect::Reply`] with the number of the seat.
    Sit {
        /// The request to answer.
        request: RequestId,
        /// The person.
        person: PersonId,
        /// The name that the person goes by.
        name: String,
        /// The network of the person.
        network: Option<IpAddr>,
        /// The time at which the person's link was made, in milliseconds since 1970; `None` without a link.
        link_ms: Option<i64>,
    },
    /// A person whose data will be deleted leaves for good. Answered by [`crate::Effect::Reply`].
    Quit {
        /// The request to answer.
        request: RequestId,
        /// The person.
        person: PersonId,
    },
    /// The administrator of the server gives a person another name. Answered by [`crate::Effect::Reply`].
    Rename {
        /// The request to answer.
        request: RequestId,
        /// The person.
        person: PersonId,
        /// The new name.
        name: String,
    },
    /// A person's data were deleted, so the room's data about that person are not valid any more.
    Forget {
        /// The person.
        person: PersonId,
    },
    /// A person wants to open a practice table together with the others who review the match. Answered by
    /// [`crate::Effect::Reply`] with the seats whose people are present: one bit for each seat.
    Practise {
        /// The request to answer.
        request: RequestId,
        /// The person.
        person: PersonId,
    },
    /// The practice table that a person wanted to open is open.
    PracticeOpened {
        /// The id of the practice table.
        table: String,
        /// The seats whose people have a seat there: one bit for each seat.
        seats: u8,
    },
    /// The host gives a seat to an engine. Answered by [`crate::Effect::Reply`].
    SeatEngine {
        /// The request to answer.
        request: RequestId,
        /// The person who asks for it; only the host may.
        by: PersonId,
        /// The pass that lets the engine in.
        pass: EnginePass,
    },
    /// An engine has connected and said `ready`. Answered by [`crate::Effect::WelcomeEngine`] or
    /// [`crate::Effect::TurnEngineAway`].
    EngineOpened {
        /// The number of the connection, which is new.
        engine: EngineId,
        /// The hash of the engine's token, in hex.
        hash: String,
        /// The engine's own name.
        called: String,
    },
    /// An engine answers a question.
    EngineAnswered {
        /// The engine.
        engine: EngineId,
        /// The number of the question.
        id: u64,
        /// The answer.
        action: String,
    },
    /// The connection of an engine has ended.
    EngineClosed {
        /// The engine.
        engine: EngineId,
    },
    /// The store has answered a write.
    Stored {
        /// The write.
        write: WriteId,
        /// The result of the write.
        result: Result<(), NotStored>,
    },
    /// The store says whether a command was carried out before ([`crate::Effect::LookUp`]).
    LookedUp(Result<bool, NotStored>),
    /// The table of a rematch was made: its id ([`crate::Effect::OpenRematch`]).
    RematchOpened(Result<String, NotStored>),
    /// A bot gives its answer.
    BotReply(BotReply),
    /// A computation for a person is done.
    HelpReply {
        /// The task.
        task: TaskId,
        /// The finding; `None` if the work failed.
        result: Result<Option<Finding>, Busy>,
    },
    /// An analysis reports its progress.
    Progress {
        /// The task.
        task: TaskId,
        /// The number of decisions that were examined.
        done: u32,
        /// The number of all decisions.
        of: u32,
    },
    /// Time has passed: [`crate::Room::next_wake`] has come.
    Time,
    /// The server stops. The room has to store all data that are not stored yet. Answered by [`crate::Effect::Closed`].
    Close,
}

/// A bot's decision.
pub struct BotReply {
    /// The question.
    pub task: TaskId,
    /// The bot's thinking time.
    pub took: Duration,
    /// The bot and its action in notation. If the bot does not act now, there is no action. `None` if the bot failed
    /// and is lost.
    pub result: Option<(Box<dyn AnyBot>, Option<String>)>,
}

/// A change that was not stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotStored {
    /// The reason of the refusal.
    pub fault: StoreFault,
    /// The refusal that people get.
    pub refusal: Refusal,
}

/// The reason why something was not stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoreFault {
    /// The disk was full.
    Full,
    /// The store could not be reached.
    Away,
    /// The server accepts no new tables.
    Draining,
    /// A value has characters that the store does not accept. This is the sender's fault.
    Malformed,
    /// Another server has the table by now.
    Elsewhere,
    /// Any other reason.
    Broken,
}

impl StoreFault {
    /// Returns true if nothing was written. Otherwise the store and the room may disagree.
    pub fn wrote_nothing(self) -> bool {
        !matches!(self, StoreFault::Elsewhere | StoreFault::Broken)
    }
}

/// The person has too many unanswered questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Busy;
