//! The current offer to end a decided deal (see [`crate::early_end`]).

use game::{Seat, SeatSet};
use table::Entry;

/// The offer to end the deal, and whether somebody has declined an offer in this deal.
#[derive(Default)]
pub(crate) struct DealEnding {
    offer: Option<Offer>,
    /// `true` if somebody wants to play this deal to its end.
    declined: bool,
}

#[derive(Clone, Copy)]
struct Offer {
    by: Seat,
    accepted: SeatSet,
}

/// A step towards the early end of a deal. It is not stored.
#[derive(Clone, Copy)]
pub(crate) enum RestStep {
    Offer(Seat),
    Accept(Seat),
    Decline,
    TakeBack,
}

impl DealEnding {
    /// Returns the current offer: the seat that made it, and the seats that have accepted it.
    pub(crate) fn offer(&self) -> Option<(Seat, SeatSet)> {
        self.offer.map(|offer| (offer.by, offer.accepted))
    }

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

    /// Clears the offer if an entry of the log shows that play has gone on.
    pub(crate) fn apply_entry(&mut self, entry: &Entry) {
        match entry {
            Entry::Next => *self = DealEnding::default(),
            Entry::Advised { .. } | Entry::Assisted => {}
            Entry::TookOver { seat, .. } => self.offer = self.offer.filter(|offer| offer.by != *seat),
            _ => self.offer = None,
        }
    }
}
