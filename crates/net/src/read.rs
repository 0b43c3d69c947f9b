//! Reads a net from its file.

use crate::{Ends, First, INPUTS, LaterLayer, Net, WIDTH};

const MAGIC: &[u8; 8] = b"cardnet1";

/// The greatest bias, so that sums that begin with it stay within 32 bits.
const BIAS: u32 = 1 << 29;

/// The greatest number of layers.
const LAYERS: u32 = 8;

/// The reason why a file is not a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetError {
    /// The file begins differently.
    #[error("this is no net, or one of another format")]
    Format,
    /// The file ends too early.
    #[error("the net is cut off")]
    Short,
    /// The file goes on after the end of the net.
    #[error("the net is too long")]
    Long,
    /// A number in the file is out of range: a size, a shift, a bias or a factor.
    #[error("the net's {0} is out of range")]
    Range(&'static str),
}

impl Net {
    /// Reads a net from a file.
    ///
    /// # Errors
    /// If the file is not a net, or if sums of the net could exceed 32 bits.
    pub fn read(file: &[u8]) -> Result<Net, NetError> {
        let mut file = File(file);
        if file.bytes(MAGIC.len()) != Ok(MAGIC) {
            return Err(NetError::Format);
        }
        let observation_version = file.word()?;
        let run = file.bytes(32)?.try_into().expect("32 bytes");
        let layers = file.word()?;
        if !(2..=LAYERS).contains(&layers) {
            return Err(NetError::Range("number of layers"));
        }
        let inputs = file.size(INPUTS)?;
        let sizes = (0..layers).map(|_| file.size(WIDTH)).collect::<Result<Vec<_>, _>>()?;
        let shifts = file.bytes(inputs)?.to_vec();
        if shifts.iter().any(|&shift| shift > 7) {
            return Err(NetError::Range("shift of an input"));
        }
        let rows = file.weights(inputs * sizes[0])?;
        let shifted = rows.chunks_exact(sizes[0]).zip(&shifts);
        let weights =
            shifted.flat_map(|(row, shift)| row.iter().map(move |&weight| i32::from(weight) << shift)).collect();
        let first = First { inputs, weights, ends: file.ends(sizes[0])? };
        let later = sizes.windows(2).map(|pair| {
            let weights = file.weights(pair[0] * pair[1])?.into_iter().map(i16::from).collect();
            Ok(LaterLayer { inputs: pair[0], weights, ends: file.ends(pair[1])? })
        });
        let later = later.collect::<Result<_, _>>()?;
        if !file.0.is_empty() {
            return Err(NetError::Long);
        }
        Ok(Net { observation_version, run, first, later })
    }
}

/// The unread rest of a file.
struct File<'a>(&'a [u8]);

impl<'a> File<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], NetError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(NetError::Short)?;
        self.0 = rest;
        Ok(taken)
    }

    fn word(&mut self) -> Result<u32, NetError> {
        Ok(u32::from_le_bytes(self.bytes(4)?.try_into().expect("four bytes")))
    }

    fn size(&mut self, most: usize) -> Result<usize, NetError> {
        let size = self.word()? as usize;
        if (1..=most).contains(&size) { Ok(size) } else { Err(NetError::Range("size of a layer")) }
    }

    fn weights(&mut self, count: usize) -> Result<Vec<i8>, NetError> {
        Ok(self.bytes(count)?.iter().map(|&byte| byte as i8).collect())
    }

    fn ends(&mut self, size: usize) -> Result<Ends, NetError> {
        let bias: Vec<i32> = (0..size).map(|_| Ok(self.word()? as i32)).collect::<Result<_, _>>()?;
        if bias.iter().any(|bias| bias.unsigned_abs() > BIAS) {
            return Err(NetError::Range("bias"));
        }
        let factor: Vec<i32> = (0..size).map(|_| Ok(self.word()? as i32)).collect::<Result<_, _>>()?;
        if factor.iter().any(|&factor| factor < 0) {
            return Err(NetError::Range("factor"));
        }
        let shift = self.bytes(1)?[0];
        if !(1..=40).contains(&shift) {
            return Err(NetError::Range("shift"));
        }
        Ok(Ends { bias, factor, shift })
    }
}
