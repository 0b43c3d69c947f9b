//! Reads changes from the shared store. A server does not notice by itself what another server has stored. So each
//! server reads the bans, the deleted people and the notice for everybody. It reads them at intervals, and after a hint
//! from another server.

use std::future;
use std::time::Duration;

use protocol::Notice;
use store::{Departed, StoreError};
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::actor::Mail;
use crate::person;
use crate::state::AppState;
use crate::time::now_ms;

/// The interval between two reads. A read takes a few short queries.
const EVERY: Duration = Duration::from_secs(10);
/// The time within which several hints count as one.
const TOGETHER: Duration = Duration::from_millis(500);

/// Reads changes until the server stops.
pub(crate) async fn run(app: AppState) {
    if app.store.losses().is_none() {
        // If no other server shares the store, nothing can change unnoticed.
        return;
    }
    let stop = app.stop.clone();
    let mut changes = app.store.changes();
    let mut often = interval(EVERY);
    often.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let updating = async {
        loop {
            let hint = async {
                let Some(changes) = &mut changes else { return future::pending().await };
                if changes.changed().await.is_err() {
                    future::pending().await
                }
            };
            tokio::select! {
                _ = often.tick() => {}
                () = hint => {}
            }
            if let Err(error) = catch_up(&app).await {
                // The next read tries again.
                tracing::debug!(%error, "it cannot be read who may not be here any more");
            }
            sleep(TOGETHER).await;
        }
    };
    stop.run_until_cancelled(updating).await;
}

/// Reads the bans, and ends the connections of banned people.
///
/// # Errors
/// If the bans cannot be read. The previous bans then still apply.
pub(crate) async fn read_bans(app: &AppState) -> Result<(), StoreError> {
    app.host.set_bans(&app.store.bans().await?);
    let now_ms = now_ms();
    app.connections.send_away(true, |guest| app.host.is_banned(Some(guest.session), guest.address, now_ms));
    Ok(())
}

/// Reads the notice for everybody, and sends it to the tables if it is new.
async fn read_notice(app: &AppState) -> Result<(), StoreError> {
    let standing: Option<(Notice, i64)> = serde_json::from_str(&app.store.notice().await?).ok();
    let standing = standing.filter(|(_, until_ms)| *until_ms > now_ms());
    if app.host.set_notice(standing.clone())
        && let Some((notice, _)) = standing
    {
        app.tables.send_to_all(|| Mail::Notice(notice.clone())).await;
    }
    Ok(())
}

/// Ends the connections of people who were banned, logged out or deleted, and removes deleted people from memory.
async fn catch_up(app: &AppState) -> Result<(), StoreError> {
    read_bans(app).await?;
    read_notice(app).await?;
    let devices = app.connections.devices().into_iter().collect();
    let mut people = app.tables.people().await;
    people.extend(app.limiters.openings.guests());
    let Departed { devices, people } = app.store.departed(devices, people.into_iter().collect()).await?;
    if !devices.is_empty() {
        app.connections.log_out(&devices);
    }
    for person in people {
        person::let_go(app, person).await;
    }
    Ok(())
}
