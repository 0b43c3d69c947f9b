//! Whether the database waits for a standby before it confirms anything: looked at with each renewal of the lease, because a server
//! that was promoted may have other settings than the one before.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the database waits for a standby, as far as this process knows.
#[derive(Clone, Default)]
pub(super) struct StandbyWait(Arc<AtomicBool>);

impl StandbyWait {
    pub(super) fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns what was known before.
    pub(super) fn set(&self, waits: bool) -> bool {
        self.0.swap(waits, Ordering::Relaxed)
    }
}
