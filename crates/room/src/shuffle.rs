//! The stored attempts of the shared shuffle. The server's secrets are not stored, because they can be derived from the
//! table's sealed seed. `shared_shuffle` decides the next steps.

use cards::{Nonce, SealedNonce, Seed, ShuffleAttempt, attempt_secret, combined_seed};
use protocol::{SharedAttempt, SharedShuffle, ShuffleStep};
use serde::{Deserialize, Serialize};

/// The stored attempts of the shared shuffle. Empty at a table without one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct KeptShuffle {
    attempts: Vec<KeptAttempt>,
    /// The step that the last attempt waits for.
    step: ShuffleStep,
}

impl Default for KeptShuffle {
    fn default() -> KeptShuffle {
        KeptShuffle { attempts: Vec::new(), step: ShuffleStep::Seal }
    }
}

/// One attempt, with an entry for each seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct KeptAttempt {
    h: Vec<Option<String>>,
    n: Vec<Option<String>>,
    /// The seats that had no person when the attempt began.
    bots: Vec<u8>,
}

impl KeptAttempt {
    fn new(seats: usize, bots: Vec<u8>) -> KeptAttempt {
        KeptAttempt { h: vec![None; seats], n: vec![None; seats], bots }
    }

    pub(crate) fn hash_of(&self, seat: usize) -> Option<&str> {
        self.h[seat].as_deref()
    }

    pub(crate) fn nonce_of(&self, seat: usize) -> Option<&str> {
        self.n[seat].as_deref()
    }

    pub(crate) fn is_sealed_by_any(&self) -> bool {
        self.h.iter().any(Option::is_some)
    }

    /// Stores that a seat takes part, with the hash of its nonce.
    pub(crate) fn seal(&mut self, seat: usize, sealed: SealedNonce) {
        self.h[seat] = Some(sealed.to_string());
    }

    pub(crate) fn reveal(&mut self, seat: usize, nonce: Nonce) {
        self.n[seat] = Some(nonce.reveal());
    }

    /// True if a seat has sent a hash and not revealed its nonce.
    pub(crate) fn withholds(&self, seat: usize) -> bool {
        self.h[seat].is_some() && self.n[seat].is_none()
    }
}

impl KeptShuffle {
    pub(crate) fn is_empty(&self) -> bool {
        self.attempts.is_empty()
    }

    pub(crate) fn is_running(&self) -> bool {
        !self.attempts.is_empty() && self.step != ShuffleStep::Done
    }

    /// True if a person has left this seat during the shuffle. Nobody can take the seat then.
    pub(crate) fn was_left(&self, seat: u8) -> bool {
        self.is_running() && self.attempts.last().is_some_and(|last| !last.bots.contains(&seat))
    }

    /// Returns the step that the last attempt waits for.
    pub(crate) fn step(&self) -> ShuffleStep {
        self.step
    }

    pub(crate) fn last_attempt(&self) -> Option<&KeptAttempt> {
        self.attempts.last()
    }

    pub(crate) fn last_attempt_mut(&mut self) -> Option<&mut KeptAttempt> {
        self.attempts.last_mut()
    }

    /// Begins another attempt, which waits for hashes.
    pub(crate) fn begin_attempt(&mut self, seats: usize, bots: Vec<u8>) {
        self.attempts.push(KeptAttempt::new(seats, bots));
        self.step = ShuffleStep::Seal;
    }

    /// Ends the list of hashes. The attempt then waits for nonces.
    pub(crate) fn list_hashes(&mut self) {
        self.step = ShuffleStep::Reveal;
    }

    /// Ends the shuffle when all nonces are there.
    pub(crate) fn finish(&mut self) {
        self.step = ShuffleStep::Done;
    }

    /// Returns the number of the last attempt.
    pub(crate) fn last(&self) -> usize {
        self.attempts.len() - 1
    }

    /// True if a seat has voided an attempt. Such a seat takes part in no further attempt.
    pub(crate) fn is_barred(&self, seat: usize) -> bool {
        self.attempts[..self.last()].iter().any(|attempt| attempt.withholds(seat))
    }

    /// True if the last attempt waits for a seat. `takes_part`: the page of the seat is present and takes part.
    pub(crate) fn waits_for(&self, seat: usize, takes_part: bool) -> bool {
        self.attempts.last().is_some_and(|last| match self.step {
            ShuffleStep::Seal => takes_part && last.h[seat].is_none() && !self.is_barred(seat),
            ShuffleStep::Reveal => last.withholds(seat),
            ShuffleStep::Done => false,
        })
    }

    /// True if both shuffles wait for the same step of the same attempt.
    pub(crate) fn is_same_step(&self, other: &KeptShuffle) -> bool {
        (self.attempts.len(), self.step) == (other.attempts.len(), other.step)
    }

    /// Returns the attempts with the server's secrets, which follow from the sealed seed.
    pub(crate) fn attempts(&self, sealed: Seed) -> Vec<ShuffleAttempt> {
        let attempt = |(k, kept): (u32, &KeptAttempt)| {
            let secret = attempt_secret(sealed, k);
            ShuffleAttempt {
                commitment: secret.commitment(),
                sealed: read(&kept.h),
                nonces: read(&kept.n),
                secret: Some(secret),
                bots: kept.bots.clone(),
            }
        };
        (0..).zip(&self.attempts).map(attempt).collect()
    }

    /// Returns the public part of the shuffle. `attempts`: all attempts, with their secrets. `reveals`: true if the
    /// secret of the last attempt is public too.
    pub(crate) fn shown(
        &self,
        attempts: &[ShuffleAttempt],
        (waits, left_ms): (Vec<u8>, Option<u32>),
        reveals: bool,
    ) -> SharedShuffle {
        let shown = |(k, attempt): (u32, &ShuffleAttempt)| {
            let void = (k as usize) < self.last();
            let (listed, over) = (void || self.step != ShuffleStep::Seal, void || self.step == ShuffleStep::Done);
            let mut shown = SharedAttempt::written(k, attempt, void || reveals);
            if !listed {
                shown.h.fill(None);
            }
            if !over {
                shown.n.fill(None);
            }
            shown
        };
        SharedShuffle { step: self.step, waits, left_ms, attempts: (0..).zip(attempts).map(shown).collect() }
    }

    /// Returns the secret of the running attempt, which nobody knows yet.
    pub(crate) fn open_secret(&self, sealed: Seed) -> Option<Seed> {
        self.is_running().then(|| attempt_secret(sealed, self.last() as u32))
    }

    /// Returns the seed of the match, and the attempts that made it. Without a shared shuffle, the seed is the sealed
    /// seed.
    pub(crate) fn made(&self, sealed: Seed) -> (Seed, Vec<ShuffleAttempt>) {
        if self.step != ShuffleStep::Done {
            return (sealed, Vec::new());
        }
        let attempts = self.attempts(sealed);
        let (k, last) = (self.last() as u32, &attempts[self.last()]);
        (combined_seed(attempt_secret(sealed, k), k, &last.nonces), attempts)
    }
}

/// Reads stored texts, all of which were valid before.
fn read<T: std::str::FromStr>(texts: &[Option<String>]) -> Vec<Option<T>> {
    texts.iter().map(|text| text.as_deref().and_then(|text| text.parse().ok())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If a person leaves during the shuffle, nobody can take the seat. The attempt does not list the seat as a bot's
    /// seat, so a device would notice a bot on it as an error.
    #[test]
    fn a_seat_that_is_left_while_the_cards_are_shuffled_is_no_bot_of_that_attempt() {
        let mut kept = KeptShuffle::default();
        assert!(!kept.was_left(1));
        kept.begin_attempt(3, vec![2]);
        assert_eq!([0, 1, 2].map(|seat| kept.was_left(seat)), [true, true, false]);
        assert_eq!(kept.attempts(Seed::numbered(1))[0].bots, [2]);
        kept.begin_attempt(3, vec![1, 2]);
        assert_eq!([0, 1, 2].map(|seat| kept.was_left(seat)), [true, false, false]);
        kept.finish();
        assert!(!kept.was_left(0));
    }
}
