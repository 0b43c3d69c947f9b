//! The shape of a game's numbers.

use std::ops::RangeInclusive;

use catalog::{CardGame, Visit, visit};
use game::{Channel, width};

use crate::EnvError;

/// The shape of a game's numbers.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The game's id.
    pub game: &'static str,
    /// How many can play.
    pub seats: RangeInclusive<u8>,
    /// The version of channels and numbers ([`game::Observe::OBSERVATION_VERSION`]).
    pub version: u32,
    /// What an observation holds.
    pub channels: &'static [Channel],
    /// What the row of an action holds.
    pub row: &'static [Channel],
    /// How many numbers an observation has.
    pub width: usize,
    /// How many numbers a row has.
    pub row_width: usize,
    /// How many numbers actions have.
    pub actions: usize,
    /// The number of "not now", where seats can cut in.
    pub not_now: Option<usize>,
}

/// The shape of a game's numbers.
///
/// # Errors
/// If there is no such game.
pub fn spec(game: &str) -> Result<Spec, EnvError> {
    struct Of;
    impl Visit for Of {
        type Output = Spec;
        fn visit<G: CardGame>(self) -> Spec {
            Spec {
                game: G::ID,
                seats: G::seats(),
                version: G::OBSERVATION_VERSION,
                channels: G::CHANNELS,
                row: G::ROW,
                width: width(G::CHANNELS),
                row_width: width(G::ROW),
                actions: G::ACTIONS,
                not_now: G::NOT_NOW,
            }
        }
    }
    Ok(visit(game, Of)?)
}
