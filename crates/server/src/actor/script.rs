//! Scripted bots and advisers for tests. A test sets their actions and the time that they take.

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

/// A function that returns the action of a bot of some level in its seat, and the bot's thinking time.
pub(crate) type Script = Arc<dyn Fn(&dyn AnyTable, Seat, &str) -> Scripted + Send + Sync>;

/// A function that returns the time for which an adviser works.
pub(crate) type Adviser = Arc<dyn Fn() -> Duration + Send + Sync>;

pub(crate) struct Scripted {
    pub(crate) thinks: Duration,
    pub(crate) action: Option<String>,
}

impl Scripted {
    /// Waits for the bot's thinking time, or until the bot is cancelled. Returns the scripted action.
    pub(super) async fn play(self, bot: Box<dyn AnyBot>, cancel: &Cancel) -> Option<(Box<dyn AnyBot>, Option<String>)> {
        tokio::select! {
            () = tokio::time::sleep(self.thinks) => {}
            () = cancel.cancelled() => {}
        }
        Some((bot, self.action))
    }
}

impl Actor {
    /// Answers with empty advice after this time, in place of an adviser.
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
