//! Records of any game: verified, and a deal of one watched again.

use game::Viewer;
use table::Replay;
use table::record::{Counts, Fault, Raw, walk};

use crate::{CardGame, Visit, visit};

/// Verifies a record.
///
/// # Errors
/// The first fault of the record.
pub fn check(raw: &Raw<'_>) -> Result<Counts, Fault> {
    struct Check<'a>(&'a Raw<'a>);
    impl Visit for Check<'_> {
        type Output = Result<Counts, Fault>;
        fn visit<G: CardGame>(self) -> Self::Output {
            walk::<G>(self.0, &mut ())
        }
    }
    visit(raw.game(), Check(raw)).map_err(Fault::new)?
}

/// A finished deal of a record as a viewer saw it; `None` if the record has no such one.
///
/// # Errors
/// The first fault of the record.
pub fn replay(raw: &Raw<'_>, deal: usize, viewer: Viewer) -> Result<Option<Replay>, Fault> {
    struct Deal<'a>(&'a Raw<'a>, usize, Viewer);
    impl Visit for Deal<'_> {
        type Output = Result<Option<Replay>, Fault>;
        fn visit<G: CardGame>(self) -> Self::Output {
            table::replay::<G>(self.0, self.1, self.2)
        }
    }
    visit(raw.game(), Deal(raw, deal, viewer)).map_err(Fault::new)?
}
