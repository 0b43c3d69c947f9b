//! The failures of commands: a line on standard error and an exit status.

use std::ffi::OsStr;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use arena::SimulateError;
use cards::{printable, printable_lines};

/// The reason why a command stopped.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command line names something that does not exist. The exit status is 2, as for every wrong command line.
    #[error("{0}")]
    Usage(String),
    /// Something could not be read, written or done. The exit status is 1.
    #[error("{0}")]
    Failed(String),
    /// The error has been printed already. The exit status is 1.
    #[error("it was told already")]
    Told,
    /// The reader of the output has closed it, which is not a failure.
    #[error("nobody reads the output any more")]
    NobodyListens,
}

impl Failure {
    /// Creates the failure of a wrong command line.
    pub fn usage(words: impl fmt::Display) -> Failure {
        Failure::Usage(words.to_string())
    }

    /// Creates the failure of a file or stream that cannot be read or written.
    pub fn io(name: impl AsRef<OsStr>, error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::NobodyListens,
            _ => Failure::Failed(format!("{}: {error}", printable(name))),
        }
    }

    /// Creates the failure of a run of bots. `out` is the output of its records.
    pub(crate) fn of_run(error: SimulateError, out: &Option<PathBuf>) -> Failure {
        match error {
            SimulateError::Usage(words) | SimulateError::Policy(words) => Failure::Usage(words),
            SimulateError::Write(error) => Failure::io(out.as_deref().unwrap_or("-".as_ref()), &error),
        }
    }

    /// Prints the reason, if it has not been printed yet, and returns the exit status.
    pub fn print(&self) -> u8 {
        if let Failure::Usage(words) | Failure::Failed(words) = self {
            print_line(format_args!("error: {}", styled(words)));
        }
        match self {
            Failure::Usage(_) => 2,
            Failure::Failed(_) | Failure::Told => 1,
            Failure::NobodyListens => 0,
        }
    }

    /// Prints the reason as [`Failure::print`] does, and returns the exit code for the program.
    pub fn report(self) -> ExitCode {
        ExitCode::from(self.print())
    }
}

/// Changes an error to the style of this program: it begins with a lower-case letter and has no full stop. The first
/// word stays as it is if it contains a capital letter or a sign, because it can be a name.
pub(crate) fn styled(words: &str) -> String {
    let first = words.split(' ').next().unwrap_or_default();
    let is_name = |letter: char| !letter.is_lowercase() && !['’', '\''].contains(&letter);
    let words = words.strip_suffix('.').unwrap_or(words);
    match first.chars().next() {
        Some(letter) if !first.chars().skip(1).any(is_name) => {
            letter.to_lowercase().chain(words.chars().skip(1)).collect()
        }
        _ => words.to_owned(),
    }
}

/// Prints help, the version, or the error of a command line. Returns the exit status.
pub fn report_usage(error: &clap::Error) -> u8 {
    match error.print().and_then(|()| io::stdout().flush()) {
        Err(failed) if !error.use_stderr() => Failure::io("standard output", &failed).print(),
        _ => u8::try_from(error.exit_code()).unwrap_or(2),
    }
}

/// Writes a line to standard error. A failure is ignored, because the reader may be gone.
pub(crate) fn print_line(words: std::fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{}", printable_lines(&words.to_string()));
}
