//! A move of one card, from the talon or a column, to a column or a foundation, or from the stock to the discard pile.

use std::fmt;

/// The number of the first column as a source. Numbers below it are places of the talon. All numbers are below 128.
const FIRST_COLUMN: u8 = 120;

/// A move in 13 bits: 7 for the source, 4 for the target, and 2 for the pass of the move modulo 4.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Move(u16);

/// The source of the card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveFrom {
    /// A place of the talon. Cards are turned, and the discard pile is redealt, until the card at this place is
    /// available.
    Talon(u8),
    /// The top of a column.
    Column(u8),
}

/// The target of the card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A column.
    Column(u8),
    /// A foundation of its suit.
    Foundation,
    /// The discard pile; the turned card stays there.
    Discard,
}

impl Move {
    /// Returns the move from a source to a target in this pass.
    pub const fn new(source: MoveFrom, target: Target, pass: u8) -> Move {
        let source = match source {
            MoveFrom::Talon(place) => place,
            MoveFrom::Column(column) => FIRST_COLUMN + column,
        };
        let target = match target {
            Target::Column(column) => column,
            Target::Foundation => 8,
            Target::Discard => 9,
        };
        Move(source as u16 | (target as u16) << 7 | (pass as u16 & 3) << 11)
    }

    /// Returns the source of the card.
    pub const fn source(self) -> MoveFrom {
        let source = (self.0 & 127) as u8;
        if source < FIRST_COLUMN { MoveFrom::Talon(source) } else { MoveFrom::Column(source - FIRST_COLUMN) }
    }

    /// Returns the target of the card.
    pub const fn target(self) -> Target {
        match (self.0 >> 7 & 15) as u8 {
            8 => Target::Foundation,
            9 => Target::Discard,
            column => Target::Column(column),
        }
    }

    /// Returns the pass, modulo 4.
    pub const fn pass(self) -> u8 {
        (self.0 >> 11) as u8
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}>{:?}@{}", self.source(), self.target(), self.pass())
    }
}
