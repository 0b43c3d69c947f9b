//! Verification of records of any game, the replay of a deal in a record, and practice from a position of a record.

use game::Viewer;
use table::record::{Counts, Raw, RecordFault, walk};
use table::{Fork, ForkPoint, Replay};

/// Verifies a record.
///
/// # Errors
/// If the record has a fault. The error is its first fault.
pub fn check(raw: &Raw<'_>) -> Result<Counts, RecordFault> {
    with_game!(raw.game(), G => walk::<G>(raw, &mut ())).map_err(RecordFault::new)?
}

/// Returns a finished deal of a record as a viewer saw it. `None` if the record has no such deal.
///
/// # Errors
/// If the record has a fault. The error is its first fault.
pub fn replay(raw: &Raw<'_>, deal: usize, viewer: Viewer) -> Result<Option<Replay>, RecordFault> {
    with_game!(raw.game(), G => table::replay::<G>(raw, deal, viewer)).map_err(RecordFault::new)?
}

/// Breaks a record off at a position, from which practice begins. `None` if the record does not have this position.
///
/// # Errors
/// If the record has a fault, or nobody can play on from the position.
pub fn fork(raw: &Raw<'_>, wanted: ForkPoint) -> Result<Option<Fork>, RecordFault> {
    with_game!(raw.game(), G => table::fork::<G>(raw, wanted)).map_err(RecordFault::new)?
}
