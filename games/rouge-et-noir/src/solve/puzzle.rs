//! The deal as a puzzle: the fixed data, the moves, and the effects of a move.

use game::{Advance, Puzzle};

use super::heuristic::Heuristic;
use super::moves::{Move, MoveFrom, Target};
use super::position::{COLUMNS, Column, Disorder, Face, TalonPosition, below};
use super::shorten::shorten;
use crate::FillEmpty;
use crate::safe::conditions_hold;

/// A deal with all cards known, from a given position on.
///
/// The talon is one row: the discard pile from its bottom, the card in hand, and the stock from its top. The card in
/// hand counts as the first card of the stock. No move is lost by that. Everything that is possible while a card is in
/// hand was possible before the card was turned, and the card can be turned again. Placing the card in hand has the
/// same effect as discarding it and moving it from the discard pile.
#[derive(Clone)]
pub struct Talon {
    pub(super) cards: Vec<Face>,
    pub(super) start: TalonPosition,
    pub(super) fill: FillEmpty,
    /// The number of redeals; `None` if they are unlimited.
    pub(super) redeals: Option<u8>,
    /// The number of columns: 8, except in small packs for tests.
    pub(super) columns: usize,
    /// True if the search leaves out moves that are never better than other ones (dominance).
    pub(super) dominance: bool,
    pub(super) heuristic: Heuristic,
}

impl Talon {
    /// Returns the puzzle of a talon with these `cards`, of which the first `turned` ones are discarded. `columns` are
    /// given from the bottom up. `found` has the ranks on the lower (low four bits) and on the higher foundation of
    /// each suit. `redeals` is the number of redeals left.
    pub(super) fn new(
        cards: Vec<Face>,
        turned: u8,
        columns: &[Vec<Face>],
        found: [u8; 4],
        fill: FillEmpty,
        redeals: Option<u8>,
    ) -> Talon {
        assert!(cards.len() <= 96 && columns.len() <= COLUMNS, "a deal has 96 cards and 8 columns at most");
        let mut start = TalonPosition {
            talon: below(cards.len() as u8),
            columns: [Column::EMPTY; COLUMNS],
            found,
            place: 0,
            pass: 0,
            disorder: Disorder::default(),
        };
        for (column, cards) in start.columns.iter_mut().zip(columns) {
            for &card in cards {
                *column = column.push(card);
            }
        }
        let heuristic = Heuristic::new(&cards, fill, redeals);
        heuristic.pass(&mut start, turned);
        Talon { cards, start, fill, redeals, columns: columns.len(), dominance: true, heuristic }
    }

    /// Returns the heuristic.
    pub fn heuristic(&self) -> &Heuristic {
        &self.heuristic
    }

    /// Returns the heuristic, so that a caller can try other weights.
    pub fn heuristic_mut(&mut self) -> &mut Heuristic {
        &mut self.heuristic
    }

    /// Returns the same puzzle without pruning by dominance.
    #[must_use]
    pub fn without_dominance(mut self) -> Talon {
        self.dominance = false;
        self
    }

    /// Returns true if a redeal is left. [R10]
    pub(super) fn may_redeal(&self, position: &TalonPosition) -> bool {
        self.redeals.is_none_or(|redeals| position.pass < redeals)
    }

    fn card(&self, place: u8) -> Face {
        self.cards[usize::from(place)]
    }

    #[inline]
    fn moves_of(&self, position: &TalonPosition, source: MoveFrom, face: Face, moves: &mut Vec<Move>) {
        if position.goes_up(face) {
            moves.push(Move::new(source, Target::Foundation, position.pass));
        }
        let columns = &position.columns[..self.columns];
        for (i, column) in columns.iter().enumerate() {
            if !column.is_empty() && column.wants() == face.kind() && !self.is_repeated(columns, i) {
                moves.push(Move::new(source, Target::Column(i as u8), position.pass));
            }
        }
    }

    /// Appends the moves of a card of the talon. Such a card may also fill an empty column. [R7]
    #[inline]
    fn moves_of_talon(&self, position: &TalonPosition, place: u8, space: Option<u8>, pass: u8, moves: &mut Vec<Move>) {
        let face = self.card(place);
        let source = MoveFrom::Talon(place);
        let at = TalonPosition { pass, ..*position };
        self.moves_of(&at, source, face, moves);
        if let Some(space) = space {
            moves.push(Move::new(source, Target::Column(space), pass));
        }
    }

    /// Returns true if a column with a lower index equals this one, so that the moves of this one are not needed.
    fn is_repeated(&self, columns: &[Column], i: usize) -> bool {
        self.dominance && columns[..i].contains(&columns[i])
    }

    /// Returns the first empty column.
    fn space(&self, position: &TalonPosition) -> Option<u8> {
        position.columns[..self.columns].iter().position(|c| c.is_empty()).map(|i| i as u8)
    }

    #[inline]
    fn tableau_moves(&self, position: &TalonPosition, moves: &mut Vec<Move>) {
        let columns = &position.columns[..self.columns];
        for (i, &column) in columns.iter().enumerate() {
            if !column.is_empty() && !self.is_repeated(columns, i) {
                self.moves_of(position, MoveFrom::Column(i as u8), column.top(), moves);
            }
        }
    }

    /// Fills the column that a move has emptied, before anything else happens. [R9]
    fn fill(&self, position: &mut TalonPosition, space: usize) {
        if let Some(top) = position.discard_top() {
            self.heuristic.take(position, top);
            position.columns[space] = Column::of(self.card(top));
        } else if position.stock() != 0 {
            let next = position.stock().trailing_zeros() as u8;
            self.heuristic.take(position, next);
            position.columns[space] = Column::of(self.card(next));
        }
    }

    /// Returns true if a card that can go to a foundation can safely go there. This is valid only if tableaus are
    /// filled by choice.
    ///
    /// The move is safe if both copies of the card can go up, and all cards that could be built on them can go up, too.
    /// docs/bots/rouge-et-noir.md has the proof.
    pub(super) fn is_safe(position: &TalonPosition, face: Face) -> bool {
        let (rank, suit) = (face.rank(), face.suit());
        let low = |suit: u8| u32::from(position.low(suit));
        let (sister, other, another) = (suit ^ 1, suit ^ 2, suit ^ 3);
        conditions_hold(u32::from(rank), low(suit), low(sister), low(other).min(low(another)))
    }
}

/// The exact position in 35 bytes: 96 bits for the talon, 7 for the place, 2 for the pass, 8 × 21 for the columns.
pub type Key = [u8; 35];

impl Puzzle for Talon {
    type Position = TalonPosition;
    type Key = Key;
    type Move = Move;

    fn start(&self) -> TalonPosition {
        self.start
    }

    /// With dominance, an empty talon counts as a win. Columns descend, so no card lies on a card of the lowest missing
    /// rank, and all cards can go up.
    fn is_won(&self, position: &TalonPosition) -> bool {
        let all_up = || position.columns.iter().all(|column| column.is_empty());
        position.talon == 0 && (self.dominance || all_up())
    }

    fn key(&self, position: &TalonPosition) -> Key {
        let mut columns = position.columns.map(Column::code);
        columns.sort_unstable();
        let pass = if self.redeals.is_none() { 0 } else { position.pass };
        let mut key = [0; 35];
        let talon = position.talon | u128::from(position.turned()) << 96 | u128::from(pass) << 103;
        key[..14].copy_from_slice(&talon.to_le_bytes()[..14]);
        let mut bytes = key[14..].iter_mut();
        let (mut bits, mut have) = (0u64, 0);
        for code in columns {
            bits |= u64::from(code) << have;
            have += 21;
            while have >= 8 {
                *bytes.next().expect("8 columns of 21 bits are 21 bytes") = bits as u8;
                bits >>= 8;
                have -= 8;
            }
        }
        key
    }

    fn signature(&self, position: &TalonPosition) -> u64 {
        let pass = if self.redeals.is_none() { 0 } else { position.pass };
        let columns = position.columns.iter().fold(0u64, |sum, c| sum.wrapping_add(c.hash()));
        let mut x = columns ^ (position.talon as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x = (x ^ x >> 31).wrapping_mul(0x94d0_49bb_1331_11eb);
        let rest = (position.talon >> 64) as u64 | u64::from(position.turned()) << 40 | u64::from(pass) << 48;
        x = (x ^ x >> 29 ^ rest).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 30).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x ^ x >> 32
    }

    /// Returns a hash of the cards that are left in the talon. So positions with the same talon are of one kind.
    fn kind(&self, position: &TalonPosition) -> u64 {
        let x = (position.talon as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let x = (x ^ x >> 31 ^ (position.talon >> 64) as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x ^ x >> 32
    }

    fn safe(&self, position: &TalonPosition) -> Option<Move> {
        if self.fill == FillEmpty::AtOnce || !self.dominance {
            return None; // [R9] it matters which card fills an emptied column, so no move is always safe
        }
        for (i, column) in position.columns[..self.columns].iter().enumerate() {
            if !column.is_empty() {
                let face = column.top();
                if position.goes_up(face) && Talon::is_safe(position, face) {
                    return Some(Move::new(MoveFrom::Column(i as u8), Target::Foundation, position.pass));
                }
            }
        }
        let top = position.discard_top()?;
        let face = self.card(top);
        (position.goes_up(face) && Talon::is_safe(position, face))
            .then(|| Move::new(MoveFrom::Talon(top), Target::Foundation, position.pass))
    }

    fn moves(&self, position: &TalonPosition, moves: &mut Vec<Move>) {
        self.steps(position, moves);
        if self.fill == FillEmpty::AtOnce || !self.dominance {
            let mut next = *position;
            moves.extend(self.turn(&mut next)); // [R9] each discarded card may fill a column, so this turns only one
        } else {
            self.far_moves(position, moves);
        }
    }

    fn reach(&self, position: &TalonPosition, step: Move) -> u32 {
        match step.source() {
            MoveFrom::Column(_) => 0,
            MoveFrom::Talon(place) => {
                if step.pass() == position.pass & 3 {
                    if place < position.place {
                        0
                    } else {
                        (position.stock() & (below(place) | 1 << place)).count_ones()
                    }
                } else {
                    position.stock().count_ones() + (position.talon & (below(place) | 1 << place)).count_ones()
                }
            }
        }
    }

    fn steps(&self, position: &TalonPosition, moves: &mut Vec<Move>) {
        self.tableau_moves(position, moves);
        if let Some(top) = position.discard_top() {
            self.moves_of_talon(position, top, self.space(position), position.pass, moves);
        }
    }

    #[inline]
    fn make(&self, position: &mut TalonPosition, step: Move) {
        let mut emptied = None;
        let face = match step.source() {
            MoveFrom::Talon(place) => {
                if step.pass() != position.pass & 3 {
                    position.redeal(step.pass().wrapping_sub(position.pass) & 3);
                }
                if place >= position.place {
                    self.heuristic.pass(position, place + 1);
                }
                if step.target() != Target::Discard {
                    self.heuristic.take(position, place);
                }
                self.card(place)
            }
            MoveFrom::Column(i) => {
                let column = &mut position.columns[usize::from(i)];
                let face = column.top();
                *column = column.pop();
                if column.is_empty() {
                    emptied = Some(usize::from(i));
                }
                face
            }
        };
        match step.target() {
            Target::Column(i) => {
                let column = &mut position.columns[usize::from(i)];
                *column = column.push(face);
            }
            Target::Foundation => position.put_up(face),
            Target::Discard => {}
        }
        if let Some(space) = emptied
            && self.fill == FillEmpty::AtOnce
        {
            self.fill(position, space);
        }
    }

    fn advance(&self, position: &mut TalonPosition) -> Advance<Move> {
        let end = self.cards.len() as u8;
        if position.place < end {
            let place = position.place;
            self.heuristic.pass(position, place + 1);
            if position.talon & 1 << place == 0 {
                Advance::Same
            } else if self.fill == FillEmpty::AtOnce {
                Advance::By(Move::new(MoveFrom::Talon(place), Target::Discard, position.pass))
            } else {
                Advance::New
            }
        } else if self.may_redeal(position) && position.talon != 0 {
            position.redeal(1);
            Advance::Same
        } else {
            Advance::End
        }
    }

    /// Unlimited redeals count as eight here. For comparison: a player who plays every card that fits a foundation and
    /// discards all other cards wins with twelve redeals.
    fn layers(&self) -> u32 {
        (self.cards.len() as u32 + 1) * (u32::from(self.redeals.unwrap_or(8)) + 1)
    }

    fn shorten(&self, line: &[Move]) -> Vec<Move> {
        shorten(self, line)
    }

    fn heuristic(&self, position: &TalonPosition) -> f32 {
        self.heuristic.of(position)
    }
}

impl Talon {
    /// Appends the moves of cards that are available only after turning up other cards. This is valid only if tableaus
    /// are filled by choice. In that case the cards turned up and discarded on the way do not change the moves that
    /// were possible before.
    fn far_moves(&self, position: &TalonPosition, moves: &mut Vec<Move>) {
        let space = self.space(position);
        let mut stock = position.stock();
        while stock != 0 {
            let place = stock.trailing_zeros() as u8;
            stock &= stock - 1;
            self.moves_of_talon(position, place, space, position.pass, moves);
        }
        if self.may_redeal(position) {
            let mut discarded = position.discarded();
            if let Some(top) = position.discard_top() {
                discarded &= !(1 << top); // the top card is available without a redeal
            }
            while discarded != 0 {
                let place = discarded.trailing_zeros() as u8;
                discarded &= discarded - 1;
                self.moves_of_talon(position, place, space, position.pass.wrapping_add(1), moves);
            }
        }
    }

    /// Turns the next card onto the discard pile, after a redeal if one is necessary and possible.
    fn turn(&self, position: &mut TalonPosition) -> Option<Move> {
        if position.stock() == 0 {
            if !self.may_redeal(position) || position.talon == 0 {
                return None;
            }
            position.redeal(1);
        }
        let place = position.stock().trailing_zeros() as u8;
        self.heuristic.pass(position, place + 1);
        Some(Move::new(MoveFrom::Talon(place), Target::Discard, position.pass))
    }
}
