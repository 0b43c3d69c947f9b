//! Random numbers: all follow from the random bytes of the start.

use cards::Seed;

/// The random bytes, with the number of seeds that were derived from them.
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

    /// The id of a table: a 0 and 16 hex digits. Ids of a server's tables have no 0, so the page can tell them apart.
    pub(crate) fn id(&mut self) -> String {
        format!("0{:016x}", self.number())
    }

    /// The number before that of the first job in a worker. An answer for a card room that is gone finds no question.
    pub(crate) fn first_job(&self) -> u64 {
        // A whole number that JavaScript knows exactly.
        self.root.of_bot(0, 0) >> 12
    }

    /// A number for the pauses and the random choices of bots.
    pub(crate) fn number(&mut self) -> u64 {
        self.used += 1;
        self.root.of_bot(self.used, 0)
    }
}
