//! The seed of a match to which every seat contributes. The seed is computed from a secret of the server and a nonce of
//! each seat, so nobody can choose the cards. docs/bots/records.md defines every byte. docs/play/fairness.md describes
//! what is proven.
//!
//! An *attempt* has three steps. The server publishes the commitment C of its secret S. Each seat that takes part
//! publishes the hash h of its nonce n. When all hashes are known, each seat reveals its nonce. If a seat has published
//! a hash but does not reveal its nonce, the attempt is void. The next attempt excludes that seat.

use std::fmt;
use std::str::FromStr;

use crate::seed::{Commitment, Seed, hash, read_hash};

/// The 32 random bytes of a seat. They are secret until the seat reveals them, so `Debug` does not print them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Nonce([u8; 32]);

impl Nonce {
    /// Returns the nonce of these bytes, which come from a random source of the seat's own device.
    pub const fn new(bytes: [u8; 32]) -> Nonce {
        Nonce(bytes)
    }

    /// Returns the hash that the seat publishes before it reveals the nonce. The hash includes the server's commitment,
    /// the number of the attempt and the seat, so nobody can use it for another attempt or seat.
    pub fn sealed(self, commitment: Commitment, attempt: u32, seat: u8) -> SealedNonce {
        SealedNonce(hash(&[b"cardroom-nonce/2", &commitment.bytes(), &attempt.to_le_bytes(), &[seat], &self.0]))
    }

    /// Returns the nonce as 64 lower-case hex digits, once the seat has revealed it.
    pub fn reveal(self) -> String {
        hex::encode(self.0)
    }
}

impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Nonce(sealed)")
    }
}

impl FromStr for Nonce {
    type Err = NoHash;

    fn from_str(text: &str) -> Result<Nonce, NoHash> {
        read_hash(text).map(Nonce).ok_or(NoHash)
    }
}

/// The hash of a nonce, printed as lower-case hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SealedNonce([u8; 32]);

impl fmt::Display for SealedNonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl FromStr for SealedNonce {
    type Err = NoHash;

    fn from_str(text: &str) -> Result<SealedNonce, NoHash> {
        read_hash(text).map(SealedNonce).ok_or(NoHash)
    }
}

/// A text that is not 32 bytes in hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected 64 lower-case hex digits")]
pub struct NoHash;

/// Returns the seed of a match. `nonces` has one entry for each seat, `None` for a seat that took no part.
pub fn combined_seed(secret: Seed, attempt: u32, nonces: &[Option<Nonce>]) -> Seed {
    let number = attempt.to_le_bytes();
    let secret = secret.bytes();
    let mut parts: Vec<&[u8]> = vec![b"cardroom-seed/2", &secret, &number];
    for nonce in nonces {
        match nonce {
            None => parts.push(&[0]),
            Some(Nonce(bytes)) => parts.extend([&[1][..], bytes]),
        }
    }
    Seed::new(hash(&parts))
}

/// Returns the secret S of attempt number `attempt` at a table with this sealed seed. Each secret is a hash, so the
/// published secret of a void attempt reveals nothing about the seed or the next secret. A table that shuffles together
/// never publishes the sealed seed itself.
pub fn attempt_secret(sealed: Seed, attempt: u32) -> Seed {
    Seed::new(hash(&[b"cardroom-secret/1", &sealed.bytes(), &attempt.to_le_bytes()]))
}

/// One attempt to shuffle together, with all its published data. The number of an attempt is its index in the list of
/// attempts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShuffleAttempt {
    /// C: the commitment of the server's secret, published first.
    pub commitment: Commitment,
    /// h of each seat; `None` for a seat that took no part.
    pub sealed: Vec<Option<SealedNonce>>,
    /// n of each seat; `None` for a seat that took no part or did not reveal its n.
    pub nonces: Vec<Option<Nonce>>,
    /// S: the server's secret. `None` in the last attempt of a match that goes on.
    pub secret: Option<Seed>,
    /// The seats that had no person when the attempt began: bots take no part.
    pub bots: Vec<u8>,
}

impl ShuffleAttempt {
    /// Returns the seats that published a hash and did not reveal their nonce, which voids the attempt.
    pub fn withheld(&self) -> impl Iterator<Item = usize> {
        let seats = self.sealed.iter().zip(&self.nonces).enumerate();
        seats.filter(|(_, (sealed, nonce))| sealed.is_some() && nonce.is_none()).map(|(seat, _)| seat)
    }

    /// Checks one attempt without the others.
    fn check(&self, number: u32, seats: usize) -> Result<(), Flaw> {
        if self.sealed.len() != seats || self.nonces.len() != seats {
            return Err(Flaw::Seats { seats });
        }
        for (index, (sealed, nonce)) in self.sealed.iter().zip(&self.nonces).enumerate() {
            let seat = index as u8;
            let due = nonce.map(|nonce| nonce.sealed(self.commitment, number, seat));
            match (sealed, due) {
                (None, Some(_)) => return Err(Flaw::Unannounced { seat }),
                (Some(sealed), Some(due)) if *sealed != due => return Err(Flaw::OtherNonce { seat }),
                _ => {}
            }
        }
        if let Some(seat) = self.bots.iter().find(|seat| self.sealed.get(usize::from(**seat)) != Some(&None)) {
            return Err(Flaw::Bot { seat: *seat });
        }
        match self.secret {
            Some(secret) if secret.commitment() != self.commitment => Err(Flaw::OtherSecret),
            _ => Ok(()),
        }
    }
}

/// Checks all attempts of a match against each other and against the seed of the match. While the match goes on, `seed`
/// is `None`.
///
/// # Errors
/// Returns the first flaw and the number of its attempt.
pub fn check_attempts(attempts: &[ShuffleAttempt], seats: usize, seed: Option<Seed>) -> Result<(), EntropyFault> {
    let Some((last, void)) = attempts.split_last() else {
        return Err(EntropyFault { attempt: None, flaw: Flaw::NoAttempt });
    };
    for (number, attempt) in (0_u32..).zip(attempts) {
        let at = |flaw| EntropyFault { attempt: Some(number), flaw };
        attempt.check(number, seats).map_err(at)?;
        let before = &attempts[..number as usize];
        if before.iter().any(|other| other.commitment == attempt.commitment) {
            return Err(at(Flaw::SameSecret));
        }
        let barred = before.iter().flat_map(ShuffleAttempt::withheld).find(|seat| attempt.sealed[*seat].is_some());
        if let Some(seat) = barred {
            return Err(at(Flaw::Barred { seat: seat as u8 }));
        }
    }
    for (number, attempt) in (0_u32..).zip(void) {
        let at = |flaw| EntropyFault { attempt: Some(number), flaw };
        if attempt.withheld().next().is_none() {
            return Err(at(Flaw::NotVoid));
        }
        if attempt.secret.is_none() {
            return Err(at(Flaw::NoSecret));
        }
    }
    let at_last = |flaw| EntropyFault { attempt: Some(void.len() as u32), flaw };
    if let Some(seat) = last.withheld().next() {
        return Err(at_last(Flaw::Withheld { seat: seat as u8 }));
    }
    match (seed, last.secret) {
        (None, None) => Ok(()),
        (None, Some(_)) => Err(at_last(Flaw::SecretTold)),
        (Some(_), None) => Err(at_last(Flaw::NoSecret)),
        (Some(seed), Some(secret)) => {
            let due = combined_seed(secret, void.len() as u32, &last.nonces);
            if seed == due { Ok(()) } else { Err(at_last(Flaw::OtherSeed)) }
        }
    }
}

/// The fault in the attempts of a match, printed as `attempt K: why`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{flaw}", place(*attempt))]
pub struct EntropyFault {
    /// The number of the attempt, from 0.
    attempt: Option<u32>,
    flaw: Flaw,
}

/// Returns the prefix `attempt K: `, or nothing if the fault concerns no single attempt.
fn place(attempt: Option<u32>) -> String {
    attempt.map_or_else(String::new, |attempt| format!("attempt {attempt}: "))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
enum Flaw {
    #[error("there is no attempt")]
    NoAttempt,
    #[error("h and n need one entry for each of the {seats} seats")]
    Seats { seats: usize },
    #[error("seat {seat} has n without h: it took no part")]
    Unannounced { seat: u8 },
    #[error("n of seat {seat} does not follow from its h: one of them was exchanged")]
    OtherNonce { seat: u8 },
    #[error("S does not follow from C: the server's secret was exchanged")]
    OtherSecret,
    #[error("C is that of an earlier attempt: each attempt has a secret of its own")]
    SameSecret,
    #[error("seat {seat} takes part, though a bot has it, or there is no such seat")]
    Bot { seat: u8 },
    #[error("seat {seat} takes part, though it voided an earlier attempt")]
    Barred { seat: u8 },
    #[error("every seat revealed its n, so no other attempt may follow")]
    NotVoid,
    #[error("S is missing")]
    NoSecret,
    #[error("seat {seat} did not reveal its n, so another attempt must follow")]
    Withheld { seat: u8 },
    #[error("S is told, yet the seed is null: while a match goes on, its record has no S")]
    SecretTold,
    #[error("the seed does not follow from S and every n")]
    OtherSeed,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nonce(byte: u8) -> Nonce {
        Nonce::new([byte; 32])
    }

    /// Returns an attempt of four seats in which the seats `parts` take part.
    fn attempt(number: u32, secret: u8, parts: &[u8]) -> ShuffleAttempt {
        let secret = Seed::new([secret; 32]);
        let commitment = secret.commitment();
        let nonces: Vec<Option<Nonce>> = (0..4).map(|seat| parts.contains(&seat).then(|| nonce(seat))).collect();
        let seal = |(seat, nonce): (u8, &Option<Nonce>)| nonce.map(|nonce| nonce.sealed(commitment, number, seat));
        let sealed = (0..).zip(&nonces).map(seal).collect();
        ShuffleAttempt { commitment, sealed, nonces, secret: Some(secret), bots: Vec::new() }
    }

    fn seed_of(attempts: &[ShuffleAttempt]) -> Seed {
        let last = attempts.last().unwrap();
        combined_seed(last.secret.unwrap(), attempts.len() as u32 - 1, &last.nonces)
    }

    fn fault(attempts: &[ShuffleAttempt], seed: Option<Seed>) -> String {
        check_attempts(attempts, 4, seed).expect_err("a fault").to_string()
    }

    #[test]
    fn one_attempt_gives_the_seed() {
        for parts in [&[][..], &[2], &[0, 1, 2, 3]] {
            let attempts = [attempt(0, 9, parts)];
            assert_eq!(check_attempts(&attempts, 4, Some(seed_of(&attempts))), Ok(()));
        }
    }

    #[test]
    fn a_swapped_secret_is_found() {
        let honest = [attempt(0, 9, &[0, 1])];
        let mut swapped = honest.clone();
        swapped[0].secret = Some(Seed::new([8; 32]));
        assert!(fault(&swapped, Some(seed_of(&swapped))).contains("attempt 0: S does not follow from C"));
        // The same holds if C is exchanged too, because the hashes include the published C.
        swapped[0].commitment = Seed::new([8; 32]).commitment();
        assert!(fault(&swapped, Some(seed_of(&swapped))).contains("n of seat 0 does not follow from its h"));
    }

    #[test]
    fn a_dropped_or_exchanged_contribution_is_found() {
        let honest = [attempt(0, 9, &[0, 1])];
        let seed = seed_of(&honest);
        let mut dropped = honest.clone();
        (dropped[0].nonces[1], dropped[0].sealed[1]) = (None, None);
        assert!(fault(&dropped, Some(seed)).contains("the seed does not follow"));
        let mut half = honest.clone();
        half[0].sealed[1] = None;
        assert!(fault(&half, Some(seed)).contains("seat 1 has n without h"));
        let mut exchanged = honest;
        exchanged[0].nonces[1] = Some(nonce(7));
        assert!(fault(&exchanged, Some(seed)).contains("n of seat 1 does not follow"));
    }

    #[test]
    fn a_void_attempt_stays_and_bars_its_seat() {
        let mut void = attempt(0, 9, &[0, 1]);
        void.nonces[1] = None;
        let good = [void.clone(), attempt(1, 8, &[0])];
        assert_eq!(check_attempts(&good, 4, Some(seed_of(&good))), Ok(()));
        let again = [void.clone(), attempt(1, 8, &[0, 1])];
        assert!(fault(&again, Some(seed_of(&again))).contains("attempt 1: seat 1 takes part, though"));
        let same = [void.clone(), attempt(1, 9, &[0])];
        assert!(fault(&same, Some(seed_of(&same))).contains("attempt 1: C is that of an earlier attempt"));
        let mut silent = good;
        silent[0].secret = None;
        assert!(fault(&silent, Some(seed_of(&silent))).contains("attempt 0: S is missing"));
        assert!(fault(std::slice::from_ref(&void), Some(seed_of(&[void.clone()]))).contains("another attempt must"));
    }

    #[test]
    fn nobody_begins_again_after_every_nonce_is_known() {
        let begun_again = [attempt(0, 9, &[0, 1]), attempt(1, 8, &[0, 1])];
        assert!(fault(&begun_again, Some(seed_of(&begun_again))).contains("attempt 0: every seat revealed"));
    }

    #[test]
    fn each_void_attempt_costs_a_contributor() {
        let mut attempts = Vec::new();
        for number in 0..4 {
            let parts: Vec<u8> = (number as u8..4).collect();
            let mut void = attempt(number, 10 + number as u8, &parts);
            void.nonces[number as usize] = None;
            attempts.push(void);
        }
        attempts.push(attempt(4, 20, &[]));
        assert_eq!(check_attempts(&attempts, 4, Some(seed_of(&attempts))), Ok(()));
        attempts.insert(4, attempt(4, 21, &[]));
        attempts[5] = attempt(5, 20, &[]);
        assert!(fault(&attempts, Some(seed_of(&attempts))).contains("attempt 4: every seat revealed"));
    }

    #[test]
    fn while_a_match_goes_on_the_secret_is_not_told() {
        let mut attempts = [attempt(0, 9, &[0])];
        assert!(fault(&attempts, None).contains("while a match goes on"));
        attempts[0].secret = None;
        assert_eq!(check_attempts(&attempts, 4, None), Ok(()));
        assert!(fault(&attempts, Some(Seed::numbered(1))).contains("S is missing"));
        assert!(fault(&[], None).contains("there is no attempt"));
        assert!(check_attempts(&attempts, 3, None).unwrap_err().to_string().contains("each of the 3 seats"));
    }

    /// A hash for one C, attempt or seat does not fit another. So a server learns nothing if it tries many secrets
    /// before it publishes C. Every hash comes after C and depends on C.
    #[test]
    fn a_hash_is_bound_to_its_commitment_attempt_and_seat() {
        let (one, other) = (Seed::numbered(1).commitment(), Seed::numbered(2).commitment());
        let sealed = nonce(1).sealed(one, 0, 0);
        for again in [nonce(1).sealed(other, 0, 0), nonce(1).sealed(one, 1, 0), nonce(1).sealed(one, 0, 1)] {
            assert_ne!(sealed, again);
        }
        assert_ne!(sealed, nonce(2).sealed(one, 0, 0));
    }

    /// A dishonest server knows the nonces of an earlier match, and searches for a secret that gives a favourable seed
    /// with these nonces. The server cannot get that seed. The old hashes do not fit the new C. Hashes that the server
    /// makes are not the hashes of the devices. With new nonces from the devices, no secret is better than another.
    #[test]
    fn secrets_tried_before_c_gain_nothing() {
        let likes = |seed: Seed| seed.bytes()[0] == 0;
        let before = attempt(0, 9, &[0, 1]);
        let chosen = (0..).map(Seed::numbered).find(|secret| likes(combined_seed(*secret, 0, &before.nonces)));
        let secret = chosen.expect("one in 256 does");
        let (commitment, liked) = (secret.commitment(), combined_seed(secret, 0, &before.nonces));
        let replayed = ShuffleAttempt { commitment, secret: Some(secret), ..before.clone() };
        assert!(fault(&[replayed], Some(liked)).contains("n of seat 0 does not follow from its h"));
        // If the server makes hashes from the old nonces, the record is consistent. But no device has sent these
        // hashes.
        let sealed = |seat: u8| before.nonces[usize::from(seat)].map(|nonce| nonce.sealed(commitment, 0, seat));
        let forged =
            ShuffleAttempt { commitment, sealed: (0..4).map(sealed).collect(), secret: Some(secret), ..before.clone() };
        assert_eq!(check_attempts(std::slice::from_ref(&forged), 4, Some(liked)), Ok(()));
        assert!((0..2).all(|seat| forged.sealed[seat] != before.sealed[seat]));
        // Two devices make new nonces after C is published. Then one seed in 256 is favourable, as if the server had
        // not chosen its secret.
        let drawn = |n: u32| Nonce::new(hash(&[b"drawn", &n.to_le_bytes()]));
        let count = |secret: Seed| {
            let seed = |n: u32| combined_seed(secret, 0, &[Some(drawn(2 * n)), Some(drawn(2 * n + 1)), None, None]);
            (0..25_600).filter(|n| likes(seed(*n))).count()
        };
        for secret in [secret, Seed::numbered(0), Seed::numbered(1)] {
            let found = count(secret);
            // The expected number is 100, and the standard deviation is 10.
            assert!((60..140).contains(&found), "{found}");
        }
    }

    /// The seat of a nonce matters, and so does whether a seat took part.
    #[test]
    fn every_part_of_the_seed_counts() {
        let secret = Seed::numbered(1);
        let seeds = [
            combined_seed(secret, 0, &[Some(nonce(1)), None]),
            combined_seed(secret, 0, &[None, Some(nonce(1))]),
            combined_seed(secret, 1, &[Some(nonce(1)), None]),
            combined_seed(Seed::numbered(2), 0, &[Some(nonce(1)), None]),
            combined_seed(secret, 0, &[None, None]),
            combined_seed(secret, 0, &[Some(nonce(2)), None]),
        ];
        for (index, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..index].contains(seed), "{index}");
        }
    }

    #[test]
    fn each_attempt_has_a_secret_of_its_own() {
        let sealed = Seed::numbered(1);
        let secrets = [attempt_secret(sealed, 0), attempt_secret(sealed, 1), attempt_secret(Seed::numbered(2), 0)];
        for (index, secret) in secrets.iter().enumerate() {
            assert!(*secret != sealed && !secrets[..index].contains(secret), "{index}");
        }
        assert_eq!(secrets[0], attempt_secret(sealed, 0));
    }

    #[test]
    fn debug_betrays_nothing() {
        assert_eq!(format!("{:?}", nonce(3)), "Nonce(sealed)");
    }
}
