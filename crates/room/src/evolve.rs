//! The application of a stored change to the state. Everybody who may know of the change gets a message.

use game::{Seat, SeatSet};
use protocol::{Message, Stage};
use table::{Accepted, Entry, MatchPhase, PublicEvent, Why};

use crate::arrangement::{Arrangement, Audience, Change, NewEntry};
use crate::clocks::ClockedDecision;
use crate::effect::{Effect, LogLine, Metric};
use crate::engine_talk;
use crate::help::About;
use crate::history::took_over;
use crate::log::actor;
use crate::seated::ENGINE;
use crate::send;
use crate::settings::Terms;
use crate::state::RoomState;
use crate::time::Now;
use crate::wire::{refusal, spectator_in};

/// Applies a stored change, and sends it.
pub(crate) fn evolve(state: &mut RoomState, now: Now, out: &mut Vec<Effect>, change: Change) {
    let Change { arrangement, terms, entries, to, .. } = change;
    let arranged = arrangement.is_some() || terms.is_some();
    let begins = arrangement.as_ref().is_some_and(|new| new.seating.has_begun() && !state.seating.has_begun());
    if let Some(terms) = terms {
        agree(state, out, terms);
    }
    if arranged && state.facts.settings.fill_s.is_none() {
        state.schedule.cancel_beginning();
    }
    if let Some(arrangement) = arrangement {
        arrange(state, now, out, arrangement);
    }
    if begins {
        begin(state, now, out);
    }
    for entry in entries {
        self::entry(state, now, out, entry);
    }
    match to {
        Audience::Everybody if arranged => send::arrangement(state, now, out),
        Audience::Seat(seat) => send::frame_to_seat(state, now, out, seat),
        Audience::Everybody | Audience::Nobody => {}
    }
    if begins {
        engine_talk::match_begins(state, out);
    }
}

fn arrange(state: &mut RoomState, now: Now, out: &mut Vec<Effect>, arrangement: Arrangement) {
    let Arrangement { seating, paused, armed, passes, played_ms, shuffle } = arrangement;
    for index in 0..state.seats() {
        if seating.seat(index).person != state.seating.seat(index).person {
            forget_seat(state, index);
        }
    }
    for pass in passes.iter().filter(|pass| !state.engines.passes().contains(pass)) {
        state.bots.forget_replaced(usize::from(pass.seat));
    }
    if paused && !state.clocks.is_paused() {
        (0..state.seats()).for_each(|index| state.clocks.set_wants_pause(index, state.presence.is_here(index)));
    }
    if !state.facts.shuffle.is_same_step(&shuffle) {
        state.schedule.clear_shuffle_step();
    }
    state.facts.shuffle = shuffle;
    state.seating = seating;
    state.table.rename(state.seating.names());
    state.clocks.pause(paused);
    state.play.record_stored(played_ms);
    state.claims.arm(armed);
    state.engines.replace_passes(passes);
    state.presence.update_viewers(|person| state.seating.viewer(person));
    for engine in state.engines.without_pass() {
        engine_talk::send_away(state, out, engine);
    }
    seat_bots(state, out);
    let RoomState { presence, seating, .. } = state;
    presence.drop_requests(|person| seating.has_place(person) || seating.is_removed(person));
    note_presence(state, now);
    plan_clocks(state, now);
}

/// Applies new terms from the host. The first deal is dealt again. It may have the same seed, because nobody has seen a
/// card of it.
fn agree(state: &mut RoomState, out: &mut Vec<Effect>, terms: Terms) {
    let Terms { settings, rules, options } = terms;
    let setup = table::Setup { rules, options, ..state.table.setup().clone() };
    if !state.open_match(setup) {
        out.push(Effect::Reload);
    }
    state.clocks.set_kind(settings.clock);
    state.facts.settings = settings;
    state.schedule.note_changed_settings();
}

/// Drops the data about the former person of a seat that has another person, or none.
fn forget_seat(state: &mut RoomState, index: usize) {
    state.presence.forget_seat(index);
    state.schedule.set_ready(index, false);
    state.clocks.forget_seat(index);
    state.claims.drop_held(Seat::new(index as u8));
    state.bots.forget_stand_in(index);
}

/// Begins the match, with the current names of the seats.
fn begin(state: &mut RoomState, now: Now, out: &mut Vec<Effect>) {
    (0..state.seats()).for_each(|index| state.clocks.set_wants_pause(index, false));
    let names = state.seating.names();
    let (seed, attempts) = state.facts.shuffle.made(state.table.setup().seed);
    let setup = table::Setup { names, seed, ..state.table.setup().clone() };
    if !state.open_match(setup) {
        out.push(Effect::Reload);
    }
    if let Some(last) = attempts.last() {
        state.facts.commitment = last.commitment.to_string();
        state.table.shuffled_together(attempts);
        send::shuffle_to_all(state, now, out);
    }
    out.push(Effect::Count(Metric::MatchBegan));
    out.push(Effect::Log(LogLine::MatchBegan));
    seat_bots(state, out);
    plan_clocks(state, now);
}

/// Applies an entry of the log. Then updates everything that depends on the position.
fn entry(state: &mut RoomState, now: Now, out: &mut Vec<Effect>, new: NewEntry) {
    let NewEntry { accepted, by, margin } = new;
    let entry = accepted.entry().clone();
    let waited_for = state.table.must();
    state.log.append();
    if let Some((seat, Some(cmd))) = &by {
        state.sent.answers.carried_out(*seat, cmd);
    }
    state.solver.apply_entry(state.log.length(), &entry);
    if entry == Entry::Next && state.is_delayed() && state.presence.spectators() > 0 {
        let deal = state.sent.history.seen_by(state.table.as_ref(), &spectator_in);
        state.sent.spectators.store_deal(deal);
    }
    let done_by = state.sent.history.note(&entry, margin, by.map(|(seat, _)| seat));
    state.advisers.apply_entry(&entry);
    let deal = if state.engines.passes().is_empty() { 0 } else { state.table.deal() };
    let mut events = state.table.apply(accepted);
    if changes_the_position(state, waited_for, &entry, &events) {
        state.log.move_on();
    }
    update_play_clock(state, now);
    note_player(state, deal, &entry);
    match &entry {
        // A change of players opens no window: nobody can claim after it.
        Entry::TookOver { seat, bot, .. } => {
            out.push(Effect::Log(LogLine::TookOver { seat: seat.index() as u8, bot: bot.clone() }));
            seat_bots(state, out);
            events.extend(took_over(&entry));
        }
        _ => open_window(state, now, Some(&entry)),
    }
    state.claims.apply_entry(&entry);
    state.ending.apply_entry(&entry);
    if entry == Entry::Next {
        state.schedule.nobody_is_ready();
    }
    plan_clocks(state, now);
    stop_advisers(state, out);
    send::news_to_all(state, now, out, &send::news(&events, margin, done_by));
    engine_talk::entry(state, out, &entry, &events);
    if matches!(entry, Entry::Next | Entry::TookOver { .. }) || state.table.phase() != MatchPhase::Deal {
        plan_next_deal(state, now);
        send::room_to_all(state, now, out);
    }
}

/// Applies the log entry about advice to a seat. No other player learns of the entry, and no decision changes.
pub(crate) fn advised(state: &mut RoomState, accepted: Accepted) {
    let entry = accepted.entry().clone();
    state.log.append();
    state.solver.apply_entry(state.log.length(), &entry);
    state.advisers.apply_entry(&entry);
    state.table.apply(accepted);
}

/// Returns whether the other seats have to think again after this entry. `waited_for`: the seats that had to act before
/// the entry. Seats that choose at the same time do not see each other's choices (`game::laws`). So a choice changes
/// nothing for the other seats while all of them still have to act. A choice that others see can end their decision. An
/// example is Stop in La Dame Noire.
fn changes_the_position(state: &RoomState, waited_for: SeatSet, entry: &Entry, events: &[PublicEvent]) -> bool {
    match entry {
        Entry::Act { seat, .. } => {
            let others = waited_for - SeatSet::only(*seat);
            let unseen = events.iter().any(|event| event.seat() == Some(*seat) && event.hides_a_part());
            let sealed = unseen && waited_for.has(*seat) && !others.is_empty() && state.table.must() == others;
            !sealed
        }
        Entry::Position { .. } | Entry::Next | Entry::Undo { .. } | Entry::GiveUp | Entry::PlayOn { .. } => true,
        Entry::Assisted | Entry::Advised { .. } | Entry::TookOver { .. } => false,
    }
}

/// Notes who plays a seat after the last entry, and which action a bot made for an engine. `deal`: the deal to which
/// the entry belongs.
fn note_player(state: &mut RoomState, deal: u32, entry: &Entry) {
    note_player_at(state, state.log.length() - 1, deal, entry);
}

/// Does the work of [`note_player`] for the entry with the number `log`.
pub(crate) fn note_player_at(state: &mut RoomState, log: u64, deal: u32, entry: &Entry) {
    if let Entry::Act { seat, .. } = entry {
        let index = seat.index();
        let pass = state.engines.pass_of_seat(index);
        let engines = pass.is_some_and(|pass| pass.log <= log && pass.from <= deal);
        if engines {
            state.bots.count_replaced(index);
        }
    }
    if let Entry::TookOver { seat, bot, why } = entry {
        let index = seat.index();
        let person = state.seating.seat(index).person.is_some();
        let engine = state.seating.is_engines(index);
        let level = bot.clone().filter(|level| person || (engine && level != ENGINE));
        state.bots.take_over(index, level, person && bot.is_some() && *why == Why::Clock);
    }
}

/// Closes the claim window. If the new position has a claim window, opens that window. `entry`: the entry that led to
/// the position, or `None` after the table was loaded.
pub(crate) fn open_window(state: &mut RoomState, now: Now, entry: Option<&Entry>) {
    let slowest = (0..state.seats()).map(|index| state.presence.latency(index)).max().unwrap_or_default();
    let races = (state.facts.settings.races, state.table.race());
    state.claims.open(now.instant, races, entry.and_then(actor), slowest);
}

/// Puts a bot on every seat that needs one: a bot's own seat, or the seat of a person for whom a bot stands in.
pub(crate) fn seat_bots(state: &mut RoomState, out: &mut Vec<Effect>) {
    let levels: Vec<Option<String>> = (0..state.seats()).map(|index| state.bot_level(index)).collect();
    let game = state.table.setup().game;
    if !state.bots.seat(game, |index| levels[index].clone()) {
        // Levels are checked before they are stored, so an unknown level means that the stored data are wrong.
        out.push(Effect::Reload);
    }
}

/// Notes who has come and who has gone. Returns whether anything changed.
pub(crate) fn note_presence(state: &mut RoomState, now: Now) -> bool {
    let seats = state.seating.seats();
    let changed = state.presence.note(now.instant, |index| seats[index].person.is_some());
    for index in &changed {
        state.schedule.set_ready(*index, false);
        state.clocks.set_wants_pause(*index, false);
        if state.presence.away_since(*index).is_some() {
            state.bots.clear_time_up(*index);
        }
    }
    !changed.is_empty()
}

/// Starts or stops the clock of the time of play. Returns whether the clock stopped because the player has just gone.
pub(crate) fn update_play_clock(state: &mut RoomState, now: Now) -> bool {
    let here = state.presence.anybody_here();
    let on = here && state.stage() == Stage::Playing && state.table.phase() == MatchPhase::Deal;
    state.play.run(on, now.unix_ms) && !here
}

/// Starts the clocks of new decisions, and stops those of decisions that were made.
pub(crate) fn plan_clocks(state: &mut RoomState, now: Now) {
    let plays = state.stage() == Stage::Playing && state.table.phase() == MatchPhase::Deal;
    let here = state.presence.anybody_here();
    let RoomState { clocks, claims, bots, presence, table, .. } = state;
    clocks.plan(now.instant, |index| {
        let seat = Seat::new(index as u8);
        let closes = || claims.closes().filter(|_| claims.must_wait(seat));
        let (at, runs) = (table.at(seat), here && !bots.plays(index));
        let clocked = || ClockedDecision::new(at, closes(), presence.latency(index));
        (plays && table.must().has(seat)).then(|| (at, runs.then(clocked)))
    });
}

/// Sets the moment at which the next deal is dealt even if not everybody is ready.
pub(crate) fn plan_next_deal(state: &mut RoomState, now: Now) {
    if state.stage() != Stage::Playing || state.table.phase() != MatchPhase::Between {
        state.schedule.cancel_next_deal();
        return;
    }
    let people = (state.seating.people().count(), state.playing_themselves().count());
    let RoomState { schedule, bots, clocks, facts, .. } = state;
    let table = (&facts.settings, clocks.is_paused());
    schedule.plan_deal(now.instant, people, table, || bots.pause_before_next_deal());
}

/// Answers questions for advice about decisions that are over, and cancels their computations.
fn stop_advisers(state: &mut RoomState, out: &mut Vec<Effect>) {
    let RoomState { advisers, table, log, .. } = state;
    let over = advisers.stop(|question| match question.about {
        About::Deal => false,
        // A question of a seat that need not act is over as soon as the position changes.
        About::Decision { at, position } => {
            let seat = question.seat;
            let same = table.must().has(seat) || position == log.position();
            table.phase() != MatchPhase::Deal || table.at(seat) != at || !same
        }
    });
    for question in over {
        let refusal = refusal("stale", "The table has changed: that decision is over.");
        send::message_to(out, question.connection, &Message::Refused { cmd: question.cmd, refusal });
    }
}

/// Returns the claims that people could still make now.
pub(crate) fn open_claims(state: &RoomState) -> Vec<(Seat, String)> {
    let mut claims = Vec::new();
    for seat in Seat::all(state.seats() as u8).filter(|seat| !state.bots.plays(seat.index())) {
        if !(state.table.must() | state.table.may()).has(seat) {
            continue;
        }
        let legal = state.table.legal(seat).into_iter();
        claims.extend(legal.filter(|action| state.table.is_claim(action)).map(|claim| (seat, claim)));
    }
    claims
}
