//! The view of spectators. Spectators see the public view. After the deal, they see all hands. Both views have the
//! delay of the table.

use std::collections::VecDeque;
use std::time::Duration;

use protocol::DealHistory;
use table::Json;

use crate::time::Instant;
use crate::wire::{Frame, text};

/// The maximum size of the frames that wait for spectators, in bytes of their texts. Above this limit, newer frames
/// replace older ones.
const MOST_BYTES: usize = 512 * 1024;
/// The number of parts into which the delay is divided. Above the limit of bytes, one frame is stored for each part.
const PARTS_WATCHED: u32 = 64;
/// The number of parts while nobody watches. With one frame for each part, a new spectator sees the table immediately,
/// but does not see each step.
const PARTS: u32 = 8;
/// The maximum number of finished deals that are stored for spectators, and the maximum number of steps in all of them.
const MOST_DEALS: usize = 4;
const MOST_STEPS: usize = 1_000;

#[derive(Default)]
pub(crate) struct Spectators {
    /// The frames that spectators must not see yet.
    waiting: DelayedFrames,
    shown: Option<Frame>,
    /// The deals that were finished since the last shown frame, in the form for spectators.
    deals: Vec<DealHistory<Json>>,
}

/// Frames in the order of their times. Their views are text.
struct DelayedFrames<F = Frame> {
    frames: VecDeque<DelayedFrame<F>>,
    bytes: usize,
}

struct DelayedFrame<F> {
    due: Instant,
    /// The time of the first frame that this frame has replaced.
    since: Instant,
    frame: Box<F>,
    /// The length of the frame's text.
    length: usize,
}

impl<F> Default for DelayedFrames<F> {
    fn default() -> DelayedFrames<F> {
        DelayedFrames { frames: VecDeque::new(), bytes: 0 }
    }
}

impl<F> DelayedFrames<F> {
    /// Adds a frame at the end. If there is no space, or nobody watches, the frame replaces an earlier frame in the
    /// same part of the delay. Each frame is complete. So if a frame is missing, a spectator only sees the table jump.
    fn add(&mut self, due: Instant, frame: F, length: usize, delay: Duration, watched: bool) {
        let part = match watched {
            true if self.bytes < MOST_BYTES => Duration::ZERO,
            true => delay / PARTS_WATCHED,
            false => delay / PARTS,
        };
        let mut since = due;
        if let Some(last) = self.frames.pop_back_if(|last| due.since(last.since) < part) {
            self.bytes -= last.length;
            since = last.since;
        }
        self.bytes += length;
        self.frames.push_back(DelayedFrame { due, since, frame: Box::new(frame), length });
    }

    fn next(&self) -> Option<Instant> {
        self.frames.front().map(|next| next.due)
    }

    fn pop_due(&mut self, now: Instant) -> Option<F> {
        let next = self.frames.pop_front_if(|next| next.due <= now)?;
        self.bytes -= next.length;
        Some(*next.frame)
    }
}

impl Spectators {
    /// Stores a frame until the delay is over. `watched`: whether anybody watches.
    pub(crate) fn show_later(&mut self, now: Instant, frame: &Frame, delay: Duration, watched: bool) {
        let length = text(frame).len();
        self.waiting.add(now + delay, frame.clone(), length, delay, watched);
    }

    /// Renames a seat in the stored frames after a person who had it was deleted.
    pub(crate) fn rename(&mut self, seat: usize, name: &str) {
        let waiting = self.waiting.frames.iter_mut().map(|waits| &mut *waits.frame);
        waiting.chain(&mut self.shown).for_each(|frame| name.clone_into(&mut frame.seats[seat].name));
    }

    /// Returns when spectators are shown the next frame.
    pub(crate) fn next(&self) -> Option<Instant> {
        self.waiting.next()
    }

    /// Returns when spectators see their first frame; `None` once they have seen one, and while no frame waits.
    pub(crate) fn first(&self) -> Option<Instant> {
        if self.shown.is_none() { self.next() } else { None }
    }

    pub(crate) fn pop_due(&mut self, now: Instant) -> Option<Frame> {
        let frame = self.waiting.pop_due(now)?;
        self.deals.retain(|deal| deal.deal >= frame.deal);
        self.shown = Some(Frame { since: Vec::new(), ..frame.clone() });
        Some(frame)
    }

    /// Returns the frame that spectators see now. `None` if there is none yet.
    pub(crate) fn shown(&self) -> Option<Frame> {
        self.shown.clone()
    }

    /// Stores the history of a finished deal before the next one is dealt, for spectators who see it with a delay.
    pub(crate) fn store_deal(&mut self, deal: DealHistory<Json>) {
        self.deals.push(deal);
        let mut steps = 0;
        let fit = self.deals.iter().rev().take(MOST_DEALS).take_while(|deal| {
            steps += deal.steps.len();
            steps <= MOST_STEPS
        });
        let old = self.deals.len() - fit.count();
        self.deals.drain(..old);
    }

    /// Returns the history of the deal that spectators see, up to the step that they see. `in_view` returns the history
    /// of the deal in play. `deal`: the number of the deal in play.
    pub(crate) fn watched(&self, deal: u32, in_view: impl FnOnce() -> DealHistory<Json>) -> Option<DealHistory<Json>> {
        let shown = self.shown.as_ref()?;
        let stored = self.deals.iter().find(|stored| stored.deal == shown.deal);
        // If spectators are in a finished deal that is not stored, they get no history.
        let mut seen = stored.cloned().or_else(|| (shown.deal == deal).then(in_view))?;
        // A long deal can have more steps than a history. Then spectators may see a step that is older than the first
        // step of the history.
        let steps = (shown.past + 1).checked_sub(seen.first)?;
        seen.steps.truncate(steps as usize);
        Some(seen).filter(|seen| !seen.steps.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DELAY: Duration = Duration::from_secs(600);

    fn frames(waiting: &DelayedFrames<String>) -> usize {
        assert_eq!(waiting.bytes, waiting.frames.iter().map(|kept| kept.frame.len()).sum::<usize>());
        waiting.frames.len()
    }

    /// Adds fifty frames of 4 KiB each second for twice the delay.
    fn busy(watched: bool) -> DelayedFrames<String> {
        let (start, mut waiting) = (Instant::default(), DelayedFrames::default());
        for n in 0..60_000_u32 {
            let now = start + Duration::from_millis(20) * n;
            while waiting.pop_due(now).is_some() {}
            waiting.add(now + DELAY, "x".repeat(4096), 4096, DELAY, watched);
            assert!(waiting.bytes <= 2 * MOST_BYTES, "{} bytes after {n}", waiting.bytes);
            assert!(watched || waiting.frames.len() <= PARTS as usize + 1);
        }
        waiting
    }

    #[test]
    fn what_waits_for_spectators_is_bounded_however_busy_the_table_is() {
        assert!(frames(&busy(true)) > 64, "who watches sees it go on");
        assert!(frames(&busy(false)) <= 9, "where nobody does there are a few frames");
    }

    #[test]
    fn nothing_is_shown_before_its_time_and_what_goes_on_forever_is_shown() {
        let (start, mut waiting) = (Instant::default(), DelayedFrames::<String>::default());
        let mut shown = Vec::new();
        for n in 0..6000_u64 {
            let now = start + Duration::from_millis(200) * n as u32;
            while let Some(frame) = waiting.pop_due(now) {
                let made: u64 = frame.parse().expect("the number of a frame");
                assert!(n - made >= 3000, "frame {made} at {n}");
                shown.push((n, made));
            }
            let frame = n.to_string();
            waiting.add(now + DELAY, frame.clone(), frame.len(), DELAY, false);
        }
        assert!(shown.len() >= 7, "each part of the delay has one: {shown:?}");
        assert!(shown.is_sorted());
    }

    #[test]
    fn where_somebody_watches_and_there_is_room_each_frame_is_kept() {
        let (start, mut waiting) = (Instant::default(), DelayedFrames::default());
        for n in 0..100_u32 {
            waiting.add(start + DELAY + Duration::from_millis(1) * n, "frame".to_owned(), 5, DELAY, true);
        }
        assert_eq!(frames(&waiting), 100);
    }
}
