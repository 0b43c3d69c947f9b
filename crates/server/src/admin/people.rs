//! Requests of a host about guests.

use store::{Ban, GuestLine, SessionId, TokenHash};

use super::outcome::{done, refused};
use super::wire::{AdminAnswer, AdminGuest};
use crate::error::ApiError;
use crate::host::BanTarget;
use crate::host_requests::{HostRequest, ask_host};
use crate::person;
use crate::state::AppState;
use crate::time::{now_ms, rfc3339};
use crate::up_to_date::read_bans;

pub(super) async fn find(app: &AppState, words: &str, limit: u32) -> Result<AdminAnswer, ApiError> {
    let mut found: Vec<GuestLine> = Vec::new();
    if let Ok(id) = words.parse() {
        found.extend(app.store.guest(SessionId(id)).await?);
    }
    let numbered = found.first().map(|guest| guest.id);
    let named = app.store.find_guests(words, limit).await?;
    found.extend(named.into_iter().filter(|guest| Some(guest.id) != numbered));
    let line = |guest: GuestLine| AdminGuest {
        id: guest.id.0,
        name: guest.name,
        since: rfc3339(guest.since_ms),
        seen: rfc3339(guest.seen_ms),
        playing: guest.playing,
    };
    Ok(AdminAnswer::People { people: found.into_iter().map(line).collect() })
}

async fn known(app: &AppState, id: i64) -> Result<GuestLine, String> {
    let found = app.store.guest(SessionId(id)).await.map_err(refused)?;
    found.ok_or_else(|| format!("There is no guest {id}: cardroom admin people find NAME lists their numbers."))
}

/// Renames a guest, and also the guest's seats. At a table that cannot be opened, the seat still has the old name.
pub(super) async fn rename(app: &AppState, id: i64, name: &str) -> Result<AdminAnswer, String> {
    let guest = known(app, id).await?;
    let name = app.host.name(name).map_err(refused)?;
    app.store.rename(guest.id, &name).await.map_err(refused)?;
    let held = app.store.held(guest.id).await.map_err(refused)?;
    let (mut at, mut old) = (0, 0);
    for stored in held.tables {
        if stored.setup.seats.iter().all(|seated| seated.session != Some(guest.id)) {
            continue;
        }
        let request = HostRequest::Rename { session: guest.id.0, name: name.clone() };
        match ask_host(app, stored, request).await {
            Ok(_) => at += 1,
            Err(_) => old += 1,
        }
    }
    let old = if old == 0 { String::new() } else { format!(" {old} tables cannot be opened and keep the old name.") };
    Ok(done(format!("Guest {id} is called {name} now, also at {at} tables.{old}")))
}

/// Deletes a guest in the same way as "Delete me" on the page.
pub(super) async fn remove(app: &AppState, id: i64) -> Result<AdminAnswer, String> {
    let guest = known(app, id).await?;
    // The connections to close are found by the devices. Deleting the guest also deletes the devices, so the devices
    // are read first.
    let listed = app.store.devices(guest.id, now_ms()).await.unwrap_or_default();
    let devices: Vec<TokenHash> = listed.devices.into_iter().map(|device| device.hash).collect();
    person::forget(app, guest.id).await.map_err(refused)?;
    app.connections.log_out(&devices);
    Ok(done(format!(
        "Guest {id} is deleted, with name, results and invitations. What others played stays without the name."
    )))
}

pub(super) async fn ban(
    app: &AppState,
    whom: &str,
    until_ms: Option<i64>,
    words: String,
) -> Result<AdminAnswer, String> {
    let target: BanTarget = whom.parse().map_err(|_| {
        format!("{whom:?} cannot be banned: name a guest by its number, an address, or a range as 203.0.113.0/24.")
    })?;
    if target.is_too_wide() {
        return Err(format!("{target} would keep this machine or everybody out."));
    }
    if let BanTarget::Guest(guest) = target {
        known(app, guest.0).await?;
    }
    let ban = Ban { whom: target.to_string(), at_ms: now_ms(), until_ms, words };
    app.store.ban(ban).await.map_err(refused)?;
    read_bans(app).await.map_err(refused)?;
    let time = until_ms.map_or_else(|| "until you lift it".to_owned(), |until| format!("until {}", rfc3339(until)));
    Ok(done(format!("{target} can do nothing here any more, {time}.")))
}

pub(super) async fn unban(app: &AppState, whom: &str) -> Result<AdminAnswer, String> {
    // `whom` may be written in another form than the stored one.
    let stored = whom.parse::<BanTarget>().map_or_else(|_| whom.to_owned(), |target| target.to_string());
    let lifted = app.store.lift_ban(&stored).await.map_err(refused)?;
    read_bans(app).await.map_err(refused)?;
    match lifted {
        true => Ok(done(format!("The ban of {stored} is lifted."))),
        false => Err(format!("{stored} is not banned: cardroom admin people bans lists who is.")),
    }
}
