//! Engines at a table: programs from outside on bots' seats, let in by a token that the host has made (docs/engines.md).
//!
//! An engine is told what its seat is told, from the seat's own position, and is asked where a bot would be. What it does
//! not answer in time, or what is not legal, the rule bot decides, as it does while no engine is there; the log says who
//! acted.

use axum::extract::ws::Utf8Bytes;
use game::{Seat, Viewer};
use protocol::{NOT_NOW, Open, Stage, ToEngine};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Seated, SessionId, StoreError};
use table::{Entry, Heard, Phase, Why};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::bots::{THINKS_AT_MOST, Work};
use super::{Croupier, millis};
use crate::fault::Fault;
use crate::open_table::{bot_for, name, name_beside, random};
use crate::time::now_ms;

/// What stands in place of a bot's level on the seat of an engine.
pub(crate) const ENGINE: &str = "engine";
/// The level of the bot that decides in its place.
pub(super) const RULE: &str = "club";
/// So many late answers in a row are taken for hanging: the line is closed, and the engine may come again.
const LATE_AT_MOST: u32 = 3;

/// What lets an engine in. The token itself is with the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Pass {
    pub(crate) seat: u8,
    /// Of the token, in hex.
    pub(crate) hash: String,
    pub(crate) expires_ms: i64,
    /// How many events were stored when it was made.
    pub(crate) log: u64,
    /// The first deal that the engine plays, from 0: in the one before others have played the seat.
    #[serde(default)]
    pub(crate) from: u32,
}

/// An engine that is connected.
pub(super) struct Engine {
    /// Tells it from one that came with the same token before.
    line: u64,
    /// Of its token.
    hash: String,
    outbox: mpsc::Sender<Utf8Bytes>,
    /// The number of the last question.
    asked: u64,
    question: Option<Asked>,
    /// Until when a decision that play waits for must be made, however often it is asked anew.
    until: Option<(u32, Instant)>,
    /// Late answers in a row.
    late: u32,
}

/// A question that is not answered yet.
struct Asked {
    must: bool,
    legal: Vec<String>,
}

impl Croupier {
    /// The pass of a token that has come.
    fn pass(&self, hash: &str) -> Option<&Pass> {
        self.state.engines.iter().find(|pass| pass.hash == hash)
    }

    /// Whether the engine of a seat may see its hand: from the next deal on, if its seat was given to it in the middle of one.
    fn engine_plays(&self, index: usize) -> bool {
        let pass = self.state.engines.iter().find(|pass| usize::from(pass.seat) == index);
        pass.is_some_and(|pass| pass.from == 0 || pass.from <= self.deal_in_view())
    }

    /// Whether the seat is one for an engine.
    pub(super) fn is_engines(&self, index: usize) -> bool {
        self.setup.seats[index].bot.as_deref() == Some(ENGINE)
    }

    /// Which of the engines plays a seat.
    pub(super) fn engine_of(&self, index: usize) -> Option<usize> {
        let pass = self.state.engines.iter().find(|pass| usize::from(pass.seat) == index)?;
        self.engines.iter().position(|engine| engine.hash == pass.hash && !engine.outbox.is_closed())
    }

    fn seat_of_engine(&self, engine: usize) -> Option<Seat> {
        Some(Seat::new(self.pass(&self.engines[engine].hash)?.seat))
    }

    /// The host gives a seat to an engine. A token that led there before does so no more.
    pub(super) async fn seat_engine(&mut self, by: SessionId, mut pass: Pass) -> Result<(), Fault> {
        let index = usize::from(pass.seat);
        if self.setup.host != Some(by) {
            return Err(Fault::NotYourTable);
        }
        let Some(seated) = self.setup.seats.get(index) else {
            return Err(Fault::bad("unknown_seat", "This seat doesn't exist."));
        };
        if seated.session.is_some() {
            return Err(Fault::bad("taken", "This seat is taken. Remove the player first."));
        }
        if self.newcomer_at(index).is_some() {
            return Err(Fault::bad("taken", "Somebody takes that seat with the next deal."));
        }
        let playing = match self.stage() {
            Stage::Gathering => false,
            // Strangers have not agreed to somebody's looking into a second hand.
            Stage::Playing if self.settings.open == Open::Public => {
                return Err(Fault::bad(
                    "begun",
                    "At a public table, external bots can only join before the match starts.",
                ));
            }
            Stage::Playing => true,
            Stage::Over => return Err(Fault::bad("match_over", "The match at this table is over.")),
        };
        pass.log = self.log;
        // Nobody looks into a hand that is being played, whoever makes the token.
        pass.from = if playing { self.deal_in_view() + 1 } else { 0 };
        self.arrange(|draft| {
            let before = std::mem::take(&mut draft.seats[index]);
            // A name that is in the record stays.
            let name = match before.bot {
                Some(_) => before.name,
                None => bot_for(&draft.seats, ENGINE).name,
            };
            draft.seats[index] = Seated { name, session: None, bot: Some(ENGINE.to_owned()) };
            draft.state.engines.retain(|other| other.seat != pass.seat);
            draft.state.engines.push(pass);
        })
        .await?;
        self.places[index].replaced = 0;
        if playing {
            self.say_who_acts(Seat::new(index as u8), RULE).await?;
        }
        self.tell_arrangement();
        Ok(())
    }

    /// The seat of an engine becomes a bot's again.
    pub(super) async fn unseat_engine(&mut self, seat: Seat) -> Result<(), StoreError> {
        let (index, level) = (seat.index(), self.settings.level.clone());
        self.arrange(|draft| {
            draft.seats[index] = Seated::default();
            draft.seats[index] = bot_for(&draft.seats, &level);
        })
        .await?;
        if let Ok(accepted) = self.table.check_took_over(seat, Some(level), Why::Left) {
            self.commit(accepted, None, None).await?;
        }
        self.tell_arrangement();
        Ok(())
    }

    /// An engine has come that knows the token and has said `ready`.
    pub(super) async fn engine_joins(
        &mut self,
        hash: String,
        called: &str,
        outbox: mpsc::Sender<Utf8Bytes>,
    ) -> Result<u64, Fault> {
        let pass = self.pass(&hash).filter(|pass| pass.expires_ms > now_ms()).ok_or(Fault::UnknownToken)?;
        let index = usize::from(pass.seat);
        // Whoever came with this token before is told to go: its line may be dead without anybody's knowing.
        if let Some(before) = self.engines.iter().position(|engine| engine.hash == hash) {
            self.engine_goes(before, true);
        }
        if let Ok(called) = name(called)
            && self.stage() == Stage::Gathering
        {
            self.arrange(|draft| {
                draft.seats[index].name.clear();
                draft.seats[index].name = name_beside(&draft.seats, &called);
            })
            .await?;
        }
        let line = self.next_guest;
        self.next_guest += 1;
        self.engines.push(Engine { line, hash, outbox, asked: 0, question: None, until: None, late: 0 });
        let engine = self.engines.len() - 1;
        match self.stage() {
            Stage::Gathering => {}
            Stage::Playing | Stage::Over => self.tell_the_match(engine),
        }
        if self.stage() == Stage::Over {
            self.tell_engine(engine, &self.game_over());
            self.engine_goes(engine, true);
        }
        self.tell_arrangement();
        Ok(line)
    }

    /// A line has ended.
    pub(super) fn engine_leaves(&mut self, line: u64) {
        if let Some(engine) = self.engines.iter().position(|engine| engine.line == line) {
            self.engine_goes(engine, false);
            self.tell_arrangement();
        }
    }

    /// The rule bot decides from here, until the engine comes again.
    fn engine_goes(&mut self, engine: usize, told: bool) {
        if told {
            self.tell_engine(engine, &ToEngine::Quit {});
        }
        if let Some(seat) = self.seat_of_engine(engine)
            && let Some(plan) = self.bots[seat.index()].as_mut().and_then(|bot| bot.plan.as_mut())
            && matches!(plan.work, Work::Asks { .. })
        {
            plan.work = Work::Unasked;
        }
        self.engines.remove(engine);
    }

    /// Engines whose token leads here no more are told to go.
    pub(super) fn show_engines_out(&mut self) {
        for engine in (0..self.engines.len()).rev() {
            if self.pass(&self.engines[engine].hash).is_none() {
                self.engine_goes(engine, true);
            }
        }
    }

    /// The match has begun.
    pub(super) fn tell_engines_of_the_match(&mut self) {
        for engine in 0..self.engines.len() {
            self.tell_the_match(engine);
        }
    }

    /// What happened, to every engine as its seat may know it.
    pub(super) fn tell_engines(&mut self, entry: &Entry, heard: &[Heard]) {
        for engine in 0..self.engines.len() {
            let Some(seat) = self.seat_of_engine(engine).filter(|seat| self.engine_plays(seat.index())) else {
                continue;
            };
            match entry {
                Entry::Act { .. } => {
                    for heard in heard {
                        let whole = heard.seat.is_none_or(|actor| actor == seat);
                        let action = if whole { heard.full.clone() } else { heard.public.clone() };
                        let actor = heard.seat.map(|actor| actor.index() as u8);
                        self.tell_engine(engine, &ToEngine::Event { seat: actor, action });
                    }
                    if self.table.phase() != Phase::Deal {
                        let position = self.table.position(Viewer::Seat(seat));
                        let (_, points, totals) = position.deals.last().expect("a deal is finished").clone();
                        let score =
                            ToEngine::Score { deal: position.deal, points, totals, view: position.view.value() };
                        self.tell_engine(engine, &score);
                    }
                }
                Entry::Next => self.tell_the_deal(engine, seat),
                _ => {}
            }
        }
        if self.table.phase() == Phase::Over {
            for engine in (0..self.engines.len()).rev() {
                self.tell_engine(engine, &self.game_over());
                self.engine_goes(engine, true);
            }
        }
    }

    fn tell_the_match(&mut self, engine: usize) {
        let Some(seat) = self.seat_of_engine(engine) else { return };
        let setup = self.table.setup();
        let new = ToEngine::New {
            game: setup.game.to_owned(),
            rules: setup.rules,
            options: setup.options.clone(),
            seats: setup.names.len() as u8,
            names: self.setup.seats.iter().map(|seated| seated.name.clone()).collect(),
            seat: seat.index() as u8,
            seed: hex::encode(random::<8>()),
        };
        self.tell_engine(engine, &new);
        if self.table.phase() == Phase::Deal && self.engine_plays(seat.index()) {
            self.tell_the_deal(engine, seat);
        }
    }

    fn tell_the_deal(&mut self, engine: usize, seat: Seat) {
        let position = self.table.position(Viewer::Seat(seat));
        let (deal, dealer) = (position.deal, position.dealer.index() as u8);
        let deal = ToEngine::Deal { deal, dealer, totals: position.totals, view: position.view.value() };
        self.tell_engine(engine, &deal);
    }

    fn game_over(&self) -> ToEngine {
        let position = self.table.position(Viewer::Public);
        let winners = position.winners.map(|seats| seats.iter().map(|seat| seat.index() as u8).collect());
        ToEngine::GameOver { totals: position.totals, winners }
    }

    /// An engine that does not read is hung up on: dropping the outbox ends its line.
    fn tell_engine(&mut self, engine: usize, message: &ToEngine) {
        if self.engines[engine].outbox.try_send(message.text().into()).is_err() {
            let (outbox, _) = mpsc::channel(1);
            self.engines[engine].outbox = outbox;
        }
    }

    /// Asks the engine of a seat, if it is there and has time left. Returns whether it was asked.
    pub(super) fn ask_engine(&mut self, index: usize, now: Instant) -> bool {
        let Some(engine) = self.engine_of(index).filter(|_| self.engine_plays(index)) else { return false };
        let seat = Seat::new(index as u8);
        let position = self.table.position(Viewer::Seat(seat));
        let text = |legal: &Value| legal["action"].as_str().map(str::to_owned);
        let mut legal: Vec<String> = position.legal.iter().filter_map(text).collect();
        let (at, must) = (self.table.at(seat), self.table.must().has(seat));
        if legal.is_empty() {
            return false;
        }
        let until = match self.engines[engine].until.filter(|(of, _)| must && *of == at) {
            Some((_, until)) if until <= now => return false,
            Some((_, until)) => until,
            None => now + THINKS_AT_MOST,
        };
        if !must {
            legal.push(NOT_NOW.to_owned());
        }
        let entry = &mut self.engines[engine];
        entry.asked += 1;
        entry.until = must.then_some((at, until)).or(entry.until);
        entry.question = Some(Asked { must, legal: legal.clone() });
        let clock_ms = millis(until - now);
        let ask = ToEngine::Ask { id: entry.asked, must, legal, view: position.view.value(), clock_ms };
        self.tell_engine(engine, &ask);
        if self.engines[engine].outbox.is_closed() {
            return false;
        }
        let plan = self.bots[index].as_mut().and_then(|bot| bot.plan.as_mut()).expect("it has a decision");
        plan.work = Work::Asks { position: self.position, until };
        true
    }

    /// An engine answers. An answer to a question that is over is passed over.
    pub(super) async fn engine_acts(&mut self, line: u64, id: u64, action: String) {
        let Some(engine) = self.engines.iter().position(|engine| engine.line == line) else { return };
        let Some(seat) = self.seat_of_engine(engine) else { return };
        let entry = &mut self.engines[engine];
        if id != entry.asked {
            if id > entry.asked {
                let words = "No such question.".to_owned();
                self.tell_engine(engine, &ToEngine::Error { id: Some(id), key: "malformed".to_owned(), words });
            }
            return;
        }
        let Some(bot) = &mut self.bots[seat.index()] else { return };
        let Some(plan) = &mut bot.plan else { return };
        let position = match plan.work {
            Work::Asks { position, .. } if position == self.position => position,
            _ => return,
        };
        let Some(Asked { must, legal }) = entry.question.take() else { return };
        if legal.contains(&action) {
            entry.late = 0;
            if !must && action == NOT_NOW {
                (bot.passed_at, bot.plan) = (Some(position), None);
                return;
            }
            if must {
                self.house.meters.engine_answered("answered");
            }
            plan.work = Work::Ready { position, action, player: Some(ENGINE) };
            self.bots_act(Instant::now()).await;
            return;
        }
        if must {
            self.house.meters.engine_answered("illegal");
        }
        let shown: String = action.chars().take(40).collect();
        let words = format!("{shown:?} is not among \"legal\". The server chose for you.");
        self.tell_engine(engine, &ToEngine::Error { id: Some(id), key: "illegal".to_owned(), words });
        self.ask_again(seat.index());
        self.ask_mind(seat.index());
    }

    /// The time of a question is over.
    pub(super) fn engine_is_late(&mut self, index: usize) {
        let Some(engine) = self.engine_of(index) else { return };
        let entry = &mut self.engines[engine];
        let Some(Asked { must, .. }) = entry.question.take() else { return };
        entry.late += 1;
        let (id, hangs) = (entry.asked, entry.late >= LATE_AT_MOST);
        if must {
            self.house.meters.engine_answered("late");
        }
        let words = format!("No answer within {} ms. The server chose for you.", millis(THINKS_AT_MOST));
        self.tell_engine(engine, &ToEngine::Error { id: Some(id), key: "late".to_owned(), words });
        if hangs {
            tracing::info!(table = self.id, "an engine was late too often and is sent away");
            self.engine_goes(engine, true);
            self.tell_arrangement();
        }
    }

    /// Before an action on an engine's seat: the log says whose it is, if that has changed.
    pub(super) async fn say_who_acts(&mut self, seat: Seat, player: &str) -> Result<(), StoreError> {
        let place = &self.places[seat.index()];
        let known = place.stand_in.as_deref().unwrap_or(ENGINE);
        if known == player {
            return Ok(());
        }
        match self.table.check_took_over(seat, Some(player.to_owned()), Why::Away) {
            Ok(accepted) => self.commit(accepted, None, None).await,
            Err(_) => Ok(()),
        }
    }
}
