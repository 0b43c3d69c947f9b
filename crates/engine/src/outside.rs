//! An engine as a bot. It passes events on to the engine. If the engine does not answer, the rule player does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use catalog::CardGame;
use protocol::{Answer, FromEngine, Late, ToEngine};
use search::{Ask, Bot, RuleBot};
use serde::Serialize;
use serde_json::Value;

use crate::Program;
use crate::process::{EngineOutput, Process};

/// How often an engine is restarted in a match. After that the rule player plays on for it.
const STARTS_AGAIN: u32 = 3;
/// The interval at which cancellation is checked.
const LOOKS_EVERY: Duration = Duration::from_millis(50);

/// An engine on one seat, for one match. It must be told what happens, in order, before it is asked.
pub struct Outside<G: CardGame> {
    program: Arc<Program>,
    seed: u64,
    rule: Box<dyn Bot<G>>,
    process: Option<Process>,
    /// Whether the process knows the match and the deal, or will know them after `untold`.
    caught_up: bool,
    /// How often it may still be started.
    starts: u32,
    /// `new` and the last `deal`, for an engine that has to be started again.
    begun: Option<ToEngine>,
    dealt: Option<ToEngine>,
    /// Lines that are sent with the next question: a question comes with the events before it.
    untold: String,
}

impl<G: CardGame> Outside<G> {
    /// Takes the seat. The seed is for the random numbers of the engine and of the rule player. It reveals nothing
    /// about shuffles.
    pub fn new(program: Arc<Program>, seed: u64) -> Outside<G> {
        Outside {
            program,
            seed,
            rule: Box::new(RuleBot::new(seed)),
            process: None,
            caught_up: true,
            starts: 1 + STARTS_AGAIN,
            begun: None,
            dealt: None,
            untold: String::new(),
        }
    }

    /// The engine's answer, if it has one that counts. `None` inside is "not now".
    fn answer(&mut self, ask: &Ask<'_, G>) -> Option<Option<G::Action>> {
        self.be_there(ask.view)?;
        let mut texts: Vec<String> = ask.legal.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        let clock = self.program.clock();
        let process = self.process.as_mut().expect("it is there");
        let question = process.dialogue.ask(ask.must, texts, json(ask.view), clock);
        let mut lines = std::mem::take(&mut self.untold);
        lines.push_str(&question.line());
        process.tell(lines);
        match wait_for(process, Instant::now() + clock, ask.cancel, &self.program) {
            Heeded::Answer(Answer::Action { action, .. }) => {
                Some(Some(action.parse().unwrap_or_else(|_| unreachable!("it is one of the texts made from actions"))))
            }
            Heeded::Answer(Answer::NotNow) => Some(None),
            Heeded::Answer(Answer::Illegal { complaint, .. }) => {
                self.program.count.note(|conduct| conduct.illegal += 1);
                self.later(&complaint);
                None
            }
            Heeded::Answer(Answer::Old | Answer::Unknown(_)) | Heeded::NotWanted => None,
            Heeded::Late(Late { complaint, hangs, in_a_row, .. }) => {
                self.program.count.note(|conduct| conduct.late += 1);
                self.later(&complaint);
                if hangs {
                    self.gone(&format!("was late {in_a_row} times in a row"));
                }
                None
            }
            Heeded::Ended(how) => {
                self.gone(&how);
                None
            }
        }
    }

    /// Ensures that there is a process that knows the events.
    fn be_there(&mut self, view: &G::View) -> Option<()> {
        if self.process.is_none() {
            if self.starts == 0 {
                return None;
            }
            self.starts -= 1;
            match self.program.take() {
                Ok(process) => self.process = Some(process),
                Err(error) => {
                    self.gone(&error.to_string());
                    return None;
                }
            }
        }
        if !self.caught_up {
            // What it has missed is in the view.
            let mut dealt = self.dealt.clone();
            if let Some(ToEngine::Deal { view: known, .. }) = &mut dealt {
                *known = json(view);
            }
            self.untold = self.begun.iter().chain(&dealt).map(ToEngine::line).collect();
            self.caught_up = true;
        }
        Some(())
    }

    fn gone(&mut self, how: &str) {
        self.program.count.ended(how);
        self.process = None;
        self.caught_up = false;
        self.untold.clear();
    }

    fn later(&mut self, message: &ToEngine) {
        if self.caught_up {
            self.untold.push_str(&message.line());
        }
    }
}

impl<G: CardGame> Bot<G> for Outside<G> {
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action> {
        let answer = self.answer(&ask);
        self.program.count.note(|conduct| {
            conduct.questions += 1;
            conduct.replaced += u64::from(answer.is_none());
        });
        answer.unwrap_or_else(|| self.rule.decide(ask))
    }
}

impl<G: CardGame> Outside<G> {
    /// The seed of the engine's random numbers, as [`ToEngine::New`] has it.
    pub fn seed(&self) -> String {
        format!("{:016x}", self.seed)
    }

    /// Tells the engine something about the match, as its seat may know it.
    pub fn tell(&mut self, message: ToEngine) {
        self.later(&message);
        match message {
            ToEngine::New { .. } => self.begun = Some(message),
            ToEngine::Deal { .. } => self.dealt = Some(message),
            ToEngine::GameOver { .. } => {
                let lines = std::mem::take(&mut self.untold);
                if let Some(process) = &mut self.process {
                    process.tell(lines);
                }
            }
            _ => {}
        }
    }
}

impl<G: CardGame> Drop for Outside<G> {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            self.program.take_back(process);
        }
    }
}

/// What has come of waiting.
enum Heeded {
    Answer(Answer),
    Late(Late),
    Ended(String),
    NotWanted,
}

fn wait_for(process: &mut Process, deadline: Instant, cancel: &AtomicBool, program: &Program) -> Heeded {
    loop {
        let now = Instant::now();
        match process.hear(deadline.min(now + LOOKS_EVERY)) {
            EngineOutput::Said(FromEngine::Act { id, action }) => match process.dialogue.answer(id, &action) {
                // The answer to an earlier question comes late: that has been counted.
                Answer::Old => {}
                Answer::Unknown(_) => program.count.note(|conduct| conduct.unreadable += 1),
                answer => return Heeded::Answer(answer),
            },
            EngineOutput::Said(FromEngine::Pong {}) => {}
            EngineOutput::Said(_) | EngineOutput::Unreadable => program.count.note(|conduct| conduct.unreadable += 1),
            EngineOutput::Ended(how) => return Heeded::Ended(how),
            EngineOutput::Nothing => {}
        }
        if cancel.load(Ordering::Relaxed) {
            return Heeded::NotWanted;
        }
        if Instant::now() >= deadline
            && let Some(late) = process.dialogue.late()
        {
            return Heeded::Late(late);
        }
    }
}

fn json<T: Serialize>(view: &T) -> Value {
    serde_json::to_value(view).expect("views are text, numbers and lists")
}
