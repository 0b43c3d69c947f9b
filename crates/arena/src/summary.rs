//! The summary of a run.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::engine::Conduct;
use crate::outcome::{MatchOutcome, MatchTally};
use crate::player::Entrant;
use crate::statistics::{Clusters, Interval, Share};

/// The summary of a run. It contains no times, so it is the same on any number of threads.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The game's id.
    pub game: &'static str,
    /// All its options.
    pub options: Map<String, Value>,
    /// The run's seed.
    pub seed: String,
    /// Matches, deals and actions.
    #[serde(flatten)]
    pub tally: MatchTally,
    /// The results of each seat.
    pub seats: Vec<SeatSummary>,
}

/// The results of a run for one seat.
#[derive(Clone, Debug, Serialize)]
pub struct SeatSummary {
    /// The bot.
    pub bot: String,
    /// The number of matches won, alone or with others.
    pub wins: u64,
    /// The share of matches won.
    pub win_share: Option<Interval>,
    /// The points of all deals.
    pub points: i64,
    /// The points in each deal that the seat played.
    pub points_per_deal: Option<Interval>,
    /// The total points in each match, at the time when it ended or was broken off.
    pub total_per_match: Option<Interval>,
    /// The game's marks, each with its share of deals.
    pub marks: Vec<Mark>,
    /// The engine's mistakes, if the bot is an external engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<Conduct>,
}

/// A mark that a game counts beside points.
#[derive(Clone, Debug, Serialize)]
pub struct Mark {
    /// The name of the mark.
    pub name: &'static str,
    /// The number of deals with the mark.
    pub count: u64,
    /// The share of deals with the mark.
    pub share: Option<Interval>,
}

pub(crate) struct RunTally {
    pub(crate) all: MatchTally,
    seats: Vec<SeatTally>,
}

#[derive(Clone, Default)]
struct SeatTally {
    wins: Share,
    points: Clusters,
    totals: Clusters,
    marks: Vec<Share>,
}

impl RunTally {
    pub(crate) fn new(seats: usize, marks: usize, cap: u32) -> RunTally {
        let seat = SeatTally { marks: vec![Share::default(); marks], ..SeatTally::default() };
        RunTally { all: MatchTally::new(cap), seats: vec![seat; seats] }
    }

    pub(crate) fn add(&mut self, outcome: &MatchOutcome) {
        self.all.add(outcome);
        for deal in outcome.deals.iter().filter(|deal| !deal.thrown_in) {
            for ((seat, points), marks) in self.seats.iter_mut().zip(&deal.points).zip(&deal.marks) {
                // A seat that is out of the match plays no deal.
                if let Some(points) = points {
                    seat.points.add((*points).into(), 1);
                    seat.marks.iter_mut().enumerate().for_each(|(mark, share)| share.add(marks >> mark & 1 == 1));
                }
            }
        }
        for (i, seat) in self.seats.iter_mut().enumerate() {
            seat.totals.add(outcome.totals[i].into(), 1);
            let won = outcome.winners.as_ref().is_some_and(|winners| winners.iter().any(|w| w.index() == i));
            seat.wins.add(won);
        }
    }

    pub(crate) fn seats(&self, entrants: &[Entrant], marks: &[(&'static str, Option<usize>)]) -> Vec<SeatSummary> {
        let mark = |((name, _), share): (&(&'static str, Option<usize>), &Share)| Mark {
            name,
            count: share.hits(),
            share: share.interval(),
        };
        let summary = |(seat, entrant): (&SeatTally, &Entrant)| SeatSummary {
            bot: entrant.name().to_owned(),
            wins: seat.wins.hits(),
            win_share: seat.wins.interval(),
            points: seat.points.sum(),
            points_per_deal: seat.points.interval(),
            total_per_match: seat.totals.interval(),
            marks: marks.iter().zip(&seat.marks).map(mark).collect(),
            engine: entrant.conduct(),
        };
        self.seats.iter().zip(entrants).map(summary).collect()
    }
}
