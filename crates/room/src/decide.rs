//! Decides a command against the current state, without changing it.

use game::{Seat, Viewer};
use protocol::{ClockKind, Command, Open, Refusal, Stage};
use table::{Accepted, Entry, Intent, MatchPhase};

use crate::arrangement::{Change, NewEntry, Then};
use crate::asker::{Asker, HeldMove};
use crate::chat::Words;
use crate::claims::Armed;
use crate::decide_people;
use crate::decision::{CommandOutcome, Local};
use crate::early_end;
use crate::effect::Rematch;
use crate::ids::PersonId;
use crate::log::MOST_ENTRIES;
use crate::shared_shuffle;
use crate::state::RoomState;
use crate::time::Now;
use crate::wire::refusal;

/// Decides a command whose answer is stored or kept in memory.
///
/// # Errors
/// The reason of the refusal. Nothing changes.
pub(crate) fn decide(state: &RoomState, now: Now, asker: &Asker, command: &Command) -> Result<CommandOutcome, Refusal> {
    let Some(seat) = asker.seat else { return without_seat(state, now, asker, command) };
    if state.stage() == Stage::Gathering && needs_a_match(command) {
        return Err(not_begun());
    }
    if state.is_full() && needs_a_match(command) {
        return Err(match_over());
    }
    match command {
        Command::Act { at, action, .. } => act(state, now, asker, seat, (*at, action)),
        Command::Next { .. } => ready(state, asker, seat),
        Command::Undo { n, .. } => entry(state, asker, seat, state.table.check(Intent::TakeBack { seat, n: *n })),
        Command::Redo { n, .. } => redo(state, asker, seat, *n),
        Command::GiveUp { .. } => entry(state, asker, seat, state.table.check(Intent::GiveUp)),
        Command::Help { .. } => {
            can_be_solved(state)?;
            entry(state, asker, seat, state.table.check(Intent::Assist))
        }
        Command::PlayOn { kept, .. } => {
            can_be_solved(state)?;
            helping(state)?;
            entry(state, asker, seat, state.table.check(Intent::PlayOn { kept: *kept }))
        }
        Command::Pause { on, .. } => pause(state, asker, seat, *on),
        Command::StandIn { seat: of, on, .. } => match state.presence.away_since(usize::from(*of)) {
            Some(_) => Ok(CommandOutcome::Local(Local::VoteForBot(seat, usize::from(*of), *on))),
            None => Err(refusal("not_away", "This player isn't away.")),
        },
        Command::Rematch { .. } => rematch(state, asker),
        Command::Rest { seat: of, at, on, .. } => early_end::decide(state, asker, seat, (*of, *at, *on)),
        Command::Arm { action, on, .. } => arm(state, asker, seat, action, *on),
        Command::Seal { k, h, .. } => shared_shuffle::seal(state, asker, seat, *k, h),
        Command::Reveal { k, n, .. } => shared_shuffle::reveal(state, asker, seat, *k, n),
        Command::Phrase { phrase, .. } => Ok(CommandOutcome::Local(Local::Say(Some(seat), Words::phrase(*phrase)))),
        Command::Say { text, .. } => {
            let words = state.sent.chat.free(text, state.facts.settings.chat)?;
            Ok(CommandOutcome::Local(Local::Say(Some(seat), words)))
        }
        _ => decide_people::decide(state, now, asker, command),
    }
}

fn without_seat(state: &RoomState, now: Now, asker: &Asker, command: &Command) -> Result<CommandOutcome, Refusal> {
    match command {
        Command::Sit { .. } | Command::Leave { .. } => decide_people::decide(state, now, asker, command),
        Command::Rematch { .. } if state.seating.next_seat_of(asker.person).is_some() => rematch(state, asker),
        Command::Phrase { phrase, .. } if state.facts.settings.open == Open::Friends && !state.is_delayed() => {
            Ok(CommandOutcome::Local(Local::Say(None, Words::phrase(*phrase))))
        }
        _ => Err(refusal("no_seat", "You don't have a seat at this table.")),
    }
}

fn needs_a_match(command: &Command) -> bool {
    matches!(
        command,
        Command::Act { .. }
            | Command::Next { .. }
            | Command::Undo { .. }
            | Command::Redo { .. }
            | Command::GiveUp { .. }
            | Command::Arm { .. }
            | Command::Rest { .. }
            | Command::StandIn { .. }
    )
}

fn act(
    state: &RoomState,
    now: Now,
    asker: &Asker,
    seat: Seat,
    (at, action): (u32, &str),
) -> Result<CommandOutcome, Refusal> {
    let accepted = match state.table.check(Intent::Act { seat, at: Some(at), action }) {
        Ok(accepted) => accepted,
        Err(why) => {
            let rule = state.table.claims().map(|claims| claims.rule);
            return Err(state.claims.late_refusal(seat, action, now.instant, rule).unwrap_or(why));
        }
    };
    // A move ends a pause.
    if state.clocks.is_paused() {
        return Ok(CommandOutcome::EndPauseFirst);
    }
    if state.claims.must_wait(seat) && !state.table.is_claim(action) {
        if state.claims.held_by(seat).is_some() {
            return Err(refusal("held", "Your move waits a moment: another player can still cut."));
        }
        let held = HeldMove { asker: asker.clone(), seat, action: action.to_owned() };
        return Ok(CommandOutcome::Local(Local::Hold(held)));
    }
    entry(state, asker, seat, Ok(accepted))
}

/// Returns the change for an entry that a command asked for.
pub(crate) fn entry(
    state: &RoomState,
    asker: &Asker,
    seat: Seat,
    checked: Result<Accepted, Refusal>,
) -> Result<CommandOutcome, Refusal> {
    let accepted = checked?;
    has_room(state, accepted.entry(), 0)?;
    Ok(CommandOutcome::Store(Change::by(accepted, seat, Some(&asker.cmd)).then(Then::Answer(asker.clone()))))
}

/// Checks that the log of a solitaire has space for `others` entries and one entry more. There is always space for an
/// entry that gives up the solitaire. A match of several seats is over when its log is full ([`RoomState::is_full`]).
fn has_room(state: &RoomState, entry: &Entry, others: u64) -> Result<(), Refusal> {
    if state.seats() == 1 && state.log.length() + others >= MOST_ENTRIES && *entry != Entry::GiveUp {
        let words = "This game has 10,000 actions, those taken back included, and takes no more. You can give it up.";
        return Err(refusal("too_many_events", words));
    }
    Ok(())
}

/// Decides a redo. Each redone action is an entry of its own. The first one stores the id of the command.
fn redo(state: &RoomState, asker: &Asker, seat: Seat, n: u32) -> Result<CommandOutcome, Refusal> {
    let mut entries: Vec<NewEntry> = Vec::new();
    for accepted in state.table.check(Intent::Redo { n })?.one_by_one() {
        match has_room(state, accepted.entry(), entries.len() as u64) {
            Ok(()) => {}
            Err(refusal) if entries.is_empty() => return Err(refusal),
            Err(_) => break,
        }
        let cmd = entries.is_empty().then(|| asker.cmd.clone());
        entries.push(NewEntry::new(accepted, Some((seat, cmd))));
    }
    Ok(CommandOutcome::Store(Change { entries, ..Change::empty() }.then(Then::Answer(asker.clone()))))
}

/// Marks a seat as ready for the next deal, which is dealt when everybody is ready.
fn ready(state: &RoomState, asker: &Asker, seat: Seat) -> Result<CommandOutcome, Refusal> {
    if state.stage() == Stage::Over {
        return Err(match_over());
    }
    let accepted = state.table.check(Intent::Next)?;
    let others_are = state.playing_themselves().all(|index| index == seat.index() || state.schedule.is_ready(index));
    if others_are && state.presence.is_here(seat.index()) {
        return entry(state, asker, seat, Ok(accepted));
    }
    Ok(CommandOutcome::Local(Local::Ready(seat)))
}

/// Decides a vote for a pause, or for its end. A pause begins when everybody who is present votes for a pause. It ends
/// when one player wants to go on. Before the match the host can stop the countdown.
fn pause(state: &RoomState, asker: &Asker, seat: Seat, on: bool) -> Result<CommandOutcome, Refusal> {
    if state.seats() == 1 {
        return Ok(CommandOutcome::Local(Local::LookAway(on)));
    }
    if state.stage() == Stage::Gathering && state.seating.host() == Some(asker.person) {
        return Ok(CommandOutcome::Local(Local::VotePause(seat, on)));
    }
    if state.facts.settings.clock != ClockKind::Relaxed {
        return Err(refusal("no_pause", "Only tables with 60 s per move can pause."));
    }
    if state.stage() != Stage::Playing {
        return Err(refusal("not_playing", "There is nothing to pause: the match is not being played."));
    }
    let wants = |index: usize| index == seat.index() || state.clocks.wants_pause(index);
    let paused = on && (0..state.seats()).all(|index| !state.presence.is_here(index) || wants(index));
    if paused != state.clocks.is_paused() && (paused || !on) {
        let change = Change::arrange(state.arranged(|draft| draft.paused = paused));
        return Ok(CommandOutcome::Store(change.then(Then::Answer(asker.clone()))));
    }
    Ok(CommandOutcome::Local(Local::VotePause(seat, on)))
}

/// Arms a claim, or disarms it. No other player learns of it.
fn arm(state: &RoomState, asker: &Asker, seat: Seat, action: &str, on: bool) -> Result<CommandOutcome, Refusal> {
    if !state.table.is_claim(action) {
        let examples = state.table.claims().map(|claims| format!(", as {}", claims.examples)).unwrap_or_default();
        return Err(refusal("no_claim", format!("Only a claim can be set in advance{examples}.")));
    }
    let known = state.claims.armed_by(seat).any(|armed| armed == action);
    if on && !known && !state.claims.has_room_to_arm(seat) {
        return Err(refusal("armed", "Too many claims are set in advance. Cancel one first."));
    }
    if on == known {
        return Ok(CommandOutcome::Local(Local::Nothing));
    }
    let log = state.log.length();
    let arrangement = state.arranged(|draft| match on {
        true => draft.armed.push(Armed::new(seat, action.to_owned(), log)),
        false => draft.armed.retain(|armed| !armed.is(seat, action)),
    });
    Ok(CommandOutcome::Store(Change::arrange(arrangement).sent_to(seat).then(Then::Answer(asker.clone()))))
}

/// Opens a new table for the same people. The match at the new table begins when all of them have come.
fn rematch(state: &RoomState, asker: &Asker) -> Result<CommandOutcome, Refusal> {
    if state.stage() != Stage::Over {
        return Err(refusal("match_goes_on", "The match isn't over yet."));
    }
    if state.seating.rematch().is_some() {
        return Ok(CommandOutcome::Local(Local::Nothing));
    }
    if state.is_practice() {
        return Err(refusal("practice", "Practice has no rematch. Take back, or open another practice table."));
    }
    if state.facts.settings.day.is_some() {
        return Err(decide_people::closed_by_day());
    }
    if state.table.setup().number.is_some() {
        return Err(refusal("numbered", "Numbered deals can be replayed from the start page."));
    }
    let mut seating = state.seating.clone();
    let is_here = |person: &PersonId| seating.seat_of(*person).is_some_and(|seat| state.presence.is_here(seat.index()));
    let host = seating.host().filter(is_here).or(Some(asker.person));
    // People who came too late for this match play the next one.
    seating.admit_all(|person| state.name_of(person));
    let mut terms = state.terms();
    // A token is valid at one table only, so bots replace the engines.
    (0..state.seats()).for_each(|index| seating.replace_engine(index, &terms.settings.level));
    terms.settings.begins_when_full = true;
    terms.settings.fill_s = None;
    Ok(CommandOutcome::OpenRematch(Rematch { seats: seating.seats().to_vec(), host, terms }))
}

/// Checks that the game has a solver that knows all cards.
pub(crate) fn can_be_solved(state: &RoomState) -> Result<(), Refusal> {
    match catalog::entry(state.table.setup().game) {
        Ok(entry) if entry.solved => Ok(()),
        _ => Err(refusal("not_solved", "This game has no help.")),
    }
}

pub(crate) fn helping(state: &RoomState) -> Result<(), Refusal> {
    if state.helps() {
        return Ok(());
    }
    let words = "Help is off at this table. Turn it on first; the game then counts as assisted.";
    Err(refusal("help_is_off", words))
}

pub(crate) fn is_won(state: &RoomState) -> bool {
    let over = state.table.phase() == MatchPhase::Over;
    over && state.table.position(Viewer::Public).winners.is_some_and(|winners| !winners.is_empty())
}

pub(crate) fn not_begun() -> Refusal {
    refusal("gathering", "The match hasn't started yet.")
}

pub(crate) fn match_over() -> Refusal {
    refusal("match_over", "The match is over.")
}
