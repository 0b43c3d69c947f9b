//! The deal of the day, and the streak of days on which a person won it.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use answers::daily as days;
use answers::daily::number_of;
use axum::Json;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use protocol::Daily;
use tokio::sync::Mutex;

use super::me::MOST_TABLES;
use super::statistics::results_of;
use crate::error::{ApiError, JsonAnswer};
use crate::origin::ClientIp;
use crate::session::MaybeSession;
use crate::state::AppState;
use crate::stored::{daily_of, deal_result, set_daily};
use crate::turns::JobOwner;

/// The deal of the day (docs/bots/records.md), one for each game that is `solved`.
#[utoipa::path(get, path = "/daily", responses((status = 200, body = Daily)))]
pub(crate) async fn daily(
    app: AppState,
    MaybeSession(session): MaybeSession,
    client_ip: ClientIp,
) -> JsonAnswer<Daily> {
    let today = today();
    let asker = JobOwner::of(&app.trust, session.as_ref(), client_ip);
    let (results, mut tables) = match session {
        Some(session) => (results_of(&app, session.id).await?, app.store.tables_of(session.id, MOST_TABLES).await?),
        None => Default::default(),
    };
    tables.retain(|stored| daily_of(&stored.setup) == Some(number_of(today)));
    let results: Vec<_> = results.into_iter().map(deal_result).collect();
    let mut deals = Vec::new();
    for entry in days::games() {
        // If a person has opened several tables for the day, only the earliest one counts.
        let table = tables.iter().rev().find(|stored| stored.setup.game == entry.id);
        let deal = daily_deal(&app, asker, entry.id, today).await?;
        deals.push(days::daily_deal(entry.id, deal, table.map(|stored| stored.setup.id.clone()), &results, today));
    }
    Ok(Json(Daily { date: today.to_string(), deals }))
}

/// Marks a new table that plays today's deal.
pub(crate) async fn mark_daily(
    app: &AppState,
    asker: JobOwner,
    setup: &mut store::StoredSetup,
) -> Result<(), ApiError> {
    let today = today();
    let options = serde_json::from_str(&setup.options).unwrap_or_default();
    if days::may_be_daily(&setup.game, &options, setup.number, today) {
        let game = catalog::entry(&setup.game)?.id;
        if setup.number == Some(daily_deal(app, asker, game, today).await?) {
            set_daily(setup, number_of(today));
        }
    }
    Ok(())
}

/// For a game, the most recently found deal of the day.
type KnownDeal = Mutex<Option<(Date, u64)>>;

/// Returns today's deal. The first request of a day searches for it, and further requests wait for the same result.
async fn daily_deal(app: &AppState, asker: JobOwner, game: &'static str, date: Date) -> Result<u64, ApiError> {
    static KNOWN: LazyLock<BTreeMap<&'static str, KnownDeal>> =
        LazyLock::new(|| days::games().map(|entry| (entry.id, Mutex::default())).collect());
    let mut known = KNOWN.get(game).ok_or(ApiError::UnknownDeal)?.lock().await;
    if let Some((_, deal)) = known.filter(|(day, _)| *day == date) {
        return Ok(deal);
    }
    let solve = move |cancel: &AtomicBool| days::find(game, date, cancel);
    let deal = app.tables.work().daily.run(asker, app.limits.search, solve).await??.ok_or(ApiError::Away)?;
    *known = Some((date, deal));
    Ok(deal)
}

fn today() -> Date {
    Timestamp::now().to_zoned(TimeZone::UTC).date()
}
