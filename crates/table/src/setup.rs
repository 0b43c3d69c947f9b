//! The setup of a match before its first card.

use cards::Seed;
use serde_json::{Map, Value};

/// The setup of a match before its first card. The setup and the log together determine the whole match.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game's id.
    pub game: &'static str,
    /// The version of the rules under which the match was begun.
    pub rules: u32,
    /// All options of this version.
    pub options: Map<String, Value>,
    /// A name for each seat.
    pub names: Vec<String>,
    /// The sealed seed.
    pub seed: Seed,
    /// The number of the deal, if the seed is that of a numbered deal.
    pub number: Option<u64>,
}
