//! Results of the deals of the day: who may look at a table, what others reached, and the matches of bots, which are
//! played in the background when somebody first asks for the deals of today.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use answers::daily::number_of;
use answers::days::{self, BotRun, DEALS, DealRun, OTHER_LEVELS, PAR_LEVEL};
use cards::Seed;
use catalog::GameEntry;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use store::{DayTry, SessionId, StoredSetup};
use tokio::time::Instant;

use crate::days::Field;
use crate::error::ApiError;
use crate::state::AppState;
use crate::stored::{json, settings_of};
use crate::time::now_ms;
use crate::turns::JobOwner;

/// The time after which somebody else may play the matches of bots of a day, because the server that began may have
/// stopped.
const CLAIM: Duration = Duration::from_secs(15 * 60);
/// The processor time after which no further match of the champion is begun. All games of a day take less than ten
/// minutes.
const PAR_WITHIN: Duration = Duration::from_secs(120);
/// The time limit of one deal of bots, which takes a few seconds.
const DEAL_WITHIN: Duration = Duration::from_secs(120);
/// The time after which the results of a day are read again. A person who is missing in them waits for less.
const FRESH: Duration = Duration::from_secs(10);
const FRESH_FOR_NEW: Duration = Duration::from_millis(500);
/// The most results of a day and game that are read: those of more than a hundred people.
const RESULTS: u32 = 600;

/// Refuses to show a table with a deal of today to people who have not finished that deal themselves.
pub(crate) async fn may_look(app: &AppState, setup: &StoredSetup, who: Option<SessionId>) -> Result<(), ApiError> {
    let Some(day) = settings_of(setup).day.filter(|day| !app.tables.days().is_over(day.date)) else { return Ok(()) };
    let tries = match who {
        Some(who) => app.store.tries_of(who, day.date).await?,
        None => Vec::new(),
    };
    let same = |one: &DayTry| one.day == day.date && one.deal == day.deal && one.game == setup.game;
    let done = tries.iter().any(|one| same(one) && one.ended.is_some());
    if done { Ok(()) } else { Err(ApiError::DayGoesOn) }
}

/// Returns the end of a day, in milliseconds since 1970. What ends later does not count.
pub(crate) fn end_ms(date: Date) -> i64 {
    let end = date.tomorrow().and_then(|next| next.to_zoned(TimeZone::UTC));
    end.map_or(i64::MAX, |end| end.timestamp().as_millisecond())
}

/// Returns the results of a day. `own`: the asker's tries, which are among them once they have ended.
pub(crate) async fn field(
    app: &AppState,
    date: Date,
    game: &GameEntry,
    own: &[DayTry],
) -> Result<Arc<Field>, ApiError> {
    let of = (number_of(date), game.id);
    let lacks = |field: &Field, one: &DayTry| {
        let there = field.people.get(&one.session).is_some_and(|deals| deals.contains_key(&one.deal));
        one.counts && one.ended.is_some() && !there
    };
    let known = app.tables.days().fields.lock().get(&of).cloned();
    if let Some(known) = known {
        let fresh = if own.iter().any(|one| lacks(&known, one)) { FRESH_FOR_NEW } else { FRESH };
        if known.read.elapsed() < fresh {
            return Ok(known);
        }
    }
    let bots = app.store.day_matches(of.0, game.id).await?;
    let mut people: BTreeMap<SessionId, BTreeMap<u8, DealRun>> = BTreeMap::new();
    for DayTry { session, deal, ended, .. } in app.store.day_results(of.0, game.id, end_ms(date), RESULTS).await? {
        let Some(ended) = ended else { continue };
        let moves = game::read_json(&ended.moves).unwrap_or_default();
        people.entry(session).or_default().insert(deal, DealRun { points: ended.points, moves });
    }
    let bots = bots.and_then(|bots| game::read_json(&bots).ok()).unwrap_or_default();
    let field = Arc::new(Field { read: Instant::now(), bots, people });
    let mut fields = app.tables.days().fields.lock();
    // Days that nobody asks for any more are not held.
    fields.retain(|_, field| field.read.elapsed() < FRESH);
    fields.insert(of, field.clone());
    Ok(field)
}

/// Plays the matches of bots of today in the background, unless they are played or being played.
pub(crate) fn look_after(app: &AppState, date: Date, game: GameEntry) {
    let of = (number_of(date), game.id);
    if date != app.tables.days().today() {
        return;
    }
    let mut looked_after = app.tables.days().looked_after.lock();
    if looked_after.get(&of).is_some_and(|at| at.elapsed() < CLAIM) {
        return;
    }
    looked_after.retain(|_, at| at.elapsed() < CLAIM);
    looked_after.insert(of, Instant::now());
    drop(looked_after);
    let app = app.clone();
    tokio::spawn(async move {
        let stop = app.stop.clone();
        let played = stop.run_until_cancelled(play_bots(&app, date, &game)).await;
        if let Some(Err(error)) = played {
            tracing::warn!(game = game.id, day = of.0, %error, "the matches of bots of a day were not played to the end");
        }
    });
}

async fn play_bots(app: &AppState, date: Date, game: &GameEntry) -> Result<(), ApiError> {
    let (day, now) = (number_of(date), now_ms());
    if !app.store.claim_day(day, game.id, now, now - CLAIM.as_millis() as i64).await? {
        return Ok(());
    }
    let secret = app.tables.days().secret(&*app.store).await?;
    let mut runs: Vec<BotRun> = Vec::new();
    let others = OTHER_LEVELS.into_iter().flat_map(|(level, matches)| (0..matches).map(move |_| level));
    for (level, number) in others.zip(1..) {
        runs.push(play_match(app, (date, secret, game), level, number).await?.0);
    }
    app.store.store_day(day, game.id, &json(&runs), None).await?;
    let mut took = Duration::ZERO;
    for number in 0..u64::from(app.tables.days().config.par_matches) {
        if took > PAR_WITHIN {
            break;
        }
        let (run, time) = play_match(app, (date, secret, game), PAR_LEVEL, 1_000 + number).await?;
        runs.push(run);
        took += time;
    }
    let par: f64 = (0..usize::from(DEALS)).filter_map(|deal| days::par(&runs, deal)).map(|(par, _)| par).sum();
    app.store.store_day(day, game.id, &json(&runs), Some((par * 10.0).round() as i64)).await?;
    app.tables.days().fields.lock().remove(&(day, game.id));
    let seconds = took.as_secs();
    tracing::info!(game = game.id, day, seconds, "the par of a day is known");
    Ok(())
}

/// Plays the four deals with a bot in the person's seats, each deal as one job. Returns the time that they took, too.
async fn play_match(
    app: &AppState,
    (date, secret, game): (Date, Seed, &GameEntry),
    level: &'static str,
    number: u64,
) -> Result<(BotRun, Duration), ApiError> {
    let (mut deals, mut took) = (Vec::new(), Duration::ZERO);
    for deal in 0..DEALS {
        let (game, seed) = (game.clone(), days::seed(secret, date, game, deal));
        let owner = JobOwner::guest(SessionId(0), None);
        let job = move |cancel: &AtomicBool| {
            let began = std::time::Instant::now();
            (days::play(&game, (deal, seed), (level, seed.of_match(number)), cancel), began.elapsed())
        };
        let (run, time) = app.tables.work().days.run(owner, DEAL_WITHIN, job).await?;
        deals.push(run?.ok_or(ApiError::Away)?);
        took += time;
    }
    Ok((BotRun { level: level.to_owned(), deals }, took))
}
