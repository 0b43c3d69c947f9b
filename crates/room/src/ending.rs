//! The offer to end a deal that is decided ([`crate::rest`]), as it stands.

use game::{Seat, SeatSet};
use table::Entry;

/// The offer to end the deal, and whether one was declined.
#[derive(Default)]
pub(crate) struct DealEnding {
    offer: Option<Offer>,
    /// Somebody wants to play this deal to its end.
    declined: bool,
}

/// An offer to end the deal.
#[derive(Clone, Copy)]
struct Offer {
    by: Seat,
    accepted: SeatSet,
}

/// A step towards the end of a decided deal that is not stored.
#[derive(Clone, Copy)]
pub(crate) enum RestStep {
    Offer(Seat),
    Accept(Seat),
    Decline,
    TakeBack,
}

impl DealEnding {
    /// The offer that stands: whose it is, and who has accepted it.
    pub(crate) fn offer(&self) -> Option<(Seat, SeatSet)> {
        self.offer.map(|offer| (offer.by, offer.accepted))
    }

    /// True if somebody wants to play this deal to its end.
    pub(crate) fn is_declined(&self) -> bool {
        self.declined
    }

    pub(crate) fn record_step(&mut self, step: RestStep) {
        match step {
            RestStep::Offer(by) => self.offer = Some(Offer { by, accepted: SeatSet::EMPTY }),
            RestStep::Accept(seat) => self.offer.iter_mut().for_each(|offer| offer.accepted.insert(seat)),
            RestStep::Decline => *self = DealEnding { offer: None, declined: true },
            RestStep::TakeBack => self.offer = None,
        }
    }

    /// Applies an entry of the log: play has gone on.
    pub(crate) fn apply_entry(&mut self, entry: &Entry) {
        match entry {
            Entry::Next => *self = DealEnding::default(),
            Entry::Advised { .. } | Entry::Assisted => {}
            Entry::TookOver { seat, .. } => self.offer = self.offer.filter(|offer| offer.by != *seat),
            _ => self.offer = None,
        }
    }
}
