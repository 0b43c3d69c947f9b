//! The early end of a decided deal. The seat whose turn it is may offer the end, if its view already shows how many
//! points every seat will have ([`table::AnyTable::is_decided`]). If everybody accepts, the remaining cards are played,
//! and the log lists them as actions. Bots and engines always accept, because nobody gains or loses. If anybody
//! declines, the deal is played to its last card.
//!
//! If only bots still play in a deal, a player who is out of the match may end the deal.
//!
//! The right to offer the end follows from the seat's own view, so only its player learns of the right. An offer is not
//! stored. The offer ends with the next action, or when the server stops.

use game::{Seat, SeatSet, Viewer};
use protocol::{Refusal, RestOffer, Stage};
use table::{Intent, MatchPhase};

use crate::arrangement::{Change, NewEntry, Then};
use crate::asker::Asker;
use crate::decision::{CommandOutcome, Local};
use crate::ending::RestStep;
use crate::state::RoomState;
use crate::wire::{number, refusal};

/// Returns the seats whose players have to accept an offer: people who are present and play themselves.
fn asked(state: &RoomState, by: Seat) -> SeatSet {
    state.playing_themselves().map(|index| Seat::new(index as u8)).filter(|seat| *seat != by).collect()
}

fn may_offer(state: &RoomState, seat: Seat) -> bool {
    let plays = state.stage() == Stage::Playing && state.table.phase() == MatchPhase::Deal;
    let may = state.table.is_decided(seat) || watches_bots(state, seat);
    plays && !state.ending.is_declined() && !state.bots.plays(seat.index()) && may
}

/// True if a seat is out of the match, and only bots play on.
fn watches_bots(state: &RoomState, seat: Seat) -> bool {
    let is_bot = |index| state.seating.seat(index).person.is_none() && !state.seating.is_engines(index);
    let is_out = |index| state.table.is_out(Seat::new(index as u8));
    is_out(seat.index()) && (0..state.seats()).all(|index| is_bot(index) || is_out(index))
}

/// Returns the offer as a viewer may see it, or the note that the viewer may make one.
pub(crate) fn shown(state: &RoomState, viewer: Viewer) -> Option<RestOffer> {
    let own = viewer.seat()?;
    let at = |seat| (number(seat), state.table.at(seat));
    if let Some((by, accepted)) = state.ending.offer() {
        let (seat, at) = at(by);
        let numbers = |seats: SeatSet| seats.map(number).collect();
        return Some(RestOffer {
            seat,
            at,
            accepted: Some(numbers(accepted)),
            open: numbers(asked(state, by) - accepted),
        });
    }
    may_offer(state, own).then(|| {
        let (seat, at) = at(own);
        RestOffer { seat, at, accepted: None, open: Vec::new() }
    })
}

/// Decides a command about the early end. `of`: the seat that makes the offer. `at`: the number of this seat's
/// decision. `on`: true if the command supports the offer.
pub(crate) fn decide(
    state: &RoomState,
    asker: &Asker,
    seat: Seat,
    (of, at, on): (u8, u32, bool),
) -> Result<CommandOutcome, Refusal> {
    let local = |step| Ok(CommandOutcome::Local(Local::Rest(step)));
    let gone = || refusal("stale", "That came too late: play has gone on. Look again, then choose.");
    match state.ending.offer() {
        Some((by, _)) if number(by) != of || state.table.at(by) != at => Err(gone()),
        Some((by, _)) if by == seat && on => Ok(CommandOutcome::Local(Local::Nothing)),
        Some((by, _)) if by == seat => local(RestStep::TakeBack),
        Some(_) if !on => local(RestStep::Decline),
        Some((by, accepted)) if (asked(state, by) - accepted - SeatSet::only(seat)).is_empty() => {
            end(state, by, Some((asker, seat)))
        }
        Some(_) => local(RestStep::Accept(seat)),
        // An answer to an old offer makes no new offer.
        None if !on || number(seat) != of || state.table.at(seat) != at => Err(gone()),
        None if watches_bots(state, seat) => end(state, seat, Some((asker, seat))),
        None if !state.table.must().has(seat) => Err(gone()),
        None if state.ending.is_declined() => {
            Err(refusal("rest_declined", "Somebody wants to play this deal to its end."))
        }
        None if state.clocks.is_paused() => Ok(CommandOutcome::EndPauseFirst),
        None if asked(state, seat).is_empty() => end(state, seat, Some((asker, seat))),
        None => state.table.check(Intent::Rest { by: seat }).and_then(|_| local(RestStep::Offer(seat))),
    }
}

/// Ends the deal once everybody who is still asked has accepted. A person who leaves is no longer asked.
pub(crate) fn agreed(state: &RoomState) -> Option<Change> {
    let (by, accepted) = state.ending.offer()?;
    if !(asked(state, by) - accepted).is_empty() {
        return None;
    }
    match end(state, by, None) {
        Ok(CommandOutcome::Store(change)) => Some(change),
        _ => None,
    }
}

/// Makes log entries of the remaining cards. They are stored together.
fn end(state: &RoomState, by: Seat, command: Option<(&Asker, Seat)>) -> Result<CommandOutcome, Refusal> {
    let rest = state.table.check(Intent::Rest { by })?;
    let mut first = command.map(|(asker, seat)| (seat, Some(asker.cmd.clone())));
    // The first card's entry names the command. All other entries name the seat that made the offer.
    let mut asked_for = || Some(first.take().unwrap_or((by, None)));
    let entries = rest.one_by_one().map(|accepted| NewEntry::new(accepted, asked_for())).collect();
    let then = command.map_or(Then::Nothing, |(asker, _)| Then::Answer(asker.clone()));
    Ok(CommandOutcome::Store(Change { entries, ..Change::empty() }.then(then)))
}
