//! The review of a finished match, which its people look at together. One seat leads: it moves the place that the
//! others can follow. A place names a deal and a step, and no card. Each page loads the replay itself, and gets only
//! what its reader may see. Nothing of a review is stored.

use std::time::Duration;

use game::Seat;
use protocol::{Message, PracticeTogether, Refusal, Review, Stage};

use crate::ALONE;
use crate::asker::Connection;
use crate::effect::{Denied, Effect};
use crate::ids::PersonId;
use crate::send;
use crate::state::RoomState;
use crate::time::Instant;
use crate::wire::{number, refusal};

/// The time after which another seat can take over from a leader who has moved nothing.
const QUIET: Duration = Duration::from_secs(60);
/// The absence after which another seat can take over. Reloading a page takes less time.
const AWAY: Duration = Duration::from_secs(5);
/// The time between two messages about the place. Of the places in between, only the last one is sent.
const GAP: Duration = Duration::from_millis(50);
/// The maximum number of practice tables that are opened with the others from one match.
const MOST_PRACTICES: u32 = 10;

#[derive(Default)]
pub(crate) struct ReviewState {
    current: Review,
    /// The time when the leader last moved.
    moved: Instant,
    practices: u32,
    /// `true` if there is something new since the last message.
    changed: bool,
    sent: Instant,
}

impl ReviewState {
    /// Announces a practice table. Bit `i` of `seats` says whether the person of seat `i` has a seat there.
    #[inline(never)]
    pub(crate) fn announce(&mut self, table: String, seats: u8) {
        let seats = (0..8).filter(|seat: &u8| (seats >> *seat) & 1 == 1).collect();
        self.practices += 1;
        self.current.practice = Some(PracticeTogether { table, seats });
        self.changed = true;
    }

    /// Notes that spectators have seen the end of the match. From now on they can follow.
    pub(crate) fn end_shown(&mut self) {
        self.changed |= self.current.leader.is_some();
    }
}

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
    let led = |leader: &u8| {
        let index = usize::from(*leader);
        let gone = state.presence.away_since(index).is_some_and(|since| now.since(since) >= AWAY);
        let quiet = now.since(state.review.moved) >= QUIET;
        state.seating.seat(index).person.is_some() && *leader != number(seat) && !gone && !quiet
    };
    if state.review.current.leader.as_ref().is_some_and(led) {
        let words = "Another player shows the match. After a minute without a move of that player, you can.";
        return Err(refusal("review_led", words));
    }
    let practice = state.review.current.practice.take();
    state.review.current = Review { leader: Some(number(seat)), deal: deal.min(state.table.deal()), step, practice };
    state.review.moved = now;
    state.review.changed = true;
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
    if state.review.practices >= MOST_PRACTICES {
        let words = "Ten practice tables were opened together from this match. You can still practise alone.";
        return Err(Denied::invalid("too_many_practices", words));
    }
    Ok(state.presence.here().into_iter().fold(1 << own.index(), |seats, seat| seats | (1 << seat)))
}

/// Returns when something about the review has to be sent.
pub(crate) fn next_due(state: &RoomState) -> Option<Instant> {
    (state.review.changed && !ALONE).then(|| state.review.sent + GAP)
}

/// Sends the review to everybody if a change is due.
pub(crate) fn send_due(state: &mut RoomState, now: Instant, out: &mut Vec<Effect>) {
    if next_due(state).is_some_and(|due| due <= now) {
        (state.review.changed, state.review.sent) = (false, now);
        state.presence.connections().iter().for_each(|connection| send_to(state, out, connection));
    }
}

/// Sends the review to a connection, unless the match goes on, or goes on for a spectator who sees it with a delay.
#[inline(never)]
pub(crate) fn send_to(state: &RoomState, out: &mut Vec<Effect>, connection: &Connection) {
    let late = connection.viewer.seat().is_none() && state.is_delayed() && state.sent.spectators.next().is_some();
    if state.stage() == Stage::Over && !late && !ALONE {
        send::message_to(out, connection.id, &Message::Review(state.review.current.clone()));
    }
}
