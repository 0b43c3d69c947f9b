//! Messages to engines. An engine gets the same events as a person on its seat. The events are made from the position
//! of that seat.

use game::{Seat, Viewer};
use protocol::{Stage, ToEngine};
use table::{Entry, MatchPhase, PublicEvent};

use crate::effect::{Effect, LogLine, Metric};
use crate::ids::EngineId;
use crate::state::RoomState;
use crate::time::Instant;

pub(crate) fn send(out: &mut Vec<Effect>, to: EngineId, message: &ToEngine) {
    out.push(Effect::SendEngine { to, text: message.text() });
}

/// Disconnects an engine. The rule bot decides until the engine connects again.
pub(crate) fn send_away(state: &mut RoomState, out: &mut Vec<Effect>, engine: EngineId) {
    send(out, engine, &ToEngine::Quit {});
    out.push(Effect::HangUpEngine(engine));
    forget(state, engine);
}

pub(crate) fn forget(state: &mut RoomState, engine: EngineId) {
    if let Some(index) = state.engines.seat_of(engine)
        && let Some(bot) = state.bots.get_mut(index)
    {
        bot.ask_again_if_engine_was();
    }
    state.engines.close(engine);
}

pub(crate) fn match_begins(state: &mut RoomState, out: &mut Vec<Effect>) {
    for engine in state.engines.ids() {
        send_match(state, out, engine);
    }
}

/// Sends the match to an engine, and also the current deal if the engine may play it.
pub(crate) fn send_match(state: &mut RoomState, out: &mut Vec<Effect>, engine: EngineId) {
    let Some(index) = state.engines.seat_of(engine) else { return };
    let seed = state.bots.random();
    let setup = state.table.setup();
    let new = ToEngine::New {
        game: setup.game.to_owned(),
        rules: setup.rules,
        options: setup.options.clone(),
        seats: setup.names.len() as u8,
        names: state.seating.names(),
        seat: index as u8,
        seed: hex::encode(seed.to_be_bytes()),
    };
    send(out, engine, &new);
    if state.table.phase() == MatchPhase::Deal && state.engines.may_play(index, state.table.deal()) {
        send_deal(state, out, engine, index);
    }
}

fn send_deal(state: &RoomState, out: &mut Vec<Effect>, engine: EngineId, index: usize) {
    let position = state.table.position(Viewer::Seat(Seat::new(index as u8)));
    let (deal, dealer) = (position.deal, position.dealer.index() as u8);
    send(out, engine, &ToEngine::Deal { deal, dealer, totals: position.totals, view: position.view.value() });
}

/// Sends the events of an entry to every engine, in the form that its seat may see.
pub(crate) fn entry(state: &mut RoomState, out: &mut Vec<Effect>, entry: &Entry, events: &[PublicEvent]) {
    for engine in state.engines.ids() {
        let Some(index) = state.engines.seat_of(engine) else { continue };
        if !state.engines.may_play(index, state.table.deal()) {
            continue;
        }
        match entry {
            Entry::Act { .. } => acted(state, out, (engine, index), events),
            Entry::Next => send_deal(state, out, engine, index),
            _ => {}
        }
    }
    if state.phase() == MatchPhase::Over {
        let over = game_over(state);
        for engine in state.engines.ids() {
            send(out, engine, &over);
            send_away(state, out, engine);
        }
    }
}

fn acted(state: &RoomState, out: &mut Vec<Effect>, (engine, index): (EngineId, usize), events: &[PublicEvent]) {
    let seat = Seat::new(index as u8);
    for event in events {
        let action = event.text(Viewer::Seat(seat)).into_owned();
        send(out, engine, &ToEngine::Event { seat: event.seat().map(|actor| actor.index() as u8), action });
    }
    if state.table.phase() != MatchPhase::Deal {
        let position = state.table.position(Viewer::Seat(seat));
        let (_, points, totals) = position.deals.last().expect("a deal is finished").clone();
        send(out, engine, &ToEngine::Score { deal: position.deal, points, totals, view: position.view.value() });
    }
}

fn game_over(state: &RoomState) -> ToEngine {
    let position = state.table.position(Viewer::Public);
    let winners = position.winners.map(|seats| seats.iter().map(|seat| seat.index() as u8).collect());
    ToEngine::GameOver { totals: position.totals, winners }
}

pub(crate) fn welcome(state: &mut RoomState, out: &mut Vec<Effect>, engine: EngineId) {
    match state.stage() {
        Stage::Gathering => {}
        Stage::Playing => send_match(state, out, engine),
        Stage::Over => {
            send_match(state, out, engine);
            send(out, engine, &game_over(state));
            send_away(state, out, engine);
        }
    }
}

/// Asks the engine of a seat, if it is connected and has time left. Returns the engine's deadline.
pub(crate) fn ask(state: &mut RoomState, out: &mut Vec<Effect>, index: usize, now: Instant) -> Option<Instant> {
    let engine = state.engines.of_seat(index).filter(|_| state.engines.may_play(index, state.table.deal()))?;
    let seat = Seat::new(index as u8);
    let (legal, view) = (state.table.legal(seat), state.table.view(Viewer::Seat(seat)));
    if legal.is_empty() {
        return None;
    }
    let (at, must) = (state.table.at(seat), state.table.must().has(seat));
    let asked = state.engines.get_mut(engine)?;
    let until = asked.time_for(at, must, now)?;
    let question = asked.dialogue().ask(must, legal, view.value(), until.since(now));
    send(out, engine, &question);
    Some(until)
}

/// Handles a question that an engine has not answered in time. Returns whether the engine was sent away.
pub(crate) fn late(state: &mut RoomState, out: &mut Vec<Effect>, index: usize) -> bool {
    let Some(engine) = state.engines.of_seat(index) else { return false };
    let Some(late) = state.engines.get_mut(engine).and_then(|engine| engine.dialogue().late()) else { return false };
    if late.must {
        out.push(Effect::Count(Metric::EngineAsked("late")));
    }
    send(out, engine, &late.complaint);
    if late.hangs {
        out.push(Effect::Log(LogLine::EngineSentAway));
        send_away(state, out, engine);
    }
    late.hangs
}
