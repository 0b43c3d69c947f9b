//! Small fully connected nets of whole numbers: the same answer on every machine.
//!
//! `python -m cardroom.train export` writes them (python/cardroom/train/export.py); docs/nets.md has the file and the
//! arithmetic to the bit. Weights are 8 bits, hidden layers 13, sums 32. Nothing is rounded by a floating-point unit.
//!
//! The first layer adds the weights of those inputs that are not 0: an observation is mostly 0. The other layers are plain
//! loops over 16-bit numbers, which the compiler makes into vector instructions.

mod read;

pub use read::NetError;

/// The greatest value of a hidden number.
pub const HIDDEN: i32 = 8191;

/// The greatest number of inputs. With it, no sum of the first layer leaves 32 bits.
pub const INPUTS: usize = 700;

/// The greatest size of another layer. With it, no sum of a later layer leaves 32 bits.
pub const WIDTH: usize = 1024;

/// What one of the last layer's numbers is worth: its 1024th part.
pub const UNIT: i32 = 1024;

/// A net, ready to answer.
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
    /// How far to the left the weights of each input are shifted.
    shifts: Vec<u8>,
    /// A row of weights for each input.
    weights: Vec<i8>,
    ends: Ends,
}

/// A layer after the first.
#[derive(Clone, PartialEq, Eq, Debug)]
struct LaterLayer {
    inputs: usize,
    /// A row of weights for each output, as wide as the numbers that they are multiplied with.
    weights: Vec<i16>,
    ends: Ends,
}

/// How the sums of a layer become its numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ends {
    /// What each sum begins with.
    bias: Vec<i32>,
    /// What it is multiplied with,
    factor: Vec<i32>,
    /// and how far to the right it is shifted then.
    shift: u8,
}

impl Ends {
    /// The number that a sum becomes, rounded to the nearest, halves up.
    fn scaled(&self, place: usize, sum: i32) -> i64 {
        let half = 1 << (self.shift - 1);
        (i64::from(sum) * i64::from(self.factor[place]) + half) >> self.shift
    }

    /// A number of a hidden layer.
    fn hidden(&self, place: usize, sum: i32) -> i16 {
        self.scaled(place, sum).clamp(0, HIDDEN.into()) as i16
    }

    /// A number of the last layer.
    fn last(&self, place: usize, sum: i32) -> i32 {
        self.scaled(place, sum).clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }
}

/// Working space of a net; it can be used again.
#[derive(Clone, Default, Debug)]
pub struct Space {
    sums: Vec<i32>,
    hidden: Vec<i16>,
    next: Vec<i16>,
    out: Vec<i32>,
}

impl Net {
    /// The version of the observation that it learned from ([`Observe::OBSERVATION_VERSION`] of the game).
    ///
    /// [`Observe::OBSERVATION_VERSION`]: https://docs.rs/game
    pub fn observation_version(&self) -> u32 {
        self.observation_version
    }

    /// What names the run that it was learned in.
    pub fn run(&self) -> &[u8; 32] {
        &self.run
    }

    /// How many numbers of an observation it looks at: the first ones.
    pub fn inputs(&self) -> usize {
        self.first.shifts.len()
    }

    /// How many numbers it answers with.
    pub fn outputs(&self) -> usize {
        self.later.last().map_or(0, |layer| layer.ends.bias.len())
    }

    /// Its answer to an observation: a number for each action, more is better, in parts of [`UNIT`].
    ///
    /// # Panics
    /// If the observation has fewer numbers than [`inputs`](Net::inputs).
    pub fn answer<'a>(&self, observation: &[i8], space: &'a mut Space) -> &'a [i32] {
        self.first.sums(&observation[..self.inputs()], &mut space.sums);
        let ends = &self.first.ends;
        space.hidden.clear();
        space.hidden.extend(space.sums.iter().enumerate().map(|(place, &sum)| ends.hidden(place, sum)));
        let (last, between) = self.later.split_last().expect("a net has two layers or more");
        for layer in between {
            space.next.clear();
            space.next.extend(layer.sums(&space.hidden).map(|(place, sum)| layer.ends.hidden(place, sum)));
            std::mem::swap(&mut space.hidden, &mut space.next);
        }
        space.out.clear();
        space.out.extend(last.sums(&space.hidden).map(|(place, sum)| last.ends.last(place, sum)));
        &space.out
    }
}

impl First {
    fn sums(&self, inputs: &[i8], sums: &mut Vec<i32>) {
        sums.clear();
        sums.extend_from_slice(&self.ends.bias);
        let wide = sums.len();
        for (place, &input) in inputs.iter().enumerate() {
            let row = &self.weights[place * wide..(place + 1) * wide];
            let shift = self.shifts[place];
            match input {
                0 => {}
                // Most inputs are bits: no product is needed.
                1 => sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += i32::from(weight) << shift),
                _ => {
                    let factor = i32::from(input) << shift;
                    sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += factor * i32::from(weight));
                }
            }
        }
    }
}

impl LaterLayer {
    fn sums<'a>(&'a self, hidden: &'a [i16]) -> impl Iterator<Item = (usize, i32)> + 'a {
        let rows = self.weights.chunks_exact(self.inputs).zip(&self.ends.bias);
        rows.enumerate().map(|(place, (row, bias))| (place, bias + dot(row, hidden)))
    }
}

/// The sum of the products.
fn dot(a: &[i16], b: &[i16]) -> i32 {
    a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}
