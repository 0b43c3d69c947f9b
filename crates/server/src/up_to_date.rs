//! Where several servers share the data, one of them may not hear what another has stored: the bus may be away, and it may lose a
//! message. So each reads from the data, now and then, who may not be here any more.

use std::future;
use std::time::Duration;

use store::{Departed, StoreError};
use tokio::time::{MissedTickBehavior, interval};

use crate::person;
use crate::state::AppState;
use crate::time::now_ms;

/// How often. It takes two short queries.
const EVERY: Duration = Duration::from_secs(10);

/// Runs until the server stops: now and then, and whenever something may have been missed.
pub(crate) async fn run(app: AppState) {
    if app.store.losses().is_none() {
        // Nobody else can have stored anything.
        return;
    }
    let stop = app.stop.clone();
    let mut often = interval(EVERY);
    often.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let keep_up = async {
        loop {
            tokio::select! {
                _ = often.tick() => {}
                () = missed(&app) => {}
            }
            if let Err(error) = catch_up(&app).await {
                // The next time tries again.
                tracing::debug!(%error, "it cannot be read who may not be here any more");
            }
        }
    };
    stop.run_until_cancelled(keep_up).await;
}

/// Ready when something may have been missed.
async fn missed(app: &AppState) {
    match &app.nodes {
        Some(nodes) => nodes.missed.notified().await,
        None => future::pending().await,
    }
}

/// Reads the bans, and ends the connections of who is banned.
///
/// # Errors
/// If they cannot be read. Those that were read before hold.
pub(crate) async fn read_bans(app: &AppState) -> Result<(), StoreError> {
    app.host.set_bans(&app.store.bans().await?);
    let now_ms = now_ms();
    app.connections.send_away(|guest| app.host.is_banned(Some(guest.session), guest.address, now_ms));
    Ok(())
}

/// Ends the connections of those who were banned, logged out or deleted, and removes the deleted from memory.
async fn catch_up(app: &AppState) -> Result<(), StoreError> {
    read_bans(app).await?;
    let devices = app.connections.devices().into_iter().collect();
    let mut people = app.tables.people().await;
    people.extend(app.limiters.guests.all());
    let Departed { devices, people } = app.store.departed(devices, people.into_iter().collect()).await?;
    if !devices.is_empty() {
        app.connections.log_out(&devices);
    }
    for person in people {
        person::let_go(app, person).await;
    }
    Ok(())
}
