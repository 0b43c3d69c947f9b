//! A set of hashes that is emptied often.

/// Open addressing over 64-bit signatures. 0 marks a free slot, so the signature 0 counts as 1.
pub(crate) struct Signatures {
    slots: Vec<u64>,
    len: usize,
}

const SMALLEST: usize = 1 << 10;

impl Signatures {
    pub(crate) fn new() -> Signatures {
        Signatures { slots: vec![0; SMALLEST], len: 0 }
    }

    pub(crate) fn clear(&mut self) {
        if self.len * 16 < self.slots.len() && self.slots.len() > SMALLEST {
            self.slots.truncate(self.slots.len() / 4);
        }
        self.slots.fill(0);
        self.len = 0;
    }

    /// Inserts a signature. Returns true if it was new.
    #[inline]
    pub(crate) fn insert(&mut self, signature: u64) -> bool {
        if self.len * 2 >= self.slots.len() {
            self.grow();
        }
        let signature = signature.max(1);
        let mask = self.slots.len() - 1;
        let mut at = signature as usize & mask;
        loop {
            match self.slots[at] {
                0 => {
                    self.slots[at] = signature;
                    self.len += 1;
                    return true;
                }
                slot if slot == signature => return false,
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![0; old.len() * 4];
        let mask = self.slots.len() - 1;
        for signature in old.into_iter().filter(|&signature| signature != 0) {
            let mut at = signature as usize & mask;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = signature;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    #[test]
    fn each_is_new_once() {
        let mut set = Signatures::new();
        for round in 0..3 {
            let mut rng = Rng::new(round);
            let all: Vec<u64> = (0..5000).map(|_| rng.bits()).chain([0]).collect();
            assert!(all.iter().all(|&s| set.insert(s)));
            assert!(!all.iter().any(|&s| set.insert(s)));
            set.clear();
        }
    }
}
