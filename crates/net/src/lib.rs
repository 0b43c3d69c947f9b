//! Small fully connected neural nets in integer arithmetic, which give the same answer on every machine.
//!
//! `python/train/export.py` writes the nets. docs/bots/nets.md describes the file and the arithmetic to the bit.
//! Weights have 8 bits, hidden layers 13, sums 32. There is no floating-point arithmetic, so no machine rounds
//! differently.
//!
//! Begin at [`Net`]. `read` reads a net from its file.
//!
//! The first layer adds only the weights of inputs that are not 0, because most of an observation is 0. The other
//! layers multiply 16-bit numbers. `loops` computes the sums of both with vector instructions.

mod loops;
mod read;

pub use read::NetError;

/// The greatest value of a hidden number.
pub const HIDDEN: i32 = 8191;

/// The greatest number of inputs, so that no sum of the first layer exceeds 32 bits.
pub const INPUTS: usize = 700;

/// The greatest size of a layer, so that no sum of the layer after it exceeds 32 bits.
pub const WIDTH: usize = 1024;

/// The unit of the last layer's numbers: 1/1024.
pub const UNIT: i32 = 1024;

/// A net that was read from its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    observation_version: u32,
    run: [u8; 32],
    first: First,
    later: Vec<LaterLayer>,
}

/// The first layer.
#[derive(Clone, PartialEq, Eq, Debug)]
struct First {
    inputs: usize,
    /// For each input, a row of weights. The weights have already been multiplied by the input's power of 2. They are
    /// as wide as the sums. So an input that is 1 needs only an addition.
    weights: Vec<i32>,
    ends: Ends,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct LaterLayer {
    inputs: usize,
    /// A row of weights for each output, as wide as the numbers with which they are multiplied.
    weights: Vec<i16>,
    ends: Ends,
}

/// The conversion of a layer's sums to its numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ends {
    /// The bias, with which each sum begins.
    bias: Vec<i32>,
    /// The factor by which each sum is multiplied.
    factor: Vec<i32>,
    /// The number of bits by which the product of sum and factor is shifted to the right.
    shift: u8,
}

impl Ends {
    /// Returns the number for a sum, rounded to the nearest, halves up.
    #[inline(always)]
    fn scaled(&self, place: usize, sum: i32) -> i64 {
        let half = 1 << (self.shift - 1);
        (i64::from(sum) * i64::from(self.factor[place]) + half) >> self.shift
    }

    #[inline(always)]
    fn hidden(&self, place: usize, sum: i32) -> i16 {
        self.scaled(place, sum).clamp(0, HIDDEN.into()) as i16
    }

    #[inline(always)]
    fn all_hidden(&self, sums: &[i32], hidden: &mut [i16]) {
        for (place, (hidden, &sum)) in hidden.iter_mut().zip(sums).enumerate() {
            *hidden = self.hidden(place, sum);
        }
    }

    #[inline(always)]
    fn last(&self, place: usize, sum: i32) -> i32 {
        self.scaled(place, sum).clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }
}

/// The working space of a net, which can be reused.
#[derive(Clone, Default, Debug)]
pub struct Space {
    sums: Vec<i32>,
    hidden: Vec<i16>,
    next: Vec<i16>,
    out: Vec<i32>,
}

impl Net {
    /// Returns the version of the observations with which the net was trained ([`Observe::OBSERVATION_VERSION`] of the
    /// game).
    ///
    /// [`Observe::OBSERVATION_VERSION`]: https://docs.rs/game
    pub fn observation_version(&self) -> u32 {
        self.observation_version
    }

    /// Returns the hash of the run that trained the net.
    pub fn run(&self) -> &[u8; 32] {
        &self.run
    }

    /// Returns the number of inputs: the net uses the first numbers of an observation.
    pub fn inputs(&self) -> usize {
        self.first.inputs
    }

    /// Returns the number of outputs.
    pub fn outputs(&self) -> usize {
        self.later.last().map_or(0, |layer| layer.ends.bias.len())
    }

    /// Returns the answer to an observation: a number for each action, higher is better, in units of [`UNIT`].
    ///
    /// # Panics
    /// If the observation has fewer numbers than [`inputs`](Net::inputs).
    pub fn answer<'a>(&self, observation: &[i8], space: &'a mut Space) -> &'a [i32] {
        // Runs the same loops with the best instructions of this processor. The results are whole numbers, equal
        // everywhere. A module for browsers cannot query the processor.
        #[cfg(not(target_arch = "wasm32"))]
        pulp::Arch::new().dispatch(ForwardPass(self, observation, space));
        #[cfg(target_arch = "wasm32")]
        self.pass(observation, space);
        &space.out
    }

    // Plain loops over slices. The compiler uses vector instructions only if everything is inlined.
    #[inline(always)]
    fn pass(&self, observation: &[i8], space: &mut Space) {
        let Space { sums, hidden, next, out } = space;
        self.first.sums(&observation[..self.inputs()], sums);
        hidden.resize(sums.len(), 0);
        self.first.ends.all_hidden(sums, hidden);
        let (last, between) = self.later.split_last().expect("a net has two layers or more");
        for layer in between {
            layer.sums(hidden, sums);
            next.resize(sums.len(), 0);
            layer.ends.all_hidden(sums, next);
            std::mem::swap(hidden, next);
        }
        last.sums(hidden, sums);
        out.resize(sums.len(), 0);
        for (place, (out, &sum)) in out.iter_mut().zip(sums.iter()).enumerate() {
            *out = last.ends.last(place, sum);
        }
    }
}

/// One pass through a net, for `pulp`.
#[cfg(not(target_arch = "wasm32"))]
struct ForwardPass<'a>(&'a Net, &'a [i8], &'a mut Space);

#[cfg(not(target_arch = "wasm32"))]
impl pulp::NullaryFnOnce for ForwardPass<'_> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        self.0.pass(self.1, self.2);
    }
}

impl First {
    #[inline(always)]
    fn sums(&self, inputs: &[i8], sums: &mut Vec<i32>) {
        sums.clear();
        sums.extend_from_slice(&self.ends.bias);
        let wide = sums.len();
        for (place, &input) in inputs.iter().enumerate() {
            let row = &self.weights[place * wide..(place + 1) * wide];
            match input {
                0 => {}
                // Most inputs are 0 or 1, and so need no product.
                1 => loops::add(sums, row),
                _ => loops::add_times(sums, row, input.into()),
            }
        }
    }
}

impl LaterLayer {
    #[inline(always)]
    fn sums(&self, hidden: &[i16], sums: &mut Vec<i32>) {
        sums.resize(self.ends.bias.len(), 0);
        let rows = self.weights.chunks_exact(self.inputs).zip(&self.ends.bias);
        for (sum, (row, bias)) in sums.iter_mut().zip(rows) {
            *sum = bias + loops::dot(row, hidden);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_processor_with_vectors_of_its_own_computes_the_same() {
        let net = Net::read(include_bytes!("../../../games/schwarze-dame/net.bin")).expect("a net");
        let (mut one, mut other) = (Space::default(), Space::default());
        for round in 0..200u32 {
            let number = |place: usize| (place as u32).wrapping_mul(2_654_435_761).wrapping_add(round * 97) >> 24;
            let observation: Vec<i8> = (0..net.inputs())
                .map(|place| match number(place) {
                    0..180 => 0,
                    180..250 => 1,
                    many => many as i8,
                })
                .collect();
            net.pass(&observation, &mut one);
            assert_eq!(net.answer(&observation, &mut other), one.out);
        }
    }
}
