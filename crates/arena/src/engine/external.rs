//! A bot that passes events on to an engine. If the engine does not answer, the rule player answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use catalog::CardGame;
use protocol::{Answer, FromEngine, Late, ToEngine};
use search::{Ask, Bot, RuleBot};
use serde::Serialize;
use serde_json::Value;

use super::Program;
use super::process::{EngineOutput, Process};

/// The most restarts of an engine in a match. If the last restart fails too, the rule player plays on for the engine.
const STARTS_AGAIN: u32 = 3;
const CANCEL_INTERVAL: Duration = Duration::from_millis(50);

/// An engine on one seat, for one match. It must get all events, in order, before it is asked for a decision.
pub struct ExternalEngine<G: CardGame> {
    program: Arc<Program>,
    seed: u64,
    rule: Box<dyn Bot<G>>,
    process: Option<Process>,
    /// True if the process knows the match and the deal, or will know them once `outbox` is sent.
    caught_up: bool,
    /// The number of starts that are left.
    starts: u32,
    /// The messages `new` and the last `deal`, which are sent again if the engine has to be restarted.
    begun: Option<ToEngine>,
    dealt: Option<ToEngine>,
    /// Lines that are sent with the next question.
    outbox: String,
}

impl<G: CardGame> ExternalEngine<G> {
    /// Creates the player. The engine and the rule player take their random numbers from the seed. The seed reveals
    /// nothing about shuffles.
    pub fn new(program: Arc<Program>, seed: u64) -> ExternalEngine<G> {
        ExternalEngine {
            program,
            seed,
            rule: Box::new(RuleBot::new(seed)),
            process: None,
            caught_up: true,
            starts: 1 + STARTS_AGAIN,
            begun: None,
            dealt: None,
            outbox: String::new(),
        }
    }

    /// Returns the engine's answer if it gives a valid one. An inner `None` means "not now".
    fn answer(&mut self, ask: &Ask<'_, G>) -> Option<Option<G::Action>> {
        self.ensure_running(ask.view)?;
        let mut texts: Vec<String> = ask.legal.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        let clock = self.program.clock;
        let process = self.process.as_mut().expect("it is running");
        let question = process.dialogue.ask(ask.must, texts, json(ask.view), clock);
        let mut lines = std::mem::take(&mut self.outbox);
        lines.push_str(&question.line());
        process.send(lines);
        match wait_for(process, Instant::now() + clock, ask.cancel, &self.program) {
            WaitOutcome::Answer(Answer::Action { action, .. }) => {
                Some(Some(action.parse().unwrap_or_else(|_| unreachable!("it is one of the texts made from actions"))))
            }
            WaitOutcome::Answer(Answer::NotNow) => Some(None),
            WaitOutcome::Answer(Answer::Illegal { complaint, .. }) => {
                self.program.count.update(|conduct| conduct.illegal += 1);
                self.queue(&complaint);
                None
            }
            WaitOutcome::Answer(Answer::Old | Answer::Unknown(_)) | WaitOutcome::NotWanted => None,
            WaitOutcome::Late(Late { complaint, hangs, in_a_row, .. }) => {
                self.program.count.update(|conduct| conduct.late += 1);
                self.queue(&complaint);
                if hangs {
                    self.on_exit(&format!("was late {in_a_row} times in a row"));
                }
                None
            }
            WaitOutcome::Ended(how) => {
                self.on_exit(&how);
                None
            }
        }
    }

    /// Ensures that a process runs and has received all events, or will receive them with the next question.
    fn ensure_running(&mut self, view: &G::View) -> Option<()> {
        if self.process.is_none() {
            if self.starts == 0 {
                return None;
            }
            self.starts -= 1;
            match self.program.acquire() {
                Ok(process) => self.process = Some(process),
                Err(error) => {
                    self.on_exit(&error.to_string());
                    return None;
                }
            }
        }
        if !self.caught_up {
            // The view contains all events that the new process has missed.
            let mut dealt = self.dealt.clone();
            if let Some(ToEngine::Deal { view: known, .. }) = &mut dealt {
                *known = json(view);
            }
            self.outbox = self.begun.iter().chain(&dealt).map(ToEngine::line).collect();
            self.caught_up = true;
        }
        Some(())
    }

    /// Counts the end of the process and discards the process.
    fn on_exit(&mut self, how: &str) {
        self.program.count.ended(how);
        self.process = None;
        self.caught_up = false;
        self.outbox.clear();
    }

    fn queue(&mut self, message: &ToEngine) {
        if self.caught_up {
            self.outbox.push_str(&message.line());
        }
    }
}

impl<G: CardGame> Bot<G> for ExternalEngine<G> {
    fn decide(&mut self, ask: Ask<'_, G>) -> Option<G::Action> {
        let answer = self.answer(&ask);
        self.program.count.update(|conduct| {
            conduct.questions += 1;
            conduct.replaced += u64::from(answer.is_none());
        });
        answer.unwrap_or_else(|| self.rule.decide(ask))
    }
}

impl<G: CardGame> ExternalEngine<G> {
    /// Returns the seed of the engine's random numbers, as in [`ToEngine::New`].
    pub fn seed(&self) -> String {
        format!("{:016x}", self.seed)
    }

    /// Adds an event to the lines that are sent with the next question. The event contains only what the engine's seat
    /// may know.
    pub fn send(&mut self, message: ToEngine) {
        self.queue(&message);
        match message {
            ToEngine::New { .. } => self.begun = Some(message),
            ToEngine::Deal { .. } => self.dealt = Some(message),
            ToEngine::GameOver { .. } => {
                let lines = std::mem::take(&mut self.outbox);
                if let Some(process) = &mut self.process {
                    process.send(lines);
                }
            }
            _ => {}
        }
    }
}

impl<G: CardGame> Drop for ExternalEngine<G> {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            self.program.release(process);
        }
    }
}

enum WaitOutcome {
    Answer(Answer),
    Late(Late),
    Ended(String),
    NotWanted,
}

fn wait_for(process: &mut Process, deadline: Instant, cancel: &AtomicBool, program: &Program) -> WaitOutcome {
    loop {
        let now = Instant::now();
        match process.receive(deadline.min(now + CANCEL_INTERVAL)) {
            EngineOutput::Message(FromEngine::Act { id, action }) => match process.dialogue.answer(id, &action) {
                // The answer to an earlier question, which has already been counted as late.
                Answer::Old => {}
                Answer::Unknown(_) => program.count.update(|conduct| conduct.unreadable += 1),
                answer => return WaitOutcome::Answer(answer),
            },
            EngineOutput::Message(FromEngine::Pong {}) => {}
            EngineOutput::Message(_) | EngineOutput::Unreadable => {
                program.count.update(|conduct| conduct.unreadable += 1)
            }
            EngineOutput::Ended(how) => return WaitOutcome::Ended(how),
            EngineOutput::Nothing => {}
        }
        if cancel.load(Ordering::Relaxed) {
            return WaitOutcome::NotWanted;
        }
        if Instant::now() >= deadline
            && let Some(late) = process.dialogue.late()
        {
            return WaitOutcome::Late(late);
        }
    }
}

fn json<T: Serialize>(view: &T) -> Value {
    serde_json::to_value(view).expect("views are text, numbers and lists")
}
