//! The deals of the day, as all requests and tables share them: the clock of the days, the secret, and the matches of
//! bots, which are played in the background when somebody first asks for the deals of today.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant};

use answers::daily::{date_of, number_of};
use answers::days::{self, DEALS, OTHER_LEVELS, PAR_LEVEL};
use cards::Seed;
use catalog::GameEntry;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use parking_lot::Mutex;
use protocol::DayRun;
use store::{EventStore, SessionId, StoreError};
use tokio::sync::OnceCell;

use crate::error::ApiError;
use crate::ids::random;
use crate::state::AppState;
use crate::stored::json;
use crate::time::now_ms;
use crate::turns::JobOwner;

/// The number of days, before today, whose deals can be played and whose results are listed.
const DAYS_BACK: i64 = 61;
/// The time after which somebody else may play the matches of bots of a day, because the server that began may have
/// stopped.
const CLAIM: Duration = Duration::from_secs(15 * 60);
/// The processor time after which no further match is begun, once the champion has played. All games of a day take less
/// than ten minutes.
const PAR_WITHIN: Duration = Duration::from_secs(120);
/// The time limit of a match of bots, which takes some seconds.
const MATCH_WITHIN: Duration = Duration::from_secs(300);

/// The configuration of the deals of the day.
#[derive(Clone, Debug)]
pub struct DaysConfig {
    /// The number of matches of the champion whose mean is par.
    pub par_matches: usize,
    /// The time, in milliseconds, by which the clock of the days is ahead of that of the system, for tests.
    pub ahead_ms: Arc<AtomicI64>,
}

impl Default for DaysConfig {
    fn default() -> DaysConfig {
        DaysConfig { par_matches: 12, ahead_ms: Arc::default() }
    }
}

/// The deals of the day, as all requests share them.
#[derive(Default)]
pub(crate) struct DealsOfDay {
    config: DaysConfig,
    secret: OnceCell<Seed>,
    /// For each day and game, the time when its matches of bots were last looked after.
    looked_after: Mutex<BTreeMap<(u32, &'static str), Instant>>,
}

impl DealsOfDay {
    pub(crate) fn new(config: DaysConfig) -> DealsOfDay {
        DealsOfDay { config, ..DealsOfDay::default() }
    }

    /// Returns today in UTC, as 20261121.
    pub(crate) fn today(&self) -> u32 {
        number_of(self.date())
    }

    /// Returns the first day that is listed.
    pub(crate) fn first_listed(&self) -> u32 {
        number_of(self.date().saturating_sub(DAYS_BACK.days()))
    }

    fn date(&self) -> Date {
        let now_ms = now_ms() + self.config.ahead_ms.load(Ordering::Relaxed);
        Timestamp::from_millisecond(now_ms).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(TimeZone::UTC).date()
    }

    /// Returns the time at which a day is over, as the events of matches have it.
    pub(crate) fn end_ms(&self, day: u32) -> i64 {
        let midnight = date_of(day).and_then(|date| date.tomorrow().ok()?.to_zoned(TimeZone::UTC).ok());
        midnight.map_or(0, |at| at.timestamp().as_millisecond()) - self.config.ahead_ms.load(Ordering::Relaxed)
    }

    /// Reads the date in an address. A day that has not begun is refused.
    pub(crate) fn read(&self, text: &str) -> Result<u32, ApiError> {
        let date = text.parse::<Date>().ok().filter(|date| date.to_string() == text).map(number_of);
        let date = date.filter(|date| (self.first_listed()..=self.today()).contains(date));
        date.ok_or_else(|| ApiError::bad("no_day", "This game or this day has no deals of the day."))
    }

    /// Returns the secret of all deals. The first server makes it.
    pub(crate) async fn secret(&self, store: &dyn EventStore) -> Result<Seed, StoreError> {
        self.secret.get_or_try_init(|| async { store.secret("days", random()).await.map(Seed::new) }).await.copied()
    }
}

/// Writes a day such as 20261121 as "2026-11-21".
pub(crate) fn written(day: u32) -> String {
    date_of(day).map(|date| date.to_string()).unwrap_or_default()
}

/// Plays the matches of bots of today in the background, unless they are played or being played.
pub(crate) fn look_after(app: &AppState, day: u32, game: &GameEntry) {
    if day != app.tables.days().today() {
        return;
    }
    let mut looked_after = app.tables.days().looked_after.lock();
    looked_after.retain(|_, at| at.elapsed() < CLAIM);
    if looked_after.contains_key(&(day, game.id)) {
        return;
    }
    looked_after.insert((day, game.id), Instant::now());
    let (app, game) = (app.clone(), game.clone());
    tokio::spawn(async move {
        let stop = app.stop.clone();
        if let Some(Err(error)) = stop.run_until_cancelled(play_bots(&app, day, &game)).await {
            tracing::warn!(game = game.id, day, %error, "the matches of bots of a day were not played to the end");
        }
    });
}

async fn play_bots(app: &AppState, day: u32, game: &GameEntry) -> Result<(), ApiError> {
    let now = now_ms();
    if !app.store.claim_day(day, game.id, now, now - CLAIM.as_millis() as i64).await? {
        return Ok(());
    }
    let secret = app.tables.days().secret(&*app.store).await?;
    let champions = std::iter::repeat_n(PAR_LEVEL, app.tables.days().config.par_matches);
    let (mut runs, mut took): (Vec<DayRun>, _) = (Vec::new(), Duration::ZERO);
    for (level, number) in OTHER_LEVELS.into_iter().chain(champions).zip(0..) {
        if took > PAR_WITHIN && days::par(&runs).is_some() {
            break;
        }
        let of = game.clone();
        let job = move |cancel: &AtomicBool| {
            let began = Instant::now();
            let deals = (0..DEALS).map(|deal| {
                let seed = days::seed(secret, day, &of, deal);
                days::play(&of, (deal, seed), (level, seed.of_match(number)), cancel)
            });
            (deals.collect::<Result<Vec<_>, _>>(), began.elapsed())
        };
        // One line for all games, so that one match is played at a time.
        let owner = JobOwner::guest(SessionId(0), None);
        let (deals, time) = app.tables.work().days.run(owner, MATCH_WITHIN, job).await?;
        let deals = deals?;
        if deals.iter().any(Option::is_none) {
            return Err(ApiError::Away);
        }
        runs.push(DayRun { level: Some(level.to_owned()), deals });
        took += time;
        app.store.store_day(day, game.id, json(&runs), None).await?;
    }
    let par = days::par(&runs).unwrap_or_default();
    app.store.store_day(day, game.id, json(&runs), Some((par * 10.0).round() as i64)).await?;
    tracing::info!(game = game.id, day, seconds = took.as_secs(), "the par of a day is known");
    Ok(())
}
