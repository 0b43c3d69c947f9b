//! The one who runs a table: takes what people and bots want to do, in the order in which it comes, checks it, has it
//! stored, does it, and tells everybody what they may know.
//!
//! `commands` what a guest wants · `commit` an action stored, done and told · `people` who sits where · `host` who runs the table · `newcomers`
//! who sits there from the next deal on · `presence` the line
//! that is lost, the bot that stands in · `next` from deal to deal · `clock` how long one may think · `race` holds the next
//! move while a claim could come, and makes claims that were armed (K12) · `bots` asks the bots in their own time ·
//! `engines` programs from outside on bots' seats · `assist` helps the player of a one-seat table who wants it, `advice`
//! tells a seat what to do from what it sees and what its decisions cost · `frames` what each viewer is told · `course` what has happened in the deal, for whoever comes back · `watch` what
//! those without a seat are shown · `talk` what is said · `played` the time of play · `answers` makes sending a command again harmless.

mod advice;
mod answers;
mod assist;
mod bots;
#[cfg(test)]
mod bounds_tests;
mod clock;
mod commands;
mod commit;
mod course;
#[cfg(test)]
mod course_tests;
#[cfg(test)]
mod engine_tests;
mod engines;
mod frames;
mod host;
mod newcomers;
#[cfg(test)]
mod newcomers_tests;
mod next;
mod pace;
mod people;
#[cfg(test)]
mod people_tests;
mod played;
mod presence;
mod race;
#[cfg(test)]
mod race_tests;
mod results;
#[cfg(test)]
mod script;
mod talk;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod timing_tests;
mod watch;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use futures_util::FutureExt;
use game::{Rng, Seat, SeatSet, Viewer};
use protocol::{Command, Margin, Open, Settings, Stage};
use store::{EventStore, Session, SessionId, Stored};
use table::{AnyTable, Entry, Phase};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use self::advice::{Advisers, Thoughts};
use self::answers::Answers;
use self::assist::{Assists, Found};
use self::bots::{BotSeat, Thought};
use self::commands::{Outcome, carried, not_stored};
use self::course::Course;
use self::engines::Engine;
use self::people::Place;
use self::played::PlayClock;
use self::race::{Held, OpenRace};
use self::talk::Talk;
use self::watch::Gallery;
use crate::fault::Fault;
use crate::lobby::Lobby;
use crate::margins;
use crate::meters::Meters;
use crate::open_table::{self, Folded, settings_of};
use crate::tables::Tables;
use crate::time::rfc3339;
use crate::work::Work;

pub(crate) use self::commands::refusal;
pub(crate) use self::course::{By, by_bots};
pub(crate) use self::engines::{ENGINE, Pass};
pub(crate) use self::frames::{Line, line_of, text};
pub use self::pace::Pace;
pub(crate) use self::people::State;
#[cfg(test)]
pub(crate) use self::script::Script;

/// Notes that may wait in a mailbox. Each lies in a box of its own: a mailbox keeps room for 32, also where nothing happens.
pub(crate) const MAILBOX: usize = 64;
/// A table that nobody looks at is let go after this.
const EMPTY_AT_MOST: Duration = Duration::from_secs(300);
/// After a failed commit a bot tries again so often.
const TRY_AGAIN: Duration = Duration::from_secs(2);

/// What all croupiers share.
#[derive(Clone)]
pub(crate) struct House {
    pub(crate) store: Arc<dyn EventStore>,
    pub(crate) pace: Pace,
    pub(crate) work: Arc<Work>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) meters: Arc<Meters>,
    pub(crate) stop: CancellationToken,
    /// What bots do instead of thinking.
    #[cfg(test)]
    pub(crate) script: Option<Script>,
}

/// One connection at a table. Somebody with two tabs is two guests on one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(Default))]
pub(crate) struct GuestId(u64);

/// A connection that a table knows of. The table is told when this is dropped: also where nobody took the answer, or the
/// connection never became a socket.
#[derive(Debug)]
pub(crate) struct Arrived {
    guest: GuestId,
    /// When it was last heard of.
    heard: Instant,
    mailbox: Option<mpsc::Sender<Box<Note>>>,
}

impl Arrived {
    pub(crate) fn guest(&self) -> GuestId {
        self.guest
    }

    /// The connection ends, and was last heard of then.
    pub(crate) fn leaves(mut self, heard: Instant) {
        self.heard = heard;
    }

    /// The connection has gone, or whoever holds its number says so itself.
    #[cfg(test)]
    pub(crate) fn stays(mut self) -> GuestId {
        self.mailbox = None;
        self.guest
    }

    #[cfg(test)]
    pub(crate) fn at(mailbox: mpsc::Sender<Box<Note>>) -> Arrived {
        Arrived { guest: GuestId::default(), heard: Instant::now(), mailbox: Some(mailbox) }
    }
}

#[cfg(test)]
impl PartialEq for Arrived {
    fn eq(&self, other: &Arrived) -> bool {
        self.guest == other.guest
    }
}

impl Drop for Arrived {
    fn drop(&mut self) {
        let (Some(mailbox), guest, heard) = (self.mailbox.take(), self.guest, self.heard) else { return };
        match mailbox.try_send(Box::new(Note::Leave { guest, heard })) {
            Err(mpsc::error::TrySendError::Full(note)) => {
                // A server that ends has no runtime any more, and no tables.
                if let Ok(runtime) = tokio::runtime::Handle::try_current() {
                    runtime.spawn(async move { drop(mailbox.send(note).await) });
                }
            }
            // A croupier who has gone knows of nobody.
            Ok(()) | Err(mpsc::error::TrySendError::Closed(_)) => {}
        }
    }
}

/// What a croupier is told.
pub(crate) enum Note {
    /// Somebody connects. The first messages are in the outbox when the reply comes.
    Join { session: Session, outbox: mpsc::Sender<Utf8Bytes>, reply: oneshot::Sender<Result<Arrived, Fault>> },
    /// Somebody wants a seat, and may have one.
    Sit { session: Session, reply: oneshot::Sender<Result<u8, Fault>> },
    /// Somebody who is about to be forgotten leaves for good.
    Quit { session: SessionId, reply: oneshot::Sender<Result<(), Fault>> },
    /// Somebody is forgotten.
    Forgotten(SessionId),
    /// A connection has ended. `heard`: when the last sign of life came over it.
    Leave { guest: GuestId, heard: Instant },
    /// How long a message to a guest and the answer take.
    Lag { guest: GuestId, lag: Duration },
    /// A guest wants something.
    Command { guest: GuestId, command: Command },
    /// A bot has an answer.
    Thought(Thought),
    /// The solver has an answer.
    Found(Found),
    /// An adviser has thought.
    Thoughts(Thoughts),
    /// The host gives a seat to an engine.
    SeatEngine { by: SessionId, pass: Pass, reply: oneshot::Sender<Result<(), Fault>> },
    /// An engine connects. The first messages are in the outbox when the reply comes: the number of its line.
    EngineJoins {
        hash: String,
        called: String,
        outbox: mpsc::Sender<Utf8Bytes>,
        reply: oneshot::Sender<Result<u64, Fault>>,
    },
    /// An engine answers a question.
    EngineActs { line: u64, id: u64, action: String },
    /// The line of an engine has ended.
    EngineLeaves { line: u64 },
    /// Somebody wants to know what has happened in the deal in view: JSON.
    Course { session: SessionId, reply: oneshot::Sender<Result<String, Fault>> },
    /// A bug.
    #[cfg(test)]
    Panic,
    /// Somebody wants the record; `None` has no session.
    Record { session: Option<SessionId>, reply: oneshot::Sender<Result<String, Fault>> },
    /// Somebody wants the table's line in a list.
    Line(oneshot::Sender<Result<Line, Fault>>),
}

struct Guest {
    id: GuestId,
    session: SessionId,
    name: String,
    /// From its seat; [`Viewer::Public`] without one.
    viewer: Viewer,
    outbox: mpsc::Sender<Utf8Bytes>,
    /// The number of the last frame.
    n: u64,
    /// How long a message and the answer to it take.
    lag: Duration,
    /// The number of the last line of talk that it was told.
    read: u64,
}

struct Croupier {
    id: String,
    table: Box<dyn AnyTable>,
    /// How many events are stored.
    log: u64,
    /// Grows with every event after which a bot, an engine or an adviser has to be asked again. An event that changes nothing
    /// to decide does not count: that somebody was advised must not show in when others act.
    position: u64,
    setup: store::Setup,
    settings: Settings,
    commitment: String,
    /// Whether the end is noted in the store.
    ended: bool,
    /// Of so many finished deals the results are noted: who sits down later has played none of them.
    noted: usize,
    state: State,
    places: Vec<Place>,
    /// When bots take the free seats.
    begins_at: Option<Instant>,
    /// Since when somebody has been there.
    company_since: Option<Instant>,
    /// No bot stands in for anybody before: it could not be stored.
    try_again_at: Instant,
    talk: Talk,
    gallery: Gallery,
    /// What the lobby shows of this table.
    listed: Option<protocol::LobbyTable>,
    guests: Vec<Guest>,
    next_guest: u64,
    answers: Answers,
    assists: Assists,
    played: PlayClock,
    advisers: Advisers,
    race: Option<OpenRace>,
    /// The claims that could still be made when the last window closed, and when that was: who comes too late is told.
    missed: Vec<(Seat, String, Instant)>,
    /// How close the claim was that is being told.
    margin: Option<Margin>,
    /// Whether what is being told was done by a bot in the place of the seat's player.
    by: By,
    course: Course,
    /// Seats that were advised since they last acted: nobody else sees that yet.
    advised_unseen: SeatSet,
    held: Vec<Held>,
    bots: Vec<Option<BotSeat>>,
    engines: Vec<Engine>,
    /// When the next deal is dealt without waiting any longer.
    deals_at: Option<Instant>,
    rng: Rng,
    house: House,
    mailbox: mpsc::WeakSender<Box<Note>>,
    /// Since when nobody has been there.
    empty_since: Instant,
    /// Whether the guests know that the disk is full.
    told_full: bool,
    /// Memory and store may disagree: the table is loaded again.
    astray: bool,
}

/// Loads a table and runs it until the server stops or nobody needs it.
pub(crate) async fn work(
    stored: Stored,
    house: House,
    notes: mpsc::Receiver<Box<Note>>,
    mailbox: mpsc::WeakSender<Box<Note>>,
    tables: Arc<Tables>,
) {
    let (id, lobby) = (stored.setup.id.clone(), house.lobby.clone());
    let working = AssertUnwindSafe(attend(stored, house, notes, mailbox, tables)).catch_unwind();
    if working.await.is_err() {
        // Nothing of it is kept. Its guests are hung up on, and come back to the table as it is stored.
        tracing::error!(table = id, "a table met a bug and is loaded again");
        lobby.remove(&id);
    }
}

async fn attend(
    stored: Stored,
    house: House,
    mut notes: mpsc::Receiver<Box<Note>>,
    mailbox: mpsc::WeakSender<Box<Note>>,
    tables: Arc<Tables>,
) {
    // What loading needs is let go when it is done: an idle table is small.
    match Box::pin(Croupier::load(stored, house, mailbox)).await {
        Ok(croupier) => Box::pin(croupier.run(notes, &tables)).await,
        Err(fault) => {
            notes.close();
            while let Some(note) = notes.recv().await {
                note.decline(&fault);
            }
        }
    }
}

impl Note {
    fn decline(self, fault: &Fault) {
        // Whoever asked may have gone.
        match self {
            Note::Join { reply, .. } => drop(reply.send(Err(fault.clone()))),
            Note::Sit { reply, .. } => drop(reply.send(Err(fault.clone()))),
            Note::Quit { reply, .. } => drop(reply.send(Err(fault.clone()))),
            Note::SeatEngine { reply, .. } => drop(reply.send(Err(fault.clone()))),
            Note::EngineJoins { reply, .. } => drop(reply.send(Err(fault.clone()))),
            Note::Course { reply, .. } => drop(reply.send(Err(fault.clone()))),
            Note::Record { reply, .. } => drop(reply.send(Err(fault.clone()))),
            Note::Line(reply) => drop(reply.send(Err(fault.clone()))),
            Note::EngineActs { .. } | Note::EngineLeaves { .. } => {}
            #[cfg(test)]
            Note::Panic => {}
            Note::Leave { .. }
            | Note::Lag { .. }
            | Note::Forgotten(_)
            | Note::Command { .. }
            | Note::Thought(_)
            | Note::Found(_)
            | Note::Thoughts(_) => {}
        }
    }
}

impl Croupier {
    async fn load(stored: Stored, house: House, mailbox: mpsc::WeakSender<Box<Note>>) -> Result<Croupier, Fault> {
        let Stored { setup, ending, state } = &stored;
        let events = house.store.events(&setup.id).await?;
        let Folded { table, events } = open_table::fold(stored.clone(), events).await?;
        let mut state: State = serde_json::from_str(state).unwrap_or_default();
        let (entries, margins): (Vec<Entry>, Vec<Option<Margin>>) =
            events.iter().filter_map(|event| margins::read(&event.entry)).unzip();
        state.armed.retain(|armed| armed.stands(&entries));
        let seats = setup.seats.len();
        let played = PlayClock::of(&events, state.played_ms);
        let now = Instant::now();
        let mut croupier = Croupier {
            id: setup.id.clone(),
            log: events.len() as u64,
            position: 0,
            settings: settings_of(setup),
            commitment: setup.seed.commitment().to_string(),
            ended: ending.is_some(),
            noted: 0,
            state,
            places: std::iter::repeat_with(Place::default).take(seats).collect(),
            begins_at: None,
            company_since: None,
            try_again_at: now,
            talk: Talk::new(seats),
            gallery: Gallery::default(),
            listed: None,
            guests: Vec::new(),
            next_guest: 0,
            answers: Answers::of(&events),
            assists: Assists::default(),
            played,
            advisers: Advisers::default(),
            race: None,
            missed: Vec::new(),
            margin: None,
            by: By::default(),
            course: Course::default(),
            advised_unseen: SeatSet::EMPTY,
            held: Vec::new(),
            bots: std::iter::repeat_with(|| None).take(seats).collect(),
            engines: Vec::new(),
            deals_at: None,
            rng: Rng::new(dice(setup)),
            house,
            mailbox,
            empty_since: now,
            told_full: false,
            astray: false,
            setup: stored.setup,
            table,
        };
        let by = events.iter().map(|event| event.seat.map(Seat::new));
        let mut deal = 0;
        for (((log, entry), margin), by) in (0..).zip(&entries).zip(margins).zip(by) {
            deal += u32::from(*entry == Entry::Next);
            croupier.course.note(entry, margin, by);
            croupier.note_advice(entry);
            croupier.note_player(log, deal, entry);
        }
        croupier.sync_bots();
        if croupier.astray {
            return Err(Fault::BrokenTable);
        }
        croupier.note_presence();
        // An open window is opened again, whole: nobody loses a claim because of us. So are the clocks.
        let last = entries.iter().rfind(|entry| !matches!(entry, Entry::TookOver { .. } | Entry::Advised { .. }));
        croupier.open_race(last);
        croupier.plan_clocks();
        // Of a table that gathers there is nothing to be seen.
        if croupier.is_delayed() && croupier.stage() != Stage::Gathering {
            croupier.show_later(&[]);
        }
        // What a crash may have lost is the note of a finished match.
        if croupier.table.phase() == Phase::Between {
            croupier.noted = croupier.table.position(Viewer::Public).deals.len();
        }
        croupier.note_the_end();
        Ok(croupier)
    }

    async fn run(mut self, mut notes: mpsc::Receiver<Box<Note>>, tables: &Tables) {
        let stop = self.house.stop.clone();
        loop {
            // Boxed, so that a table that waits has no room set aside for the most that can happen.
            Box::pin(self.settle()).await;
            let wake = self.next_wake();
            tokio::select! {
                // What has come goes before what is due: a claim that is in the mailbox is in time.
                biased;
                () = stop.cancelled() => break,
                note = notes.recv() => match note {
                    Some(note) => Box::pin(self.hear(*note)).await,
                    None => break,
                },
                () = sleep_until(wake) => Box::pin(self.tick()).await,
            }
            let forgotten =
                self.guests.is_empty() && self.engines.is_empty() && self.empty_since.elapsed() >= EMPTY_AT_MOST;
            if self.astray || (forgotten && !self.is_busy() && tables.let_go(&self.id)) {
                break;
            }
        }
        self.house.lobby.remove(&self.id);
        if stop.is_cancelled() && !self.astray {
            self.keep_clocks().await;
        }
        // Guests are hung up on when their outboxes are dropped, and come back to whoever loads the table next.
        notes.close();
        while let Ok(note) = notes.try_recv() {
            note.decline(&Fault::Away);
        }
    }

    /// What follows from what has just happened, until nothing does.
    async fn settle(&mut self) {
        if self.note_presence() {
            self.broadcast_room();
        }
        self.admit().await;
        self.take_back().await;
        self.begin_if_due().await;
        self.fire_armed().await;
        self.deal_if_ready().await;
        self.plan_next();
        self.plan_clocks();
        self.plan_bots();
        self.pass_on_talk();
        self.serve_waiting();
        self.list();
    }

    /// Keeps the lobby's line of this table as it is now.
    fn list(&mut self) {
        let here = (0..self.places.len()).any(|index| self.is_here(index));
        let public = self.settings.open == Open::Public && here && self.stage() != Stage::Over && !self.astray;
        let line = public.then(|| protocol::LobbyTable {
            id: self.id.clone(),
            game: self.setup.game.clone(),
            stage: self.stage(),
            // Seconds go by, and lines become slower, without anybody telling the lobby.
            seats: self
                .seat_infos()
                .into_iter()
                .map(|seat| protocol::SeatInfo { away_ms: None, lag_ms: None, ..seat })
                .collect(),
            clock: self.settings.clock,
            watch: self.settings.watch,
            created: rfc3339(self.setup.created_ms),
        });
        if line != self.listed {
            match &line {
                Some(line) => self.house.lobby.show(line.clone()),
                None => self.house.lobby.remove(&self.id),
            }
            self.listed = line;
        }
    }

    /// The next moment at which something happens without anybody asking.
    fn next_wake(&self) -> Instant {
        let race = self.race.as_ref().map(|race| race.closes);
        let empty = (self.guests.is_empty() && self.engines.is_empty() && !self.is_busy())
            .then(|| self.empty_since + EMPTY_AT_MOST);
        let far = Instant::now() + Duration::from_secs(3600);
        let people = [
            self.deals_at,
            self.begins_at,
            self.next_grace(),
            self.next_deadline(),
            self.next_showing(),
            self.host_passes(),
        ];
        [race, empty, self.next_bot(), self.talk.next_watched(Instant::now())]
            .into_iter()
            .chain(people)
            .flatten()
            .min()
            .unwrap_or(far)
    }

    /// What is due now.
    async fn tick(&mut self) {
        let now = Instant::now();
        if self.race.as_ref().is_some_and(|race| race.closes <= now) {
            self.race = None;
            self.note_missed(now);
            let log = self.log;
            self.release_held().await;
            if self.log == log {
                self.broadcast(&[]);
            }
        }
        if self.deals_at.is_some_and(|at| at <= now) {
            self.deals_at = None;
            self.deal().await;
        }
        self.time_out(now).await;
        self.stand_in(now).await;
        self.pass_on(now).await;
        self.show(now);
        self.bots_act(now).await;
    }

    async fn hear(&mut self, note: Note) {
        match note {
            Note::Join { session, outbox, reply } => self.join(session, outbox, reply),
            Note::Sit { session, reply } => drop(reply.send(self.sit(&session, None).await)),
            Note::Quit { session, reply } => drop(reply.send(self.quit(session).await.map_err(Fault::Store))),
            Note::Forgotten(session) => self.forgotten(session),
            Note::Leave { guest, heard } => self.leave(guest, heard),
            Note::Lag { guest, lag } => self.note_lag(guest, lag),
            Note::Command { guest, command } => self.command(guest, command).await,
            Note::Thought(thought) => self.take_thought(thought).await,
            Note::Found(found) => self.take_found(found),
            Note::Thoughts(thoughts) => self.take_thoughts(thoughts),
            Note::SeatEngine { by, pass, reply } => drop(reply.send(self.seat_engine(by, pass).await)),
            Note::EngineJoins { hash, called, outbox, reply } => {
                drop(reply.send(self.engine_joins(hash, &called, outbox).await));
            }
            Note::EngineActs { line, id, action } => self.engine_acts(line, id, action).await,
            Note::EngineLeaves { line } => self.engine_leaves(line),
            Note::Course { session, reply } => drop(reply.send(self.course_for(session))),
            #[cfg(test)]
            Note::Panic => panic!("a test wants it"),
            Note::Record { session, reply } => drop(reply.send(self.record_for(session))),
            Note::Line(reply) => {
                let places = Seat::all(self.places.len() as u8);
                let ready = places.filter(|seat| self.places[seat.index()].ready).collect();
                drop(reply.send(Ok(line_of(self.table.as_ref(), self.stage(), self.here(), ready))));
            }
        }
    }

    fn join(
        &mut self,
        session: Session,
        outbox: mpsc::Sender<Utf8Bytes>,
        reply: oneshot::Sender<Result<Arrived, Fault>>,
    ) {
        let Some(viewer) = self.viewer_of(session.id) else {
            let _ = reply.send(Err(self.shut_out(session.id)));
            return;
        };
        let id = GuestId(self.next_guest);
        self.next_guest += 1;
        let before = self.here();
        let others: Vec<GuestId> = self.guests.iter().map(|guest| guest.id).collect();
        self.guests.push(Guest {
            id,
            session: session.id,
            name: session.name,
            viewer,
            outbox,
            n: 0,
            lag: Duration::ZERO,
            read: 0,
        });
        self.played.look_back();
        self.note_presence();
        if self.here() != before {
            self.send_frames(&others, &[]);
        }
        self.send_frames(&[id], &[]);
        // A second tab is news to nobody else.
        if self.here() != before || viewer == Viewer::Public {
            self.broadcast_room();
        } else {
            self.send_room(id);
        }
        self.pass_on_talk();
        // Dropped on the way, it comes back as a note that the guest leaves.
        let _ = reply.send(Ok(Arrived { guest: id, heard: Instant::now(), mailbox: self.mailbox.upgrade() }));
    }

    fn leave(&mut self, guest: GuestId, heard: Instant) {
        let before = self.here();
        let seat = self.guests.iter().find(|other| other.id == guest).and_then(|guest| guest.viewer.seat());
        let watched = self.guests.iter().any(|other| other.id == guest && other.viewer == Viewer::Public);
        self.guests.retain(|other| other.id != guest);
        self.advisers.dismiss(guest);
        self.assists.dismiss(guest);
        self.now_empty();
        let gone = self.here() != before;
        if gone {
            self.note_presence();
            if let Some(seat) = seat {
                self.gone_since(seat, heard);
            }
            self.broadcast(&[]);
        }
        if gone || watched {
            self.broadcast_room();
        }
    }

    fn now_empty(&mut self) {
        if self.guests.is_empty() {
            self.empty_since = Instant::now();
        }
    }

    /// Whether anybody is there to play for: without people and engines the bots stand still.
    fn is_attended(&self) -> bool {
        !self.guests.is_empty() || !self.engines.is_empty()
    }

    /// Seats whose people are connected.
    fn here(&self) -> Vec<u8> {
        let mut here: Vec<u8> = self
            .guests
            .iter()
            .filter(|guest| !guest.outbox.is_closed())
            .filter_map(|guest| guest.viewer.seat())
            .map(|seat| seat.index() as u8)
            .collect();
        here.sort_unstable();
        here.dedup();
        here
    }
}

/// The seed of a croupier's own dice, by which bots pause: it says nothing of a shuffle.
#[cfg(not(test))]
fn dice(_: &store::Setup) -> u64 {
    u64::from_le_bytes(open_table::random())
}

/// In tests a table goes the same way each time.
#[cfg(test)]
fn dice(setup: &store::Setup) -> u64 {
    setup.seed.commitment().to_string().bytes().fold(0, |dice, byte| dice.wrapping_mul(31) + u64::from(byte))
}

/// Whole milliseconds.
fn millis(duration: Duration) -> u32 {
    u32::try_from(duration.as_millis()).unwrap_or(u32::MAX)
}

/// The seat whose action an entry is.
fn actor(entry: &Entry) -> Option<Seat> {
    match entry {
        Entry::Act { seat, .. } => Some(*seat),
        Entry::Next
        | Entry::Undo { .. }
        | Entry::GiveUp
        | Entry::Assisted
        | Entry::Advised { .. }
        | Entry::PlayOn { .. }
        | Entry::TookOver { .. } => None,
    }
}
