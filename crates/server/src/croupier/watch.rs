//! Those who watch: the public view, all hands only after the deal, and everything later by the table's delay.

use std::collections::VecDeque;
use std::time::Duration;

use game::Viewer;
use table::{Heard, Phase};
use tokio::time::Instant;

use super::course::Told;
use super::frames::Frame;
use super::{Croupier, GuestId};

/// Bytes of frames that wait for watchers; from then on several become one.
const MOST_BYTES: usize = 512 * 1024;
/// Of so many parts of the delay one frame each is kept where there is no room for more.
const PARTS_WATCHED: u32 = 64;
/// And where nobody watches: whoever comes sees something at once, not each step.
const PARTS: u32 = 8;
/// Finished deals that are kept to be told to watchers.
const MOST_DEALS: usize = 4;

/// What watchers are shown, and when.
#[derive(Default)]
pub(super) struct Gallery {
    /// Frames that are not yet to be seen.
    waiting: Waiting,
    /// The last that was.
    shown: Option<Frame>,
    /// The deals that were finished since then, each as they are going to see it.
    deals: Vec<Told>,
}

/// Frames in the order in which they are shown, as texts: a frame in parts takes several times as much.
#[derive(Default)]
struct Waiting {
    frames: VecDeque<Kept>,
    bytes: usize,
}

struct Kept {
    /// When it is shown.
    due: Instant,
    /// When the first of the frames whose place it has taken would have been.
    since: Instant,
    frame: Box<str>,
}

impl Waiting {
    /// Keeps a frame that is due last. Where there is no room, or nobody watches, one that is due within the same part of the
    /// delay gives way: frames are whole, and whoever misses one sees the table jump.
    fn keep(&mut self, due: Instant, frame: Box<str>, delay: Duration, watched: bool) {
        let part = match watched {
            true if self.bytes < MOST_BYTES => Duration::ZERO,
            true => delay / PARTS_WATCHED,
            false => delay / PARTS,
        };
        let mut since = due;
        if let Some(last) = self.frames.pop_back_if(|last| due - last.since < part) {
            self.bytes -= last.frame.len();
            since = last.since;
        }
        self.bytes += frame.len();
        self.frames.push_back(Kept { due, since, frame });
    }

    fn next(&self) -> Option<Instant> {
        self.frames.front().map(|kept| kept.due)
    }

    fn take(&mut self, now: Instant) -> Option<Box<str>> {
        let kept = self.frames.pop_front_if(|kept| kept.due <= now)?;
        self.bytes -= kept.frame.len();
        Some(kept.frame)
    }
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
        let delay = Duration::from_secs(u64::from(self.settings.watch_delay_s));
        let watched = self.guests.iter().any(|guest| guest.viewer == Viewer::Public && !guest.outbox.is_closed());
        let frame = serde_json::to_string(&frame).expect("frames are text, numbers and lists").into();
        self.gallery.waiting.keep(Instant::now() + delay, frame, delay, watched);
    }

    /// When watchers are shown something next.
    pub(super) fn next_showing(&self) -> Option<Instant> {
        self.gallery.waiting.next()
    }

    /// When watchers see anything at all; `None` once they do.
    pub(super) fn first_showing(&self) -> Option<Instant> {
        if self.gallery.shown.is_none() { self.next_showing() } else { None }
    }

    /// Shows watchers what they may see by now.
    pub(super) fn show(&mut self, now: Instant) {
        while let Some(frame) = self.gallery.waiting.take(now) {
            let mut frame: Frame = serde_json::from_str(&frame).expect("it was written as a frame");
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
            let old = self.gallery.deals.len().saturating_sub(MOST_DEALS);
            self.gallery.deals.drain(..old);
        }
    }

    /// The deal that watchers see, as far as they see it.
    pub(super) fn watched(&self) -> Option<Told> {
        let shown = self.gallery.shown.as_ref()?;
        let kept = self.gallery.deals.iter().find(|told| told.deal == shown.deal);
        // Of a deal that is over and not kept nothing is told; and nothing of a later one.
        let in_view = || (shown.deal == self.deal_in_view()).then(|| self.course_seen_as(&watcher_in));
        let mut told = kept.cloned().or_else(in_view)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    const DELAY: Duration = Duration::from_secs(600);

    fn frames(waiting: &Waiting) -> usize {
        assert_eq!(waiting.bytes, waiting.frames.iter().map(|kept| kept.frame.len()).sum::<usize>());
        waiting.frames.len()
    }

    /// Fifty frames of 4 KiB a second for as long as the delay lasts, and as long again.
    fn busy(watched: bool) -> Waiting {
        let (start, mut waiting) = (Instant::now(), Waiting::default());
        for n in 0..60_000_u32 {
            let now = start + Duration::from_millis(20) * n;
            while waiting.take(now).is_some() {}
            waiting.keep(now + DELAY, "x".repeat(4096).into(), DELAY, watched);
            assert!(waiting.bytes <= 2 * MOST_BYTES, "{} bytes after {n}", waiting.bytes);
            assert!(watched || waiting.frames.len() <= PARTS as usize + 1);
        }
        waiting
    }

    #[test]
    fn what_waits_for_watchers_is_bounded_however_busy_the_table_is() {
        assert!(frames(&busy(true)) > 64, "who watches sees it go on");
        assert!(frames(&busy(false)) <= 9, "where nobody does there are a few frames");
    }

    #[test]
    fn nothing_is_shown_before_its_time_and_what_goes_on_forever_is_shown() {
        let (start, mut waiting) = (Instant::now(), Waiting::default());
        let mut shown = Vec::new();
        for n in 0..6000_u64 {
            let now = start + Duration::from_millis(200) * n as u32;
            while let Some(frame) = waiting.take(now) {
                let made: u64 = frame.parse().expect("the number of a frame");
                assert!(n - made >= 3000, "frame {made} at {n}");
                shown.push((n, made));
            }
            waiting.keep(now + DELAY, n.to_string().into(), DELAY, false);
        }
        assert!(shown.len() >= 7, "each part of the delay has one: {shown:?}");
        assert!(shown.is_sorted());
    }

    #[test]
    fn where_somebody_watches_and_there_is_room_each_frame_is_kept() {
        let (start, mut waiting) = (Instant::now(), Waiting::default());
        for n in 0..100_u32 {
            waiting.keep(start + DELAY + Duration::from_millis(1) * n, "frame".into(), DELAY, true);
        }
        assert_eq!(frames(&waiting), 100);
    }
}
