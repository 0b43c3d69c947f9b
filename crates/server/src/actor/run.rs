//! A table is loaded and run by its owner; another node passes its mail on.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use store::{StoreError, Stored};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

use super::event_loop::Actor;
use super::mail::Mail;
use super::mailboxes::Mailboxes;
use super::relay::Relay;
use super::services::Services;
use crate::error::ApiError;

/// How long mail waits for a table whose owner has just gone: until the owner's lease runs out, or nearly.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often it is looked whether such a table can be had.
const LOOK_AGAIN: Duration = Duration::from_millis(150);

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
        // Its state in memory is dropped. Connections close; people connect again and find the table as it is stored.
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
    let until = Instant::now() + PATIENCE;
    let elsewhere = ApiError::Store(StoreError::Elsewhere);
    let mut has_owner = false;
    let fault = loop {
        if !has_owner {
            // Boxed, so that the memory for loading is freed afterwards: an idle table is small.
            match Box::pin(Actor::load(stored.clone(), services.clone(), mailbox.clone())).await {
                // Borrowed, so that the future does not have it twice.
                Ok(mut actor) => return Box::pin(async move { actor.run(mails, &mailboxes).await }).await,
                Err(fault) if fault == elsewhere => {}
                Err(fault) => break fault,
            }
        }
        if let Some(relay) = Relay::to_owner(&stored.setup.id, &services, &mailbox).await {
            relay.run(&mut mails, &services, &mailboxes).await;
            break elsewhere;
        }
        let may_come = services.nodes.as_ref().is_some_and(|nodes| nodes.is_connected());
        if !may_come || Instant::now() >= until || services.stop.is_cancelled() {
            break elsewhere;
        }
        sleep(LOOK_AGAIN).await;
        // Loading takes the table, which is a write. If all tables of a silent node tried it again and again, the writes of our
        // own would wait for them; so a read says whether it can be had.
        has_owner = services.store.owner(&stored.setup.id).await.is_ok_and(|owner| owner.is_some());
    };
    mails.close();
    while let Some(mail) = mails.recv().await {
        mail.decline(&fault);
    }
}
