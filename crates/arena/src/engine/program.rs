//! A command line and its processes.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use protocol::{FromEngine, ToEngine};

use super::conduct::SharedConduct;
use super::process::{EngineOutput, Process};
use crate::error::{SimulateError, usage};

/// The time limit for `ready`. It is long, because some engines load a network first.
const READY_WITHIN: Duration = Duration::from_secs(20);
/// The least time limit for a `pong`, whatever the engine's clock is. Even a busy machine answers within it.
const PONG_WITHIN: Duration = Duration::from_secs(2);

/// An engine: its command line, and its idle processes. A process plays one seat of one match at a time. So an engine
/// on several seats needs several processes.
pub struct Program {
    command: String,
    words: Vec<String>,
    /// The time limit for an answer.
    pub(crate) clock: Duration,
    idle: Mutex<Vec<Process>>,
    pub(crate) count: SharedConduct,
}

/// The prefix of an engine's name, as in `cmd:python3 mybot.py`.
const COMMAND: &str = "cmd:";

impl Program {
    /// Creates an engine if the name is `cmd:` and a command line. `clock` is its time limit for each answer. No
    /// process is started. The command line is split into words as a shell does it, but no shell runs it.
    ///
    /// # Errors
    /// If the command line is empty, or a quote is not closed.
    pub fn named(name: &str, clock: Duration) -> Option<Result<Program, SimulateError>> {
        let command = name.strip_prefix(COMMAND)?;
        let words = shlex::split(command).filter(|words| !words.is_empty()).ok_or_else(|| {
            usage(format_args!("{command:?} is no command line; an engine is named as in cmd:\"python3 mybot.py\""))
        });
        let (command, idle, count) = (command.to_owned(), Mutex::default(), SharedConduct::default());
        Some(words.map(|words| Program { command, words, clock, idle, count }))
    }

    /// Starts a process before the first match, to find a wrong command early. The process stays idle until a match
    /// needs it.
    ///
    /// # Errors
    /// If the process cannot be started, or does not answer `ready`.
    pub fn try_out(&self) -> Result<(), SimulateError> {
        self.start().map(|process| self.release(process))
    }

    /// Returns a process for a match: an idle one if it still answers, otherwise a new one.
    pub(crate) fn acquire(&self) -> Result<Process, SimulateError> {
        loop {
            let idle = self.idle().pop();
            match idle {
                Some(mut process) => {
                    match self.request(&mut process, &ToEngine::Ping {}, self.clock.max(PONG_WITHIN)) {
                        Ok(_) => return Ok(process),
                        Err(how) => self.count.ended(&how),
                    }
                }
                None => return self.start(),
            }
        }
    }

    /// Makes a process idle after its match.
    pub(crate) fn release(&self, process: Process) {
        self.idle().push(process);
    }

    fn start(&self) -> Result<Process, SimulateError> {
        let failed = |why: &dyn fmt::Display| usage(format_args!("the engine {:?} {why}", self.command));
        let mut process =
            Process::start(&self.words).map_err(|error| failed(&format_args!("could not be started: {error}")))?;
        let hello = ToEngine::Hello { protocol: protocol::ENGINE_PROTOCOL.to_owned() };
        let answer = self.request(&mut process, &hello, READY_WITHIN).map_err(|how| failed(&how))?;
        if let FromEngine::Ready { name } = answer {
            self.count.update(|conduct| conduct.name = name.chars().filter(|c| !c.is_control()).take(60).collect());
        }
        Ok(process)
    }

    fn request(&self, process: &mut Process, with: &ToEngine, within: Duration) -> Result<FromEngine, String> {
        let (expect, word) = match with {
            ToEngine::Ping {} => (FromEngine::Pong {}, "pong"),
            _ => (FromEngine::Ready { name: String::new() }, "ready"),
        };
        process.send(with.line());
        let deadline = Instant::now() + within;
        loop {
            match process.receive(deadline) {
                EngineOutput::Message(message)
                    if std::mem::discriminant(&message) == std::mem::discriminant(&expect) =>
                {
                    return Ok(message);
                }
                // The late answer to a question in the last match of this process.
                EngineOutput::Message(_) => {}
                EngineOutput::Unreadable => self.count.update(|conduct| conduct.unreadable += 1),
                EngineOutput::Nothing => return Err(format!("did not say {word:?} within {} s", within.as_secs_f32())),
                EngineOutput::Ended(how) => return Err(how),
            }
        }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Process>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("command", &self.command).field("clock", &self.clock).finish_non_exhaustive()
    }
}
