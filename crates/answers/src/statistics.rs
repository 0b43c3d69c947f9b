//! A person's wins and losses, game by game.

use std::collections::BTreeMap;

use protocol::{GameStatistics, Statistics, Tally};
use serde::{Deserialize, Serialize};

/// A finished deal of one person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PersonalResult {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The version of the rules under which the match began.
    pub rules: u32,
    /// All options of that version, as a JSON object.
    pub options: String,
    /// The number of seats.
    pub seats: u8,
    /// The level of the bots, if all other seats were bots of one level.
    pub level: Option<String>,
    /// The points of the deal; `None` for a seat that was out before it.
    pub points: Option<i32>,
    /// In the last deal of a match: `true` if the person won the match.
    pub won: Option<bool>,
    /// In the last deal of a match: the duration of the match in milliseconds.
    pub took_ms: Option<i64>,
    /// `true` if the person had help.
    pub assisted: bool,
    /// The date of the deal of the day, as 20261121, if it was one.
    pub daily: Option<u32>,
}

/// The key of a tally: the game's place in the catalog, the options in today's version of the rules, the number of
/// seats, and the level of the bots.
type Way = (usize, String, u8, Option<String>);

/// Returns the statistics of a person's results, which are given oldest first.
#[must_use]
pub fn counted(results: &[PersonalResult]) -> Statistics {
    let mut ways: BTreeMap<Way, [(Tally, i64); 2]> = BTreeMap::new();
    let entries = catalog::entries();
    let mut today: BTreeMap<(usize, u32, &str), String> = BTreeMap::new();
    for result in results {
        let Some(game) = entries.iter().position(|entry| entry.id == result.game) else { continue };
        let options = today.entry((game, result.rules, result.options.as_str()));
        let options = options.or_insert_with(|| todays_options(result)).clone();
        let way = (game, options, result.seats, result.level.clone());
        let (tally, sum) = &mut ways.entry(way).or_default()[usize::from(result.assisted)];
        count(tally, result);
        *sum += result.points.map_or(0, i64::from);
    }
    let games = ways.into_iter().map(|(way, tallies)| {
        let [own, assisted] = tallies.map(|(tally, sum)| {
            let average = (tally.deals > 0).then(|| sum as f64 / f64::from(tally.deals));
            Tally { average, ..tally }
        });
        GameStatistics {
            game: entries[way.0].id.to_owned(),
            options: game::read_json(&way.1).unwrap_or_default(),
            seats: way.2,
            level: way.3,
            own,
            assisted,
        }
    });
    Statistics { games: games.collect() }
}

/// The maximum number of deals in [`Tally::recent`].
const RECENT: usize = 60;

/// Converts the options of a result to today's version of the rules, so that older and newer matches are counted
/// together. Options that today's rules cannot play are counted apart.
fn todays_options(result: &PersonalResult) -> String {
    let written = game::read_json(&result.options).unwrap_or_default();
    let today = catalog::todays_options(&result.game, result.rules, &written);
    today.map_or_else(
        |_| result.options.clone(),
        |today| serde_json::to_string(&today).expect("options are numbers and words"),
    )
}

fn count(tally: &mut Tally, result: &PersonalResult) {
    // A player who was out of the match did not play this deal.
    tally.deals += u32::from(result.points.is_some());
    if let Some(points) = result.points {
        tally.most = Some(tally.most.map_or(points, |most| most.max(points)));
        tally.fewest = Some(tally.fewest.map_or(points, |fewest| fewest.min(points)));
        if tally.recent.len() == RECENT {
            tally.recent.remove(0);
        }
        tally.recent.push(points);
    }
    let Some(won) = result.won else { return };
    tally.matches += 1;
    tally.won += u32::from(won);
    tally.best_ms = tally.best_ms.into_iter().chain(result.took_ms.filter(|_| won)).min();
    tally.streak = if won { tally.streak + 1 } else { 0 };
    tally.best_streak = tally.best_streak.max(tally.streak);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(game: &str, points: i32, won: Option<bool>, assisted: bool) -> PersonalResult {
        PersonalResult {
            table: "t".to_owned(),
            game: game.to_owned(),
            rules: 1,
            options: r#"{"redeals":1}"#.to_owned(),
            seats: 1,
            level: None,
            points: Some(points),
            won,
            took_ms: won.map(|_| 60_000),
            assisted,
            daily: None,
        }
    }

    #[test]
    fn matches_are_counted_with_their_streaks_and_help_apart() {
        let won = |won: bool| result("rouge-et-noir", if won { 104 } else { 20 }, Some(won), false);
        let mut results: Vec<PersonalResult> = [true, true, false, true].map(won).into();
        results[1].took_ms = Some(50_000);
        results[2].took_ms = Some(40_000);
        results.push(result("rouge-et-noir", 104, Some(true), true));
        let games = counted(&results).games;
        assert_eq!(games.len(), 1);
        let own = &games[0].own;
        assert_eq!((own.deals, own.matches, own.won, own.streak, own.best_streak), (4, 4, 3, 1, 2));
        assert_eq!((own.average, own.most, own.fewest), (Some(83.0), Some(104), Some(20)));
        assert_eq!(
            (own.best_ms, games[0].assisted.best_ms),
            (Some(50_000), Some(60_000)),
            "what was lost is no best time"
        );
        assert_eq!((games[0].assisted.matches, games[0].assisted.won), (1, 1));
    }

    #[test]
    fn a_match_of_several_deals_is_won_once() {
        let results = [
            result("schwarze-dame", -26, None, false),
            result("schwarze-dame", 30, Some(true), false),
            result("bridge", 1, Some(true), false),
        ];
        let games = counted(&results).games;
        assert_eq!(games.len(), 1, "what is not played here any more is left out");
        assert_eq!((games[0].own.deals, games[0].own.matches, games[0].own.won), (2, 1, 1));
        assert_eq!(games[0].own.average, Some(2.0));
    }

    #[test]
    fn levels_of_bots_are_counted_apart() {
        let at = |level: &str, points| PersonalResult {
            level: Some(level.to_owned()),
            ..result("schwarze-dame", points, Some(points > 0), false)
        };
        let with_people = result("schwarze-dame", 7, Some(true), false);
        let games = counted(&[at("club", 10), at("expert", -20), at("club", 20), with_people]).games;
        let told = games.iter().map(|game| (game.level.as_deref(), game.own.average, game.own.streak));
        let told: Vec<_> = told.collect();
        assert_eq!(told, [(None, Some(7.0), 1), (Some("club"), Some(15.0), 2), (Some("expert"), Some(-20.0), 0)]);
    }

    #[test]
    fn the_latest_deals_are_told_one_by_one() {
        let results: Vec<_> = (0..70).map(|n| result("schwarze-dame", n, None, n == 69)).collect();
        let games = counted(&results).games;
        assert_eq!(games[0].own.recent, (9..69).collect::<Vec<_>>());
        assert_eq!(games[0].assisted.recent, [69]);
    }

    #[test]
    fn deals_that_went_on_without_somebody_who_was_out_are_not_counted() {
        let out = PersonalResult { points: None, ..result("kael", 0, None, false) };
        let end = PersonalResult { won: Some(false), ..out.clone() };
        let results = [result("kael", 12, None, false), result("kael", 20, None, false), out, end];
        let own = &counted(&results).games[0].own;
        assert_eq!((own.deals, own.average, own.matches, own.won), (2, Some(16.0), 1, 0));
    }
}
