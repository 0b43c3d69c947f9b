//! Carries out the effects that a room returns.

use std::time::Instant;

use room::{Denied, Effect, Input, LaterWrite, LogLine, Metric, NotStored, Rematch, StoreFault, Write, WriteId};
use store::{Arrangement, DealResult, Ending, SessionId, StoreError};
use tokio::sync::mpsc::Sender;

use super::event_loop::{Actor, ActorState};
use crate::error::ApiError;
use crate::ids::{new_id, random};
use crate::stored::{daily_of, json, settings_of, store_entry, stored_seat};
use crate::time::now_ms;

impl Actor {
    pub(super) fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Welcome(connection) => self.admit(connection, None),
            Effect::TurnAway { connection, denied } => self.admit(connection, Some(denied.into())),
            Effect::Send { to, text } => self.send(to, text),
            Effect::HangUp(connection) => drop(self.connections.remove(&connection)),
            Effect::WelcomeEngine(engine) => self.admit_engine(engine, None),
            Effect::TurnEngineAway { engine, denied } => self.admit_engine(engine, Some(denied.into())),
            Effect::SendEngine { to, text } => {
                // An engine that does not read its messages gets disconnected.
                let cannot = |outbox: &Sender<_>| outbox.try_send(text.into()).is_err();
                if self.engines.get(&to).is_some_and(cannot) {
                    self.engines.remove(&to);
                    self.next.push_back(Input::EngineClosed { engine: to });
                }
            }
            Effect::HangUpEngine(engine) => drop(self.engines.remove(&engine)),
            Effect::Reply { to, answer } => {
                if let Some(reply) = self.replies.remove(&to) {
                    // The caller may have stopped waiting.
                    let _ = reply.send(answer.map_err(ApiError::from));
                }
            }
            Effect::Write(write) => self.write(write),
            Effect::LookUp { seat, cmd } => self.look_up(seat, &cmd),
            Effect::OpenRematch(rematch) => self.open_rematch(rematch),
            Effect::WriteLater(later) => self.write_later(later),
            Effect::AskBot(question) => self.ask_bot(question),
            Effect::Help { task, person, work } => self.help(task, SessionId(person.0), work),
            Effect::Cancel(task) => drop(self.tasks.remove(&task)),
            Effect::List(Some(line)) => self.services.lobby.show(*line),
            Effect::List(None) => self.services.lobby.remove(self.room.id()),
            Effect::Count(count) => self.count(count),
            Effect::Log(line) => self.log(line),
            Effect::Reload => self.state = ActorState::Reload,
            Effect::Closed => self.state = ActorState::Closed,
        }
    }

    /// Sends a text to a connection. If its outbox is full, the connection is too slow. Dropping the outbox closes the
    /// connection. The person then connects again and gets a whole frame.
    fn send(&mut self, to: room::ConnectionId, text: String) {
        let Some(outbox) = self.connections.get(&to) else { return };
        if outbox.try_send(text.into()).is_ok() {
            return;
        }
        if !outbox.is_closed() {
            self.services.metrics.slow.inc();
            tracing::info!(table = self.room.id(), "a connection could not keep up");
        }
        self.connections.remove(&to);
        let last_heard = self.now().instant;
        self.next.push_back(Input::Closed { connection: to, last_heard });
    }

    fn write(&mut self, write: Write) {
        let Write { id, arrangement, terms, first, entries, clocks, counted } = write;
        let arrangement = arrangement.map(|arrangement| Arrangement {
            seats: arrangement.seats.into_iter().map(stored_seat).collect(),
            host: arrangement.host.map(|host| SessionId(host.0)),
            started_ms: arrangement.started_ms,
            state: json(&arrangement.kept),
        });
        let terms = terms.as_deref().map(stored_terms);
        let events = entries.into_iter().map(store_entry).collect();
        let clocks = clocks.map(|clocks| json(&clocks));
        let asked = Instant::now();
        let stored =
            self.services.store.write(self.room.id(), store::Write { arrangement, terms, first, events, clocks });
        let (metrics, game) = (self.services.metrics.clone(), self.setup.game.clone());
        self.storing.push(Box::pin(async move {
            let result = stored.await;
            match &result {
                Ok(()) if counted => metrics.committed(&game, asked.elapsed()),
                Ok(()) => {}
                Err(_) => _ = metrics.not_stored.inc(),
            }
            answer(id, result)
        }));
    }

    fn look_up(&mut self, seat: u8, cmd: &str) {
        let known = self.services.store.carried_out(self.room.id(), seat, cmd);
        self.storing.push(Box::pin(async move { Input::LookedUp(known.await.map_err(|error| not_stored(&error))) }));
    }

    fn open_rematch(&mut self, rematch: Rematch) {
        if self.services.host.is_draining() {
            // A server that is leaving answers with the error for an unreachable server. The reason is that another
            // server is about to own the table and will open the rematch.
            let error = if self.services.host.is_leaving() { ApiError::Away } else { ApiError::Draining };
            let protocol::ErrorDetail { key, words, .. } = error.body();
            let why = NotStored { fault: StoreFault::Draining, refusal: protocol::Refusal::new(key, words) };
            self.storing.push(Box::pin(std::future::ready(Input::RematchOpened(Err(why)))));
            return;
        }
        let Rematch { seats, host, terms } = rematch;
        let store::Terms { rules, options, settings } = stored_terms(&terms);
        let setup = store::StoredSetup {
            id: new_id(),
            seed: cards::Seed::new(random()),
            seats: seats.into_iter().map(stored_seat).collect(),
            host: host.map(|host| SessionId(host.0)),
            rules,
            options,
            settings,
            created_ms: now_ms(),
            started_ms: None,
            ..self.setup.clone()
        };
        let id = setup.id.clone();
        let created = self.services.store.create(setup);
        self.storing.push(Box::pin(async move {
            Input::RematchOpened(created.await.map(|()| id).map_err(|error| not_stored(&error)))
        }));
    }

    fn write_later(&self, later: LaterWrite) {
        let (store, table) = (&self.services.store, self.room.id());
        // The write is in the queue of the store, so it is carried out although nobody waits for its answer.
        drop(match later {
            LaterWrite::Ended(totals) => {
                self.end_try();
                store.end(table, Ending { at_ms: now_ms(), totals })
            }
            LaterWrite::Reopened => store.reopen(table),
            LaterWrite::Results(results) => {
                store.note_results(results.into_iter().map(|result| self.result(result)).collect())
            }
        });
    }

    /// Stores the result of a first try at a deal of the day. If a crash loses it, the end of the match is lost too, and
    /// both are stored when the table is loaded again, even on a later day.
    fn end_try(&self) {
        let Some(day) = settings_of(&self.setup).day.filter(|day| day.first) else { return };
        let own = self.setup.seats.iter().position(|seated| seated.session.is_some());
        let Some(seat) = own.and_then(|seat| game::Seat::try_from(seat as u8).ok()) else { return };
        let Some(run) = answers::days::run_of(&self.room.table().broken_off_record(), seat) else { return };
        let until_ms = self.services.days.end_ms(day.date);
        drop(self.services.store.end_try(self.room.id(), run.points, json(&run.moves), until_ms));
    }

    fn result(&self, result: room::SeatResult) -> DealResult {
        let room::SeatResult { person, seat, deal, points, level, took_ms, won, assisted } = result;
        let (setup, played) = (&self.setup, self.room.table().setup());
        DealResult {
            table: setup.id.clone(),
            deal,
            seat,
            session: SessionId(person.0),
            game: setup.game.clone(),
            rules: played.rules,
            options: json(&played.options),
            seats: setup.seats.len() as u8,
            points,
            level,
            took_ms,
            won,
            assisted,
            daily: daily_of(setup),
            at_ms: now_ms(),
        }
    }

    fn count(&self, count: Metric) {
        let (metrics, game) = (&self.services.metrics, &self.setup.game);
        match count {
            Metric::BotThought { took, late } => metrics.bot_thought(took, late),
            Metric::EngineAsked(outcome) => metrics.engine_answered(outcome),
            Metric::MatchBegan => metrics.match_begun(game),
            Metric::MatchOver => metrics.match_over(game),
        }
    }

    fn log(&self, line: LogLine) {
        let (table, game) = (self.room.id(), &self.setup.game);
        match line {
            LogLine::MatchBegan => tracing::info!(table, game, "a match begins"),
            LogLine::MatchOver => tracing::info!(table, game, "a match is over"),
            LogLine::TookOver { seat, bot } => tracing::info!(table, seat, bot, "somebody else plays a seat"),
            LogLine::EngineSentAway => tracing::info!(table, "an engine was late too often and is sent away"),
            LogLine::BotFailed { level } => {
                tracing::error!(table, level, "a bot failed and is replaced by a fresh one");
            }
            LogLine::BotWasIllegal { key } => tracing::error!(table, key, "a bot wanted what is not legal"),
            LogLine::HelpFailed => tracing::error!(table, "an adviser or the solver failed"),
            LogLine::NotStored { wrote_nothing: true, words } => {
                tracing::warn!(table, why = words, "nothing was stored: it is tried again");
            }
            LogLine::NotStored { words, .. } => {
                tracing::error!(table, error = words, "something could not be stored: the table is loaded again");
            }
        }
    }
}

fn answer(write: WriteId, result: Result<(), StoreError>) -> Input {
    Input::Stored { write, result: result.map_err(|error| not_stored(&error)) }
}

fn not_stored(error: &StoreError) -> NotStored {
    let protocol::ErrorDetail { key, words, .. } = ApiError::from(error.clone()).body();
    let fault = match error {
        StoreError::Full => StoreFault::Full,
        StoreError::Away => StoreFault::Away,
        StoreError::Elsewhere => StoreFault::Elsewhere,
        StoreError::Malformed => StoreFault::Malformed,
        _ => StoreFault::Broken,
    };
    NotStored { fault, refusal: protocol::Refusal::new(key, words) }
}

fn stored_terms(terms: &room::settings::Terms) -> store::Terms {
    let room::settings::Terms { settings, rules, options } = terms;
    store::Terms { rules: *rules, options: json(options), settings: json(settings) }
}

impl From<Denied> for ApiError {
    fn from(denied: Denied) -> ApiError {
        match denied {
            Denied::NotYourTable => ApiError::NotYourTable,
            Denied::Removed => ApiError::Removed,
            Denied::Full => ApiError::Full,
            Denied::UnknownDeal => ApiError::UnknownDeal,
            Denied::UnknownToken => ApiError::UnknownToken,
            Denied::Invalid { key, words } => ApiError::bad(key, words),
            Denied::NotStored(NotStored { fault, refusal }) => match fault {
                StoreFault::Full => ApiError::Store(StoreError::Full),
                StoreFault::Away => ApiError::Store(StoreError::Away),
                StoreFault::Draining => ApiError::Draining,
                StoreFault::Malformed => StoreError::Malformed.into(),
                StoreFault::Elsewhere => ApiError::Store(StoreError::Elsewhere),
                StoreFault::Broken => ApiError::Store(StoreError::Broken(refusal.words.into_owned())),
            },
        }
    }
}
