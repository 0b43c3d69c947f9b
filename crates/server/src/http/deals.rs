//! Numbered deals: the search for a deal of a given level, and the rating of a given deal.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use answers::deals::DealSearch;
use axum::Json;
use protocol::{DealWish, RatedDeal};

use super::body::JsonBody;
use crate::error::{ApiError, JsonAnswer};
use crate::ids::random;
use crate::origin::ClientIp;
use crate::session::Guest;
use crate::state::AppState;
use crate::turns::JobOwner;
use crate::work::Cancel;

/// The numbered deal that you ask for, or one of the level that you ask for, or any that can be won; and how hard it is.
/// It may take some seconds. `no_deal`: there is none among 6,000 deals.
#[utoipa::path(post, path = "/deals", request_body = DealWish, responses((status = 200, body = RatedDeal)))]
pub(crate) async fn pick(
    app: AppState,
    Guest(session): Guest,
    client_ip: ClientIp,
    JsonBody(wish): JsonBody<DealWish>,
) -> JsonAnswer<RatedDeal> {
    let search = DealSearch::read(wish)?;
    let random = u64::from_le_bytes(random());
    let step = move |mut search: DealSearch, cancel: &AtomicBool| match search.step(random, cancel) {
        Ok(None) => ControlFlow::Continue(search),
        found => ControlFlow::Break(found),
    };
    let owner = JobOwner::of(&app.trust, Some(&session), client_ip);
    let place = app.tables.work().deals.place(owner)?;
    let found = place.run_steps(&Cancel::default(), app.limits.search, search, step).await.ok_or(ApiError::Away)?;
    found?.map(Json).ok_or(ApiError::Away)
}
