//! Advice to a seat from what it sees, and after a deal what its decisions cost. Only the asking seat's own views go in, and
//! only who asked hears the answer. The thinking is done away from the async threads.
//!
//! A solitaire is analysed with all its cards known. If it can still be played on then, the match counts as assisted first.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use catalog::{CatalogError, Judgement, Thought, costliest, total_cost};
use game::{Reason, Seat, Viewer};
use protocol::{Advised, Choice, Command, Judged, Message};
use store::{Pending, StoreError};
use table::{Decision, FaceUp, Phase};
use tokio::sync::mpsc::Sender;

use super::assist::verdict;
use super::{Croupier, GuestId, Note, not_stored, refusal};
use crate::work::{Asker, Busy, Cancel, CancelOnDrop, Place};

/// The longest that advice may take: a ceiling, far above what its simulations take.
const ADVISES_AT_MOST: Duration = Duration::from_secs(5);
/// The same of the analysis of a deal: what was judged by then is told.
const ANALYSES_AT_MOST: Duration = Duration::from_secs(60);
/// How often at most an analysis says how far it has come.
const STEPS_TOLD: usize = 40;

/// Who is being answered: one question a seat at a time.
#[derive(Default)]
pub(super) struct Advisers {
    asked: Vec<Asked>,
    next: u64,
}

struct Asked {
    id: u64,
    guest: GuestId,
    seat: Seat,
    cmd: String,
    about: About,
    /// Dropped when nobody wants the answer any more.
    _cancel: CancelOnDrop,
}

/// What is asked about.
#[derive(Clone, Copy)]
enum About {
    /// A decision of the seat, in this position.
    Decision { at: u32, position: u64 },
    /// A deal that is over.
    Deal,
}

/// What was found for a question; nothing if that failed.
pub(crate) struct Thoughts {
    id: u64,
    /// The seat that is marked as advised for this.
    marked: Option<Seat>,
    /// `Err` if the mark could not be stored.
    answer: Result<Option<Answer>, StoreError>,
}

enum Answer {
    Advice(Advised),
    /// Not the answer yet: an analysis has come so far.
    Analysing {
        done: usize,
        of: usize,
    },
    Analysis {
        deal: u32,
        decisions: Vec<Judged>,
        cost: f64,
        done: usize,
        of: usize,
    },
}

impl Advisers {
    /// Somebody has left: nobody waits for what it asked.
    pub(super) fn dismiss(&mut self, guest: GuestId) {
        self.asked.retain(|asked| asked.guest != guest);
    }
}

impl Croupier {
    /// Somebody on the seat asks for advice or for an analysis.
    pub(super) async fn advise(&mut self, guest: GuestId, seat: Seat, command: Command) {
        let cmd = command.cmd().expect("a command that is answered has a name").to_owned();
        let done = match command {
            Command::Advise { .. } => self.ask_adviser(guest, seat, &cmd),
            Command::Analyse { deal, .. } => self.ask_analyst(guest, seat, &cmd, deal).await,
            _ => unreachable!("no question to an adviser"),
        };
        if let Err(refusal) = done {
            self.say(guest, &Message::Refused { cmd, refusal });
        }
    }

    fn ask_adviser(&mut self, guest: GuestId, seat: Seat, cmd: &str) -> Result<(), protocol::Refusal> {
        if !self.settings.advice {
            return Err(refused("advice_is_off", "This table has no advice."));
        }
        self.one_at_a_time(seat)?;
        if self.table.question(seat).is_none() {
            return Err(match self.table.phase() {
                Phase::Over => refused("match_over", "The match is over."),
                Phase::Deal | Phase::Between => refused("not_your_turn", "There is nothing for you to decide now."),
            });
        }
        let place = self.house.work.advice.place(self.asker(guest)).map_err(too_many)?;
        // The disk was full a moment ago.
        if self.told_full {
            return Err(not_stored(&StoreError::Full));
        }
        // Stored before the answer is given, for good.
        let mut stored = None;
        if !self.table.advised().has(seat) {
            let marked = self.table.check_advised(seat).map_err(refusal)?;
            stored = Some((seat, self.mark_advised(marked, seat)));
        }
        let decision = self.table.decision(seat).expect("being advised changes nothing");
        let game = self.table.setup().game;
        let about = About::Decision { at: decision.question.at, position: self.position };
        let asked = (guest, seat, cmd, about);
        self.consult(asked, (place, stored), ADVISES_AT_MOST, move |_, cancel| {
            let advice = catalog::advise(game, &decision, Thought::USUAL, cancel).ok()?;
            Some(Answer::Advice(told(advice)))
        });
        Ok(())
    }

    async fn ask_analyst(&mut self, guest: GuestId, seat: Seat, cmd: &str, deal: u32) -> Result<(), protocol::Refusal> {
        self.one_at_a_time(seat)?;
        let decisions = self.table.decisions(deal, seat).map_err(refusal)?;
        let place = self.house.work.analyses.place(self.asker(guest)).map_err(too_many)?;
        let game = self.table.setup().game;
        let face_up = self.table.face_up();
        // A lost solitaire can be played on with what the analysis tells.
        if face_up.is_some() && !self.table.assisted() && self.table.position(Viewer::Seat(seat)).undo > 0 {
            let marked = self.table.check_assisted().map_err(refusal)?;
            self.commit(marked, Some(seat), None).await.map_err(|error| not_stored(&error))?;
        }
        let asked = (guest, seat, cmd, About::Deal);
        self.consult(asked, (place, None), ANALYSES_AT_MOST, move |progress, cancel| {
            analysed(game, deal, &decisions, face_up, progress, cancel).ok()
        });
        Ok(())
    }

    /// Whose work it is.
    pub(super) fn asker(&self, guest: GuestId) -> Asker {
        let session = self.guests.iter().find(|other| other.id == guest).map(|guest| guest.session);
        Asker::Guest(session.expect("who asks is here"))
    }

    fn one_at_a_time(&self, seat: Seat) -> Result<(), protocol::Refusal> {
        if self.advisers.asked.iter().any(|asked| asked.seat == seat) {
            return Err(refused("busy", "One question at a time: the last one is still being worked out."));
        }
        Ok(())
    }

    fn consult(
        &mut self,
        (guest, seat, cmd, about): (GuestId, Seat, &str, About),
        (place, stored): (Place, Option<(Seat, Pending<()>)>),
        ceiling: Duration,
        work: impl FnOnce(&Progress, &AtomicBool) -> Option<Answer> + Send + 'static,
    ) {
        let Some(mailbox) = self.mailbox.upgrade() else { return };
        let id = self.advisers.next;
        self.advisers.next += 1;
        let cancel = Cancel::default();
        let ends = CancelOnDrop(cancel.clone());
        self.advisers.asked.push(Asked { id, guest, seat, cmd: cmd.to_owned(), about, _cancel: ends });
        let progress = Progress { id, mailbox: mailbox.clone() };
        let work = move |cancel: &AtomicBool| work(&progress, cancel);
        tokio::spawn(async move {
            let marked = stored.as_ref().map(|(seat, _)| *seat);
            let noted = match stored {
                Some((_, stored)) => stored.await,
                None => Ok(()),
            };
            let answer = match noted {
                Ok(()) => Ok(place.run(&cancel, ceiling, work).await.flatten()),
                Err(error) => Err(error),
            };
            // If the croupier has gone, nobody waits.
            let _ = mailbox.send(Box::new(Note::Thoughts(Thoughts { id, marked, answer }))).await;
        });
    }

    /// Something was stored: whoever asked about a decision that is over is told so, and the adviser may stop.
    pub(super) fn stop_advisers(&mut self) {
        let mut over = Vec::new();
        let (table, now) = (&self.table, self.position);
        self.advisers.asked.retain(|asked| {
            let still = match asked.about {
                About::Deal => true,
                // Who need not act is asked about the position as it was.
                About::Decision { at, position } => {
                    table.phase() == Phase::Deal
                        && table.at(asked.seat) == at
                        && (table.must().has(asked.seat) || position == now)
                }
            };
            if !still {
                over.push((asked.guest, asked.cmd.clone()));
            }
            still
        });
        for (guest, cmd) in over {
            let refusal = refused("stale", "The table has changed: that decision is over.");
            self.say(guest, &Message::Refused { cmd, refusal });
        }
    }

    /// An adviser has thought: who asked is told, and nobody else.
    pub(super) fn take_thoughts(&mut self, thoughts: Thoughts) {
        let Thoughts { id, marked, answer } = thoughts;
        if let Err(error) = &answer {
            tracing::error!(table = self.id, %error, "an advice could not be noted: the table is loaded again");
            self.astray = true;
        } else if let Some(seat) = marked {
            self.send_seat(seat);
        }
        let Some(place) = self.advisers.asked.iter().position(|asked| asked.id == id) else { return };
        if let Ok(Some(Answer::Analysing { done, of })) = answer {
            let Asked { guest, cmd, .. } = &self.advisers.asked[place];
            let message = Message::Analysing { cmd: cmd.clone(), done: done as u32, of: of as u32 };
            self.say(*guest, &message);
            return;
        }
        let Asked { guest, cmd, .. } = self.advisers.asked.swap_remove(place);
        let message = match answer {
            Err(error) => Message::Refused { cmd, refusal: not_stored(&error) },
            Ok(Some(Answer::Advice(advice))) => Message::Advised { cmd, advice },
            Ok(Some(Answer::Analysis { deal, decisions, cost, done, of })) => {
                Message::Analysis { cmd, deal, decisions, cost, done: done as u32, of: of as u32 }
            }
            Ok(Some(Answer::Analysing { .. }) | None) => {
                tracing::error!(table = self.id, "an adviser failed");
                Message::Refused { cmd, refusal: refused("no_advice", "No advice found. Ask again.") }
            }
        };
        self.say(guest, &message);
    }
}

/// Where a thread that analyses says how far it has come.
struct Progress {
    id: u64,
    mailbox: Sender<Box<Note>>,
}

impl Progress {
    /// One decision more of so many was looked at.
    fn tell(&self, done: usize, of: usize) {
        let step = |done: usize| done * STEPS_TOLD / of.max(1);
        if done < of && step(done) != step(done.saturating_sub(1)) {
            let answer = Ok(Some(Answer::Analysing { done, of }));
            // Where the mailbox is full there is no room for it, and the next will do.
            let _ = self.mailbox.try_send(Box::new(Note::Thoughts(Thoughts { id: self.id, marked: None, answer })));
        }
    }
}

/// What the decisions of a deal cost, as far as they were judged before the ceiling.
fn analysed(
    game: &str,
    deal: u32,
    decisions: &[Decision],
    face_up: Option<FaceUp>,
    progress: &Progress,
    cancel: &AtomicBool,
) -> Result<Answer, CatalogError> {
    let of = decisions.len();
    let mut done = 0;
    let mut found: Vec<(usize, Judgement)> = Vec::new();
    if let Some(face_up) = face_up {
        let mut told = 0;
        let mut known = |positions: usize| {
            // It jumps: all that lies before a won position is known, too.
            (told + 1..=positions).for_each(|done| progress.tell(done, of + 1));
            told = positions;
        };
        found = catalog::judge_solitaire(face_up, decisions, &mut known, cancel)?;
        done = if cancel.load(Ordering::Relaxed) { told.min(of) } else { of };
    } else {
        for (index, decision) in decisions.iter().enumerate() {
            let judged = catalog::judge(game, decision, Thought::USUAL, cancel)?;
            if cancel.load(Ordering::Relaxed) {
                break;
            }
            done += 1;
            progress.tell(done, of);
            found.extend(judged.filter(Judgement::is_news).map(|judgement| (index, judgement)));
        }
    }
    let dear = costliest(&found.iter().map(|(_, judgement)| judgement).collect::<Vec<_>>());
    let cost = total_cost(found.iter().map(|(_, judgement)| judgement.cost.points));
    let judged = |(place, (index, found)): (usize, (usize, Judgement))| Judged {
        line: decisions[index].line as u32,
        view: found.view,
        done: choice(found.done),
        cost: found.cost.points,
        error: found.cost.error,
        costliest: dear.contains(&place),
        outlook: found.outlook.map(verdict),
        advice: told(found.advice),
        legal: found.legal,
    };
    let decisions = found.into_iter().enumerate().map(judged).collect();
    Ok(Answer::Analysis { deal, decisions, cost, done, of })
}

fn told(advice: catalog::Advice) -> Advised {
    Advised {
        choices: advice.choices.into_iter().map(choice).collect(),
        reasons: advice.reasons.into_iter().map(reason).collect(),
    }
}

fn choice(choice: catalog::Choice) -> Choice {
    let expected = choice.expected;
    Choice {
        legal: choice.action.map(|_| choice.legal),
        words: choice.words,
        points: expected.map(|expected| expected.points),
        error: expected.and_then(|expected| expected.error),
        equal: expected.is_some_and(|expected| expected.equal),
        rash: choice.rash,
        outlook: choice.outlook.map(verdict),
    }
}

fn reason(reason: Reason) -> protocol::Reason {
    let Reason { key, n, card, words } = reason;
    protocol::Reason { key: key.to_owned(), n, card, words }
}

fn refused(key: &str, words: &str) -> protocol::Refusal {
    protocol::Refusal { key: key.to_owned(), rule: None, words: words.to_owned() }
}

/// A guest with too many questions at all its tables.
pub(super) fn too_many(Busy: Busy) -> protocol::Refusal {
    refused("busy", "You have asked for a lot at once. Wait until the first answers are there.")
}
