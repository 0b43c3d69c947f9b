//! Combinations: the cards that can be played together, and the order in which they beat each other.
//!
//! There are 70 combinations by rank. Each has a [`Power`], its position in the order of the rules. So *a beats b* is
//! one comparison. The combinations of a hand fit into one word, [`Moves`]: bit p is set if the hand can play power p.
//! Only the seven 11-card libras share one bit, bit 63. One bit is enough for them. Two different 11-card libras take
//! 14 cards, and a hand has at most 13 cards.

use std::cmp::Ordering;

use cards::{Card, CardSet, Rank, Suit};
use game::Rng;
use serde::{Deserialize, Serialize};

/// The kinds of combinations, the weakest first. [D10]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CombinationKind {
    /// One card; the queen of spades is the highest.
    Singleton,
    /// Two cards whose ranks are equally far from 8.
    Beggar,
    /// Five consecutive ranks.
    Straight,
    /// Four cards of one rank.
    Quarto,
    /// Pair, single, pair, … of consecutive ranks: 5, 8 or 11 cards.
    Libra,
}

/// The position of a combination in the order of all combinations, the weakest first. A combination beats exactly those
/// of lower power, so combinations of equal power never beat each other. [D10]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Power(u8);

/// [D10] The lowest power of each kind, in the order in which kinds beat each other. Libras are split by their number
/// of cards.
const BEGGARS: u8 = 14;
const STRAIGHTS: u8 = BEGGARS + 7;
const QUARTOS: u8 = STRAIGHTS + 9;
const LIBRAS_5: u8 = QUARTOS + 13;
const LIBRAS_8: u8 = LIBRAS_5 + 11;
const LIBRAS_11: u8 = LIBRAS_8 + 9;
pub(crate) const POWERS: u8 = LIBRAS_11 + 7;
const _: () = assert!(LIBRAS_11 == 63 && POWERS == 70);

/// [D10] [D11] The queen of spades, which ranks above the ace only if she is played alone.
pub(crate) const QUEEN_OF_SPADES: Card = Card::new(Rank::Queen, Suit::Spades);
/// The power of the queen of spades played alone: directly above the ace.
const QUEEN_ALONE: u8 = 13;
/// The power of another queen played alone.
const QUEENS: u8 = Rank::Queen as u8;

impl Power {
    /// Returns the power with this number, which is below 70.
    pub(crate) const fn of(number: u8) -> Power {
        assert!(number < POWERS, "there are 70 powers");
        Power(number)
    }

    /// Returns the number of the power, from 0 for a two to 69 for the highest libra.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the kind of the combination.
    pub const fn kind(self) -> CombinationKind {
        match self.0 {
            0..BEGGARS => CombinationKind::Singleton,
            BEGGARS..STRAIGHTS => CombinationKind::Beggar,
            STRAIGHTS..QUARTOS => CombinationKind::Straight,
            QUARTOS..LIBRAS_5 => CombinationKind::Quarto,
            _ => CombinationKind::Libra,
        }
    }

    /// Returns the rank that decides between combinations of one kind and length: the low card of a beggar, or the
    /// highest card of a straight or a libra. For the queen of spades alone, it is the queen.
    pub const fn strength(self) -> Rank {
        Rank::ALL[match self.0 {
            QUEEN_ALONE => QUEENS,
            0..BEGGARS => self.0,
            BEGGARS..STRAIGHTS => self.0 - BEGGARS,
            STRAIGHTS..QUARTOS => self.0 - STRAIGHTS + 4,
            QUARTOS..LIBRAS_5 => self.0 - QUARTOS,
            LIBRAS_5..LIBRAS_8 => self.0 - LIBRAS_5 + 2,
            LIBRAS_8..LIBRAS_11 => self.0 - LIBRAS_8 + 4,
            _ => self.0 - LIBRAS_11 + 6,
        } as usize]
    }

    /// Returns the number of cards of the combination.
    pub const fn cards(self) -> u8 {
        match self.0 {
            0..BEGGARS => 1,
            BEGGARS..STRAIGHTS => 2,
            QUARTOS..LIBRAS_5 => 4,
            LIBRAS_8..LIBRAS_11 => 8,
            LIBRAS_11.. => 11,
            _ => 5,
        }
    }

    /// Returns the number of cards of each rank in the combination: four bits for each rank, the twos lowest.
    pub(crate) const fn takes(self) -> u64 {
        TAKES[self.0 as usize]
    }
}

/// For each power, the number of cards of each rank in the combination: four bits for each rank, the twos lowest.
const TAKES: [u64; POWERS as usize] = {
    /// Packs the counts of neighbouring ranks, beginning with `low`.
    const fn run(low: u8, counts: &[u64]) -> u64 {
        let mut all = 0;
        let mut i = 0;
        while i < counts.len() {
            all |= counts[i] << (4 * (low as usize + i));
            i += 1;
        }
        all
    }
    let mut table = [0; POWERS as usize];
    let mut power = 0;
    while power < POWERS {
        table[power as usize] = match power {
            QUEEN_ALONE => run(QUEENS, &[1]),
            0..BEGGARS => run(power, &[1]),
            // [D10] The two ranks of a beggar are equally far from 8, so they add up to twice the rank of an eight.
            BEGGARS..STRAIGHTS => run(power - BEGGARS, &[1]) + run(12 - (power - BEGGARS), &[1]),
            STRAIGHTS..QUARTOS => run(power - STRAIGHTS, &[1, 1, 1, 1, 1]),
            QUARTOS..LIBRAS_5 => run(power - QUARTOS, &[4]),
            LIBRAS_5..LIBRAS_8 => run(power - LIBRAS_5, &[2, 1, 2]),
            LIBRAS_8..LIBRAS_11 => run(power - LIBRAS_8, &[2, 1, 2, 1, 2]),
            _ => run(power - LIBRAS_11, &[2, 1, 2, 1, 2, 1, 2]),
        };
        power += 1;
    }
    table
};

/// The set of combinations that a hand of at most 13 cards can play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Moves(u64);

/// Returns a bit for each 11-card libra of the hand, at its lowest rank. These libras share one bit of [`Moves`].
fn libras_11(hand: CardSet) -> u32 {
    let lanes = Lanes::of(hand);
    let (any, two) = (lanes.any(), lanes.two());
    two & any >> 1 & two >> 2 & any >> 3 & two >> 4 & any >> 5 & two >> 6
}

/// The ranks of a hand, separately for each suit.
#[derive(Clone, Copy)]
struct Lanes {
    clubs: u32,
    diamonds: u32,
    hearts: u32,
    spades: u32,
}

impl Lanes {
    const fn of(hand: CardSet) -> Lanes {
        let bits = hand.bits();
        Lanes {
            clubs: bits as u16 as u32,
            diamonds: (bits >> 16) as u16 as u32,
            hearts: (bits >> 32) as u16 as u32,
            spades: (bits >> 48) as u32,
        }
    }

    /// Returns the ranks of which the hand has at least one card, as bits.
    const fn any(self) -> u32 {
        self.clubs | self.diamonds | self.hearts | self.spades
    }

    /// Returns the ranks of which the hand has at least two cards, as bits.
    const fn two(self) -> u32 {
        self.clubs & self.diamonds
            | self.hearts & self.spades
            | (self.clubs | self.diamonds) & (self.hearts | self.spades)
    }
}

impl Moves {
    pub(crate) const fn of(hand: CardSet) -> Moves {
        let lanes = Lanes::of(hand);
        let (any, two) = (lanes.any(), lanes.two());
        let queen = lanes.spades >> QUEENS & 1;
        let plain = lanes.clubs | lanes.diamonds | lanes.hearts | lanes.spades & !(1 << QUEENS);
        let mirrored = any.reverse_bits() >> (32 - 13);
        let beggars = any & mirrored & 0x3f | (two >> 6 & 1) << 6;
        let straights = any & any >> 1 & any >> 2 & any >> 3 & any >> 4;
        let quartos = lanes.clubs & lanes.diamonds & lanes.hearts & lanes.spades;
        let libras_5 = two & any >> 1 & two >> 2;
        let libras_8 = libras_5 & any >> 3 & two >> 4;
        let libras_11 = libras_8 & any >> 5 & two >> 6;
        Moves(
            (plain | queen << QUEEN_ALONE) as u64
                | (beggars as u64) << BEGGARS
                | (straights as u64) << STRAIGHTS
                | (quartos as u64) << QUARTOS
                | (libras_5 as u64) << LIBRAS_5
                | (libras_8 as u64) << LIBRAS_8
                | ((libras_11 != 0) as u64) << LIBRAS_11,
        )
    }

    /// Returns the moves that beat the top of the trick. `hand` must be the hand of these moves.
    pub(crate) fn above(self, top: Top, hand: CardSet) -> Moves {
        match top.0 {
            least @ 0..64 => Moves(self.0 & !0 << least),
            least => Moves(self.0 & (u64::from(libras_11(hand) >> (least - LIBRAS_11) != 0) << LIBRAS_11)),
        }
    }

    /// Returns the moves as bits, one for each power, without the 11-card libras.
    pub(crate) const fn below_libras_11(self) -> u64 {
        self.0 & ((1 << LIBRAS_11) - 1)
    }

    /// Returns a bit for each of the seven 11-card libras. `hand` must be the hand of these moves.
    pub(crate) fn libras_11(self, hand: CardSet) -> u32 {
        if self.0 >> LIBRAS_11 == 0 { 0 } else { libras_11(hand) & 0x7f }
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of combinations; those that differ only in suits count as one.
    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the `n`-th move, counted from 0. `hand` must be the hand of these moves.
    pub(crate) fn nth(self, n: u32, hand: CardSet) -> Power {
        let mut rest = self.0;
        for _ in 0..n {
            rest &= rest - 1;
        }
        match rest.trailing_zeros() {
            63 => Power(LIBRAS_11 + libras_11(hand).trailing_zeros() as u8),
            power => Power(power as u8),
        }
    }

    /// Returns all moves, the weakest first. `hand` must be the hand of these moves.
    pub(crate) fn powers(self, hand: CardSet) -> impl Iterator<Item = Power> {
        (0..self.len()).scan(self, move |rest, _| {
            let power = rest.nth(0, hand);
            rest.0 &= rest.0 - 1;
            Some(power)
        })
    }
}

/// The top of the trick, which a play must beat: nothing, or the power of the last play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Top(u8);

impl Top {
    /// The empty table, on which any combination may be led.
    pub(crate) const NOTHING: Top = Top(0);

    pub(crate) const fn of(power: Power) -> Top {
        Top(power.0 + 1)
    }

    pub(crate) const fn is_nothing(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn power(self) -> Option<Power> {
        if self.0 == 0 { None } else { Some(Power(self.0 - 1)) }
    }
}

/// Cards that are played together. They need not be a combination. The page may ask about any selection, and gets the
/// reason why the selection cannot be played.
///
/// Plays are ordered by power, then by their cards from the lowest rank up. Selections that are no combination come
/// last.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Play {
    // The cards, at least one.
    cards: CardSet,
    // The power of the cards, or NO_COMBINATION if they make no combination.
    power: u8,
}

/// The value of `power` for cards that make no combination.
const NO_COMBINATION: u8 = u8::MAX;

impl Play {
    /// Returns the play of these cards; `None` if there are no cards.
    pub fn new(cards: CardSet) -> Option<Play> {
        (!cards.is_empty()).then(|| Play { cards, power: power_of(cards).map_or(NO_COMBINATION, |power| power.0) })
    }

    /// Returns the play of cards that are known to make this combination.
    fn known(cards: CardSet, power: Power) -> Play {
        debug_assert_eq!(power_of(cards), Some(power));
        Play { cards, power: power.0 }
    }

    /// Returns the cards.
    pub const fn cards(self) -> CardSet {
        self.cards
    }

    /// Returns the power of the cards; `None` if they make no combination.
    pub const fn power(self) -> Option<Power> {
        if self.power == NO_COMBINATION { None } else { Some(Power(self.power)) }
    }

    /// Returns the cards in the order in which they are written: ascending by rank, then by suit.
    pub fn in_order(self) -> impl Iterator<Item = Card> {
        by_rank(self.cards)
    }
}

/// Returns the cards in ascending order by rank, then by suit.
pub(crate) fn by_rank(cards: CardSet) -> impl Iterator<Item = Card> {
    Rank::ALL.into_iter().flat_map(move |rank| cards & CardSet::rank(rank))
}

/// Returns the power of the combination that exactly these cards make. [D10]
fn power_of(cards: CardSet) -> Option<Power> {
    let moves = Moves::of(cards).0;
    // A combination that has as many cards as the set uses all cards of the set.
    let of_this_length = match cards.len() {
        1 => 0..BEGGARS,
        2 => BEGGARS..STRAIGHTS,
        4 => QUARTOS..LIBRAS_5,
        // A straight needs five ranks and a libra of five cards has three, so five cards are never both.
        5 if moves >> LIBRAS_5 != 0 => LIBRAS_5..LIBRAS_8,
        5 => STRAIGHTS..QUARTOS,
        8 => LIBRAS_8..LIBRAS_11,
        11 => return (moves >> 63 == 1).then(|| Power(LIBRAS_11 + libras_11(cards).trailing_zeros() as u8)),
        _ => return None,
    };
    let found = moves & ((1 << of_this_length.end) - (1 << of_this_length.start));
    (found != 0).then(|| Power(found.trailing_zeros() as u8))
}

impl Ord for Play {
    fn cmp(&self, other: &Play) -> Ordering {
        let by_cards = || {
            let (a, b) = (self.cards.bits(), other.cards.bits());
            let differ = a ^ b;
            let ranks = differ | differ >> 32;
            let lowest = ((ranks | ranks >> 16) as u16).trailing_zeros();
            if differ == 0 { Ordering::Equal } else { suits_of(a, lowest).cmp(&suits_of(b, lowest)) }
        };
        self.power.cmp(&other.power).then_with(by_cards)
    }
}

impl PartialOrd for Play {
    fn partial_cmp(&self, other: &Play) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Returns the suits of the cards of this rank in a set: one bit for each suit, clubs lowest.
const fn suits_of(bits: u64, rank: u32) -> u8 {
    let lane = bits >> rank & 0x0001_0001_0001_0001;
    ((lane | lane >> 15 | lane >> 30 | lane >> 45) & 15) as u8
}

/// For each set of suits, the bits of the cards of the lowest rank in these suits.
const SPREAD: [u64; 16] = {
    let mut table = [0; 16];
    let mut suits = 0_u64;
    while suits < 16 {
        table[suits as usize] = suits & 1 | (suits & 2) << 15 | (suits & 4) << 30 | (suits & 8) << 45;
        suits += 1;
    }
    table
};

/// The ways to choose a number of suits.
#[derive(Clone, Copy)]
struct Choices {
    count: u8,
    suits: [u8; 6],
}

/// The ways to choose suits. The first index is the number of cards of a rank in the combination, the second is the
/// suits that the hand has of that rank.
const CHOICES: [[Choices; 16]; 5] = {
    let mut table = [[Choices { count: 0, suits: [0; 6] }; 16]; 5];
    let mut of = 1;
    while of < 5 {
        let mut held = 0;
        while held < 16 {
            let mut chosen = 1u8;
            while chosen < 16 {
                if chosen & held as u8 == chosen && chosen.count_ones() as usize == of {
                    let choices: &mut Choices = &mut table[of][held];
                    choices.suits[choices.count as usize] = chosen;
                    choices.count += 1;
                }
                chosen += 1;
            }
            held += 1;
        }
        of += 1;
    }
    table
};

/// Returns the cards of the hand that can serve in this combination. A queen that is played alone with the power of a
/// plain queen is not the queen of spades. [D11]
pub(crate) fn eligible(hand: CardSet, power: Power) -> u64 {
    match power.0 {
        QUEEN_ALONE => CardSet::only(QUEEN_OF_SPADES).bits(),
        QUEENS => (hand - CardSet::only(QUEEN_OF_SPADES)).bits(),
        _ => hand.bits(),
    }
}

/// Visits, in ascending order, every set of cards of the hand that makes this combination. The hand must have one.
pub(crate) fn each_play(hand: CardSet, power: Power, mut visit: impl FnMut(Play)) {
    /// Chooses suits for one rank after the other.
    fn descend(hand: u64, takes: u64, chosen: u64, visit: &mut impl FnMut(CardSet)) {
        if takes == 0 {
            visit(CardSet::from_bits(chosen));
            return;
        }
        let rank = takes.trailing_zeros() / 4;
        let of = takes >> (4 * rank) & 7;
        let choices = &CHOICES[of as usize][usize::from(suits_of(hand, rank))];
        for &suits in &choices.suits[..usize::from(choices.count)] {
            descend(hand, takes & !(7 << (4 * rank)), chosen | SPREAD[usize::from(suits)] << rank, visit);
        }
    }
    descend(eligible(hand, power), power.takes(), 0, &mut |cards| visit(Play::known(cards, power)));
}

/// Draws a set of cards of the hand that makes this combination, all such sets with the same chance. The hand must have
/// one.
pub(crate) fn random_play(hand: CardSet, power: Power, rng: &mut Rng) -> Play {
    let held = eligible(hand, power);
    let mut takes = power.takes();
    let mut cards = 0;
    // One random number serves all choices, because the part of it that a choice does not use is still random.
    let mut random = rng.bits();
    while takes != 0 {
        let rank = takes.trailing_zeros() / 4;
        let of = takes >> (4 * rank) & 7;
        takes &= !(7 << (4 * rank));
        let choices = &CHOICES[of as usize][usize::from(suits_of(held, rank))];
        let mut suits = choices.suits[0];
        if choices.count > 1 {
            let wide = u128::from(random) * u128::from(choices.count);
            random = wide as u64;
            suits = choices.suits[(wide >> 64) as usize];
        }
        cards |= SPREAD[usize::from(suits)] << rank;
    }
    Play::known(CardSet::from_bits(cards), power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::pack52;

    /// Returns the combinations of a small hand by brute force: every subset that satisfies the definitions.
    fn brute(hand: CardSet) -> Vec<Play> {
        let cards: Vec<Card> = hand.collect();
        let mut plays: Vec<Play> = (1u32..1 << cards.len())
            .map(|choice| (0..cards.len()).filter(|i| choice >> i & 1 == 1).map(|i| cards[i]).collect::<CardSet>())
            .filter(|set| is_combination(*set))
            .map(|set| Play::new(set).unwrap())
            .collect();
        plays.sort_unstable();
        plays
    }

    fn is_combination(set: CardSet) -> bool {
        let ranks: Vec<i32> = by_rank(set).map(|card| card.rank() as i32 + 2).collect();
        let steps: Vec<i32> = ranks.windows(2).map(|pair| pair[1] - pair[0]).collect();
        match ranks.len() {
            1 => true,
            2 => ranks[0] + ranks[1] == 16,
            4 => steps == [0, 0, 0],
            5 if steps == [1, 1, 1, 1] => true,
            5 | 8 | 11 => steps.iter().enumerate().all(|(i, step)| *step == i32::from(i % 3 != 0)),
            _ => false,
        }
    }

    #[test]
    fn every_set_of_a_hand_and_no_other() {
        let mut rng = Rng::new(1);
        let mut pack = pack52();
        let mut total = 0;
        for round in 0..60 {
            rng.shuffle(&mut pack);
            // In even rounds the hand is drawn from all ranks; in odd rounds only from six, so that it makes libras.
            let from = pack.iter().filter(|card| round % 2 == 0 || (3..9).contains(&(card.rank() as u8)));
            let hand: CardSet = from.copied().take(13).collect();
            let mut found = Vec::new();
            for power in Moves::of(hand).powers(hand) {
                each_play(hand, power, |play| {
                    assert_eq!(play.power(), Some(power));
                    found.push(play);
                });
            }
            assert!(found.is_sorted_by(|a, b| a < b), "{hand}");
            assert_eq!(found, brute(hand), "{hand}");
            total += found.len();
        }
        assert!(total > 2_000, "{total}");
    }

    #[test]
    fn a_random_play_is_uniform() {
        let hand: CardSet = cards::split("2c 2d 2h 3c 3s 4c 4d 4h 4s").unwrap().into_iter().collect();
        let power = Moves::of(hand).powers(hand).find(|power| power.kind() == CombinationKind::Libra).unwrap();
        let mut all = Vec::new();
        each_play(hand, power, |play| all.push(play));
        assert_eq!(all.len(), 3 * 2 * 6);
        let mut counts = vec![0u32; all.len()];
        let mut rng = Rng::new(2);
        for _ in 0..36_000 {
            counts[all.binary_search(&random_play(hand, power, &mut rng)).unwrap()] += 1;
        }
        let chi: f64 = counts.iter().map(|&n| (f64::from(n) - 1_000.0).powi(2) / 1_000.0).sum();
        assert!(chi < 66.6, "chi-square with 35 degrees of freedom, p = 0.001: {chi}");
    }

    #[test]
    fn seventy_powers_and_no_hand_with_two_long_libras() {
        for number in 0..POWERS {
            let power = Power::of(number);
            let cards: u32 = (0..13).map(|rank| (power.takes() >> (4 * rank) & 7) as u32).sum();
            assert!(matches!(cards, 1 | 2 | 4 | 5 | 8 | 11), "{number}");
            for other in LIBRAS_11..number {
                let both: u32 = (0..13)
                    .map(|r| (power.takes() >> (4 * r) & 7).max(Power::of(other).takes() >> (4 * r) & 7) as u32)
                    .sum();
                assert!(both > 13, "one bit stands for the 11-card libra of a hand");
            }
        }
    }
}
