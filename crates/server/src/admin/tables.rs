//! Requests of a host about tables. The answers show only what everybody at a table may know.

use protocol::{Open, Stage};
use room::TableSummary;
use store::{Stored, TablesWanted};

use super::outcome::{done, refused};
use super::wire::{AdminAnswer, AdminSeat, AdminTable};
use crate::error::ApiError;
use crate::host_requests::{HostRequest, ask_host};
use crate::state::AppState;
use crate::stored::{settings_of, stage_of};
use crate::time::rfc3339;

pub(super) async fn list(app: &AppState, all: bool, limit: u32) -> Result<AdminAnswer, ApiError> {
    let wanted = if all { TablesWanted::All } else { TablesWanted::Unfinished };
    let mut tables = Vec::new();
    for stored in app.store.newest_tables(wanted, limit).await? {
        tables.push(line(app, stored).await);
    }
    Ok(AdminAnswer::Tables { tables })
}

pub(super) async fn show(app: &AppState, id: &str) -> Result<AdminAnswer, String> {
    let stored = find(app, id).await?;
    Ok(AdminAnswer::Tables { tables: vec![line(app, stored).await] })
}

async fn find(app: &AppState, id: &str) -> Result<Stored, String> {
    let found = app.store.find(id).await.map_err(refused)?;
    found.ok_or_else(|| format!("There is no table {id}. Its id is the end of its address: /t/ID."))
}

/// Describes a table. If the table does not answer, describes it as it is stored.
async fn line(app: &AppState, stored: Stored) -> AdminTable {
    let seen = ask_host(app, stored.clone(), HostRequest::Look).await.unwrap_or_default();
    let (awake, TableSummary { here, same_network, .. }) = (seen.is_some(), seen.unwrap_or_default());
    let Stored { setup, ending, closed_ms, .. } = stored;
    let stage = match stage_of(&setup, ending.as_ref()) {
        _ if closed_ms.is_some() => "closed",
        Stage::Gathering => "gathering",
        Stage::Playing => "playing",
        Stage::Over => "over",
    };
    let open = match settings_of(&setup).open {
        Open::Alone => "alone",
        Open::Friends => "friends",
        Open::Public => "public",
    };
    let seats = setup.seats.into_iter().zip(0_u8..).map(|(seated, seat)| AdminSeat {
        name: seated.name,
        guest: seated.session.map(|session| session.0),
        here: seated.session.is_some() && here.contains(&seat),
        bot: seated.bot,
    });
    AdminTable {
        stage: stage.to_owned(),
        open: open.to_owned(),
        awake,
        same_network,
        seats: seats.collect(),
        created: rfc3339(setup.created_ms),
        started: setup.started_ms.map(rfc3339),
        ended: ending.map(|ending| rfc3339(ending.at_ms)),
        id: setup.id,
        game: setup.game,
    }
}

/// Closes a table for good, whatever state it is in, and tells its people.
pub(super) async fn close(app: &AppState, id: &str) -> Result<AdminAnswer, String> {
    let stored = find(app, id).await?;
    if stored.closed_ms.is_some() {
        return Err(format!("The table {id} is closed already."));
    }
    ask_host(app, stored, HostRequest::Close).await.map_err(refused)?;
    Ok(done(format!("The table {id} is closed. Nobody can open it any more.")))
}
