//! What has happened in the deal in view: whoever comes back reads what was done meanwhile, and by whom. Nothing is kept but
//! entries of the log; what a viewer saw at each of them is worked out anew, from that viewer's positions alone.

use game::{Seat, SeatSet, Viewer};
use protocol::{Margin, PastStep, Stage};
use store::SessionId;
use table::{Entry, Heard, Json, Phase, Why};

use super::frames::event;
use super::watch::watcher_in;
use super::{Croupier, ENGINE};
use crate::fault::Fault;

/// So many steps are told at most, the latest. A deal of several seats has fewer; a solitaire can be longer.
const MOST_STEPS: usize = 500;
/// So many entries are kept at most: who takes back and does again for hours costs no more than who plays.
const MOST_LINES: usize = 3 * MOST_STEPS;

/// What somebody is told of a deal.
pub(super) type Told = protocol::Course<Json>;

/// What has happened since the deal in view was dealt.
#[derive(Default)]
pub(super) struct Course {
    /// What stands of the steps that are not told any more.
    before: Vec<Entry>,
    /// How many steps those were.
    first: u32,
    lines: Vec<Line>,
    /// Seats for whose players bots act.
    stand_ins: SeatSet,
    /// Those of them whose clock has run out.
    timed_out: SeatSet,
}

struct Line {
    entry: Entry,
    by: By,
    margin: Option<Margin>,
}

/// By whom something was done, if not by the seat's player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct By {
    /// A bot did it in the place of the seat's player.
    pub(crate) bot: bool,
    /// The seat's clock had run out.
    pub(crate) time_up: bool,
}

impl Course {
    /// Notes what is about to be done. `player` is the seat whose player does it. Returns who does it instead.
    pub(super) fn note(&mut self, entry: &Entry, margin: Option<Margin>, player: Option<Seat>) -> By {
        let by = match entry {
            // Who is slow may still be faster than the bot that was called.
            Entry::Act { seat, .. } if player.is_none() => {
                By { bot: self.stand_ins.has(*seat), time_up: self.timed_out.has(*seat) }
            }
            Entry::TookOver { why, .. } => By { bot: false, time_up: *why == Why::Clock },
            _ => By::default(),
        };
        match entry {
            Entry::Next => {
                self.before.clear();
                self.first = 0;
                self.lines.clear();
            }
            // Nothing that the log tells.
            Entry::Assisted | Entry::Advised { .. } => return By::default(),
            _ => {}
        }
        if let Entry::TookOver { seat, why, .. } = entry {
            let own = SeatSet::only(*seat);
            let (stands_in, timed_out) = (stand_in(entry).is_some(), stand_in(entry).is_some() && *why == Why::Clock);
            self.stand_ins = if stands_in { self.stand_ins | own } else { self.stand_ins - own };
            self.timed_out = if timed_out { self.timed_out | own } else { self.timed_out - own };
        }
        if *entry != Entry::Next {
            self.lines.push(Line { entry: entry.clone(), by, margin });
        }
        if self.lines.len() > MOST_LINES {
            self.fold();
        }
        by
    }

    /// Keeps of the oldest entries what the others rest on. What was seen of the stock and taken back again is told as not
    /// seen, once it is so long ago.
    fn fold(&mut self) {
        let old = self.lines.len() - MOST_STEPS;
        self.first += old as u32;
        for Line { entry, .. } in self.lines.drain(..old) {
            match entry {
                Entry::Undo { n } => self.before.truncate(self.before.len() - n as usize),
                Entry::PlayOn { kept } => self.before.truncate(kept as usize),
                Entry::Act { .. } | Entry::GiveUp => self.before.push(entry),
                Entry::Next | Entry::Assisted | Entry::Advised { .. } | Entry::TookOver { .. } => {}
            }
        }
    }

    /// Whether nobody has done anything in the deal.
    pub(super) fn is_untouched(&self) -> bool {
        self.before.is_empty() && self.lines.iter().all(|line| matches!(line.entry, Entry::TookOver { .. }))
    }

    /// How many steps lie behind us.
    pub(super) fn past(&self) -> u32 {
        self.first + self.lines.len() as u32
    }
}

/// The level of the bot that acts for the seat's player from here.
fn stand_in(entry: &Entry) -> Option<&str> {
    match entry {
        Entry::TookOver { bot: Some(level), why: Why::Away | Why::Clock, .. } if level != ENGINE => Some(level),
        _ => None,
    }
}

/// How it is told that somebody else plays a seat.
pub(super) fn took_over(entry: &Entry) -> Option<Heard> {
    let Entry::TookOver { seat, why, .. } = entry else { return None };
    let words = match (stand_in(entry), why) {
        (Some(level), _) => format!("bot {level}"),
        (None, Why::Left) => "left".to_owned(),
        (None, Why::Removed) => "removed".to_owned(),
        (None, Why::Joined) => "joined".to_owned(),
        (None, Why::Away | Why::Clock) => "back".to_owned(),
    };
    Some(Heard { seat: Some(*seat), full: words.clone(), public: words })
}

/// For each action of a deal whether a bot did it in the place of the seat's player, and why, from the log of a table of
/// several seats.
pub(crate) fn by_bots(events: &[store::Event], deal: u32) -> Vec<By> {
    let mut course = Course::default();
    let (mut at, mut done) = (0, Vec::new());
    for event in events {
        let Ok(entry) = serde_json::from_str(&event.entry) else { continue };
        let by = course.note(&entry, None, event.seat.map(Seat::new));
        at += u32::from(entry == Entry::Next);
        if matches!(entry, Entry::Act { .. }) && at == deal {
            done.push(by);
        }
    }
    done
}

impl Croupier {
    /// The number of the deal in view.
    pub(super) fn deal_in_view(&self) -> u32 {
        self.table.position(Viewer::Public).deal
    }

    /// What has happened in the deal that somebody sees, as far as it may know it: JSON of a [`protocol::Course`].
    pub(super) fn course_for(&self, session: SessionId) -> Result<String, Fault> {
        let viewer = self.viewer_of(session).ok_or_else(|| self.shut_out(session))?;
        if self.stage() == Stage::Gathering {
            return Err(Fault::UnknownDeal);
        }
        let course = match viewer {
            Viewer::Seat(_) => self.course_seen_as(&|_| viewer),
            Viewer::Public | Viewer::All if self.is_delayed() => self.watched().ok_or(Fault::UnknownDeal)?,
            Viewer::Public | Viewer::All => self.course_seen_as(&watcher_in),
        };
        Ok(serde_json::to_string(&course).expect("text, numbers and lists"))
    }

    /// The deal in view from its beginning, or the latest steps of it.
    pub(super) fn course_seen_as(&self, seen_as: &dyn Fn(Phase) -> Viewer) -> Told {
        let Course { before, first, lines, .. } = &self.course;
        let (untold, told) = lines.split_at(lines.len().saturating_sub(MOST_STEPS - 1));
        let mut before = before.iter().chain(untold.iter().map(|line| &line.entry));
        let mut passages =
            self.table.retrace(&mut before, &mut told.iter().map(|line| &line.entry), seen_as).into_iter();
        let start = passages.next().expect("a deal begins somewhere");
        let mut steps = vec![PastStep { since: Vec::new(), view: start.view }];
        for (mut passage, Line { entry, by, margin }) in passages.zip(told) {
            passage.heard.extend(took_over(entry));
            let since = passage.heard.iter().map(|heard| event(heard, passage.viewer, *margin, *by)).collect();
            steps.push(PastStep { since, view: passage.view });
        }
        Told { deal: self.deal_in_view(), first: first + untold.len() as u32, steps }
    }
}
