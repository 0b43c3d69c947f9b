//! Random numbers: all follow from the random bytes of the start.

use cards::Seed;

/// Random bytes, and how many of them were used.
pub(crate) struct Entropy {
    root: Seed,
    used: u64,
}

impl Entropy {
    pub(crate) fn new(root: Seed) -> Entropy {
        Entropy { root, used: 0 }
    }

    /// The seed of a match.
    pub(crate) fn seed(&mut self) -> Seed {
        self.used += 1;
        self.root.of_match(self.used)
    }

    /// The id of a table: 16 hex digits.
    pub(crate) fn id(&mut self) -> String {
        format!("{:016x}", self.number())
    }

    /// A number for the pauses and the random choices of bots.
    pub(crate) fn number(&mut self) -> u64 {
        self.used += 1;
        self.root.of_bot(self.used, 0)
    }
}
