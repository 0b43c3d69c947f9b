//! The effects that a room asks for. The shell carries them out in order.

use std::time::Duration;

use protocol::{LobbyTable, Refusal};
use table::{AnyBot, Question};

use crate::arrangement::KeptState;
use crate::clocks::KeptClock;
use crate::help::Work;
use crate::ids::{ConnectionId, EngineId, PersonId, RequestId, TaskId, WriteId};
use crate::input::NotStored;
use crate::log_entry::LogEntry;
use crate::seated::Seated;
use crate::settings::Terms;
use crate::wire::refusal;

/// An instruction to the shell.
pub enum Effect {
    /// Lets a person in; messages follow.
    Welcome(ConnectionId),
    /// Refuses a person.
    TurnAway {
        /// The person's connection.
        connection: ConnectionId,
        /// The reason.
        denied: Denied,
    },
    /// Sends a message to a connection. A connection that cannot keep up is closed.
    Send {
        /// The receiver.
        to: ConnectionId,
        /// A message of docs/develop/protocol.md, as JSON.
        text: String,
    },
    /// Closes a connection, because its person may not be here any more.
    HangUp(ConnectionId),
    /// Lets an engine in; messages follow.
    WelcomeEngine(EngineId),
    /// Refuses an engine.
    TurnEngineAway {
        /// The engine's connection.
        engine: EngineId,
        /// The reason.
        denied: Denied,
    },
    /// Sends a line to an engine.
    SendEngine {
        /// The receiver.
        to: EngineId,
        /// A line of docs/bots/engines.md.
        text: String,
    },
    /// Closes the connection of an engine.
    HangUpEngine(EngineId),
    /// Answers a request.
    Reply {
        /// The request.
        to: RequestId,
        /// The number that was asked for, or 0 if none was.
        answer: Result<u8, Denied>,
    },
    /// Stores something, all or nothing. Answered by [`crate::Input::Stored`].
    Write(Write),
    /// Asks the store whether a command of a seat was carried out. Answered by [`crate::Input::LookedUp`].
    LookUp {
        /// The seat.
        seat: u8,
        /// The command.
        cmd: String,
    },
    /// Makes the table of a rematch. Answered by [`crate::Input::RematchOpened`].
    OpenRematch(Rematch),
    /// Stores something for lists and statistics. If a crash loses this data, it is stored again when the table is
    /// loaded.
    WriteLater(LaterWrite),
    /// Asks a bot. Answered by [`crate::Input::BotReply`].
    AskBot(BotQuestion),
    /// Asks for a computation that helps a person. Answered by [`crate::Input::HelpReply`]. Reports of progress may
    /// come before the answer ([`crate::Input::Progress`]).
    Help {
        /// The number of the task.
        task: TaskId,
        /// The person who gets the result.
        person: PersonId,
        /// The computation.
        work: Work,
    },
    /// Cancels a computation. The computation ends soon, and its answer still comes.
    Cancel(TaskId),
    /// Sets the line of the table in the lobby; `None` removes the line.
    List(Option<Box<LobbyTable>>),
    /// Counts a metric.
    Count(Metric),
    /// Logs a line.
    Log(LogLine),
    /// Loads the table again, because the room and the store may disagree. The room does nothing more after this.
    Reload,
    /// Reports that everything that had to be stored is stored ([`crate::Input::Close`]).
    Closed,
}

/// Data that the store writes together: all of it or nothing.
pub struct Write {
    /// The number of the write.
    pub id: WriteId,
    /// The people and the room's own data, if they change.
    pub arrangement: Option<StoredArrangement>,
    /// The terms of the match, if they change. They can change only before the match begins.
    pub terms: Option<Box<Terms>>,
    /// The number of the first entry.
    pub first: u64,
    /// Entries of the log.
    pub entries: Vec<LogEntry>,
    /// The times left on the clocks, if they are stored without a change of the arrangement.
    pub clocks: Option<Vec<KeptClock>>,
    /// True if metrics may count the write. Advice must not be counted, because the count would show others that there
    /// was something to decide.
    pub counted: bool,
}

/// The stored data of a table, except its match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredArrangement {
    /// The seats: as many as before.
    pub seats: Vec<Seated>,
    /// The host of the table.
    pub host: Option<PersonId>,
    /// The time when the match began.
    pub started_ms: Option<i64>,
    /// The room's own data.
    pub kept: KeptState,
}

/// A table for the same people. The match begins when all of them have come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rematch {
    /// The seats.
    pub seats: Vec<Seated>,
    /// The host.
    pub host: Option<PersonId>,
    /// The agreed terms.
    pub terms: Terms,
}

/// Data for lists and statistics. No input waits until they are stored, so a crash in this moment can lose the results
/// of a deal. The end of a match is stored again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LaterWrite {
    /// The results of a finished deal for the people at the table.
    Results(Vec<SeatResult>),
    /// The match is over, with these totals.
    Ended(Vec<i32>),
    /// A match that was over goes on.
    Reopened,
}

/// The result of a finished deal for a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatResult {
    /// The person.
    pub person: PersonId,
    /// The seat.
    pub seat: u8,
    /// The number of the deal, from 0.
    pub deal: u32,
    /// The points, if the seat played the deal.
    pub points: Option<i32>,
    /// The level of the bots on the other seats, if all other seats had bots of one level.
    pub level: Option<String>,
    /// The time of play of a match that is over.
    pub took_ms: Option<i64>,
    /// True if the match is over and won.
    pub won: Option<bool>,
    /// True if the person was helped or advised.
    pub assisted: bool,
}

/// A question to a bot.
pub struct BotQuestion {
    /// The number of the task.
    pub task: TaskId,
    /// The bot. The reply gives it back.
    pub bot: Box<dyn AnyBot>,
    /// A view and the legal actions.
    pub question: Question,
    /// The bot's level.
    pub level: String,
    /// The seed of the bot's own random choices. It reveals nothing about shuffles.
    pub seed: u64,
}

/// A metric. No metric reveals whether somebody could act out of turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Metric {
    /// A bot acts on its turn, after thinking about it.
    BotThought {
        /// The bot's thinking time.
        took: Duration,
        /// True if the bot thought beyond its planned moment.
        late: bool,
    },
    /// An engine was asked for a turn: `answered`, `illegal` or `late`.
    EngineAsked(&'static str),
    /// A match has begun.
    MatchBegan,
    /// A match is over.
    MatchOver,
}

/// A line of the server's log. No line reveals whether somebody could act out of turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogLine {
    /// A match has begun.
    MatchBegan,
    /// A match is over.
    MatchOver,
    /// Another player takes over a seat: a bot of this level, or the seat's own player.
    TookOver {
        /// The seat.
        seat: u8,
        /// The bot's level.
        bot: Option<String>,
    },
    /// An engine was late too often and is sent away.
    EngineSentAway,
    /// A bot failed on its turn, and a new one takes its place.
    BotFailed {
        /// The bot's level.
        level: String,
    },
    /// A bot chose an illegal action on its turn.
    BotWasIllegal {
        /// The key of the refusal.
        key: String,
    },
    /// An adviser or the solver failed.
    HelpFailed,
    /// Something could not be stored.
    NotStored {
        /// The text that people get.
        words: String,
        /// True if nothing was written, so that the write may be tried again.
        wrote_nothing: bool,
    },
}

/// The reason why a request is denied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Denied {
    /// The person has no seat here, and watching is not allowed.
    NotYourTable,
    /// The host has removed the person from this match.
    Removed,
    /// There is no free seat.
    Full,
    /// The events of this deal cannot be shown.
    UnknownDeal,
    /// The token belongs to no seat.
    UnknownToken,
    /// The request cannot be carried out.
    Invalid {
        /// The stable key of the reason.
        key: &'static str,
        /// The reason in English.
        words: &'static str,
    },
    /// The change was not stored.
    NotStored(NotStored),
}

impl Denied {
    pub(crate) fn refusal(self) -> Refusal {
        match self {
            Denied::Invalid { key, words } => refusal(key, words),
            Denied::NotStored(not_stored) => not_stored.refusal,
            Denied::Removed => refusal("removed", "The host removed you from this table."),
            Denied::Full => refusal("full", "All seats at this table are taken."),
            Denied::NotYourTable => refusal("not_your_table", "You don't have a seat at this table."),
            Denied::UnknownDeal | Denied::UnknownToken => unreachable!("no command asks for a deal or brings a token"),
        }
    }

    pub(crate) fn invalid(key: &'static str, words: &'static str) -> Denied {
        Denied::Invalid { key, words }
    }
}
