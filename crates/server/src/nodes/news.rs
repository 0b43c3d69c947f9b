//! What one node has done and all should know.

use store::SessionId;

use super::letter::News;
use crate::actor::Mail;
use crate::state::AppState;

/// Takes the news of another node.
pub(super) async fn take(app: &AppState, news: News) {
    match news {
        // The links keep these.
        News::Shown(_) | News::Hidden(_) => {}
        News::Notice(notice) => {
            app.host.set_notice(notice.clone());
            if let Some((notice, _)) = notice {
                app.tables.tell_all(|| Mail::Notice(notice.clone())).await;
            }
        }
        News::Bans { range } => {
            match app.store.bans().await {
                Ok(bans) => app.host.set_bans(&bans),
                Err(error) => tracing::warn!(%error, "bans of another node cannot be read"),
            }
            if let Some(range) = range.and_then(|range| range.parse().ok()) {
                app.devices.keep_out(range);
            }
        }
        News::LoggedOut(devices) => {
            let read = |text: String| hex::decode(text).ok()?.try_into().ok();
            app.devices.log_out(devices.into_iter().filter_map(read).collect());
        }
        News::Forgotten(session) => {
            let session = SessionId(session);
            app.tables.tell_all(|| Mail::Forgotten(session)).await;
            app.devices.let_go();
            app.limiters.guests.forget(session);
        }
        News::Dropped { table, session } => app.tables.tell(&table, Mail::Forgotten(SessionId(session))).await,
    }
}

/// Tells all other nodes, if there are any.
pub(crate) fn spread(app: &AppState, news: &News) {
    if let Some(nodes) = &app.nodes {
        nodes.spread(news);
    }
}
