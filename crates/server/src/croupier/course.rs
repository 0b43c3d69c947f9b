//! What has happened in the deal in view: whoever comes back reads what was done meanwhile, and by whom. Nothing is kept but
//! the entries of the log; what a viewer saw at each of them is worked out anew, from that viewer's positions alone.

use game::{SeatSet, Viewer};
use protocol::{Margin, PastStep, Stage};
use store::SessionId;
use table::{Entry, Heard, Json, Phase};

use super::frames::event;
use super::watch::watcher_in;
use super::{Croupier, ENGINE};
use crate::fault::Fault;

/// So many steps are told at most, the latest. A deal of several seats has fewer; a solitaire can be longer.
const MOST_STEPS: usize = 500;

/// What has happened since the deal in view was dealt.
#[derive(Default)]
pub(super) struct Course {
    lines: Vec<Line>,
    /// Seats for whose players bots act.
    stand_ins: SeatSet,
}

struct Line {
    entry: Entry,
    by_bot: bool,
    margin: Option<Margin>,
}

impl Course {
    /// Notes what is about to be done. Returns whether a bot does it in the place of the seat's player.
    pub(super) fn note(&mut self, entry: &Entry, margin: Option<Margin>) -> bool {
        let by_bot = match entry {
            Entry::Act { seat, .. } => self.stand_ins.has(*seat),
            _ => false,
        };
        match entry {
            Entry::Next => self.lines.clear(),
            // Nothing that the log tells.
            Entry::Assisted | Entry::Advised { .. } => return false,
            _ => {}
        }
        if let Entry::TookOver { seat, .. } = entry {
            match stand_in(entry) {
                Some(_) => self.stand_ins.insert(*seat),
                None => self.stand_ins = self.stand_ins - SeatSet::only(*seat),
            }
        }
        if *entry != Entry::Next {
            self.lines.push(Line { entry: entry.clone(), by_bot, margin });
        }
        by_bot
    }

    /// How many steps lie behind us.
    pub(super) fn past(&self) -> u32 {
        self.lines.len() as u32
    }
}

/// The level of the bot that acts for the seat's player from here.
fn stand_in(entry: &Entry) -> Option<&str> {
    match entry {
        Entry::TookOver { bot: Some(level), left: false, .. } if level != ENGINE => Some(level),
        _ => None,
    }
}

/// How it is told that somebody else plays a seat.
pub(super) fn took_over(entry: &Entry) -> Option<Heard> {
    let Entry::TookOver { seat, left, .. } = entry else { return None };
    let words = match stand_in(entry) {
        Some(level) => format!("bot {level}"),
        None if *left => "left".to_owned(),
        None => "back".to_owned(),
    };
    Some(Heard { seat: Some(*seat), full: words.clone(), public: words })
}

/// For each action of a deal whether a bot did it in the place of the seat's player, from the log of a table of several
/// seats.
pub(crate) fn by_bots(events: &[store::Event], deal: u32) -> Vec<bool> {
    let mut course = Course::default();
    let (mut at, mut by_bot) = (0, Vec::new());
    for entry in events.iter().filter_map(|event| serde_json::from_str(&event.entry).ok()) {
        let bot = course.note(&entry, None);
        at += u32::from(entry == Entry::Next);
        if matches!(entry, Entry::Act { .. }) && at == deal {
            by_bot.push(bot);
        }
    }
    by_bot
}

impl Croupier {
    /// The number of the deal in view.
    pub(super) fn deal_in_view(&self) -> u32 {
        self.table.position(Viewer::Public).deal
    }

    /// What has happened in the deal that somebody sees, as far as it may know it: JSON of a [`protocol::Course`].
    pub(super) fn course_for(&self, session: SessionId) -> Result<String, Fault> {
        let viewer = self.viewer_of(session).ok_or(Fault::NotYourTable)?;
        if self.stage() == Stage::Gathering {
            return Err(Fault::UnknownDeal);
        }
        let (deal, mut steps) = match viewer {
            Viewer::Seat(_) => (self.deal_in_view(), self.past_steps(&|_| viewer)),
            Viewer::Public | Viewer::All if self.is_delayed() => self.watched().ok_or(Fault::UnknownDeal)?,
            Viewer::Public | Viewer::All => (self.deal_in_view(), self.past_steps(&watcher_in)),
        };
        let first = steps.len().saturating_sub(MOST_STEPS);
        steps.drain(..first);
        let course = protocol::Course { deal, first: first as u32, steps };
        Ok(serde_json::to_string(&course).expect("text, numbers and lists"))
    }

    /// The deal in view from its beginning.
    pub(super) fn past_steps(&self, seen_as: &dyn Fn(Phase) -> Viewer) -> Vec<PastStep<Json>> {
        let lines = &self.course.lines;
        let mut passages = self.table.retrace(&mut lines.iter().map(|line| &line.entry), seen_as).into_iter();
        let dealt = passages.next().expect("a deal begins somewhere");
        let mut steps = vec![PastStep { since: Vec::new(), view: dealt.view }];
        for (mut passage, Line { entry, by_bot, margin }) in passages.zip(lines) {
            passage.heard.extend(took_over(entry));
            let since = passage.heard.iter().map(|heard| event(heard, passage.viewer, *margin, *by_bot)).collect();
            steps.push(PastStep { since, view: passage.view });
        }
        steps
    }
}
