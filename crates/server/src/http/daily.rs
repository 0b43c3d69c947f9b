//! The deal of the day, and who won it on how many days in a row.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use protocol::{Daily, DailyDeal, DailyResult};
use store::DealResult;

use super::deals::SEARCHES_AT_MOST;
use super::me::MOST_TABLES;
use crate::error::ApiError;
use crate::origin::ClientIp;
use crate::session::MaybeSession;
use crate::state::AppState;
use crate::stored::{daily_of, set_daily};
use crate::work::JobOwner;

/// The deal of the day, one for each game for one that can be solved.
#[utoipa::path(get, path = "/daily", responses((status = 200, body = Daily)))]
pub(crate) async fn daily(
    State(app): State<AppState>,
    MaybeSession(session): MaybeSession,
    client_ip: ClientIp,
) -> Result<Json<Daily>, ApiError> {
    let today = today();
    let asker = JobOwner::of(session.as_ref(), client_ip);
    let (results, mut tables) = match session {
        Some(session) => (app.store.results_of(session.id).await?, app.store.tables_of(session.id, MOST_TABLES).await?),
        None => Default::default(),
    };
    tables.retain(|stored| daily_of(&stored.setup) == Some(number_of(today)));
    let mut deals = Vec::new();
    for entry in catalog::entries().iter().filter(|entry| entry.solved) {
        // Only the first table of the day counts.
        let table = tables.iter().rev().find(|stored| stored.setup.game == entry.id).map(|stored| &stored.setup.id);
        let results: Vec<&DealResult> = results.iter().filter(|result| result.game == entry.id).collect();
        let won = results.iter().rev().find(|result| Some(&result.table) == table).and_then(|result| result.won);
        let (streak, best_streak) = streaks(&results, today);
        let days = days(&results);
        let deal = daily_deal(&app, asker, entry.id, number_of(today)).await?;
        deals.push(DailyDeal {
            game: entry.id.to_owned(),
            deal,
            table: table.cloned(),
            won,
            streak,
            best_streak,
            days,
        });
    }
    Ok(Json(Daily { date: today.to_string(), deals }))
}

/// Marks a new table that plays today's deal.
pub(crate) async fn mark_daily(app: &AppState, asker: JobOwner, setup: &mut store::Setup) -> Result<(), ApiError> {
    let today = number_of(today());
    let entry = catalog::entry(&setup.game)?;
    let Some(number) = setup.number.filter(|number| number / 1000 == u64::from(today) && entry.solved) else {
        return Ok(());
    };
    let usual = serde_json::to_string(&entry.defaults).is_ok_and(|usual| usual == setup.options);
    if usual && daily_deal(app, asker, entry.id, today).await? == number {
        set_daily(setup, today);
    }
    Ok(())
}

/// Today's deal. It is found once a day, by the first who asks; others wait for the same answer.
async fn daily_deal(app: &AppState, asker: JobOwner, game: &'static str, date: u32) -> Result<u64, ApiError> {
    static KNOWN: Mutex<Vec<(&'static str, u32, u64)>> = Mutex::new(Vec::new());
    static SOLVING: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    let all = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = || all().iter().find(|(of, day, _)| (*of, *day) == (game, date)).map(|(.., deal)| *deal);
    if let Some(deal) = known() {
        return Ok(deal);
    }
    let _solving = SOLVING.lock().await;
    if let Some(deal) = known() {
        return Ok(deal);
    }
    let solve = move |cancel: &AtomicBool| catalog::daily(game, date, cancel);
    let deal = app.tables.work().daily.run(asker, SEARCHES_AT_MOST, solve).await??.ok_or(ApiError::Away)?;
    let mut known = all();
    known.retain(|(_, day, _)| *day == date);
    known.push((game, date, deal));
    Ok(deal)
}

fn today() -> Date {
    Timestamp::now().to_zoned(TimeZone::UTC).date()
}

/// 2026-11-21 is 20261121.
fn number_of(date: Date) -> u32 {
    date.year().unsigned_abs() as u32 * 10_000
        + date.month().unsigned_abs() as u32 * 100
        + date.day().unsigned_abs() as u32
}

/// On how many days in a row the deal of the day was won at the first try and without help: up to today or yesterday, and
/// the longest run. `results` are those of one game, oldest first.
fn streaks(results: &[&DealResult], today: Date) -> (u32, u32) {
    let won = first_tries(results).into_iter().filter(|(_, result)| result.won == Some(true) && !result.assisted);
    let mut won: Vec<Date> = won.map(|(day, _)| day).collect();
    won.sort_unstable();
    let (mut run, mut best, mut last) = (0, 0, None);
    for day in won {
        run = if last.and_then(|last: Date| last.tomorrow().ok()) == Some(day) { run + 1 } else { 1 };
        best = best.max(run);
        last = Some(day);
    }
    let goes_on = last.is_some_and(|last| last == today || last.tomorrow().ok() == Some(today));
    (if goes_on { run } else { 0 }, best)
}

/// The most days in [`DailyDeal::days`].
const DAYS: usize = 62;

/// The results of the latest deals of the day, oldest first.
fn days(results: &[&DealResult]) -> Vec<DailyResult> {
    let mut tries = first_tries(results);
    tries.sort_unstable_by_key(|(day, _)| *day);
    let told = |&(day, result): &(Date, &DealResult)| DailyResult {
        date: day.to_string(),
        won: result.won == Some(true),
        assisted: result.assisted,
    };
    tries[tries.len().saturating_sub(DAYS)..].iter().map(told).collect()
}

/// The first try at each deal of the day, on its own day. Played later, it counts as an ordinary numbered deal.
fn first_tries<'a>(results: &[&'a DealResult]) -> Vec<(Date, &'a DealResult)> {
    let mut seen = Vec::new();
    let mut tries = Vec::new();
    for result in results {
        let Some(day) = result.daily.filter(|day| !seen.contains(day)) else { continue };
        seen.push(day);
        tries.extend(date_of(day).map(|date| (date, *result)));
    }
    tries
}

fn date_of(day: u32) -> Option<Date> {
    let part = |n: u32| i8::try_from(n % 100).ok();
    Date::new(i16::try_from(day / 10_000).ok()?, part(day / 100)?, part(day)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::SessionId;

    fn result(day: u32, won: bool, assisted: bool) -> DealResult {
        DealResult {
            rules: 1,
            table: format!("t{day}{won}{assisted}"),
            deal: 0,
            seat: 0,
            session: SessionId(1),
            game: "rouge-et-noir".to_owned(),
            options: "{}".to_owned(),
            seats: 1,
            points: Some(104),
            won: Some(won),
            assisted,
            daily: Some(day),
            at_ms: 0,
            took_ms: None,
        }
    }

    fn check(results: &[DealResult], today: (i16, i8, i8), expect: (u32, u32)) {
        let all: Vec<&DealResult> = results.iter().collect();
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
        let all: Vec<&DealResult> = results.iter().collect();
        let day = |date: &str, won, assisted| DailyResult { date: date.to_owned(), won, assisted };
        assert_eq!(
            days(&all),
            [day("2026-11-30", false, false), day("2026-12-01", true, false), day("2026-12-02", true, true)]
        );
        let year: Vec<_> = (1..=12)
            .flat_map(|month| (1..=28).map(move |day| 20_260_000 + month * 100 + day))
            .map(|day| result(day, true, false))
            .collect();
        let told = days(&year.iter().collect::<Vec<_>>());
        assert_eq!((told.len(), told[61].date.as_str()), (62, "2026-12-28"));
    }

    #[test]
    fn a_day_is_a_number_and_back() {
        let date = Date::new(2026, 3, 7).unwrap();
        assert_eq!(number_of(date), 20_260_307);
        assert_eq!(date_of(20_260_307), Some(date));
        assert_eq!(date_of(20_260_231), None);
    }
}
