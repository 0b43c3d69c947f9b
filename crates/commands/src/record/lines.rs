//! Records of a file, a line at a time: memory does not grow with the file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use table::record::{Fault, Raw};

use crate::failure::Failure;

/// A longer line is no record: a thousand times the longest match among bots.
const LONGEST_MIB: usize = 64;

/// The records of a file; `-` is standard input.
pub(crate) struct Lines {
    name: String,
    reader: Box<dyn BufRead>,
    buffer: Vec<u8>,
    /// Of the line in the buffer, from 1.
    line: u64,
    longest: usize,
}

impl Lines {
    pub(crate) fn open(name: &str) -> Result<Lines, Failure> {
        let reader: Box<dyn BufRead> = match name {
            "-" => Box::new(io::stdin().lock()),
            _ => Box::new(BufReader::new(File::open(name).map_err(|error| Failure::io(name, &error))?)),
        };
        Ok(Lines::new(name, reader, LONGEST_MIB << 20))
    }

    fn new(name: &str, reader: Box<dyn BufRead>, longest: usize) -> Lines {
        Lines { name: name.to_owned(), reader, buffer: Vec::new(), line: 0, longest }
    }

    /// Hands the next record to `read`; blank lines are passed over. `None` at the end.
    pub(crate) fn next<T>(
        &mut self,
        read: impl FnOnce(&Raw<'_>) -> Result<T, Fault>,
    ) -> Result<Option<Result<T, Fault>>, Failure> {
        loop {
            match self.fill().map_err(|error| Failure::io(&self.name, &error))? {
                Filled::End => return Ok(None),
                Filled::TooLong => {
                    let words = format!("the line is longer than {LONGEST_MIB} MiB: no match is");
                    return Ok(Some(Err(Fault::new(words))));
                }
                Filled::Line if self.buffer.trim_ascii().is_empty() => {}
                Filled::Line => {
                    let text = std::str::from_utf8(&self.buffer).map_err(|error| {
                        Fault::new(format_args!("the line is not UTF-8 from byte {}", error.valid_up_to()))
                    });
                    return Ok(Some(text.and_then(Raw::read).and_then(|raw| read(&raw))));
                }
            }
        }
    }

    /// Where a fault is: `FILE:LINE`.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.name, self.line)
    }

    fn fill(&mut self) -> io::Result<Filled> {
        self.buffer.clear();
        self.line += 1;
        let most = self.longest as u64 + 1;
        if self.reader.by_ref().take(most).read_until(b'\n', &mut self.buffer)? == 0 {
            return Ok(Filled::End);
        }
        if self.buffer.len() <= self.longest || self.buffer.ends_with(b"\n") {
            return Ok(Filled::Line);
        }
        self.reader.skip_until(b'\n')?;
        Ok(Filled::TooLong)
    }
}

enum Filled {
    Line,
    TooLong,
    End,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_does_not_end_costs_no_memory() {
        let endless = io::repeat(b'x').take(100_000).chain(&b"\n\n{}"[..]);
        let mut lines = Lines::new("f", Box::new(BufReader::new(endless)), 1_000);
        let fault = lines.next(|_| Ok(())).unwrap().unwrap().unwrap_err();
        assert_eq!(fault.why, "the line is longer than 64 MiB: no match is");
        assert_eq!(lines.place(), "f:1");
        assert!(lines.buffer.capacity() < 5_000);
        let fault = lines.next(|_| Ok(())).unwrap().unwrap().unwrap_err();
        assert_eq!((lines.place().as_str(), fault.why.as_str()), ("f:3", "the key \"format\" is missing"));
        assert!(lines.next(|_| Ok(())).unwrap().is_none());
    }
}
