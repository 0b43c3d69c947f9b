//! Requests to the store, and the store's answers. No other file asks the store for a change.

use game::{Seat, Viewer};
use protocol::Message;
use table::{Entry, MatchPhase, SolitaireTable};

use super::{InFlight, Room};
use crate::arrangement::{Audience, Change, NewEntry, Then};
use crate::effect::{Denied, Effect, LaterWrite, LogLine, SeatResult, StoredArrangement, Write};
use crate::evolve;
use crate::help::SolverRequest;
use crate::ids::{PersonId, WriteId};
use crate::input::{NotStored, StoreFault};
use crate::log_entry::{LogEntry, written};
use crate::schedule::TRY_AGAIN;
use crate::send;
use crate::state::RoomState;
use crate::time::Now;

impl Room {
    /// Asks the store to store a change. After it is stored, the change is applied and sent. No other function asks the
    /// store for a change.
    pub(super) fn store(&mut self, now: Now, mut change: Change) {
        debug_assert!(!self.is_storing(), "one change at a time");
        if change.entries.iter().any(|new| matches!(new.entry(), Entry::Act { .. })) {
            self.state.play.look_away(false);
            self.update_play_clock(now);
        }
        let mut write = self.write(now, change.arrangement.as_ref(), &mut change.entries);
        write.terms = change.terms.clone().map(Box::new);
        self.in_flight = Some(InFlight::Write(write.id, Box::new(change)));
        self.requested_at = now.instant;
        self.out.push(Effect::Write(write));
    }

    pub(super) fn write(
        &mut self,
        now: Now,
        arrangement: Option<&crate::arrangement::Arrangement>,
        entries: &mut [NewEntry],
    ) -> Write {
        self.last_write += 1;
        let id = WriteId(self.last_write);
        let mut logged = self.state.advisers.entries_for(id);
        let first = self.state.log.length() - logged.len() as u64;
        let played_ms = (self.state.seats() == 1).then(|| self.state.play.at(now.unix_ms));
        let log_entry = |new: &mut NewEntry| {
            new.margin = margin(&self.state, now, new);
            let (seat, cmd) = new.by.clone().map_or((None, None), |(seat, cmd)| (Some(seat.index() as u8), cmd));
            LogEntry { at_ms: now.unix_ms, seat, cmd, entry: written(new.entry(), new.margin, played_ms) }
        };
        logged.extend(entries.iter_mut().map(log_entry));
        // A clock need not be stored if one of these entries makes its decision.
        let made = |seat: u8| {
            entries.iter().any(|new| matches!(new.entry(), Entry::Act { seat: by, .. } if by.index() as u8 == seat))
        };
        let clocks = self.state.clocks.left(now.instant, made);
        self.state.clocks.record_stored(now.instant);
        let alone = arrangement.is_none() && !clocks.is_empty();
        let clocks_alone = alone.then(|| clocks.clone());
        let arrangement = arrangement.map(|arrangement| StoredArrangement {
            seats: arrangement.seating.seats().to_vec(),
            host: arrangement.seating.host(),
            started_ms: arrangement.seating.started_ms(),
            kept: arrangement.stored_form(clocks),
        });
        let counted = !entries.iter().any(|new| matches!(new.entry(), Entry::Advised { .. })) && !entries.is_empty();
        Write { id, arrangement, terms: None, first, entries: logged, clocks: clocks_alone, counted }
    }

    /// Stores the times of the clocks, and advice that is not stored yet. If this fails, the next write stores them.
    pub(super) fn store_clocks(&mut self, now: Now) {
        let write = self.write(now, None, &mut []);
        self.out.push(Effect::Write(write));
    }

    #[inline(never)]
    pub(super) fn on_store_answer(&mut self, now: Now, write: WriteId, result: Result<(), NotStored>) {
        let advised = match &result {
            Ok(()) => self.answer_advised(now, write),
            Err(_) => self.state.advisers.not_stored(now, write),
        };
        if let Some(InFlight::Write(_, change)) =
            self.in_flight.take_if(|asked| matches!(asked, InFlight::Write(id, _) if *id == write))
        {
            match result {
                Ok(()) => self.on_stored(now, *change),
                Err(why) => self.on_not_stored(now, *change, why),
            }
            return;
        }
        if self.probe.take_if(|probe| *probe == write).is_some() {
            return self.on_probe_answer(now, result);
        }
        // If the write contained only times, its failure is ignored: the next write contains the times too.
        if let (true, Err(why)) = (advised, result) {
            self.note_failure(why);
        }
    }

    /// Sends the advice that was held until this write was stored. Returns whether there was any.
    #[inline(never)]
    fn answer_advised(&mut self, now: Now, write: WriteId) -> bool {
        let answers = self.state.advisers.stored(write);
        for (question, message) in &answers {
            send::frame_to_seat(&mut self.state, now, &mut self.out, question.seat);
            send::message_to(&mut self.out, question.connection, message);
        }
        !answers.is_empty()
    }

    #[inline(never)]
    fn on_stored(&mut self, now: Now, mut change: Change) {
        self.published.clear_disk_full();
        let then = std::mem::replace(&mut change.then, Then::Nothing);
        self.news_pending |= self.state.clocks.resume();
        // If the change has log entries, everybody gets frames about them, and these contain the pending news.
        self.news_pending &= change.entries.is_empty();
        let before = self.out.len();
        evolve::evolve(&mut self.state, now, &mut self.out, change);
        self.update_play_clock(now);
        // The results go to the store before people see the end, because they may ask for the results immediately.
        let shown = self.out.split_off(before);
        self.record_the_end(now);
        self.out.extend(shown);
        match then {
            Then::Nothing => {}
            Then::BotActed { index } => {
                if let Some(bot) = self.state.bots.get_mut(index) {
                    bot.has_acted();
                }
            }
            Then::Answer(asker) | Then::Released(asker) => self.answer(&asker, None),
            Then::Decide(asker, command) => {
                if self.state.presence.get(asker.connection).is_some() {
                    self.decide(now, asker, command);
                }
            }
            Then::Reply { request, value } => self.out.push(Effect::Reply { to: request, answer: Ok(value) }),
            Then::LetEngineIn { engine, hash } => self.let_engine_in(now, engine, hash),
            Then::TimedOut { index, at } => self.state.bots.record_timeout(index, at),
            Then::Help(waiting) => self.state.solver.wait(waiting),
            Then::SendAnalysis { task, message } => {
                if let Some(question) = self.state.advisers.finish(task) {
                    send::message_to(&mut self.out, question.connection, &message);
                }
            }
            Then::Close => self.out.push(Effect::Closed),
        }
        self.disconnect_unseated(now);
    }

    /// Handles a change that could not be stored. The state has not changed.
    #[inline(never)]
    fn on_not_stored(&mut self, now: Now, Change { then, to, .. }: Change, why: NotStored) {
        // A malformed change is the sender's fault. Every store refuses a malformed change, so the refusal does not
        // mean that the store is broken.
        if why.fault != StoreFault::Malformed {
            // A failed change for one seat alone stops no clock, because others would see that the seat tried
            // something.
            if why.fault.wrote_nothing() && !matches!(to, Audience::Seat(_)) {
                self.halt_clocks(now);
            }
            self.out.push(Effect::Log(LogLine::NotStored {
                words: why.refusal.words.to_string(),
                wrote_nothing: why.fault.wrote_nothing(),
            }));
        }
        match then {
            Then::Nothing => self.state.schedule.try_again(now.instant),
            Then::TimedOut { .. } => {}
            Then::Answer(asker) | Then::Decide(asker, _) => self.not_answered(&asker, &why),
            Then::Released(asker) => {
                if let Some(seat) = asker.seat {
                    send::frame_to_seat(&mut self.state, now, &mut self.out, seat);
                }
                self.not_answered(&asker, &why);
            }
            Then::Reply { request, .. } => {
                self.out.push(Effect::Reply { to: request, answer: Err(Denied::NotStored(why.clone())) });
            }
            Then::LetEngineIn { engine, .. } => {
                self.out.push(Effect::TurnEngineAway { engine, denied: Denied::NotStored(why.clone()) });
            }
            Then::BotActed { index } => self.on_bot_not_stored(now, index, &why),
            Then::Help(SolverRequest { connection, cmd, .. }) => {
                send::message_to(&mut self.out, connection, &Message::Refused { cmd, refusal: why.refusal.clone() });
            }
            Then::SendAnalysis { task, .. } => {
                if let Some(question) = self.state.advisers.finish(task) {
                    let refused = Message::Refused { cmd: question.cmd, refusal: why.refusal.clone() };
                    send::message_to(&mut self.out, question.connection, &refused);
                }
            }
            Then::Close => self.out.push(Effect::Closed),
        }
        if !why.fault.wrote_nothing() {
            self.needs_reload = true;
        }
    }

    /// Lets a bot try again later if its action could not be stored, and tells people why play stops.
    fn on_bot_not_stored(&mut self, now: Now, index: usize, why: &NotStored) {
        if let Some(bot) = self.state.bots.get_mut(index) {
            bot.act_later(now.instant + TRY_AGAIN);
        }
        if self.published.announce_disk_full(&why.refusal) {
            let (key, words) = (why.refusal.key.to_string(), why.refusal.words.to_string());
            send::message_to_all(&self.state, &mut self.out, &Message::Error { key, words });
        }
    }

    /// Stops all clocks because nothing can be stored. Each clock has the time that it had when the store was asked.
    pub(super) fn halt_clocks(&mut self, now: Now) {
        self.news_pending |= self.state.clocks.halt(now.instant, self.requested_at);
    }

    /// While the clocks stand still because of the store, tests every few seconds whether the store works again.
    /// Without the test, the clocks would stand still until somebody acts. The test is a write that changes nothing.
    /// The table does not wait for this write.
    pub(super) fn probe_store(&mut self, now: Now) {
        if self.state.clocks.try_store(now.instant) {
            let arrangement = self.state.arrangement();
            let write = self.write(now, Some(&arrangement), &mut []);
            self.probe = Some(write.id);
            self.out.push(Effect::Write(write));
        }
    }

    #[inline(never)]
    fn on_probe_answer(&mut self, now: Now, result: Result<(), NotStored>) {
        match result {
            Ok(()) => self.news_pending |= self.state.clocks.resume(),
            Err(why) if why.fault.wrote_nothing() => self.state.clocks.try_later(now.instant),
            Err(why) => self.note_failure(why),
        }
    }

    /// Handles the failure of a write for which the room did not wait. If the data may have been stored nevertheless,
    /// the table is loaded again.
    fn note_failure(&mut self, why: NotStored) {
        let wrote_nothing = why.fault.wrote_nothing();
        self.out.push(Effect::Log(LogLine::NotStored { words: why.refusal.words.into_owned(), wrote_nothing }));
        self.needs_reload |= !wrote_nothing;
    }

    /// Stores the results of a finished deal for statistics, and the end of a match for lists. If a crash loses the end
    /// of the match, it is stored when the table is loaded again.
    #[inline(never)]
    pub(super) fn record_the_end(&mut self, now: Now) {
        let over = self.state.phase() == MatchPhase::Over;
        if over && self.published.is_end_recorded() {
            return;
        }
        match self.state.table.phase() {
            MatchPhase::Deal if over => {}
            // A finished match goes on if actions were undone.
            MatchPhase::Deal if self.published.is_end_recorded() => {
                self.published.reopen();
                self.out.push(Effect::WriteLater(LaterWrite::Reopened));
            }
            MatchPhase::Deal => {}
            MatchPhase::Between | MatchPhase::Over => self.record_results(now),
        }
        if over {
            self.published.record_end();
            let totals = self.state.table.totals();
            self.out.push(Effect::WriteLater(LaterWrite::Ended(totals)));
            self.out.push(Effect::Count(crate::effect::Metric::MatchOver));
            self.out.push(Effect::Log(LogLine::MatchOver));
        }
    }

    /// Stores the result of the last deal once for each person on a seat. Practice has no results.
    #[inline(never)]
    fn record_results(&mut self, now: Now) {
        let repeats_day = self.state.facts.settings.day.is_some_and(|day| !day.first);
        if self.state.is_practice() || repeats_day {
            return;
        }
        let position = self.state.table.position(Viewer::Public);
        if !self.published.record_results(position.deals.len()) {
            return;
        }
        let Some((_, points, _)) = position.deals.last() else { return };
        let RoomState { seating, table, play, .. } = &self.state;
        let helped = table.solitaire().is_some_and(SolitaireTable::counts_as_assisted);
        let result = |(index, person): (usize, PersonId)| SeatResult {
            person,
            seat: index as u8,
            deal: position.deals.len() as u32 - 1,
            points: points[index],
            level: seating.level_against(index).map(str::to_owned),
            took_ms: position.winners.as_ref().map(|_| play.at(now.unix_ms).cast_signed()),
            won: position.winners.as_ref().map(|winners| winners.contains(&Seat::new(index as u8))),
            assisted: helped || table.advised().has(Seat::new(index as u8)),
        };
        let results: Vec<SeatResult> = seating.people().map(result).collect();
        if !results.is_empty() {
            self.out.push(Effect::WriteLater(LaterWrite::Results(results)));
        }
    }
}

fn margin(state: &RoomState, now: Now, new: &NewEntry) -> Option<protocol::Margin> {
    let Entry::Act { seat, action } = new.entry() else { return None };
    if !state.table.is_claim(action) {
        return None;
    }
    // Only a claim with a command came over a connection. Armed claims and claims of bots have no command.
    let sent = matches!(new.by, Some((_, Some(_))));
    state.claims.margin(now.instant, sent.then(|| state.presence.latency(seat.index())))
}
