//! What one node has done and all should know.

use store::SessionId;

use crate::actor::Mail;
use crate::nodes::letter::HouseNews;
use crate::state::AppState;

/// Takes the news of another node.
pub(super) async fn take(app: &AppState, news: HouseNews) {
    match news {
        // The links keep these.
        HouseNews::Shown(_) | HouseNews::Hidden(_) => {}
        HouseNews::Notice(notice) => {
            app.host.set_notice(notice.clone());
            if let Some((notice, _)) = notice {
                app.tables.tell_all(|| Mail::Notice(notice.clone())).await;
            }
        }
        HouseNews::Bans { range } => {
            match app.store.bans().await {
                Ok(bans) => app.host.set_bans(&bans),
                Err(error) => tracing::warn!(%error, "bans of another node cannot be read"),
            }
            if let Some(range) = range.and_then(|range| range.parse().ok()) {
                app.devices.keep_out(range);
            }
        }
        HouseNews::LoggedOut(devices) => {
            let read = |text: String| hex::decode(text).ok()?.try_into().ok();
            app.devices.log_out(devices.into_iter().filter_map(read).collect());
        }
        HouseNews::Forgotten(session) => {
            let session = SessionId(session);
            app.tables.tell_all(|| Mail::Forgotten(session)).await;
            app.devices.let_go();
            app.limiters.guests.forget(session);
        }
        HouseNews::Dropped { table, session } => app.tables.tell(&table, Mail::Forgotten(SessionId(session))).await,
    }
}
