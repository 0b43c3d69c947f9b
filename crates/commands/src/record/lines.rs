//! Reads the records of a file line by line, so that memory does not grow with the file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, StdoutLock, Write};

use table::record::{Counts, Raw, RecordFault};

use crate::failure::{Failure, tell};

/// A longer line is not a record. This is a thousand times the longest match of bots.
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
        read: impl FnOnce(&Raw<'_>) -> Result<T, RecordFault>,
    ) -> Result<Option<Result<T, RecordFault>>, Failure> {
        loop {
            match self.fill().map_err(|error| Failure::io(&self.name, &error))? {
                LineRead::End => return Ok(None),
                LineRead::TooLong => {
                    let words = format!("the line is longer than {LONGEST_MIB} MiB: no match is");
                    return Ok(Some(Err(RecordFault::new(words))));
                }
                LineRead::Line if self.buffer.trim_ascii().is_empty() => {}
                LineRead::Line => {
                    let text = std::str::from_utf8(&self.buffer).map_err(|error| {
                        RecordFault::new(format_args!("the line is not UTF-8 from byte {}", error.valid_up_to()))
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

    fn fill(&mut self) -> io::Result<LineRead> {
        self.buffer.clear();
        self.line += 1;
        let most = self.longest as u64 + 1;
        if self.reader.by_ref().take(most).read_until(b'\n', &mut self.buffer)? == 0 {
            return Ok(LineRead::End);
        }
        if self.buffer.len() <= self.longest || self.buffer.ends_with(b"\n") {
            return Ok(LineRead::Line);
        }
        self.reader.skip_until(b'\n')?;
        Ok(LineRead::TooLong)
    }
}

/// Standard output, as long as it can be written: after the first error nothing is.
pub(super) struct Out {
    writer: BufWriter<StdoutLock<'static>>,
    written: io::Result<()>,
}

impl Out {
    /// Writes, unless that has failed before.
    pub(super) fn write(&mut self, write: impl FnOnce(&mut BufWriter<StdoutLock<'static>>) -> io::Result<()>) {
        if self.written.is_ok() {
            self.written = write(&mut self.writer);
        }
    }

    /// The first error since this was last asked.
    fn check(&mut self) -> Result<(), Failure> {
        std::mem::replace(&mut self.written, Ok(())).map_err(|error| Failure::io("standard output", &error))
    }
}

/// Hands every record of a file to `read`, with its number and standard output. Faults are printed in order, each
/// before the records after it. Returns whether there were none.
pub(super) fn write_each(
    file: &str,
    mut read: impl FnMut(&Raw<'_>, u64, &mut Out) -> Result<Counts, RecordFault>,
) -> Result<bool, Failure> {
    let mut lines = Lines::open(file)?;
    let mut out = Out { writer: BufWriter::new(io::stdout().lock()), written: Ok(()) };
    let (mut good, mut record) = (true, 0);
    while let Some(counts) = lines.next(|raw| read(raw, record, &mut out))? {
        out.check()?;
        if let Err(fault) = counts {
            out.write(|writer| writer.flush());
            out.check()?;
            tell(format_args!("{}: {fault}", lines.place()));
            good = false;
        }
        record += 1;
    }
    out.write(|writer| writer.flush());
    out.check()?;
    Ok(good)
}

enum LineRead {
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
