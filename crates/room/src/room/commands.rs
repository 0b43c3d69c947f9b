//! The handling of commands. A question is answered every time. Any other command is decided only once. If it is sent
//! again, it gets the same answer.

use game::Seat;
use protocol::{Command, Message, Refusal, Stage};
use table::{Intent, MatchPhase};

use super::{InFlight, Room};
use crate::arrangement::{Change, Then};
use crate::asker::Asker;
use crate::consequences;
use crate::decide;
use crate::decide_review;
use crate::decision::{CommandOutcome, Local};
use crate::effect::{Effect, Rematch};
use crate::help::{SolverRequest, Want};
use crate::ids::{ConnectionId, PersonId};
use crate::input::{NotStored, StoreFault};
use crate::send;
use crate::think;
use crate::time::Now;
use crate::wire::outcome;

impl Room {
    #[inline(never)]
    pub(super) fn command(&mut self, now: Now, connection: ConnectionId, command: Command) {
        let Some(known) = self.state.presence.get(connection) else { return };
        let (person, seat) = (known.person, known.viewer.seat());
        let Some(cmd) = command.cmd().map(str::to_owned) else {
            send::frames_to(&mut self.state, now, &mut self.out, &[connection], &Default::default());
            send::room_to(&self.state, now, &mut self.out, connection);
            return;
        };
        let asker = Asker { connection, person, seat, cmd };
        match seat {
            Some(seat) if self.is_question(now, (&asker, seat), &command) => {}
            Some(seat) => self.seat_command(now, (asker, seat), command),
            None => self.decide(now, asker, command),
        }
    }

    /// Answers a command whose answer is not remembered: a question, or a move of the review. Returns whether the command
    /// is one of these.
    fn is_question(&mut self, now: Now, (asker, seat): (&Asker, Seat), command: &Command) -> bool {
        let cmd = asker.cmd.clone();
        if let Command::Why { action, .. } = command {
            let refusal = match self.state.stage() {
                Stage::Gathering => Some(decide::not_begun()),
                Stage::Playing | Stage::Over => self.state.table.why(seat, action),
            };
            send::message_to(&mut self.out, asker.connection, &Message::Answer { cmd, refusal });
        } else if let Command::Advise { .. } | Command::Analyse { .. } = command {
            let asked = (asker, command);
            let full = self.published.disk_full();
            if let Err(refusal) = think::advise(&mut self.state, &mut self.tasks, &mut self.out, asked, full) {
                send::message_to(&mut self.out, asker.connection, &Message::Refused { cmd, refusal });
            } else if matches!(command, Command::Analyse { deal, .. } if *deal == self.state.table.deal())
                && self.state.phase() == MatchPhase::Between
                && self.state.schedule.look(seat.index(), now.instant)
            {
                send::room_to_all(&self.state, now, &mut self.out);
            }
        } else if let Command::Review { deal, step, .. } = command {
            let refusal = decide_review::show_place(&mut self.state, now.instant, seat, (*deal, *step)).err();
            send::message_to(&mut self.out, asker.connection, &outcome(cmd, refusal));
        } else if let Some(want) = Want::of(command) {
            self.help(now, asker, seat, want);
        } else {
            return false;
        }
        true
    }

    /// Handles a request for help in a solitaire. The match is stored as assisted before help is given.
    fn help(&mut self, now: Now, asker: &Asker, seat: Seat, want: Want) {
        let (connection, cmd) = (asker.connection, asker.cmd.clone());
        if let Err(refusal) = think::may_be_helped(&self.state, want) {
            send::message_to(&mut self.out, connection, &Message::Refused { cmd, refusal });
            return;
        }
        let waiting = SolverRequest { connection, seat, cmd, want };
        if self.state.assisted() || self.state.table.phase() != MatchPhase::Deal {
            self.state.solver.wait(waiting);
            return;
        }
        let marked = self.state.table.check(Intent::Assist).expect("a table of one seat");
        self.store(now, Change::by(marked, seat, None).then(Then::Help(waiting)));
    }

    /// Handles a command of a seat. A command that is sent again gets the same answer and changes nothing.
    fn seat_command(&mut self, now: Now, (asker, seat): (Asker, Seat), command: Command) {
        if let Some(answer) = self.state.sent.answers.get(seat, &asker.cmd) {
            send::message_to(&mut self.out, asker.connection, &answer);
            return;
        }
        if self.state.sent.answers.is_partial() {
            self.out.push(Effect::LookUp { seat: seat.index() as u8, cmd: asker.cmd.clone() });
            self.in_flight = Some(InFlight::LookUp(asker, command));
            self.requested_at = now.instant;
            return;
        }
        if !self.state.claims.redirect_answer(seat, &asker.cmd, asker.connection) {
            self.decide(now, asker, command);
        }
    }

    /// Handles the store's answer to the question whether a command was carried out before. The room does not remember
    /// this command.
    #[inline(never)]
    pub(super) fn on_looked_up(&mut self, now: Now, result: Result<bool, NotStored>) {
        let Some(InFlight::LookUp(asker, command)) =
            self.in_flight.take_if(|asked| matches!(asked, InFlight::LookUp(..)))
        else {
            return;
        };
        match result {
            Ok(false) => {
                let held = asker
                    .seat
                    .is_some_and(|seat| self.state.claims.redirect_answer(seat, &asker.cmd, asker.connection));
                if !held {
                    self.decide(now, asker, command);
                }
            }
            Ok(true) => send::message_to(&mut self.out, asker.connection, &Message::Done { cmd: asker.cmd }),
            Err(why) => {
                if matches!(command, Command::Act { .. }) && why.fault != StoreFault::Malformed {
                    self.halt_clocks(now);
                }
                self.not_answered(&asker, &why);
            }
        }
    }

    pub(super) fn decide(&mut self, now: Now, asker: Asker, command: Command) {
        match decide::decide(&self.state, now, &asker, &command) {
            Ok(CommandOutcome::Store(change)) => self.store(now, change),
            Ok(CommandOutcome::EndPauseFirst) => {
                let change = Change::arrange(self.state.arranged(|draft| draft.paused = false));
                self.store(now, change.then(Then::Decide(asker, command)));
            }
            Ok(CommandOutcome::OpenRematch(rematch)) => self.open_rematch(asker, rematch),
            Ok(CommandOutcome::Local(Local::Hold(held))) => {
                let seat = held.seat;
                self.state.claims.hold(held);
                send::frame_to_seat(&mut self.state, now, &mut self.out, seat);
            }
            Ok(CommandOutcome::Local(local)) => {
                let refusal = self.change_locally(now, asker.person, local).err();
                self.answer(&asker, refusal);
            }
            Err(refusal) => self.answer(&asker, Some(refusal)),
        }
    }

    /// Changes a part of the state that is not stored.
    fn change_locally(&mut self, now: Now, person: PersonId, local: Local) -> Result<(), Refusal> {
        match local {
            Local::Nothing | Local::Hold(_) => {}
            Local::Ready(seat) => {
                self.state.schedule.set_ready(seat.index(), true);
                let waits = |index: usize| self.state.schedule.is_ready(index) || self.state.schedule.looks(index);
                if self.state.playing_themselves().all(waits) {
                    self.state.schedule.hurry(now.instant, &self.state.facts.settings);
                }
                send::arrangement(&mut self.state, now, &mut self.out);
            }
            Local::VotePause(seat, wants) => {
                self.state.clocks.set_wants_pause(seat.index(), wants);
                send::room_to_all(&self.state, now, &mut self.out);
            }
            Local::VoteForBot(seat, index, on) => {
                if self.state.presence.vote_for_bot(seat, index, on) {
                    send::room_to_all(&self.state, now, &mut self.out);
                    if let Some(change) = consequences::stand_in(&self.state, now) {
                        self.store(now, change);
                    }
                }
            }
            Local::Rest(step) => {
                self.state.ending.record_step(step);
                send::news_to_all(&mut self.state, now, &mut self.out, &Default::default());
            }
            Local::LookAway(away) => {
                self.state.play.look_away(away);
                self.update_play_clock(now);
            }
            Local::Say(seat, words) => {
                let seated = seat.map(|seat| self.state.seating.seat(seat.index()).name.clone());
                let name = seated.unwrap_or_else(|| self.state.name_of(person));
                // Before the match, spectators have no delay, so they read chat lines immediately.
                let begun = self.state.seating.has_begun();
                let delay = if begun { self.state.watch_delay() } else { std::time::Duration::ZERO };
                self.state.sent.chat.add_line(now.instant, (seat, person, &name), words, delay)?;
            }
        }
        Ok(())
    }

    fn open_rematch(&mut self, asker: Asker, rematch: Rematch) {
        self.out.push(Effect::OpenRematch(rematch));
        self.in_flight = Some(InFlight::Rematch(asker));
    }

    #[inline(never)]
    pub(super) fn on_rematch_opened(&mut self, now: Now, result: Result<String, NotStored>) {
        let Some(InFlight::Rematch(asker)) = self.in_flight.take_if(|asked| matches!(asked, InFlight::Rematch(_)))
        else {
            return;
        };
        match result {
            Ok(id) => {
                let arrangement = self.state.arranged(|draft| draft.seating.open_rematch(id));
                self.store(now, Change::arrange(arrangement).then(Then::Answer(asker)));
            }
            Err(why) => self.not_answered(&asker, &why),
        }
    }

    /// Refuses a move that was held until the claim window closed and is not legal any more.
    #[inline(never)]
    pub(super) fn not_released(&mut self, now: Now, asker: Asker, refusal: Refusal) {
        if let Some(seat) = asker.seat {
            send::frame_to_seat(&mut self.state, now, &mut self.out, seat);
        }
        self.answer(&asker, Some(refusal));
    }

    /// Answers a command, and remembers the answer if the command came from a seat.
    pub(super) fn answer(&mut self, asker: &Asker, refusal: Option<Refusal>) {
        if let Some(seat) = asker.seat {
            self.state.sent.answers.remember(seat, &asker.cmd, refusal.clone());
        }
        send::message_to(&mut self.out, asker.connection, &outcome(asker.cmd.clone(), refusal));
    }

    /// Refuses a command because the store failed. Nothing is decided, and the same command may be sent again.
    pub(super) fn not_answered(&mut self, asker: &Asker, why: &NotStored) {
        send::message_to(&mut self.out, asker.connection, &outcome(asker.cmd.clone(), Some(why.refusal.clone())));
    }
}
