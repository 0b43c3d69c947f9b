//! A deal as numbers, for machine learning: the observation of a seat, and the numbers of its actions.

use cards::CardSet;

use crate::{PerSeat, Playout, Seat, SeatSet, Turn};

/// A sequence of numbers in an observation, or in the row of an action.
///
/// The numbers are bytes with a sign. A channel with `low` 0 and `high` 1 holds bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Channel {
    /// Its name, unique in its list.
    pub name: &'static str,
    /// The length of the channel: how many numbers it has.
    pub len: usize,
    /// The least value of a number.
    pub low: i8,
    /// The greatest value of a number.
    pub high: i8,
    /// The rule in the game's RULES.md that lets the seat know this.
    pub rule: &'static str,
    /// The meaning of its numbers, in one sentence.
    pub what: &'static str,
}

impl Channel {
    /// Returns a channel of bits.
    pub const fn bits(name: &'static str, len: usize, rule: &'static str, what: &'static str) -> Channel {
        Channel { name, len, low: 0, high: 1, rule, what }
    }

    /// Returns a channel of numbers from `low` to `high`.
    pub const fn numbers(
        name: &'static str,
        len: usize,
        (low, high): (i8, i8),
        rule: &'static str,
        what: &'static str,
    ) -> Channel {
        Channel { name, len, low, high, rule, what }
    }
}

/// Returns the length of all these channels together.
pub const fn width(channels: &[Channel]) -> usize {
    let mut sum = 0;
    let mut at = 0;
    while at < channels.len() {
        sum += channels[at].len;
        at += 1;
    }
    sum
}

/// The neural net of a game, as a file in the format of crates/net.
#[derive(Clone, Copy, Debug)]
pub enum NetFile {
    /// The program contains the file.
    Embedded(&'static [u8]),
    /// The program does not contain the file: a page loads it with the game.
    Separate,
}

/// The file of a net, whose path is relative to the source file. Programs contain the file. A module for browsers does
/// not contain it. Otherwise every visitor would load every net.
#[macro_export]
macro_rules! net_file {
    ($path:literal) => {
        if cfg!(target_family = "wasm") {
            $crate::NetFile::Separate
        } else {
            $crate::NetFile::Embedded(include_bytes!($path))
        }
    };
}

/// The effect of choosing a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chosen<A> {
    /// The number is this action.
    Act(A),
    /// The seat chooses "not now".
    NotNow,
    /// The player of a solitaire gives up.
    GiveUp,
    /// The number is a part of an action (one of the three cards that Hearts passes). The same seat chooses again.
    More,
}

/// The companion of [`Game`](crate::Game) for machine learning.
///
/// An *observation* is a fixed number of bytes. It holds only what a seat knows and remembers, so two deals that look
/// the same to the seat have equal observations. Seats are counted from the observer's own in the direction of play,
/// so a program that has learned one seat can play all.
///
/// An *action* has a number below [`ACTIONS`](Observe::ACTIONS). In most games a number always means the same action.
/// In La Dame Noire the number is the place of the action among the legal ones, and the *row* of the action describes
/// it. Every game with machine learning has rows.
///
/// Every item has a default, so that Python can play a new game before anybody has designed its observation. By
/// default the observation is empty, and the number of an action is its place among the legal ones.
pub trait Observe: Playout {
    /// The version of channels and numbers. It grows with every change of a channel or a number. A net that was trained
    /// for an older version does not fit.
    const OBSERVATION_VERSION: u32 = 1;

    /// The channels of an observation, in order.
    const CHANNELS: &'static [Channel] = &[];

    /// The channels of the hidden cards, which a critic may read while a policy is trained. No observation has them.
    const HIDDEN: &'static [Channel] = &[];

    /// The upper limit of action numbers: each of them is below it.
    const ACTIONS: usize = 1_024;

    /// The number that means "not now", in games in which seats can cut in.
    const NOT_NOW: Option<usize> = None;

    /// The number with which the player of a solitaire gives up.
    const GIVE_UP: Option<usize> = None;

    /// The channels of an action's row, in order.
    const ROW: &'static [Channel] =
        &[Channel::bits("place", 10, "", "the place of the action among the legal ones, as a number of ten bits")];

    /// The net of the game, as [`net_file!`](crate::net_file) names it. `None` if no level plays with a net.
    const NET: Option<NetFile> = None;

    /// `true` if the net's output has a value for each place of a row, not for each action. The value of an action is
    /// then the dot product of its row and the output. This suits games in which only the rows describe the actions.
    const NET_BY_ROW: bool = false;

    /// The parts chosen so far of an action that has several parts. `()` if the game has no such actions.
    type Draft: Copy + Default + PartialEq + Send + Sync + 'static;

    /// Writes the observation of `seat`. `out` has the [`width`] of [`CHANNELS`](Observe::CHANNELS), and every byte is
    /// written.
    fn observe(&self, _seat: Seat, _draft: Self::Draft, _out: &mut [i8]) {}

    /// Writes the channels of [`HIDDEN`](Observe::HIDDEN). Every byte is written. Seats are counted from `seat`.
    fn reveal(&self, _seat: Seat, _out: &mut [i8]) {}

    /// Returns the total of each seat, negated in games in which points are bad, so that more is better. The rewards of
    /// programs that learn follow from these totals.
    fn score(standing: &Self::Standing) -> PerSeat<f32> {
        Self::totals(standing).map(|total| total as f32)
    }

    /// Returns whether the mask offers [`GIVE_UP`](Observe::GIVE_UP) now.
    fn may_give_up(&self) -> bool {
        false
    }

    /// Returns the action that has this number now, legal or not. `None` if only the legal actions have numbers.
    fn action_at(&self, _number: usize) -> Option<Self::Action> {
        None
    }

    /// Writes 1 for each number that `seat` may choose now, and 0 for all others. [`Prompt`] adds the number of "not
    /// now" for a seat in `may`. `legal` is working space; [`choose`](Observe::choose) and [`row`](Observe::row) get
    /// it unchanged.
    fn mask(&self, seat: Seat, _draft: Self::Draft, legal: &mut Vec<Self::Action>, mask: &mut [i8]) {
        legal.clear();
        self.legal(seat, legal);
        mask.fill(0);
        mask[..legal.len()].fill(1);
    }

    /// Returns the effect of choosing a number of the mask. If the number is only a part of an action, adds it to the
    /// draft.
    fn choose(
        &self,
        _seat: Seat,
        _draft: &mut Self::Draft,
        legal: &[Self::Action],
        number: usize,
    ) -> Chosen<Self::Action> {
        Chosen::Act(self.action_at(number).unwrap_or_else(|| legal[number]))
    }

    /// Returns the next number to choose for an action that is legal now.
    ///
    /// # Panics
    /// If the action is not legal.
    fn number_of(&self, _seat: Seat, _draft: Self::Draft, legal: &[Self::Action], action: Self::Action) -> usize {
        legal.binary_search(&action).expect("a legal action")
    }

    /// Writes the row of a number of the mask. `out` has the [`width`] of [`ROW`](Observe::ROW) and holds only zeros.
    fn row(&self, _seat: Seat, _draft: Self::Draft, _legal: &[Self::Action], number: usize, out: &mut [i8]) {
        spread(number as u64, out);
    }
}

/// Writes the [`Observe::mask`] of a game in which each action has one number: 1 for every legal action.
#[inline]
pub fn mask_legal<G: Observe>(
    deal: &G,
    seat: Seat,
    legal: &mut Vec<G::Action>,
    mask: &mut [i8],
    number: impl Fn(G::Action) -> usize,
) {
    mask.fill(0);
    legal.clear();
    deal.legal(seat, legal);
    legal.iter().for_each(|&action| mask[number(action)] = 1);
}

/// The next question to a seat, for programs that ask one seat at a time.
///
/// Each seat in `may` is asked once in each position, in playing order. If all choose "not now", the first seat in
/// `must` is asked. Rollouts and searches ask in the same order ([`crate::playout`]).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prompt<D> {
    /// The seat that is asked.
    pub seat: Seat,
    /// `true` if play waits for the seat. If `false`, the seat may choose "not now".
    pub must: bool,
    /// The parts of an action that the seat has chosen so far.
    pub draft: D,
    passed: SeatSet,
}

impl<D: Copy + Default + PartialEq> Prompt<D> {
    /// Returns the first question of a position; `None` when the deal is over.
    pub fn first<G: Observe<Draft = D>>(deal: &G) -> Option<Prompt<D>> {
        Prompt::after(deal, SeatSet::EMPTY)
    }

    /// Returns the question after these seats have chosen "not now".
    fn after<G: Observe<Draft = D>>(deal: &G, passed: SeatSet) -> Option<Prompt<D>> {
        let Turn::Open { must, may } = deal.turn() else { return None };
        let chance = if may.is_empty() {
            None
        } else {
            (may - passed).from_seat(deal.first_asked(), crate::MAX_SEATS as u8).next()
        };
        let seat = chance.or(must.first()).expect("an open turn waits for somebody");
        Some(Prompt { passed, ..Prompt::to(seat, chance.is_none()) })
    }

    /// Returns a question to this seat.
    pub fn to(seat: Seat, must: bool) -> Prompt<D> {
        Prompt { seat, must, draft: D::default(), passed: SeatSet::EMPTY }
    }

    /// Writes the mask of the question ([`Observe::mask`]), with "not now" and giving up if the seat may choose them.
    pub fn mask<G: Observe<Draft = D>>(&self, deal: &G, legal: &mut Vec<G::Action>, mask: &mut [i8]) {
        deal.mask(self.seat, self.draft, legal, mask);
        if !self.must {
            mask[G::NOT_NOW.expect("a game with interrupts has a number for not now")] = 1;
        }
        if let Some(number) = G::GIVE_UP {
            mask[number] = deal.may_give_up().into();
        }
    }

    /// Applies the choice of a number, and returns its effect.
    pub fn choice<G: Observe<Draft = D>>(&mut self, deal: &G, legal: &[G::Action], number: usize) -> Chosen<G::Action> {
        if !self.must && Some(number) == G::NOT_NOW {
            return Chosen::NotNow;
        }
        if Some(number) == G::GIVE_UP {
            return Chosen::GiveUp;
        }
        deal.choose(self.seat, &mut self.draft, legal, number)
    }

    /// Chooses "not now" for the seat and goes on to the next question.
    pub fn pass<G: Observe<Draft = D>>(&mut self, deal: &G) {
        *self = Prompt::after(deal, self.passed | SeatSet::only(self.seat)).expect("the deal goes on");
    }

    /// Plays a number of the mask. Returns whether the deal has changed. "Not now", a part of an action, and giving up
    /// do not change the deal. `self` becomes the next question. Once the deal is over, `self` has no meaning.
    pub fn play<G: Observe<Draft = D>>(&mut self, deal: &mut G, legal: &[G::Action], number: usize) -> bool {
        let (next, changed) = match self.choice(deal, legal, number) {
            Chosen::More | Chosen::GiveUp => return false,
            Chosen::Act(action) => {
                deal.apply(self.seat, action);
                (Prompt::first(deal), true)
            }
            Chosen::NotNow => (Prompt::after(deal, self.passed | SeatSet::only(self.seat)), false),
        };
        if let Some(next) = next {
            *self = next;
        }
        changed
    }
}

/// A writer of channels, one after another.
pub struct Channels<'a> {
    rest: &'a mut [i8],
}

impl<'a> Channels<'a> {
    /// Returns a writer that starts at the beginning of `out`.
    pub fn new(out: &'a mut [i8]) -> Channels<'a> {
        Channels { rest: out }
    }

    fn next(&mut self, len: usize) -> &'a mut [i8] {
        let (first, rest) = std::mem::take(&mut self.rest).split_at_mut(len);
        self.rest = rest;
        first
    }

    /// Writes a number.
    #[inline]
    pub fn number(&mut self, number: i8) {
        self.next(1)[0] = number;
    }

    /// Writes a number, clamped to the range of a signed byte.
    #[inline]
    pub fn clamped(&mut self, number: i32) {
        self.number(number.clamp(i8::MIN.into(), i8::MAX.into()) as i8);
    }

    /// Writes a bit.
    #[inline]
    pub fn bit(&mut self, bit: bool) {
        self.number(bit.into());
    }

    /// Writes `len` bits of which at most one is set.
    #[inline]
    pub fn one_of(&mut self, len: usize, set: Option<usize>) {
        let bits = self.next(len);
        bits.fill(0);
        if let Some(at) = set {
            bits[at] = 1;
        }
    }

    /// Writes `len` bits, the lowest first.
    #[inline]
    pub fn bits(&mut self, bits: u64, len: usize) {
        spread(bits, self.next(len));
    }

    /// Writes 52 bits: 1 for each card in the set, in the canonical order of the pack.
    #[inline]
    pub fn cards(&mut self, cards: CardSet) {
        spread(in_pack_order(cards), self.next(52));
    }

    /// Writes `len` zeros.
    #[inline]
    pub fn nothing(&mut self, len: usize) {
        self.next(len).fill(0);
    }

    /// Writes numbers unchanged.
    #[inline]
    pub fn numbers(&mut self, numbers: &[i8]) {
        self.next(numbers.len()).copy_from_slice(numbers);
    }

    /// Finishes the observation.
    ///
    /// # Panics
    /// In debug builds, if a part of the observation was not written.
    pub fn end(self) {
        debug_assert!(self.rest.is_empty(), "{} numbers were not written", self.rest.len());
    }
}

/// Returns a word whose bit i is 1 if the set contains the card with index i of the pack.
#[inline]
pub const fn in_pack_order(cards: CardSet) -> u64 {
    let bits = cards.bits();
    bits & 0x1fff | (bits >> 16 & 0x1fff) << 13 | (bits >> 32 & 0x1fff) << 26 | (bits >> 48 & 0x1fff) << 39
}

/// Writes the bits of a word as bytes 0 and 1, the lowest bit first, until `out` is full.
#[inline]
pub fn spread(bits: u64, out: &mut [i8]) {
    let mut eights = out.chunks_exact_mut(8);
    let mut left = bits;
    for eight in &mut eights {
        eight.copy_from_slice(&EIGHT[(left & 0xff) as usize]);
        left >>= 8;
    }
    for (place, byte) in eights.into_remainder().iter_mut().enumerate() {
        *byte = (left >> place & 1) as i8;
    }
}

/// The bits of each byte.
static EIGHT: [[i8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut place = 0;
        while place < 8 {
            table[byte][place] = (byte >> place & 1) as i8;
            place += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use cards::pack52;

    #[test]
    fn bits_become_bytes() {
        let mut rng = crate::Rng::new(1);
        for len in [1, 7, 8, 13, 52, 64] {
            let bits = rng.bits();
            let mut out = vec![9; len];
            spread(bits, &mut out);
            for (place, byte) in out.iter().enumerate() {
                assert_eq!(i64::from(*byte), (bits >> place & 1) as i64);
            }
        }
    }

    #[test]
    fn a_card_has_its_place_in_the_pack() {
        for (place, card) in pack52().into_iter().enumerate() {
            assert_eq!(in_pack_order(CardSet::only(card)), 1 << place);
        }
    }

    #[test]
    fn channels_are_written_in_order() {
        let mut out = [9; 10];
        let mut channels = Channels::new(&mut out);
        channels.bit(true);
        channels.one_of(3, Some(1));
        channels.one_of(2, None);
        channels.clamped(-300);
        channels.bits(0b101, 3);
        channels.end();
        assert_eq!(out, [1, 0, 1, 0, 0, 0, -128, 1, 0, 1]);
    }
}
