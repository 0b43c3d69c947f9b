//! A witness, which checks that a room sends what was promised. It has a separate table, to which it applies only the
//! entries that the store has confirmed to the room.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use catalog::{CardGame, Visit};
use game::{Seat, Viewer};
use protocol::{ClockKind, Command, Settings};
use room::log_entry::LogEntry;
use room::{ConnectionId, PersonId, Seated};
use serde::Deserialize;
use serde_json::value::RawValue;
use table::{AnyTable, Entry, Intent, MatchPhase, PublicEvent, Question, Why};

use crate::attendance::Attendance;
use crate::disk::Disk;

/// The checks of a room: an independent table that applies the stored entries.
pub struct Witness {
    table: Box<dyn AnyTable>,
    /// The entries that the store has confirmed to the room and that no frame has shown yet.
    pending: VecDeque<LogEntry>,
    /// The number of entries that the table has applied.
    pub length: usize,
    /// A number that grows with every entry that changes the position.
    version: u64,
    /// The events of this step.
    events: Vec<PublicEvent>,
    shown: Vec<(Viewer, Shown)>,
    /// The hashes of the public views, each with its time. `None` if spectators see the table without a delay.
    public: Option<VecDeque<(Duration, u64)>>,
    delay: Duration,
    /// The time at which the match ended.
    over_at: Option<Duration>,
    /// The seats that the store has confirmed to the room.
    pub seats: Vec<Seated>,
    connections: BTreeMap<ConnectionId, SentMessages>,
    /// The commands by name, each with its sender.
    pub commands: BTreeMap<String, (PersonId, Command)>,
    done: BTreeSet<String>,
    /// The latest answers of bots and engines, by seat. `None` means that a bot or an engine has failed, so any legal
    /// action may follow.
    answers: Vec<Option<VecDeque<String>>>,
    /// True once anybody has acted in the current deal.
    touched: bool,
    pack: BTreeSet<String>,
    /// The clock of each seat, as last shown to the person on the seat.
    clocks: Vec<Option<ShownClock>>,
    /// The number of refused writes, and the number of times that the table was loaded again.
    pub refused: u64,
    restarted: u64,
    /// The time after which a bot plays for somebody who is away.
    grace: Option<Duration>,
    has_clocks: bool,
    /// The number of frames that were compared.
    pub compared: u64,
}

#[derive(Clone, Copy)]
struct ShownClock {
    /// The person, and the number of the decision.
    of: (PersonId0, u32),
    left_ms: u64,
    /// The longest time that was shown for this decision.
    most_ms: u64,
    /// True if the clock has already been raised to the least time that a player has after a restart.
    granted: bool,
    /// The values of [`Witness::refused`] and [`Witness::restarted`] when the clock was shown.
    troubles: (u64, u64),
}

#[derive(Deserialize)]
struct ReceivedClock {
    viewer: Option<usize>,
    at: u32,
    clock: Option<LeftOfClocks>,
}

#[derive(Deserialize)]
struct LeftOfClocks {
    left_ms: Vec<Option<u64>>,
}

/// The view that a viewer may have now.
struct Shown {
    view: String,
    legal: String,
    rest: ReceivedRest,
}

/// The fields of a frame, other than view and legal actions, that follow from the log.
#[derive(PartialEq, Debug)]
struct ReceivedRest {
    at: u32,
    phase: protocol::MatchPhase,
    deal: u32,
    must: Vec<u8>,
    totals: Vec<i32>,
    undo: u32,
    redo: u32,
    deals: usize,
}

/// The state of a connection: its last frame and the position in that frame.
#[derive(Default)]
struct SentMessages {
    n: u64,
    version: Option<u64>,
    person: PersonId0,
}

/// The text that replaces a correct part of a frame, so that this part need not be parsed.
const SAME: &str = "0";

/// The number of a person. 0 means nobody.
type PersonId0 = i64;

#[derive(Deserialize)]
struct ReceivedFrame<'a> {
    n: u64,
    viewer: Option<u8>,
    at: u32,
    phase: protocol::MatchPhase,
    deal: u32,
    #[serde(borrow)]
    view: &'a RawValue,
    must: Vec<u8>,
    #[serde(borrow)]
    legal: &'a RawValue,
    since: Vec<ReceivedEvent>,
    totals: Vec<i32>,
    deals: Vec<serde::de::IgnoredAny>,
    undo: u32,
    redo: u32,
    #[serde(default)]
    armed: Vec<String>,
}

#[derive(Deserialize)]
struct ReceivedEvent {
    seat: Option<u8>,
    action: String,
}

impl Witness {
    /// Creates the witness of a new table.
    pub fn new(table: Box<dyn AnyTable>, seats: Vec<Seated>, settings: &Settings) -> Witness {
        let seconds = |seconds: u32| Duration::from_secs(u64::from(seconds));
        let pack = catalog::visit(table.setup().game, Pack).expect("a game of the catalog");
        let answers = seats.iter().map(|_| Some(VecDeque::new())).collect();
        let clocks = vec![None; seats.len()];
        let mut witness = Witness {
            table,
            pending: VecDeque::new(),
            length: 0,
            version: 0,
            events: Vec::new(),
            shown: Vec::new(),
            public: (settings.watch_delay_s > 0).then(VecDeque::new),
            // If nobody may watch the table, only a person who has just left a seat gets one more position. That is
            // allowed, and has no delay.
            delay: seconds(if settings.watch { settings.watch_delay_s } else { 0 }),
            over_at: None,
            seats,
            connections: BTreeMap::new(),
            commands: BTreeMap::new(),
            done: BTreeSet::new(),
            answers,
            touched: false,
            pack,
            clocks,
            refused: 0,
            restarted: 0,
            compared: 0,
            grace: settings.grace_s.map(seconds),
            has_clocks: settings.clock != ClockKind::None,
        };
        witness.note_public(Duration::ZERO);
        witness
    }

    /// Replaces the table when the match begins and the cards are known.
    pub fn begins(&mut self, now: Duration, table: Box<dyn AnyTable>) {
        self.table = table;
        self.shown.clear();
        if let Some(public) = &mut self.public {
            public.clear();
        }
        self.note_public(now);
    }

    /// Returns true while some stored entries have not been applied.
    pub fn is_behind(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Adds entries that the store has confirmed. Must be called before the room learns that they are stored.
    pub fn stored(&mut self, entries: Vec<LogEntry>, seats: Option<Vec<Seated>>) {
        self.pending.extend(entries);
        if let Some(seats) = seats {
            self.seats = seats;
        }
    }

    /// Replaces the pending entries by the committed ones after the process has ended.
    pub fn restart(&mut self, now: Duration, disk: &Disk) -> Result<(), String> {
        self.connections.clear();
        self.restarted += 1;
        let rest = disk.log.get(self.length..).ok_or("the log is shorter than what people were told")?;
        self.pending = rest.iter().cloned().collect();
        self.seats = disk.seats.clone();
        self.apply_all(now)
    }

    /// Notes the answer of a bot or an engine.
    pub fn answered(&mut self, seat: Seat, action: Option<&str>) {
        let answers = &mut self.answers[seat.index()];
        match (answers.as_mut(), action) {
            (Some(answers), Some(action)) => {
                answers.push_back(action.to_owned());
                if answers.len() > 6 {
                    answers.pop_front();
                }
            }
            (_, None) => *answers = None,
            (None, _) => {}
        }
    }

    fn note_public(&mut self, now: Duration) {
        if self.public.is_some() {
            let viewer = if self.table.phase() == MatchPhase::Deal { Viewer::Public } else { Viewer::All };
            let hash = hash(&self.shown(viewer).view);
            self.public.as_mut().expect("it is kept").push_back((now, hash));
        }
    }

    /// Applies the next entry, and checks that it has a cause.
    fn apply_next(&mut self, now: Duration) -> Result<(), String> {
        let logged = self.pending.pop_front().expect("there is one");
        let entry: Entry = serde_json::from_str(&logged.entry).map_err(|error| format!("an entry: {error}"))?;
        self.has_a_cause(&logged, &entry).map_err(|why| format!("entry {}, {entry:?}: {why}", self.length))?;
        let accepted = self.table.check(Intent::from(&entry));
        let events = accepted.map(|accepted| self.table.apply(accepted));
        self.note_applied(now, &entry, events)
    }

    fn note_applied(
        &mut self,
        now: Duration,
        entry: &Entry,
        events: Result<Vec<PublicEvent>, table::Refusal>,
    ) -> Result<(), String> {
        let events = events.map_err(|why| format!("entry {} cannot be read back: {}", self.length, why.words))?;
        self.events.extend(events);
        self.length += 1;
        let changes = !matches!(entry, Entry::Advised { .. } | Entry::Assisted | Entry::TookOver { .. });
        self.version += u64::from(changes);
        match entry {
            Entry::Next => self.touched = false,
            Entry::TookOver { .. } | Entry::Advised { .. } => {}
            _ => self.touched = true,
        }
        self.shown.clear();
        self.note_public(now);
        self.over_at = (self.table.phase() == MatchPhase::Over).then_some(self.over_at.unwrap_or(now));
        Ok(())
    }

    /// Applies all stored entries.
    ///
    /// # Errors
    /// If an entry has no cause, or does not follow from the entries before it.
    pub fn apply_all(&mut self, now: Duration) -> Result<(), String> {
        while !self.pending.is_empty() {
            self.apply_next(now)?;
        }
        Ok(())
    }

    fn person_on(&self, seat: Seat) -> Option<PersonId> {
        self.seats[seat.index()].person
    }

    /// Checks that an entry has a cause, such as a command or a bot's answer.
    fn has_a_cause(&self, logged: &LogEntry, entry: &Entry) -> Result<(), String> {
        let command = match &logged.cmd {
            Some(cmd) => Some(self.commands.get(cmd).ok_or("nobody sent that command")?),
            None => None,
        };
        if let (Some((person, _)), Some(seat)) = (command, logged.seat) {
            let on_it = self.person_on(Seat::new(seat));
            if on_it.is_some_and(|on_it| on_it != *person) {
                return Err(format!("person {} does not sit on seat {seat}", person.0));
            }
        }
        let command = command.map(|(_, command)| command);
        match (entry, command) {
            (Entry::Act { action, .. }, Some(Command::Act { action: wanted, .. })) if action == wanted => Ok(()),
            (Entry::Act { .. }, Some(Command::Redo { .. } | Command::Rest { on: true, .. })) => Ok(()),
            (Entry::Act { .. }, Some(_)) => Err("another command asked for it".to_owned()),
            (Entry::Act { seat, action }, None) => self.acted_by_itself(logged, *seat, action),
            (Entry::TookOver { bot, why, .. }, _) => self.took_over(bot.is_some(), *why),
            (Entry::Next, Some(Command::Next { .. }))
            | (Entry::Undo { .. }, Some(Command::Undo { .. }))
            | (Entry::GiveUp, Some(Command::GiveUp { .. }))
            | (Entry::PlayOn { .. }, Some(Command::PlayOn { .. }))
            | (Entry::Assisted, Some(Command::Help { .. }))
            | (Entry::Assisted | Entry::Advised { .. } | Entry::Next, None) => Ok(()),
            _ => Err(format!("no cause for it: {command:?}")),
        }
    }

    /// Checks an action that no command caused directly: the action of a bot, an armed claim, a redone action after the
    /// first one, or the end of a decided deal.
    fn acted_by_itself(&self, logged: &LogEntry, seat: Seat, action: &str) -> Result<(), String> {
        if logged.seat.is_some() {
            let armed =
                |command: &Command| matches!(command, Command::Arm { action: armed, on: true, .. } if armed == action);
            let again = |command: &Command| matches!(command, Command::Redo { .. } | Command::Rest { on: true, .. });
            let known = self.commands.values().any(|(_, command)| armed(command) || again(command));
            return if known { Ok(()) } else { Err("nobody armed it".to_owned()) };
        }
        match &self.answers[seat.index()] {
            Some(answers) if !answers.iter().any(|answer| answer == action) => {
                Err(format!("its bot answered {answers:?}"))
            }
            _ => Ok(()),
        }
    }

    fn took_over(&self, bot: bool, why: Why) -> Result<(), String> {
        match (why, bot) {
            (Why::Joined, _) if self.touched => Err("somebody was let in in the middle of a deal".to_owned()),
            (Why::Clock, true) if !self.has_clocks => Err("there are no clocks".to_owned()),
            _ => Ok(()),
        }
    }

    /// Checks entries that are about to be stored. Some entries say that people were away, or that all have asked for
    /// the next deal. Such an entry must agree with what the deciding node knows.
    ///
    /// # Errors
    /// Names the first entry that does not agree.
    pub fn may_be_stored(&self, entries: &[LogEntry], now: Duration, attendance: &Attendance) -> Result<(), String> {
        entries.iter().filter(|logged| !is_act(logged)).try_for_each(|logged| {
            let entry: Entry = serde_json::from_str(&logged.entry).map_err(|error| format!("an entry: {error}"))?;
            let agrees = self.agrees(logged.seat, &entry, now, attendance);
            agrees.map_err(|why| format!("{entry:?} is to be stored: {why}"))
        })
    }

    fn agrees(&self, by: Option<u8>, entry: &Entry, now: Duration, attendance: &Attendance) -> Result<(), String> {
        match entry {
            Entry::Next => {
                let others = self.seats.iter().zip(0..).filter(|(_, seat)| by.is_some_and(|by| *seat != by));
                let mut people = others.filter_map(|(seated, _)| seated.person);
                match people.any(|person| attendance.is_unready(person, now)) {
                    true => Err("somebody who is there has not asked for the next deal".to_owned()),
                    false => Ok(()),
                }
            }
            Entry::TookOver { seat, bot: Some(_), why: Why::Away } if !self.has_clocks => {
                let Some(person) = self.person_on(*seat) else { return Ok(()) };
                let away = attendance.away(person, now).ok_or("its player is there")?;
                let asks = |command: &Command| matches!(command, Command::StandIn { seat: of, on: true, .. } if usize::from(*of) == seat.index());
                let asked = self.commands.values().any(|(_, command)| asks(command)).then_some(Duration::from_secs(10));
                let grace = self.grace.into_iter().chain(asked).min().ok_or("nobody has asked for a bot")?;
                match away >= grace {
                    true => Ok(()),
                    false => Err(format!("its player has been away for {away:?} of {grace:?}")),
                }
            }
            _ => Ok(()),
        }
    }
}

/// The checks of messages over connections.
impl Witness {
    /// Notes a person who is let in.
    pub fn welcomed(&mut self, connection: ConnectionId, person: PersonId) {
        self.connections.insert(connection, SentMessages { person: person.0, ..SentMessages::default() });
    }

    /// Removes a connection that has ended.
    pub fn closed(&mut self, connection: ConnectionId) {
        self.connections.remove(&connection);
    }

    /// Returns true while a connection is open.
    pub fn knows(&self, connection: ConnectionId) -> bool {
        self.connections.contains_key(&connection)
    }

    fn shown(&mut self, viewer: Viewer) -> &Shown {
        let known = self.shown.iter().position(|(of, _)| *of == viewer).unwrap_or_else(|| {
            let position = self.table.position(viewer);
            let shown = Shown {
                view: position.view.text().to_owned(),
                legal: serde_json::to_string(&position.legal).expect("actions are JSON"),
                rest: ReceivedRest {
                    at: position.at,
                    phase: match position.phase {
                        MatchPhase::Deal => protocol::MatchPhase::Deal,
                        MatchPhase::Between => protocol::MatchPhase::Between,
                        MatchPhase::Over => protocol::MatchPhase::Over,
                    },
                    deal: position.deal,
                    must: position.must.map(|seat| seat.index() as u8).collect(),
                    totals: position.totals,
                    undo: position.undo,
                    redo: position.redo,
                    deals: position.deals.len(),
                },
            };
            self.shown.push((viewer, shown));
            self.shown.len() - 1
        });
        &self.shown[known].1
    }

    /// Checks that a frame is the next one of its connection, and that, by the stored log, its viewer may know the
    /// content.
    ///
    /// # Errors
    /// Says what is wrong with the frame.
    pub fn frame(&mut self, now: Duration, connection: ConnectionId, text: &str) -> Result<(), String> {
        let person = PersonId(self.connections.get(&connection).ok_or("a frame goes to a closed connection")?.person);
        let seat = self.seats.iter().position(|seated| seated.person == Some(person)).map(|seat| seat as u8);
        loop {
            let short = seat.and_then(|seat| self.without_what_is_known(Seat::new(seat), text));
            if seat.is_some() && short.is_none() && !self.pending.is_empty() {
                self.apply_next(now)?;
                continue;
            }
            let text = short.as_deref().unwrap_or(text);
            let frame: ReceivedFrame<'_> = serde_json::from_str(text).map_err(|error| format!("a frame: {error}"))?;
            self.is_for(connection, (person, seat), &frame)?;
            if seat.is_none() && self.public.is_some() {
                self.later_frame(now, &frame)?;
            } else {
                let viewer = match (seat, frame.phase) {
                    (Some(seat), _) => Viewer::Seat(Seat::new(seat)),
                    (None, protocol::MatchPhase::Deal) => Viewer::Public,
                    (None, _) => Viewer::All,
                };
                match self.is_shown(viewer, &frame) {
                    Err(why) if self.pending.is_empty() => return Err(why),
                    Err(_) => {
                        self.apply_next(now)?;
                        continue;
                    }
                    Ok(()) => self.events_are_true(seat, &frame)?,
                }
                self.connections.get_mut(&connection).expect("it was just there").version = Some(self.version);
            }
            self.connections.get_mut(&connection).expect("it was just there").n = frame.n;
            self.compared += 1;
            return Ok(());
        }
    }

    /// Checks that a frame is the next one of its connection, belongs to the seat of its reader, and shows no armed
    /// claim of other seats.
    fn is_for(
        &self,
        connection: ConnectionId,
        (person, seat): (PersonId, Option<u8>),
        frame: &ReceivedFrame<'_>,
    ) -> Result<(), String> {
        let before = self.connections.get(&connection).map_or(0, |sent| sent.n);
        if frame.n != before + 1 {
            return Err(format!("frame {} comes after frame {before}", frame.n));
        }
        if seat != frame.viewer {
            return Err(format!("the frame is that of seat {:?}, and its reader has {seat:?}", frame.viewer));
        }
        let own = |armed: &String| {
            let arm = |(by, command): &(PersonId, Command)| {
                *by == person && matches!(command, Command::Arm { action, .. } if action == armed)
            };
            self.commands.values().any(arm)
        };
        match frame.armed.iter().find(|armed| !own(armed)) {
            Some(other) => Err(format!("the frame shows the armed claim {other:?} of somebody else")),
            None => Ok(()),
        }
    }

    /// Replaces the view and the legal actions by [`SAME`] if both are equal to those of the stored log, to the byte.
    /// Then most of the frame need not be parsed.
    fn without_what_is_known(&mut self, seat: Seat, text: &str) -> Option<String> {
        let Shown { view, legal, .. } = self.shown(Viewer::Seat(seat));
        let mut short = String::with_capacity(text.len());
        let mut rest = text;
        for (key, known) in [(r#","view":"#, view), (r#","legal":"#, legal)] {
            let value = rest.find(key)? + key.len();
            short += &rest[..value];
            short += SAME;
            rest = rest[value..].strip_prefix(known.as_str())?;
        }
        Some(short + rest)
    }

    fn is_shown(&mut self, viewer: Viewer, frame: &ReceivedFrame<'_>) -> Result<(), String> {
        let Shown { view, legal, rest } = self.shown(viewer);
        let received = ReceivedRest {
            at: frame.at,
            phase: frame.phase,
            deal: frame.deal,
            must: frame.must.clone(),
            totals: frame.totals.clone(),
            undo: frame.undo,
            redo: frame.redo,
            deals: frame.deals.len(),
        };
        for (what, received, known) in
            [("view", frame.view.get(), view.as_str()), ("legal", frame.legal.get(), legal.as_str())]
        {
            if received != known && received != SAME {
                return Err(format!("{viewer:?} is told the {what}\n  {received}\nand the stored log says\n  {known}"));
            }
        }
        if received != *rest {
            return Err(format!("{viewer:?} is told {received:?} and the stored log says {rest:?}"));
        }
        Ok(())
    }

    /// Checks that the reader of a frame may know its events.
    fn events_are_true(&self, seat: Option<u8>, frame: &ReceivedFrame<'_>) -> Result<(), String> {
        for event in
            frame.since.iter().filter(|event| frame.phase == protocol::MatchPhase::Deal && event.seat.is_some())
        {
            let by = event.seat.map(Seat::new);
            let viewer = seat.map_or(Viewer::Public, |seat| Viewer::Seat(Seat::new(seat)));
            let mut acted = self.events.iter().filter(|done| done.seat() == by);
            let words = ["bot", "left", "removed", "joined", "back"];
            let took_over = words.iter().any(|word| event.action.split(' ').next() == Some(word));
            if !took_over && !acted.any(|done| event.action == done.text(viewer)) {
                return Err(format!("seat {seat:?} is told that {by:?} did {:?}", event.action));
            }
        }
        Ok(())
    }

    /// Checks that the clock of a decision does not gain time, with three exceptions. Once per decision, the clock may
    /// be raised to the minimum time. The clock may regain the time that was lost in a crash. It may also regain time
    /// that was lost because nothing could be stored. With `races`, it stops during a window for claims.
    ///
    /// # Errors
    /// Says how much time the clock gained.
    pub fn clock(&mut self, connection: ConnectionId, text: &str, races: bool) -> Result<(), String> {
        let ReceivedClock { viewer, at, clock } = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let Some((seat, left_ms)) = viewer.and_then(|seat| Some((seat, clock?.left_ms[seat]?))) else { return Ok(()) };
        let of = (self.connections.get(&connection).map_or(0, |sent| sent.person), at);
        let troubles = (self.refused, self.restarted);
        let known = self.clocks[seat].filter(|known| known.of == of);
        let mut before = known.unwrap_or(ShownClock { of, left_ms, most_ms: left_ms, granted: false, troubles });
        let (refused, restarted) = (before.troubles.0 < self.refused, before.troubles.1 < self.restarted);
        let gained = left_ms.saturating_sub(before.left_ms);
        // The remaining time is stored every five seconds, unless the store is busy or refuses the write.
        let lost = 8_000 + if refused { 5_000 } else { 0 } + if races { 7_000 } else { 0 };
        let grants = left_ms <= 5_000 && (restarted || !before.granted);
        let waits = races && left_ms <= 9_200;
        let goes_back = (refused && left_ms <= before.most_ms) || (restarted && gained <= lost);
        if gained > 0 && !(grants || waits || goes_back) {
            return Err(format!("the clock of seat {seat} gains {gained} ms in decision {at}"));
        }
        before.granted = gained > 0 || (before.granted && !restarted);
        self.clocks[seat] = Some(ShownClock { left_ms, most_ms: before.most_ms.max(left_ms), troubles, ..before });
        Ok(())
    }

    /// Checks that a spectator's frame shows a position that was public at least one delay ago.
    fn later_frame(&mut self, now: Duration, frame: &ReceivedFrame<'_>) -> Result<(), String> {
        let (seen, delay) = (hash(frame.view.get()), self.delay);
        let public = self.public.as_mut().expect("it is kept");
        let old = public.iter().any(|(since, hash)| *hash == seen && *since + delay <= now);
        // A view that was replaced more than 40 delays ago is never shown again, so it can be forgotten.
        while public.get(1).is_some_and(|(since, _)| *since + delay * 40 < now) {
            public.pop_front();
        }
        if old { Ok(()) } else { Err(format!("spectators see what was not public {delay:?} ago")) }
    }

    /// Checks that after a step everybody who is present has got the newest position.
    ///
    /// # Errors
    /// Names a connection that has only an older position.
    pub fn all_are_current(&mut self) -> Result<(), String> {
        self.events.clear();
        for (connection, sent) in &self.connections {
            let seated = self.seats.iter().any(|seated| seated.person == Some(PersonId(sent.person)));
            let current = sent.version == Some(self.version) || sent.n == 0;
            if !current && (seated || self.public.is_none()) {
                return Err(format!("connection {} was not told the newest position", connection.0));
            }
        }
        Ok(())
    }

    /// Checks a message that is not a frame.
    ///
    /// # Errors
    /// Says what is wrong with the message.
    pub fn message(
        &mut self,
        now: Duration,
        connection: ConnectionId,
        text: &str,
        disk: &Disk,
    ) -> Result<(), (u8, String)> {
        let answer: crate::person::OtherMessage =
            serde_json::from_str(text).map_err(|error| (1, format!("{error}: {text}")))?;
        let person = self.connections.get(&connection).map_or(PersonId(0), |sent| PersonId(sent.person));
        let seat = self.seats.iter().position(|seated| seated.person == Some(person)).map(|seat| seat as u8);
        if answer.t == "review" {
            self.may_be_reviewed(now, seat).map_err(|why| (5, why))?;
        }
        self.is_answered(&answer, (person, seat), disk).map_err(|why| (1, why))?;
        self.no_hidden_card(seat.map(Seat::new), &answer, text).map_err(|why| (5, why))
    }

    /// Checks that a review is sent only when the match is over, and to spectators only after their delay.
    fn may_be_reviewed(&mut self, now: Duration, seat: Option<u8>) -> Result<(), String> {
        self.apply_all(now)?;
        let over = self.over_at.ok_or("a match that goes on is reviewed")?;
        let delay = if seat.is_none() && self.public.is_some() { self.delay } else { Duration::ZERO };
        if over + delay <= now {
            Ok(())
        } else {
            Err("spectators follow a review before they have seen the end".to_owned())
        }
    }

    /// Checks an answer: `done` is correct only if the command is stored, `refused` only if it is not, and only the
    /// sender gets an answer.
    fn is_answered(
        &mut self,
        answer: &crate::person::OtherMessage,
        (person, seat): (PersonId, Option<u8>),
        disk: &Disk,
    ) -> Result<(), String> {
        if let Some(cmd) = &answer.cmd {
            let (by, command) = self.commands.get(cmd).ok_or("an answer to what nobody asked")?;
            if *by != person {
                return Err(format!("person {} reads the answer to a command of person {}", person.0, by.0));
            }
            // A person who has left the seat gets no answers to the commands of that seat.
            let place = seat.and_then(|seat| disk.place(seat, cmd));
            match answer.t.as_str() {
                "done" => {
                    if is_logged(command) && place.is_none() && seat.is_some() {
                        return Err(format!("{cmd} is said to be done, and is not stored"));
                    }
                    self.done.insert(cmd.clone());
                }
                "refused" if place.is_some() => {
                    return Err(format!("{cmd} is refused, and is entry {} of the log", place.unwrap_or_default()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks that a text names no hidden card: every card in an answer is in the reader's own view or own command.
    fn no_hidden_card(
        &mut self,
        seat: Option<Seat>,
        answer: &crate::person::OtherMessage,
        text: &str,
    ) -> Result<(), String> {
        let named: Vec<String> = self.cards_in(text);
        // A refusal with the key `notation` contains examples of actions, whose cards reveal nothing.
        let examples = text.contains(r#""key":"notation""#);
        if named.is_empty()
            || examples
            || !matches!(answer.t.as_str(), "refused" | "answer" | "error" | "room" | "talk" | "done")
        {
            return Ok(());
        }
        let own = answer.cmd.as_ref().and_then(|cmd| self.commands.get(cmd));
        let own =
            own.map(|(_, command)| serde_json::to_string(command).expect("a command is JSON")).unwrap_or_default();
        let may = [
            self.cards_in(&own),
            seat.map(|seat| {
                let view = self.shown(Viewer::Seat(seat)).view.clone();
                self.cards_in(&view)
            })
            .unwrap_or_default(),
        ]
        .concat();
        match named.iter().find(|card| !may.contains(card)) {
            Some(card) => Err(format!("{card} is named to {seat:?}, who may not know it: {text}")),
            None => Ok(()),
        }
    }

    /// Returns the cards that a text names. In games that write cards as numbers, returns none.
    fn cards_in(&self, text: &str) -> Vec<String> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric());
        let card = |word: &&str| word.len() > 1 && *word != "As" && self.pack.contains(*word);
        words.filter(card).map(str::to_owned).collect()
    }

    /// Checks that a bot gets the question of its own seat.
    ///
    /// # Errors
    /// If the question belongs to another seat.
    pub fn is_own_question(&self, question: &Question) -> Result<(), String> {
        let Some(own) = self.table.question(question.seat) else {
            return Err(format!("the bot on {} is asked, and cannot act", question.seat));
        };
        let same = catalog::visit(self.table.setup().game, Same(&own, question)).expect("a game of the catalog");
        if same { Ok(()) } else { Err(format!("the bot on {} is asked with the view of another seat", question.seat)) }
    }

    /// Checks that a question to an engine contains the view of its own seat.
    ///
    /// # Errors
    /// If the view belongs to another seat.
    pub fn is_own_view(&mut self, seat: Seat, view: &serde_json::Value) -> Result<(), String> {
        let own: serde_json::Value = serde_json::from_str(&self.shown(Viewer::Seat(seat)).view).expect("it is JSON");
        if own == *view { Ok(()) } else { Err(format!("the engine on {seat} is told the view of another seat")) }
    }

    /// Checks that every command that was answered with `done` is in the log, unless such commands are not logged. No
    /// command may be in the log twice.
    ///
    /// # Errors
    /// Names a command that is missing or repeated.
    pub fn commands_are_logged(&self, disk: &Disk) -> Result<(), String> {
        for cmd in &self.done {
            let times = disk.log.iter().filter(|entry| entry.cmd.as_ref() == Some(cmd)).count();
            let logged = self.commands.get(cmd).is_some_and(|(_, command)| is_logged(command));
            if times > 1 || (logged && times == 0) {
                return Err(format!("{cmd} was said to be done, and is {times} times in the log"));
            }
        }
        Ok(())
    }
}

/// Returns true if the entry is an action.
pub fn is_act(entry: &LogEntry) -> bool {
    entry.entry.starts_with(r#"{"kind":"act""#)
}

/// Returns true if a successful command of this kind becomes an entry of the log.
fn is_logged(command: &Command) -> bool {
    matches!(
        command,
        Command::Act { .. }
            | Command::Undo { .. }
            | Command::Redo { .. }
            | Command::GiveUp { .. }
            | Command::PlayOn { .. }
    )
}

/// Returns the hash of a text, which is the same on every machine.
pub fn hash(text: &str) -> u64 {
    let mut state = 0xcbf2_9ce4_8422_2325_u64;
    let mut chunks = text.as_bytes().chunks_exact(8);
    for chunk in &mut chunks {
        let word = u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
        state = (state ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    }
    for byte in chunks.remainder() {
        state = (state ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    state
}

/// The cards of a game in notation; empty if the game writes cards as numbers.
struct Pack;

impl Visit for Pack {
    type Output = BTreeSet<String>;
    fn visit<G: CardGame>(self) -> Self::Output {
        let pack: BTreeSet<String> = G::pack().iter().map(ToString::to_string).collect();
        let letters = pack.iter().all(|card| card.ends_with(char::is_alphabetic));
        if letters { pack } else { BTreeSet::new() }
    }
}

/// Two questions to a bot, compared by what they ask: the duty to act, the view and the legal actions.
struct Same<'a>(&'a Question, &'a Question);

impl Visit for Same<'_> {
    type Output = bool;
    fn visit<G: CardGame>(self) -> bool {
        let Same(one, other) = self;
        let views = (one.view.downcast_ref::<G::View>(), other.view.downcast_ref::<G::View>());
        let legal = (one.legal.downcast_ref::<Vec<G::Action>>(), other.legal.downcast_ref::<Vec<G::Action>>());
        one.must == other.must && views.0.is_some() && views.0 == views.1 && legal.0 == legal.1
    }
}
