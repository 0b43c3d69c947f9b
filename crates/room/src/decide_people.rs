//! Decisions about people and seats. People sit down or leave for good. Bots take free seats. The host removes players
//! or makes another player the host. Each command describes the wanted state, not a change of the state. So a command
//! that is sent twice is harmless.

use std::time::Duration;

use game::Seat;
use protocol::{Command, NewSettings, Open, Refusal, Stage};
use table::{Intent, Why};

use crate::arrangement::{Change, Then};
use crate::asker::Asker;
use crate::bots::RULE;
use crate::decision::{CommandOutcome, Local};
use crate::effect::Denied;
use crate::engine_pass::EnginePass;
use crate::ids::PersonId;
use crate::seated::Newcomer;
use crate::settings;
use crate::shared_shuffle;
use crate::state::RoomState;
use crate::time::Now;
use crate::wire::refusal;

/// A person who is away for this long can be removed at any table.
const LONG_AWAY: Duration = Duration::from_secs(60);

/// The result of a request for a seat.
#[expect(clippy::large_enum_variant, reason = "each is made and taken apart at once")]
pub(crate) enum Sitting {
    /// The person has this seat already.
    Has(u8),
    /// The person gets this seat once the change is stored.
    Gets(u8, Change),
}

pub(crate) fn decide(state: &RoomState, now: Now, asker: &Asker, command: &Command) -> Result<CommandOutcome, Refusal> {
    match command {
        Command::Sit { seat, .. } => sit_by_command(state, asker, *seat),
        Command::Leave { .. } => Ok(match asker.seat {
            None => {
                give_up_next(state, asker.person).map_or(CommandOutcome::Local(Local::Nothing), CommandOutcome::Store)
            }
            Some(_) if state.seats() == 1 => {
                return Err(refusal("one_seat", "You can give up a solo game, but not leave it."));
            }
            Some(_) if state.stage() == Stage::Over => CommandOutcome::Local(Local::Nothing),
            // Otherwise a bot could play to a better end.
            Some(_) if state.facts.settings.day.is_some_and(|day| day.first) => return Err(closed_by_day()),
            Some(seat) => CommandOutcome::Store(vacate(state, seat, None)),
        })
        .map(|decision| answered(decision, asker)),
        _ if state.seating.host() != Some(asker.person) => Err(refusal("not_host", "Only the host can do that.")),
        _ => by_the_host(state, now, command).map(|decision| answered(decision, asker)),
    }
}

/// Why the players of a deal of the day cannot change.
pub const CLOSED_BY_DAY: &str =
    "At a deal of the day the players stay: nobody joins or leaves, and there is no rematch.";

pub(crate) fn closed_by_day() -> Refusal {
    refusal("day", CLOSED_BY_DAY)
}

fn answered(decision: CommandOutcome, asker: &Asker) -> CommandOutcome {
    match decision {
        CommandOutcome::Store(change) => CommandOutcome::Store(change.then(Then::Answer(asker.clone()))),
        other => other,
    }
}

fn sit_by_command(state: &RoomState, asker: &Asker, wanted: u8) -> Result<CommandOutcome, Refusal> {
    if asker.seat.is_none() && state.facts.settings.open != Open::Public {
        return Err(refusal("by_invitation", "This table is by invitation only."));
    }
    if asker.seat.is_some() && state.stage() != Stage::Gathering {
        return Err(refusal("begun", "The match has started: seats can't change now."));
    }
    match sit(state, asker.person, &state.name_of(asker.person), Some(wanted)) {
        Ok(Sitting::Has(_)) => Ok(CommandOutcome::Local(Local::Nothing)),
        Ok(Sitting::Gets(_, change)) => Ok(answered(CommandOutcome::Store(change), asker)),
        Err(denied) => Err(denied.refusal()),
    }
}

/// Seats a person. Before the match the person gets a free seat. During the match the person gets a bot's seat from the
/// next deal on.
///
/// # Errors
/// The reason of the refusal.
pub(crate) fn sit(state: &RoomState, person: PersonId, name: &str, wanted: Option<u8>) -> Result<Sitting, Denied> {
    let gathering = state.stage() == Stage::Gathering;
    let own = state.seating.seat_of(person).map(|seat| seat.index() as u8);
    if let Some(own) = own
        && (wanted.is_none_or(|wanted| wanted == own) || !gathering)
    {
        return Ok(Sitting::Has(own));
    }
    if state.seating.is_removed(person) {
        return Err(Denied::Removed);
    }
    let one_each = state.facts.settings.one_per_network && !state.seating.has_place(person);
    let network = state.presence.network_of(person).filter(|_| one_each);
    match state.stage() {
        Stage::Over => return Err(Denied::invalid("match_over", "The match at this table is over.")),
        _ if network.is_some() && (0..state.seats()).any(|index| state.network_at(index) == network) => {
            let words = "Your network has its one seat here. Ask the host to change that, or choose another table.";
            return Err(Denied::invalid("same_network", words));
        }
        Stage::Playing => return sit_next(state, person, wanted),
        Stage::Gathering => {}
    }
    if state.facts.shuffle.is_running() {
        let (key, words) = shared_shuffle::shuffling();
        return Err(Denied::invalid(key, words));
    }
    let index = state.seating.free_before(wanted).ok_or(Denied::Full)?;
    let arrangement = state.arranged(|draft| {
        if let Some(own) = own {
            draft.seating.clear(usize::from(own));
        }
        draft.seating.seat_person(index, person, name);
    });
    Ok(Sitting::Gets(index as u8, Change::arrange(arrangement)))
}

/// Gives a bot's seat to a person, who plays from the next deal on.
fn sit_next(state: &RoomState, person: PersonId, wanted: Option<u8>) -> Result<Sitting, Denied> {
    if let Some(seat) = state.seating.next_seat_of(person) {
        return Ok(Sitting::Has(seat));
    }
    let seat = state.seating.free_next(person, wanted).ok_or(Denied::Full)?;
    let newcomer = Newcomer { person, seat, from: state.table.deal() + 1, missed: false };
    let arrangement = state.arranged(|draft| draft.seating.add_newcomer(newcomer));
    Ok(Sitting::Gets(seat, Change::arrange(arrangement)))
}

/// Takes the seat from a newcomer who gives it up. `None` if the person is not a newcomer.
pub(crate) fn give_up_next(state: &RoomState, person: PersonId) -> Option<Change> {
    state.seating.next_seat_of(person)?;
    Some(Change::arrange(state.arranged(|draft| draft.seating.remove_newcomer(person))))
}

/// Vacates the seat of a person who has left for good. Before the match the seat becomes free. During the match a bot
/// gets the seat. If the person was the host, another person becomes the host. A removed person cannot come back to
/// this match, unless the person was away and was removed before the match. `removed_ms`: the time of removal.
pub(crate) fn vacate(state: &RoomState, seat: Seat, removed_ms: Option<i64>) -> Change {
    let index = seat.index();
    let playing = state.stage() == Stage::Playing;
    let level = &state.facts.settings.level;
    let heir = state.seating.heir(Some(seat), |index| state.presence.is_here(index));
    let barred_ms = removed_ms.filter(|_| playing || state.presence.is_here(index));
    let why = if removed_ms.is_some() { Why::Removed } else { Why::Left };
    let arrangement = state.arranged(|draft| {
        let gone = draft.seating.seat(index).person;
        match playing {
            true => draft.seating.seat_bot(index, level),
            false => draft.seating.clear(index),
        }
        if let (Some(gone), Some(at_ms)) = (gone, barred_ms) {
            draft.seating.remove(gone, at_ms);
        }
        if draft.seating.host() == gone {
            draft.seating.hand_over(heir);
        }
    });
    let change = Change::arrange(arrangement);
    if !playing {
        return change;
    }
    match state.table.check(Intent::TakeOver { seat, bot: Some(level.clone()), why }) {
        Ok(accepted) => change.and(accepted),
        Err(_) => change,
    }
}

/// Removes a person from the table for good, because the person's data will be deleted. A newcomer gives up the
/// promised seat. A seat is vacated only if others are at the table and the match is not over.
#[inline(never)]
pub(crate) fn quit(state: &RoomState, person: PersonId) -> Option<Change> {
    if let Some(change) = give_up_next(state, person) {
        return Some(change);
    }
    let seat = state.seating.seat_of(person).filter(|_| state.has_others(person) && state.stage() != Stage::Over)?;
    Some(vacate(state, seat, None))
}

/// Renames the seat of a person, so that its name differs from all others. `None` if the person has no seat.
pub(crate) fn rename(state: &RoomState, person: PersonId, name: &str) -> Option<Change> {
    let seat = state.seating.seat_of(person)?;
    Some(Change::arrange(state.arranged(|draft| draft.seating.rename(seat.index(), name))))
}

fn by_the_host(state: &RoomState, now: Now, command: &Command) -> Result<CommandOutcome, Refusal> {
    let gathering = state.stage() == Stage::Gathering;
    let shuffles = state.facts.shuffle.is_running();
    check_seats(state, command)?;
    let moves = matches!(command, Command::Bot { .. } | Command::Swap { .. } | Command::Settings { .. });
    if shuffles && (moves || matches!(command, Command::Unseat { .. })) {
        let (key, words) = shared_shuffle::shuffling();
        return Err(refusal(key, words));
    }
    let change = match command {
        Command::Begin { .. } if !gathering || shuffles => None,
        Command::Begin { .. } => Some(shared_shuffle::begin(state, now)),
        Command::Settings { settings: asked, .. } => agree(state, asked)?,
        Command::Bot { .. } | Command::Swap { .. } if !gathering => {
            return Err(refusal("begun", "The match has started: seats can't change now."));
        }
        Command::Bot { seat, level, .. } => Some(seat_bot(state, usize::from(*seat), level)?),
        Command::Swap { a, b, .. } => Some(swap(state, *a, *b)),
        Command::Unseat { seat, .. } => unseat(state, now, *seat)?,
        Command::Admit { request, on, .. } => admit(state, request, *on)?,
        Command::HandOver { seat, .. } => {
            let heir = state.seating.seat(usize::from(*seat)).person;
            let heir = heir.ok_or_else(|| refusal("no_person", "Choose a seat with a player in it."))?;
            Some(Change::arrange(state.arranged(|draft| draft.seating.hand_over(Some(heir)))))
        }
        _ => unreachable!("every command of the host is named above"),
    };
    Ok(change.map_or(CommandOutcome::Local(Local::Nothing), CommandOutcome::Store))
}

/// Decides the host's answer to a request for a seat. A person who is refused counts as removed. `None` if the request
/// no longer exists, or if the person has a seat already.
fn admit(state: &RoomState, request: &str, admitted: bool) -> Result<Option<Change>, Refusal> {
    let Some((person, _, name)) = state.presence.requests().get(request) else { return Ok(None) };
    match sit(state, *person, name, None) {
        _ if !admitted => Ok(Some(Change::arrange(state.arranged(|draft| draft.seating.remove(*person, 0))))),
        Ok(Sitting::Gets(_, change)) => Ok(Some(change)),
        other => other.map(|_| None).map_err(Denied::refusal),
    }
}

fn check_seats(state: &RoomState, command: &Command) -> Result<(), Refusal> {
    let named = match command {
        Command::Bot { seat, .. } | Command::Unseat { seat, .. } | Command::HandOver { seat, .. } => *seat,
        Command::Swap { a, b, .. } => *a.max(b),
        _ => 0,
    };
    match usize::from(named) < state.seats() {
        true => Ok(()),
        false => Err(refusal("unknown_seat", "This seat doesn't exist.")),
    }
}

/// Decides a change of the settings by the host. `None` if nothing changes. Players see the change before a card is
/// dealt, and can leave.
fn agree(state: &RoomState, asked: &NewSettings) -> Result<Option<Change>, Refusal> {
    if state.stage() != Stage::Gathering {
        return Err(refusal("settled", "The match has started: its settings can't change now."));
    }
    // The strangers in a quick match have not agreed to a host.
    if state.facts.settings.fill_s.is_some() {
        return Err(refusal("quick_match", "The settings of a quick match are fixed."));
    }
    let agreed = state.terms();
    let terms = settings::changed(agreed.clone(), state.table.setup(), asked)?;
    Ok((terms != agreed).then(|| Change::agree(terms)))
}

fn seat_bot(state: &RoomState, index: usize, level: &str) -> Result<Change, Refusal> {
    if state.seating.seat(index).person.is_some() {
        return Err(refusal("taken", "This seat is taken."));
    }
    let known = catalog::entry(state.table.setup().game).is_ok_and(|entry| entry.levels.contains(&level));
    if !known {
        return Err(refusal("unknown_level", "This bot level doesn't exist."));
    }
    Ok(Change::arrange(state.arranged(|draft| draft.seating.seat_bot(index, level))))
}

fn swap(state: &RoomState, a: u8, b: u8) -> Change {
    Change::arrange(state.arranged(|draft| {
        draft.seating.swap(usize::from(a), usize::from(b));
        for pass in &mut draft.passes {
            pass.seat = match pass.seat {
                seat if seat == a => b,
                seat if seat == b => a,
                seat => seat,
            };
        }
    }))
}

/// Removes the player of a seat, as the host asks. `None` if there is nobody to remove.
fn unseat(state: &RoomState, now: Now, seat: u8) -> Result<Option<Change>, Refusal> {
    let index = usize::from(seat);
    let person = state.seating.seat(index).person;
    if person == state.seating.host() {
        return Err(refusal("host", "Make someone else the host first, or leave the table."));
    }
    let newcomer = state.seating.newcomer_at(index);
    if (person.is_some() || newcomer.is_some()) && !may_remove(state, now, index) {
        let words = "At a public table people are removed only before the match begins, or after a minute away; in a quick \
                     match only after a minute away.";
        return Err(refusal("not_removable", words));
    }
    if person.is_some() {
        return Ok(Some(vacate(state, Seat::new(seat), Some(now.unix_ms))));
    }
    if state.stage() == Stage::Gathering {
        return Ok(Some(Change::arrange(state.arranged(|draft| draft.seating.clear(index)))));
    }
    if state.seating.is_engines(index) {
        return Ok(Some(unseat_engine(state, Seat::new(seat))));
    }
    let turned_away = |newcomer: PersonId| {
        Change::arrange(state.arranged(|draft| {
            draft.seating.remove_newcomer(newcomer);
            draft.seating.remove(newcomer, now.unix_ms);
        }))
    };
    Ok(newcomer.map(turned_away))
}

/// Checks whether the host alone may remove the person of a seat. At a public table this is limited, because strangers
/// have not agreed to a host.
fn may_remove(state: &RoomState, now: Now, index: usize) -> bool {
    let settings = &state.facts.settings;
    let own_table = state.stage() == Stage::Gathering && settings.fill_s.is_none();
    let long_away = state.presence.away_since(index).is_some_and(|since| now.instant.since(since) >= LONG_AWAY);
    settings.open != Open::Public || own_table || long_away
}

/// Gives a seat to an engine at the host's request. An older token for the seat becomes invalid.
///
/// # Errors
/// The reason of the refusal.
pub(crate) fn seat_engine(state: &RoomState, by: PersonId, mut pass: EnginePass) -> Result<Change, Denied> {
    let index = usize::from(pass.seat);
    if state.seating.host() != Some(by) {
        return Err(Denied::NotYourTable);
    }
    if state.facts.settings.day.is_some() {
        return Err(Denied::invalid("day", CLOSED_BY_DAY));
    }
    let Some(seated) = state.seating.seats().get(index) else {
        return Err(Denied::invalid("unknown_seat", "This seat doesn't exist."));
    };
    if seated.person.is_some() {
        return Err(Denied::invalid("taken", "This seat is taken. Remove the player first."));
    }
    if state.seating.newcomer_at(index).is_some() {
        return Err(Denied::invalid("taken_next", "Somebody takes that seat with the next deal."));
    }
    let playing = match state.stage() {
        Stage::Gathering if state.facts.shuffle.is_running() => {
            let (key, words) = shared_shuffle::shuffling();
            return Err(Denied::invalid(key, words));
        }
        Stage::Gathering => false,
        // The host could look into the engine's hand as a second hand, and strangers have not agreed to that.
        Stage::Playing if state.facts.settings.open == Open::Public => {
            let words = "At a public table, external bots can only join before the match starts.";
            return Err(Denied::invalid("begun", words));
        }
        Stage::Playing => true,
        Stage::Over => return Err(Denied::invalid("match_over", "The match at this table is over.")),
    };
    if playing && state.sent.history.changes_no_more(Seat::new(pass.seat)) {
        let words = "This seat has changed hands too often in this deal. Wait for the next.";
        return Err(Denied::invalid("changed_too_often", words));
    }
    pass.log = state.log.length();
    // The engine begins with the next deal. The reason is that the holder of its token must not see a hand that is
    // already in play.
    pass.from = if playing { state.table.deal() + 1 } else { 0 };
    let seat = Seat::new(pass.seat);
    let arrangement = state.arranged(|draft| {
        draft.seating.seat_engine(index);
        draft.passes.retain(|other| other.seat != pass.seat);
        draft.passes.push(pass);
    });
    let change = Change::arrange(arrangement);
    // The rule bot plays until the engine comes.
    Ok(match state.player_entry(seat, RULE) {
        Some(accepted) if playing => change.and(accepted),
        _ => change,
    })
}

/// Gives the seat of an engine back to a bot.
fn unseat_engine(state: &RoomState, seat: Seat) -> Change {
    let level = &state.facts.settings.level;
    let change = Change::arrange(state.arranged(|draft| draft.seating.seat_bot(seat.index(), level)));
    match state.table.check(Intent::TakeOver { seat, bot: Some(level.clone()), why: Why::Left }) {
        Ok(accepted) => change.and(accepted),
        Err(_) => change,
    }
}
