//! Search by layers. A layer contains all positions between one turned card and the next. The search keeps only the
//! most promising positions of each layer.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use game::{Advance, Puzzle};

use super::diversity::Diversity;
use super::signatures::Signatures;

/// The result of a beam search.
#[derive(Clone, Debug)]
pub struct Beam<M> {
    /// A line that wins. `None` does not prove that there is none.
    pub line: Option<Vec<M>>,
    /// The number of positions made.
    pub nodes: u64,
}

/// An observer of a beam search. An evaluation can be learned from the positions that it receives.
pub trait BeamWatch<P: Puzzle> {
    /// Receives the positions that were kept in a layer. With each comes the index in the arena at which its line ends.
    fn on_layer(&mut self, _nodes: &mut dyn Iterator<Item = (&P::Position, u32)>) {}
    /// Receives a winning line. `won` is the index of the line's end in the arena. Each entry of the arena has the
    /// index of the entry before it in the line.
    fn won(&mut self, _arena: &[(u32, P::Move)], _won: u32) {}
}

/// The observer that does nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;
impl<P: Puzzle> BeamWatch<P> for Unwatched {}

/// The index that stands for the empty line, which is the line of the first position.
const NO_LINE: u32 = u32::MAX;

/// The number of positions that a layer may expand: `OPENED.0` for each position that the layer keeps, plus `OPENED.1`.
const OPENED: (usize, usize) = (8, 40);

#[derive(Clone, Copy)]
struct BeamNode<P> {
    position: P,
    heuristic: f32,
    /// The index in the arena at which the line of the node ends.
    line: u32,
    /// True while the steps of the node have not been tried.
    open: bool,
}

/// Searches layer by layer, and keeps the `width` best positions of each. One position of every [kind](Puzzle::kind)
/// comes before a second of any kind.
///
/// Within a layer every step is tried from every position, including the positions that such steps have reached. Safe
/// moves are made immediately. The result is deterministic. The search stops when `cancel` is set, and after `nodes`
/// positions.
pub fn beam<P: Puzzle, W: BeamWatch<P>>(
    puzzle: &P,
    width: usize,
    nodes: u64,
    cancel: &AtomicBool,
    watch: &mut W,
) -> Beam<P::Move> {
    let mut search = BeamSearch { puzzle, arena: Vec::new(), seen: Signatures::new(), nodes: 0, width, cancel };
    let mut kept = vec![BeamNode { position: puzzle.start(), heuristic: 0.0, line: NO_LINE, open: true }];
    let mut layer = Vec::new();
    let mut diversity = Diversity::new();
    for _ in 0..=puzzle.layers() {
        if let Some(won) = search.close(&kept, &mut layer) {
            watch.won(&search.arena, won);
            return Beam { line: Some(search.line(won)), nodes: search.nodes };
        }
        diversity.thin(&mut layer, width, |node| node.heuristic, |node| puzzle.kind(&node.position));
        watch.on_layer(&mut layer.iter().map(|node| (&node.position, node.line)));
        std::mem::swap(&mut kept, &mut layer);
        kept.retain_mut(|node| search.advance(node));
        if kept.is_empty() || search.nodes >= nodes || cancel.load(Relaxed) {
            break;
        }
    }
    Beam { line: None, nodes: search.nodes }
}

/// The index of a node in the layer whose steps have not been tried.
#[derive(Clone, Copy, PartialEq)]
struct Waiting {
    heuristic: f32,
    place: u32,
}

impl Waiting {
    fn of<P>((node, place): (&BeamNode<P>, u32)) -> Waiting {
        Waiting { heuristic: node.heuristic, place }
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Nodes with greater heuristics come first. Of two nodes with equal heuristics, the one with the lower index comes
/// first.
impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> Ordering {
        self.heuristic.total_cmp(&other.heuristic).then(other.place.cmp(&self.place))
    }
}

struct BeamSearch<'a, P: Puzzle> {
    puzzle: &'a P,
    /// The moves, each with the index of the preceding move of its line.
    arena: Vec<(u32, P::Move)>,
    seen: Signatures,
    nodes: u64,
    width: usize,
    cancel: &'a AtomicBool,
}

impl<P: Puzzle> BeamSearch<'_, P> {
    /// Fills the layer with all positions reachable from `begin`. If a winning line is found, returns the index of its
    /// end in the arena.
    fn close(&mut self, begin: &[BeamNode<P::Position>], layer: &mut Vec<BeamNode<P::Position>>) -> Option<u32> {
        self.seen.clear();
        layer.clear();
        for node in begin {
            let mut node = *node;
            if node.open && self.settle(&mut node) {
                return Some(node.line);
            }
            self.enter(node, layer);
        }
        // The most promising nodes come first, so that a limit cuts off only nodes that the beam would have dropped.
        let mut waiting: BinaryHeap<Waiting> =
            layer.iter().zip(0..).filter(|(node, _)| node.open).map(Waiting::of).collect();
        let mut left = self.width * OPENED.0 + OPENED.1;
        let mut steps = Vec::new();
        while let Some(Waiting { place, .. }) = waiting.pop() {
            if left == 0 || self.cancel.load(Relaxed) {
                break;
            }
            left -= 1;
            let from = layer[place as usize];
            steps.clear();
            self.puzzle.steps(&from.position, &mut steps);
            for &step in &steps {
                let mut node = from;
                let mark = self.arena.len();
                self.make(&mut node, step);
                if self.settle(&mut node) {
                    return Some(node.line);
                }
                if self.enter(node, layer) {
                    waiting.extend(layer.last().map(|node| Waiting::of((node, layer.len() as u32 - 1))));
                } else {
                    self.arena.truncate(mark);
                }
            }
        }
        None
    }

    fn make(&mut self, node: &mut BeamNode<P::Position>, step: P::Move) {
        self.puzzle.make(&mut node.position, step);
        self.arena.push((node.line, step));
        node.line = u32::try_from(self.arena.len() - 1).expect("a beam makes fewer than four billion moves");
        self.nodes += 1;
    }

    /// Makes the safe moves. Returns true if the position is won.
    fn settle(&mut self, node: &mut BeamNode<P::Position>) -> bool {
        while let Some(step) = self.puzzle.safe(&node.position) {
            self.make(node, step);
        }
        self.puzzle.is_won(&node.position)
    }

    /// Adds a node to the layer if its position is new. Returns true if it was new.
    fn enter(&mut self, mut node: BeamNode<P::Position>, layer: &mut Vec<BeamNode<P::Position>>) -> bool {
        let new = self.seen.insert(self.puzzle.signature(&node.position));
        if new {
            node.heuristic = self.puzzle.heuristic(&node.position);
            layer.push(node);
        }
        new
    }

    /// Advances a node to the next layer. Returns false if there is no next layer.
    fn advance(&mut self, node: &mut BeamNode<P::Position>) -> bool {
        match self.puzzle.advance(&mut node.position) {
            Advance::Same => node.open = false,
            Advance::New => node.open = true,
            Advance::By(step) => {
                node.open = true;
                self.arena.push((node.line, step));
                node.line = u32::try_from(self.arena.len() - 1).expect("a beam makes fewer than four billion moves");
            }
            Advance::End => return false,
        }
        true
    }

    fn line(&self, mut at: u32) -> Vec<P::Move> {
        let mut line = Vec::new();
        while at != NO_LINE {
            let (before, step) = self.arena[at as usize];
            line.push(step);
            at = before;
        }
        line.reverse();
        line
    }
}
