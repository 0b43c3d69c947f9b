//! The numbers with which programs that learn are rewarded.

use std::str::FromStr;

use catalog::CardGame;
use game::PerSeat;

use super::EnvError;

/// The number of a seat whose changes are its rewards. More is better.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Reward {
    /// The total points in the match, negated in games in which points are bad ([`game::Observe::score`]).
    #[default]
    Points,
    /// The worth of the standing to a player who wants to win the match ([`game::Game::value`]). It differs from the
    /// points in Kaël and in Rouge et Noir.
    Value,
}

impl Reward {
    /// Returns the number of each seat.
    pub(crate) fn of<G: CardGame>(self, rules: &G::Rules, standing: &G::Standing) -> PerSeat<f32> {
        match self {
            Reward::Points => G::score(standing),
            Reward::Value => G::value(rules, standing),
        }
    }
}

impl FromStr for Reward {
    type Err = EnvError;

    fn from_str(name: &str) -> Result<Reward, EnvError> {
        match name {
            "points" => Ok(Reward::Points),
            "value" => Ok(Reward::Value),
            _ => Err(EnvError::value(format!("a reward is points or value, not {name:.40}"))),
        }
    }
}
