//! The output of a run: a header that describes the run, and then a line for each deal.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub(super) const FORMAT: &str = "cardroom-solve/1";

/// The header: the first line of the output, which describes the task of the run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct RunHead {
    pub(super) format: String,
    pub(super) game: String,
    pub(super) options: Map<String, Value>,
    /// The numbers of the first and the last deal of the whole run.
    pub(super) deals: [u64; 2],
    pub(super) shard: Shard,
    pub(super) blind: bool,
    pub(super) budget: usize,
}

impl RunHead {
    pub(super) fn read(text: &str) -> Option<RunHead> {
        serde_json::from_str(text).ok().filter(|head: &RunHead| head.format == FORMAT)
    }

    /// Returns the numbers of the shard's deals, in order.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> {
        let [first, last] = self.deals;
        (first..=last).skip(self.shard.part as usize - 1).step_by(self.shard.of as usize)
    }
}

pub(super) fn written(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("text and numbers")
}

/// A shard, which is one of `of` equal parts of the deals. Shard number `part` contains the `part`-th deal and every
/// `of`-th deal after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Shard {
    pub(super) part: u32,
    pub(super) of: u32,
}

impl Shard {
    pub(super) const WHOLE: Shard = Shard { part: 1, of: 1 };

    pub(super) fn read(text: &str) -> Result<Shard, String> {
        let number = |text: &str| u32::from_str(text).ok().filter(|&n| n > 0);
        match text.split_once('/').map(|(part, of)| (number(part), number(of))) {
            Some((Some(part), Some(of))) if part <= of => Ok(Shard { part, of }),
            _ => Err("a shard is given as 2/8, from 1/8 to 8/8".to_owned()),
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;
    fn try_from(text: String) -> Result<Shard, String> {
        Shard::read(&text)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        format!("{}/{}", shard.part, shard.of)
    }
}

/// The result of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    /// The deal was won; a record proves it.
    Won,
    /// Without `--blind`: every line of play was tried, and none wins. With `--blind`: the player did not win.
    Lost,
    /// The search found neither a win nor a proof that there is none.
    Unknown,
}

impl Word {
    /// Returns the word of the result columns.
    pub const fn text(self) -> &'static str {
        match self {
            Word::Won => "won",
            Word::Lost => "lost",
            Word::Unknown => "unknown",
        }
    }
}

/// A solved deal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SolvedDeal {
    /// The number of the deal.
    pub deal: u64,
    /// The result.
    pub verdict: Word,
    /// The number of actions of the solution; 0 unless won.
    pub moves: u32,
    /// The number of these actions that move a card: all except turns of the stock and redeals.
    pub cards: u32,
    /// The width of the beam that won; 0 if exhaustive search won, or if there is no win.
    pub width: usize,
    /// The number of positions made.
    pub nodes: u64,
    /// The wall time in milliseconds, which is the only value that differs from run to run.
    pub ms: f64,
}

impl SolvedDeal {
    pub(super) fn is_won(&self) -> bool {
        self.verdict == Word::Won
    }
}
