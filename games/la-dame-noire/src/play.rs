//! Whose turn it is, what is legal, and why something is not.

use game::{Refusal, Seat, SeatSet, Turn};

use crate::state::{Phase, SEATS};
use crate::{Action, LaDameNoire};

impl LaDameNoire {
    pub(crate) fn turn(&self) -> Turn {
        match self.public.phase {
            Phase::Bidding | Phase::Showdown | Phase::Coup => Turn::of(self.public.next),
            Phase::Trading => {
                // [D6] Play waits for those that have put no card; [D7] the others may still call stop.
                let put = self.putters();
                let may = if self.may_stop() { put } else { SeatSet::EMPTY };
                Turn::Open { must: SeatSet::all(SEATS) - put, may }
            }
            Phase::ThrownIn | Phase::Over => Turn::Over,
        }
    }

    pub(crate) fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        match self.public.phase {
            Phase::Trading => self.legal_trades(seat, actions),
            Phase::ThrownIn | Phase::Over => {}
            _ if seat != self.public.next => {}
            Phase::Bidding => self.legal_calls(actions),
            Phase::Showdown => self.legal_plays(seat, actions),
            Phase::Coup => {
                actions.extend(Seat::all(SEATS).filter(|to| *to != seat).map(Action::Coup));
                actions.push(Action::Keep);
            }
        }
    }

    // Playouts apply every 20 ns: the call alone cost a sixth of them (`cargo bench -- random_playouts`).
    #[inline(always)]
    pub(crate) fn apply(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Pass if self.public.phase == Phase::Bidding => self.pass_bid(seat),
            Action::Pass => self.pass_play(seat),
            Action::Bid(points) => self.bid(seat, points),
            Action::Trade(card) => self.put(seat, card),
            Action::Stop => self.stop(),
            Action::Play(play) => self.lay(seat, play),
            Action::Coup(to) => self.choose(seat, Some(to)),
            Action::Keep => self.choose(seat, None),
        }
    }

    pub(crate) fn refusal(&self, seat: Seat, action: Action) -> Refusal {
        let phase = self.public.phase;
        if matches!(phase, Phase::ThrownIn | Phase::Over) {
            return Refusal::OVER;
        }
        match (phase, action) {
            (Phase::Trading, Action::Trade(_)) => self.refuse_trade(seat),
            (Phase::Trading, Action::Stop) => LaDameNoire::STOP_TOO_EARLY,
            (Phase::Showdown, Action::Play(play)) if !self.hands[seat.index()].has_all(play.cards()) => {
                Refusal::NOT_YOURS
            }
            (Phase::Bidding, Action::Pass | Action::Bid(_))
            | (Phase::Showdown, Action::Pass | Action::Play(_))
            | (Phase::Coup, Action::Keep | Action::Coup(_))
                if seat != self.public.next =>
            {
                Refusal::NOT_YOUR_TURN
            }
            (Phase::Bidding, Action::Bid(points)) => self.refuse_bid(points),
            (Phase::Showdown, Action::Pass) => LaDameNoire::MUST_LEAD,
            (Phase::Showdown, Action::Play(play)) => self.refuse_play(seat, play),
            (Phase::Coup, Action::Coup(_)) => LaDameNoire::NOT_TO_YOURSELF,
            _ => Refusal::NOT_NOW,
        }
    }
}
