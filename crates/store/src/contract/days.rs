//! The deals of the day: the secret that they follow from, everybody's first tries, and the matches of bots.

use crate::{Pending, SessionId, StoredSetup};

/// A person's first try at a deal of the day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DayTry {
    /// The date in UTC, as 20261121.
    pub day: u32,
    /// The game's id.
    pub game: String,
    /// The person.
    pub session: SessionId,
    /// The number of the deal, from 0.
    pub deal: u8,
    /// The table.
    pub table: String,
    /// `true` if the result counts.
    pub counts: bool,
    /// The points of the deal; `None` while it is played.
    pub points: Option<i32>,
    /// The person's actions in the deal, as JSON; empty while it is played.
    pub moves: String,
    /// The par of all deals together, in tenths of points, if it is known.
    pub par: Option<i64>,
}

/// The deal and the person of a new try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTry {
    /// The date in UTC, as 20261121.
    pub day: u32,
    /// The number of the deal, from 0.
    pub deal: u8,
    /// The person.
    pub session: SessionId,
    /// A number for the person's network; `None` if networks are not counted.
    pub network: Option<i64>,
    /// The number of people of a network whose results of a day and a game count.
    pub most: u32,
}

/// What people and bots reached with the deals of a day in a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DayStored {
    /// The finished tries that count, ordered by person and deal.
    pub tries: Vec<DayTry>,
    /// The totals of the people who have finished all deals, and the number of people who have each.
    pub totals: Vec<(i32, u32)>,
    /// The matches of bots, in the form in which they were stored.
    pub bots: Option<String>,
    /// `true` if nothing is left for bots to play.
    pub par_known: bool,
}

/// The deals of the day.
pub trait DayStore {
    /// Returns the secret with this name. If there is none, stores `new`. All servers that share the data get the same.
    fn secret(&self, name: &str, new: [u8; 32]) -> Pending<[u8; 32]>;

    /// Begins a try, and adds the match in which it is played, all or nothing. If the person has begun this deal
    /// already, adds nothing and returns that try. So there is one try, however many devices ask at the same time.
    ///
    /// # Errors
    /// [`StoreError::Conflict`](crate::StoreError::Conflict) if there is a match with that id.
    fn begin_try(&self, setup: StoredSetup, new: NewTry) -> Pending<DayTry>;

    /// Stores the points and the actions of the try at a table. It counts only if the last event of the match came
    /// before `until_ms`, however much later this is called. Does nothing if there is a result already, or no try at
    /// this table.
    fn end_try(&self, table: &str, points: i32, moves: String, until_ms: i64) -> Pending<()>;

    /// Returns the tries of a person from a day on, oldest first.
    fn tries_of(&self, session: SessionId, from_day: u32) -> Pending<Vec<DayTry>>;

    /// Returns what was reached with the deals of a day in a game, with at most `most` tries and the totals of at most
    /// 10,000 people.
    fn day_results(&self, day: u32, game: &str, deals: u8, most: u32) -> Pending<DayStored>;

    /// Reserves the work on the matches of bots for the caller. Returns `false` if somebody has reserved it since
    /// `since_ms`, or if nothing is left to play. Also deletes what is left of deleted people's tries on earlier days.
    fn claim_day(&self, day: u32, game: &str, now_ms: i64, since_ms: i64) -> Pending<bool>;

    /// Stores matches of bots. They replace earlier ones. `par`: the par of all deals together, in tenths of points,
    /// once nothing is left to play. From then on nothing changes.
    fn store_day(&self, day: u32, game: &str, matches: String, par: Option<i64>) -> Pending<()>;
}
