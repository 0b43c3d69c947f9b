//! Exhaustive search. It tries every line, depth first, the most promising move first. Visited positions are compared
//! by exact keys, so the search can prove "lost".

use std::sync::atomic::{AtomicBool, Ordering};

use game::Puzzle;

/// The result of exhaustive search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exhausted<L> {
    /// The search found this line, which wins.
    Won(L),
    /// The search tried every line; none wins.
    Lost,
    /// The search reached its limit.
    Limit,
}

/// The cost of turning a card when moves are ordered, in units of the heuristic.
const REACH_COST: f32 = 5.0;

/// Tries every line, up to `nodes` positions. Also returns the number of positions that the search has made.
pub fn exhaust<P: Puzzle>(puzzle: &P, nodes: u64, cancel: &AtomicBool) -> (Exhausted<Vec<P::Move>>, u64) {
    let mut search =
        DepthFirst { puzzle, seen: KeyTable::new(), path: Vec::new(), tried: Vec::new(), buffer: Vec::new() };
    let mut position = puzzle.start();
    if search.settle(&mut position) {
        return (Exhausted::Won(search.path), 1);
    }
    search.seen.insert(puzzle.signature(&position), puzzle.key(&position));
    search.open(position, 0);
    loop {
        let Some(frame) = search.tried.last_mut() else { return (Exhausted::Lost, search.seen.len()) };
        let Some((_, step)) = frame.moves.pop() else {
            let frame = search.tried.pop().expect("it was the last");
            search.path.truncate(frame.path);
            continue;
        };
        let mut position = frame.position;
        let mark = frame.mark;
        search.path.truncate(mark);
        puzzle.make(&mut position, step);
        search.path.push(step);
        if search.settle(&mut position) {
            return (Exhausted::Won(search.path), search.seen.len());
        }
        if !search.seen.insert(puzzle.signature(&position), puzzle.key(&position)) {
            continue;
        }
        if search.seen.len() >= nodes || cancel.load(Ordering::Relaxed) {
            return (Exhausted::Limit, search.seen.len());
        }
        search.open(position, mark);
    }
}

struct DepthFirst<'a, P: Puzzle> {
    puzzle: &'a P,
    seen: KeyTable<P::Key>,
    path: Vec<P::Move>,
    tried: Vec<StackFrame<P>>,
    buffer: Vec<P::Move>,
}

struct StackFrame<P: Puzzle> {
    position: P::Position,
    /// The moves that have not been tried, the best one at the end.
    moves: Vec<(f32, P::Move)>,
    /// The length of the line to this position.
    mark: usize,
    /// The length of the line to the position before this one.
    path: usize,
}

impl<P: Puzzle> DepthFirst<'_, P> {
    fn settle(&mut self, position: &mut P::Position) -> bool {
        while let Some(step) = self.puzzle.safe(position) {
            self.puzzle.make(position, step);
            self.path.push(step);
        }
        self.puzzle.is_won(position)
    }

    fn open(&mut self, position: P::Position, path: usize) {
        self.buffer.clear();
        self.puzzle.moves(&position, &mut self.buffer);
        let mut moves: Vec<(f32, P::Move)> = self
            .buffer
            .iter()
            .map(|&step| {
                let mut after = position;
                self.puzzle.make(&mut after, step);
                (self.puzzle.heuristic(&after) - REACH_COST * self.puzzle.reach(&position, step) as f32, step)
            })
            .collect();
        moves.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.tried.push(StackFrame { position, moves, mark: self.path.len(), path });
    }
}

/// A set of exact keys. The signature of a key gives its place in the hash table.
struct KeyTable<K> {
    keys: Vec<K>,
    /// Indices into `keys`, plus one; 0 marks a free slot.
    slots: Vec<u32>,
    signatures: Vec<u32>,
}

impl<K: Copy + Eq> KeyTable<K> {
    fn new() -> KeyTable<K> {
        KeyTable { keys: Vec::new(), slots: vec![0; 1 << 8], signatures: Vec::new() }
    }

    fn len(&self) -> u64 {
        self.keys.len() as u64
    }

    fn insert(&mut self, signature: u64, key: K) -> bool {
        if self.keys.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = signature as u32 as usize & mask;
        loop {
            match self.slots[at] {
                0 => {
                    self.keys.push(key);
                    self.signatures.push(signature as u32);
                    self.slots[at] = u32::try_from(self.keys.len()).expect("fewer than four billion positions");
                    return true;
                }
                place if self.keys[place as usize - 1] == key => return false,
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 4];
        let mask = self.slots.len() - 1;
        for (place, &signature) in self.signatures.iter().enumerate() {
            let mut at = signature as usize & mask;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = place as u32 + 1;
        }
    }
}
