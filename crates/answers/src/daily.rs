//! The deal of the day, and a person's streaks of days on which it was won.

use std::sync::atomic::AtomicBool;

use catalog::{CatalogError, GameEntry};
use game::sort_compactly;
use jiff::civil::Date;
use protocol::{DailyDeal, DailyResult};

use crate::statistics::PersonalResult;

/// Returns the games that have a deal of the day.
pub fn games() -> impl Iterator<Item = GameEntry> {
    catalog::entries().into_iter().filter(|entry| entry.solved)
}

/// Finds the deal of a day, which is the same for everybody. `None` if the search was cancelled.
///
/// # Errors
/// If the game has no deal of the day.
pub fn find(game: &str, date: Date, cancel: &AtomicBool) -> Result<Option<u64>, CatalogError> {
    catalog::daily(game, number_of(date), cancel)
}

/// Returns whether a new table may have today's deal of the day, because it has the usual options and its deal has one
/// of today's numbers. Several numbers belong to a day. [`find`] decides which of them is the deal of the day.
#[must_use]
pub fn may_be_daily(
    game: &str,
    options: &serde_json::Map<String, serde_json::Value>,
    number: Option<u64>,
    today: Date,
) -> bool {
    let Ok(entry) = catalog::entry(game) else { return false };
    let of_today = number.is_some_and(|number| number / 1000 == u64::from(number_of(today)));
    of_today && entry.solved && entry.defaults == *options
}

/// Returns a game's deal of the day for one person. `table` is the person's first table with this deal. `results` are
/// the person's results of all games, oldest first.
#[must_use]
pub fn daily_deal(game: &str, deal: u64, table: Option<String>, results: &[PersonalResult], today: Date) -> DailyDeal {
    let results: Vec<&PersonalResult> = results.iter().filter(|result| result.game == game).collect();
    let won = results.iter().rev().find(|result| Some(&result.table) == table.as_ref()).and_then(|result| result.won);
    let (streak, best_streak) = streaks(&results, today);
    let opening = catalog::opening(game, deal).unwrap_or_default();
    DailyDeal { game: game.to_owned(), deal, opening, table, won, streak, best_streak, days: days(&results) }
}

/// Returns the number of a date: 20261121 for 2026-11-21.
#[must_use]
pub fn number_of(date: Date) -> u32 {
    date.year().unsigned_abs() as u32 * 10_000
        + date.month().unsigned_abs() as u32 * 100
        + date.day().unsigned_abs() as u32
}

/// Returns the streak of days up to today or yesterday, and the longest streak. A day counts if the deal of the day was
/// won at the first try and without help. `results` are the results of one game, oldest first.
fn streaks(results: &[&PersonalResult], today: Date) -> (u32, u32) {
    let won = first_tries(results).into_iter().filter(|(_, result)| result.won == Some(true) && !result.assisted);
    let mut won: Vec<Date> = won.map(|(day, _)| day).collect();
    sort_compactly(&mut won, Date::cmp);
    let (mut run, mut best, mut last) = (0, 0, None);
    for day in won {
        run = if last.and_then(|last: Date| last.tomorrow().ok()) == Some(day) { run + 1 } else { 1 };
        best = best.max(run);
        last = Some(day);
    }
    let goes_on = last.is_some_and(|last| last == today || last.tomorrow().ok() == Some(today));
    (if goes_on { run } else { 0 }, best)
}

/// The maximum number of days in [`DailyDeal::days`].
const DAYS: usize = 62;

/// Returns the results of the latest deals of the day, oldest first.
fn days(results: &[&PersonalResult]) -> Vec<DailyResult> {
    let mut tries = first_tries(results);
    sort_compactly(&mut tries, |(one, _), (other, _)| one.cmp(other));
    let message = |&(day, result): &(Date, &PersonalResult)| DailyResult {
        date: day.to_string(),
        won: result.won == Some(true),
        assisted: result.assisted,
    };
    tries[tries.len().saturating_sub(DAYS)..].iter().map(message).collect()
}

/// Returns, for each deal of the day, the first try on the deal's own day. A later try counts as an ordinary deal.
fn first_tries<'a>(results: &[&'a PersonalResult]) -> Vec<(Date, &'a PersonalResult)> {
    let mut seen = Vec::new();
    let mut tries = Vec::new();
    for result in results {
        let Some(day) = result.daily.filter(|day| !seen.contains(day)) else { continue };
        seen.push(day);
        tries.extend(date_of(day).map(|date| (date, *result)));
    }
    tries
}

/// Returns the date of such a number.
#[must_use]
pub fn date_of(day: u32) -> Option<Date> {
    let part = |n: u32| i8::try_from(n % 100).ok();
    Date::new(i16::try_from(day / 10_000).ok()?, part(day / 100)?, part(day)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(day: u32, won: bool, assisted: bool) -> PersonalResult {
        PersonalResult {
            rules: 1,
            table: format!("t{day}{won}{assisted}"),
            game: "rouge-et-noir".to_owned(),
            options: "{}".to_owned(),
            seats: 1,
            level: None,
            points: Some(104),
            won: Some(won),
            assisted,
            daily: Some(day),
            took_ms: None,
        }
    }

    fn check(results: &[PersonalResult], today: (i16, i8, i8), expect: (u32, u32)) {
        let all: Vec<&PersonalResult> = results.iter().collect();
        assert_eq!(streaks(&all, Date::new(today.0, today.1, today.2).unwrap()), expect, "{results:?}");
    }

    #[test]
    fn a_streak_counts_days_over_the_end_of_a_month() {
        let days = [20_261_129, 20_261_130, 20_261_201, 20_261_203].map(|day| result(day, true, false));
        check(&days, (2026, 12, 3), (1, 3));
        check(&days, (2026, 12, 4), (1, 3));
        check(&days, (2026, 12, 5), (0, 3));
        check(&days[..3], (2026, 12, 2), (3, 3));
        check(&[], (2026, 12, 2), (0, 0));
    }

    #[test]
    fn help_a_loss_and_a_second_try_win_no_day() {
        let day = 20_261_121;
        check(&[result(day, true, true)], (2026, 11, 21), (0, 0));
        check(&[result(day, false, false), result(day, true, false)], (2026, 11, 21), (0, 0));
        check(&[result(day, true, false), result(day, false, false)], (2026, 11, 21), (1, 1));
    }

    #[test]
    fn the_calendar_tells_the_first_try_of_each_of_the_latest_days() {
        let results = [
            result(20_261_201, true, false),
            result(20_261_130, false, false),
            result(20_261_130, true, false),
            result(20_261_202, true, true),
        ];
        let all: Vec<&PersonalResult> = results.iter().collect();
        let day = |date: &str, won, assisted| DailyResult { date: date.to_owned(), won, assisted };
        assert_eq!(
            days(&all),
            [day("2026-11-30", false, false), day("2026-12-01", true, false), day("2026-12-02", true, true)]
        );
        let year: Vec<_> = (1..=12)
            .flat_map(|month| (1..=28).map(move |day| 20_260_000 + month * 100 + day))
            .map(|day| result(day, true, false))
            .collect();
        let listed = days(&year.iter().collect::<Vec<_>>());
        assert_eq!((listed.len(), listed[61].date.as_str()), (62, "2026-12-28"));
    }

    #[test]
    fn a_day_is_a_number_and_back() {
        let date = Date::new(2026, 3, 7).unwrap();
        assert_eq!(number_of(date), 20_260_307);
        assert_eq!(date_of(20_260_307), Some(date));
        assert_eq!(date_of(20_260_231), None);
    }
}
