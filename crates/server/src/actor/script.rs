//! Bots and advisers for tests: a test says what they do and how long they take.

use std::sync::Arc;
use std::time::Duration;

use game::Seat;
use protocol::Advised;
use room::{Finding, Input, TaskId};
use table::{AnyBot, AnyTable};

use super::event_loop::Actor;
use super::mail::Mail;
use crate::turns::Place;
use crate::work::Cancel;

/// The action of a bot of a level on its seat, and the time that it thinks.
pub(crate) type Script = Arc<dyn Fn(&dyn AnyTable, Seat, &str) -> Scripted + Send + Sync>;

/// How long an adviser works.
pub(crate) type Adviser = Arc<dyn Fn() -> Duration + Send + Sync>;

pub(crate) struct Scripted {
    pub(crate) thinks: Duration,
    pub(crate) action: Option<String>,
}

impl Scripted {
    /// Waits for as long as the bot should think, or until it is cancelled.
    pub(super) async fn play(self, bot: Box<dyn AnyBot>, cancel: &Cancel) -> Option<(Box<dyn AnyBot>, Option<String>)> {
        tokio::select! {
            () = tokio::time::sleep(self.thinks) => {}
            () = cancel.cancelled() => {}
        }
        Some((bot, self.action))
    }
}

impl Actor {
    /// Advises with no words, after so much time in its place.
    pub(super) fn advise_after(&mut self, works: Duration, task: TaskId, place: Place) {
        let Some(mailbox) = self.mailbox.upgrade() else { return };
        let cancel = self.begin(task);
        tokio::spawn(async move {
            tokio::select! {
                () = place.hold(&cancel) => {}
                () = tokio::time::sleep(works) => {}
            }
            let advice = Finding::Advice(Advised { choices: Vec::new(), reasons: Vec::new() });
            let _ = mailbox.send(Box::new(Mail::Input(Input::HelpReply { task, result: Ok(Some(advice)) }))).await;
        });
    }
}
