//! Where results are written.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use crate::failure::Failure;

/// A file that is written, or standard output.
pub(crate) struct Output {
    name: String,
    writer: BufWriter<Box<dyn Write>>,
}

impl Output {
    pub(crate) fn open(name: &str) -> Result<Output, Failure> {
        let writer: Box<dyn Write> = match name {
            "-" => Box::new(io::stdout().lock()),
            _ => Box::new(File::create(name).map_err(|error| Failure::io(name, &error))?),
        };
        Ok(Output { name: name.to_owned(), writer: BufWriter::new(writer) })
    }

    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        self.writer.write_all(text.as_bytes())?;
        self.writer.write_all(b"\n")
    }

    /// Writes all there is.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.line(text).map_err(|error| Failure::io(&self.name, &error))?;
        self.finish()
    }

    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        self.writer.flush().map_err(|error| Failure::io(&self.name, &error))
    }
}
