//! The room: its inputs and their order. The room *decides* an input with the help of the state. The result is a change
//! or a refusal. The room then asks the store to *store* the change. After that, the room *evolves* the state and sends
//! the news to the people. While a change is being stored, all other inputs wait in order.
//!
//! [`Room::handle`] is the entry point. [`Room::next_wake`] returns when the next change is due without an input.
//!
//! - `commands` handles the commands of people; `visitors` handles people and engines who come and go
//! - `storing` sends requests to the store and handles its answers
//! - `published`: the news that lists and statistics already have; `reading`: everything that can be read at any time
//!
//! Beside this folder, `decide` decides commands, `consequences` finds the changes that no command asks for, and
//! `evolve` applies a stored change. `send` sends the change to everybody who may know of it, and `frame` makes the
//! views. `think` asks bots and advisers.
//!
//! `#[inline(never)]` marks functions that must not be in the first chunk of the module for browsers
//! (docs/develop/offline.md).

mod commands;
mod published;
mod reading;
mod storing;
mod visitors;

use std::collections::VecDeque;

use game::Seat;
use protocol::Command;

pub(crate) use self::published::Published;

use crate::ALONE;
use crate::arrangement::{Change, Then};
use crate::asker::Asker;
use crate::consequences;
use crate::decide_people;
use crate::effect::{Effect, LogLine};
use crate::engine_talk;
use crate::evolve;
use crate::frame::lobby_line;
use crate::ids::{PersonId, TaskId, WriteId};
use crate::input::Input;
use crate::schedule::TRY_AGAIN;
use crate::send;
use crate::shared_shuffle;
use crate::state::RoomState;
use crate::talk_rules::TalkRules;
use crate::think::{self, Tasks};
use crate::time::{Instant, Now};

/// The time after which a table where nobody is present is unloaded.
const EMPTY_AT_MOST: std::time::Duration = std::time::Duration::from_secs(300);

/// The live table: people, bots, clocks and claims around a match.
pub struct Room {
    state: RoomState,
    published: Published,
    /// The open request to the store. The room decides nothing else until the store has answered.
    in_flight: Option<InFlight>,
    requested_at: Instant,
    /// The write that tests whether the store works again, if there is one.
    probe: Option<WriteId>,
    /// The inputs that have come since the open request was made, in order.
    waiting: VecDeque<Input>,
    /// The people who were deleted, but whom the stored data of the table may still name.
    erasing: Vec<PersonId>,
    tasks: Tasks,
    last_write: u64,
    /// `true` if people have not got the news yet that the claim window closed, or that clocks stopped or went on.
    news_pending: bool,
    out: Vec<Effect>,
    /// `true` if the room and the store may disagree.
    needs_reload: bool,
    /// The moment of the last input. Everything that was due by then is done.
    handled_until: Instant,
}

enum InFlight {
    Write(WriteId, Box<Change>),
    LookUp(Asker, Command),
    Rematch(Asker),
}

impl Room {
    /// Returns the room with the chat rules that the administrator of the server has set.
    pub fn with_talk(mut self, rules: TalkRules) -> Room {
        self.state.sent.chat.set_rules(rules);
        self
    }

    /// Makes a room from a state that was just loaded. Returns the room and its first effects. The effects in `out`
    /// come first.
    pub(crate) fn begin(state: RoomState, published: Published, now: Now, out: Vec<Effect>) -> (Room, Vec<Effect>) {
        let mut room = Room {
            state,
            published,
            in_flight: None,
            requested_at: Instant::default(),
            probe: None,
            waiting: VecDeque::new(),
            erasing: Vec::new(),
            tasks: Tasks::default(),
            last_write: 0,
            news_pending: false,
            out,
            needs_reload: false,
            handled_until: Instant::default(),
        };
        room.record_the_end(now);
        let out = std::mem::take(&mut room.out);
        (room, out)
    }

    /// Handles an input. Returns the effects, in order.
    pub fn handle(&mut self, now: Now, input: Input) -> Vec<Effect> {
        match input {
            Input::Stored { write, result } => self.on_store_answer(now, write, result),
            Input::LookedUp(result) => self.on_looked_up(now, result),
            Input::RematchOpened(result) => self.on_rematch_opened(now, result),
            // The input `Time` can be dropped, because the room checks the time after the store's answer anyway.
            Input::Time if self.is_storing() => {}
            input if self.is_storing() => self.waiting.push_back(input),
            input => self.handle_now(now, input),
        }
        self.handled_until = now.instant;
        self.run_consequences(now);
        self.refresh_derived(now);
        std::mem::take(&mut self.out)
    }

    /// Returns when the next change is due without an input; `None` while something is being stored.
    pub fn next_wake(&self) -> Option<Instant> {
        if self.is_storing() {
            return None;
        }
        let empty =
            (!self.state.is_attended() && !self.is_busy()).then(|| self.state.presence.empty_since() + EMPTY_AT_MOST);
        [consequences::next_due(&self.state, self.handled_until), empty].into_iter().flatten().min()
    }

    /// True while a request to the store is not answered. Until then, a shell needs to pass only the answer, because
    /// other inputs wait.
    pub fn is_storing(&self) -> bool {
        self.in_flight.is_some()
    }

    /// True if nobody has needed the table for a while.
    pub fn is_forgotten(&self, now: Instant) -> bool {
        let empty = !self.state.is_attended() && !self.is_busy() && !self.is_storing();
        empty && now.since(self.state.presence.empty_since()) >= EMPTY_AT_MOST
    }

    fn is_busy(&self) -> bool {
        !self.state.clocks.is_paused() && self.state.bots.are_busy()
    }

    /// Handles an input while nothing is being stored.
    fn handle_now(&mut self, now: Now, input: Input) {
        match input {
            Input::Latency { .. }
            | Input::Sit { .. }
            | Input::Quit { .. }
            | Input::Rename { .. }
            | Input::Forget { .. }
            | Input::Practise { .. }
            | Input::PracticeOpened { .. }
            | Input::SeatEngine { .. }
            | Input::EngineOpened { .. }
            | Input::EngineAnswered { .. }
            | Input::EngineClosed { .. }
                if ALONE => {}
            Input::Opened { connection, person, name, network, shuffles } => {
                self.on_opened(now, connection, (person, name, network), shuffles)
            }
            Input::Closed { connection, last_heard } => self.on_closed(now, connection, last_heard),
            Input::Latency { connection, latency } => {
                if self.state.presence.measure(connection, latency) {
                    send::room_to_all(&self.state, now, &mut self.out);
                }
            }
            Input::Command { connection, command } => self.command(now, connection, command),
            Input::Sit { request, person, name, network, link_ms } => {
                self.state.presence.note_network(&self.state.seating, person, network);
                self.sit(now, request, (person, &name), link_ms);
            }
            Input::Quit { request, person } => match decide_people::quit(&self.state, person) {
                Some(change) => self.store(now, change.then(Then::Reply { request, value: 0 })),
                None => self.out.push(Effect::Reply { to: request, answer: Ok(0) }),
            },
            Input::Rename { request, person, name } => self.rename(now, request, person, &name),
            Input::Forget { person } => self.forget(now, person),
            Input::Practise { request, person } => self.practise(request, person),
            Input::PracticeOpened { table, seats } => self.state.sent.review.announce(table, seats),
            Input::SeatEngine { request, by, pass } => self.seat_engine(now, request, by, pass),
            Input::EngineOpened { engine, hash, called } => self.on_engine_opened(now, engine, hash, &called),
            Input::EngineAnswered { engine, id, action } => {
                think::engine_answered(&mut self.state, &mut self.tasks, &mut self.out, (engine, id, &action));
                self.due_bots(now);
            }
            Input::EngineClosed { engine } => {
                engine_talk::forget(&mut self.state, engine);
                send::arrangement(&mut self.state, now, &mut self.out);
            }
            Input::BotReply(reply) => {
                self.tasks.is_done(reply.task);
                think::bot_replied(&mut self.state, now, &mut self.out, reply);
                self.due_bots(now);
            }
            Input::HelpReply { task, result } => self.on_help_reply(now, task, result),
            Input::Progress { task, done, of } => think::progress(&self.state, &mut self.out, task, done, of),
            Input::Time => self.on_time(now),
            Input::Close => self.close(now),
            Input::Stored { .. } | Input::LookedUp(_) | Input::RematchOpened(_) => {
                unreachable!("answers of the store are taken first")
            }
        }
    }
}

/// The consequences of an input.
impl Room {
    /// Makes the changes that follow from the state. Then handles the waiting inputs one by one. Stops when nothing is
    /// left or when a change is being stored.
    fn run_consequences(&mut self, now: Now) {
        while !self.is_storing() && !self.needs_reload {
            if evolve::note_presence(&mut self.state, now) {
                send::room_to_all(&self.state, now, &mut self.out);
            }
            self.update_play_clock(now);
            if let Some(held) = self.state.claims.release() {
                match consequences::released(&self.state, &held) {
                    Ok(change) => self.store(now, change),
                    Err((asker, refusal)) => self.not_released(now, asker, refusal),
                }
            } else if let Some(change) = self.erase(now).or_else(|| consequences::next(&self.state, now)) {
                self.store(now, change);
            } else if let Some(input) = self.waiting.pop_front() {
                self.handle_now(now, input);
            } else {
                return;
            }
        }
    }

    /// Updates everything that is derived from the state and not stored.
    fn refresh_derived(&mut self, now: Now) {
        if self.needs_reload {
            if self.state.clocks.stop(now.instant) {
                self.store_clocks(now);
            }
            self.out.push(Effect::Reload);
            return;
        }
        if !self.is_storing() {
            evolve::plan_clocks(&mut self.state, now);
            if std::mem::take(&mut self.news_pending) {
                send::news_to_all(&mut self.state, now, &mut self.out, &Default::default());
            }
            self.plan_beginning(now);
            shared_shuffle::plan(&mut self.state, now, &mut self.out);
            evolve::plan_next_deal(&mut self.state, now);
            self.plan_bots(now);
            send::unread_lines(&mut self.state, now, &mut self.out);
            send::due_review(&mut self.state, now.instant, &mut self.out);
            think::serve_waiting(&mut self.state, now, &mut self.tasks, &mut self.out);
            self.update_lobby_line();
            self.probe_store(now);
            let advice_due = self.state.advisers.retry_at().is_some_and(|at| at <= now.instant);
            if advice_due || self.state.clocks.must_be_stored(now.instant) {
                self.store_clocks(now);
            }
        }
        let wanted: Vec<TaskId> = {
            let RoomState { bots, advisers, solver, .. } = &self.state;
            bots.tasks().chain(advisers.tasks()).chain(solver.task()).collect()
        };
        let unwanted = self.tasks.unwanted(&wanted);
        self.out.extend(unwanted.into_iter().map(Effect::Cancel));
    }

    /// Plans the moment at which the match begins by itself. Once every seat has a player, it begins immediately or
    /// after a countdown. A quick match begins after its waiting time at the latest.
    fn plan_beginning(&mut self, now: Now) {
        let gathers = !self.state.seating.has_begun() && !self.state.facts.shuffle.is_running();
        let waits = gathers && self.state.presence.anybody_here();
        let time = consequences::begins_after(&self.state).filter(|_| waits);
        let new = match time {
            Some(time) => self.state.schedule.begin_after(now.instant, time),
            None => self.state.schedule.cancel_beginning() && gathers,
        };
        if new {
            send::room_to_all(&self.state, now, &mut self.out);
        }
    }

    fn plan_bots(&mut self, now: Now) {
        // The bots need not think if nobody is present to play for, or if the match has ended.
        if !self.state.is_attended() || self.state.is_full() {
            self.state.bots.cancel_plans();
            return;
        }
        let RoomState { bots, table, log, .. } = &mut self.state;
        bots.plan(now.instant, (table.must(), table.may()), log.position(), |seat| table.at(seat));
        think::ask_bots(&mut self.state, now, &mut self.tasks, &mut self.out);
    }

    fn update_lobby_line(&mut self) {
        if ALONE {
            return;
        }
        let line = lobby_line(&self.state);
        if self.published.list(&line) {
            self.out.push(Effect::List(line.map(Box::new)));
        }
    }

    /// Does everything that is due at this time, one change at a time.
    fn on_time(&mut self, now: Now) {
        if self.state.claims.close(now.instant) {
            let claims = evolve::open_claims(&self.state);
            self.state.claims.note_missed(now.instant, claims);
            self.news_pending = true;
            // Moves that were held until the window closed are made before anything else that is due.
            self.run_consequences(now);
        }
        // The clocks stand still if the last person has gone.
        evolve::plan_clocks(&mut self.state, now);
        send::due_frames(&mut self.state, now, &mut self.out);
        while let Some((index, _)) = self.state.clocks.run_out(now.instant).filter(|_| !self.is_storing()) {
            let change = consequences::due(&self.state, now);
            // A move that is held until the claim window closes was made in time, so no bot decides for its seat.
            if self.state.claims.held_by(Seat::new(index as u8)).is_none()
                && let Some(change) = change
            {
                self.store(now, change);
            }
            // If the change cannot be stored, the room tries again.
            self.state.clocks.retry_timeout(index, now.instant + TRY_AGAIN);
        }
        if !self.is_storing()
            && let Some(change) = consequences::due(&self.state, now)
        {
            self.state.schedule.clear_due_deal(now.instant);
            self.store(now, change);
        }
        if think::engines_late(&mut self.state, now, &mut self.tasks, &mut self.out) {
            send::arrangement(&mut self.state, now, &mut self.out);
        }
        self.due_bots(now);
    }

    fn due_bots(&mut self, now: Now) {
        while let Some(index) = consequences::bot_to_act(&self.state, now).filter(|_| !self.is_storing()) {
            let position = self.state.log.position();
            match consequences::bot_change(&self.state, index) {
                Ok((change, wrong)) => {
                    self.out.extend(consequences::thought_metric(&self.state, index).map(Effect::Count));
                    self.out.extend(wrong.map(|key| Effect::Log(LogLine::BotWasIllegal { key: key.into_owned() })));
                    self.store(now, change);
                }
                Err(_) => self.state.bots.get_mut(index).expect("it is due").pass(position),
            }
        }
    }

    fn update_play_clock(&mut self, now: Now) {
        if evolve::update_play_clock(&mut self.state, now) {
            self.store_played_time(now);
        }
    }

    /// Stores the time of play after the player has gone. If the write fails, the store still has the time of the last
    /// log entry.
    fn store_played_time(&mut self, now: Now) {
        let played_ms = self.state.play.at(now.unix_ms);
        if self.state.seats() == 1 && self.state.play.stored_ms() != played_ms {
            self.state.play.record_stored(played_ms);
            let arrangement = self.state.arrangement();
            let write = self.write(now, Some(&arrangement), &mut []);
            self.out.push(Effect::Write(write));
        }
    }
}
