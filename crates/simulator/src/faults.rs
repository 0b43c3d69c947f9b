//! Faults of a room, planted in its inputs and effects, and faults of nodes that share a table. The tests plant one
//! fault at a time, and the checks of the simulation must find it. Faults inside a room are mutants: `cargo xtask test
//! --long mutants`.

use std::collections::BTreeSet;
use std::time::Duration;

use game::Seat;
use protocol::{Command, Frame, Settings};
use room::{ConnectionId, Denied, Effect, Input, Metric, Now, PersonId, Room};
use table::{Json, Question};

use crate::disk::Disk;

/// A fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The room answers a command before the command is stored.
    DoneBeforeStored,
    /// If a command is sent again, the room carries it out again.
    CommandTwice,
    /// The room does not know any more which commands were carried out before the table was loaded.
    AnswersForgotten,
    /// The room answers that a command is refused, although the command was carried out.
    RefusedThoughStored,
    /// The room shows the window for claims only if somebody can claim.
    WindowOnlyIfMay,
    /// A refusal names an action that another seat can do.
    CardInRefusal,
    /// The grace time of a person who is away never ends.
    GraceWithoutEnd,
    /// A person counts as away as soon as the connection is lost.
    NoGrace,
    /// A bot takes longer if more actions are legal.
    LateBot,
    /// The number of a frame is sometimes one too high.
    FrameNumber,
    /// A bot gets the question of another seat.
    WrongQuestion,
    /// All connections get the frame of the first connection.
    WrongFrame,
    /// Only the first connection of a seat gets frames.
    StaleTab,
    /// The last entry of a write is not stored.
    EntryLost,
    /// Spectators see everything without delay.
    NoWatchDelay,
    /// The room does not store a change again after the store has refused it once.
    NoSecondTry,
    /// Everybody sees the claims that a player has armed.
    ArmedShown,
    /// The history of a deal shows the view of another seat.
    OpenHistory,
    /// A metric counts how often bots think about a claim, which reveals hands.
    ChanceCounted,
    /// The room sends the server's secret while players still shuffle together.
    SecretTold,
    /// Players learn that the shuffle is done before every participating seat has revealed its nonce.
    DealtTooEarly,
    /// The table is loaded again when a person is deleted.
    ReloadedForOne,
    /// All connections end when a person is deleted.
    HungUpForOne,
    /// People review a match that goes on.
    ReviewTooEarly,
    /// The clocks' remaining times are lost when the table is loaded again.
    ClocksForgotten,
    /// A node goes on with its table after its lease has run out.
    LeaseIgnored,
    /// The database accepts writes of a node that no longer owns the table.
    NoFence,
    /// A node reads the log of the table before it becomes the table's owner.
    ReadBeforeTaken,
    /// A node serves a socket that was forwarded to it, although another node owns the table.
    NotOwnerServes,
    /// A node believes the header by which nodes forward identities, even if a client has written it.
    HeaderBelieved,
    /// Longer messages between nodes take longer and delay the messages after them. So a seat's messages are later if
    /// another seat's message is longer.
    LengthDelays,
    /// A node reports a write as stored although the database has not answered its commit.
    ToldBeforeReadBack,
    /// A node reports a write as refused although the database has not answered its commit.
    RefusedBeforeReadBack,
}

/// The suffix that [`Fault::CommandTwice`] appends to a command's name to make a new name.
const AGAIN: &str = "+again";

/// Passes inputs to a room and returns its effects, with or without a fault.
#[derive(Default)]
pub(crate) struct Shell {
    fault: Option<Fault>,
    /// All connections that the room has let in.
    connections: BTreeSet<ConnectionId>,
    /// The names of commands that were sent.
    commands: BTreeSet<String>,
    /// The entries of the last write, and the entries of a write that the store refused.
    asked: Vec<String>,
    refused: Vec<String>,
    /// The claims that a player armed last.
    armed: Vec<String>,
    /// The first frame among the effects of one input, and the seats that have got a frame.
    first: Option<Frame<Json, Json>>,
    first_seats: BTreeSet<u8>,
}

impl Fault {
    /// Changes the data from which a table is loaded.
    pub(crate) fn change_stored(self, settings: &mut Settings, disk: &mut Disk) {
        match self {
            Fault::GraceWithoutEnd => settings.grace_s = None,
            Fault::NoGrace => settings.grace_s = settings.grace_s.map(|_| 0),
            Fault::NoWatchDelay => settings.watch_delay_s = 0,
            Fault::AnswersForgotten => disk.log.iter_mut().for_each(|entry| entry.cmd = None),
            Fault::ClocksForgotten => disk.kept.clocks.clear(),
            _ => {}
        }
    }
}

impl Shell {
    pub(crate) fn new(fault: Option<Fault>) -> Shell {
        Shell { fault, ..Shell::default() }
    }

    pub(crate) fn history(&self, room: &Room, person: PersonId) -> Result<String, Denied> {
        let mut others = room.people().into_iter().filter(|other| *other != person);
        let other = others.find(|_| self.fault == Some(Fault::OpenHistory));
        room.history(other.unwrap_or(person))
    }

    pub(crate) fn handle(&mut self, room: &mut Room, now: Now, mut input: Input) -> Vec<Effect> {
        let Some(fault) = self.fault else { return room.handle(now, input) };
        let counted = self.change_input(fault, room, &mut input);
        let command = match &input {
            Input::Command { connection, command } => Some((*connection, command.cmd().map(str::to_owned))),
            _ => None,
        };
        let (stored, deleted) = (matches!(input, Input::Stored { .. }), matches!(input, Input::Forget { .. }));
        let mut effects = room.handle(now, input);
        effects.extend(counted);
        (self.first, self.first_seats) = Default::default();
        effects.retain_mut(|effect| self.change_effect(fault, room, effect, stored));
        match (fault, command) {
            (Fault::ReloadedForOne, _) if deleted => effects.push(Effect::Reload),
            (Fault::HungUpForOne, _) if deleted => effects.extend(self.connections.iter().copied().map(Effect::HangUp)),
            (Fault::DoneBeforeStored, Some((to, Some(cmd)))) => {
                let of_it = |effect: &Effect| match effect {
                    Effect::Write(write) => write.entries.iter().any(|entry| entry.cmd.as_ref() == Some(&cmd)),
                    _ => false,
                };
                if let Some(index) = effects.iter().position(of_it) {
                    effects.insert(index, Effect::Send { to, text: format!(r#"{{"t":"done","cmd":"{cmd}"}}"#) });
                }
            }
            _ => {}
        }
        effects
    }

    /// Changes an input. Returns an effect that the input should not have, if the fault needs one.
    fn change_input(&mut self, fault: Fault, room: &Room, input: &mut Input) -> Option<Effect> {
        match (fault, input) {
            (Fault::CommandTwice, Input::Command { command, .. }) => {
                if let Some(cmd) = command.cmd().map(str::to_owned).filter(|cmd| !self.commands.insert(cmd.clone())) {
                    let text = serde_json::to_string(command).expect("a command is JSON");
                    let again = text.replacen(&cmd, &format!("{cmd}{AGAIN}"), 1);
                    *command = Command::parse(&again).expect("it was written as one");
                }
            }
            (Fault::LateBot, Input::BotReply(reply)) => {
                let choices: usize = seats(room).map(|seat| room.table().legal(seat).len()).sum();
                reply.took += Duration::from_millis(choices as u64);
            }
            (Fault::ChanceCounted, Input::BotReply(reply)) if matches!(reply.result, Some((_, None))) => {
                return Some(Effect::Count(Metric::BotThought { took: reply.took, late: false }));
            }
            (Fault::NoSecondTry, Input::Stored { result: Err(_), .. }) => self.refused.append(&mut self.asked),
            _ => {}
        }
        None
    }

    /// Changes an effect, and returns false if it must not be carried out. `stored` is true if the input was an answer
    /// of the store.
    fn change_effect(&mut self, fault: Fault, room: &Room, effect: &mut Effect, stored: bool) -> bool {
        match (fault, effect) {
            (_, Effect::Welcome(connection)) => {
                self.connections.insert(*connection);
            }
            (Fault::EntryLost, Effect::Write(write)) if write.entries.len() > 1 => {
                write.entries.pop();
            }
            (Fault::CommandTwice, Effect::Write(write)) => {
                let names = write.entries.iter_mut().filter_map(|entry| entry.cmd.as_mut());
                names.for_each(|cmd| *cmd = cmd.replace(AGAIN, ""));
            }
            (Fault::NoSecondTry, Effect::Write(write)) => {
                self.asked = write.entries.iter().map(|entry| entry.entry.clone()).collect();
                return !self.asked.iter().any(|entry| self.refused.contains(entry));
            }
            (Fault::WrongQuestion, Effect::AskBot(asked)) => {
                let seat = asked.question.seat;
                let mut others = seats(room).filter(|other| *other != seat);
                if let Some(other) = others.find_map(|other| room.table().question(other)) {
                    asked.question = Question { seat, ..other };
                }
            }
            (_, Effect::Send { text, .. }) if text.starts_with(r#"{"t":"frame""#) => {
                return self.change_frame(fault, room, text);
            }
            (Fault::CommandTwice, Effect::Send { text, .. }) => *text = text.replace(AGAIN, ""),
            (Fault::RefusedThoughStored, Effect::Send { text, .. }) if stored => {
                *text = text.replace(r#"{"t":"done""#, r#"{"t":"refused""#);
            }
            (Fault::CardInRefusal, Effect::Send { text, .. }) if text.starts_with(r#"{"t":"refused""#) => {
                let can = room.table().must().map(|seat| room.table().legal(seat).concat()).collect::<String>();
                *text = text.replace(r#""words":""#, &format!(r#""words":"{can} "#));
            }
            (Fault::ReviewTooEarly, Effect::Send { text, .. }) if text.contains("match_goes_on") => {
                *text = r#"{"t":"review","leader":0,"deal":0,"step":8}"#.to_owned();
            }
            (Fault::SecretTold, Effect::Send { text, .. }) => {
                let secret = room.table().setup().seed.reveal();
                *text = text.replace(r#""S":null"#, &format!(r#""S":"{secret}""#));
            }
            (Fault::DealtTooEarly, Effect::Send { text, .. }) => {
                *text = text.replace(r#""step":"reveal""#, r#""step":"done""#);
            }
            _ => {}
        }
        true
    }

    fn change_frame(&mut self, fault: Fault, room: &Room, text: &mut String) -> bool {
        let mut frame: Frame<Json, Json> = serde_json::from_str(text).expect("a frame is read back");
        match fault {
            Fault::FrameNumber if frame.n.is_multiple_of(8) => frame.n += 1,
            Fault::WrongFrame => {
                let first = self.first.get_or_insert_with(|| frame.clone());
                frame = Frame { n: frame.n, ..first.clone() };
            }
            Fault::StaleTab => return frame.viewer.is_none_or(|seat| self.first_seats.insert(seat)),
            Fault::WindowOnlyIfMay if room.table().may().is_empty() => frame.window = None,
            Fault::ArmedShown if frame.armed.is_empty() => frame.armed.clone_from(&self.armed),
            Fault::ArmedShown => self.armed.clone_from(&frame.armed),
            _ => return true,
        }
        let frame = serde_json::to_string(&frame).expect("frames are text, numbers and lists");
        *text = format!(r#"{{"t":"frame",{}"#, &frame[1..]);
        true
    }
}

fn seats(room: &Room) -> impl Iterator<Item = Seat> + use<> {
    Seat::all(room.table().setup().names.len() as u8)
}
