//! What one node has done and all should know.

use store::SessionId;

use crate::actor::Mail;
use crate::hourly;
use crate::nodes::message::Broadcast;
use crate::state::AppState;

/// Applies what another node has done.
pub(super) async fn apply(app: &AppState, broadcast: Broadcast) {
    match broadcast {
        // The links keep these.
        Broadcast::TableListed(_) | Broadcast::TableUnlisted(_) => {}
        Broadcast::Notice(notice) => {
            app.host.set_notice(notice.clone());
            if let Some((notice, _)) = notice {
                app.tables.tell_all(|| Mail::Notice(notice.clone())).await;
            }
        }
        Broadcast::BansChanged { range } => {
            match app.store.bans().await {
                Ok(bans) => app.host.set_bans(&bans),
                Err(error) => tracing::warn!(%error, "bans of another node cannot be read"),
            }
            if let Some(range) = range.and_then(|range| range.parse().ok()) {
                app.devices.keep_out(range);
            }
        }
        Broadcast::DevicesLoggedOut(devices) => {
            let read = |text: String| hex::decode(text).ok()?.try_into().ok();
            app.devices.log_out(devices.into_iter().filter_map(read).collect());
        }
        Broadcast::HourlyUse(used) => hourly::count(app, &used),
        Broadcast::PersonDeleted(session) => {
            let session = SessionId(session);
            app.tables.tell_all(|| Mail::Forgotten(session)).await;
            app.devices.let_go();
            app.limiters.guests.forget(session);
        }
        Broadcast::TableDeleted { table, session } => {
            app.tables.tell(&table, Mail::Forgotten(SessionId(session))).await
        }
    }
}
