//! Writes a record, with the keys in the order of docs/bots/records.md.

use cards::ShuffleAttempt;
use game::{Seat, SharedAttempt, WrittenOptions};
use serde::{Deserialize, Serialize};

use super::entropy::written;

/// A match.
#[derive(Serialize)]
pub struct Record<'a> {
    /// [`FORMAT`](super::FORMAT).
    pub format: &'a str,
    /// The version of the rules.
    pub rules: u32,
    /// The game's id.
    pub game: &'a str,
    /// All options, in the order of the game.
    pub options: &'a WrittenOptions,
    /// The number of seats.
    pub seats: u8,
    /// A name for each seat.
    pub names: &'a [String],
    /// The seed as 64 hex digits; null while the match goes on.
    pub seed: Option<String>,
    /// The attempts that made the seed, if the players shuffled together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entropy: Option<SeedOrigin>,
    /// The deals in order.
    pub deals: Vec<&'a Deal>,
    /// The seats that won; null if the match was broken off or goes on.
    pub winners: Option<Vec<Seat>>,
    /// [`PRACTICE`](super::PRACTICE) at a practice table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<&'a str>,
}

/// The key `entropy` of a record.
#[derive(Serialize)]
#[serde(transparent)]
pub struct SeedOrigin(Vec<SharedAttempt>);

impl SeedOrigin {
    /// Returns all attempts to shuffle together; `None` if there was none. The secret of the last attempt is written
    /// only with the seed.
    pub fn of(attempts: &[ShuffleAttempt], with_seed: bool) -> Option<SeedOrigin> {
        (!attempts.is_empty()).then(|| SeedOrigin(written(attempts, with_seed)))
    }
}

/// A deal of a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Deal {
    /// The dealer.
    pub dealer: Seat,
    /// The shuffled pack, top card first.
    pub deck: String,
    /// The lines of the deal: `SEAT ACTION`, and Kaël's `* shuffle CARDS`.
    pub actions: Vec<String>,
    /// The points of the deal; absent if it was not finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<Option<i32>>>,
    /// The totals after the deal; absent if it was not finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<Vec<i32>>,
}
