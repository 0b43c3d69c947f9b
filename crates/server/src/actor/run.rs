//! Loads and runs a table on the node that owns it.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use store::Stored;
use tokio::sync::mpsc;

use super::event_loop::Actor;
use super::mail::Mail;
use super::mailboxes::Mailboxes;
use super::services::Services;

/// Loads a table and runs it until the server stops or nobody needs the table.
pub(crate) async fn run(
    stored: Stored,
    services: Services,
    mails: mpsc::Receiver<Box<Mail>>,
    mailbox: mpsc::WeakSender<Box<Mail>>,
    mailboxes: Arc<Mailboxes>,
) {
    let (id, lobby) = (stored.setup.id.clone(), services.lobby.clone());
    let working = AssertUnwindSafe(load_and_run(stored, services, mails, mailbox, mailboxes)).catch_unwind();
    if working.await.is_err() {
        // The state in memory is dropped, which closes the connections. The people connect again, and the table is
        // loaded from the store.
        tracing::error!(table = id, "a table met a bug and is loaded again");
        lobby.remove(&id);
    }
}

async fn load_and_run(
    stored: Stored,
    services: Services,
    mut mails: mpsc::Receiver<Box<Mail>>,
    mailbox: mpsc::WeakSender<Box<Mail>>,
    mailboxes: Arc<Mailboxes>,
) {
    // The future is boxed, so that its memory is freed when the table is loaded. So an idle table needs little memory.
    let fault = match Box::pin(Actor::load(stored, services, mailbox)).await {
        // The future borrows the actor, so that it does not contain the actor twice.
        Ok(mut actor) => return Box::pin(async move { actor.run(mails, &mailboxes).await }).await,
        Err(fault) => fault,
    };
    mails.close();
    while let Some(mail) = mails.recv().await {
        mail.decline(&fault);
    }
}
