//! Verifies records of any game, and replays a deal of a record.

use game::Viewer;
use table::Replay;
use table::record::{Counts, Raw, RecordFault, walk};

/// Verifies a record.
///
/// # Errors
/// The first fault of the record.
pub fn check(raw: &Raw<'_>) -> Result<Counts, RecordFault> {
    with_game!(raw.game(), G => walk::<G>(raw, &mut ())).map_err(RecordFault::new)?
}

/// A finished deal of a record as a viewer saw it. `None` if the record has no such deal.
///
/// # Errors
/// The first fault of the record.
pub fn replay(raw: &Raw<'_>, deal: usize, viewer: Viewer) -> Result<Option<Replay>, RecordFault> {
    with_game!(raw.game(), G => table::replay::<G>(raw, deal, viewer)).map_err(RecordFault::new)?
}
