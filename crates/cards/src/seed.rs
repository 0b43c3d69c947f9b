//! Seeds, and the shuffle that `docs/bots/records.md` defines to the bit.

use std::fmt;
use std::str::FromStr;

use chacha20::cipher::{KeyIvInit, StreamCipher};
use sha2::{Digest, Sha256};

/// The 32 bytes that determine all shuffles of a match. They are secret while the match goes on, so a seed cannot be
/// serialised and `Debug` does not print it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// Returns the seed of these bytes, which are new random bytes of the operating system or were stored earlier.
    pub const fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// Returns the seed of a numbered deal. Everybody can compute it, so it is only for one-seat tables and
    /// experiments.
    pub fn numbered(number: u64) -> Seed {
        Seed(hash(&[b"cardroom-deal/1", &number.to_le_bytes()]))
    }

    /// Returns the seed of match `index` (from 0) in a run with this seed.
    pub fn of_match(self, index: u64) -> Seed {
        Seed(hash(&[b"cardroom-run/1", &self.0, &index.to_le_bytes()]))
    }

    /// Returns the seed of a deal of the day, for a game and a date such as 20261201. `self` is the secret of a server,
    /// or zeros for the practice sets that everybody can compute.
    pub fn of_day(self, date: u32, game: &str, deal: u8) -> Seed {
        Seed(hash(&[b"cardroom-day/1", &self.0, &date.to_le_bytes(), &[deal], game.as_bytes()]))
    }

    /// Returns the seed of the bot on `seat` in match `index` of a run with this seed. It is only a part of a hash, so
    /// nobody can compute a shuffle from it.
    pub fn of_bot(self, index: u64, seat: u8) -> u64 {
        let hash = hash(&[b"cardroom-bot/1", &self.0, &index.to_le_bytes(), &[seat]]);
        u64::from_le_bytes(hash[..8].try_into().expect("eight bytes"))
    }

    /// Returns the commitment, published before the first shuffle. It binds to the seed and reveals nothing about it.
    pub fn commitment(self) -> Commitment {
        Commitment(hash(&[b"cardroom-commit/1", &self.0]))
    }

    /// Shuffles cards in canonical order by shuffle `number` of the match. Afterwards index 0 is the top of the deck.
    pub fn shuffle<T>(self, number: u64, cards: &mut [T]) {
        let key = hash(&[b"cardroom-shuffle/1", &self.0, &number.to_le_bytes()]);
        let mut words = Keystream::new(&key);
        for i in (1..cards.len()).rev() {
            cards.swap(i, words.uniform(i as u32 + 1) as usize);
        }
    }

    /// Returns the seed as 64 lower-case hex digits, only for the record of a finished match.
    pub fn reveal(self) -> String {
        hex::encode(self.0)
    }

    /// Returns the bytes, only for the store.
    pub const fn bytes(self) -> [u8; 32] {
        self.0
    }

    /// Reads the `--seed` of the command line: up to 64 hex digits, padded with zeros on the left.
    ///
    /// # Errors
    /// If the text is empty, longer than 64 characters or not hex.
    pub fn padded(text: &str) -> Result<Seed, SeedError> {
        if text.is_empty() || text.len() > 64 {
            return Err(SeedError);
        }
        format!("{:0>64}", text.to_ascii_lowercase()).parse()
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(sealed)")
    }
}

impl FromStr for Seed {
    type Err = SeedError;

    /// Reads exactly 64 lower-case hex digits, as in a record.
    fn from_str(text: &str) -> Result<Seed, SeedError> {
        read_hash(text).map(Seed).ok_or(SeedError)
    }
}

/// Reads exactly 64 lower-case hex digits.
pub(crate) fn read_hash(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let lower = !text.bytes().any(|b| b.is_ascii_uppercase());
    (lower && hex::decode_to_slice(text, &mut bytes).is_ok()).then_some(bytes)
}

/// A text that is not a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a seed: 64 lower-case hex digits")]
pub struct SeedError;

/// The published hash of a sealed seed, printed as lower-case hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// Returns the bytes, for hashes that include the commitment.
    pub(crate) const fn bytes(self) -> [u8; 32] {
        self.0
    }
}

impl FromStr for Commitment {
    type Err = SeedError;

    /// Reads exactly 64 lower-case hex digits.
    fn from_str(text: &str) -> Result<Commitment, SeedError> {
        read_hash(text).map(Commitment).ok_or(SeedError)
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

pub(crate) fn hash(parts: &[&[u8]]) -> [u8; 32] {
    let mut sha = Sha256::new();
    for part in parts {
        sha.update(part);
    }
    sha.finalize().into()
}

/// The ChaCha20 keystream (RFC 8439, nonce zero, counter from 0) as little-endian words.
struct Keystream {
    stream: chacha20::ChaCha20,
    block: [u8; 64],
    used: usize,
}

impl Keystream {
    fn new(key: &[u8; 32]) -> Keystream {
        Keystream { stream: chacha20::ChaCha20::new(key.into(), &[0; 12].into()), block: [0; 64], used: 64 }
    }

    fn next(&mut self) -> u32 {
        if self.used == 64 {
            self.block = [0; 64];
            self.stream.apply_keystream(&mut self.block);
            self.used = 0;
        }
        let word = self.block[self.used..self.used + 4].try_into().expect("four bytes");
        self.used += 4;
        u32::from_le_bytes(word)
    }

    /// Returns a uniform number below `m`. If the low half of the product is below a threshold, draws again. Otherwise
    /// some numbers would be more likely than others.
    fn uniform(&mut self, m: u32) -> u32 {
        let threshold = m.wrapping_neg() % m;
        loop {
            let product = u64::from(self.next()) * u64::from(m);
            if product as u32 >= threshold {
                return (product >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_betrays_nothing() {
        assert_eq!(format!("{:?}", Seed::numbered(1)), "Seed(sealed)");
    }

    #[test]
    fn seeds_read_back() {
        let seed = Seed::numbered(7);
        assert_eq!(seed.reveal().parse(), Ok(seed));
        assert_eq!(Seed::padded("2A").unwrap().bytes()[31], 0x2a);
        for text in ["", "xyz", &"0".repeat(65)] {
            assert!(Seed::padded(text).is_err());
        }
        assert!("AB".repeat(32).parse::<Seed>().is_err(), "lower case only");
        assert!("ab".parse::<Seed>().is_err());
    }
}
