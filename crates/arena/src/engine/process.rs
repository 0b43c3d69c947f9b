//! The process of an engine. This program exchanges lines with the process. If the process hangs, it cannot block reads
//! or writes of this program.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use protocol::{Dialogue, FromEngine, MAX_ENGINE_LINE, ToEngine};

/// The most batches of lines that may wait until an engine reads them.
const MOST_UNREAD: usize = 1024;
/// The most lines that may wait until this program reads them. An engine that sends more has to wait.
const MOST_UNHANDLED: usize = 64;
/// The time within which an engine must end by itself. After that it is killed.
const ENDS_WITHIN: Duration = Duration::from_secs(1);

pub(crate) struct Process {
    child: Child,
    /// The channel to the thread that writes to the process; `None` once the process must end.
    input: Option<SyncSender<String>>,
    output: Receiver<Option<FromEngine>>,
    /// The questions to the process. Each question to a process has a number of its own.
    pub(crate) dialogue: Dialogue,
    /// True if the process does not read its input.
    stalled: bool,
}

pub(crate) enum EngineOutput {
    Message(FromEngine),
    /// A line that is not a message.
    Unreadable,
    /// No line came before the deadline.
    Nothing,
    Ended(String),
}

impl Process {
    /// Starts a process. It inherits the standard error of this program.
    pub(crate) fn start(words: &[String]) -> io::Result<Process> {
        let mut child =
            Command::new(&words[0]).args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut stdin = child.stdin.take().expect("it was asked for");
        let stdout = child.stdout.take().expect("it was asked for");
        let (input, lines) = sync_channel::<String>(MOST_UNREAD);
        thread::spawn(move || {
            for line in lines {
                // Writing fails if the process has ended. The thread that reads its output reports the end.
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let (messages, output) = sync_channel(MOST_UNHANDLED);
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Ok(Some(line)) = next_line(&mut stdout) {
                let message = line.and_then(|line| FromEngine::read(std::str::from_utf8(&line).ok()?));
                if messages.send(message).is_err() {
                    break;
                }
            }
        });
        Ok(Process { child, input: Some(input), output, dialogue: Dialogue::default(), stalled: false })
    }

    /// Sends lines without waiting.
    pub(crate) fn send(&mut self, lines: String) {
        let input = self.input.as_ref().expect("it ends when it is dropped");
        if let Err(std::sync::mpsc::TrySendError::Full(_)) = input.try_send(lines) {
            self.stalled = true;
        }
    }

    pub(crate) fn receive(&mut self, deadline: Instant) -> EngineOutput {
        if self.stalled {
            return EngineOutput::Ended("did not read its input".to_owned());
        }
        match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Some(message)) => EngineOutput::Message(message),
            Ok(None) => EngineOutput::Unreadable,
            Err(RecvTimeoutError::Timeout) => EngineOutput::Nothing,
            Err(RecvTimeoutError::Disconnected) => EngineOutput::Ended(self.how_it_ended()),
        }
    }

    /// Returns in words why the process has closed its output.
    fn how_it_ended(&mut self) -> String {
        match wait(&mut self.child, ENDS_WITHIN) {
            Some(status) => format!("ended ({status})"),
            None => "closed its output".to_owned(),
        }
    }
}

impl Drop for Process {
    /// Closes the input to ask the process to end, and kills it if it does not end in time.
    fn drop(&mut self) {
        if let Some(input) = self.input.take() {
            let _ = input.try_send(ToEngine::Quit {}.line());
        }
        if wait(&mut self.child, ENDS_WITHIN).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn wait(child: &mut Child, within: Duration) -> Option<std::process::ExitStatus> {
    let deadline = Instant::now() + within;
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if Instant::now() >= deadline {
            return None;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Reads the next line without its end. Returns `Some(None)` for a line that is too long, which is skipped, and `None`
/// at the end of the input.
fn next_line(from: &mut impl BufRead) -> io::Result<Option<Option<Vec<u8>>>> {
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let part = from.fill_buf()?;
        if part.is_empty() {
            return Ok(None);
        }
        let end = part.iter().position(|byte| *byte == b'\n');
        let length = end.unwrap_or(part.len());
        too_long |= line.len() + length > MAX_ENGINE_LINE;
        if !too_long {
            line.extend_from_slice(&part[..length]);
        }
        from.consume(length + usize::from(end.is_some()));
        if end.is_some() {
            return Ok(Some((!too_long).then_some(line)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_out_whole_and_long_ones_not_at_all() {
        let long = "x".repeat(MAX_ENGINE_LINE + 1);
        let text = format!("one\n\n{long}\n{}\r\nunfinished", &long[1..]);
        let mut from = BufReader::with_capacity(7, text.as_bytes());
        let mut next = || next_line(&mut from).unwrap();
        assert_eq!(next(), Some(Some(b"one".to_vec())));
        assert_eq!(next(), Some(Some(Vec::new())));
        assert_eq!(next(), Some(None));
        assert_eq!(next(), Some(None), "the carriage return is one byte too many");
        assert_eq!(next(), None, "a line without its end is none");
    }
}
