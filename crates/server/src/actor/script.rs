//! Bots that do not think but do what a test says, in the time that it says.

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
    /// Thinks for so long, or until it is told to stop.
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
