//! The events of the current deal. A player who comes back can read who did what meanwhile. Only log entries are stored
//! here. When a view is needed, it is computed again from the facts that the viewer could see.

use game::{Seat, SeatSet, Viewer};
use protocol::{DealHistory, Margin, PastStep};
use table::record::Raw;
use table::{AnyTable, Entry, Json, MatchPhase, NewPlayer, PublicEvent, Why};

use crate::log_entry::LogEntry;
use crate::seated::ENGINE;
use crate::wire::{By, event};

/// The maximum number of steps in a history. A deal of several seats has fewer steps. A solitaire can have more, and
/// then only the latest steps are listed.
const MOST_STEPS: usize = 500;
/// The maximum number of stored entries, so that hours of undo and redo cost no more than play.
const MOST_LINES: usize = 3 * MOST_STEPS;

/// The entries of the log since the current deal was dealt.
#[derive(Default)]
pub(crate) struct History {
    /// The actions of steps that are no longer listed, except undone actions.
    before: Vec<Entry>,
    /// The number of steps that are no longer listed.
    first: u32,
    steps: Vec<LoggedStep>,
    /// The seats where bots act for the players.
    stand_ins: SeatSet,
    /// The seats of `stand_ins` whose clock has run out.
    timed_out: SeatSet,
    /// For each seat, the number of changes between person and bot in this deal. A bot that plays because a clock ran
    /// out is not counted.
    changes: [u32; game::MAX_SEATS],
}

/// The maximum number of changes of a seat's player in a deal. A person who leaves and comes back twenty times reaches
/// this limit. Then a bot plays the deal to its end. Otherwise an unstable connection could make the log grow without
/// limit.
pub(crate) const MOST_CHANGES: u32 = 40;

struct LoggedStep {
    entry: Entry,
    by: By,
    margin: Option<Margin>,
}

impl History {
    /// Notes an entry that is about to be applied. `player`: the seat that asked for the entry, or `None` if no player
    /// did. Returns whether a bot acts for the player of the seat, and why.
    pub(crate) fn note(&mut self, entry: &Entry, margin: Option<Margin>, player: Option<Seat>) -> By {
        let by = match entry {
            // If a player asked for the action, no bot made it: a person whose clock ran out may still act before the
            // bot.
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
                self.steps.clear();
                self.changes = Default::default();
            }
            // The history of a practice table begins with the position from which the table practises.
            Entry::Position { record } => {
                let acts = Raw::read(record).and_then(|raw| raw.last_actions());
                let acts = acts.expect("it was checked before it was stored").into_iter();
                self.before = acts.map(|(seat, action)| Entry::Act { seat, action }).collect();
                self.first = self.before.len() as u32;
                return By::default();
            }
            // The history does not show this entry.
            Entry::Assisted | Entry::Advised { .. } => return By::default(),
            _ => {}
        }
        if let Entry::TookOver { seat, why, .. } = entry {
            self.changes[seat.index()] += u32::from(*why != Why::Clock);
            let own = SeatSet::only(*seat);
            let (stands_in, timed_out) = (stand_in(entry).is_some(), stand_in(entry).is_some() && *why == Why::Clock);
            self.stand_ins = if stands_in { self.stand_ins | own } else { self.stand_ins - own };
            self.timed_out = if timed_out { self.timed_out | own } else { self.timed_out - own };
        }
        if *entry != Entry::Next {
            self.steps.push(LoggedStep { entry: entry.clone(), by, margin });
        }
        if self.steps.len() > MOST_LINES {
            self.fold();
        }
        by
    }

    /// Replaces the oldest steps by the actions on which later entries depend. If a dropped action had shown a stock
    /// card and was undone, the history shows the card as not seen.
    fn fold(&mut self) {
        let old = self.steps.len() - MOST_STEPS;
        self.first += old as u32;
        for LoggedStep { entry, .. } in self.steps.drain(..old) {
            match entry {
                Entry::Undo { n } => self.before.truncate(self.before.len() - n as usize),
                Entry::PlayOn { kept } => self.before.truncate(kept as usize),
                Entry::Act { .. } | Entry::GiveUp => self.before.push(entry),
                Entry::Position { .. }
                | Entry::Next
                | Entry::Assisted
                | Entry::Advised { .. }
                | Entry::TookOver { .. } => {}
            }
        }
    }

    /// True if nobody has acted in the deal.
    pub(crate) fn is_untouched(&self) -> bool {
        self.before.is_empty() && self.steps.iter().all(|line| matches!(line.entry, Entry::TookOver { .. }))
    }

    /// True if the seat's player has reached the limit of changes in this deal.
    pub(crate) fn changes_no_more(&self, seat: Seat) -> bool {
        self.changes[seat.index()] >= MOST_CHANGES
    }

    /// True if the seat's player could still come back to this deal after a bot took over now.
    pub(crate) fn can_come_back(&self, seat: Seat) -> bool {
        self.changes[seat.index()] + 1 < MOST_CHANGES
    }

    /// Returns the number of steps so far.
    pub(crate) fn past(&self) -> u32 {
        self.first + self.steps.len() as u32
    }
}

/// Returns the level of the bot that acts for the seat's player from this entry on, if there is one.
fn stand_in(entry: &Entry) -> Option<&str> {
    match entry {
        Entry::TookOver { bot: Some(level), why: Why::Away | Why::Clock, .. } if level != ENGINE => Some(level),
        _ => None,
    }
}

/// Returns the event that shows everybody that a seat has another player from this entry on.
pub(crate) fn took_over(entry: &Entry) -> Option<PublicEvent> {
    let Entry::TookOver { seat, why, .. } = entry else { return None };
    let player = match (stand_in(entry), why) {
        (Some(level), _) => NewPlayer::Bot(level.to_owned()),
        (None, Why::Left) => NewPlayer::Left,
        (None, Why::Removed) => NewPlayer::Removed,
        (None, Why::Joined) => NewPlayer::Joined,
        (None, Why::Away | Why::Clock) => NewPlayer::Back,
    };
    Some(PublicEvent::TookOver { seat: *seat, player })
}

/// For each action of a deal, returns whether a bot acted for the seat's player, and why. The table of `log` has
/// several seats and is not a practice table.
pub fn by_bots(log: &[LogEntry], deal: u32) -> Vec<By> {
    let mut history = History::default();
    let (mut at, mut done) = (0, Vec::new());
    for logged in log {
        let Ok(entry) = game::read_json(&logged.entry) else { continue };
        let by = history.note(&entry, None, logged.seat.map(Seat::new));
        at += u32::from(entry == Entry::Next);
        if matches!(entry, Entry::Act { .. }) && at == deal {
            done.push(by);
        }
    }
    done
}

impl History {
    /// Returns the history of the current deal: all its steps, or the latest [`MOST_STEPS`]. `seen_as` returns the
    /// viewer in each phase.
    pub(crate) fn seen_by(&self, table: &dyn AnyTable, seen_as: &dyn Fn(MatchPhase) -> Viewer) -> DealHistory<Json> {
        let (omitted, listed) = self.steps.split_at(self.steps.len().saturating_sub(MOST_STEPS - 1));
        let mut before = self.before.iter().chain(omitted.iter().map(|step| &step.entry));
        let mut positions = table.history(&mut before, &mut listed.iter().map(|step| &step.entry), seen_as).into_iter();
        let start = positions.next().expect("a deal begins somewhere");
        let mut steps = vec![PastStep { since: Vec::new(), view: start.view }];
        for (mut position, LoggedStep { entry, by, margin }) in positions.zip(listed) {
            position.events.extend(took_over(entry));
            let since = position.events.iter().map(|done| event(done, position.viewer, *margin, *by)).collect();
            steps.push(PastStep { since, view: position.view });
        }
        DealHistory { deal: table.deal(), first: self.first + omitted.len() as u32, steps }
    }
}
