//! The files that commands read and write. `-` is standard input or output.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use cards::printable_lines;
use serde::Serialize;

use crate::failure::Failure;

/// The limit, in MiB, of a line of a record file and of a file that is read as a whole. It is a thousand times the
/// longest record of a match between bots.
const MOST_MIB: u64 = 64;

fn is_standard(name: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1"].iter().any(|standard| name == Path::new(standard))
}

pub(crate) fn open(name: &Path) -> Result<Box<dyn BufRead>, Failure> {
    match name.to_str() {
        Some("-") => Ok(Box::new(io::stdin().lock())),
        _ => Ok(Box::new(BufReader::new(File::open(name).map_err(|error| Failure::io(name, &error))?))),
    }
}

/// Reads a whole file, which must not exceed the limit of all commands.
pub fn read_file(name: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    match open(name)?.take(MOST_MIB << 20).read_to_end(&mut bytes) {
        Ok(read) if (read >> 20) < MOST_MIB as usize => Ok(bytes),
        Ok(_) => Err(Failure::io(name, &io::Error::other(format!("it is larger than {MOST_MIB} MiB")))),
        Err(error) => Err(Failure::io(name, &error)),
    }
}

/// Reads a whole file as text.
pub fn read_text(name: &Path) -> Result<String, Failure> {
    String::from_utf8(read_file(name)?).map_err(|_| Failure::io(name, &io::Error::other("it is not UTF-8 text")))
}

/// Reads the next line, with its end, into a cleared buffer. Returns false at the end of the file.
pub(crate) fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    match reader.take(MOST_MIB << 20).read_until(b'\n', line)? as u64 >> 20 {
        ..MOST_MIB => Ok(!line.is_empty()),
        _ => Err(io::Error::other(format!("the line is longer than {MOST_MIB} MiB: no match is"))),
    }
}

/// A file to write, or standard output.
pub(crate) struct Output {
    name: PathBuf,
    writer: BufWriter<Box<dyn Write>>,
}

impl Output {
    pub(crate) fn open(name: &Path) -> Result<Output, Failure> {
        let writer: Box<dyn Write> = match is_standard(name) {
            true => Box::new(io::stdout().lock()),
            false => Box::new(File::create(name).map_err(|error| Failure::io(name, &error))?),
        };
        Ok(Output { name: name.to_owned(), writer: BufWriter::new(writer) })
    }

    pub(crate) fn of(name: &Option<PathBuf>) -> Result<Option<Output>, Failure> {
        name.as_deref().map(Output::open).transpose()
    }

    /// Opens a file to append to it. Complete lines stay until `wants` rejects one. That line and everything after it
    /// is cut off. If a file is not regular, it is a stream, and contains no lines yet.
    pub(crate) fn behind(name: &Path, mut wants: impl FnMut(&[u8]) -> Result<bool, Failure>) -> Result<Self, Failure> {
        if is_standard(name) || fs::metadata(name).is_ok_and(|found| !found.is_file()) {
            return Output::open(name);
        }
        let io = |error: io::Error| Failure::io(name, &error);
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(name).map_err(io)?;
        let (mut reader, mut line, mut end) = (BufReader::new(&file), Vec::new(), 0);
        while read_line(&mut reader, &mut line).map_err(io)? && line.ends_with(b"\n") && wants(&line)? {
            end += line.len() as u64;
        }
        file.set_len(end).map_err(io)?;
        file.seek(SeekFrom::Start(end)).map_err(io)?;
        Ok(Output { name: name.to_owned(), writer: BufWriter::new(Box::new(file)) })
    }

    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        self.writer.write_all(text.as_bytes())?;
        self.writer.write_all(b"\n")
    }

    /// Writes these lines, and flushes them.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.line(text.trim_end_matches('\n')).map_err(|error| Failure::io(&self.name, &error))?;
        self.finish()
    }

    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        self.writer.flush().map_err(|error| Failure::io(&self.name, &error))
    }
}

pub(crate) fn write_json(output: Option<Output>, value: &impl Serialize) -> Result<(), Failure> {
    let text = || serde_json::to_string_pretty(value).expect("results are text and numbers");
    output.map_or(Ok(()), |mut output| output.text(&text()))
}

/// Prints a report on standard output. If standard output is one of the outputs, prints the report on standard error
/// instead. So the report is not mixed with the output.
pub(crate) fn print_report(report: &str, outputs: &[&Option<PathBuf>]) -> Result<(), Failure> {
    let report = printable_lines(report);
    if outputs.iter().any(|name| name.as_deref().is_some_and(is_standard)) {
        let _ = io::stderr().write_all(report.as_bytes());
        return Ok(());
    }
    io::stdout().write_all(report.as_bytes()).map_err(|error| Failure::io("standard output", &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_does_not_end_is_refused_before_it_fills_the_memory() {
        let mut line = Vec::new();
        let fault = read_line(&mut BufReader::new(io::repeat(b'x')), &mut line).unwrap_err();
        assert_eq!(fault.to_string(), "the line is longer than 64 MiB: no match is");
        assert!(line.capacity() as u64 >> 20 <= 2 * MOST_MIB);
        let mut reader = &b"one\n\nend"[..];
        for expected in ["one\n", "\n", "end"] {
            assert!(read_line(&mut reader, &mut line).unwrap());
            assert_eq!(line, expected.as_bytes());
        }
        assert!(!read_line(&mut reader, &mut line).unwrap());
    }
}
