//! People and engines who come and go, and the answers of bots and helpers.

use core::net::IpAddr;

use game::Viewer;
use protocol::{Message, Open, Refusal, Stage};
use table::Entry;

use super::Room;
use crate::arrangement::{Change, NewEntry, Then};
use crate::decide_people::{self, Sitting};
use crate::decide_review;
use crate::effect::{Denied, Effect};
use crate::engine_pass::EnginePass;
use crate::engine_talk;
use crate::evolve;
use crate::ids::{ConnectionId, EngineId, PersonId, RequestId, TaskId};
use crate::names;
use crate::send;
use crate::think::{self, HelpOutcome};
use crate::time::{Instant, Now};

impl Room {
    pub(super) fn on_opened(
        &mut self,
        now: Now,
        connection: ConnectionId,
        (person, name, network): (PersonId, String, Option<IpAddr>),
        shuffles: bool,
    ) {
        let Some(viewer) = self.state.viewer_of(person) else {
            let denied = self.state.shut_out(person);
            self.out.push(Effect::TurnAway { connection, denied });
            return;
        };
        self.out.push(Effect::Welcome(connection));
        self.state.presence.note_network(&self.state.seating, person, network);
        let before = self.state.presence.here();
        let others: Vec<ConnectionId> = self.state.presence.connections().iter().map(|other| other.id).collect();
        self.state.presence.open(connection, (person, name, network), viewer, shuffles);
        if viewer != Viewer::Public {
            self.state.play.look_away(false);
        }
        evolve::note_presence(&mut self.state, now);
        evolve::plan_clocks(&mut self.state, now);
        self.update_play_clock(now);
        let news = self.state.presence.here() != before;
        if news {
            send::frames_to(&mut self.state, now, &mut self.out, &others, &Default::default());
        }
        send::frames_to(&mut self.state, now, &mut self.out, &[connection], &Default::default());
        // Nobody else needs to know about a second tab.
        if news || viewer == Viewer::Public {
            send::room_to_all(&self.state, now, &mut self.out);
        } else {
            send::room_to(&self.state, now, &mut self.out, connection);
        }
        send::shuffle_to(&self.state, now, &mut self.out, connection);
        send::unread_lines(&mut self.state, now, &mut self.out);
        if let Some(new) = self.state.presence.get(connection) {
            send::review_to(&self.state, &mut self.out, new);
        }
    }

    #[inline(never)]
    pub(super) fn on_closed(&mut self, now: Now, connection: ConnectionId, last_heard: Instant) {
        let before = self.state.presence.here();
        let Some(closed) = self.state.presence.close(connection, now.instant) else { return };
        self.state.advisers.dismiss(connection);
        self.state.solver.dismiss(connection);
        let gone = self.state.presence.here() != before;
        if gone {
            evolve::note_presence(&mut self.state, now);
            self.update_play_clock(now);
            if let Some(seat) = closed.viewer.seat() {
                self.state.presence.backdate_absence(seat, last_heard);
            }
            evolve::plan_clocks(&mut self.state, now);
            send::news_to_all(&mut self.state, now, &mut self.out, &Default::default());
        }
        if gone || closed.viewer == Viewer::Public {
            send::room_to_all(&self.state, now, &mut self.out);
        }
    }

    /// Disconnects people who have lost their seat and may not watch.
    #[inline(never)]
    pub(super) fn disconnect_unseated(&mut self, now: Now) {
        let stays = |person: PersonId| self.state.viewer_of(person).is_some();
        let leaving = self.state.presence.connections().iter().filter(|connection| !stays(connection.person));
        let leaving: Vec<(ConnectionId, PersonId)> =
            leaving.map(|connection| (connection.id, connection.person)).collect();
        let anybody = !leaving.is_empty();
        for (connection, person) in leaving {
            // The reason is sent before the connection is closed. Otherwise the page would take this for a lost
            // connection.
            if self.state.seating.is_removed(person) {
                let Refusal { key, words, .. } = Denied::Removed.refusal();
                send::message_to(
                    &mut self.out,
                    connection,
                    &Message::Error { key: key.into_owned(), words: words.into_owned() },
                );
            }
            self.out.push(Effect::HangUp(connection));
            self.state.presence.close(connection, now.instant);
        }
        if anybody {
            send::room_to_all(&self.state, now, &mut self.out);
        }
    }

    /// Seats a person. `link_ms`: the time at which the person's link was made. At a table of friends, a person without
    /// a link needs the host's consent. A person whose link is older than the person's removal needs the consent too.
    #[inline(never)]
    pub(super) fn sit(&mut self, now: Now, request: RequestId, (person, name): (PersonId, &str), link_ms: Option<i64>) {
        // A person who takes a seat under another name keeps this name from now on.
        self.state.presence.rename(person, name);
        let removed_since = |made: i64| self.state.seating.removed().iter().any(|(_, at)| made < *at);
        let asks = self.state.facts.settings.open == Open::Friends && link_ms.is_none_or(removed_since);
        let mut sitting = decide_people::sit(&self.state, person, name, None);
        if asks && matches!(sitting, Ok(Sitting::Gets(..))) {
            if self.state.presence.ask(request.0.to_string(), person, name) {
                send::room_to_host(&self.state, now, &mut self.out);
                let own = self.state.presence.connections().iter().filter(|one| one.person == person);
                own.for_each(|one| send::room_to(&self.state, now, &mut self.out, one.id));
            }
            let words = "The host is asked whether you get a seat. Ask again every few seconds until you have one.";
            sitting = Err(Denied::invalid("waits_for_host", words));
        }
        match sitting {
            Ok(Sitting::Has(seat)) => self.out.push(Effect::Reply { to: request, answer: Ok(seat) }),
            Ok(Sitting::Gets(value, change)) => self.store(now, change.then(Then::Reply { request, value })),
            Err(denied) => self.out.push(Effect::Reply { to: request, answer: Err(denied) }),
        }
    }

    /// Answers with the seats of the people who can practise together.
    pub(super) fn practise(&mut self, to: RequestId, person: PersonId) {
        let answer = decide_review::practisers(&self.state, person);
        self.out.push(Effect::Reply { to, answer });
    }

    /// Gives a person another name, also on the person's seat.
    #[inline(never)]
    pub(super) fn rename(&mut self, now: Now, request: RequestId, person: PersonId, name: &str) {
        self.state.presence.rename(person, name);
        match decide_people::rename(&self.state, person, name) {
            Some(change) => self.store(now, change.then(Then::Reply { request, value: 0 })),
            None => self.out.push(Effect::Reply { to: request, answer: Ok(0) }),
        }
    }

    /// Handles the deletion of a person's data. Other players play on, and see at most a changed name.
    #[inline(never)]
    pub(super) fn forget(&mut self, now: Now, person: PersonId) {
        self.state.sent.chat.forget(person);
        self.state.presence.drop_requests(|asker| asker == person);
        let sits = self.state.seating.seat_of(person).is_some();
        if sits && self.state.stage() != Stage::Over && !self.state.has_others(person) {
            // The store may have deleted the match, and nobody else is here.
            self.needs_reload = true;
            return;
        }
        let own = self.state.presence.connections().iter().filter(|connection| connection.person == person);
        for connection in own.map(|connection| connection.id).collect::<Vec<_>>() {
            self.out.push(Effect::HangUp(connection));
            self.on_closed(now, connection, now.instant);
        }
        self.erasing.push(person);
    }

    /// Returns the change that removes the deleted people from the table's data. `None` if the data name no deleted
    /// person. One change removes all deleted people, because the store refuses a change that still names a deleted
    /// person.
    pub(super) fn erase(&mut self, now: Now) -> Option<Change> {
        if self.erasing.is_empty() || self.state.schedule.retry_at() > now.instant {
            return None;
        }
        let stand_in = self.state.facts.settings.level.clone();
        let stand_in = Some(&*stand_in).filter(|_| self.state.stage() == Stage::Playing);
        let arrangement = self.state.arranged(|draft| {
            self.erasing.iter().for_each(|person| draft.seating.erase(*person, stand_in));
        });
        if arrangement == self.state.arrangement() {
            self.erasing.clear();
            return None;
        }
        for seat in self.erasing.iter().flat_map(|person| self.state.seating.seats_of(*person)) {
            self.state.sent.spectators.rename(seat, &arrangement.seating.seat(seat).name);
        }
        Some(Change::arrange(arrangement))
    }

    #[inline(never)]
    pub(super) fn seat_engine(&mut self, now: Now, request: RequestId, by: PersonId, pass: EnginePass) {
        match decide_people::seat_engine(&self.state, by, pass) {
            Ok(change) => self.store(now, change.then(Then::Reply { request, value: 0 })),
            Err(denied) => self.out.push(Effect::Reply { to: request, answer: Err(denied) }),
        }
    }

    /// Handles a new engine, which has sent a token with this hash.
    #[inline(never)]
    pub(super) fn on_engine_opened(&mut self, now: Now, engine: EngineId, hash: String, called: &str) {
        let Some(pass) = self.state.engines.pass(&hash).filter(|pass| pass.expires_ms > now.unix_ms) else {
            self.out.push(Effect::TurnEngineAway { engine, denied: Denied::UnknownToken });
            return;
        };
        let index = usize::from(pass.seat);
        // An older connection with this token is closed, because it may have broken unnoticed.
        if let Some(before) = self.state.engines.with_token(&hash) {
            engine_talk::send_away(&mut self.state, &mut self.out, before);
        }
        let name = names::name(called).ok().filter(|_| self.state.stage() == Stage::Gathering);
        let Some(name) = name else { return self.let_engine_in(now, engine, hash) };
        let arrangement = self.state.arranged(|draft| {
            draft.seating.rename(index, &name);
        });
        self.store(now, Change::arrange(arrangement).sent_to_nobody().then(Then::LetEngineIn { engine, hash }));
    }

    #[inline(never)]
    pub(super) fn let_engine_in(&mut self, now: Now, engine: EngineId, hash: String) {
        self.state.engines.open(engine, hash);
        self.out.push(Effect::WelcomeEngine(engine));
        engine_talk::welcome(&mut self.state, &mut self.out, engine);
        send::arrangement(&mut self.state, now, &mut self.out);
    }

    /// Handles the answer of an adviser or of the solver.
    #[inline(never)]
    pub(super) fn on_help_reply(
        &mut self,
        now: Now,
        task: TaskId,
        result: Result<Option<crate::help::Finding>, crate::input::Busy>,
    ) {
        self.tasks.is_done(task);
        match think::found(&mut self.state, &mut self.out, task, result) {
            HelpOutcome::Done => {}
            // The table does not wait for this write. So nobody else can notice the advice by a delay.
            HelpOutcome::Advised { task, message, accepted } => {
                let seat = match accepted.entry() {
                    Entry::Advised { seat } => *seat,
                    _ => unreachable!("that is what was checked"),
                };
                let mut entries = [NewEntry::new(accepted, Some((seat, None)))];
                let write = self.write(now, None, &mut entries);
                let [NewEntry { accepted, .. }] = entries;
                evolve::advised(&mut self.state, accepted);
                let entry = write.entries.last().expect("it was just written").clone();
                self.state.advisers.answer_when_stored(write.id, seat, entry, (task, message));
                self.out.push(Effect::Write(write));
            }
            HelpOutcome::Assisted { task, message, seat, accepted } => {
                let then = Then::SendAnalysis { task, message: Box::new(message) };
                self.store(now, Change::by(accepted, seat, None).then(then));
            }
        }
    }

    /// Closes the room because the server stops: stores the times of the clocks and the time of play.
    #[inline(never)]
    pub(super) fn close(&mut self, now: Now) {
        let clocks = self.state.clocks.stop(now.instant);
        let played_ms = self.state.play.at(now.unix_ms);
        let plays = self.state.seats() == 1 && self.state.play.stored_ms() != played_ms;
        if !clocks && !plays {
            self.out.push(Effect::Closed);
            return;
        }
        let arrangement = self.state.arranged(|draft| {
            if self.state.seats() == 1 {
                draft.played_ms = played_ms;
            }
        });
        self.store(now, Change::arrange(arrangement).sent_to_nobody().then(Then::Close));
    }
}
