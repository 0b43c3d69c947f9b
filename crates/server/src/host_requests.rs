//! A host's requests about a table. The node that owns the table carries them out.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::Method;
use room::{Input, PersonId, TableSummary};
use serde::{Deserialize, Serialize};
use store::{Ending, Stored};

use crate::actor::Mail;
use crate::error::ApiError;
use crate::forward::ask_table;
use crate::forwarded_client::ForwardedClient;
use crate::session::NOBODY;
use crate::state::AppState;
use crate::time::now_ms;

/// A request of a host about a table. No client can send it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum HostRequest {
    Rename {
        session: i64,
        name: String,
    },
    /// Close the table for good.
    Close,
    /// Return which people are at the table.
    Look,
}

/// Carries out a host's request about a table, on this node or on the node that owns the table. `Look` returns the
/// table if it is in memory.
///
/// # Errors
/// If the request is refused, or the other node cannot be reached.
pub(crate) async fn ask_host(
    app: &AppState,
    stored: Stored,
    request: HostRequest,
) -> Result<Option<TableSummary>, ApiError> {
    let host = ForwardedClient::of_guest(NOBODY);
    let body = serde_json::to_string(&request).expect("text and numbers");
    let (table, place) = (stored.setup.id.clone(), format!("nodes/tables/{}", stored.setup.id));
    match ask_table(app, &host, Method::POST, (&table, &place, &body)).await {
        Some(answer) => serde_json::from_slice(&answer?).map_err(|_| ApiError::Away),
        None => do_for_host(app, stored, request).await,
    }
}

/// Carries out a host's request that another node has passed on.
pub(crate) async fn attend_host(
    State(app): State<AppState>,
    Path(id): Path<String>,
    Json(request): Json<HostRequest>,
) -> Result<Json<Option<TableSummary>>, ApiError> {
    let stored = app.store.find(&id).await?.ok_or(ApiError::UnknownTable)?;
    do_for_host(&app, stored, request).await.map(Json)
}

async fn do_for_host(app: &AppState, stored: Stored, request: HostRequest) -> Result<Option<TableSummary>, ApiError> {
    match request {
        HostRequest::Rename { session, name } => {
            let person = PersonId(session);
            app.tables.request(stored, move |request| Input::Rename { request, person, name }).await.map(|_| None)
        }
        HostRequest::Close => close_owned(app, stored).await.map(|()| None),
        HostRequest::Look if !app.tables.is_awake(&stored.setup.id) => Ok(None),
        HostRequest::Look => app.tables.read(stored, |room| Ok(room.summary())).await.map(Some),
    }
}

/// Closes a table that this node owns or can take.
async fn close_owned(app: &AppState, stored: Stored) -> Result<(), ApiError> {
    let id = stored.setup.id.clone();
    app.store.own(&id).await?;
    // The totals of a table that cannot be read are unknown. The table can be closed nevertheless.
    let totals = match stored.ending.clone() {
        Some(ending) => ending.totals,
        None if app.tables.is_awake(&id) => {
            app.tables.read(stored.clone(), |room| Ok(room.summary().totals)).await.unwrap_or_default()
        }
        None => app.tables.summary_of_sleeper(stored).await.map_or_else(|_| Vec::new(), |found| found.totals),
    };
    app.store.close_table(&id, Ending { at_ms: now_ms(), totals }).await?;
    // The store closes the table first, and then the table gets the message. So people who reconnect find the table
    // closed.
    app.tables.send(&id, Mail::ClosedByHost).await;
    Ok(())
}
