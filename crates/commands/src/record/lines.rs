//! Reads the records of a file line by line, so that memory does not grow with the file.

use std::io::{self, BufRead, Write};
use std::path::Path;

use cards::printable;
use table::record::{Counts, Raw, RecordFault};

use crate::failure::{Failure, print_line};
use crate::files::{open, read_line};

/// The records of a file; `-` is standard input.
pub(crate) struct Lines {
    name: String,
    reader: Box<dyn BufRead>,
    buffer: Vec<u8>,
    /// The number of the line in the buffer, from 1.
    line: u64,
}

impl Lines {
    pub(crate) fn open(name: &Path) -> Result<Lines, Failure> {
        Ok(Lines { name: printable(name), reader: open(name)?, buffer: Vec::new(), line: 0 })
    }

    /// Passes the next record to `read`, and skips blank lines. Returns `None` at the end.
    pub(crate) fn next<T>(
        &mut self,
        read: impl FnOnce(&Raw<'_>) -> Result<T, RecordFault>,
    ) -> Result<Option<Result<T, RecordFault>>, Failure> {
        loop {
            self.line += 1;
            if !read_line(&mut self.reader, &mut self.buffer).map_err(|error| Failure::io(self.place(), &error))? {
                return Ok(None);
            }
            if !self.buffer.trim_ascii().is_empty() {
                let text = std::str::from_utf8(&self.buffer).map_err(|error| {
                    RecordFault::new(format_args!("the line is not UTF-8 from byte {}", error.valid_up_to()))
                });
                return Ok(Some(text.and_then(Raw::read).and_then(|raw| read(&raw))));
            }
        }
    }

    /// Returns the place of a fault: `FILE:LINE`.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.name, self.line)
    }
}

/// Passes every record of a file to `read`, with its number, and prints the text that `read` writes. Faults are printed
/// in the order of the records. Returns true if there was no fault.
pub(super) fn write_each(
    file: &Path,
    mut read: impl FnMut(&Raw<'_>, u64, &mut String) -> Result<Counts, RecordFault>,
) -> Result<bool, Failure> {
    let mut lines = Lines::open(file)?;
    let (mut good, mut text) = (true, String::new());
    for record in 0.. {
        text.clear();
        let Some(counts) = lines.next(|raw| read(raw, record, &mut text))? else { break };
        io::stdout().write_all(text.as_bytes()).map_err(|error| Failure::io("standard output", &error))?;
        if let Err(fault) = counts {
            io::stdout().flush().map_err(|error| Failure::io("standard output", &error))?;
            print_line(format_args!("{}: {fault}", lines.place()));
            good = false;
        }
    }
    io::stdout().flush().map_err(|error| Failure::io("standard output", &error))?;
    Ok(good)
}
