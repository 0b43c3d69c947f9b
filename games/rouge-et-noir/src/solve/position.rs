//! A packed position: the talon as a set of places, and the columns as numbers.

/// A card in the search: a rank from 1 (ace) to 13 (king), and a suit whose upper bit is the colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face(u8);

impl Face {
    /// Returns the card. `suit` is 0 clubs, 1 spades, 2 diamonds, 3 hearts, so its upper bit is 1 for red.
    pub const fn new(rank: u8, suit: u8) -> Face {
        Face(rank << 2 | suit)
    }

    /// Returns the rank, ace 1.
    pub const fn rank(self) -> u8 {
        self.0 >> 2
    }

    /// Returns the suit, in the order of `SUITS`.
    pub const fn suit(self) -> u8 {
        self.0 & 3
    }

    /// Returns the colour, 0 black, 1 red.
    pub const fn colour(self) -> u8 {
        self.0 >> 1 & 1
    }

    /// Returns rank and colour as one number. Cards with the same number fit on the same cards, and the same cards fit
    /// on them.
    pub const fn kind(self) -> u8 {
        self.0 >> 1
    }
}

/// A tableau in 21 bits. Ranks descend by one and colours alternate [R3]. So the base rank, the top rank, the colour of
/// the top card and one bit for each card describe a tableau. 0 is the empty tableau.
///
/// Bits 0 to 11: which suit of its colour each card has, the top card in the lowest bit. Bits 12 to 15: base rank. Bits
/// 16 to 19: top rank. Bit 20: colour of the top card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Column(u32);

impl Column {
    /// A column without cards.
    pub const EMPTY: Column = Column(0);

    /// Returns a column of one card.
    pub const fn of(face: Face) -> Column {
        let rank = face.rank() as u32;
        Column((face.suit() & 1) as u32 | rank << 12 | rank << 16 | (face.colour() as u32) << 20)
    }

    /// Returns a number that is equal for equal columns and different for different ones.
    pub const fn code(self) -> u32 {
        self.0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the rank of the top card.
    pub const fn top_rank(self) -> u8 {
        (self.0 >> 16 & 15) as u8
    }

    /// Returns the rank of the bottom card.
    pub const fn base_rank(self) -> u8 {
        (self.0 >> 12 & 15) as u8
    }

    /// Returns rank and colour of the top card.
    pub const fn top_kind(self) -> u8 {
        ((self.0 >> 16 & 15) << 1 | self.0 >> 20) as u8
    }

    /// Returns the kind of card that fits on top [R3]; the column must have cards.
    pub const fn wants(self) -> u8 {
        (self.top_kind() - 2) ^ 1
    }

    /// Returns the top card. The column must have cards.
    pub const fn top(self) -> Face {
        Face((self.top_kind() << 1) | (self.0 & 1) as u8)
    }

    /// Returns the number of cards: ranks fall by one from bottom to top. [R3]
    pub const fn len(self) -> u8 {
        if self.0 == 0 { 0 } else { self.base_rank() - self.top_rank() + 1 }
    }

    /// Returns the cards from the top down.
    pub fn faces(self) -> impl Iterator<Item = Face> {
        let (kind, suits) = (self.top_kind(), self.0);
        (0..self.len()).map(move |depth| {
            let kind = (kind + 2 * depth) ^ (depth & 1);
            Face(kind << 1 | (suits >> depth & 1) as u8)
        })
    }

    /// Returns the ranks of the cards in this column, one bit each, for each suit.
    #[inline]
    pub const fn suits(self) -> [u32; 4] {
        let top = self.top_rank() as u32;
        let cards = ((1 << self.len()) - 1) << top;
        let second = (self.0 & 0xfff) << top;
        // Every second rank has the colour of the top card.
        let alike = if top & 1 == 0 { 0x5555 } else { 0xaaaa };
        let red = cards & if self.0 >> 20 == 1 { alike } else { !alike };
        let black = cards & !red;
        [black & !second, black & second, red & !second, red & second]
    }

    /// Returns the column with a card on top, which must fit.
    pub const fn push(self, face: Face) -> Column {
        if self.0 == 0 {
            return Column::of(face);
        }
        debug_assert!(face.kind() == self.wants());
        let suits = (self.0 & 0xfff) << 1 & 0xfff | (face.suit() & 1) as u32;
        Column((((self.0 & !0xfff) - (1 << 16)) | suits) ^ (1 << 20))
    }

    /// Returns the column without its top card, which must exist.
    pub const fn pop(self) -> Column {
        if self.top_rank() == self.base_rank() {
            return Column::EMPTY;
        }
        Column((((self.0 & !0xfff) + (1 << 16)) | (self.0 & 0xfff) >> 1) ^ (1 << 20))
    }

    /// Returns a hash of the column. Hashes of columns are added up, so their order does not matter.
    pub const fn hash(self) -> u64 {
        let mut x = (self.0 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x ^= x >> 29;
        x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x ^ x >> 32
    }
}

/// The number of columns.
pub const COLUMNS: usize = 8;

/// A position of the search. The foundations follow from talon and columns, but are stored for speed.
#[derive(Clone, Copy, Debug)]
pub struct TalonPosition {
    /// The places of the talon whose cards are still in it.
    pub talon: u128,
    /// The tableau.
    pub columns: [Column; COLUMNS],
    /// For each suit, the rank on top of the lower foundation (low four bits) and of the higher one (high four bits).
    pub found: [u8; 4],
    /// The first place whose card has not been turned in this pass.
    pub place: u8,
    /// The number of redeals so far.
    pub pass: u8,
    /// The disorder of the discard pile, which follows from the other fields and is stored for speed.
    pub disorder: Disorder,
}

/// The measure of how badly a discard pile is ordered.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Disorder {
    /// The number of pairs in which a card lies on a lower card of its suit.
    pub pairs: u16,
    /// The number of cards that lie on both copies of a lower card of their suit. Such a card must move to a column
    /// before it can go to a foundation.
    pub parked: u8,
}

/// Positions are copied by the million, so they must stay small.
const _: () = assert!(size_of::<TalonPosition>() == 64);

/// Returns the bits below a place.
pub const fn below(place: u8) -> u128 {
    (1u128 << place) - 1
}

impl TalonPosition {
    /// Returns the rank on top of the lower foundation of a suit.
    pub const fn low(&self, suit: u8) -> u8 {
        self.found[suit as usize] & 15
    }

    /// Returns the rank on top of the higher foundation of a suit.
    pub const fn high(&self, suit: u8) -> u8 {
        self.found[suit as usize] >> 4
    }

    /// Returns true if a card can go to a foundation now. [R2]
    pub const fn goes_up(&self, face: Face) -> bool {
        let f = self.found[face.suit() as usize];
        (f & 15) + 1 == face.rank() || (f >> 4) + 1 == face.rank()
    }

    /// Adds a card to the foundation that takes it. One of the foundations must take it.
    pub fn put_up(&mut self, face: Face) {
        debug_assert!(self.goes_up(face));
        let f = &mut self.found[face.suit() as usize];
        *f += if (*f >> 4) + 1 == face.rank() { 16 } else { 1 };
    }

    /// Turns the discard pile over this number of times. [R8]
    pub fn redeal(&mut self, times: u8) {
        self.pass = self.pass.wrapping_add(times);
        self.place = 0;
        self.disorder = Disorder::default();
    }

    /// Returns the discard pile as places of the talon.
    pub const fn discarded(&self) -> u128 {
        self.talon & below(self.place)
    }

    /// Returns the stock as places of the talon; the card in hand is the first of them.
    pub const fn stock(&self) -> u128 {
        self.talon & !below(self.place)
    }

    /// Returns the place of the top of the discard pile.
    pub const fn discard_top(&self) -> Option<u8> {
        let d = self.discarded();
        if d == 0 { None } else { Some(127 - d.leading_zeros() as u8) }
    }

    /// Returns one more than the place of the discard pile's top card, or 0 if the pile is empty. Unlike `place`, this
    /// number is equal for equal discard piles.
    pub const fn turned(&self) -> u8 {
        128 - self.discarded().leading_zeros() as u8
    }
}
