//! How fast bots act. A pause depends on nothing but chance and on whether it is a turn or a claim.

use std::time::Duration;

use game::Rng;

/// How long bots wait before they act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    turn_ms: (u32, u32),
    claim_ms: (u32, u32),
}

impl Pace {
    /// As people do it: 0.5 to 1.2 s for a turn, 0.3 to 0.7 s to see a claim.
    pub const NATURAL: Pace = Pace { turn_ms: (500, 1200), claim_ms: (300, 700) };

    /// Always the same pause, for tests.
    pub const fn fixed(ms: u32) -> Pace {
        Pace { turn_ms: (ms, ms), claim_ms: (ms, ms) }
    }

    pub(super) fn turn(&self, rng: &mut Rng) -> Duration {
        pause(self.turn_ms, rng)
    }

    pub(super) fn claim(&self, rng: &mut Rng) -> Duration {
        pause(self.claim_ms, rng)
    }
}

fn pause((least, most): (u32, u32), rng: &mut Rng) -> Duration {
    Duration::from_millis(u64::from(least + rng.below(most - least + 1)))
}
