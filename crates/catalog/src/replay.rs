//! Verifies records of any game, and replays a deal of a record.

use game::Viewer;
use table::Replay;
use table::record::{Counts, Raw, RecordFault, walk};

use crate::{CardGame, Visit, visit};

/// Verifies a record.
///
/// # Errors
/// The first fault of the record.
pub fn check(raw: &Raw<'_>) -> Result<Counts, RecordFault> {
    struct CheckRecord<'a>(&'a Raw<'a>);
    impl Visit for CheckRecord<'_> {
        type Output = Result<Counts, RecordFault>;
        fn visit<G: CardGame>(self) -> Self::Output {
            walk::<G>(self.0, &mut ())
        }
    }
    visit(raw.game(), CheckRecord(raw)).map_err(RecordFault::new)?
}

/// A finished deal of a record as a viewer saw it. `None` if the record has no such deal.
///
/// # Errors
/// The first fault of the record.
pub fn replay(raw: &Raw<'_>, deal: usize, viewer: Viewer) -> Result<Option<Replay>, RecordFault> {
    struct ReplayDeal<'a>(&'a Raw<'a>, usize, Viewer);
    impl Visit for ReplayDeal<'_> {
        type Output = Result<Option<Replay>, RecordFault>;
        fn visit<G: CardGame>(self) -> Self::Output {
            table::replay::<G>(self.0, self.1, self.2)
        }
    }
    visit(raw.game(), ReplayDeal(raw, deal, viewer)).map_err(RecordFault::new)?
}
