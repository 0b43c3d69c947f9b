//! Numbered deals: found by level, and rated.

use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::HeaderMap;
use catalog::CatalogError;
use protocol::{DealLevel, DealWish, RatedDeal, Verdict};

use super::body::read_json;
use crate::error::ApiError;
use crate::ids::random;
use crate::origin::ClientIp;
use crate::session::CurrentSession;
use crate::setup::MAX_DEAL;
use crate::state::AppState;
use crate::work::JobOwner;

/// The longest time that anybody waits for a deal.
pub(super) const SEARCHES_AT_MOST: Duration = Duration::from_secs(8);

/// The highest deal number at which a search begins: short numbers can be said aloud.
const PICKED_FROM: u64 = 10_000_000;

/// A numbered deal, or one of a level, or any that can be won; and how hard it is. It may take some seconds.
#[utoipa::path(post, path = "/deals", request_body = DealWish, responses((status = 200, body = RatedDeal)))]
pub(crate) async fn pick(
    State(app): State<AppState>,
    CurrentSession(session): CurrentSession,
    client_ip: ClientIp,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<RatedDeal>, ApiError> {
    let wish: DealWish = read_json(&headers, body)?;
    let options = wish.options.unwrap_or_default();
    catalog::options(&wish.game, &options)?;
    if wish.deal.is_some_and(|deal| deal > MAX_DEAL) {
        return Err(ApiError::bad("deal", format!("A deal's number is at most {MAX_DEAL}.")));
    }
    let rated = app.tables.work().deals.run(JobOwner::of(Some(&session), client_ip), SEARCHES_AT_MOST, move |cancel| {
        let deal = match wish.deal {
            Some(deal) => Some(deal),
            None => {
                let from = u64::from_le_bytes(random()) % PICKED_FROM;
                catalog::find_deal(&wish.game, &options, widths(wish.level), from, cancel)?
            }
        };
        let Some(deal) = deal else { return Ok(None) };
        Ok::<_, CatalogError>(catalog::rate_deal(&wish.game, &options, deal, cancel)?.map(|rated| (deal, rated)))
    });
    let Some((deal, rated)) = rated.await?? else {
        return Err(ApiError::bad(
            "no_deal",
            "No deal of this level found in time. Try again, or choose another level.",
        ));
    };
    let won = rated.verdict == Verdict::Winnable;
    Ok(Json(RatedDeal {
        deal,
        verdict: rated.verdict,
        level: won.then_some(match rated.width {
            0 | 1 => DealLevel::Easy,
            2..=8 => DealLevel::Medium,
            _ => DealLevel::Hard,
        }),
        width: won.then_some(rated.width as u32),
        reshuffles: rated.reshuffles,
        blind_won: rated.blind_won,
    }))
}

/// For a level: the widest beam that must fail, and the widest that is tried.
fn widths(level: Option<DealLevel>) -> (usize, usize) {
    match level {
        None => (0, 512),
        Some(DealLevel::Easy) => (0, 1),
        Some(DealLevel::Medium) => (1, 8),
        Some(DealLevel::Hard) => (8, 512),
    }
}
