//! What happens at a table. An input is *decided* against the state: it becomes a change, or a refusal. A change is *stored*.
//! Only then the state *evolves* and people are told. While a change is being stored everything else waits, in order.
//!
//! [`Room::handle`] is the way in, [`Room::next_wake`] says when time alone makes something happen. `decide` decides, `follow`
//! says what follows by itself, `evolve` makes a stored change true, `tell` and `frame` say who sees what of it, `think` asks
//! bots and advisers.

use std::collections::VecDeque;

use game::{Seat, SeatSet, Viewer};
use protocol::{Command, Message, Refusal, Stage};
use table::{AnyTable, Entry, Phase};

use crate::arrangement::{Asker, Change, NewEntry, Then};
use crate::decide;
use crate::decide_people::{self, Sitting};
use crate::decision::{Decision, Local, Who};
use crate::effect::{DealResult, Denied, Effect, LogLine, Note, Rematch, StoredArrangement, Write};
use crate::engine_talk;
use crate::engines::Pass;
use crate::evolve;
use crate::follow;
use crate::frame::{TableSummary, lobby_line, summary};
use crate::help::{Waiting, Want};
use crate::ids::{ConnectionId, EngineId, PersonId, RequestId, TaskId, WriteId};
use crate::input::{Input, NotStored};
use crate::log_entry::{LogEntry, written};
use crate::names;
use crate::schedule::TRY_AGAIN;
use crate::state::State;
use crate::tell;
use crate::think::{self, Tasks, Told};
use crate::time::{Instant, Now};
use crate::wire::{outcome, spectator_in, text};

/// A table that nobody looks at is let go after this.
const EMPTY_AT_MOST: std::time::Duration = std::time::Duration::from_secs(300);

/// The live table: people, bots, clocks and claims around a match.
pub struct Room {
    pub(crate) state: State,
    pub(crate) noted: Noted,
    /// What is being stored or asked of the store. Nothing else is decided until the answer is there.
    in_flight: Option<InFlight>,
    /// What came meanwhile, in order.
    waiting: VecDeque<Input>,
    tasks: Tasks,
    last_write: u64,
    /// That the window has closed has not been told yet.
    window_closed: bool,
    pub(crate) out: Vec<Effect>,
    /// Room and store may disagree.
    reload: bool,
}

/// What lists and the store's notes know of the table.
#[derive(Default)]
pub(crate) struct Noted {
    /// Whether the end is noted in the store.
    pub(crate) ended: bool,
    /// The number of finished deals whose results are noted: who sits down later has played none of them.
    pub(crate) results: usize,
    /// What the lobby shows.
    listed: Option<protocol::LobbyTable>,
    /// What people were told when the disk was full, as long as it is.
    disk_full: Option<Refusal>,
}

impl Noted {
    pub(crate) fn of(ended: bool) -> Noted {
        Noted { ended, ..Noted::default() }
    }
}

/// What the store was asked for.
enum InFlight {
    Write(WriteId, Box<Change>),
    LookUp(Asker, PersonId, Command),
    Rematch(Asker),
}

impl Room {
    pub(crate) fn new(state: State, noted: Noted) -> Room {
        Room {
            state,
            noted,
            in_flight: None,
            waiting: VecDeque::new(),
            tasks: Tasks::default(),
            last_write: 0,
            window_closed: false,
            out: Vec::new(),
            reload: false,
        }
    }

    /// Takes an input. Returns what is to be done, in order.
    pub fn handle(&mut self, now: Now, input: Input) -> Vec<Effect> {
        match input {
            Input::Stored { write, result } => self.stored(now, write, result),
            Input::LookedUp(result) => self.looked_up(now, result),
            Input::RematchOpened(result) => self.rematch_opened(now, result),
            // It is looked at again when the answer of the store is there.
            Input::Time if self.is_storing() => {}
            input if self.is_storing() => self.waiting.push_back(input),
            input => self.take(now, input),
        }
        self.follow(now);
        self.settle(now);
        std::mem::take(&mut self.out)
    }

    /// When time alone makes something happen. Nothing does while something is being stored.
    pub fn next_wake(&self, now: Instant) -> Option<Instant> {
        if self.is_storing() {
            return None;
        }
        let empty =
            (!self.state.is_attended() && !self.is_busy()).then(|| self.state.presence.empty_since() + EMPTY_AT_MOST);
        [follow::next_due(&self.state, now), empty].into_iter().flatten().min()
    }

    /// Whether the store has been asked for something and has not answered. A shell need not hand over anything but the answer:
    /// what it hands over waits.
    pub fn is_storing(&self) -> bool {
        self.in_flight.is_some()
    }

    /// Whether nobody has needed the table for a while.
    pub fn is_forgotten(&self, now: Instant) -> bool {
        let empty = !self.state.is_attended() && !self.is_busy() && !self.is_storing();
        empty && now.since(self.state.presence.empty_since()) >= EMPTY_AT_MOST
    }

    fn is_busy(&self) -> bool {
        !self.state.clocks.paused && self.state.bots.are_busy()
    }

    /// Takes an input while nothing is being stored.
    fn take(&mut self, now: Now, input: Input) {
        match input {
            Input::Opened { connection, person, name } => self.opened(now, connection, person, name),
            Input::Closed { connection, last_heard } => self.closed(now, connection, last_heard),
            Input::Latency { connection, latency } => {
                if self.state.presence.measure(connection, latency) {
                    tell::room_to_all(&self.state, now, &mut self.out);
                }
            }
            Input::Command { connection, command } => self.command(now, connection, command),
            Input::Sit { request, person, name } => self.sit(now, request, person, &name),
            Input::Quit { request, person } => match decide_people::quit(&self.state, person) {
                Some(change) => self.store(now, change.then(Then::Reply { request, value: 0 })),
                None => self.out.push(Effect::Reply { to: request, answer: Ok(0) }),
            },
            Input::Forget { person } => self.forget(person),
            Input::SeatEngine { request, by, pass } => self.seat_engine(now, request, by, pass),
            Input::EngineOpened { engine, hash, called } => self.engine_opened(now, engine, hash, &called),
            Input::EngineAnswered { engine, id, action } => {
                think::engine_answered(&mut self.state, &mut self.tasks, &mut self.out, (engine, id, &action));
                self.due_bots(now);
            }
            Input::EngineClosed { engine } => {
                engine_talk::forget(&mut self.state, engine);
                tell::arrangement(&mut self.state, now, &mut self.out);
            }
            Input::BotReply(reply) => {
                self.tasks.is_done(reply.task);
                think::bot_replied(&mut self.state, now, &mut self.out, reply);
                self.due_bots(now);
            }
            Input::Found { task, result } => self.found(now, task, result),
            Input::Progress { task, done, of } => think::progress(&self.state, &mut self.out, task, done, of),
            Input::Time => self.time(now),
            Input::Close => self.close(now),
            Input::Stored { .. } | Input::LookedUp(_) | Input::RematchOpened(_) => {
                unreachable!("answers of the store are taken first")
            }
        }
    }
}

/// What follows.
impl Room {
    /// What follows from what has just happened, until nothing does or something is being stored; then what came meanwhile.
    fn follow(&mut self, now: Now) {
        while !self.is_storing() && !self.reload {
            if evolve::note_presence(&mut self.state, now) {
                tell::room_to_all(&self.state, now, &mut self.out);
            }
            self.follow_play_clock(now);
            if let Some(held) = self.state.claims.release() {
                match follow::released(&self.state, &held) {
                    Ok(change) => self.store(now, change),
                    Err((asker, refusal)) => self.not_released(now, asker, refusal),
                }
            } else if let Some(change) = follow::next(&self.state, now) {
                self.store(now, change);
            } else if let Some(input) = self.waiting.pop_front() {
                self.take(now, input);
            } else {
                return;
            }
        }
    }

    /// Brings everything up to date that follows without being stored.
    fn settle(&mut self, now: Now) {
        if self.reload {
            self.out.push(Effect::Reload);
            return;
        }
        if !self.is_storing() {
            if std::mem::take(&mut self.window_closed) {
                tell::everybody(&mut self.state, now, &mut self.out, &Default::default());
            }
            self.plan_beginning(now);
            evolve::plan_next_deal(&mut self.state, now);
            evolve::plan_clocks(&mut self.state, now);
            self.plan_bots(now);
            tell::chat(&mut self.state, now, &mut self.out);
            think::serve_waiting(&mut self.state, now, &mut self.tasks, &mut self.out);
            self.list();
        }
        let wanted: Vec<TaskId> = self.state.bots.tasks().chain(self.state.help.tasks()).collect();
        let unwanted = self.tasks.unwanted(&wanted);
        self.out.extend(unwanted.into_iter().map(Effect::Cancel));
    }

    /// A quick match begins after a while, whoever is there by then.
    fn plan_beginning(&mut self, now: Now) {
        let waits = !self.state.seating.has_begun() && self.state.presence.anybody_here();
        let State { schedule, facts, .. } = &mut self.state;
        if !waits {
            schedule.begins_at = None;
        } else if let Some(fill_s) = facts.settings.fill_s.filter(|_| schedule.begins_at.is_none()) {
            schedule.begins_at = Some(now.instant + std::time::Duration::from_secs(u64::from(fill_s)));
            tell::room_to_all(&self.state, now, &mut self.out);
        }
    }

    fn plan_bots(&mut self, now: Now) {
        // Nobody is there to play for: what is being thought about is not wanted.
        if !self.state.is_attended() {
            self.state.bots.rest();
            return;
        }
        let State { bots, table, log, .. } = &mut self.state;
        let asked = crate::bots::Asked { must: table.must(), may: table.may(), position: log.position() };
        bots.plan(now.instant, &asked, |seat| table.at(seat));
        think::ask_bots(&mut self.state, now, &mut self.tasks, &mut self.out);
    }

    /// Keeps the lobby's line of this table as it is now.
    fn list(&mut self) {
        let line = lobby_line(&self.state);
        if line != self.noted.listed {
            self.out.push(Effect::List(line.clone().map(Box::new)));
            self.noted.listed = line;
        }
    }

    /// Time has passed: what is due is done, one change at a time.
    fn time(&mut self, now: Now) {
        if self.state.claims.close(now.instant) {
            let claims = evolve::open_claims(&self.state);
            self.state.claims.note_missed(now.instant, claims);
            self.window_closed = true;
            // Moves that waited for it go first.
            self.follow(now);
        }
        // Where the last one has just gone, no clock runs.
        evolve::plan_clocks(&mut self.state, now);
        tell::spectators(&mut self.state, now, &mut self.out);
        while let Some((index, _)) = self.state.clocks.run_out(now.instant).filter(|_| !self.is_storing()) {
            let change = follow::due(&self.state, now);
            // If it cannot be stored, it is tried again.
            self.state.clocks.look_again(index, now.instant + TRY_AGAIN);
            // A move that waits for claims was made in time.
            if self.state.claims.held_by(Seat::new(index as u8)).is_none()
                && let Some(change) = change
            {
                self.store(now, change);
            }
        }
        if !self.is_storing()
            && let Some(change) = follow::due(&self.state, now)
        {
            self.state.schedule.deals_at = self.state.schedule.deals_at.filter(|at| *at > now.instant);
            self.store(now, change);
        }
        if think::engines_late(&mut self.state, now, &mut self.tasks, &mut self.out) {
            tell::arrangement(&mut self.state, now, &mut self.out);
        }
        self.due_bots(now);
    }

    /// Lets a bot act whose moment has come.
    fn due_bots(&mut self, now: Now) {
        while let Some(index) = follow::bot_to_act(&self.state, now).filter(|_| !self.is_storing()) {
            let position = self.state.log.position();
            match follow::bot_acts(&self.state, index) {
                Ok((change, wrong)) => {
                    self.out.extend(wrong.map(|key| Effect::Log(LogLine::BotWasIllegal { key })));
                    self.store(now, change);
                }
                Err(_) => self.state.bots.get_mut(index).expect("it is due").pass(position),
            }
        }
    }

    fn follow_play_clock(&mut self, now: Now) {
        if evolve::follow_play_clock(&mut self.state, now) {
            self.keep_played(now);
        }
    }

    /// Stores the time of play where its player has gone. If it cannot be stored, the log says it as of the last entry.
    fn keep_played(&mut self, now: Now) {
        let played_ms = self.state.clocks.play.at(now.unix_ms);
        if self.state.seats() == 1 && self.state.clocks.play.kept() != played_ms {
            self.state.clocks.play.keep(played_ms);
            let arrangement = self.state.arrangement();
            let write = self.write(now, Some(&arrangement), &mut []);
            self.out.push(Effect::Write(write));
        }
    }
}

/// Storing.
impl Room {
    /// Asks the store for a change. It becomes true, and is told, when it is stored: the one place where that is asked for.
    fn store(&mut self, now: Now, mut change: Change) {
        debug_assert!(!self.is_storing(), "one change at a time");
        if change.entries.iter().any(|new| matches!(new.entry(), Entry::Act { .. })) {
            self.state.clocks.play.look_away(false);
            self.follow_play_clock(now);
        }
        let write = self.write(now, change.arrangement.as_ref(), &mut change.entries);
        self.in_flight = Some(InFlight::Write(write.id, Box::new(change)));
        self.out.push(Effect::Write(write));
    }

    fn write(
        &mut self,
        now: Now,
        arrangement: Option<&crate::arrangement::Arrangement>,
        entries: &mut [NewEntry],
    ) -> Write {
        self.last_write += 1;
        let played_ms = (self.state.seats() == 1).then(|| self.state.clocks.play.at(now.unix_ms));
        let log_entry = |new: &mut NewEntry| {
            new.margin = margin(&self.state, now, new);
            let (seat, cmd) = new.by.clone().map_or((None, None), |(seat, cmd)| (Some(seat.index() as u8), cmd));
            LogEntry { at_ms: now.unix_ms, seat, cmd, entry: written(new.entry(), new.margin, played_ms) }
        };
        let logged: Vec<LogEntry> = entries.iter_mut().map(log_entry).collect();
        let arrangement = arrangement.map(|arrangement| StoredArrangement {
            seats: arrangement.seating.seats.clone(),
            host: arrangement.seating.host,
            started_ms: arrangement.seating.started_ms,
            kept: arrangement.kept(),
        });
        let counted = !entries.iter().any(|new| matches!(new.entry(), Entry::Advised { .. })) && !logged.is_empty();
        Write { id: WriteId(self.last_write), arrangement, first: self.state.log.length(), entries: logged, counted }
    }

    /// The store has answered.
    fn stored(&mut self, now: Now, write: WriteId, result: Result<(), NotStored>) {
        if let Some(InFlight::Write(_, change)) =
            self.in_flight.take_if(|asked| matches!(asked, InFlight::Write(id, _) if *id == write))
        {
            match result {
                Ok(()) => self.is_stored(now, *change),
                Err(why) => self.is_not_stored(now, change.then, why),
            }
            return;
        }
        // What did not hold up the table: an advice was noted, or the time of play.
        match (self.state.help.advisers.stored(write), result) {
            (Some((question, message)), Ok(())) => {
                if let Some(question) = question {
                    tell::seat(&mut self.state, now, &mut self.out, question.seat);
                    tell::say(&mut self.out, question.connection, &message);
                }
            }
            (Some(_), Err(why)) => self.disagrees(why),
            (None, _) => {}
        }
    }

    fn is_stored(&mut self, now: Now, mut change: Change) {
        self.noted.disk_full = None;
        let then = std::mem::replace(&mut change.then, Then::Nothing);
        self.window_closed &= change.entries.is_empty();
        evolve::evolve(&mut self.state, now, &mut self.out, change);
        self.follow_play_clock(now);
        self.note_the_end(now);
        match then {
            Then::Nothing | Then::BotActed { .. } => {}
            Then::Answer(asker) | Then::Released(asker) => self.answer(&asker, None),
            Then::Decide(asker, command) => {
                if let Some(person) = self.state.presence.get(asker.connection).map(|connection| connection.person) {
                    self.decide(now, asker, person, command);
                }
            }
            Then::Reply { request, value } => self.out.push(Effect::Reply { to: request, answer: Ok(value) }),
            Then::LetEngineIn { engine, hash } => self.let_engine_in(now, engine, hash),
            Then::TimedOut { index, at } => self.state.bots.stand_in_mut(index).timed_out = Some(at),
            Then::Help(waiting) => self.state.help.solver.wait(waiting),
            Then::Tell { task, message } => {
                if let Some(question) = self.state.help.advisers.finish(task) {
                    tell::say(&mut self.out, question.connection, &message);
                }
            }
            Then::Close => self.out.push(Effect::Closed),
        }
        self.show_out();
    }

    /// It could not be stored: nothing has changed.
    fn is_not_stored(&mut self, now: Now, then: Then, why: NotStored) {
        self.out.push(Effect::Log(LogLine::NotStored { words: why.refusal.words.clone(), full: why.full }));
        match then {
            Then::Nothing => self.state.schedule.try_again(now.instant),
            Then::TimedOut { .. } => {}
            Then::Answer(asker) | Then::Decide(asker, _) => self.not_answered(&asker, &why),
            Then::Released(asker) => {
                if let Some(seat) = asker.seat {
                    tell::seat(&mut self.state, now, &mut self.out, seat);
                }
                self.not_answered(&asker, &why);
            }
            Then::Reply { request, .. } => {
                self.out.push(Effect::Reply { to: request, answer: Err(Denied::NotStored(why.clone())) });
            }
            Then::LetEngineIn { engine, .. } => {
                self.out.push(Effect::TurnEngineAway { engine, denied: Denied::NotStored(why.clone()) });
            }
            Then::BotActed { index } => self.bot_is_not_stored(now, index, &why),
            Then::Help(Waiting { connection, cmd, .. }) => {
                tell::say(&mut self.out, connection, &Message::Refused { cmd, refusal: why.refusal.clone() });
            }
            Then::Tell { task, .. } => {
                if let Some(question) = self.state.help.advisers.finish(task) {
                    let refused = Message::Refused { cmd: question.cmd, refusal: why.refusal.clone() };
                    tell::say(&mut self.out, question.connection, &refused);
                }
            }
            Then::Close => self.out.push(Effect::Closed),
        }
        if !why.full {
            self.reload = true;
        }
    }

    /// A bot's action could not be stored: it tries again later, and people know why play stands still.
    fn bot_is_not_stored(&mut self, now: Now, index: usize, why: &NotStored) {
        if let Some(bot) = self.state.bots.get_mut(index) {
            bot.act_later(now.instant + TRY_AGAIN);
        }
        if self.noted.disk_full.is_none() {
            self.noted.disk_full = Some(why.refusal.clone());
            let Refusal { key, words, .. } = why.refusal.clone();
            tell::say_to_all(&self.state, &mut self.out, &Message::Error { key, words });
        }
    }

    fn disagrees(&mut self, why: NotStored) {
        self.out.push(Effect::Log(LogLine::NotStored { words: why.refusal.words, full: why.full }));
        self.reload = true;
    }

    /// Lists show a finished match without loading it, and statistics its deals. If a note is lost in a crash, the next load
    /// writes it.
    pub(crate) fn note_the_end(&mut self, now: Now) {
        match self.state.table.phase() {
            // What had ended goes on: actions were taken back.
            Phase::Deal if self.noted.ended => {
                (self.noted.ended, self.noted.results) = (false, 0);
                self.out.push(Effect::Note(Note::Reopened));
                return;
            }
            Phase::Over if self.noted.ended => return,
            Phase::Deal => return,
            Phase::Between | Phase::Over => self.note_results(now),
        }
        if self.state.table.phase() == Phase::Over {
            self.noted.ended = true;
            let totals = self.state.table.position(Viewer::Public).totals;
            self.out.push(Effect::Note(Note::Ended(totals)));
            self.out.push(Effect::Count(crate::effect::Count::MatchOver));
            self.out.push(Effect::Log(LogLine::MatchOver));
        }
    }

    /// Notes what the last deal was for each person on a seat, once.
    fn note_results(&mut self, now: Now) {
        let position = self.state.table.position(Viewer::Public);
        if position.deals.len() <= self.noted.results {
            return;
        }
        self.noted.results = position.deals.len();
        let Some((_, points, _)) = position.deals.last() else { return };
        let State { seating, table, clocks, .. } = &self.state;
        let result = |(index, person): (usize, PersonId)| DealResult {
            person,
            seat: index as u8,
            deal: position.deals.len() as u32 - 1,
            points: points[index],
            took_ms: position.winners.as_ref().map(|_| clocks.play.at(now.unix_ms).cast_signed()),
            won: position.winners.as_ref().map(|winners| winners.contains(&Seat::new(index as u8))),
            assisted: table.counts_as_assisted() || table.advised().has(Seat::new(index as u8)),
        };
        let results: Vec<DealResult> = seating.people().map(result).collect();
        if !results.is_empty() {
            self.out.push(Effect::Note(Note::Results(results)));
        }
    }
}

/// How close a claim is that is about to be stored.
fn margin(state: &State, now: Now, new: &NewEntry) -> Option<protocol::Margin> {
    let Entry::Act { seat, action } = new.entry() else { return None };
    if !state.table.is_claim(action) {
        return None;
    }
    // Sent by its person over a connection, not armed before and no bot's.
    let sent = matches!(new.by, Some((_, Some(_))));
    state.claims.margin(now.instant, sent.then(|| state.presence.latency(seat.index())))
}

/// Commands.
impl Room {
    fn command(&mut self, now: Now, connection: ConnectionId, command: Command) {
        let Some(known) = self.state.presence.get(connection) else { return };
        let (person, seat) = (known.person, known.viewer.seat());
        let Some(cmd) = command.cmd().map(str::to_owned) else {
            tell::frames(&mut self.state, now, &mut self.out, &[connection], &Default::default());
            tell::room_to(&self.state, now, &mut self.out, connection);
            return;
        };
        let asker = Asker { connection, seat, cmd };
        match seat {
            Some(seat) if self.is_question(now, (person, &asker, seat), &command) => {}
            Some(seat) => self.wish(now, (person, asker, seat), command),
            None => self.decide(now, asker, person, command),
        }
    }

    /// Answers what only asks something. Returns whether it is that.
    fn is_question(&mut self, now: Now, (person, asker, seat): (PersonId, &Asker, Seat), command: &Command) -> bool {
        let cmd = asker.cmd.clone();
        if let Command::Why { action, .. } = command {
            let refusal = match self.state.stage() {
                Stage::Gathering => Some(decide::not_begun()),
                Stage::Playing | Stage::Over => self.state.table.why(seat, action).map(crate::wire::refused),
            };
            tell::say(&mut self.out, asker.connection, &Message::Answer { cmd, refusal });
        } else if let Command::Advise { .. } | Command::Analyse { .. } = command {
            let asked = (person, asker, command);
            let full = self.noted.disk_full.as_ref();
            if let Err(refusal) = think::advise(&mut self.state, &mut self.tasks, &mut self.out, asked, full) {
                tell::say(&mut self.out, asker.connection, &Message::Refused { cmd, refusal });
            }
        } else if let Some(want) = Want::of(command) {
            self.help(now, asker, seat, want);
        } else {
            return false;
        }
        true
    }

    /// The player of a solitaire asks for help. It is stored first that the game counts as assisted.
    fn help(&mut self, now: Now, asker: &Asker, seat: Seat, want: Want) {
        let (connection, cmd) = (asker.connection, asker.cmd.clone());
        if let Err(refusal) = think::may_be_helped(&self.state, want) {
            tell::say(&mut self.out, connection, &Message::Refused { cmd, refusal });
            return;
        }
        let waiting = Waiting { connection, seat, cmd, want };
        if self.state.table.assisted() || self.state.table.phase() != Phase::Deal {
            self.state.help.solver.wait(waiting);
            return;
        }
        let marked = self.state.table.check_assisted().expect("a table of one seat");
        self.store(now, Change::by(marked, seat, None).then(Then::Help(waiting)));
    }

    /// Somebody on a seat wants something. Sending it again gets the same answer and does nothing.
    fn wish(&mut self, now: Now, (person, asker, seat): (PersonId, Asker, Seat), command: Command) {
        if let Some(answer) = self.state.answers.get(seat, &asker.cmd) {
            tell::say(&mut self.out, asker.connection, &answer);
            return;
        }
        if self.state.answers.is_partial() {
            self.out.push(Effect::LookUp { seat: seat.index() as u8, cmd: asker.cmd.clone() });
            self.in_flight = Some(InFlight::LookUp(asker, person, command));
            return;
        }
        if !self.state.claims.sent_again(seat, &asker.cmd, asker.connection) {
            self.decide(now, asker, person, command);
        }
    }

    /// The store says whether a command was carried out that is not remembered here.
    fn looked_up(&mut self, now: Now, result: Result<bool, NotStored>) {
        let Some(InFlight::LookUp(asker, person, command)) =
            self.in_flight.take_if(|asked| matches!(asked, InFlight::LookUp(..)))
        else {
            return;
        };
        match result {
            Ok(false) => {
                let held =
                    asker.seat.is_some_and(|seat| self.state.claims.sent_again(seat, &asker.cmd, asker.connection));
                if !held {
                    self.decide(now, asker, person, command);
                }
            }
            Ok(true) => tell::say(&mut self.out, asker.connection, &Message::Done { cmd: asker.cmd }),
            Err(why) => self.not_answered(&asker, &why),
        }
    }

    fn decide(&mut self, now: Now, asker: Asker, person: PersonId, command: Command) {
        let who = Who { asker: &asker, person };
        match decide::decide(&self.state, now, &who, &command) {
            Ok(Decision::Store(change)) => self.store(now, change),
            Ok(Decision::EndPauseFirst) => {
                let change = Change::arrange(self.state.arranged(|draft| draft.paused = false));
                self.store(now, change.then(Then::Decide(asker, command)));
            }
            Ok(Decision::OpenRematch(rematch)) => self.open_rematch(asker, rematch),
            Ok(Decision::Local(Local::Hold(held))) => {
                let seat = held.seat;
                self.state.claims.hold(held);
                tell::seat(&mut self.state, now, &mut self.out, seat);
            }
            Ok(Decision::Local(local)) => {
                let refusal = self.change_locally(now, person, local).err();
                self.answer(&asker, refusal);
            }
            Err(refusal) => self.answer(&asker, Some(refusal)),
        }
    }

    /// Changes what is not stored.
    fn change_locally(&mut self, now: Now, person: PersonId, local: Local) -> Result<(), Refusal> {
        match local {
            Local::Nothing | Local::Hold(_) => {}
            Local::Ready(seat) => {
                self.state.schedule.set_ready(seat.index(), true);
                tell::arrangement(&mut self.state, now, &mut self.out);
            }
            Local::VotePause(seat, wants) => {
                self.state.clocks.set_wants_pause(seat.index(), wants);
                tell::room_to_all(&self.state, now, &mut self.out);
            }
            Local::LookAway(away) => {
                self.state.clocks.play.look_away(away);
                self.follow_play_clock(now);
            }
            Local::Say(seat, words) => {
                let name = self.state.seating.seats[seat.index()].name.clone();
                // Before the match there is no picture that spectators could be behind.
                let begun = self.state.seating.has_begun();
                let delay = if begun { self.state.watch_delay() } else { std::time::Duration::ZERO };
                self.state.chat.say(now.instant, (seat, person, &name), words, delay)?;
            }
        }
        Ok(())
    }

    fn open_rematch(&mut self, asker: Asker, rematch: Rematch) {
        self.out.push(Effect::OpenRematch(rematch));
        self.in_flight = Some(InFlight::Rematch(asker));
    }

    fn rematch_opened(&mut self, now: Now, result: Result<String, NotStored>) {
        let Some(InFlight::Rematch(asker)) = self.in_flight.take_if(|asked| matches!(asked, InFlight::Rematch(_)))
        else {
            return;
        };
        match result {
            Ok(id) => {
                let arrangement = self.state.arranged(|draft| draft.seating.rematch = Some(id));
                self.store(now, Change::arrange(arrangement).then(Then::Answer(asker)));
            }
            Err(why) => self.not_answered(&asker, &why),
        }
    }

    /// A move that waited for a window is not legal any more.
    fn not_released(&mut self, now: Now, asker: Asker, refusal: Refusal) {
        if let Some(seat) = asker.seat {
            tell::seat(&mut self.state, now, &mut self.out, seat);
        }
        self.answer(&asker, Some(refusal));
    }

    /// Tells somebody what has become of a command. What a seat has asked for is remembered.
    fn answer(&mut self, asker: &Asker, refusal: Option<Refusal>) {
        if let Some(seat) = asker.seat {
            self.state.answers.remember(seat, &asker.cmd, refusal.clone());
        }
        tell::say(&mut self.out, asker.connection, &outcome(asker.cmd.clone(), refusal));
    }

    /// The store could not: nothing is decided, and the same command may be tried again.
    fn not_answered(&mut self, asker: &Asker, why: &NotStored) {
        tell::say(&mut self.out, asker.connection, &outcome(asker.cmd.clone(), Some(why.refusal.clone())));
    }
}

/// People and engines who come and go.
impl Room {
    fn opened(&mut self, now: Now, connection: ConnectionId, person: PersonId, name: String) {
        let Some(viewer) = self.state.viewer_of(person) else {
            let denied = self.state.shut_out(person);
            self.out.push(Effect::TurnAway { connection, denied });
            return;
        };
        self.out.push(Effect::Welcome(connection));
        let before = self.state.presence.here();
        let others: Vec<ConnectionId> = self.state.presence.connections().iter().map(|other| other.id).collect();
        self.state.presence.open(connection, person, name, viewer);
        self.state.clocks.play.look_away(false);
        evolve::note_presence(&mut self.state, now);
        self.follow_play_clock(now);
        let news = self.state.presence.here() != before;
        if news {
            tell::frames(&mut self.state, now, &mut self.out, &others, &Default::default());
        }
        tell::frames(&mut self.state, now, &mut self.out, &[connection], &Default::default());
        // A second tab is news to nobody else.
        if news || viewer == Viewer::Public {
            tell::room_to_all(&self.state, now, &mut self.out);
        } else {
            tell::room_to(&self.state, now, &mut self.out, connection);
        }
        tell::chat(&mut self.state, now, &mut self.out);
    }

    fn closed(&mut self, now: Now, connection: ConnectionId, last_heard: Instant) {
        let before = self.state.presence.here();
        let Some(closed) = self.state.presence.close(connection, now.instant) else { return };
        self.state.help.dismiss(connection);
        let gone = self.state.presence.here() != before;
        if gone {
            evolve::note_presence(&mut self.state, now);
            self.follow_play_clock(now);
            if let Some(seat) = closed.viewer.seat() {
                self.state.presence.away_already(seat, last_heard);
            }
            tell::everybody(&mut self.state, now, &mut self.out, &Default::default());
        }
        if gone || closed.viewer == Viewer::Public {
            tell::room_to_all(&self.state, now, &mut self.out);
        }
    }

    /// People who have lost their seat and may not watch are shown out.
    fn show_out(&mut self) {
        let stays = |person: PersonId| self.state.viewer_of(person).is_some();
        let leaving = self.state.presence.connections().iter().filter(|connection| !stays(connection.person));
        let leaving: Vec<(ConnectionId, PersonId)> =
            leaving.map(|connection| (connection.id, connection.person)).collect();
        for (connection, person) in leaving {
            // Before the connection is closed: a page would take it for a lost one.
            if self.state.seating.is_removed(person) {
                let Refusal { key, words, .. } = Denied::Removed.refusal();
                tell::say(&mut self.out, connection, &Message::Error { key, words });
            }
            self.out.push(Effect::HangUp(connection));
            self.state.presence.close(connection, self.state.presence.empty_since());
        }
    }

    fn sit(&mut self, now: Now, request: RequestId, person: PersonId, name: &str) {
        // Who takes a seat under another name is known by it from here on.
        self.state.presence.rename(person, name);
        match decide_people::sit(&self.state, person, name, None) {
            Ok(Sitting::Has(seat)) => self.out.push(Effect::Reply { to: request, answer: Ok(seat) }),
            Ok(Sitting::Gets(value, change)) => self.store(now, change.then(Then::Reply { request, value })),
            Err(denied) => self.out.push(Effect::Reply { to: request, answer: Err(denied) }),
        }
    }

    /// Somebody is forgotten: what is known here of that person is not true any more, and the table is loaded again.
    fn forget(&mut self, person: PersonId) {
        self.state.chat.forget(person);
        let seated = self.state.seating.seat_of(person).is_some();
        self.reload |= seated || self.state.presence.is_connected(person) || self.state.seating.has_sat(person);
    }

    fn seat_engine(&mut self, now: Now, request: RequestId, by: PersonId, pass: Pass) {
        match decide_people::seat_engine(&self.state, by, pass) {
            Ok(change) => self.store(now, change.then(Then::Reply { request, value: 0 })),
            Err(denied) => self.out.push(Effect::Reply { to: request, answer: Err(denied) }),
        }
    }

    /// An engine has come that says it knows a token.
    fn engine_opened(&mut self, now: Now, engine: EngineId, hash: String, called: &str) {
        let Some(pass) = self.state.engines.pass(&hash).filter(|pass| pass.expires_ms > now.unix_ms) else {
            self.out.push(Effect::TurnEngineAway { engine, denied: Denied::UnknownToken });
            return;
        };
        let index = usize::from(pass.seat);
        // Whoever came with this token before is told to go: its connection may be dead without anybody's knowing.
        if let Some(before) = self.state.engines.with_token(&hash) {
            engine_talk::send_away(&mut self.state, &mut self.out, before);
        }
        let name = names::name(called).ok().filter(|_| self.state.stage() == Stage::Gathering);
        let Some(name) = name else { return self.let_engine_in(now, engine, hash) };
        let arrangement = self.state.arranged(|draft| {
            draft.seating.seats[index].name.clear();
            draft.seating.seats[index].name = names::name_beside(&draft.seating.seats, &name);
        });
        self.store(now, Change::arrange(arrangement).told_to_nobody().then(Then::LetEngineIn { engine, hash }));
    }

    fn let_engine_in(&mut self, now: Now, engine: EngineId, hash: String) {
        self.state.engines.open(engine, hash);
        self.out.push(Effect::WelcomeEngine(engine));
        engine_talk::welcome(&mut self.state, &mut self.out, engine);
        tell::arrangement(&mut self.state, now, &mut self.out);
    }

    /// An adviser or the solver has an answer.
    fn found(&mut self, now: Now, task: TaskId, result: Result<Option<crate::help::Finding>, crate::input::Busy>) {
        self.tasks.is_done(task);
        match think::found(&mut self.state, &mut self.out, task, result) {
            Told::Done => {}
            // The table does not wait for the store: nobody else can time it.
            Told::Advised { task, message, accepted } => {
                let seat = match accepted.entry() {
                    Entry::Advised { seat } => *seat,
                    _ => unreachable!("that is what was checked"),
                };
                let mut entries = [NewEntry::new(accepted, Some((seat, None)))];
                let write = self.write(now, None, &mut entries);
                let [NewEntry { accepted, .. }] = entries;
                evolve::advised(&mut self.state, accepted);
                self.state.help.advisers.tell_when_stored(write.id, task, message);
                self.out.push(Effect::Write(write));
            }
            Told::Assisted { task, message, accepted } => {
                let then = Then::Tell { task, message: Box::new(message) };
                self.store(now, Change::entry(accepted).then(then));
            }
        }
    }

    /// The house closes: what is left of the clocks is stored.
    fn close(&mut self, now: Now) {
        let clocks = self.state.clocks.left(now.instant);
        let played_ms = self.state.clocks.play.at(now.unix_ms);
        let plays = self.state.seats() == 1 && self.state.clocks.play.kept() != played_ms;
        if clocks.is_empty() && !plays {
            self.out.push(Effect::Closed);
            return;
        }
        let arrangement = self.state.arranged(|draft| {
            if !clocks.is_empty() {
                draft.clocks = clocks;
            }
            if self.state.seats() == 1 {
                draft.played_ms = played_ms;
            }
        });
        self.store(now, Change::arrange(arrangement).told_to_nobody().then(Then::Close));
    }
}

/// What can be read at any time.
impl Room {
    /// The table's id.
    pub fn id(&self) -> &str {
        &self.state.facts.id
    }

    /// The match.
    pub fn table(&self) -> &dyn AnyTable {
        self.state.table.as_ref()
    }

    /// The record, for whoever may read it: where others may not watch, who has or had a seat.
    ///
    /// # Errors
    /// If the person may not.
    pub fn record(&self, person: Option<PersonId>) -> Result<String, Denied> {
        let settings = &self.state.facts.settings;
        let private = settings.open != protocol::Open::Alone && !settings.watch;
        let plays = |person| self.state.seating.has_sat(person) || self.state.viewer_of(person).is_some();
        match private && !person.is_some_and(plays) {
            true => Err(Denied::NotYourTable),
            false => Ok(self.state.table.record()),
        }
    }

    /// What has happened in the deal that somebody sees, as far as it may know it: JSON of a [`protocol::Course`].
    ///
    /// # Errors
    /// If the person may not be here, or there is no deal yet.
    pub fn history(&self, person: PersonId) -> Result<String, Denied> {
        let viewer = self.state.viewer_of(person).ok_or_else(|| self.state.shut_out(person))?;
        if self.state.stage() == Stage::Gathering {
            return Err(Denied::UnknownDeal);
        }
        let table = self.state.table.as_ref();
        let told = match viewer {
            Viewer::Seat(_) => self.state.history.told(table, &|_| viewer),
            Viewer::Public | Viewer::All if self.state.is_delayed() => {
                let in_view = || self.state.history.told(table, &spectator_in);
                self.state.spectators.watched(table.deal(), in_view).ok_or(Denied::UnknownDeal)?
            }
            Viewer::Public | Viewer::All => self.state.history.told(table, &spectator_in),
        };
        Ok(text(&told))
    }

    /// The table's line in a list.
    pub fn summary(&self) -> TableSummary {
        let ready = Seat::all(self.state.seats() as u8).filter(|seat| self.state.schedule.is_ready(seat.index()));
        let ready: SeatSet = ready.collect();
        summary(self.table(), self.state.stage(), self.state.presence.here(), ready)
    }
}
