//! Random numbers. All of them are derived from the random bytes that the page passes at the start.

use cards::Seed;

/// The random bytes, and the number of values that were derived from them.
pub(crate) struct Entropy {
    root: Seed,
    used: u64,
}

impl Entropy {
    pub(crate) fn new(root: Seed) -> Entropy {
        Entropy { root, used: 0 }
    }

    pub(crate) fn seed(&mut self) -> Seed {
        self.used += 1;
        self.root.of_match(self.used)
    }

    /// Returns the id of a table: a 0 and 16 hex digits. The page recognises the id by the 0, because a server's ids
    /// never begin with 0.
    pub(crate) fn id(&mut self) -> String {
        format!("0{:016x}", self.number())
    }

    /// Returns a random number. The jobs of this card room get the numbers after it. So if an answer was meant for an
    /// earlier card room, it matches no job.
    pub(crate) fn first_job(&self) -> u64 {
        // The shift leaves 52 bits, which a number of JavaScript represents exactly.
        self.root.of_bot(0, 0) >> 12
    }

    /// Returns a number for the pauses and the random choices of bots.
    pub(crate) fn number(&mut self) -> u64 {
        self.used += 1;
        self.root.of_bot(self.used, 0)
    }
}
