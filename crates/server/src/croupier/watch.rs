//! Those who watch: the public view, all hands only after the deal, and everything later by the table's delay.

use std::collections::VecDeque;
use std::time::Duration;

use game::Viewer;
use table::{Heard, Phase};
use tokio::time::Instant;

use super::course::Told;
use super::frames::Frame;
use super::{Croupier, GuestId};

/// What watchers are shown, and when.
#[derive(Default)]
pub(super) struct Gallery {
    /// Frames that are not yet to be seen.
    waiting: VecDeque<(Instant, Frame)>,
    /// The last that was.
    shown: Option<Frame>,
    /// The deals that were finished since then, each as they are going to see it.
    deals: Vec<Told>,
}

impl Croupier {
    /// As whom watchers see the table now.
    pub(super) fn watcher(&self) -> Viewer {
        watcher_in(self.table.phase())
    }

    /// Whether watchers are behind.
    pub(super) fn is_delayed(&self) -> bool {
        let watched = self.settings.watch || !self.state.newcomers.is_empty();
        watched && self.settings.watch_delay_s > 0
    }

    /// Puts what has just happened aside for them.
    pub(super) fn show_later(&mut self, heard: &[Heard]) {
        let frame = self.frame(self.watcher(), heard);
        let due = Instant::now() + Duration::from_secs(u64::from(self.settings.watch_delay_s));
        self.gallery.waiting.push_back((due, frame));
    }

    /// When watchers are shown something next.
    pub(super) fn next_showing(&self) -> Option<Instant> {
        self.gallery.waiting.front().map(|(due, _)| *due)
    }

    /// When watchers see anything at all; `None` once they do.
    pub(super) fn first_showing(&self) -> Option<Instant> {
        if self.gallery.shown.is_none() { self.next_showing() } else { None }
    }

    /// Shows watchers what they may see by now.
    pub(super) fn show(&mut self, now: Instant) {
        while self.gallery.waiting.front().is_some_and(|(due, _)| *due <= now) {
            let Some((_, mut frame)) = self.gallery.waiting.pop_front() else { return };
            for index in 0..self.guests.len() {
                if self.guests[index].viewer == Viewer::Public {
                    self.send_frame(index, &mut frame);
                }
            }
            self.gallery.deals.retain(|told| told.deal >= frame.deal);
            self.gallery.shown = Some(Frame { since: Vec::new(), ..frame });
        }
        self.drop_the_gone();
    }

    /// Shows one watcher where those stand who have watched for a while; nothing if that is not long ago enough.
    pub(super) fn show_again(&mut self, guest: GuestId) {
        let index = self.guests.iter().position(|other| other.id == guest);
        if let (Some(index), Some(mut frame)) = (index, self.gallery.shown.clone()) {
            self.send_frame(index, &mut frame);
        }
    }

    /// Before the next deal is dealt: what those who are behind have not seen of this one stays to be told.
    pub(super) fn keep_for_watchers(&mut self) {
        if self.is_delayed() {
            let told = self.course_seen_as(&watcher_in);
            self.gallery.deals.push(told);
        }
    }

    /// The deal that watchers see, as far as they see it.
    pub(super) fn watched(&self) -> Option<Told> {
        let shown = self.gallery.shown.as_ref()?;
        let kept = self.gallery.deals.iter().find(|told| told.deal == shown.deal);
        let mut told = kept.cloned().unwrap_or_else(|| self.course_seen_as(&watcher_in));
        // Of a deal longer than what is told of one, they may not have come so far.
        let seen = (shown.past + 1).checked_sub(told.first)?;
        told.steps.truncate(seen as usize);
        Some(told).filter(|told| !told.steps.is_empty())
    }
}

/// As whom watchers see a deal: a finished one lies open.
pub(super) fn watcher_in(phase: Phase) -> Viewer {
    match phase {
        Phase::Deal => Viewer::Public,
        Phase::Between | Phase::Over => Viewer::All,
    }
}
