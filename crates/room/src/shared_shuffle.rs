//! The shared shuffle. Before the first deal, the server and the pages at the table make the seed together. So nobody
//! can choose the cards. docs/bots/records.md describes the hashes. docs/develop/protocol.md describes the messages.
//! docs/play/fairness.md contains the proof. Each step is decided here, then stored, and then sent.
//!
//! An attempt first waits for the hashes of all seats whose pages take part, and then for their nonces.

use std::time::Duration;

use cards::{Nonce, SealedNonce};
use game::Seat;
use protocol::{Refusal, ShuffleStep, Stage};

use crate::ALONE;
use crate::arrangement::{Change, Then};
use crate::asker::Asker;
use crate::decision::{CommandOutcome, Local};
use crate::effect::Effect;
use crate::send;
use crate::shuffle::KeptAttempt;
use crate::state::RoomState;
use crate::time::Now;
use crate::wire::refusal;

/// A seat that sends no hash within this time takes no part.
const FOR_THE_HASH: Duration = Duration::from_secs(5);
/// The time in which a seat that has sent a hash must reveal its nonce. If the time runs out or the person leaves, the
/// attempt is void.
const FOR_THE_NONCE: Duration = Duration::from_secs(10);

/// Begins the match or, if the players shuffle together, the shared shuffle that precedes it.
pub(crate) fn begin(state: &RoomState, now: Now) -> Change {
    let shuffles = state.seats() > 1 && state.table.setup().number.is_none();
    let anybody = (0..state.seats()).any(|index| state.presence.shuffles(index));
    if ALONE || !shuffles || !anybody || !state.facts.shuffle.is_empty() {
        return start(state, now);
    }
    attempt(state)
}

fn attempt(state: &RoomState) -> Change {
    let seats = state.seats();
    let bots = (0..seats).filter(|index| state.seating.seat(*index).person.is_none()).map(|index| index as u8);
    let bots: Vec<u8> = bots.collect();
    Change::arrange(state.arranged(|draft| {
        draft.shuffle.begin_attempt(seats, bots);
    }))
    .sent_to_nobody()
}

/// Returns the next step, if the shuffle waits for nobody any more or the time is up.
pub(crate) fn next(state: &RoomState, now: Now) -> Option<Change> {
    let shuffle = &state.facts.shuffle;
    if ALONE || !shuffle.is_running() || state.stage() != Stage::Gathering {
        return None;
    }
    let late = state.schedule.shuffle_due().is_some_and(|due| due <= now.instant);
    let last = shuffle.last_attempt()?;
    let waits = !state.shuffle_waits().is_empty();
    // A person who has left reveals nothing any more.
    let left = |index: usize| last.withholds(index) && state.seating.seat(index).person.is_none();
    let gone = shuffle.step() == ShuffleStep::Reveal && (0..state.seats()).any(left);
    if waits && !late && !gone {
        return None;
    }
    match shuffle.step() {
        ShuffleStep::Seal if last.is_sealed_by_any() => {
            let listed = state.arranged(|draft| draft.shuffle.list_hashes());
            Some(Change::arrange(listed).sent_to_nobody())
        }
        ShuffleStep::Reveal if waits => Some(attempt(state)),
        ShuffleStep::Seal | ShuffleStep::Reveal | ShuffleStep::Done => {
            let mut change = start(state, now);
            if let Some(draft) = &mut change.arrangement {
                draft.shuffle.finish();
            }
            Some(change)
        }
    }
}

/// Starts the match: bots take the free seats, and the first deal is dealt.
fn start(state: &RoomState, now: Now) -> Change {
    let level = &state.facts.settings.level;
    Change::arrange(state.arranged(|draft| {
        draft.seating.fill(level);
        draft.seating.begin(now.unix_ms);
    }))
}

/// Starts the time limit of a step. Tells everybody that the step has begun, or that it waits for other seats.
pub(crate) fn plan(state: &mut RoomState, now: Now, out: &mut Vec<Effect>) {
    let shuffle = &state.facts.shuffle;
    if ALONE || !shuffle.is_running() {
        return;
    }
    let time = if shuffle.step() == ShuffleStep::Reveal { FOR_THE_NONCE } else { FOR_THE_HASH };
    let waits = state.shuffle_waits();
    let begins = state.schedule.start_shuffle_step(now.instant, time);
    if state.schedule.waits_for(waits) || begins {
        send::shuffle_to_all(state, now, out);
    }
}

/// Stores that a seat takes part, with the hash of its nonce. Each seat answers once in an attempt.
pub(crate) fn seal(state: &RoomState, asker: &Asker, seat: Seat, k: u32, h: &str) -> Result<CommandOutcome, Refusal> {
    let (shuffle, index) = (&state.facts.shuffle, seat.index());
    let last = current(state, k)?;
    if last.hash_of(index) == Some(h) {
        return Ok(CommandOutcome::Local(Local::Nothing));
    }
    if last.hash_of(index).is_some() {
        return Err(refusal("sealed", "This seat has sent its hash already."));
    }
    if shuffle.is_barred(index) {
        return Err(refusal("barred", "This seat did not reveal its number before: it takes no part in this match."));
    }
    if shuffle.step() != ShuffleStep::Seal {
        return Err(refusal("listed", "The list of hashes is complete: this seat takes no part in this attempt."));
    }
    let sealed: SealedNonce = h.parse().map_err(not_hex)?;
    Ok(stored(state, asker, |attempt| attempt.seal(index, sealed)))
}

/// Reveals the nonce of a seat, after the list of hashes is complete.
pub(crate) fn reveal(state: &RoomState, asker: &Asker, seat: Seat, k: u32, n: &str) -> Result<CommandOutcome, Refusal> {
    let (shuffle, index) = (&state.facts.shuffle, seat.index());
    let last = current(state, k)?;
    if last.nonce_of(index) == Some(n) {
        return Ok(CommandOutcome::Local(Local::Nothing));
    }
    if shuffle.step() == ShuffleStep::Seal {
        return Err(refusal("not_listed", "The list of hashes is not complete yet. Reveal the number after it."));
    }
    let nonce: Nonce = n.parse().map_err(not_hex)?;
    let commitment = state.attempts()[shuffle.last()].commitment;
    if last.hash_of(index) != Some(&*nonce.sealed(commitment, k, index as u8).to_string()) {
        return Err(refusal("other_nonce", "This number does not match the hash that this seat sent."));
    }
    Ok(stored(state, asker, |attempt| attempt.reveal(index, nonce)))
}

/// Returns the running attempt, if it has this number.
fn current(state: &RoomState, k: u32) -> Result<&KeptAttempt, Refusal> {
    let shuffle = &state.facts.shuffle;
    let last = shuffle.last_attempt().filter(|_| !ALONE && shuffle.is_running() && shuffle.last() == k as usize);
    last.ok_or_else(|| refusal("no_shuffle", "The table does not wait for this: the attempt to shuffle is over."))
}

fn not_hex(_: cards::NoHash) -> Refusal {
    refusal("no_hash", "Send 64 lower-case hex digits.")
}

fn stored(state: &RoomState, asker: &Asker, change: impl FnOnce(&mut KeptAttempt)) -> CommandOutcome {
    let arrangement = state.arranged(|draft| {
        if let Some(last) = draft.shuffle.last_attempt_mut() {
            change(last);
        }
    });
    CommandOutcome::Store(Change::arrange(arrangement).sent_to_nobody().then(Then::Answer(asker.clone())))
}

/// Returns why seats and settings cannot change during the shuffle.
pub(crate) fn shuffling() -> (&'static str, &'static str) {
    ("shuffling", "The cards are being shuffled. The match begins in a moment.")
}
