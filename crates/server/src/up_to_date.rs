//! Updates from the shared store. One of several servers does not notice what another has stored. So each reads now and
//! then, and when another one hints at it, the bans, the deleted people, and the line for everybody.

use std::future;
use std::time::Duration;

use protocol::Notice;
use store::{Departed, StoreError};
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::actor::Mail;
use crate::person;
use crate::state::AppState;
use crate::time::now_ms;

/// How often. It takes a few short queries.
const EVERY: Duration = Duration::from_secs(10);
/// Hints within this time are one.
const TOGETHER: Duration = Duration::from_millis(500);

/// Runs until the server stops.
pub(crate) async fn run(app: AppState) {
    if app.store.losses().is_none() {
        // Nobody else can have stored anything.
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
                // The next time tries again.
                tracing::debug!(%error, "it cannot be read who may not be here any more");
            }
            sleep(TOGETHER).await;
        }
    };
    stop.run_until_cancelled(updating).await;
}

/// Reads the bans, and ends the connections of who is banned.
///
/// # Errors
/// If they cannot be read. Those that were read before hold.
pub(crate) async fn read_bans(app: &AppState) -> Result<(), StoreError> {
    app.host.set_bans(&app.store.bans().await?);
    let now_ms = now_ms();
    app.connections.send_away(true, |guest| app.host.is_banned(Some(guest.session), guest.address, now_ms));
    Ok(())
}

/// Reads the line for everybody, and says it if it is new.
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

/// Ends the connections of those who were banned, logged out or deleted, and removes the deleted from memory.
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
