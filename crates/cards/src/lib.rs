//! Cards, sets of cards, packs, their notation, and the shuffle that `docs/bots/records.md` defines to the bit.
//!
//! - `card`, `set`: cards and sets of cards; `notation`: reading and writing of both
//! - `seed`: shuffles from a seed; `entropy`: a seed to which several people contribute
//! - `printable`: text from outside, made safe for a terminal
//!
//! This crate has no rules. Each game decides what a card is worth and which of two cards is higher.
//!
//! ```
//! use cards::{Card, CardSet, Seed, Suit, pack52};
//!
//! let queen: Card = "Qs".parse()?;
//! let hand: CardSet = [queen, "2c".parse()?].into_iter().collect();
//! assert_eq!(hand.of(Suit::Spades).to_string(), "Qs");
//!
//! let mut deck = pack52();
//! Seed::numbered(1).shuffle(0, &mut deck); // shuffle 0 of numbered deal 1: the same on every machine
//! # Ok::<(), cards::NotationError>(())
//! ```

mod card;
mod entropy;
mod notation;
mod printable;
mod seed;
mod set;

pub use card::{Card, Rank, Suit, pack52};
pub use entropy::{
    EntropyFault, NoHash, Nonce, SealedNonce, ShuffleAttempt, attempt_secret, check_attempts, combined_seed,
};
pub use notation::{NotationError, join, split};
pub use printable::{is_control, printable, printable_lines};
pub use seed::{Commitment, Seed, SeedError};
pub use set::CardSet;
