//! Deletes a person from the store, from the loaded tables, and from everything else in memory.

use axum::http::Method;
use room::Input;
use store::{SessionId, Stored};

use crate::actor::Mail;
use crate::error::ApiError;
use crate::forward::ask_table;
use crate::forwarded_client::ForwardedClient;
use crate::state::AppState;
use crate::stored::person;

/// Deletes a person's session, name, results, imported records and invitations. A bot continues a match that the person
/// plays with others.
pub(crate) async fn forget(app: &AppState, who: SessionId) -> Result<(), ApiError> {
    let sits = |stored: &Stored| stored.setup.seats.iter().any(|seated| seated.session == Some(who));
    for stored in app.store.held(who).await?.tables {
        if stored.ending.is_none() && sits(&stored) {
            let (id, client) = (stored.setup.id.clone(), ForwardedClient::of_guest(who));
            let place = format!("api/v1/tables/{id}/seat");
            let left = match ask_table(app, &client, Method::DELETE, (&id, &place, "")).await {
                Some(left) => left.map(drop),
                None => {
                    let quit = move |request| Input::Quit { request, person: person(who) };
                    app.tables.request(stored, quit).await.map(drop)
                }
            };
            // A closed table has no actor, so only the store deletes the person from it.
            if let Err(error @ (ApiError::Store(_) | ApiError::Away)) = left {
                return Err(error);
            }
        }
    }
    app.store.forget(who, answers::USUAL_LEVEL).await?;
    let_go(app, who).await;
    Ok(())
}

/// Removes a deleted person from this server's memory.
pub(crate) async fn let_go(app: &AppState, who: SessionId) {
    app.tables.send_to_all(|| Mail::Input(Input::Forget { person: person(who) })).await;
    app.devices.let_go();
    app.limiters.openings.forget(who);
}
