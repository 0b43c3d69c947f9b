//! Those who watch: the public view, all hands only after the deal, and everything later by the table's delay.

use std::collections::VecDeque;
use std::time::Duration;

use game::Viewer;
use table::{Heard, Phase};
use tokio::time::Instant;

use super::frames::Frame;
use super::{Croupier, GuestId};

/// What watchers are shown, and when.
#[derive(Default)]
pub(super) struct Gallery {
    /// Frames that are not yet to be seen.
    waiting: VecDeque<(Instant, Frame)>,
    /// The last that was.
    shown: Option<Frame>,
}

impl Croupier {
    /// As whom watchers see the table now: a finished deal lies open.
    pub(super) fn watcher(&self) -> Viewer {
        match self.table.phase() {
            Phase::Deal => Viewer::Public,
            Phase::Between | Phase::Over => Viewer::All,
        }
    }

    /// Whether watchers are behind.
    pub(super) fn is_delayed(&self) -> bool {
        self.settings.watch && self.settings.watch_delay_s > 0
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

    /// Shows watchers what they may see by now.
    pub(super) fn show(&mut self, now: Instant) {
        while self.gallery.waiting.front().is_some_and(|(due, _)| *due <= now) {
            let Some((_, mut frame)) = self.gallery.waiting.pop_front() else { return };
            for index in 0..self.guests.len() {
                if self.guests[index].viewer == Viewer::Public {
                    self.send_frame(index, &mut frame);
                }
            }
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
}
