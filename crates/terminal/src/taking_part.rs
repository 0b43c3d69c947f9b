//! A terminal's part in shuffling together (docs/develop/protocol.md, "Shuffling together"), without I/O. It takes the
//! same steps as the page (`web/src/fair/participate.ts`). First it sends the hash of a random number, its *nonce*.
//! Then it waits for the server's list of hashes. The list must contain this hash at the terminal's seat, under the
//! same commitment C. Only then does the terminal reveal the nonce.

use cards::{Commitment, Nonce, Seed};
use protocol::{Command, SharedAttempt, SharedShuffle, ShuffleStep};
use serde::{Deserialize, Serialize};

use crate::seen::SeenDeal;

/// The nonce that this device drew for one attempt.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OwnNonce {
    pub k: u32,
    /// C, the server's commitment for which the nonce was drawn.
    commitment: String,
    pub seat: u8,
    pub nonce: String,
    pub hash: String,
    /// True if the nonce was sent to the server.
    #[serde(default)]
    pub revealed: bool,
}

/// The part of this device in the shuffle of a match, and all data about the shuffle that the server sent. It is stored
/// before anything is sent. So a terminal uses the same nonce after a restart.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OwnShuffle {
    /// The seat on which this device saw the shuffle; `None` if it only watched.
    pub seat: Option<u8>,
    pub parts: Vec<OwnNonce>,
    /// The attempts as the server last sent them.
    pub attempts: Vec<SharedAttempt>,
    /// True if the server contradicted itself.
    pub differs: bool,
    /// The player's own play, deal by deal.
    #[serde(default)]
    pub seen: Vec<SeenDeal>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Contribution {
    /// The hash of the device's nonce in attempt `k`.
    Seal { k: u32, h: String },
    /// The device's nonce in attempt `k`.
    Reveal { k: u32, n: String },
}

impl Contribution {
    pub(crate) fn command(self, cmd: String) -> Command {
        match self {
            Contribution::Seal { k, h } => Command::Seal { cmd, k, h },
            Contribution::Reveal { k, n } => Command::Reveal { cmd, k, n },
        }
    }
}

/// News of a shuffle for the player. Their words are those of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ShuffleNews {
    /// Attempt `k` is void, because the nonce of this seat did not arrive.
    Void { k: u32, seat: u8 },
    /// The cards were shuffled without this device.
    Missing,
    /// The server contradicted itself.
    Differs,
    /// This device cannot store anything, so it takes no part.
    NothingKept,
}

impl ShuffleNews {
    pub(crate) fn key(self) -> &'static str {
        match self {
            ShuffleNews::Void { .. } => "told.void",
            ShuffleNews::Missing => "told.missing",
            ShuffleNews::Differs => "told.differs",
            ShuffleNews::NothingKept => "told.nothing_kept",
        }
    }
}

impl OwnShuffle {
    /// Handles a message about the shuffle. Returns the contribution to send, if there is one. `draw` returns a new
    /// nonce.
    pub(crate) fn answer(
        &mut self,
        seat: Option<u8>,
        shuffle: &SharedShuffle,
        draw: impl FnOnce() -> Nonce,
    ) -> Option<Contribution> {
        // The message may be older than one that another terminal of this session has received and stored.
        let is_news = agrees(&self.attempts, &shuffle.attempts);
        if !(is_news || agrees(&shuffle.attempts, &self.attempts)) || !shuffle.attempts.iter().all(holds) {
            self.differs = true;
            return None;
        }
        if shuffle.step != ShuffleStep::Done {
            self.seat = self.seat.or(seat);
        }
        if is_news {
            self.attempts.clone_from(&shuffle.attempts);
        }
        let (last, seat) = (shuffle.attempts.last()?, seat?);
        if self.differs || !shuffle.waits.contains(&seat) {
            return None;
        }
        let own = self.parts.iter_mut().find(|part| part.k == last.k);
        if own.as_ref().is_some_and(|own| own.commitment != last.commitment || own.seat != seat) {
            return None;
        }
        match (shuffle.step, own) {
            (ShuffleStep::Seal, Some(own)) => Some(Contribution::Seal { k: own.k, h: own.hash.clone() }),
            (ShuffleStep::Seal, None) => {
                let (nonce, commitment) = (draw(), last.commitment.parse().ok()?);
                let hash = nonce.sealed(commitment, last.k, seat).to_string();
                self.parts.push(OwnNonce {
                    k: last.k,
                    commitment: last.commitment.clone(),
                    seat,
                    nonce: nonce.reveal(),
                    hash: hash.clone(),
                    revealed: false,
                });
                Some(Contribution::Seal { k: last.k, h: hash })
            }
            (ShuffleStep::Reveal, Some(own)) if last.h.get(usize::from(seat)) == Some(&Some(own.hash.clone())) => {
                own.revealed = true;
                Some(Contribution::Reveal { k: own.k, n: own.nonce.clone() })
            }
            (ShuffleStep::Reveal | ShuffleStep::Done, _) => None,
        }
    }

    /// Adds the player's own play of a deal. Another terminal may already have stored a part of it.
    pub(crate) fn add_play(&mut self, mut seen: SeenDeal) {
        let is_same = |one: &SeenDeal| (one.deal, one.seat) == (seen.deal, seen.seat);
        if let Some(place) = self.seen.iter().position(is_same) {
            let old = self.seen.remove(place);
            self.differs |= !old.hand.is_empty() && !seen.hand.is_empty() && old.hand != seen.hand;
            seen.hand = if old.hand.is_empty() { seen.hand } else { old.hand };
            seen.moves =
                std::collections::BTreeSet::from_iter(old.moves.into_iter().chain(seen.moves)).into_iter().collect();
        }
        self.seen.push(seen);
    }

    /// Removes this device's nonce in attempt `k`, because another device of the same person has sent its hash.
    pub(crate) fn remove_part(&mut self, k: u32) {
        self.parts.retain(|part| part.k != k);
    }

    pub(crate) fn news(&self, shuffle: &SharedShuffle) -> Vec<ShuffleNews> {
        let void = shuffle.attempts.split_last().map_or(&[][..], |(_, void)| void);
        let mut news = Vec::new();
        for attempt in void {
            let seats = (0..).zip(attempt.h.iter().zip(&attempt.n));
            let silent = seats.filter(|(_, (h, n))| h.is_some() && n.is_none());
            news.extend(silent.map(|(seat, _)| ShuffleNews::Void { k: attempt.k, seat }));
        }
        if self.differs {
            news.push(ShuffleNews::Differs);
            return news;
        }
        if let (Some(seat), Some(last)) = (self.seat, shuffle.attempts.last())
            && shuffle.step != ShuffleStep::Seal
        {
            let own = self.parts.iter().find(|part| part.k == last.k).map(|part| &part.hash);
            let listed = last.h.get(usize::from(seat)).and_then(Option::as_ref);
            if own.is_none() || own != listed {
                news.push(ShuffleNews::Missing);
            }
        }
        news
    }
}

/// Returns true if `now` contradicts nothing in `before`, which the server sent earlier.
pub(crate) fn agrees(before: &[SharedAttempt], now: &[SharedAttempt]) -> bool {
    let same = |was: &Option<String>, is: Option<&Option<String>>| was.is_none() || is == Some(was);
    before.iter().enumerate().all(|(number, old)| {
        let Some(new) = now.get(number) else { return false };
        let is_listed = old.h.iter().any(Option::is_some);
        new.k == old.k
            && new.bots == old.bots
            && new.commitment == old.commitment
            && same(&old.secret, Some(&new.secret))
            && (!is_listed || old.h == new.h)
            && old.n.iter().enumerate().all(|(seat, n)| same(n, new.n.get(seat)))
    })
}

/// Returns true if the secret of an attempt, if the server has sent it, fits the commitment, and every nonce that the
/// server has sent fits its hash.
fn holds(attempt: &SharedAttempt) -> bool {
    let Ok(commitment) = attempt.commitment.parse::<Commitment>() else { return false };
    let secret = |text: &String| text.parse::<Seed>().is_ok_and(|secret| secret.commitment() == commitment);
    let nonce = |(seat, n): (u8, &String)| {
        let hash = n.parse::<Nonce>().map(|nonce| nonce.sealed(commitment, attempt.k, seat).to_string());
        hash.is_ok_and(|hash| attempt.h.get(usize::from(seat)) == Some(&Some(hash)))
    };
    attempt.secret.as_ref().is_none_or(secret)
        && (0..).zip(&attempt.n).filter_map(|(seat, n)| n.as_ref().map(|n| (seat, n))).all(nonce)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    const SEATS: usize = 4;

    fn secret() -> Seed {
        Seed::new([9; 32])
    }

    fn nonce() -> Nonce {
        Nonce::new([7; 32])
    }

    fn hash_of(nonce: Nonce, seat: u8) -> String {
        nonce.sealed(secret().commitment(), 0, seat).to_string()
    }

    pub(crate) fn asked() -> SharedShuffle {
        let attempt = SharedAttempt {
            k: 0,
            commitment: secret().commitment().to_string(),
            h: vec![None; SEATS],
            n: vec![None; SEATS],
            secret: None,
            bots: Vec::new(),
        };
        SharedShuffle { step: ShuffleStep::Seal, waits: vec![0, 1], left_ms: Some(5000), attempts: vec![attempt] }
    }

    /// Returns the list with this hash at seat 1 and another person's hash at seat 0.
    fn listed(own: Option<String>) -> SharedShuffle {
        let mut shuffle = asked();
        shuffle.step = ShuffleStep::Reveal;
        shuffle.attempts[0].h[0] = Some(hash_of(Nonce::new([1; 32]), 0));
        shuffle.attempts[0].h[1] = own;
        shuffle
    }

    fn answer_to(device: &mut OwnShuffle, shuffle: &SharedShuffle) -> Option<Contribution> {
        device.answer(Some(1), shuffle, nonce)
    }

    fn reveal() -> Contribution {
        Contribution::Reveal { k: 0, n: nonce().reveal() }
    }

    #[test]
    fn it_seals_a_nonce_and_reveals_it_to_the_list_that_has_its_hash() {
        let mut device = OwnShuffle::default();
        let own = hash_of(nonce(), 1);
        assert_eq!(answer_to(&mut device, &asked()), Some(Contribution::Seal { k: 0, h: own.clone() }));
        assert_eq!(answer_to(&mut device, &listed(Some(own))), Some(reveal()));
        assert_eq!(device.news(&listed(Some(hash_of(nonce(), 1)))), []);
    }

    #[test]
    fn a_terminal_that_starts_again_goes_on_with_the_same_nonce() {
        let mut device = OwnShuffle::default();
        let first = answer_to(&mut device, &asked());
        let text = serde_json::to_string(&device).unwrap();
        let mut again: OwnShuffle = serde_json::from_str(&text).unwrap();
        assert_eq!(again.answer(Some(1), &asked(), || panic!("it has drawn")), first);
        assert_eq!(answer_to(&mut again, &listed(Some(hash_of(nonce(), 1)))), Some(reveal()));
    }

    #[test]
    fn the_nonce_is_told_to_no_other_list() {
        for own in [None, Some(hash_of(Nonce::new([2; 32]), 1))] {
            let mut device = OwnShuffle::default();
            answer_to(&mut device, &asked());
            assert_eq!(answer_to(&mut device, &listed(own.clone())), None);
            assert_eq!(device.news(&listed(own)), [ShuffleNews::Missing]);
        }
        // The device's hash is in two wrong lists. In the first list it is at another seat. In the second list it is
        // under another commitment C.
        let mut device = OwnShuffle::default();
        answer_to(&mut device, &asked());
        let mut moved = listed(None);
        moved.attempts[0].h[2] = Some(hash_of(nonce(), 1));
        assert_eq!(answer_to(&mut device, &moved), None);
        let mut device = OwnShuffle::default();
        answer_to(&mut device, &asked());
        let mut other = listed(Some(hash_of(nonce(), 1)));
        other.attempts[0].commitment = Seed::new([8; 32]).commitment().to_string();
        assert_eq!(answer_to(&mut device, &other), None);
        assert_eq!(device.news(&other), [ShuffleNews::Differs]);
        // The server has contradicted itself, so the device reveals nothing any more, whatever it receives.
        assert_eq!(answer_to(&mut device, &listed(Some(hash_of(nonce(), 1)))), None);
    }

    #[test]
    fn what_does_not_follow_from_its_hash_is_found() {
        let own = hash_of(nonce(), 1);
        let done = || {
            let mut shuffle = listed(Some(own.clone()));
            shuffle.step = ShuffleStep::Done;
            shuffle.attempts[0].n = vec![Some(Nonce::new([1; 32]).reveal()), Some(nonce().reveal()), None, None];
            shuffle.attempts[0].secret = Some(secret().reveal());
            shuffle
        };
        let news_of = |shuffle: &SharedShuffle| {
            let mut device = OwnShuffle::default();
            answer_to(&mut device, &asked());
            answer_to(&mut device, shuffle);
            device.news(shuffle)
        };
        assert_eq!(news_of(&done()), []);
        let mut swapped = done();
        swapped.attempts[0].secret = Some(Seed::new([8; 32]).reveal());
        assert_eq!(news_of(&swapped), [ShuffleNews::Differs]);
        let mut exchanged = done();
        exchanged.attempts[0].n[0] = Some(Nonce::new([3; 32]).reveal());
        assert_eq!(news_of(&exchanged), [ShuffleNews::Differs]);
    }

    #[test]
    fn a_seat_that_falls_silent_is_named_and_the_next_attempt_has_another_nonce() {
        let mut device = OwnShuffle::default();
        answer_to(&mut device, &asked());
        let mut shuffle = listed(Some(hash_of(nonce(), 1)));
        shuffle.attempts[0].n[1] = Some(nonce().reveal());
        shuffle.attempts[0].secret = Some(secret().reveal());
        let next = Seed::new([5; 32]).commitment();
        shuffle.attempts.push(SharedAttempt { k: 1, commitment: next.to_string(), ..asked().attempts[0].clone() });
        (shuffle.step, shuffle.waits) = (ShuffleStep::Seal, vec![1]);
        let other = Nonce::new([6; 32]);
        let h = other.sealed(next, 1, 1).to_string();
        assert_eq!(device.answer(Some(1), &shuffle, || other), Some(Contribution::Seal { k: 1, h }));
        assert_eq!(device.news(&shuffle), [ShuffleNews::Void { k: 0, seat: 0 }]);
    }

    #[test]
    fn who_only_watches_or_is_not_waited_for_sends_nothing() {
        assert_eq!(OwnShuffle::default().answer(None, &asked(), nonce), None);
        assert_eq!(OwnShuffle::default().answer(Some(3), &asked(), nonce), None);
        // Another device of the same person has sent its hash earlier.
        let mut device = OwnShuffle::default();
        answer_to(&mut device, &asked());
        device.remove_part(0);
        let shuffle = listed(Some(hash_of(Nonce::new([2; 32]), 1)));
        assert_eq!(answer_to(&mut device, &shuffle), None);
        assert_eq!(device.news(&shuffle), [ShuffleNews::Missing]);
    }
}
