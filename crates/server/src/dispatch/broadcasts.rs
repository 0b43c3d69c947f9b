//! What one node has done and all should know.

use store::SessionId;

use crate::actor::Mail;
use crate::hourly;
use crate::nodes::message::Broadcast;
use crate::state::AppState;
use crate::{person, up_to_date};

/// Applies what another node has done.
pub(super) async fn apply(app: &AppState, broadcast: Broadcast) {
    match broadcast {
        // The links keep these.
        Broadcast::TableListed(_) | Broadcast::TableUnlisted(_) => {}
        Broadcast::Notice(notice) => {
            let is_new = app.host.set_notice(notice.clone());
            // Its node tells it again when the link between us begins anew.
            if let Some((notice, _)) = notice.filter(|_| is_new) {
                app.tables.tell_all(|| Mail::Notice(notice.clone())).await;
            }
        }
        Broadcast::BansChanged => {
            if let Err(error) = up_to_date::read_bans(app).await {
                tracing::warn!(%error, "bans of another node cannot be read");
            }
        }
        Broadcast::DevicesLoggedOut(devices) => {
            let read = |text: String| hex::decode(text).ok()?.try_into().ok();
            app.connections.log_out(&devices.into_iter().filter_map(read).collect::<Vec<_>>());
        }
        Broadcast::HourlyUse(used) => hourly::count(app, &used),
        Broadcast::PersonDeleted(session) => person::let_go(app, SessionId(session)).await,
        Broadcast::TableDeleted { table, session } => {
            app.tables.tell(&table, Mail::Forgotten(SessionId(session))).await
        }
    }
}
