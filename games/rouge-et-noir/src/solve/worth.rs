//! How promising a position is: a weighted sum of what can be counted.

use super::position::{COLUMNS, Face, Position, below};
use crate::FillEmpty;

/// How many things are counted.
pub const FEATURES: usize = 24;

/// Weights at the beginning and at the end of a pass.
pub type Weights = [[f32; FEATURES]; 2];

#[derive(Clone)]
pub struct Worth {
    /// For each kind (rank and colour) the places of the talon with such cards.
    kinds: [u128; 32],
    /// For each suit and rank the places of the talon with cards of that suit and a lower or the same rank.
    upto: [[u128; 16]; 4],
    faces: [[u128; 16]; 4],
    cards: Vec<Face>,
    fill: FillEmpty,
    /// The last pass, and the ones before.
    pub last: Weights,
    pub first: Weights,
    redeals: Option<u8>,
    table: Vec<[f32; FEATURES]>,
}

impl Worth {
    pub fn new(cards: &[Face], fill: FillEmpty, redeals: Option<u8>) -> Worth {
        let mut kinds = [0; 32];
        let mut upto = [[0; 16]; 4];
        let mut faces = [[0; 16]; 4];
        for (place, face) in cards.iter().enumerate() {
            kinds[usize::from(face.kind())] |= 1 << place;
            faces[usize::from(face.suit())][usize::from(face.rank())] |= 1 << place;
            for rank in face.rank()..16 {
                upto[usize::from(face.suit())][usize::from(rank)] |= 1 << place;
            }
        }
        let mut worth = Worth { kinds, upto, faces, cards: cards.to_vec(), fill, last: GUESS, first: GUESS, redeals, table: Vec::new() };
        worth.tabulate();
        worth
    }

    pub fn set(&mut self, first: Weights, last: Weights) {
        self.first = first;
        self.last = last;
        self.tabulate();
    }

    pub fn len(&self) -> usize {
        self.cards.len()
    }

    pub fn is_last(&self, position: &Position) -> bool {
        self.redeals.is_some_and(|r| position.pass >= r)
    }

    fn tabulate(&mut self) {
        let n = self.cards.len();
        self.table.clear();
        for weights in [&self.first, &self.last] {
            for place in 0..=n {
                let t = if n == 0 { 1.0 } else { place as f32 / n as f32 };
                self.table.push(std::array::from_fn(|i| weights[0][i] * (1.0 - t) + weights[1][i] * t));
            }
        }
    }

    #[inline]
    pub fn of(&self, position: &Position) -> f32 {
        let f = self.features(position);
        let last = self.redeals.is_some_and(|r| position.pass >= r);
        let w = &self.table[usize::from(position.place) + if last { self.cards.len() + 1 } else { 0 }];
        let mut sum = 0.0;
        for i in 0..FEATURES {
            sum += f[i] * w[i];
        }
        sum
    }

    pub fn features(&self, p: &Position) -> [f32; FEATURES] {
        let mut f = [0.0; FEATURES];
        let (mut lowsum, mut highsum, mut minlow, mut lowsq) = (0u32, 0u32, 15u8, 0u32);
        for s in 0..4 {
            let (lo, hi) = (p.low(s), p.high(s));
            lowsum += u32::from(lo);
            highsum += u32::from(hi);
            minlow = minlow.min(lo);
            lowsq += u32::from(lo) * u32::from(lo);
        }
        let foundation = lowsum + highsum;
        let (mut tableau, mut spaces, mut tops, mut bases, mut dist, mut basedist, mut lensq, mut kings) =
            (0u32, 0u32, 0u32, 0u32, 0.0f32, 0.0f32, 0u32, 0u32);
        let mut wants = 0u32;
        let mut needdepth = 0u32;
        for &c in &p.columns {
            if c.is_empty() {
                spaces += 1;
                continue;
            }
            let len = u32::from(c.len());
            tableau += len;
            lensq += len * len;
            let (top, base) = (c.top_rank(), c.base_rank());
            tops += u32::from(top) - 1;
            bases += u32::from(base);
            if base == 13 {
                kings += 1;
            }
            wants |= 1 << c.wants();
            let face = c.top();
            let hi = p.high(face.suit());
            let d = if hi < top { top - hi - 1 } else { top - p.low(face.suit()) - 1 };
            dist += ROOT[usize::from(d)];
            basedist += ROOT[usize::from(base - minlow)];
            // cards that are wanted now, and how deep they lie
            let mut code = c.code();
            let mut colour = code >> 20 & 1;
            for depth in 0..len {
                let suit = (colour << 1 | code & 1) as u8;
                let rank = top + depth as u8;
                let fnd = p.found[usize::from(suit)];
                if rank == (fnd & 15) + 1 || rank == (fnd >> 4) + 1 {
                    needdepth += depth;
                }
                code >>= 1;
                colour ^= 1;
            }
        }
        let hosts = wants.count_ones();
        let (discarded, stock) = (p.discarded(), p.stock());
        let (mut stockfit, mut discardfit, mut soon) = (0, 0, 0);
        let mut w = wants;
        let mut fits = 0u128;
        while w != 0 {
            let kind = w.trailing_zeros() as usize;
            w &= w - 1;
            fits |= self.kinds[kind];
        }
        stockfit += (stock & fits).count_ones();
        discardfit += (discarded & fits).count_ones();
        let mut wanted = 0u128;
        for s in 0..4u8 {
            let si = usize::from(s);
            wanted |= self.faces[si][usize::from(p.high(s)) + 1] | self.faces[si][usize::from(p.low(s)) + 1];
        }
        {
            let window = below((p.place + 10).min(127));
            soon += (stock & window & (fits | wanted)).count_ones();
        }
        // the discard pile: wanted cards and how deep they lie, lower cards of the suit beneath
        let mut wantdepth = 0u32;
        let mut wd = wanted & discarded;
        while wd != 0 {
            let place = wd.trailing_zeros();
            wd &= wd - 1;
            wantdepth += (discarded >> place >> 1).count_ones();
        }
        let mut pairs = 0u32;
        let mut park = 0u32;
        let mut count = [0u8; 64];
        let mut blocked = [15u8; 4];
        for s in 0..4u8 {
            // one copy of a rank between the foundations is gone: the other alone holds nothing up but itself
            let _ = s;
        }
        let mut d = discarded;
        while d != 0 {
            let place = d.trailing_zeros();
            d &= d - 1;
            let face = self.cards[place as usize];
            let beneath = discarded & ((1u128 << place) - 1);
            let (rank, suit) = (face.rank(), usize::from(face.suit()));
            if rank > blocked[suit] {
                park += 1;
            }
            let c = &mut count[usize::from(rank) * 4 + suit];
            *c += 1;
            if *c == 2 && rank < blocked[suit] {
                blocked[suit] = rank;
            }
            pairs += (beneath & self.upto[usize::from(face.suit())][usize::from(face.rank()) - 1]).count_ones();
        }
        let topdist = match p.discard_top() {
            None => 0.0,
            Some(t) => {
                let face = self.cards[usize::from(t)];
                let hi = p.high(face.suit());
                let d = if hi < face.rank() { face.rank() - hi - 1 } else { face.rank() - p.low(face.suit()) - 1 };
                ROOT[usize::from(d)]
            }
        };
        f[0] = foundation as f32;
        f[1] = tableau as f32;
        f[2] = spaces as f32;
        f[3] = tops as f32;
        f[4] = hosts as f32;
        f[5] = stockfit as f32;
        f[6] = dist;
        f[7] = bases as f32;
        f[8] = basedist;
        f[9] = lowsum as f32;
        f[10] = f32::from(minlow);
        f[11] = lensq as f32 * 0.1;
        f[12] = highsum as f32;
        f[13] = pairs as f32 * 0.1;
        f[14] = discarded.count_ones() as f32;
        f[15] = wantdepth as f32 * 0.1;
        f[16] = needdepth as f32;
        f[17] = topdist;
        f[18] = (wanted & stock).count_ones() as f32;
        f[19] = discardfit as f32;
        f[20] = park as f32;
        let _ = kings;
        f[21] = lowsq as f32 * 0.1;
        f[22] = soon as f32;
        f[23] = (wanted & discarded).count_ones() as f32;
        let _ = (COLUMNS, self.fill);
        f
    }
}

const ROOT: [f32; 16] = [
    0.0, 1.0, 1.414, 1.732, 2.0, 2.236, 2.449, 2.646, 2.828, 3.0, 3.162, 3.317, 3.464, 3.606, 3.742, 3.873,
];

#[rustfmt::skip]
pub const GUESS: Weights = [[
    1.46, 1.60, 0.88, 0.09, 0.17, 0.13, -0.17, -0.08, -0.33, -0.16, -0.15, 0.0, 0.0, -0.3, 0.0, -0.3, -0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
]; 2];
