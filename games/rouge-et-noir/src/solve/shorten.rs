//! The removal of detours from a won line.
//!
//! The search does not count moves, so its lines move cards to and fro. `shorten` tries to leave out each move. If the
//! card of a move goes to a foundation later in the line, `shorten` also tries to move the card there directly. After
//! each change, the remaining moves are replayed. Each move names its cards, not columns, so it still makes sense. If
//! the shorter line still wins, it replaces the line.

use game::Puzzle;

use super::moves::{Move, MoveFrom, Target};
use super::position::{COLUMNS, Face, TalonPosition};
use super::puzzle::Talon;

/// The id of a card. The two copies of a card have different ids. If a card began in a column, its id is a number from
/// [`DEALT`] up. Otherwise, its id is its place in the talon.
type Id = u8;
/// The first id of the cards that were in columns at the start.
const DEALT: Id = 96;

/// The largest number of cards in a column: king to two.
const LONGEST: usize = 12;

/// A move that names its card by id and its target by the card that lies there.
#[derive(Clone, Copy, PartialEq, Eq)]
struct NamedMove {
    card: Id,
    pass: u8,
    to: To,
}

/// The target of a move. A column is named by the card on its top.
#[derive(Clone, Copy, PartialEq, Eq)]
enum To {
    Foundation,
    Onto(Id),
    Space,
    Discard,
}

/// Returns a line that is at most as long as this one and wins if this one wins.
pub(super) fn shorten(puzzle: &Talon, line: &[Move]) -> Vec<Move> {
    let mut walk = TrackedPosition::new(puzzle);
    let mut named: Vec<NamedMove> = line.iter().map(|&step| walk.name(step)).collect();
    if !puzzle.is_won(&walk.position) {
        return line.to_vec();
    }
    loop {
        let before = named.len();
        pass_over(puzzle, &mut named);
        if named.len() == before {
            break;
        }
    }
    let mut walk = TrackedPosition::new(puzzle);
    named.iter().filter_map(|&step| walk.replay(step).expect("it has been replayed")).collect()
}

/// Tries once, for each move, to leave it out or to replace it.
fn pass_over(puzzle: &Talon, line: &mut Vec<NamedMove>) {
    let mut walk = TrackedPosition::new(puzzle);
    let mut at = 0;
    while at < line.len() {
        let step = line[at];
        let shorter = without(&walk, line, at, None).or_else(|| match step.to {
            To::Onto(_) | To::Space if walk.position.goes_up(walk.face(step.card)) => {
                let later = line[at + 1..].iter().position(|s| s.card == step.card && s.to == To::Foundation)?;
                let up = NamedMove { to: To::Foundation, ..step };
                without(&walk, line, at, Some((up, at + 1 + later)))
            }
            _ => None,
        });
        match shorter {
            Some(shorter) => *line = shorter,
            None => {
                walk.replay(step).expect("the line can be replayed as it is");
                at += 1;
            }
        }
    }
}

/// Returns a shorter line. It lacks the move at `at`, or has `instead` in its place and lacks a later move. Returns
/// `None` if that line does not win or is not shorter.
fn without(
    before: &TrackedPosition,
    line: &[NamedMove],
    at: usize,
    instead: Option<(NamedMove, usize)>,
) -> Option<Vec<NamedMove>> {
    let skipped = instead.map(|(_, later)| later);
    let mut walk = *before;
    let mut made = Vec::new();
    let tail = line[at + 1..].iter().zip(at + 1..).filter(|&(_, i)| Some(i) != skipped).map(|(&step, _)| step);
    for step in instead.map(|(step, _)| step).into_iter().chain(tail) {
        if before.puzzle.is_won(&walk.position) {
            break;
        }
        if walk.replay(step)?.is_some() {
            made.push(step);
        }
    }
    let shorter = before.puzzle.is_won(&walk.position) && at + made.len() < line.len();
    shorter.then(|| [&line[..at], &made].concat())
}

/// A position with the id of every card in the columns.
#[derive(Clone, Copy)]
struct TrackedPosition<'a> {
    puzzle: &'a Talon,
    position: TalonPosition,
    ids: [[Id; LONGEST]; COLUMNS],
}

impl<'a> TrackedPosition<'a> {
    fn new(puzzle: &'a Talon) -> TrackedPosition<'a> {
        let ids = std::array::from_fn(|column| std::array::from_fn(|i| DEALT + (column * LONGEST + i) as Id));
        TrackedPosition { puzzle, position: puzzle.start(), ids }
    }

    fn face(&self, card: Id) -> Face {
        if card < DEALT {
            return self.puzzle.cards[usize::from(card)];
        }
        let (column, place) = (usize::from(card - DEALT) / LONGEST, usize::from(card - DEALT) % LONGEST);
        let column = self.puzzle.start().columns[column];
        let depth = usize::from(column.len()) - 1 - place;
        column.faces().nth(depth).expect("a card that was dealt")
    }

    fn top(&self, column: usize) -> Option<Id> {
        let length = usize::from(self.position.columns[column].len());
        (length > 0).then(|| self.ids[column][length - 1])
    }

    fn column_with_top(&self, card: Id) -> Option<usize> {
        (0..self.puzzle.columns).find(|&column| self.top(column) == Some(card))
    }

    /// Makes a move of the puzzle and returns it with its cards named by id.
    fn name(&mut self, step: Move) -> NamedMove {
        let card = match step.source() {
            MoveFrom::Talon(place) => place,
            MoveFrom::Column(column) => self.top(column.into()).expect("a card is moved"),
        };
        let to = match step.target() {
            Target::Foundation => To::Foundation,
            Target::Discard => To::Discard,
            Target::Column(column) => self.top(column.into()).map_or(To::Space, To::Onto),
        };
        self.make(step, card);
        NamedMove { card, pass: step.pass(), to }
    }

    fn make(&mut self, step: Move, card: Id) {
        let talon = self.position.talon;
        self.puzzle.make(&mut self.position, step);
        if let Target::Column(column) = step.target() {
            let column = usize::from(column);
            self.ids[column][usize::from(self.position.columns[column].len()) - 1] = card;
        }
        // [R9] If a card of the talon filled the emptied column, its id is stored for that column.
        if let MoveFrom::Column(column) = step.source() {
            let fallen = talon & !self.position.talon;
            if fallen != 0 {
                self.ids[usize::from(column)][0] = fallen.trailing_zeros() as Id;
            }
        }
    }

    /// Makes the move in this position. Returns `None` if it cannot be made, and `Some(None)` if the card is already at
    /// its target.
    fn replay(&mut self, step: NamedMove) -> Option<Option<Move>> {
        let position = &self.position;
        let card = step.card;
        let from = if card < DEALT && position.talon & 1 << card != 0 {
            let here = step.pass == position.pass & 3;
            let waits = if here { card >= position.place } else { self.puzzle.may_redeal(position) };
            let on_top = here && position.discard_top() == Some(card);
            if !(waits || on_top) {
                return None;
            }
            if step.to == To::Discard {
                // The card must be the next one of the stock, or the first one after a redeal.
                let next = if here { position.stock() } else { position.talon };
                if next.trailing_zeros() != u32::from(card) || !here && position.stock() != 0 {
                    return None;
                }
            }
            MoveFrom::Talon(card)
        } else if step.to == To::Discard {
            return None; // [R9] the card filled a column earlier than in the original line
        } else {
            MoveFrom::Column(self.column_with_top(card)? as u8)
        };
        let to = match step.to {
            To::Foundation => position.goes_up(self.face(card)).then_some(Target::Foundation)?,
            To::Onto(host) => {
                if let MoveFrom::Column(column) = from {
                    let column = usize::from(column);
                    let length = usize::from(position.columns[column].len());
                    if length > 1 && self.ids[column][length - 2] == host {
                        return Some(None); // the card lies on this host already
                    }
                }
                let column = self.column_with_top(host)?;
                if position.columns[column].wants() != self.face(card).kind() {
                    return None;
                }
                Target::Column(column as u8)
            }
            To::Space => {
                if matches!(from, MoveFrom::Column(_)) {
                    return None; // [R7]
                }
                let space = position.columns[..self.puzzle.columns].iter().position(|column| column.is_empty())?;
                Target::Column(space as u8)
            }
            To::Discard => Target::Discard,
        };
        let pass = if matches!(from, MoveFrom::Talon(_)) { step.pass } else { position.pass };
        let step = Move::new(from, to, pass);
        self.make(step, card);
        Some(Some(step))
    }
}
