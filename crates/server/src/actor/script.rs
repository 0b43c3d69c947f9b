//! Bots for tests: a test says what they do, and how long they take.

use std::sync::Arc;
use std::time::Duration;

use game::Seat;
use table::{AnyBot, AnyTable};

use crate::work::Cancel;

/// What a bot of a level does on its seat, and how long it thinks about it.
pub(crate) type Script = Arc<dyn Fn(&dyn AnyTable, Seat, &str) -> Scripted + Send + Sync>;

pub(crate) struct Scripted {
    pub(crate) thinks: Duration,
    pub(crate) action: Option<String>,
}

impl Scripted {
    /// Waits for as long as the bot should think, or until it is cancelled.
    pub(super) async fn play(
        self,
        mind: Box<dyn AnyBot>,
        cancel: &Cancel,
    ) -> Option<(Box<dyn AnyBot>, Option<String>)> {
        tokio::select! {
            () = tokio::time::sleep(self.thinks) => {}
            () = cancel.cancelled() => {}
        }
        Some((mind, self.action))
    }
}
