//! A person at a simulated table: the messages that the person's connections receive, and the acts of the person. A
//! person knows only these messages.

use std::collections::BTreeMap;
use std::time::Duration;

use cards::Nonce;
use game::Rng;
use protocol::{Command, MatchPhase, Phrase, SharedShuffle, ShuffleStep, Stage};
use room::{ConnectionId, PersonId};
use serde::Deserialize;

/// A person and the person's connections.
pub struct Person {
    /// The id.
    pub id: PersonId,
    /// The name that the person uses.
    pub name: String,
    /// The open connections.
    pub tabs: BTreeMap<ConnectionId, Tab>,
    /// The commands that were sent but are not answered yet, the latest last.
    unanswered: Vec<Command>,
    /// The number of times that the person was refused or disconnected.
    pub turned_away: u32,
    /// The way in which the person's page takes part in shuffling together.
    pub shuffler: Shuffler,
    rng: Rng,
    last: u32,
}

/// The ways in which a person's page can take part in shuffling together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shuffler {
    /// The page does not announce that it takes part.
    Absent,
    /// The page follows docs/develop/protocol.md.
    Honest,
    /// The page announces that it takes part, but sends nothing.
    Silent,
    /// The page sends the hash of its nonce, but never the nonce.
    Withholding,
}

/// A connection with what its page has received.
#[derive(Default)]
pub struct Tab {
    /// The newest frame as text. The text is parsed when the person acts.
    frame_text: Option<String>,
    frame: Option<ReadFrame>,
    room: Option<ReadPeople>,
    shuffle: Option<SharedShuffle>,
}

/// The part of a frame that a page reads.
#[derive(Deserialize)]
struct ReadFrame {
    viewer: Option<u8>,
    at: u32,
    phase: MatchPhase,
    deal: u32,
    must: Vec<u8>,
    legal: Vec<ReadAction>,
    undo: u32,
    redo: u32,
    held: Option<String>,
    clock: Option<ReadClock>,
    rest: Option<protocol::RestOffer>,
}

#[derive(Deserialize)]
struct ReadClock {
    paused: bool,
}

#[derive(Deserialize)]
struct ReadAction {
    action: String,
}

/// The part of the message about people that a page reads.
#[derive(Deserialize)]
struct ReadPeople {
    stage: Stage,
    hosting: bool,
    you: Option<u8>,
    paused: bool,
    seats: Vec<protocol::SeatInfo>,
}

/// The part of any other message that a page reads.
#[derive(Deserialize)]
pub struct OtherMessage {
    /// The type of the message.
    pub t: String,
    /// The command that the message answers.
    pub cmd: Option<String>,
}

/// The behaviour of all people at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mood {
    /// People do everything that people do.
    Lively,
    /// People come, stay and play.
    Calm,
    /// People stay, and do nothing but ask for the next deal.
    Idle,
}

/// The next act of a person.
pub enum Act {
    /// The person sends a command over a connection. The command may be sent twice, over the same connection or another
    /// one.
    Send {
        tab: ConnectionId,
        command: Command,
        /// The connection for sending the command a second time.
        again: Option<ConnectionId>,
        /// True if the command makes no sense.
        mischief: bool,
    },
    /// The person loses a connection.
    Lose(ConnectionId),
    /// The person opens a connection.
    Open,
    /// The person does nothing for now.
    Wait,
}

impl Person {
    /// Creates the person with this index in the plan of a seed. The person is not connected yet.
    pub fn new(seed: u64, index: usize) -> Person {
        // Half of the people are honest. Everybody loses ten seconds for each attempt to shuffle that somebody spoils,
        // so only a quarter spoil attempts.
        let shuffler = match Rng::stream(seed, 200 + index as u64).below(8) {
            0 => Shuffler::Silent,
            1 => Shuffler::Withholding,
            2 | 3 => Shuffler::Absent,
            _ => Shuffler::Honest,
        };
        Person {
            id: PersonId(index as i64 + 1),
            name: format!("Person {}", index + 1),
            tabs: BTreeMap::new(),
            unanswered: Vec::new(),
            turned_away: 0,
            shuffler,
            rng: Rng::stream(seed, 100 + index as u64),
            last: 0,
        }
    }

    /// Handles a message.
    ///
    /// # Errors
    /// Says what is wrong with the message.
    pub fn on_message(&mut self, tab: ConnectionId, text: String) -> Result<(), String> {
        let known = self.tabs.entry(tab).or_default();
        let wrong = |error: serde_json::Error| format!("not a message of docs/develop/protocol.md: {error}");
        if text.starts_with(r#"{"t":"frame""#) {
            known.frame_text = Some(text);
        } else if text.starts_with(r#"{"t":"room""#) {
            known.room = Some(serde_json::from_str(&text).map_err(wrong)?);
        } else if text.starts_with(r#"{"t":"shuffle""#) {
            known.shuffle = Some(serde_json::from_str(&text).map_err(wrong)?);
        } else {
            let answer: OtherMessage = serde_json::from_str(&text).map_err(wrong)?;
            if let Some(cmd) = answer.cmd {
                self.unanswered.retain(|command| command.cmd() != Some(&cmd));
            }
        }
        Ok(())
    }

    /// Returns how long the person waits before the next act.
    pub fn pause(&mut self, mood: Mood) -> Duration {
        let ms = match (mood, self.rng.below(40)) {
            (Mood::Lively, 0) => 20_000 + self.rng.below(60_000),
            (_, 0..30) => 100 + self.rng.below(900),
            _ => 1_000 + self.rng.below(3_000),
        };
        Duration::from_millis(u64::from(ms))
    }

    /// Returns true if the person will never come back: the person has no connection, and was refused again and again.
    pub fn stays_away(&self) -> bool {
        self.tabs.is_empty() && self.turned_away > 3
    }

    /// Returns the person's next act.
    ///
    /// # Panics
    /// If a received frame cannot be read as docs/develop/protocol.md describes it.
    pub fn act(&mut self, mood: Mood) -> Act {
        for tab in self.tabs.values_mut() {
            if let Some(text) = tab.frame_text.take() {
                tab.frame = Some(serde_json::from_str(&text).expect("a frame of docs/develop/protocol.md"));
            }
        }
        let tabs: Vec<ConnectionId> = self.tabs.keys().copied().collect();
        let (dice, which) = (self.rng.below(200), self.rng.bits());
        let any = |bits: u64| (!tabs.is_empty()).then(|| tabs[(bits % tabs.len().max(1) as u64) as usize]);
        let Some(tab) = any(which) else {
            let waits = (mood == Mood::Lively && dice < 60) || self.stays_away();
            return if waits { Act::Wait } else { Act::Open };
        };
        if mood == Mood::Lively {
            match dice {
                0..4 => return Act::Lose(tab),
                4..8 if tabs.len() < 2 => return Act::Open,
                // Sends a command again, over the same connection or another one, as a page does if it gets no answer.
                8..20 => {
                    if let Some(command) = self.unanswered.last() {
                        return Act::Send { tab, command: command.clone(), again: None, mischief: false };
                    }
                }
                _ => {}
            }
        }
        let mischief = mood == Mood::Lively && (20..30).contains(&dice);
        let again = (mood == Mood::Lively && (30..40).contains(&dice)).then(|| any(which >> 32)).flatten();
        match if mischief { Some(self.mischief(tab)) } else { self.command(tab, mood) } {
            Some(command) => {
                self.unanswered.push(command.clone());
                if self.unanswered.len() > 8 {
                    self.unanswered.remove(0);
                }
                Act::Send { tab, command, again, mischief }
            }
            None => Act::Wait,
        }
    }

    fn cmd(&mut self) -> String {
        self.last += 1;
        format!("{}-{}", self.id.0, self.last)
    }

    /// Returns a command that a sensible page would send.
    fn command(&mut self, tab: ConnectionId, mood: Mood) -> Option<Command> {
        let (dice, pick) = (self.rng.below(100), self.rng.bits());
        let cmd = self.cmd();
        let Tab { frame, room, shuffle, .. } = self.tabs.get(&tab)?;
        let room = room.as_ref()?;
        if room.paused && dice < 50 {
            return Some(Command::Pause { cmd, on: false });
        }
        if room.stage == Stage::Gathering {
            if let (Some(shared), Some(you)) = (shuffle, room.you)
                && shared.waits.contains(&you)
            {
                return self.part(shared, you, cmd);
            }
            return match room.you {
                None => Some(Command::Sit { cmd, seat: (pick % 8) as u8 }),
                Some(_) if room.hosting && (dice < 20 || mood != Mood::Lively) => Some(Command::Begin { cmd }),
                Some(_) => None,
            };
        }
        let away = (0..).zip(&room.seats).find(|(_, info)| info.away_ms.is_some() && info.stand_in.is_none());
        if let Some((seat, _)) = away.filter(|_| room.you.is_some() && mood == Mood::Lively && dice < 5) {
            return Some(Command::StandIn { cmd, seat, on: dice > 0 });
        }
        let ReadFrame { viewer, at, phase, must, legal, undo, redo, held, rest, .. } = frame.as_ref()?;
        let Some(own) = viewer else {
            return (dice < 4).then_some(Command::Sit { cmd, seat: (pick % 8) as u8 });
        };
        if let Some(rest) = rest.as_ref().filter(|_| mood != Mood::Idle && dice < 60)
            && (rest.accepted.is_none() || rest.open.contains(own))
        {
            return Some(Command::Rest { cmd, seat: rest.seat, at: rest.at, on: dice < 50 });
        }
        match phase {
            MatchPhase::Between => Some(Command::Next { cmd }),
            MatchPhase::Over if mood != Mood::Lively => None,
            MatchPhase::Over if dice < 10 => Some(Command::Rematch { cmd }),
            MatchPhase::Over => (dice < 40).then_some(Command::Review { cmd, deal: dice % 2, step: pick as u32 % 8 }),
            MatchPhase::Deal if mood == Mood::Idle || held.is_some() => None,
            MatchPhase::Deal if *undo > 0 && (dice < 8 || legal.is_empty()) => {
                Some(Command::Undo { cmd, n: 1 + dice % undo })
            }
            MatchPhase::Deal if *redo > 0 && dice < 16 => Some(Command::Redo { cmd, n: 1 + dice % redo }),
            MatchPhase::Deal if legal.is_empty() => None,
            MatchPhase::Deal => {
                let waited_for = must.contains(own);
                // If play does not wait for the person, the person acts only sometimes.
                if !waited_for && dice > 40 {
                    return None;
                }
                let action = legal[(pick % legal.len() as u64) as usize].action.clone();
                Some(Command::Act { cmd, at: *at, action })
            }
        }
    }

    /// Returns the person's next message for the shuffle, if the shuffle waits for the person.
    fn part(&self, shared: &SharedShuffle, seat: u8, cmd: String) -> Option<Command> {
        let last = shared.attempts.last()?;
        let k = last.k;
        let nonce = Nonce::new([(self.id.0 as u8) ^ ((k as u8) << 4); 32]);
        match (shared.step, self.shuffler) {
            (ShuffleStep::Seal, Shuffler::Honest | Shuffler::Withholding) => {
                let commitment = last.commitment.parse().expect("a commitment of docs/bots/records.md");
                Some(Command::Seal { cmd, k, h: nonce.sealed(commitment, k, seat).to_string() })
            }
            (ShuffleStep::Reveal, Shuffler::Honest) => Some(Command::Reveal { cmd, k, n: nonce.reveal() }),
            _ => None,
        }
    }

    fn mischief(&mut self, tab: ConnectionId) -> Command {
        let (dice, other) = (self.rng.below(29), self.rng.below(8) as u8);
        let cmd = self.cmd();
        let frame = self.tabs.get(&tab).and_then(|tab| tab.frame.as_ref());
        let (at, deal) = frame.map_or((1, 0), |frame| (frame.at, frame.deal));
        let paused = frame.and_then(|frame| frame.clock.as_ref()).is_some_and(|clock| clock.paused);
        match dice {
            0 => Command::Act { cmd, at: at.saturating_sub(1), action: "pass".to_owned() },
            1 | 2 => Command::Act {
                cmd,
                at,
                action: ["play Qs", "lay 7", "turn", "give 2c 3c 4c"][other as usize % 4].to_owned(),
            },
            3 => Command::Why { cmd, action: ["play Qs", "play 7d", "cut 7 7"][other as usize % 3].to_owned() },
            4 => Command::Phrase { cmd, phrase: Phrase::Hello },
            5 => Command::Say { cmd, text: "Good evening".to_owned() },
            6 | 7 => Command::Pause { cmd, on: !paused },
            8..13 => Command::Arm { cmd, action: format!("cut {0} {0}", 1 + other), on: other != 7 },
            13 | 14 => Command::Advise { cmd },
            15 => Command::Analyse { cmd, deal: deal.saturating_sub(1) },
            16 => Command::Sit { cmd, seat: other },
            17 => Command::Unseat { cmd, seat: other },
            18 => Command::HandOver { cmd, seat: other },
            19 => Command::Help { cmd },
            20 => Command::Hint { cmd },
            21 => Command::Demo { cmd, step: u32::from(other) },
            22 => Command::TurningPoint { cmd },
            23 => Command::PlayOn { cmd, kept: u32::from(other) },
            24 => Command::Swap { cmd, a: other, b: other / 2 },
            25 => Command::Bot { cmd, seat: other, level: "club".to_owned() },
            26 => Command::Leave { cmd },
            27 => Command::StandIn { cmd, seat: other, on: true },
            28 if other == 0 => Command::GiveUp { cmd },
            28 if other < 4 => Command::Review { cmd, deal, step: u32::from(other) },
            _ => Command::Frame {},
        }
    }
}
