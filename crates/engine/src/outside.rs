//! An engine as a bot: what it hears is passed on, what it cannot answer the rule player does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use catalog::CardGame;
use game::Seat;
use protocol::{FromEngine, NOT_NOW, ToEngine};
use search::{Ask, Bot, RuleBot};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::process::{EngineOutput, Process};
use crate::{News, Program};

/// After this number of late answers in a row an engine counts as hanging: the process is ended and started again.
const LATE_AT_MOST: u32 = 3;
/// So often an engine is started again in a match; then the rule player plays on for it.
const STARTS_AGAIN: u32 = 3;
/// How often it is looked whether the answer is wanted at once.
const LOOKS_EVERY: Duration = Duration::from_millis(50);

/// An engine on one seat, for one match. It is to hear what happens, in order, before it is asked.
pub struct Outside<G: CardGame> {
    program: Arc<Program>,
    seed: u64,
    rule: Box<dyn Bot<G>>,
    process: Option<Process>,
    /// Whether the process knows the match and the deal, or will when it has read `untold`.
    caught_up: bool,
    /// How often it may still be started.
    starts: u32,
    /// Late answers in a row.
    late: u32,
    /// `new` and the last `deal`, for an engine that has to be started again.
    begun: Option<ToEngine>,
    dealt: Option<ToEngine>,
    /// Lines that go with the next question: a question comes with what happened before it, whoever took how long.
    untold: String,
}

impl<G: CardGame> Outside<G> {
    /// Sits down. The seed is for the engine's dice and the rule player's: it says nothing of a shuffle.
    pub fn new(program: Arc<Program>, seed: u64) -> Outside<G> {
        Outside {
            program,
            seed,
            rule: Box::new(RuleBot::new(seed)),
            process: None,
            caught_up: true,
            starts: 1 + STARTS_AGAIN,
            late: 0,
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
        if !ask.must {
            texts.push(NOT_NOW.to_owned());
        }
        let clock = self.program.clock();
        let process = self.process.as_mut().expect("it is there");
        let id = process.next_id();
        let question = ToEngine::Ask {
            id,
            must: ask.must,
            legal: texts,
            view: json(ask.view),
            clock_ms: u32::try_from(clock.as_millis()).unwrap_or(u32::MAX),
        };
        let mut lines = std::mem::take(&mut self.untold);
        lines.push_str(&question.line());
        process.tell(lines);
        match wait_for(process, id, Instant::now() + clock, ask.cancel, &self.program) {
            EngineAnswer::Act(text) => {
                self.late = 0;
                let answer = read::<G>(&text, ask);
                if answer.is_none() {
                    self.program.count.note(|conduct| conduct.illegal += 1);
                    let text: String = text.chars().take(40).collect();
                    self.complain(id, "illegal", format!("{text:?} is not among \"legal\". The house chose for you."));
                }
                answer
            }
            EngineAnswer::Late => {
                self.program.count.note(|conduct| conduct.late += 1);
                self.complain(
                    id,
                    "late",
                    format!("No answer within {} ms. The house chose for you.", clock.as_millis()),
                );
                self.late += 1;
                if self.late >= LATE_AT_MOST {
                    self.gone(&format!("was late {LATE_AT_MOST} times in a row"));
                }
                None
            }
            EngineAnswer::Ended(how) => {
                self.gone(&how);
                None
            }
            EngineAnswer::NotWanted => None,
        }
    }

    /// Makes sure of a process that knows what has happened.
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
        self.late = 0;
        self.untold.clear();
    }

    fn complain(&mut self, id: u64, key: &str, words: String) {
        self.later(&ToEngine::Error { id: Some(id), key: key.to_owned(), words });
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
    /// Something happened.
    pub fn hear(&mut self, news: News<'_, G>) {
        let message = match news {
            News::Match { rules, names, seat } => ToEngine::New {
                game: G::ID.to_owned(),
                rules: G::RULES_VERSION,
                options: object(rules),
                seats: names.len() as u8,
                names: names.to_vec(),
                seat: number(seat),
                seed: format!("{:016x}", self.seed),
            },
            News::Deal { number: deal, dealer, totals, view } => {
                ToEngine::Deal { deal: deal as u32, dealer: number(dealer), totals: totals.to_vec(), view: json(view) }
            }
            News::Shuffled => ToEngine::Event { seat: None, action: "shuffle".to_owned() },
            News::Acted { seat, action } => ToEngine::Event { seat: Some(number(seat)), action: action.to_owned() },
            News::Scored { number: deal, points, totals, view } => ToEngine::Score {
                deal: deal as u32,
                points: points.to_vec(),
                totals: totals.to_vec(),
                view: json(view),
            },
            News::Over { totals, winners } => ToEngine::GameOver {
                totals: totals.to_vec(),
                winners: winners.map(|seats| seats.iter().map(|seat| number(*seat)).collect()),
            },
        };
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

enum EngineAnswer {
    Act(String),
    Late,
    Ended(String),
    NotWanted,
}

fn wait_for(process: &mut Process, id: u64, deadline: Instant, cancel: &AtomicBool, program: &Program) -> EngineAnswer {
    loop {
        let now = Instant::now();
        match process.hear(deadline.min(now + LOOKS_EVERY)) {
            EngineOutput::Said(FromEngine::Act { id: of, action }) if of == id => return EngineAnswer::Act(action),
            // The answer to an earlier question comes late: that has been counted.
            EngineOutput::Said(FromEngine::Act { id: of, .. }) if of < id => {}
            EngineOutput::Said(FromEngine::Pong {}) => {}
            EngineOutput::Said(_) | EngineOutput::Unreadable => program.count.note(|conduct| conduct.unreadable += 1),
            EngineOutput::Ended(how) => return EngineAnswer::Ended(how),
            EngineOutput::Nothing => {}
        }
        if cancel.load(Ordering::Relaxed) {
            return EngineAnswer::NotWanted;
        }
        if Instant::now() >= deadline {
            return EngineAnswer::Late;
        }
    }
}

/// An answer that is legal.
fn read<G: CardGame>(text: &str, ask: &Ask<'_, G>) -> Option<Option<G::Action>> {
    if text == NOT_NOW {
        return (!ask.must).then_some(None);
    }
    let action: G::Action = text.parse().ok()?;
    ask.legal.binary_search(&action).is_ok().then_some(Some(action))
}

fn json<T: Serialize>(thing: &T) -> Value {
    serde_json::to_value(thing).expect("views and options are text, numbers and lists")
}

fn object<T: Serialize>(thing: &T) -> Map<String, Value> {
    match json(thing) {
        Value::Object(object) => object,
        _ => unreachable!("options are an object"),
    }
}

fn number(seat: Seat) -> u8 {
    seat.index() as u8
}
