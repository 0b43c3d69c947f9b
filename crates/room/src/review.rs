//! The review of a finished match, which its people look at together. One seat leads: it moves the place that the
//! others can follow. A place names a deal and a step, and no card. Each page loads the replay itself, and gets only
//! what its reader may see. Nothing of a review is stored.

use std::collections::VecDeque;
use std::time::Duration;

use game::{Seat, Viewer};
use protocol::{Message, PracticeTogether, Refusal, Review, Stage};
use serde_json::Value;

use crate::asker::Connection;
use crate::effect::{Denied, Effect};
use crate::ids::PersonId;
use crate::state::RoomState;
use crate::time::Instant;
use crate::wire::{number, refusal, text};

/// The time after which another seat can take over from a leader who has moved nothing.
const QUIET: Duration = Duration::from_secs(60);
/// The absence after which another seat can take over. Reloading a page takes less time.
const AWAY: Duration = Duration::from_secs(5);
/// The time between two messages about the place. Of the places in between, only the last one is sent.
const GAP: Duration = Duration::from_millis(50);
/// The number of parts into which the delay of spectators is divided. Each part has one place at most.
const PARTS: u32 = 64;
/// The maximum number of practice tables that are opened with the others from one match.
const MOST_PRACTICES: u32 = 10;

#[derive(Default)]
pub(crate) struct ReviewState {
    current: Review,
    /// The time when the leader last moved.
    moved: Instant,
    practices: u32,
    direct: Latest,
    delayed: Latest,
    /// The reviews that spectators with a delay get later, each with its time.
    waiting: VecDeque<(Instant, Review)>,
    /// The review that spectators with a delay see now.
    shown: Review,
}

/// A change that waits to be sent together with the changes after it.
#[derive(Default)]
struct Latest {
    waits: bool,
    sent: Instant,
}

impl Latest {
    fn due(&self, gap: Duration) -> Option<Instant> {
        self.waits.then(|| self.sent + gap)
    }

    /// Returns whether the change has to be sent now. If so, it counts as sent.
    fn pop_due(&mut self, now: Instant, gap: Duration) -> bool {
        let due = self.due(gap).is_some_and(|at| at <= now);
        if due {
            *self = Latest { waits: false, sent: now };
        }
        due
    }
}

impl ReviewState {
    fn mark_changed(&mut self) {
        self.direct.waits = true;
        self.delayed.waits = true;
    }

    /// Ends the review, because the match goes on.
    pub(crate) fn end(&mut self) {
        if self.current != Review::default() {
            self.current = Review::default();
            self.mark_changed();
        }
    }

    /// Announces a practice table. Bit `i` of `seats` says whether the person of seat `i` has a seat there.
    #[inline(never)]
    pub(crate) fn announce(&mut self, table: String, seats: u8) {
        let seats = (0..8).filter(|seat: &u8| (seats >> *seat) & 1 == 1).collect();
        self.current.practice = Some(PracticeTogether { table, seats });
        self.mark_changed();
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
    if state.stage() != Stage::Over {
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
    state.review.mark_changed();
    Ok(())
}

/// Counts a practice table that a person opens together with the others. Returns the seats whose people are present,
/// the person's own included: one bit for each seat.
///
/// # Errors
/// If the person has no seat, the match is not over, or too many such tables were opened.
#[inline(never)]
pub(crate) fn count_practice(state: &mut RoomState, person: PersonId) -> Result<u8, Denied> {
    let own = state.seating.seat_of(person).ok_or(Denied::NotYourTable)?;
    if state.stage() != Stage::Over {
        return Err(Denied::UnknownDeal);
    }
    if state.review.practices >= MOST_PRACTICES {
        let words = "Ten practice tables were opened together from this match. You can still practise alone.";
        return Err(Denied::invalid("too_many_practices", words));
    }
    state.review.practices += 1;
    Ok(state.presence.here().into_iter().fold(1 << own.index(), |seats, seat| seats | (1 << seat)))
}

/// Returns when something about the review has to be sent.
pub(crate) fn next_due(state: &RoomState) -> Option<Instant> {
    let ReviewState { direct, delayed, waiting, .. } = &state.review;
    let next = waiting.front().map(|(due, _)| *due);
    [direct.due(GAP), delayed.due(part(state)), next].into_iter().flatten().min()
}

fn part(state: &RoomState) -> Duration {
    GAP.max(state.watch_delay() / PARTS)
}

/// Sends the review to everybody for whom a change is due.
pub(crate) fn send_due(state: &mut RoomState, now: Instant, out: &mut Vec<Effect>) {
    if next_due(state).is_some_and(|due| due <= now) {
        send_changes(state, now, out);
    }
}

#[inline(never)]
fn send_changes(state: &mut RoomState, now: Instant, out: &mut Vec<Effect>) {
    let (delay, part, delays) = (state.watch_delay(), part(state), state.is_delayed());
    let review = &mut state.review;
    let direct = review.direct.pop_due(now, GAP);
    if review.delayed.pop_due(now, part) && delays {
        review.waiting.push_back((now + delay, review.current.clone()));
    }
    let mut later = false;
    while let Some((_, next)) = review.waiting.pop_front_if(|(due, _)| *due <= now) {
        review.shown = next;
        later = true;
    }
    let sent = |connection: &&Connection| if is_late(state, connection) { later } else { direct };
    state.presence.connections().iter().filter(sent).for_each(|connection| send_to(state, out, connection));
}

/// True if a connection sees everything with the delay of spectators.
fn is_late(state: &RoomState, connection: &Connection) -> bool {
    connection.viewer == Viewer::Public && state.is_delayed()
}

#[inline(never)]
fn send_to(state: &RoomState, out: &mut Vec<Effect>, connection: &Connection) {
    let review = if is_late(state, connection) { &state.review.shown } else { &state.review.current };
    out.push(Effect::Send { to: connection.id, text: text(&Message::<Value>::Review(review.clone())) });
}

/// Sends a new connection the review of a match that is over, even if nobody leads.
pub(crate) fn send_first(state: &RoomState, out: &mut Vec<Effect>, connection: &Connection) {
    let known =
        if is_late(state, connection) { state.review.shown.leader.is_some() } else { state.stage() == Stage::Over };
    if known {
        send_to(state, out, connection);
    }
}
