//! Decides who moves the place of a review, and who practises together.

use std::time::Duration;

use game::Seat;
use protocol::{Refusal, Stage};

use crate::ALONE;
use crate::effect::Denied;
use crate::ids::PersonId;
use crate::state::RoomState;
use crate::time::Instant;
use crate::wire::{number, refusal};

/// The absence after which another seat can take over. Reloading a page takes less time.
const AWAY: Duration = Duration::from_secs(5);

/// Moves the place of the review for its leader, or for a seat that takes over.
///
/// # Errors
/// If the match is not over, or another seat leads.
#[inline(never)]
pub(crate) fn show_place(
    state: &mut RoomState,
    now: Instant,
    seat: Seat,
    (deal, step): (u32, u32),
) -> Result<(), Refusal> {
    if ALONE || state.stage() != Stage::Over {
        return Err(refusal("match_goes_on", "The match isn't over yet."));
    }
    let leads = |leader: u8| {
        let index = usize::from(leader);
        let gone = state.presence.away_since(index).is_some_and(|since| now.since(since) >= AWAY);
        state.seating.seat(index).person.is_some() && leader != number(seat) && !gone
    };
    if state.sent.review.leader(now).is_some_and(leads) {
        let words = "Another player shows the match. After a minute without a move of that player, you can.";
        return Err(refusal("review_led", words));
    }
    state.sent.review.move_to(now, number(seat), (deal.min(state.table.deal()), step));
    Ok(())
}

/// Returns the seats whose people can practise with a person who wants to open a table, because they are present. The
/// person's own is included: one bit for each seat.
///
/// # Errors
/// If the person has no seat, the match is not over, or too many such tables were opened.
#[inline(never)]
pub(crate) fn practisers(state: &RoomState, person: PersonId) -> Result<u8, Denied> {
    let own = state.seating.seat_of(person).ok_or(Denied::NotYourTable)?;
    if state.stage() != Stage::Over {
        return Err(Denied::UnknownDeal);
    }
    if !state.sent.review.can_practise() {
        let words = "Ten practice tables were opened together from this match. You can still practise alone.";
        return Err(Denied::invalid("too_many_practices", words));
    }
    Ok(state.presence.here().into_iter().fold(1 << own.index(), |seats, seat| seats | (1 << seat)))
}
