//! The selection of the positions that a beam keeps. The most promising positions are kept, but one position of every
//! kind comes before a second position of any kind.

/// The index that stands for none.
const NONE: u32 = u32::MAX;

/// A hash table from each kind to the index of its best node. 0 marks a free slot, so kind 0 is stored as 1.
pub(crate) struct Diversity {
    slots: Vec<(u64, u32)>,
}

impl Diversity {
    pub(crate) fn new() -> Diversity {
        Diversity { slots: Vec::new() }
    }

    /// Keeps the `width` nodes with the greatest `heuristic`. A second node of a `kind` is kept only if there are fewer
    /// than `width` kinds.
    ///
    /// Without that rule, a wide beam would fill up with a few ways to the same end, and lose all other positions.
    pub(crate) fn thin<T>(
        &mut self,
        layer: &mut Vec<T>,
        width: usize,
        heuristic: impl Fn(&T) -> f32,
        kind: impl Fn(&T) -> u64,
    ) {
        if layer.len() <= width {
            return;
        }
        self.slots.clear();
        self.slots.resize((layer.len() * 2).next_power_of_two(), (0, NONE));
        for (node, place) in layer.iter().zip(0..) {
            let best = self.best(kind(node));
            if *best == NONE || heuristic(node) > heuristic(&layer[*best as usize]) {
                *best = place;
            }
        }
        let mut first: Vec<u32> = self.slots.iter().map(|slot| slot.1).filter(|&place| place != NONE).collect();
        first.sort_unstable();
        // The source index is never less than the target index, so no node that has yet to move is overwritten.
        for (to, &from) in first.iter().enumerate() {
            layer.swap(to, from as usize);
        }
        let by_heuristic = |a: &T, b: &T| heuristic(b).total_cmp(&heuristic(a));
        if first.len() > width {
            layer.truncate(first.len());
            layer.select_nth_unstable_by(width, by_heuristic);
        } else if first.len() < width {
            layer[first.len()..].select_nth_unstable_by(width - first.len(), by_heuristic);
        }
        layer.truncate(width);
    }

    fn best(&mut self, kind: u64) -> &mut u32 {
        let kind = kind.max(1);
        let mask = self.slots.len() - 1;
        let mut at = kind as usize & mask;
        while self.slots[at].0 != kind && self.slots[at].0 != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at].0 = kind;
        &mut self.slots[at].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    #[test]
    fn the_best_of_each_kind_goes_first_and_then_the_best_of_the_rest() {
        let mut rng = Rng::new(1);
        for _ in 0..500 {
            let all: Vec<(u64, f32)> =
                (0..1 + rng.below(60)).map(|i| (u64::from(1 + rng.below(9)), i as f32)).collect();
            let mut shuffled = all.clone();
            for i in (1..shuffled.len()).rev() {
                shuffled.swap(i, rng.below(i as u32 + 1) as usize);
            }
            let width = 1 + rng.below(40) as usize;
            // The expected result, found by sorting. The heuristic increases with the index, so the reversed list
            // begins with the best.
            let mut seen = [0; 10];
            let (mut first, mut rest) = (Vec::new(), Vec::new());
            for &(kind, heuristic) in all.iter().rev() {
                seen[kind as usize] += 1;
                if seen[kind as usize] == 1 { first.push((kind, heuristic)) } else { rest.push((kind, heuristic)) }
            }
            first.extend(rest);
            first.truncate(width);
            let mut kept = shuffled;
            Diversity::new().thin(&mut kept, width, |node| node.1, |node| node.0);
            let order = |a: &(u64, f32), b: &(u64, f32)| a.1.total_cmp(&b.1);
            kept.sort_by(order);
            first.sort_by(order);
            assert_eq!(kept, first);
        }
    }
}
