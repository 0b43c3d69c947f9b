//! A position, packed: the cards of the talon as a set of places, the columns as numbers.

/// A card for search: rank 1 (ace) to 13 (king), and a suit of which the upper bit is the colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face(u8);

impl Face {
    /// `suit` is 0 clubs, 1 spades, 2 diamonds, 3 hearts: the upper bit says red.
    pub const fn new(rank: u8, suit: u8) -> Face {
        Face(rank << 2 | suit)
    }

    /// The value, ace 1.
    pub const fn rank(self) -> u8 {
        self.0 >> 2
    }

    /// The suit, in the order of `SUITS`.
    pub const fn suit(self) -> u8 {
        self.0 & 3
    }

    /// 0 black, 1 red.
    pub const fn colour(self) -> u8 {
        self.0 >> 1 & 1
    }

    /// Rank and colour as one number: what decides where it fits.
    pub const fn kind(self) -> u8 {
        self.0 >> 1
    }
}

/// A tableau pile in 21 bits: ranks descend by one and colours alternate, so the base rank, the top rank, the top
/// colour and one bit a card say everything [R3]. 0 is the empty one.
///
/// Bits 0–11: which suit of its colour, top card lowest · 12–15: base rank · 16–19: top rank · 20: top colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Column(u32);

impl Column {
    /// A column without cards.
    pub const EMPTY: Column = Column(0);

    /// A column of one card.
    pub const fn of(face: Face) -> Column {
        let rank = face.rank() as u32;
        Column((face.suit() & 1) as u32 | rank << 12 | rank << 16 | (face.colour() as u32) << 20)
    }

    /// Equal for equal columns, different for different ones.
    pub const fn code(self) -> u32 {
        self.0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The value of the card that can be moved.
    pub const fn top_rank(self) -> u8 {
        (self.0 >> 16 & 15) as u8
    }

    /// The value of the card at the bottom.
    pub const fn base_rank(self) -> u8 {
        (self.0 >> 12 & 15) as u8
    }

    /// Rank and colour of the top card.
    pub const fn top_kind(self) -> u8 {
        ((self.0 >> 16 & 15) << 1 | self.0 >> 20) as u8
    }

    /// The kind of card that fits on top [R3]; only of a column with cards.
    pub const fn wants(self) -> u8 {
        (self.top_kind() - 2) ^ 1
    }

    /// The card that can be moved.
    pub const fn top(self) -> Face {
        Face((self.top_kind() << 1) | (self.0 & 1) as u8)
    }

    /// How many cards it has: values fall by one from bottom to top. [R3]
    pub const fn len(self) -> u8 {
        if self.0 == 0 { 0 } else { self.base_rank() - self.top_rank() + 1 }
    }

    /// Its cards from the top down.
    pub fn faces(self) -> impl Iterator<Item = Face> {
        let (kind, suits) = (self.top_kind(), self.0);
        (0..self.len()).map(move |depth| {
            let kind = (kind + 2 * depth) ^ (depth & 1);
            Face(kind << 1 | (suits >> depth & 1) as u8)
        })
    }

    /// For each suit the ranks of its cards in this pile, a bit each.
    #[inline]
    pub const fn suits(self) -> [u32; 4] {
        let top = self.top_rank() as u32;
        let cards = ((1 << self.len()) - 1) << top;
        let second = (self.0 & 0xfff) << top;
        // Every other rank has the colour of the top card.
        let alike = if top & 1 == 0 { 0x5555 } else { 0xaaaa };
        let red = cards & if self.0 >> 20 == 1 { alike } else { !alike };
        let black = cards & !red;
        [black & !second, black & second, red & !second, red & second]
    }

    /// A card on top: it fits.
    pub const fn push(self, face: Face) -> Column {
        if self.0 == 0 {
            return Column::of(face);
        }
        debug_assert!(face.kind() == self.wants());
        let suits = (self.0 & 0xfff) << 1 & 0xfff | (face.suit() & 1) as u32;
        Column((((self.0 & !0xfff) - (1 << 16)) | suits) ^ (1 << 20))
    }

    /// Without its top card; there is one.
    pub const fn pop(self) -> Column {
        if self.top_rank() == self.base_rank() {
            return Column::EMPTY;
        }
        Column((((self.0 & !0xfff) + (1 << 16)) | (self.0 & 0xfff) >> 1) ^ (1 << 20))
    }

    /// A hash of its own, to be added up over the columns: their order is no matter.
    pub const fn hash(self) -> u64 {
        let mut x = (self.0 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x ^= x >> 29;
        x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x ^ x >> 32
    }
}

/// How many tableau piles there are.
pub const COLUMNS: usize = 8;

/// A position of the search. The foundations are kept for speed: they are the pack without talon and tableau.
#[derive(Clone, Copy, Debug)]
pub struct TalonPosition {
    /// The places of the talon whose cards are still there.
    pub talon: u128,
    /// The tableau.
    pub columns: [Column; COLUMNS],
    /// For each suit the lower foundation (low four bits) and the higher.
    pub found: [u8; 4],
    /// Cards at places before this one have been turned in this pass.
    pub place: u8,
    /// How often the discard pile has been redealt.
    pub pass: u8,
    /// How badly the discard pile is ordered: follows from the rest, kept for speed.
    pub disorder: Disorder,
}

/// The disorder of a discard pile.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Disorder {
    /// Pairs of a card and a lower one of its suit beneath it.
    pub pairs: u16,
    /// Cards that lie above both copies of a lower one of their suit, so that they must go to a column first.
    pub parked: u8,
}

/// Positions are copied by the million.
const _: () = assert!(size_of::<TalonPosition>() == 64);

/// The bits below a place.
pub const fn below(place: u8) -> u128 {
    (1u128 << place) - 1
}

impl TalonPosition {
    /// The rank on top of the lower foundation of a suit.
    pub const fn low(&self, suit: u8) -> u8 {
        self.found[suit as usize] & 15
    }

    /// The rank on top of the higher one.
    pub const fn high(&self, suit: u8) -> u8 {
        self.found[suit as usize] >> 4
    }

    /// True if a card can go to a foundation now [R2].
    pub const fn goes_up(&self, face: Face) -> bool {
        let f = self.found[face.suit() as usize];
        (f & 15) + 1 == face.rank() || (f >> 4) + 1 == face.rank()
    }

    /// Puts a card on a foundation that takes it.
    pub fn put_up(&mut self, face: Face) {
        debug_assert!(self.goes_up(face));
        let f = &mut self.found[face.suit() as usize];
        *f += if (*f >> 4) + 1 == face.rank() { 16 } else { 1 };
    }

    /// Turns the discard pile over, a number of times. [R8]
    pub fn redeal(&mut self, times: u8) {
        self.pass = self.pass.wrapping_add(times);
        self.place = 0;
        self.disorder = Disorder::default();
    }

    /// The discard pile, as places of the talon.
    pub const fn discarded(&self) -> u128 {
        self.talon & below(self.place)
    }

    /// The stock, and the card in hand before it.
    pub const fn stock(&self) -> u128 {
        self.talon & !below(self.place)
    }

    /// The place of the top of the discard pile.
    pub const fn discard_top(&self) -> Option<u8> {
        let d = self.discarded();
        if d == 0 { None } else { Some(127 - d.leading_zeros() as u8) }
    }

    /// How many places have been turned, gaps at the end left out: equal for equal discard piles.
    pub const fn turned(&self) -> u8 {
        128 - self.discarded().leading_zeros() as u8
    }
}
