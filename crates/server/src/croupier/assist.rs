//! Help for the player of a one-seat table: whether the position can be won, the next action of a solution, the solution
//! step by step, where the deal was lost. The one place that reads a deal face up; it answers the seat's own guests, at a
//! table where help is on, and never before it is stored that the match counts as assisted.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use catalog::{CatalogError, Forecast, Outlook, TurningPoint};
use game::{Seat, Viewer};
use protocol::{Command, Message, Verdict};
use table::{Accepted, AnyTable, Entry, Phase, Refused};

use super::advice::too_many;
use super::{Croupier, GuestId, Note, not_stored, refusal};
use crate::work::{Cancel, CancelOnDrop};

/// The longest that the solver may take: a ceiling, far above what its budget of positions takes.
const SOLVES_AT_MOST: Duration = Duration::from_secs(10);
/// Questions that may wait for the solver; a page asks one at a time.
const MOST_WAITING: usize = 16;

/// What help is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Want {
    Verdict,
    Hint,
    Demo { step: u32 },
    TurningPoint,
}

impl Want {
    pub(super) fn of(command: &Command) -> Option<Want> {
        match command {
            Command::Verdict { .. } => Some(Want::Verdict),
            Command::Hint { .. } => Some(Want::Hint),
            Command::Demo { step, .. } => Some(Want::Demo { step: *step }),
            Command::TurningPoint { .. } => Some(Want::TurningPoint),
            _ => None,
        }
    }
}

/// What is known, and who waits to know it.
#[derive(Default)]
pub(super) struct Assists {
    /// Of the position after so many events.
    forecast: Option<(u64, Known)>,
    turning_point: Option<(u64, TurningPoint)>,
    waiting: Vec<Waiting>,
    /// The solver is at work for this table: it does one thing at a time. Dropping this tells it to stop.
    solving: Option<Solving>,
    next: u64,
    demo: Option<Demo>,
}

struct Solving {
    id: u64,
    /// For whom it was asked first.
    guest: GuestId,
    _cancel: CancelOnDrop,
}

struct Known {
    outlook: Outlook,
    line: VecDeque<String>,
}

struct Waiting {
    guest: GuestId,
    seat: Seat,
    cmd: String,
    want: Want,
}

/// A solution that is being shown, on a table of its own.
struct Demo {
    /// The position that it begins from.
    log: u64,
    table: Box<dyn AnyTable>,
    line: Vec<String>,
    step: usize,
}

/// What the solver has found for the position after so many events; `None` if it failed.
pub(crate) struct Found {
    id: u64,
    log: u64,
    answer: Option<Answer>,
}

enum Answer {
    Forecast(Forecast),
    TurningPoint(TurningPoint),
}

impl Assists {
    /// Somebody has left: nobody waits for what it asked. Others ask again.
    pub(super) fn dismiss(&mut self, guest: GuestId) {
        self.waiting.retain(|waiting| waiting.guest != guest);
        self.solving.take_if(|solving| solving.guest == guest);
    }

    /// Something was stored, and `log` events are now: what was known is kept where it still holds.
    pub(super) fn follow(&mut self, log: u64, entry: &Entry) {
        // It works on a position that is over.
        self.solving = None;
        if let Some((of, known)) = &mut self.forecast {
            let holds = match entry {
                // A solution is followed, so that hints lead to its end and never in a circle.
                Entry::Act { action, .. } if known.line.front() == Some(action) => {
                    known.line.pop_front();
                    true
                }
                // What is lost stays lost.
                Entry::Act { .. } => known.outlook == Outlook::Lost,
                Entry::Assisted => true,
                _ => false,
            };
            if *of + 1 == log && holds { *of = log } else { self.forecast = None }
        }
        match (&mut self.turning_point, entry) {
            (Some((of, _)), Entry::Assisted) if *of + 1 == log => *of = log,
            (known, _) => *known = None,
        }
    }
}

impl Croupier {
    /// Whether the table helps: it was opened so, or its player asked for it later.
    pub(super) fn helps(&self) -> bool {
        self.settings.assist || self.table.assisted()
    }

    pub(super) fn check_help(&self) -> Result<Accepted, Refused> {
        self.can_be_solved()?;
        self.table.check_assisted()
    }

    pub(super) fn check_play_on(&self, kept: u32) -> Result<Accepted, Refused> {
        self.can_be_solved()?;
        self.helping()?;
        self.table.check_play_on(kept)
    }

    fn can_be_solved(&self) -> Result<(), Refused> {
        match catalog::entry(self.table.setup().game) {
            Ok(entry) if entry.solved => Ok(()),
            _ => Err(refused("not_solved", "This game has no help.")),
        }
    }

    fn helping(&self) -> Result<(), Refused> {
        if self.helps() {
            Ok(())
        } else {
            Err(refused(
                "help_is_off",
                "Help is off at this table. Turn it on first; the game then counts as assisted.",
            ))
        }
    }

    /// Somebody on the seat asks for help.
    pub(super) async fn help(&mut self, guest: GuestId, seat: Seat, cmd: String, want: Want) {
        if let Err(refused) = self.may_be_helped(want) {
            self.say(guest, &Message::Refused { cmd, refusal: refusal(refused) });
            return;
        }
        if !self.table.assisted() && self.table.phase() == Phase::Deal {
            let marked = self.table.check_assisted().expect("a table of one seat");
            if let Err(error) = self.commit(marked, Some(seat), None).await {
                self.say(guest, &Message::Refused { cmd, refusal: not_stored(&error) });
                return;
            }
        }
        self.assists.waiting.push(Waiting { guest, seat, cmd, want });
        self.serve_waiting();
    }

    fn may_be_helped(&self, want: Want) -> Result<(), Refused> {
        self.can_be_solved()?;
        self.helping()?;
        let won = self.table.phase() == Phase::Over && self.winner();
        match want {
            Want::TurningPoint if won => Err(refused("was_won", "This deal was won.")),
            Want::TurningPoint => Ok(()),
            _ if self.table.phase() != Phase::Deal => Err(refused("match_over", "The match is over.")),
            _ => Ok(()),
        }?;
        if self.assists.waiting.len() >= MOST_WAITING {
            return Err(refused("busy", "One question at a time: the last one is still being worked out."));
        }
        Ok(())
    }

    fn winner(&self) -> bool {
        self.table.position(Viewer::Public).winners.is_some_and(|winners| !winners.is_empty())
    }

    /// Answers whom it can; for the first that it cannot, the solver is asked.
    pub(super) fn serve_waiting(&mut self) {
        let mut waiting = VecDeque::from(std::mem::take(&mut self.assists.waiting));
        while let Some(asked) = waiting.pop_front() {
            // Play may have gone on since.
            if let Err(refused) = self.may_be_helped(asked.want) {
                self.say(asked.guest, &Message::Refused { cmd: asked.cmd, refusal: refusal(refused) });
                continue;
            }
            match self.answer_to(&asked) {
                Some(message) => self.say(asked.guest, &message),
                None => match self.ask_solver(&asked) {
                    Ok(()) => self.assists.waiting.push(asked),
                    Err(refusal) => self.say(asked.guest, &Message::Refused { cmd: asked.cmd, refusal }),
                },
            }
        }
    }

    fn answer_to(&mut self, asked: &Waiting) -> Option<Message> {
        let cmd = asked.cmd.clone();
        if asked.want == Want::TurningPoint {
            let (_, found) = self.assists.turning_point.as_ref().filter(|(log, _)| *log == self.log)?;
            let deal = self.table.face_up()?;
            return Some(Message::TurningPoint {
                cmd,
                actions: deal.actions.len() as u32,
                winnable: found.winnable.map(|place| place as u32),
                lost: found.lost.map(|place| place as u32),
                action: found.winnable.and_then(|place| deal.actions.get(place)).cloned(),
            });
        }
        let (_, known) = self.assists.forecast.as_ref().filter(|(log, _)| *log == self.log)?;
        let verdict = verdict(known.outlook);
        match asked.want {
            Want::Demo { step } => Some(self.demo(cmd, asked.seat, verdict, step as usize)),
            Want::Hint => Some(Message::Advice { cmd, verdict, action: known.line.front().cloned() }),
            Want::Verdict | Want::TurningPoint => Some(Message::Advice { cmd, verdict, action: None }),
        }
    }

    /// The position after `step` actions of the solution, on a table beside this one.
    fn demo(&mut self, cmd: String, seat: Seat, verdict: Verdict, step: usize) -> Message {
        let log = self.log;
        let line: Vec<String> = match &self.assists.forecast {
            Some((_, known)) => known.line.iter().cloned().collect(),
            None => Vec::new(),
        };
        let of = line.len();
        let Some(deal) = self.table.face_up().filter(|_| verdict == Verdict::Winnable) else {
            return Message::Demo { cmd, verdict, step: 0, of: 0, frame: None };
        };
        let step = step.min(of);
        let shown = self.assists.demo.take().filter(|demo| demo.log == log && demo.line == line && demo.step <= step);
        let mut demo = shown.unwrap_or_else(|| {
            let setup = self.table.setup().clone();
            let mut table = catalog::open(setup).expect("this table was opened like that");
            for action in deal.actions {
                play(table.as_mut(), seat, &action);
            }
            Demo { log, table, line, step: 0 }
        });
        let mut heard = Vec::new();
        while demo.step < step {
            heard = play(demo.table.as_mut(), seat, &demo.line[demo.step]);
            demo.step += 1;
        }
        let mut frame = self.frame_of(demo.table.as_ref(), Viewer::Seat(seat), &heard);
        // It is only looked at.
        (frame.must, frame.legal, frame.undo, frame.redo) = (Vec::new(), Vec::new(), 0, 0);
        self.assists.demo = Some(demo);
        // Messages hold a view that can be looked into; a step of a demo is asked for seldom.
        let frame = serde_json::to_value(&frame).and_then(serde_json::from_value).expect("a frame can be read again");
        Message::Demo { cmd, verdict, step: step as u32, of: of as u32, frame: Some(frame) }
    }

    fn ask_solver(&mut self, asked: &Waiting) -> Result<(), protocol::Refusal> {
        let (Some(deal), Some(mailbox)) = (self.table.face_up(), self.mailbox.upgrade()) else { return Ok(()) };
        if self.assists.solving.is_some() {
            return Ok(());
        }
        let (want, guest) = (asked.want, asked.guest);
        // Finding the turning point can take memory: few do so at once.
        let pool = match want {
            Want::TurningPoint => &self.house.work.turning_points,
            Want::Verdict | Want::Hint | Want::Demo { .. } => &self.house.work.help,
        };
        let place = pool.place(self.asker(guest)).map_err(too_many)?;
        let cancel = Cancel::default();
        let id = self.assists.next;
        self.assists.next += 1;
        self.assists.solving = Some(Solving { id, guest, _cancel: CancelOnDrop(cancel.clone()) });
        let log = self.log;
        tokio::spawn(async move {
            let solve = move |cancel: &AtomicBool| -> Result<Answer, CatalogError> {
                match want {
                    Want::TurningPoint => catalog::turning_point(deal, &mut |_| {}, cancel).map(Answer::TurningPoint),
                    Want::Verdict | Want::Hint | Want::Demo { .. } => {
                        catalog::foresee(deal, cancel).map(Answer::Forecast)
                    }
                }
            };
            let answer = place.run(&cancel, SOLVES_AT_MOST, solve).await.and_then(Result::ok);
            // If the croupier has gone, nobody waits.
            let _ = mailbox.send(Box::new(Note::Found(Found { id, log, answer }))).await;
        });
        Ok(())
    }

    /// The solver has an answer. If play has gone on since, it is asked again for the position as it is.
    pub(super) fn take_found(&mut self, found: Found) {
        let Found { id, log, answer } = found;
        // Nobody wanted it any more.
        if self.assists.solving.take_if(|solving| solving.id == id).is_none() {
            return;
        }
        if log == self.log {
            if answer.is_none() {
                tracing::error!(table = self.id, "the solver failed");
            }
            match answer {
                Some(Answer::Forecast(Forecast { outlook, line })) => {
                    self.assists.forecast = Some((log, Known { outlook, line: line.into() }));
                }
                Some(Answer::TurningPoint(found)) => self.assists.turning_point = Some((log, found)),
                None => {
                    // It would fail again.
                    self.assists.forecast = Some((log, Known { outlook: Outlook::Unknown, line: VecDeque::new() }));
                    self.assists.turning_point =
                        Some((log, TurningPoint { winnable: None, lost: None, line: Vec::new() }));
                }
            }
        }
        self.serve_waiting();
    }
}

fn play(table: &mut dyn AnyTable, seat: Seat, action: &str) -> Vec<table::Heard> {
    let accepted = table.check(seat, None, action).expect("what was played, and a solution, is legal");
    table.apply(accepted)
}

pub(super) fn verdict(outlook: Outlook) -> Verdict {
    match outlook {
        Outlook::Winnable => Verdict::Winnable,
        Outlook::Lost => Verdict::Lost,
        Outlook::Unknown => Verdict::Unknown,
    }
}

fn refused(key: &str, words: &str) -> Refused {
    Refused { key: key.to_owned(), rule: None, words: words.to_owned() }
}
